//! From a request to its page: by host name, or below `/sites/<host>/` on this machine's own names.

use axum::Router;
use axum::http::StatusCode;
use axum::response::Response;

use crate::registry::{self, Answer};
use crate::requests::{Request, RequestLog};
use crate::visit::Visit;
use crate::{families, reply};

/// The service behind one of the two listeners.
pub(crate) fn service(scheme: &'static str, log: RequestLog) -> Router {
    Router::new().fallback(move |request: axum::extract::Request| {
        let log = log.clone();
        async move {
            let target = request.uri().path_and_query().map(ToString::to_string).unwrap_or_default();
            let visit = Visit::read(scheme, request).await;
            if visit.path != "/favicon.ico" {
                let (method, host) = (visit.method.to_string(), visit.host.clone());
                log.push(Request { scheme, method, host, target });
            }
            answer(visit).await
        }
    })
}

async fn answer(visit: Visit) -> Response {
    let visit = within_site(visit);
    if visit.path == "/favicon.ico" {
        return reply::with_status(StatusCode::NO_CONTENT, reply::typed("image/x-icon", ""));
    }
    if let Some(asset) = families::asset(&visit.path) {
        return asset;
    }
    match registry::find(&visit.host, &visit.path) {
        Some(Answer::File(text)) => reply::page(&visit, text, &[]),
        Some(Answer::Now(page)) => page(&visit),
        Some(Answer::Later(page)) => page(visit).await,
        None if is_known(&visit.host) => reply::not_found(),
        None => reply::with_status(
            StatusCode::MISDIRECTED_REQUEST,
            reply::html(format!("<!doctype html><title>No such site</title><p>No site is called {}.", {
                crate::template::escape(&visit.host)
            })),
        ),
    }
}

fn is_known(host: &str) -> bool {
    registry::is_local(host) || registry::sites().iter().any(|site| site.host == host)
}

/// Reads `/sites/<host>/<path>` on a local name as `<path>` on that host.
fn within_site(mut visit: Visit) -> Visit {
    if !registry::is_local(&visit.host) {
        return visit;
    }
    let Some(rest) = visit.path.strip_prefix("/sites/") else { return visit };
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let (host, path) = (host.to_owned(), format!("/{path}"));
    visit.base = format!("/sites/{host}");
    visit.host = host;
    visit.path = path;
    visit
}
