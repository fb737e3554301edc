//! Starting and stopping the server: two listeners, one thread, gone when dropped.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::thread::JoinHandle;

use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use crate::certificate::Certificate;
use crate::requests::{Request, RequestLog};
use crate::tls::TlsListener;
use crate::{chrome, registry, router};

/// Ports to listen on; 0 lets the system choose a free one.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// Port for http.
    pub http_port: u16,
    /// Port for https.
    pub https_port: u16,
}

/// Why the server did not start.
#[derive(Debug, thiserror::Error)]
pub enum SpawnError {
    /// A port is taken or may not be used.
    #[error("could not listen on 127.0.0.1:{port}")]
    Listen {
        /// The port that was asked for; 0 means any.
        port: u16,
        /// What the system said.
        source: io::Error,
    },
    /// The certificate for our host names could not be made.
    #[error("could not make a certificate")]
    Certificate(#[from] rcgen::Error),
    /// The TLS library refused the certificate.
    #[error("could not use the certificate")]
    Tls(#[from] tokio_rustls::rustls::Error),
    /// The server's own thread or runtime could not be started.
    #[error("could not start the server's thread")]
    Thread(#[from] io::Error),
}

/// A running server. Dropping it ends every connection, answered or not.
#[derive(Debug)]
pub struct Server {
    http: SocketAddr,
    https: SocketAddr,
    certificate_der: Vec<u8>,
    spki_sha256: String,
    log: RequestLog,
    stop: CancellationToken,
    thread: Option<JoinHandle<()>>,
}

/// Starts a server on two free ports of `127.0.0.1`.
///
/// # Panics
///
/// When it cannot start: a test without its pages has nothing to say.
pub async fn spawn() -> Server {
    match spawn_with(Options::default()).await {
        Ok(server) => server,
        Err(error) => panic!("the testapp did not start: {error:?}"),
    }
}

/// Starts a server on the ports of `options`.
///
/// It runs on a thread and runtime of its own, so it outlives the runtime of the test that started it and
/// pages that never answer end with it.
pub async fn spawn_with(options: Options) -> Result<Server, SpawnError> {
    let certificate = Certificate::for_hosts(&host_names())?;
    let http = bind(options.http_port)?;
    let https = bind(options.https_port)?;
    let log = RequestLog::default();
    let stop = CancellationToken::new();
    let mut server = Server {
        http: http.local_addr()?,
        https: https.local_addr()?,
        certificate_der: certificate.der().to_vec(),
        spki_sha256: certificate.spki_sha256(),
        log: log.clone(),
        stop: stop.clone(),
        thread: None,
    };
    let tls = certificate.server_config()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (started, wait_started) = oneshot::channel();
    let thread = std::thread::Builder::new().name("testapp".to_owned()).spawn(move || {
        runtime.block_on(async move {
            let listeners = TcpListener::from_std(http).and_then(|http| {
                TcpListener::from_std(https).map(|https| (http, TlsListener::new(https, tls)))
            });
            let (http, https) = match listeners {
                Ok(listeners) => listeners,
                Err(error) => return drop(started.send(Err(error))),
            };
            let _ = started.send(Ok(()));
            let serve_http = axum::serve(http, router::service("http", log.clone()));
            let serve_https = axum::serve(https, router::service("https", log));
            tokio::select! {
                () = stop.cancelled() => {}
                _ = serve_http => {}
                _ = serve_https => {}
            }
        });
    })?;
    server.thread = Some(thread);
    wait_started.await.unwrap_or_else(|_| Err(io::Error::other("the server's thread ended at once")))?;
    Ok(server)
}

fn host_names() -> Vec<&'static str> {
    registry::sites().iter().map(|site| site.host).collect()
}

fn bind(port: u16) -> Result<std::net::TcpListener, SpawnError> {
    let listen = |source| SpawnError::Listen { port, source };
    let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(listen)?;
    listener.set_nonblocking(true).map_err(listen)?;
    Ok(listener)
}

impl Server {
    /// Where http is served.
    pub fn http_addr(&self) -> SocketAddr {
        self.http
    }

    /// Where https is served.
    pub fn https_addr(&self) -> SocketAddr {
        self.https
    }

    /// A plain http URL on `127.0.0.1`, for pages that need no host name; `path` starts with `/`.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.http)
    }

    /// Chrome flags under which the host names of [`sites`](crate::sites) reach this server on their usual
    /// ports, https is trusted, and every other host is unknown.
    ///
    /// Chrome heeds the flag for the certificate only together with `--user-data-dir`.
    pub fn chrome_args(&self) -> Vec<String> {
        chrome::args(&host_names(), self.http, self.https, &self.spki_sha256)
    }

    /// The certificate, for TLS clients other than Chrome.
    pub fn certificate_der(&self) -> &[u8] {
        &self.certificate_der
    }

    /// Requests received so far, oldest first, without those for the favicon.
    pub fn requests(&self) -> Vec<Request> {
        self.log.all()
    }

    /// Forgets the requests received so far.
    pub fn clear_requests(&self) {
        self.log.clear();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.cancel();
        if let Some(thread) = self.thread.take() {
            // The thread only ever ends by itself or by `stop`; its panic would already have been printed.
            let _ = thread.join();
        }
    }
}
