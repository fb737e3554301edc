//! Finding the WebSocket of a Chrome that already runs.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use url::{Host, Url};

use super::BrowserError;
use crate::progress::Progress;

/// An answer longer than this is not Chrome's.
const LONGEST_ANSWER: usize = 4 * 1024 * 1024;
/// How long Chrome may take for an answer it gives from memory.
const PATIENCE: Duration = Duration::from_secs(10);

/// Where a running Chrome can be reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Endpoint {
    /// A DevTools port on this machine.
    Port(u16),
    /// The root of a DevTools HTTP server, `http://host:port`.
    Http(Url),
    /// The browser's own WebSocket, `ws://host:port/devtools/browser/…`.
    Ws(Url),
    /// The file `DevToolsActivePort` in which Chrome names its port and its WebSocket, or the profile folder that
    /// holds it.
    File(PathBuf),
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Port(port) => write!(f, "port {port}"),
            Self::Http(url) | Self::Ws(url) => write!(f, "{url}"),
            Self::File(path) => write!(f, "{}", path.display()),
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Version {
    web_socket_debugger_url: String,
}

#[derive(Deserialize)]
struct Listed {
    id: String,
    #[serde(rename = "type")]
    kind: String,
    url: String,
}

impl Endpoint {
    fn failed(&self, reason: impl Into<String>) -> BrowserError {
        BrowserError::AttachFailed { endpoint: self.to_string(), reason: reason.into() }
    }

    /// The address of the DevTools HTTP server behind this endpoint.
    fn server(&self) -> Option<Url> {
        match self {
            Self::Port(port) => Url::parse(&format!("http://127.0.0.1:{port}/")).ok(),
            Self::Http(url) => Some(url.clone()),
            Self::Ws(url) => {
                let mut server = url.clone();
                server.set_scheme("http").ok()?;
                server.set_path("/");
                Some(server)
            }
            Self::File(path) => {
                let (port, _) = active_port(path).ok()?;
                Self::Port(port).server()
            }
        }
    }

    /// The WebSocket to connect to. Asks Chrome's HTTP server unless it is known.
    pub(super) async fn socket(&self, p: &Progress) -> Result<Url, BrowserError> {
        let server = match self {
            Self::Ws(url) if url.scheme() == "ws" && url.path().len() > 1 => return Ok(url.clone()),
            // `ws://host:port` alone: Chrome is asked for the rest.
            Self::Ws(url) if url.scheme() == "ws" => {
                self.server().ok_or_else(|| self.failed("not an address"))?
            }
            Self::File(path) => {
                let named = active_port(path).map_err(|problem| self.failed(problem))?;
                let socket = format!("ws://127.0.0.1:{}{}", named.0, named.1);
                return Url::parse(&socket).map_err(|error| self.failed(error.to_string()));
            }
            Self::Http(url) if url.scheme() == "http" => url.clone(),
            Self::Port(_) => self.server().ok_or_else(|| self.failed("not an address"))?,
            Self::Ws(_) | Self::Http(_) => {
                return Err(self.failed("only http:// and ws:// addresses are supported, without TLS"));
            }
        };
        let (host, body) = self.get(&server, "/json/version", p).await?;
        let version: Version = serde_json::from_slice(&body)
            .map_err(|error| self.failed(format!("`/json/version` is not Chrome's: {error}")))?;
        let mut socket = Url::parse(&version.web_socket_debugger_url)
            .map_err(|error| self.failed(format!("Chrome named no WebSocket: {error}")))?;
        // Chrome may name another port than the forwarded one it was asked through.
        let _ = socket.set_host(Some(&host));
        let _ = socket.set_port(server.port());
        Ok(socket)
    }

    /// Ids of the ordinary pages, the one used last first. Empty when Chrome does not list them.
    pub(super) async fn recent_pages(&self, p: &Progress) -> Vec<String> {
        let Some(server) = self.server() else { return Vec::new() };
        let Ok((_, body)) = self.get(&server, "/json/list", p).await else { return Vec::new() };
        let listed: Vec<Listed> = serde_json::from_slice(&body).unwrap_or_default();
        listed
            .into_iter()
            .filter(|page| page.kind == "page" && !page.url.starts_with("devtools://"))
            .map(|page| page.id)
            .collect()
    }

    /// The host that was asked, as Chrome accepts it, and the body of its answer.
    async fn get(&self, server: &Url, path: &str, p: &Progress) -> Result<(String, Vec<u8>), BrowserError> {
        let p = p.child(PATIENCE);
        p.race("Chrome's DevTools server to answer", request(server, path))
            .await?
            .map_err(|error| self.failed(explain(&error)))
    }
}

/// How a Chrome is made reachable.
/// <https://developer.chrome.com/blog/remote-debugging-port>: since version 136 the flags are ignored for the default
/// profile; since version 144 the page chrome://inspect lets a person switch a server on that has no HTTP pages.
const ADVICE: &str = "start Chrome with `--remote-debugging-port=9222 --user-data-dir=<a folder of its own>`; since \
                      version 136 Chrome ignores that port for its default profile. From version 144 on it can be \
                      switched on at chrome://inspect/#remote-debugging instead: then give the path of the file \
                      DevToolsActivePort in Chrome's profile folder as --cdp-url, and allow the connection in Chrome";

/// What to do about an endpoint that does not answer.
fn explain(error: &std::io::Error) -> String {
    format!("{error}; {ADVICE}")
}

