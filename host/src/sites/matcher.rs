//! `WebExtension` match patterns over parsed URLs.
//!
//! Follows "Match patterns in extension manifests" of MDN, with two freedoms: a port may be given
//! (without one every port matches), and `**` in a path means the same as `*`.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use serde::Deserialize;
use url::{Host, Url};

/// Why a text is no match pattern.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// There is no `://`.
    #[error("`{0}` is no match pattern; write it like `https://*.example.com/*`")]
    NoScheme(String),
    /// The scheme is neither `http`, `https` nor `*`.
    #[error("scheme `{0}` cannot be matched; use `http`, `https` or `*` for both")]
    Scheme(String),
    /// The path is missing.
    #[error("`{0}` has no path; end it with `/*` to mean the whole site")]
    NoPath(String),
    /// The host is empty, malformed or has a `*` in the wrong place.
    #[error("host `{0}` cannot be matched; use a name, `*.name` or `*`")]
    Host(String),
    /// The port is no number from 1 to 65535.
    #[error("port `{0}` is no port number")]
    Port(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Scheme {
    Http,
    Https,
    Both,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum HostPattern {
    Any,
    /// Normalized as the URL standard does; `subdomains` for `*.name`, which covers the name itself too.
    Named {
        name: String,
        subdomains: bool,
    },
}

/// A match pattern such as `*://*.example.com/*`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
#[serde(try_from = "String")]
pub struct MatchPattern {
    text: String,
    scheme: Scheme,
    host: HostPattern,
    port: Option<u16>,
    path: String,
}

impl MatchPattern {
    /// True when the pattern covers `url`. The fragment and any user name play no part.
    pub fn matches(&self, url: &Url) -> bool {
        let scheme_fits = match url.scheme() {
            "http" => self.scheme != Scheme::Https,
            "https" => self.scheme != Scheme::Http,
            _ => false,
        };
        scheme_fits && self.host_matches(url) && self.port_matches(url) && self.path_matches(url)
    }

    /// True when the pattern names a host, rather than meaning every site.
    pub fn names_host(&self) -> bool {
        self.host != HostPattern::Any
    }

    fn host_matches(&self, url: &Url) -> bool {
        let HostPattern::Named { name, subdomains } = &self.host else { return true };
        let Some(host) = url.host_str() else { return false };
        let host = host.strip_suffix('.').unwrap_or(host);
        host == name
            || (*subdomains && host.strip_suffix(name.as_str()).is_some_and(|rest| rest.ends_with('.')))
    }

    fn port_matches(&self, url: &Url) -> bool {
        self.port.is_none_or(|port| url.port_or_known_default() == Some(port))
    }

    fn path_matches(&self, url: &Url) -> bool {
        match url.query() {
            None => glob(&self.path, url.path()),
            Some(query) => glob(&self.path, &format!("{}?{query}", url.path())),
        }
    }
}

impl FromStr for MatchPattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        let (scheme, rest) = text.split_once("://").ok_or_else(|| PatternError::NoScheme(text.to_owned()))?;
        let scheme = match scheme {
            "http" => Scheme::Http,
            "https" => Scheme::Https,
            "*" => Scheme::Both,
            other => return Err(PatternError::Scheme(other.to_owned())),
        };
        let path_at = rest.find('/').ok_or_else(|| PatternError::NoPath(text.to_owned()))?;
        let (authority, path) = rest.split_at(path_at);
        let (host, port) = split_port(authority)?;
        Ok(Self { text: text.to_owned(), scheme, host: host_pattern(host)?, port, path: encoded(path) })
    }
}

impl TryFrom<String> for MatchPattern {
    type Error = PatternError;

    fn try_from(text: String) -> Result<Self, PatternError> {
        text.parse()
    }
}

