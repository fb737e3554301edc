//! Answers of a server that are no page, or more of one than there is room for.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use futures_util::stream;

use crate::registry::{Answer, Family, Page};
use crate::reply;
use crate::visit::Visit;

/// The family.
pub(crate) const FAMILY: Family = Family {
    name: "Answers that are no page",
    pages: &[
        Page {
            hosts: &[],
            path: "/chaos/auth",
            title: "Asks for a password",
            tests: "status 401 with a request for HTTP authentication",
            success: "the answer says that a password is asked for; leaving works",
            answer: Answer::Now(auth),
        },
        Page {
            hosts: &[],
            path: "/chaos/gzip-bomb",
            title: "A bomb of zeros",
            tests: "a gigabyte of zeros in seven compressed megabytes",
            success: "an answer in time; leaving works",
            answer: Answer::Now(gzip_bomb),
        },
        Page {
            hosts: &[],
            path: "/chaos/cookies",
            title: "Too many cookies",
            tests: "50 cookies of 4,000 characters",
            success: "the title “Cookies”; leaving works",
            answer: Answer::Now(cookies),
        },
        Page {
            hosts: &[],
            path: "/chaos/invalid-utf8",
            title: "Broken characters",
            tests: "bytes that are no UTF-8 in title, text and names",
            success: "“pressed” after the click",
            answer: Answer::Now(invalid_utf8),
        },
        Page {
            hosts: &[],
            path: "/chaos/document?kind=xml",
            title: "Documents of other kinds",
            tests: "?kind= xml, json, text, svg, png, pdf, empty, none (no type)",
            success: "an answer that says what there is",
            answer: Answer::Now(document),
        },
        Page::part(&[], "/chaos/video", Answer::Now(video)),
        Page::part(&[], "/chaos/drip", Answer::Now(drip)),
    ],
};

fn auth(_: &Visit) -> Response {
    let mut response = reply::with_status(
        StatusCode::UNAUTHORIZED,
        reply::html("<!doctype html><title>401</title><h1>Password needed</h1>".to_owned()),
    );
    let asks = HeaderValue::from_static("Basic realm=\"The vault\"");
    response.headers_mut().insert(header::WWW_AUTHENTICATE, asks);
    response
}

/// Zeros in the deflate format (RFC 1951): one literal, then copies of 258 bytes from one byte back, each in 13 bits.
/// Eight copies fill 13 bytes, so a repeated block of bytes is all it takes.
fn gzip_bomb(_: &Visit) -> Response {
    const HEAD: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3];
    const COPIES: usize = 4_160_000;
    let mut bits = Bits::default();
    // The last block, with fixed codes; the literal 0.
    bits.push(0b1, 1);
    bits.push(0b01, 2);
    bits.push(0b0000_1100, 8);
    for _ in 0..COPIES {
        // Length 258 (code 285 is 11000101), distance 1 (code 0 is 00000), from the highest bit down.
        bits.push(0b1010_0011, 8);
        bits.push(0, 5);
    }
    bits.push(0, 7);
    let body = [HEAD.as_slice(), &bits.done()].concat();
    let mut response = reply::typed("text/html; charset=utf-8", body);
    response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    response
}

/// Bits in the order of deflate: the lowest of each byte first.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    waiting: u32,
    count: u32,
}

impl Bits {
    fn push(&mut self, bits: u32, count: u32) {
        self.waiting |= bits << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.waiting.to_le_bytes()[0]);
            self.waiting >>= 8;
            self.count -= 8;
        }
    }

    fn done(mut self) -> Vec<u8> {
        self.push(0, 7);
        self.bytes
    }
}

fn cookies(_: &Visit) -> Response {
    let mut response = reply::html("<!doctype html><title>Cookies</title><h1>Cookies</h1>".to_owned());
    let value = "c".repeat(4_000);
    for number in 0..50 {
        // Only for this page: the server reads no request whose head is that large.
        let cookie = format!("much{number}={value}; Path=/chaos/cookies/none; Max-Age=60");
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
    }
    response
}

fn invalid_utf8(_: &Visit) -> Response {
    let body = [
        b"<!doctype html><title>Broken \xff\xfe\xc3</title><h1>\xed\xa0\x80 \xf8\x88</h1>".as_slice(),
        b"<button type=button onclick=\"this.textContent='pressed'\">Press \xc3\x28</button>",
    ]
    .concat();
    reply::typed("text/html; charset=utf-8", body)
}

fn document(visit: &Visit) -> Response {
    match visit.param("kind") {
        "json" => reply::typed("application/json", "{\"answer\": [1, 2, {\"three\": \"four\"}]}"),
        "text" => reply::typed("text/plain; charset=utf-8", "Plain words.\nIn two lines.\n"),
        "svg" => reply::typed(
            "image/svg+xml",
            "<svg xmlns='http://www.w3.org/2000/svg'><title>Drawn</title><text y='20'>Drawn words</text></svg>",
        ),
        "png" => reply::typed("image/png", PNG.to_vec()),
        "pdf" => reply::typed("application/pdf", include_str!("../../../pages/files/report.pdf")),
        "empty" => reply::typed("text/html; charset=utf-8", ""),
        "none" => {
            let mut response = reply::html("<title>Without a type</title><h1>Without a type</h1>".to_owned());
            response.headers_mut().remove(header::CONTENT_TYPE);
            response
        }
        _ => reply::typed(
            "application/xml",
            "<?xml version=\"1.0\"?><list><item name=\"one\">First</item><item>Second</item></list>",
        ),
    }
}

/// One transparent dot.
const PNG: [u8; 68] = [
    137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 31,
    21, 196, 137, 0, 0, 0, 11, 73, 68, 65, 84, 120, 218, 99, 96, 0, 2, 0, 0, 5, 0, 1, 233, 250, 220, 216, 0,
    0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130,
];

/// A video that never gets to its first picture.
fn video(_: &Visit) -> Response {
    endless("video/mp4", Bytes::from_static(&[0; 64]))
}

/// A byte of a page every 300 ms.
fn drip(_: &Visit) -> Response {
    endless("text/html; charset=utf-8", Bytes::from_static(b"<"))
}

fn endless(media_type: &'static str, part: Bytes) -> Response {
    let parts = stream::unfold(part, |part| async move {
        tokio::time::sleep(Duration::from_millis(300)).await;
        Some((Ok::<_, Infallible>(part.clone()), part))
    });
    reply::typed(media_type, Body::from_stream(parts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_fill_bytes_from_the_lowest() {
        let mut bits = Bits::default();
        bits.push(0b1, 1);
        bits.push(0b01, 2);
        bits.push(0b11111, 5);
        bits.push(0b10, 2);
        assert_eq!(bits.done(), [0b1111_1011, 0b10]);
    }
}