/// Port and path of the WebSocket in a `DevToolsActivePort` file, given by its own path or by that of its folder.
fn active_port(path: &Path) -> Result<(u16, String), String> {
    let file = if path.is_dir() { path.join("DevToolsActivePort") } else { path.to_owned() };
    let text = std::fs::read_to_string(&file).map_err(|error| {
        format!(
            "{} cannot be read ({error}); Chrome writes it while its DevTools server runs; {ADVICE}",
            file.display()
        )
    })?;
    let mut lines = text.lines();
    let port = lines.next().and_then(|line| line.trim().parse().ok());
    match (port, lines.next().map(str::trim)) {
        (Some(port), Some(path)) if path.starts_with('/') => Ok((port, path.to_owned())),
        _ => Err(format!("{} is not a file of Chrome's DevTools server", file.display())),
    }
}

/// `GET path`: enough of HTTP/1.1 for Chrome's DevTools server.
async fn request(server: &Url, path: &str) -> std::io::Result<(String, Vec<u8>)> {
    let invalid = |reason: &str| std::io::Error::new(std::io::ErrorKind::InvalidData, reason.to_owned());
    let port = server.port_or_known_default().ok_or_else(|| invalid("the address has no port"))?;
    let (host, mut stream) = match server.host() {
        Some(Host::Domain(name)) => {
            let stream = TcpStream::connect((name, port)).await?;
            // Chrome answers only to addresses and to `localhost`, against DNS rebinding.
            let host =
                if name == "localhost" { name.to_owned() } else { stream.peer_addr()?.ip().to_string() };
            (host, stream)
        }
        Some(Host::Ipv4(address)) => (address.to_string(), TcpStream::connect((address, port)).await?),
        Some(Host::Ipv6(address)) => (format!("[{address}]"), TcpStream::connect((address, port)).await?),
        None => return Err(invalid("the address has no host")),
    };
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nAccept: application/json\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    let mut buffer = vec![0; 8192];
    // Chrome may keep the connection open although it was asked to close it.
    while complete_body(&answer).is_none() {
        let count = stream.read(&mut buffer).await?;
        if count == 0 {
            break;
        }
        answer.extend_from_slice(&buffer[..count]);
        if answer.len() > LONGEST_ANSWER {
            return Err(invalid("the answer is too long for Chrome"));
        }
    }
    let status = String::from_utf8_lossy(&answer[..answer.len().min(64)]).into_owned();
    if status.split_whitespace().nth(1) != Some("200") {
        let line = status.lines().next().unwrap_or_default();
        return Err(invalid(&format!(
            "`{path}` was answered with `{line}`, so this is no DevTools server, or one without HTTP pages"
        )));
    }
    complete_body(&answer)
        .or_else(|| Some(&answer[head_end(&answer)?..]))
        .map(|body| (host, body.to_vec()))
        .ok_or_else(|| invalid("the answer is not HTTP"))
}

fn head_end(answer: &[u8]) -> Option<usize> {
    answer.windows(4).position(|window| window == b"\r\n\r\n").map(|at| at + 4)
}

/// The body, once as much has arrived as `Content-Length` promises.
fn complete_body(answer: &[u8]) -> Option<&[u8]> {
    let start = head_end(answer)?;
    let head = std::str::from_utf8(&answer[..start]).ok()?;
    let length: usize = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse().ok())?
    })?;
    answer[start..].get(..length)
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    use super::*;

    async fn served(answer: &'static str) -> Endpoint {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut request = [0; 1024];
            let _ = stream.read(&mut request).await.unwrap();
            stream.write_all(answer.as_bytes()).await.unwrap();
            // The connection stays open: the length must do.
            std::future::pending::<()>().await;
        });
        Endpoint::Port(port)
    }

    fn soon() -> Progress {
        Progress::uncancelled(Duration::from_secs(20))
    }

    #[tokio::test]
    async fn the_socket_is_reached_under_the_address_that_was_given() {
        let body = r#"{"webSocketDebuggerUrl":"ws://localhost:1/devtools/browser/x"}"#;
        let answer = format!("HTTP/1.1 200 OK\r\nContent-Length:{}\r\n\r\n{body}", body.len());
        let endpoint = served(answer.leak()).await;
        let socket = endpoint.socket(&soon()).await.unwrap();
        let Endpoint::Port(port) = endpoint else { unreachable!() };
        assert_eq!(socket.as_str(), format!("ws://127.0.0.1:{port}/devtools/browser/x"));
    }

    #[tokio::test]
    async fn another_server_on_the_port_is_recognised() {
        let endpoint = served("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n").await;
        let error = endpoint.socket(&soon()).await.unwrap_err().to_string();
        assert!(error.contains("404 Not Found") && error.contains("no DevTools server"), "{error}");
    }

    #[tokio::test]
    async fn a_refused_port_says_how_to_start_chrome() {
        // Bound and closed again: nothing listens there.
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let error = Endpoint::Port(port).socket(&soon()).await.unwrap_err().to_string();
        assert!(error.contains(&format!("port {port}")) && error.contains("136"), "{error}");
    }

    #[tokio::test]
    async fn encrypted_endpoints_are_refused_with_a_reason() {
        let endpoint = Endpoint::Http(Url::parse("https://127.0.0.1:9222").unwrap());
        assert!(endpoint.socket(&soon()).await.unwrap_err().to_string().contains("TLS"));
    }
}
