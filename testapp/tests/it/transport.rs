//! Host names, certificate, log, start and stop.

use std::sync::Arc;
use std::time::Duration;

use sekme_testapp::{Options, spawn, spawn_with};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto};

use crate::client::{exchange, get};

#[tokio::test]
async fn the_host_header_chooses_the_site_and_plain_addresses_show_the_index() {
    let server = spawn().await;
    let address = server.http_addr();
    assert!(get(address, "www.trendyol.com", "/").await.body.contains("trendyol taklidi"));
    assert!(get(address, "www.n11.com:80", "/").await.body.contains("n11 taklidi"));
    let index = get(address, &address.to_string(), "/").await;
    assert!(index.body.contains("href=\"/sites/www.n11.com/\""));
    assert_eq!(get(address, "www.unknown.example", "/").await.status, 421);
}

#[tokio::test]
async fn people_reach_a_site_below_its_name_and_stay_there() {
    let server = spawn().await;
    let address = server.http_addr();
    let page = get(address, &address.to_string(), "/sites/www.n11.com/arama?q=kilim").await;
    assert_eq!(page.status, 200);
    assert!(page.body.contains("href=\"/sites/www.n11.com/urun/"));
    assert!(!page.body.contains("href=\"/urun/"));
}

#[tokio::test]
async fn a_tls_client_that_trusts_the_certificate_reaches_every_site() {
    let server = spawn().await;
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from(server.certificate_der().to_vec())).expect("a certificate");
    let config = ClientConfig::builder_with_provider(Arc::new(crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    let connector = TlsConnector::from(Arc::new(config));
    for site in sekme_testapp::sites() {
        let tcp = TcpStream::connect(server.https_addr()).await.expect("the server listens");
        let name = ServerName::try_from(site.host).expect("a host name");
        let tls = connector.connect(name, tcp).await.unwrap_or_else(|error| panic!("{}: {error}", site.host));
        let page =
            exchange(tls, &format!("GET / HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", site.host))
                .await;
        assert_ne!(page.status, 421, "{}", site.host);
    }
    assert!(server.requests().iter().all(|request| request.scheme == "https"));
}

#[tokio::test]
async fn requests_are_remembered_as_they_came() {
    let server = spawn().await;
    get(server.http_addr(), "www.n11.com", "/arama?q=a+b").await;
    get(server.http_addr(), "www.n11.com", "/favicon.ico").await;
    let requests = server.requests();
    assert_eq!(requests.len(), 1);
    assert_eq!((requests[0].method.as_str(), requests[0].host.as_str()), ("GET", "www.n11.com"));
    assert_eq!(requests[0].target, "/arama?q=a+b");
    server.clear_requests();
    assert!(server.requests().is_empty());
}

#[tokio::test]
async fn a_dropped_server_frees_its_ports_and_a_taken_port_is_an_error() {
    let server = spawn().await;
    let options = Options { http_port: server.http_addr().port(), https_port: server.https_addr().port() };
    assert!(spawn_with(options).await.is_err());
    drop(server);
    let again = spawn_with(options).await.expect("the ports are free again");
    assert_eq!(again.http_addr().port(), options.http_port);
}

#[tokio::test]
async fn a_page_that_never_answers_ends_with_the_server() {
    let server = spawn().await;
    let mut stream = TcpStream::connect(server.http_addr()).await.expect("the server listens");
    stream
        .write_all(b"GET /chaos/silent HTTP/1.1\r\nHost: localhost\r\n\r\n")
        .await
        .expect("the server reads");
    while server.requests().is_empty() {
        tokio::task::yield_now().await;
    }
    drop(server);
    let mut rest = Vec::new();
    // A reset is an end too.
    let _ =
        tokio::time::timeout(Duration::from_secs(10), stream.read_to_end(&mut rest)).await.expect("the end");
    assert!(rest.is_empty());
}
