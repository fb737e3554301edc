//! Watching requests, the console and errors: what counts, and in which words.

use std::fmt::Write as _;

use crate::browser::{Browser, BrowserError, Seen, SeenRequest, SeenWhat, Watched};
use crate::error::{ErrorCode, ToolError};
use crate::progress::Interrupted;
use crate::snapshot::text::{cut, one_line, quoted};
use crate::snapshot::view::shown_url;

use super::{Answer, Call, size};

/// Words in the names of query fields whose values are secret.
const SECRETS: [&str; 9] =
    ["pass", "pwd", "token", "secret", "auth", "session", "apikey", "api_key", "signature"];

/// One word of a filter.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Word {
    Status(u16),
    /// The first digit of a status.
    Class(u16),
    Method(String),
    Kind(String),
    Console,
    Error,
    Failed,
    Part(String),
}

/// What counts: all words must fit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    words: Vec<Word>,
}

/// What is asked of the watch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Watching {
    /// Begin anew.
    Start,
    /// Tell what came so far.
    Check,
    /// Wait for something that was not told yet.
    Wait,
    /// Tell how much came, and end.
    Stop,
}

const METHODS: [&str; 7] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
const KINDS: [&str; 13] = [
    "document",
    "stylesheet",
    "image",
    "media",
    "font",
    "script",
    "xhr",
    "fetch",
    "websocket",
    "eventsource",
    "manifest",
    "ping",
    "preflight",
];

impl Filter {
    /// Reads words such as `POST /api 4xx`.
    pub fn read(text: &str) -> Self {
        Self { words: text.split_whitespace().map(Word::read).collect() }
    }

    fn fits(&self, seen: &Seen) -> bool {
        self.words.iter().all(|word| word.fits(&seen.what))
    }
}

impl Word {
    fn read(text: &str) -> Self {
        let plain = text.to_lowercase();
        let digits = plain.strip_suffix("xx").filter(|rest| rest.len() == 1);
        if let Some(class @ 1..=5) = digits.and_then(|digit| digit.parse().ok()) {
            return Self::Class(class);
        }
        if let Ok(status @ 100..=599) = plain.parse() {
            return Self::Status(status);
        }
        if METHODS.contains(&text) {
            return Self::Method(text.to_owned());
        }
        match plain.as_str() {
            "console" => Self::Console,
            "error" | "errors" => Self::Error,
            "failed" | "failure" | "failures" => Self::Failed,
            kind if KINDS.contains(&kind) => Self::Kind(plain),
            _ => Self::Part(plain),
        }
    }

    fn fits(&self, what: &SeenWhat) -> bool {
        match (self, what) {
            (Self::Status(status), SeenWhat::Request(request)) => request.status == Some(*status),
            (Self::Class(class), SeenWhat::Request(request)) => {
                request.status.is_some_and(|status| status / 100 == *class)
            }
            (Self::Method(method), SeenWhat::Request(request)) => request.method == *method,
            (Self::Kind(kind), SeenWhat::Request(request)) => {
                let is = request.kind.to_lowercase();
                // Both are what a script asks for.
                is == *kind
                    || (matches!(kind.as_str(), "xhr" | "fetch") && matches!(is.as_str(), "xhr" | "fetch"))
            }
            (Self::Failed, SeenWhat::Request(request)) => is_failed(request),
            (Self::Part(part), SeenWhat::Request(request)) => {
                request.url.to_lowercase().contains(part) || request.method.to_lowercase() == *part
            }
            (Self::Console, SeenWhat::Console { .. }) | (Self::Error, SeenWhat::PageError { .. }) => true,
            (Self::Error, SeenWhat::Console { level, .. }) => level == "error",
            (Self::Error, SeenWhat::Request(request)) => is_failed(request),
            (
                Self::Part(part),
                SeenWhat::Console { text, place, .. } | SeenWhat::PageError { text, place },
            ) => [Some(text), place.as_ref()]
                .into_iter()
                .flatten()
                .any(|said| said.to_lowercase().contains(part)),
            (Self::Console, SeenWhat::Request(_) | SeenWhat::PageError { .. })
            | (
                Self::Status(_) | Self::Class(_) | Self::Method(_) | Self::Kind(_) | Self::Failed,
                SeenWhat::Console { .. } | SeenWhat::PageError { .. },
            ) => false,
        }
    }
}

