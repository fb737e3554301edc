//! Denials in words, and the addresses that policies judge.

use url::Url;

use crate::error::{ErrorCode, ToolError};
use crate::plugin::PolicyRefusal;

/// A denial in words: who, why, and what to do.
pub(super) fn denial(refusal: &PolicyRefusal) -> ToolError {
    let PolicyRefusal { code, message, by, remedy, is_failure } = refusal;
    let said = if *is_failure {
        format!("{code}: {message}, so every call that it would judge is denied")
    } else if message.is_empty() {
        format!("{by} denies this ({code})")
    } else {
        format!("{by} denies this ({code}): {message}")
    };
    let hint = if remedy.is_empty() {
        "do not look for a way round it: go on with something else, or tell the person".to_owned()
    } else {
        format!("tell the person: {remedy}")
    };
    ToolError::new(ErrorCode::PolicyDenied, said, hint)
}

/// Whether two addresses are of one place.
pub(super) fn same_host(url: &str, other: Option<&str>) -> bool {
    let read = |text: &str| Url::parse(text).ok();
    let (Some(url), Some(other)) = (read(url), other.and_then(read)) else { return false };
    url.scheme() == other.scheme()
        && match url.host() {
            Some(host) => {
                other.host() == Some(host) && url.port_or_known_default() == other.port_or_known_default()
            }
            None => url == other,
        }
}

/// The address under which a page is judged; none where there is nothing of a site to see.
pub(super) fn judged_address(url: &str) -> Option<String> {
    let url = url.strip_prefix("blob:").unwrap_or(url);
    match Url::parse(url) {
        Ok(parsed) if matches!(parsed.scheme(), "about" | "chrome-error" | "chrome" | "devtools") => None,
        _ if url.is_empty() => None,
        _ => Some(url.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_denial_names_the_plugin_the_code_and_what_to_do() {
        let refusal = |is_failure| PolicyRefusal {
            code: "outside-hours".to_owned(),
            message: "only from 9 to 17".to_owned(),
            by: "rules 1.0".to_owned(),
            remedy: if is_failure { "run something".to_owned() } else { String::new() },
            is_failure,
        };
        let error = denial(&refusal(false));
        assert_eq!(error.code, ErrorCode::PolicyDenied);
        assert_eq!(error.message, "rules 1.0 denies this (outside-hours): only from 9 to 17");
        assert!(denial(&refusal(true)).hint.contains("run something"));
    }

    #[test]
    fn a_yes_to_a_call_counts_for_the_host_that_it_was_to_lead_to() {
        assert!(same_host("https://a.example/x", Some("https://a.example/y?z")));
        assert!(!same_host("http://a.example/", Some("https://a.example/")));
        assert!(!same_host("https://b.example/", Some("https://a.example/")));
        assert!(!same_host("https://a.example/", None));
        assert!(!same_host("data:text/html,a", Some("data:text/html,b")));
    }

    #[test]
    fn empty_pages_are_not_judged_and_blobs_by_their_origin() {
        assert_eq!(judged_address("about:blank"), None);
        assert_eq!(judged_address(""), None);
        assert_eq!(judged_address("blob:https://a.example/1"), Some("https://a.example/1".to_owned()));
        assert_eq!(judged_address("data:text/html,x"), Some("data:text/html,x".to_owned()));
    }
}
