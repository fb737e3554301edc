//! A tab's requests: how many are under way, which failed, and the status of its document.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use chromiumoxide::cdp::browser_protocol::network;

use serde::Deserialize;

use super::{Effects, State, decode};
use crate::browser::wire::RawEvent;
use crate::browser::{AwaitedPage, FailedRequest};

/// How many requests under way are followed; a page that starts more is not idle anyway.
const FOLLOWED: usize = 2_000;
/// How many failures are remembered.
const REMEMBERED: usize = 20;
/// How many documents' statuses are remembered.
const STATUSES: usize = 8;
/// How many documents are remembered by how they were asked for: about as far as anyone goes back.
const DOCUMENTS: usize = 50;

/// How many requests of scripts are remembered.
const ASKED: usize = 60;

/// So many events of requests in this time are a flood; a large page that loads makes some 2,000.
const FLOOD: u32 = 6_000;
const FLOOD_TIME: Duration = Duration::from_secs(2);

/// The requests of one tab, all its sessions together.
#[derive(Debug, Default)]
pub(in crate::browser) struct Traffic {
    open: HashMap<String, Request>,
    failed: VecDeque<(String, FailedRequest)>,
    /// Method and address of the newest main documents, by loader.
    documents: VecDeque<(String, String, String)>,
    /// HTTP status of the newest main documents, by loader.
    statuses: VecDeque<(String, u16)>,
    /// Network errors of the newest main documents, by loader; numbered.
    document_errors: VecDeque<(u64, String, String)>,
    errors: u64,
    /// Requests that send something, so far.
    sends: u64,
    /// What scripts asked for, numbered, the newest last: without the query.
    asked: VecDeque<(u64, String)>,
    asks: u64,
    /// When events were counted from, and how many there were since.
    pace: Option<(Instant, u32)>,
    /// The page made more requests than can be followed, so it is not listened to any more.
    flooded: bool,
}

#[derive(Debug)]
struct Request {
    session: String,
    frame: String,
    loader: String,
    url: String,
    method: String,
    /// It, or one that was redirected to it, sends something.
    sends: bool,
    since: Instant,
}

