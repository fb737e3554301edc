//! What of everything seen counts.

use crate::browser::{Seen, SeenRequest, SeenWhat};

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

    /// Whether everything counts.
    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    pub(super) fn fits(&self, seen: &Seen) -> bool {
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

pub(super) fn is_failed(request: &SeenRequest) -> bool {
    request.failure.is_some() || request.status.is_some_and(|status| status >= 400)
}

/// Whether something went wrong.
pub(super) fn is_error(what: &SeenWhat) -> bool {
    Word::Error.fits(what)
}
