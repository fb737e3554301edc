//! Requests, console lines and errors of our tabs, kept while somebody watches.

use std::collections::VecDeque;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use serde_json::Value;

use super::{State, decode};
use crate::browser::ids::TabId;
use crate::browser::monitor::{Seen, SeenRequest, SeenWhat, Watched};
use crate::browser::wire::RawEvent;

mod events;

use events::{Logged, OfRequest, Place, Said, Sent, Thrown};

/// How many requests and how many lines are kept.
const KEPT: usize = 500;
/// Longest text of a console line that is kept, in characters.
const LINE: usize = 500;
/// Longest URL that is kept, in characters.
const URL: usize = 2_000;

/// What was seen since watching began.
#[derive(Debug)]
pub(super) struct Monitor {
    since: Instant,
    /// The same moment as Chrome's clock tells it, in milliseconds since 1970.
    since_ms: f64,
    last: u64,
    forgotten: u64,
    requests: VecDeque<Entry>,
    lines: VecDeque<Entry>,
}

#[derive(Debug)]
struct Entry {
    began: u64,
    seen: Seen,
    /// Whether somebody was told of it as it is.
    told: bool,
    /// Whether somebody waited for it as it is.
    awaited: bool,
    /// Chrome's id of a request that has not ended.
    request: Option<String>,
    /// When it began, in seconds of Chrome's monotonic clock.
    at: f64,
}

impl State {
    /// Begins to watch; hands out the sessions whose logs are wanted from now on.
    pub(in crate::browser) fn watch(&mut self) -> Vec<String> {
        self.monitor = Some(Monitor::new());
        self.sessions.keys().cloned().collect()
    }

    /// Whether somebody watches.
    pub(super) fn is_watching(&self) -> bool {
        self.monitor.is_some()
    }

    pub(in crate::browser) fn watched(&self) -> Option<Watched> {
        self.monitor.as_ref().map(Monitor::watched)
    }

    /// What nobody waited for yet, in the order in which it became known; or only what was not told at all.
    pub(in crate::browser) fn news(&self, is_untold: bool) -> Option<Vec<Seen>> {
        let monitor = self.monitor.as_ref()?;
        let entries = monitor.requests.iter().chain(&monitor.lines);
        let is_news = |entry: &&Entry| !(entry.awaited || (is_untold && entry.told));
        let mut seen: Vec<Seen> = entries.filter(is_news).map(|entry| entry.seen.clone()).collect();
        seen.sort_by_key(|seen| seen.serial);
        Some(seen)
    }

    /// Notes that these were told, by serial.
    pub(in crate::browser) fn mark_told(&mut self, serials: &[u64]) {
        let Some(monitor) = &mut self.monitor else { return };
        for entry in monitor.requests.iter_mut().chain(&mut monitor.lines) {
            entry.told |= serials.contains(&entry.seen.serial);
        }
    }

    /// Notes that somebody waited for this, by serial.
    pub(in crate::browser) fn mark_awaited(&mut self, serial: u64) {
        let Some(monitor) = &mut self.monitor else { return };
        for entry in monitor.requests.iter_mut().chain(&mut monitor.lines) {
            entry.awaited |= entry.seen.serial == serial;
        }
    }

    /// Ends watching; hands out what was seen and the sessions whose logs are not wanted any more.
    pub(in crate::browser) fn unwatch(&mut self) -> (Option<Watched>, Vec<String>) {
        let watched = self.monitor.take().map(|monitor| monitor.watched());
        (watched, self.sessions.keys().cloned().collect())
    }

    /// Keeps what an event tells.
    pub(super) fn apply_watched(&mut self, session: Option<&str>, event: &RawEvent) {
        let Some(monitor) = &mut self.monitor else { return };
        let Some(tab) = session.and_then(|session| self.sessions.get(session)).map(|session| session.tab)
        else {
            return;
        };
        match event.method.as_ref() {
            "Network.requestWillBeSent" => {
                if let Some(sent) = decode(event) {
                    monitor.sent(tab, sent);
                }
            }
            "Network.webSocketCreated" => {
                if let Some(OfRequest { request_id, url: Some(url), timestamp, .. }) = decode(event) {
                    monitor.begin(tab, request_id, ("GET", "WebSocket", &url), timestamp);
                }
            }
            "Network.responseReceived"
            | "Network.loadingFinished"
            | "Network.loadingFailed"
            | "Network.webSocketHandshakeResponseReceived"
            | "Network.webSocketFrameError"
            | "Network.webSocketClosed" => {
                if let Some(of) = decode(event) {
                    monitor.change(event.method.as_ref(), of);
                }
            }
            "Runtime.consoleAPICalled" => {
                if let Some(said) = decode(event) {
                    monitor.said(tab, said);
                }
            }
            "Runtime.exceptionThrown" => {
                if let Some(thrown) = decode(event) {
                    monitor.threw(tab, thrown);
                }
            }
            "Log.entryAdded" => {
                if let Some(logged) = decode(event) {
                    monitor.logged(tab, logged);
                }
            }
            _ => {}
        }
    }
}