impl Request {
    fn awaited(&self, id: &str) -> AwaitedPage {
        AwaitedPage {
            request: id.to_owned(),
            url: self.url.clone(),
            method: self.method.clone(),
            sends: self.sends,
            since: self.since,
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WillBeSent {
    request_id: String,
    #[serde(default)]
    loader_id: String,
    #[serde(default)]
    frame_id: String,
    request: RequestInfo,
    #[serde(rename = "type", default)]
    kind: String,
}

#[derive(Deserialize)]
struct RequestInfo {
    url: String,
    #[serde(default)]
    method: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Received {
    request_id: String,
    #[serde(default)]
    loader_id: String,
    #[serde(default)]
    frame_id: String,
    #[serde(rename = "type", default)]
    kind: String,
    response: ResponseInfo,
}

#[derive(Deserialize)]
struct ResponseInfo {
    url: String,
    status: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Finished {
    request_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Failed {
    request_id: String,
    #[serde(rename = "type", default)]
    kind: String,
    #[serde(default)]
    error_text: String,
    #[serde(default)]
    canceled: bool,
}

impl State {
    pub(super) fn apply_network(&mut self, session: Option<&str>, event: &RawEvent, effects: &mut Effects) {
        let Some((_, tab)) = self.tab_of(session) else { return };
        if tab.traffic.is_flood() {
            tab.traffic.clear();
            effects.send(session, &network::DisableParams::default());
            return;
        }
        let is_page = tab.session.as_deref() == session;
        match event.method.as_ref() {
            "Network.requestWillBeSent" => {
                if let (Some(sent), Some(session)) = (decode(event), session) {
                    tab.traffic.sent(session, sent, tab.frames.main_id());
                }
            }
            "Network.responseReceived" => {
                if let Some(received) = decode::<Received>(event) {
                    let is_main = is_page && received.frame_id == tab.frames.main_id();
                    tab.traffic.received(received, is_main);
                }
            }
            "Network.loadingFinished" => {
                if let Some(Finished { request_id }) = decode(event) {
                    tab.traffic.open.remove(&request_id);
                }
            }
            "Network.loadingFailed" => {
                if let Some(failed) = decode(event) {
                    tab.traffic.failed(failed, tab.frames.main_id());
                }
            }
            _ => {}
        }
    }
}

impl Traffic {
    /// Whether a page floods us with events, behind which every answer of Chrome would have to wait.
    fn is_flood(&mut self) -> bool {
        match &mut self.pace {
            Some((since, count)) if since.elapsed() < FLOOD_TIME => {
                *count += 1;
                self.flooded |= *count > FLOOD;
            }
            pace => *pace = Some((Instant::now(), 1)),
        }
        self.flooded
    }

    /// Whether the page was not listened to any more; from now on it is again.
    pub(in crate::browser) fn take_flooded(&mut self) -> bool {
        self.pace = None;
        std::mem::take(&mut self.flooded)
    }

    fn sent(&mut self, session: &str, sent: WillBeSent, main_frame: &str) {
        if sent.kind == "Document" && sent.frame_id == main_frame && sent.request_id == sent.loader_id {
            // One that is sent on to another address is told of again.
            self.documents.retain(|(loader, ..)| *loader != sent.loader_id);
            if self.documents.len() == DOCUMENTS {
                self.documents.pop_front();
            }
            let RequestInfo { url, method } = &sent.request;
            self.documents.push_back((sent.loader_id.clone(), method.clone(), url.clone()));
        }
        let sends = !is_reading(&sent.request.method);
        if is_watched(&sent.kind) && sends {
            self.sends += 1;
        }
        if matches!(sent.kind.as_str(), "XHR" | "Fetch") {
            if self.asked.len() == ASKED {
                self.asked.pop_front();
            }
            self.asks += 1;
            let plain = sent.request.url.split(['?', '#']).next().unwrap_or_default();
            self.asked.push_back((self.asks, format!("{} {plain}", sent.request.method)));
        }
        // Streams stay open as long as the page, and pings are nobody's concern.
        if !matches!(sent.kind.as_str(), "EventSource" | "WebSocket" | "Ping" | "CSPViolationReport")
            && self.open.len() < FOLLOWED
        {
            let before = self.open.get(&sent.request_id);
            let request = Request {
                session: session.to_owned(),
                frame: sent.frame_id,
                loader: sent.loader_id,
                url: sent.request.url,
                method: sent.request.method,
                sends: sends || before.is_some_and(|before| before.sends),
                since: before.map_or_else(Instant::now, |before| before.since),
            };
            self.open.insert(sent.request_id, request);
        }
    }

    fn received(&mut self, received: Received, is_main: bool) {
        let Received { request_id, loader_id, kind, response, .. } = received;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a status of three digits"
        )]
        let status = response.status as u16;
        // A document's request has the id of its loader.
        if is_main && kind == "Document" && request_id == loader_id && status != 0 {
            if self.statuses.len() == STATUSES {
                self.statuses.pop_front();
            }
            self.statuses.push_back((loader_id.clone(), status));
        }
        if status >= 400 && is_watched(&kind) {
            self.remember(loader_id, response.url, status.to_string());
        }
    }

    fn failed(&mut self, failed: Failed, main_frame: &str) {
        let Some(request) = self.open.remove(&failed.request_id) else { return };
        if request.frame == main_frame && failed.request_id == request.loader {
            self.errors += 1;
            if self.document_errors.len() == STATUSES {
                self.document_errors.pop_front();
            }
            self.document_errors.push_back((self.errors, request.loader.clone(), failed.error_text.clone()));
        }
        if !failed.canceled && is_watched(&failed.kind) {
            self.remember(request.loader, request.url, failed.error_text);
        }
    }

    fn remember(&mut self, loader: String, url: String, status_or_reason: String) {
        if self.failed.len() == REMEMBERED {
            self.failed.pop_front();
        }
        self.failed.push_back((loader, FailedRequest { url, status_or_reason }));
    }

    /// A new main document: what belonged to the old one is over.
    pub(super) fn committed(&mut self, loader: &str) {
        self.open.retain(|_, request| request.loader == loader);
        self.failed.retain(|(of, _)| of == loader);
    }

    pub(super) fn session_ended(&mut self, session: &str) {
        self.open.retain(|_, request| request.session != session);
    }

    pub(super) fn clear(&mut self) {
        self.open.clear();
    }

    pub(in crate::browser) fn in_flight(&self) -> usize {
        self.open.len()
    }

    /// Requests other than reads (POST and the like) so far.
    pub(in crate::browser) fn sends(&self) -> u64 {
        self.sends
    }

    /// What scripts asked for after the first `mark` requests of theirs, and how many there are now.
    pub(in crate::browser) fn asked_since(&self, mark: u64) -> (Vec<String>, u64) {
        let since = self.asked.iter().filter(|(serial, _)| *serial > mark);
        (since.map(|(_, what)| what.clone()).collect(), self.asks)
    }

    /// Whether a document was asked for that would replace the one of a loader in the main frame.
    pub(in crate::browser) fn is_leaving(&self, main_frame: &str, loader: &str) -> bool {
        self.awaited(main_frame, loader).is_some()
    }

    /// The document that was asked for and would replace the one of a loader in the main frame.
    pub(in crate::browser) fn awaited(&self, main_frame: &str, loader: &str) -> Option<AwaitedPage> {
        let (id, request) = self.open.iter().find(|(id, request)| {
            request.frame == main_frame && **id == request.loader && request.loader != loader
        })?;
        Some(request.awaited(id))
    }

    /// The method by which a document was sent for that would be sent again if it were loaded again; of an error page,
    /// which has a loader of its own, the newest document with its address.
    pub(in crate::browser) fn sent_for(&self, loader: &str, url: &str) -> Option<String> {
        let newest = self.documents.iter().rev();
        let known = newest.clone().find(|(of, ..)| of == loader);
        let known =
            known.or_else(|| newest.clone().find(|(.., of)| of.split('#').next() == url.split('#').next()));
        known.map(|(_, method, _)| method.clone()).filter(|method| !is_reading(method))
    }

    /// What was sent since then, by scripts or into frames, and has no answer yet.
    pub(in crate::browser) fn unanswered_since(
        &self,
        since: Instant,
        main_frame: &str,
    ) -> Option<AwaitedPage> {
        let sent = self.open.iter().filter(|(id, request)| {
            request.since >= since
                && !is_reading(&request.method)
                && !(request.frame == main_frame && **id == request.loader)
        });
        let (id, request) = sent.min_by_key(|(_, request)| request.since)?;
        Some(request.awaited(id))
    }

    pub(in crate::browser) fn failures(&self) -> Vec<FailedRequest> {
        self.failed.iter().map(|(_, failed)| failed.clone()).collect()
    }

    /// The HTTP status of a main document.
    pub(in crate::browser) fn status(&self, loader: &str) -> Option<u16> {
        self.statuses.iter().rev().find(|(of, _)| of == loader).map(|(_, status)| *status)
    }

    /// Failed main documents so far; a mark for [`Self::aborted_since`].
    pub(in crate::browser) fn errors(&self) -> u64 {
        self.errors
    }

    /// The network error of a document that failed after the mark and leaves the old page in place.
    pub(in crate::browser) fn aborted_since(&self, mark: u64) -> Option<String> {
        // Chrome puts an error page in place for every other network error.
        let newest = self.document_errors.iter().rev().find(|(serial, ..)| *serial > mark);
        newest.map(|(.., text)| text.clone()).filter(|text| text == "net::ERR_ABORTED")
    }

    /// The network error of a document.
    pub(in crate::browser) fn error_of(&self, loader: &str) -> Option<String> {
        self.document_errors.iter().rev().find(|(_, of, _)| of == loader).map(|(.., text)| text.clone())
    }
}

/// Whether a request only reads.
fn is_reading(method: &str) -> bool {
    matches!(method, "" | "GET" | "HEAD" | "OPTIONS")
}

/// The kinds of requests whose failure a page's user would notice.
fn is_watched(kind: &str) -> bool {
    matches!(kind, "Document" | "XHR" | "Fetch")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn sent(id: &str, loader: &str, kind: &str) -> WillBeSent {
        let sent = json!({"requestId": id, "loaderId": loader, "frameId": "main", "request": {"url": id}, "type": kind});
        serde_json::from_value(sent).unwrap()
    }

    fn failed(id: &str, kind: &str, canceled: bool) -> Failed {
        let failed = json!({"requestId": id, "type": kind, "errorText": "net::ERR_X", "canceled": canceled});
        serde_json::from_value(failed).unwrap()
    }

    #[test]
    fn a_commit_forgets_the_requests_of_the_old_document() {
        let mut traffic = Traffic::default();
        traffic.sent("page", sent("1", "old", "Fetch"), "main");
        traffic.sent("page", sent("2", "new", "Document"), "main");
        traffic.committed("new");
        assert_eq!(traffic.in_flight(), 1);
    }

    #[test]
    fn streams_are_not_in_flight() {
        let mut traffic = Traffic::default();
        traffic.sent("page", sent("1", "l", "EventSource"), "main");
        assert_eq!(traffic.in_flight(), 0);
    }

    #[test]
    fn only_failures_that_matter_are_remembered() {
        let mut traffic = Traffic::default();
        for (id, kind, canceled) in [("a", "Fetch", false), ("b", "Image", false), ("c", "XHR", true)] {
            traffic.sent("page", sent(id, "l", kind), "main");
            traffic.failed(failed(id, kind, canceled), "main");
        }
        let urls: Vec<String> = traffic.failures().into_iter().map(|failed| failed.url).collect();
        assert_eq!(urls, ["a"]);
    }

    #[test]
    fn a_document_error_is_told_from_an_older_one() {
        let mut traffic = Traffic::default();
        traffic.sent("page", sent("l1", "l1", "Document"), "main");
        let aborted = Failed { error_text: "net::ERR_ABORTED".to_owned(), ..failed("l1", "Document", true) };
        traffic.failed(aborted, "main");
        assert_eq!(traffic.aborted_since(traffic.errors()), None);
        assert_eq!(traffic.aborted_since(0), Some("net::ERR_ABORTED".to_owned()));
    }
}