fn is_failed(request: &SeenRequest) -> bool {
    request.failure.is_some() || request.status.is_some_and(|status| status >= 400)
}

impl Call {
    /// Watches requests, console lines and errors of our tabs, or tells of them.
    pub async fn monitor(
        &mut self,
        watching: Watching,
        filter: &Filter,
        limit: usize,
    ) -> Result<Answer, ToolError> {
        let browser = match (self.session.browser(), watching) {
            (Some(browser), _) => browser,
            (None, Watching::Stop) => return Ok(Answer::receipt("Nothing was watched")),
            (None, _) => self.session.started(&self.progress).await?,
        };
        let mut answer = Answer::default();
        if browser.watched().is_none() && watching != Watching::Stop {
            browser.watch();
            if watching != Watching::Start {
                answer.note("nothing was watched so far; watching began with this call");
            }
        } else if watching == Watching::Start {
            browser.watch();
        }
        match watching {
            Watching::Start => {
                "Watching requests, console and errors; act, then ask with action=check or wait"
                    .clone_into(&mut answer.receipt);
            }
            Watching::Check => {
                let watched = browser.watched().ok_or_else(ended)?;
                let told: Vec<u64> = watched.seen.iter().map(|seen| seen.serial).collect();
                let fitting: Vec<&Seen> = watched.seen.iter().filter(|seen| filter.fits(seen)).collect();
                answer.receipt = summary(&watched, "so far");
                answer.body = listed(&fitting, limit, filter);
                browser.mark_told(&told);
            }
            Watching::Wait => self.wait_for_seen(&browser, filter, &mut answer).await?,
            Watching::Stop => match browser.unwatch() {
                Some(watched) => {
                    let fitting: Vec<&Seen> = watched.seen.iter().filter(|seen| filter.fits(seen)).collect();
                    answer.receipt = summary(&watched, "in all; watching ended");
                    let failed: Vec<&Seen> = fitting
                        .iter()
                        .copied()
                        .filter(|seen| !filter.words.is_empty() || Word::Error.fits(&seen.what))
                        .collect();
                    if !failed.is_empty() {
                        answer.body = listed(&failed, limit, filter);
                    }
                }
                None => "Nothing was watched".clone_into(&mut answer.receipt),
            },
        }
        Ok(answer)
    }

    async fn wait_for_seen(
        &self,
        browser: &Browser,
        filter: &Filter,
        answer: &mut Answer,
    ) -> Result<(), ToolError> {
        let start = std::time::Instant::now();
        let known = browser.watched().map(|watched| watched.seen).unwrap_or_default();
        match browser.until_seen(filter.words.is_empty(), |seen| filter.fits(seen), &self.progress).await {
            Ok(seen) => {
                browser.mark_told(&[seen.serial]);
                browser.mark_awaited(seen.serial);
                answer.receipt = if known.contains(&seen) {
                    "Seen before this call, since watching began:".to_owned()
                } else {
                    format!("Seen after {:.1} s:", start.elapsed().as_secs_f64())
                };
                answer.body = line(&seen);
                Ok(())
            }
            Err(BrowserError::Interrupted(Interrupted::TimedOut { .. })) => {
                let watched = browser.watched().ok_or_else(ended)?;
                let pending: Vec<&Seen> =
                    watched.seen.iter().filter(|seen| !seen.is_answered && filter.fits(seen)).collect();
                let newest: Vec<&Seen> = watched.seen.iter().rev().take(3).collect();
                let mut there = summary(&watched, "came meanwhile and before");
                for (head, some) in [("without an answer yet", &pending), ("newest", &newest)] {
                    if !some.is_empty() {
                        let lines: Vec<String> = some.iter().take(3).map(|seen| line(seen)).collect();
                        let _ = write!(there, "; {head}: {}", lines.join("; "));
                    }
                }
                Err(ToolError::new(
                    ErrorCode::TimedOut,
                    format!("nothing that fits was seen in {:.1} s; {there}", start.elapsed().as_secs_f64()),
                    "act first, then wait; use a shorter filter, or action=check to see everything",
                ))
            }
            Err(error) => Err(error.into()),
        }
    }
}

