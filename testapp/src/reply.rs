//! Answers that pages give.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::template::{Value, fill};
use crate::visit::Visit;

/// An HTML page; `{{base}}` and `{{port}}` are filled in besides `values`.
pub(crate) fn page(visit: &Visit, template: &str, values: &[Value<'_>]) -> Response {
    let mut all = vec![("base", visit.base.as_str()), ("port", visit.port_suffix())];
    all.extend_from_slice(values);
    html(fill(template, &all))
}

/// HTML that is ready.
pub(crate) fn html(text: String) -> Response {
    typed("text/html; charset=utf-8", text)
}

/// A body of the given media type, never cached: a test's second look must reach the server.
pub(crate) fn typed(media_type: &'static str, body: impl Into<Body>) -> Response {
    let headers = [(header::CONTENT_TYPE, media_type), (header::CACHE_CONTROL, "no-store")];
    (headers, body.into()).into_response()
}

/// The same answer with another status.
pub(crate) fn with_status(status: StatusCode, mut response: Response) -> Response {
    *response.status_mut() = status;
    response
}

/// The same answer with a cookie for this site alone.
pub(crate) fn with_cookie(visit: &Visit, name: &str, value: &str, mut response: Response) -> Response {
    let max_age = if value.is_empty() { "; Max-Age=0" } else { "" };
    let cookie = format!("{name}={value}; Path={}/{max_age}", visit.base);
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

/// A redirect to `target`, which is a path within the site or a whole URL.
pub(crate) fn redirect(visit: &Visit, target: &str) -> Response {
    let base = if target.starts_with('/') { visit.base.as_str() } else { "" };
    (StatusCode::FOUND, [(header::LOCATION, format!("{base}{target}"))]).into_response()
}

/// A bare 404.
pub(crate) fn not_found() -> Response {
    with_status(StatusCode::NOT_FOUND, html("<!doctype html><title>404</title><h1>404 Not Found</h1>".into()))
}
