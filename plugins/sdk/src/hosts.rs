//! Taking URLs apart as far as plugins need it, without a URL parser in every component.

/// Scheme, host and port of an http or https URL, without the trailing slash: `https://shop.example:8443`.
pub fn origin(url: &str) -> Option<&str> {
    let scheme = url.find("://")?;
    if !url[..scheme].eq_ignore_ascii_case("http") && !url[..scheme].eq_ignore_ascii_case("https") {
        return None;
    }
    let start = scheme + "://".len();
    let length = url[start..].find(['/', '?', '#', '\\']).unwrap_or(url.len() - start);
    let authority = &url[start..start + length];
    // With a user name the origin would not be a prefix of the URL; plugins have no use for such URLs.
    (!authority.is_empty() && !authority.contains('@')).then(|| &url[..start + length])
}

/// Host of an http or https URL, without the port.
pub fn host(url: &str) -> Option<&str> {
    let origin = origin(url)?;
    let authority = &origin[origin.find("://")? + "://".len()..];
    let end = match authority.strip_prefix('[') {
        Some(address) => address.find(']')? + "[]".len(),
        None => authority.find(':').unwrap_or(authority.len()),
    };
    Some(&authority[..end])
}

/// Whether the URL's host is `pattern`: a host name, or `*.name` for the name and every name below it.
pub fn matches_host(url: &str, pattern: &str) -> bool {
    let Some(host) = host(url) else { return false };
    let host = host.to_ascii_lowercase();
    let pattern = pattern.to_ascii_lowercase();
    match pattern.strip_prefix("*.") {
        Some(parent) => host == parent || host.strip_suffix(parent).is_some_and(|below| below.ends_with('.')),
        None => host == pattern,
    }
}

/// Whether the URL fits a match pattern as manifests have them: `https://*.shop.example/search*`, `*://*/*`.
pub fn matches(url: &str, pattern: &str) -> bool {
    let (Some((scheme, rest)), Some(origin)) = (pattern.split_once("://"), origin(url)) else { return false };
    let Some((place, path)) = rest.find('/').map(|at| rest.split_at(at)) else { return false };
    let own_scheme = url.split("://").next().unwrap_or_default();
    if scheme != "*" && !scheme.eq_ignore_ascii_case(own_scheme) {
        return false;
    }
    let (name, port) = place.rsplit_once(':').filter(|(_, port)| !port.contains(']')).unwrap_or((place, "*"));
    if port != "*" && !origin.ends_with(&format!(":{port}")) {
        return false;
    }
    let own_path = url[origin.len()..].split('#').next().unwrap_or_default();
    let own_path = if own_path.starts_with('/') { own_path.to_owned() } else { format!("/{own_path}") };
    (name == "*" || matches_host(url, name)) && glob(path.as_bytes(), own_path.as_bytes())
}

/// `*` stands for any run of characters.
fn glob(pattern: &[u8], text: &[u8]) -> bool {
    let (mut at_pattern, mut at_text) = (0, 0);
    let mut retry = None;
    while at_text < text.len() {
        if pattern.get(at_pattern) == Some(&b'*') {
            at_pattern += 1;
            retry = Some((at_pattern, at_text));
        } else if pattern.get(at_pattern) == Some(&text[at_text]) {
            at_pattern += 1;
            at_text += 1;
        } else if let Some((after_star, from)) = retry {
            retry = Some((after_star, from + 1));
            (at_pattern, at_text) = (after_star, from + 1);
        } else {
            return false;
        }
    }
    pattern[at_pattern..].iter().all(|byte| *byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_ends_before_path_query_and_fragment() {
        assert_eq!(origin("https://shop.example/a/b"), Some("https://shop.example"));
        assert_eq!(origin("https://shop.example?q=1"), Some("https://shop.example"));
        assert_eq!(origin("http://127.0.0.1:8080#top"), Some("http://127.0.0.1:8080"));
    }

    #[test]
    fn only_web_addresses_have_an_origin() {
        assert_eq!(origin("about:blank"), None);
        assert_eq!(origin("file:///etc/hosts"), None);
        assert_eq!(origin("https://shop.example@evil.example/"), None);
        assert_eq!(origin("https://"), None);
        assert_eq!(origin(""), None);
    }

    #[test]
    fn a_host_has_no_port() {
        assert_eq!(host("http://shop.example:8080/a"), Some("shop.example"));
        assert_eq!(host("http://[::1]:8080/a"), Some("[::1]"));
    }

    #[test]
    fn a_star_covers_the_name_and_names_below_it() {
        assert!(matches_host("https://tr.wiki.example/x", "*.wiki.example"));
        assert!(matches_host("https://Wiki.example/", "*.wiki.example"));
        assert!(!matches_host("https://notwiki.example/", "*.wiki.example"));
        assert!(!matches_host("https://tr.wiki.example/", "wiki.example"));
    }

    #[test]
    fn patterns_mean_what_they_mean_in_manifests() {
        assert!(matches("https://www.shop.example/search?q=x#top", "https://*.shop.example/search*"));
        assert!(matches("http://127.0.0.1:8080/a", "http://127.0.0.1:8080/*"));
        assert!(matches("https://shop.example", "*://*/*"));
        assert!(!matches("https://shop.example/a", "http://*/*"));
        assert!(!matches("https://shop.example.evil.example/", "*://*.shop.example/*"));
        assert!(!matches("http://127.0.0.1:80/a", "http://127.0.0.1:8080/*"));
        assert!(!matches("https://shop.example/other", "https://shop.example/search*"));
    }
}
