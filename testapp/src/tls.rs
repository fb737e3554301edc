//! Accepting TLS connections without letting a slow handshake hold up the next one.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::server::TlsStream;

const WAITING_CONNECTIONS: usize = 64;

/// A listener whose connections have finished their handshake.
pub(crate) struct TlsListener {
    address: io::Result<SocketAddr>,
    ready: mpsc::Receiver<(TlsStream<TcpStream>, SocketAddr)>,
}

impl TlsListener {
    /// Takes connections from `listener` from now on. Must be called inside a runtime.
    pub(crate) fn new(listener: TcpListener, config: Arc<ServerConfig>) -> Self {
        let (send, ready) = mpsc::channel(WAITING_CONNECTIONS);
        let address = listener.local_addr();
        tokio::spawn(accept(listener, TlsAcceptor::from(config), send));
        Self { address, ready }
    }
}

async fn accept(
    mut listener: TcpListener,
    acceptor: TlsAcceptor,
    ready: mpsc::Sender<(TlsStream<TcpStream>, SocketAddr)>,
) {
    loop {
        // The trait's `accept` waits and tries again when the system is out of descriptors.
        let (stream, peer) = axum::serve::Listener::accept(&mut listener).await;
        let (acceptor, ready) = (acceptor.clone(), ready.clone());
        tokio::spawn(async move {
            match acceptor.accept(stream).await {
                Ok(stream) => drop(ready.send((stream, peer)).await),
                Err(error) => tracing::debug!(%peer, %error, "TLS handshake failed"),
            }
        });
    }
}

impl axum::serve::Listener for TlsListener {
    type Io = TlsStream<TcpStream>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        match self.ready.recv().await {
            Some(connection) => connection,
            None => std::future::pending().await,
        }
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        match &self.address {
            Ok(address) => Ok(*address),
            Err(error) => Err(io::Error::new(error.kind(), error.to_string())),
        }
    }
}
