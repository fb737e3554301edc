//! The certificate for all our host names, made anew at each start.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rcgen::{KeyPair, PublicKeyData};
use sha2::{Digest, Sha256};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio_rustls::rustls::{self, ServerConfig};

/// A self-signed certificate with its key.
pub(crate) struct Certificate {
    der: CertificateDer<'static>,
    key: KeyPair,
}

impl Certificate {
    /// Makes a certificate for `hosts`, `localhost` and `127.0.0.1`.
    pub(crate) fn for_hosts(hosts: &[&str]) -> Result<Self, rcgen::Error> {
        let names: Vec<String> =
            hosts.iter().copied().chain(["localhost", "127.0.0.1"]).map(str::to_owned).collect();
        let made = rcgen::generate_simple_self_signed(names)?;
        Ok(Self { der: made.cert.der().clone(), key: made.signing_key })
    }

    /// The certificate's DER bytes.
    pub(crate) fn der(&self) -> &[u8] {
        &self.der
    }

    /// What Chrome's `--ignore-certificate-errors-spki-list` asks for: SHA-256 of the subject public key
    /// info, in base64.
    pub(crate) fn spki_sha256(&self) -> String {
        STANDARD.encode(Sha256::digest(self.key.subject_public_key_info()))
    }

    /// TLS settings of a server with this certificate. Speaks HTTP/1.1 only.
    pub(crate) fn server_config(&self) -> Result<Arc<ServerConfig>, rustls::Error> {
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(self.key.serialize_der()));
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_single_cert(vec![self.der.clone()], key)?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Arc::new(config))
    }
}
