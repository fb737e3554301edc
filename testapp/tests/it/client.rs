//! A client that does no more than one HTTP/1.1 request.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;

/// Time within which any answer of ours must be complete.
const LIMIT: Duration = Duration::from_secs(30);

/// A complete answer.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Reply {
    /// The value of a header; empty when there is none.
    pub(crate) fn header(&self, name: &str) -> &str {
        let named = |line: &&str| line.split_once(':').is_some_and(|(key, _)| key.eq_ignore_ascii_case(name));
        let line = self.head.lines().find(named);
        line.and_then(|line| line.split_once(':')).map_or("", |(_, value)| value.trim())
    }
}

/// `GET`s `target` of `host` over http.
pub(crate) async fn get(address: SocketAddr, host: &str, target: &str) -> Reply {
    get_with(address, host, target, "").await
}

/// The same with further header lines, each ended by CRLF.
pub(crate) async fn get_with(address: SocketAddr, host: &str, target: &str, headers: &str) -> Reply {
    let stream = TcpStream::connect(address).await.expect("the server listens");
    let request = format!("GET {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}\r\n");
    exchange(stream, &request).await
}

/// `POST`s a form that is already encoded.
pub(crate) async fn post(address: SocketAddr, host: &str, target: &str, form: &str) -> Reply {
    let stream = TcpStream::connect(address).await.expect("the server listens");
    let request = format!(
        "POST {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {}\r\n\
         Content-Type: application/x-www-form-urlencoded\r\n\r\n{form}",
        form.len()
    );
    exchange(stream, &request).await
}

/// Sends one request and reads to the end of the connection.
pub(crate) async fn exchange(mut stream: impl AsyncRead + AsyncWrite + Unpin, request: &str) -> Reply {
    stream.write_all(request.as_bytes()).await.expect("the server reads");
    let mut bytes = Vec::new();
    let read = tokio::time::timeout(LIMIT, stream.read_to_end(&mut bytes)).await;
    read.expect("an answer in time").expect("a whole answer");
    let text = String::from_utf8_lossy(&bytes);
    let (head, body) = text.split_once("\r\n\r\n").expect("a head and a body");
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status line");
    Reply { status, head: head.to_owned(), body: body.to_owned() }
}
