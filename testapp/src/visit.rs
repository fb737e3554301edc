//! A request as the pages see it: decoded, and told where the site's root is.

use std::borrow::Cow;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Method, header};

const LARGEST_BODY: usize = 8 * 1024 * 1024;

/// Everything a page may answer from.
#[derive(Debug, Clone)]
pub struct Visit {
    /// `GET`, `POST` …
    pub method: Method,
    /// `http` or `https`.
    pub scheme: &'static str,
    /// The site's host name, without port.
    pub host: String,
    /// The `Host` header as sent, with port where there is one.
    pub authority: String,
    /// Path within the site, percent-decoded.
    pub path: String,
    /// What stands before `path` in the browser's address: empty, or `/sites/<host>`.
    pub base: String,
    /// Decoded query pairs in order.
    pub query: Vec<(String, String)>,
    headers: HeaderMap,
    body: Bytes,
}

impl Visit {
    /// Reads a request to its end.
    pub(crate) async fn read(scheme: &'static str, request: axum::extract::Request) -> Self {
        let (parts, body) = request.into_parts();
        let authority = parts
            .headers
            .get(header::HOST)
            .and_then(|host| host.to_str().ok())
            .or_else(|| parts.uri.host())
            .unwrap_or_default()
            .to_ascii_lowercase();
        let host = authority.rsplit_once(':').map_or(authority.as_str(), |(host, _)| host).to_owned();
        Self {
            method: parts.method,
            scheme,
            host,
            authority,
            path: decode(parts.uri.path()),
            base: String::new(),
            query: pairs(parts.uri.query().unwrap_or_default().as_bytes()),
            headers: parts.headers,
            body: axum::body::to_bytes(Body::new(body), LARGEST_BODY).await.unwrap_or_default(),
        }
    }

    /// The first query value named `name`; empty when there is none.
    pub fn param(&self, name: &str) -> &str {
        first(&self.query, name).unwrap_or_default()
    }

    /// The first query value named `name` as a number.
    pub fn number(&self, name: &str, default: u64) -> u64 {
        self.param(name).parse().unwrap_or(default)
    }

    /// The fields of a form sent by POST; those of a file upload are its parts.
    pub fn form(&self) -> Vec<(String, String)> {
        let kind = self.header("content-type");
        match kind.split_once("boundary=") {
            Some((_, boundary)) => multipart(&self.body, boundary),
            None => pairs(&self.body),
        }
    }

    /// A request header; empty when there is none.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// Whether the browser sent the cookie `name`.
    pub fn has_cookie(&self, name: &str) -> bool {
        self.header("cookie").split(';').any(|cookie| {
            cookie.trim().split_once('=').is_some_and(|(key, value)| key == name && !value.is_empty())
        })
    }

    /// The port the browser used, with its colon; empty for the usual one.
    pub fn port_suffix(&self) -> &str {
        self.authority.rfind(':').map_or("", |colon| &self.authority[colon..])
    }
}

fn first<'a>(pairs: &'a [(String, String)], name: &str) -> Option<&'a str> {
    pairs.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
}

fn pairs(encoded: &[u8]) -> Vec<(String, String)> {
    url::form_urlencoded::parse(encoded)
        .map(|(key, value)| (Cow::into_owned(key), Cow::into_owned(value)))
        .collect()
}

/// Percent-decodes a path. Unlike in a query, a plus sign stays one.
fn decode(path: &str) -> String {
    let literal_plus = path.replace('+', "%2B");
    let as_value = [b"=", literal_plus.replace('&', "%26").as_bytes()].concat();
    url::form_urlencoded::parse(&as_value).next().map(|(_, value)| value.into_owned()).unwrap_or_default()
}

/// Fields of a multipart form: plain ones with their value, files as `name (n bytes)`.
fn multipart(body: &[u8], boundary: &str) -> Vec<(String, String)> {
    let text = String::from_utf8_lossy(body);
    let delimiter = format!("--{}", boundary.trim_matches('"'));
    text.split(delimiter.as_str())
        .filter_map(|part| part.split_once("\r\n\r\n"))
        .filter_map(|(head, content)| {
            let content = content.strip_suffix("\r\n").unwrap_or(content);
            let name = attribute(head, "name")?;
            let value = match attribute(head, "filename") {
                Some(file) => format!("{file} ({} bytes)", content.len()),
                None => content.to_owned(),
            };
            Some((name, value))
        })
        .collect()
}

fn attribute(head: &str, name: &str) -> Option<String> {
    let start = head.find(&format!("; {name}=\""))? + name.len() + 4;
    let rest = &head[start..];
    Some(rest[..rest.find('"')?].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_percent_decoded_and_keeps_its_plus_signs() {
        assert_eq!(decode("/wiki/K%C4%B1rm%C4%B1z%C4%B1_a+b&c=d"), "/wiki/Kırmızı_a+b&c=d");
    }

    #[test]
    fn an_upload_names_its_file_and_size() {
        let body = b"--x\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nhi\r\n--x\r\n\
            Content-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\nabc\r\n--x--\r\n";
        let fields = multipart(body, "x");
        assert_eq!(fields[0], ("note".to_owned(), "hi".to_owned()));
        assert_eq!(fields[1], ("file".to_owned(), "a.txt (3 bytes)".to_owned()));
    }
}