impl Monitor {
    fn new() -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self {
            since: Instant::now(),
            since_ms: now.as_secs_f64() * 1_000.0,
            last: 0,
            forgotten: 0,
            requests: VecDeque::new(),
            lines: VecDeque::new(),
        }
    }

    fn watched(&self) -> Watched {
        let mut entries: Vec<&Entry> = self.requests.iter().chain(&self.lines).collect();
        entries.sort_by_key(|entry| entry.began);
        Watched {
            since: self.since,
            seen: entries.into_iter().map(|entry| entry.seen.clone()).collect(),
            forgotten: self.forgotten,
        }
    }

    fn next(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    fn begin(&mut self, tab: TabId, id: String, (method, kind, url): (&str, &str, &str), at: f64) {
        let began = self.next();
        if self.requests.len() == KEPT {
            self.requests.pop_front();
            self.forgotten += 1;
        }
        let what = SeenWhat::Request(SeenRequest {
            method: method.to_owned(),
            kind: kind.to_owned(),
            url: url.chars().take(URL).collect(),
            status: None,
            failure: None,
            ms: None,
            bytes: None,
        });
        let seen = Seen { serial: began, is_answered: false, tab, what };
        self.requests.push_back(Entry { began, seen, told: false, awaited: false, request: Some(id), at });
    }

    fn sent(&mut self, tab: TabId, sent: Sent) {
        if let Some(answer) = sent.redirect_response {
            // The same id goes on with the address that it was sent to.
            let hop = OfRequest {
                request_id: sent.request_id.clone(),
                timestamp: sent.timestamp,
                response: Some(answer),
                kind: String::new(),
                encoded_data_length: None,
                error_text: None,
                error_message: None,
                blocked_reason: None,
                url: None,
            };
            self.change("", hop);
        }
        let asked = (sent.request.method.as_str(), sent.kind.as_str(), sent.request.url.as_str());
        self.begin(tab, sent.request_id, asked, sent.timestamp);
    }

    fn change(&mut self, method: &str, of: OfRequest) {
        let serial = self.last + 1;
        let running = |entry: &&mut Entry| entry.request.as_ref() == Some(&of.request_id);
        let Some(entry) = self.requests.iter_mut().rev().find(running) else { return };
        let SeenWhat::Request(request) = &mut entry.seen.what else { return };
        if !of.kind.is_empty() {
            request.kind = of.kind;
        }
        if let Some(answer) = of.response {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a status of three digits"
            )]
            let status = answer.status as u16;
            request.status = Some(status);
        }
        request.failure = of.error_text.or(of.error_message).or(of.blocked_reason).or(request.failure.take());
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "bytes and milliseconds as doubles"
        )]
        if !matches!(method, "Network.responseReceived" | "Network.webSocketHandshakeResponseReceived") {
            entry.request = None;
            request.ms = Some(((of.timestamp - entry.at).max(0.0) * 1_000.0).round() as u64);
            request.bytes = of.encoded_data_length.map(|bytes| bytes.max(0.0) as u64).or(request.bytes);
        }
        let is_answer = !entry.seen.is_answered || request.failure.is_some();
        entry.seen.is_answered = true;
        if is_answer {
            entry.seen.serial = serial;
            (entry.told, entry.awaited) = (false, false);
            self.last = serial;
        }
    }

    fn line(&mut self, tab: TabId, what: SeenWhat) {
        let began = self.next();
        if self.lines.len() == KEPT {
            self.lines.pop_front();
            self.forgotten += 1;
        }
        let seen = Seen { serial: began, is_answered: true, tab, what };
        self.lines.push_back(Entry { began, seen, told: false, awaited: false, request: None, at: 0.0 });
    }

    fn said(&mut self, tab: TabId, said: Said) {
        let words: Vec<String> = said.args.iter().take(20).map(spoken).collect();
        let text = words.join(" ").chars().take(LINE).collect();
        let place = said.stack_trace.and_then(|stack| place(stack.call_frames.first()?));
        let level = match said.level.as_str() {
            "assert" => "error".to_owned(),
            "error" | "warning" | "info" | "debug" => said.level,
            _ => "log".to_owned(),
        };
        self.line(tab, SeenWhat::Console { level, text, place });
    }

    fn threw(&mut self, tab: TabId, thrown: Thrown) {
        let details = thrown.exception_details;
        let said = details.exception.as_ref().map(spoken).filter(|said| !said.is_empty());
        // The first line of a stack is the message.
        let said = said.map(|said| said.lines().next().unwrap_or_default().to_owned());
        let text = said.unwrap_or(details.text).chars().take(LINE).collect();
        let at = Place { url: details.url, line_number: details.line_number };
        let place =
            place(&at).or_else(|| details.stack_trace.and_then(|stack| place(stack.call_frames.first()?)));
        self.line(tab, SeenWhat::PageError { text, place });
    }

    fn logged(&mut self, tab: TabId, Logged { entry }: Logged) {
        // Failed requests are told as requests; what was logged before watching began is told again by Chrome.
        if entry.source == "network" || entry.timestamp < self.since_ms - 1.0 {
            return;
        }
        let place = place(&Place { url: entry.url, line_number: entry.line_number });
        let level = if entry.level == "verbose" { "debug".to_owned() } else { entry.level };
        let text = entry.text.chars().take(LINE).collect();
        self.line(tab, SeenWhat::Console { level, text, place });
    }
}

