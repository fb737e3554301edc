//! A web site of a few pages on a free port of this machine, for one test.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

/// What a path answers with.
#[derive(Clone)]
pub(crate) struct Page {
    status: u16,
    headers: String,
    body: Vec<u8>,
    gate: Option<Arc<Semaphore>>,
    is_cut: bool,
}

impl Page {
    /// An HTML document.
    pub(crate) fn html(body: &str) -> Self {
        Self {
            status: 200,
            headers: "Content-Type: text/html; charset=utf-8\r\n".to_owned(),
            body: body.into(),
            gate: None,
            is_cut: false,
        }
    }

    /// A file to be saved.
    pub(crate) fn file(name: &str, body: &str) -> Self {
        let headers = format!(
            "Content-Type: application/octet-stream\r\nContent-Disposition: attachment; filename=\"{name}\"\r\n"
        );
        Self { headers, ..Self::html(body) }
    }

    /// The same with another status.
    pub(crate) fn status(self, status: u16) -> Self {
        Self { status, ..self }
    }

    /// The same with one more header.
    pub(crate) fn header(self, line: &str) -> Self {
        Self { headers: format!("{}{line}\r\n", self.headers), ..self }
    }

    /// The same, promised twice as long as it is: the connection ends in the middle.
    pub(crate) fn cut(self) -> Self {
        Self { is_cut: true, ..self }
    }

    /// The same, answered only once the gate is opened.
    pub(crate) fn behind(self, gate: &Gate) -> Self {
        Self { gate: Some(Arc::clone(&gate.0)), ..self }
    }
}

/// Holds answers back until it is opened.
pub(crate) struct Gate(Arc<Semaphore>);

impl Gate {
    pub(crate) fn closed() -> Self {
        Self(Arc::new(Semaphore::new(0)))
    }

    pub(crate) fn open(&self) {
        self.0.add_permits(1_000);
    }
}

/// A running site. It ends with the test's runtime.
pub(crate) struct Site {
    port: u16,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Site {
    /// Serves the pages; anything else is 404.
    pub(crate) async fn serve<'a>(pages: impl IntoIterator<Item = (&'a str, Page)>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let pages: HashMap<String, Page> = pages
            .into_iter()
            .map(|(path, page)| {
                // Pages link to each other across sites by the port they cannot know.
                let body = match String::from_utf8(page.body) {
                    Ok(text) => text.replace("{port}", &port.to_string()).into_bytes(),
                    Err(other) => other.into_bytes(),
                };
                (path.to_owned(), Page { body, ..page })
            })
            .collect();
        let pages = Arc::new(pages);
        let requests = Arc::<Mutex<Vec<String>>>::default();
        let seen = Arc::clone(&requests);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(answer(stream, Arc::clone(&pages), Arc::clone(&seen)));
            }
        });
        Self { port, requests }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// The paths that were asked for, in order.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }

    /// Whether a path has been asked for.
    pub(crate) fn was_asked(&self, path: &str) -> bool {
        self.requests.lock().unwrap().iter().any(|seen| seen == path)
    }
}

async fn answer(mut stream: TcpStream, pages: Arc<HashMap<String, Page>>, seen: Arc<Mutex<Vec<String>>>) {
    let mut head = Vec::new();
    while !head.windows(4).any(|window| window == b"\r\n\r\n") {
        if stream.read_buf(&mut head).await.unwrap_or(0) == 0 {
            return;
        }
    }
    let head = String::from_utf8_lossy(&head);
    let target = head.split_whitespace().nth(1).unwrap_or("/");
    let path = target.split('?').next().unwrap_or_default().to_owned();
    seen.lock().unwrap().push(path.clone());
    let page =
        pages.get(&path).cloned().unwrap_or_else(|| Page::html("<title>Nothing here</title>").status(404));
    if let Some(gate) = &page.gate {
        gate.acquire().await.unwrap().forget();
    }
    let Page { status, headers, body, is_cut, .. } = page;
    let length = if is_cut { body.len() * 2 } else { body.len() };
    let head =
        format!("HTTP/1.1 {status} X\r\n{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n");
    // A browser that has gone away is none of the site's business.
    let _ = stream.write_all(&[head.as_bytes(), &body].concat()).await;
    let _ = stream.shutdown().await;
}