impl fmt::Display for MatchPattern {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

fn split_port(authority: &str) -> Result<(&str, Option<u16>), PatternError> {
    // A colon inside the brackets of an IPv6 address separates no port.
    let Some((host, port)) = authority.rsplit_once(':').filter(|(_, after)| !after.contains(']')) else {
        return Ok((authority, None));
    };
    match port {
        "*" => Ok((host, None)),
        _ => match port.parse() {
            Ok(number) if number != 0 => Ok((host, Some(number))),
            _ => Err(PatternError::Port(port.to_owned())),
        },
    }
}

fn host_pattern(host: &str) -> Result<HostPattern, PatternError> {
    if host == "*" {
        return Ok(HostPattern::Any);
    }
    let (subdomains, name) = host.strip_prefix("*.").map_or((false, host), |name| (true, name));
    let bad = || PatternError::Host(host.to_owned());
    if name.is_empty() || name.contains(['*', '@', '%']) {
        return Err(bad());
    }
    let parsed = Host::parse(name).map_err(|_| bad())?;
    if subdomains && !matches!(parsed, Host::Domain(_)) {
        return Err(bad());
    }
    let name = parsed.to_string();
    let name = name.strip_suffix('.').unwrap_or(&name).to_owned();
    if name.is_empty() {
        return Err(bad());
    }
    Ok(HostPattern::Named { name, subdomains })
}

/// The path as a parsed URL would write it: beyond ASCII everything is percent-encoded.
fn encoded(path: &str) -> String {
    path.bytes().fold(String::with_capacity(path.len()), |mut encoded, byte| {
        if byte.is_ascii() {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
        encoded
    })
}

/// Matches `text` against `pattern`, where `*` stands for any run of characters.
///
/// Takes at most `pattern.len() × text.len()` steps, whatever the pattern.
pub(super) fn glob(pattern: &str, text: &str) -> bool {
    let (pattern, text) = (pattern.as_bytes(), text.as_bytes());
    let (mut at_pattern, mut at_text) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    while at_text < text.len() {
        match pattern.get(at_pattern) {
            Some(b'*') => {
                retry = Some((at_pattern + 1, at_text));
                at_pattern += 1;
            }
            Some(byte) if *byte == text[at_text] => {
                at_pattern += 1;
                at_text += 1;
            }
            _ => match retry {
                Some((after_star, from)) => {
                    retry = Some((after_star, from + 1));
                    at_pattern = after_star;
                    at_text = from + 1;
                }
                None => return false,
            },
        }
    }
    pattern[at_pattern..].iter().all(|byte| *byte == b'*')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn matches(pattern: &str, url: &str) -> bool {
        pattern.parse::<MatchPattern>().unwrap().matches(&Url::parse(url).unwrap())
    }

    #[test]
    fn a_star_scheme_covers_http_and_https_only() {
        assert!(matches("*://example.com/*", "http://example.com/"));
        assert!(matches("*://example.com/*", "https://example.com/a?b"));
        assert!(!matches("*://example.com/*", "ftp://example.com/"));
        assert!(!matches("https://example.com/*", "http://example.com/"));
        assert!(!matches("http://example.com/*", "https://example.com/"));
    }

    #[test]
    fn subdomains_match_and_lookalikes_do_not() {
        assert!(matches("*://*.example.com/*", "https://example.com/"));
        assert!(matches("*://*.example.com/*", "https://a.b.example.com/"));
        assert!(!matches("*://*.example.com/*", "https://evilexample.com/"));
        assert!(!matches("*://*.example.com/*", "https://example.com.evil.net/"));
        assert!(!matches("*://example.com/*", "https://www.example.com/"));
    }

    #[test]
    fn a_user_name_cannot_pass_for_the_host() {
        assert!(!matches("https://good.com/*", "https://good.com@evil.com/"));
        assert!(!matches("https://good.com/*", "https://good.com:x@evil.com/"));
        assert!(!matches("*://*.good.com/*", "https://evil.com/@good.com/"));
        assert!(!matches("*://*.good.com/*", "https://evil.com\\@good.com/"));
        assert!(matches("https://evil.com/*", "https://good.com@evil.com/"));
    }

    #[test]
    fn case_trailing_dot_and_international_names_are_normalized() {
        assert!(matches("https://EXAMPLE.com/*", "https://Example.COM./"));
        assert!(matches("https://*.çiçek.example/*", "https://www.xn--iek-1lab.example/"));
        assert!(matches("https://xn--iek-1lab.example/*", "https://çiçek.example/"));
        assert!(!matches("https://example.com/*", "https://еxample.com/"), "a Cyrillic letter");
    }

    #[test]
    fn ports_match_when_named_and_are_free_otherwise() {
        assert!(matches("http://127.0.0.1:8080/*", "http://127.0.0.1:8080/x"));
        assert!(!matches("http://127.0.0.1:8080/*", "http://127.0.0.1:8081/x"));
        assert!(matches("http://127.0.0.1/*", "http://127.0.0.1:8081/x"));
        assert!(matches("https://a.example:443/*", "https://a.example/"));
        assert!(matches("http://[::1]/*", "http://[::1]:9000/"));
        assert!(matches("http://[::1]:9000/*", "http://[::1]:9000/"));
    }

    #[test]
    fn paths_cover_the_query_and_not_the_fragment() {
        assert!(matches("https://a.example/sr?q=*", "https://a.example/sr?q=x#frag"));
        assert!(!matches("https://a.example/sr", "https://a.example/sr?q=x"));
        assert!(matches("https://a.example/**", "https://a.example/b/c"));
        assert!(matches("https://a.example/*/c", "https://a.example/b/x/c"));
        assert!(!matches("https://a.example/b", "https://a.example/bc"));
        assert!(matches("https://a.example/çok/*", "https://a.example/çok/x"));
        assert!(matches("*://*/*", "http://anything.example/"));
    }

    #[test]
    fn what_is_no_pattern_says_what_to_write() {
        let error = |text: &str| text.parse::<MatchPattern>().unwrap_err();
        assert_eq!(error("example.com/*"), PatternError::NoScheme("example.com/*".to_owned()));
        assert_eq!(error("file:///etc/*"), PatternError::Scheme("file".to_owned()));
        assert_eq!(error("https://example.com"), PatternError::NoPath("https://example.com".to_owned()));
        assert_eq!(error("https:///x"), PatternError::Host(String::new()));
        assert_eq!(error("https://a.*.com/*"), PatternError::Host("a.*.com".to_owned()));
        assert_eq!(error("https://*example.com/*"), PatternError::Host("*example.com".to_owned()));
        assert_eq!(error("https://good@evil.com/*"), PatternError::Host("good@evil.com".to_owned()));
        assert_eq!(error("https://*.127.0.0.1/*"), PatternError::Host("*.127.0.0.1".to_owned()));
        assert_eq!(error("https://a.example:0/*"), PatternError::Port("0".to_owned()));
    }

    fn slow_glob(pattern: &[u8], text: &[u8]) -> bool {
        match (pattern.split_first(), text.split_first()) {
            (None, None) => true,
            (Some((b'*', rest)), None) => slow_glob(rest, text),
            (Some((b'*', rest)), Some((_, tail))) => slow_glob(rest, text) || slow_glob(pattern, tail),
            (Some((byte, rest)), Some((other, tail))) => byte == other && slow_glob(rest, tail),
            _ => false,
        }
    }

    proptest! {
        #[test]
        fn any_text_parses_or_is_refused(text in ".{0,60}") {
            let _ = text.parse::<MatchPattern>();
        }

        #[test]
        fn any_pattern_like_text_parses_or_is_refused(text in r"(\*|https?)://[*a-z0-9.:@\[\]%-]{0,20}(/[a-z*?]{0,8})?") {
            let _ = text.parse::<MatchPattern>();
        }

        #[test]
        fn the_fast_glob_agrees_with_the_obvious_one(pattern in "[ab*]{0,8}", text in "[ab]{0,10}") {
            prop_assert_eq!(glob(&pattern, &text), slow_glob(pattern.as_bytes(), text.as_bytes()));
        }

        #[test]
        fn a_named_host_never_matches_another_registered_name(
            name in "[a-z]{1,8}\\.example", prefix in "[a-z-]{0,6}[a-z]", path in "[a-z/@:.]{0,12}"
        ) {
            let pattern: MatchPattern = format!("*://*.{name}/*").parse().unwrap();
            if let Ok(url) = Url::parse(&format!("https://{prefix}{name}/{path}")) {
                prop_assert!(!pattern.matches(&url), "{url}");
            }
            if let Ok(url) = Url::parse(&format!("https://{name}.{prefix}/{path}")) {
                prop_assert!(!pattern.matches(&url), "{url}");
            }
            let url = Url::parse(&format!("https://{prefix}.{name}/{path}")).unwrap();
            prop_assert!(pattern.matches(&url), "{url}");
        }
    }
}