/// A value as the console shows it, more or less.
fn spoken(value: &Value) -> String {
    match (&value["value"], &value["unserializableValue"], &value["description"]) {
        (Value::String(text), ..) => text.clone(),
        (Value::Null, Value::String(text), _) | (Value::Null, _, Value::String(text)) => text.clone(),
        (Value::Null, ..) => value["subtype"].as_str().or(value["type"].as_str()).unwrap_or("").to_owned(),
        (other, ..) => other.to_string(),
    }
}

/// `app.js:12`, with the script's address.
fn place(at: &Place) -> Option<String> {
    (!at.url.is_empty())
        .then(|| format!("{}:{}", at.url.chars().take(URL).collect::<String>(), at.line_number + 1))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const TAB: TabId = TabId(1);

    fn sent(id: &str, url: &str, redirected: Option<u16>) -> Sent {
        let mut sent = json!({
            "requestId": id, "request": {"url": url, "method": "POST"}, "timestamp": 10.0, "type": "Fetch",
        });
        if let Some(status) = redirected {
            sent["redirectResponse"] = json!({"status": status});
        }
        serde_json::from_value(sent).unwrap()
    }

    fn of(value: Value) -> OfRequest {
        serde_json::from_value(value).unwrap()
    }

    fn requests(monitor: &Monitor) -> Vec<SeenRequest> {
        let seen = monitor.watched().seen;
        seen.into_iter()
            .filter_map(|seen| match seen.what {
                SeenWhat::Request(request) => Some(request),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn a_request_is_told_with_status_time_and_size() {
        let mut monitor = Monitor::new();
        monitor.sent(TAB, sent("1", "https://x.example/api", None));
        assert!(!monitor.watched().seen[0].is_answered);
        monitor.change(
            "Network.responseReceived",
            of(json!({"requestId": "1", "timestamp": 10.1, "response": {"status": 201}})),
        );
        let finished = json!({"requestId": "1", "timestamp": 10.25, "encodedDataLength": 512.0});
        monitor.change("Network.loadingFinished", of(finished));
        let [request] = requests(&monitor).try_into().unwrap();
        assert_eq!((request.method.as_str(), request.status), ("POST", Some(201)));
        assert_eq!((request.ms, request.bytes), (Some(250), Some(512)));
    }

    #[test]
    fn each_hop_of_a_redirect_is_told() {
        let mut monitor = Monitor::new();
        monitor.sent(TAB, sent("1", "https://x.example/a", None));
        monitor.sent(TAB, sent("1", "https://x.example/b", Some(302)));
        let failed = json!({"requestId": "1", "timestamp": 11.0, "errorText": "net::ERR_FAILED"});
        monitor.change("Network.loadingFailed", of(failed));
        let told: Vec<_> = requests(&monitor).into_iter().map(|one| (one.status, one.failure)).collect();
        assert_eq!(told, [(Some(302), None), (None, Some("net::ERR_FAILED".to_owned()))]);
    }

    #[test]
    fn memory_is_bounded_and_what_is_forgotten_is_counted() {
        let mut monitor = Monitor::new();
        for number in 0..KEPT + 20 {
            monitor.sent(TAB, sent(&number.to_string(), "https://x.example/", None));
        }
        assert_eq!((monitor.watched().seen.len(), monitor.watched().forgotten), (KEPT, 20));
    }

    #[test]
    fn console_values_read_as_on_the_console() {
        for (value, expected) in [
            (json!({"type": "string", "value": "a"}), "a"),
            (json!({"type": "number", "value": 3}), "3"),
            (json!({"type": "number", "unserializableValue": "NaN", "description": "NaN"}), "NaN"),
            (json!({"type": "object", "description": "Array(2)"}), "Array(2)"),
            (json!({"type": "object", "subtype": "null", "value": null}), "null"),
            (json!({"type": "undefined"}), "undefined"),
        ] {
            assert_eq!(spoken(&value), expected);
        }
    }
}