fn ended() -> ToolError {
    ToolError::new(
        ErrorCode::NotFound,
        "watching was ended by another call meanwhile",
        "call browser_monitor with action=start again",
    )
}

fn plural(count: usize, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

/// `12 requests (1 failed), 3 console lines so far`.
fn summary(watched: &Watched, when: &str) -> String {
    let mut counts = [0_usize; 5];
    for seen in &watched.seen {
        match &seen.what {
            SeenWhat::Request(request) => {
                counts[0] += 1;
                counts[1] += usize::from(is_failed(request));
                counts[2] += usize::from(!seen.is_answered);
            }
            SeenWhat::Console { .. } => counts[3] += 1,
            SeenWhat::PageError { .. } => counts[4] += 1,
        }
    }
    let [requests, failed, open, lines, errors] = counts;
    let mut details = Vec::new();
    if failed > 0 {
        details.push(format!("{failed} failed"));
    }
    if open > 0 {
        details.push(format!("{open} without an answer yet"));
    }
    let details = if details.is_empty() { String::new() } else { format!(" ({})", details.join(", ")) };
    let forgotten = match watched.forgotten {
        0 => String::new(),
        count => format!("; {count} older ones were forgotten"),
    };
    format!(
        "{}{details}, {}, {} {when}, in {:.1} s{forgotten}",
        plural(requests, "request"),
        plural(lines, "console line"),
        plural(errors, "page error"),
        watched.since.elapsed().as_secs_f64()
    )
}

/// The newest of what fits, the newest last.
fn listed(fitting: &[&Seen], limit: usize, filter: &Filter) -> String {
    if fitting.is_empty() {
        return if filter.words.is_empty() { "nothing was seen" } else { "nothing of it fits the filter" }
            .to_owned();
    }
    let from = fitting.len().saturating_sub(limit);
    let mut lines = Vec::new();
    if from > 0 {
        lines.push(format!("the newest {limit} of {}:", fitting.len()));
    }
    lines.extend(fitting[from..].iter().map(|seen| line(seen)));
    lines.join("\n")
}

/// One thing on one line.
fn line(seen: &Seen) -> String {
    let tab = seen.tab;
    match &seen.what {
        SeenWhat::Request(request) => {
            let status = match (&request.failure, request.status) {
                (Some(_), None) => "failed".to_owned(),
                (_, Some(status)) => status.to_string(),
                (None, None) => "…".to_owned(),
            };
            let mut ends = Vec::new();
            ends.extend(request.failure.as_ref().map(|why| cut(&one_line(why), 80)));
            ends.extend(request.ms.map(|ms| format!("{ms} ms")));
            ends.extend(request.bytes.filter(|bytes| *bytes > 0).map(size));
            if request.status.is_none() && request.failure.is_none() {
                ends.push("no answer yet".to_owned());
            } else if request.ms.is_none() {
                ends.push("open".to_owned());
            }
            format!(
                "{tab} {} {status} {} {} ({})",
                cut(&one_line(&request.method), 10),
                request.kind.to_lowercase(),
                shown_url(&without_secrets(&request.url)),
                ends.join(", ")
            )
        }
        SeenWhat::Console { level, text, place } => {
            format!("{tab} console {} {}{}", cut(&one_line(level), 10), said(text), at(place.as_deref()))
        }
        SeenWhat::PageError { text, place } => {
            format!("{tab} page error {}{}", said(text), at(place.as_deref()))
        }
    }
}

fn said(text: &str) -> String {
    quoted(&without_bearer(text), 200)
}

fn at(place: Option<&str>) -> String {
    place.map(|place| format!(" at {}", shown_url(place))).unwrap_or_default()
}

/// A URL whose query tells no secret.
fn without_secrets(url: &str) -> String {
    let (address, fragment) =
        url.split_once('#').map_or((url, None), |(address, part)| (address, Some(part)));
    let hidden = |fields: &str| {
        let fields: Vec<String> = fields
            .split('&')
            .map(|field| match field.split_once('=') {
                Some((name, _)) if is_secret(name) => format!("{name}=•••"),
                _ => field.to_owned(),
            })
            .collect();
        fields.join("&")
    };
    let mut shown = match address.split_once('?') {
        Some((path, query)) if !address.starts_with("data:") => format!("{path}?{}", hidden(query)),
        _ => address.to_owned(),
    };
    if let Some(fragment) = fragment {
        let _ = write!(shown, "#{}", hidden(fragment));
    }
    shown
}

fn is_secret(name: &str) -> bool {
    let plain = name.to_lowercase();
    SECRETS.iter().any(|word| plain.contains(word))
        || matches!(plain.as_str(), "key" | "sig" | "sid" | "code")
}

/// A line without the credentials that pages log by mistake.
fn without_bearer(text: &str) -> String {
    let mut hide = false;
    let words: Vec<&str> = text
        .split(' ')
        .map(|word| {
            let is_secret = std::mem::take(&mut hide);
            let plain = word.trim_matches(|letter: char| !letter.is_ascii_alphabetic());
            hide = plain.eq_ignore_ascii_case("bearer") || (is_secret && word.is_empty());
            if is_secret && !word.is_empty() { "•••" } else { word }
        })
        .collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::browser::TabId;

    fn request(method: &str, kind: &str, status: Option<u16>) -> Seen {
        Seen {
            serial: 1,
            is_answered: status.is_some(),
            tab: "t1".parse::<TabId>().expect("a tab's name"),
            what: SeenWhat::Request(SeenRequest {
                method: method.to_owned(),
                kind: kind.to_owned(),
                url: "https://x.example/api/cart?q=1&access_token=abc".to_owned(),
                status,
                failure: None,
                ms: status.map(|_| 12),
                bytes: Some(2_048),
            }),
        }
    }

    fn console(level: &str, text: &str) -> Seen {
        let what = SeenWhat::Console {
            level: level.to_owned(),
            text: text.to_owned(),
            place: Some("https://x.example/app.js:7".to_owned()),
        };
        Seen { what, ..request("GET", "Fetch", Some(200)) }
    }

    #[test]
    fn all_words_of_a_filter_must_fit() {
        let post = request("POST", "Fetch", Some(404));
        for (text, fits) in [
            ("", true),
            ("cart", true),
            ("POST", true),
            ("post", true),
            ("GET", false),
            ("4xx", true),
            ("404 /api", true),
            ("5xx", false),
            ("xhr", true),
            ("document", false),
            ("failed", true),
            ("error", true),
            ("console", false),
            ("POST cart 4xx xhr", true),
            ("POST basket", false),
        ] {
            assert_eq!(Filter::read(text).fits(&post), fits, "{text}");
        }
        let line = console("error", "Cart is empty");
        for (text, fits) in
            [("console", true), ("console cart", true), ("error", true), ("app.js", true), ("4xx", false)]
        {
            assert_eq!(Filter::read(text).fits(&line), fits, "{text}");
        }
    }

    #[test]
    fn a_request_reads_as_one_line_without_secrets() {
        assert_eq!(
            line(&request("POST", "Fetch", Some(201))),
            "t1 POST 201 fetch https://x.example/api/cart?q=1&access_token=••• (12 ms, 2.0 KB)"
        );
        assert!(line(&request("GET", "XHR", None)).ends_with("no answer yet)"));
        assert_eq!(
            line(&console("warning", "Authorization: Bearer abc.def now")),
            "t1 console warning \"Authorization: Bearer ••• now\" at https://x.example/app.js:7"
        );
    }

    #[test]
    fn the_newest_are_listed_last() {
        let all: Vec<Seen> = (100..130).map(|status| request("GET", "Fetch", Some(status))).collect();
        let text = listed(&all.iter().collect::<Vec<_>>(), 2, &Filter::default());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!((lines.len(), lines[0]), (3, "the newest 2 of 30:"));
        assert!(lines[2].contains(" 129 "), "{text}");
    }
}
