//! What was seen, in words.

use std::fmt::Write as _;

use super::filter::{Filter, is_failed};
use crate::browser::{Seen, SeenWhat, Watched};
use crate::session::size;
use crate::snapshot::text::{counted, cut, one_line, quoted};
use crate::snapshot::view::shown_url;

/// Words in the names of query fields whose values are secret.
const SECRETS: [&str; 9] =
    ["pass", "pwd", "token", "secret", "auth", "session", "apikey", "api_key", "signature"];

/// `12 requests (1 failed), 3 console lines so far`.
pub(super) fn summary(watched: &Watched, when: &str) -> String {
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
        counted(requests, "request"),
        counted(lines, "console line"),
        counted(errors, "page error"),
        watched.since.elapsed().as_secs_f64()
    )
}

/// The newest of what fits, the newest last.
pub(super) fn listed(fitting: &[&Seen], limit: usize, filter: &Filter) -> String {
    if fitting.is_empty() {
        return if filter.is_empty() { "nothing was seen" } else { "nothing of it fits the filter" }
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
pub(super) fn line(seen: &Seen) -> String {
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
