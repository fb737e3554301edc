//! What was asked of the server, for tests that assert on it.

use std::sync::{Arc, Mutex, PoisonError};

/// One request as it arrived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// `http` or `https`.
    pub scheme: &'static str,
    /// `GET`, `POST` …
    pub method: String,
    /// The `Host` header, without its port.
    pub host: String,
    /// Path with query, as the client spelt it.
    pub target: String,
}

/// Requests in order of arrival. Clones share them.
#[derive(Debug, Clone, Default)]
pub(crate) struct RequestLog(Arc<Mutex<Vec<Request>>>);

impl RequestLog {
    pub(crate) fn push(&self, request: Request) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(request);
    }

    pub(crate) fn all(&self) -> Vec<Request> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}
