//! The Chrome flags that lead our host names to the server and every other name nowhere.

use std::net::SocketAddr;

/// Flags for a Chrome that sees `hosts` on ports 80 and 443, trusts the certificate whose public key hashes
/// to `spki_sha256`, and finds no other host.
///
/// The rules are tried in order and the first that fits wins; an `EXCLUDE` wins over all of them. A proxy
/// of the machine's would resolve names by itself, so none is used.
pub(crate) fn args(hosts: &[&str], http: SocketAddr, https: SocketAddr, spki_sha256: &str) -> Vec<String> {
    let mut rules: Vec<String> = hosts
        .iter()
        .flat_map(|host| [format!("MAP {host}:443 {https}"), format!("MAP {host}:80 {http}")])
        .collect();
    rules.extend(["MAP * ~NOTFOUND", "EXCLUDE 127.0.0.1", "EXCLUDE localhost"].map(str::to_owned));
    vec![
        format!("--host-resolver-rules={}", rules.join(", ")),
        format!("--ignore-certificate-errors-spki-list={spki_sha256}"),
        "--no-proxy-server".to_owned(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_host_has_a_rule_for_each_port_before_the_rule_that_refuses_the_rest() {
        let http = SocketAddr::from(([127, 0, 0, 1], 8080));
        let https = SocketAddr::from(([127, 0, 0, 1], 8443));
        let args = args(&["a.example", "b.test"], http, https, "hash=");
        assert_eq!(
            args[0],
            "--host-resolver-rules=MAP a.example:443 127.0.0.1:8443, MAP a.example:80 127.0.0.1:8080, \
             MAP b.test:443 127.0.0.1:8443, MAP b.test:80 127.0.0.1:8080, \
             MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"
        );
        assert_eq!(args[1], "--ignore-certificate-errors-spki-list=hash=");
    }
}
