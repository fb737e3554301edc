//! One address for each page: the desktop site, without what mails and advertisements add.
//!
//! The mobile site lays the same pages out for fingers, with an invitation to the app over them. And to whoever
//! compares addresses, one product that was reached in two ways looks like two.

use sekme_plugin_sdk::host;

const MOBILE: &str = "m.hepsiburada.com";
const DESKTOP: &str = "www.hepsiburada.com";

/// Parameters that only count where a visitor came from.
const COUNTERS: [&str; 8] = ["gclid", "gclsrc", "gbraid", "wbraid", "dclid", "fbclid", "msclkid", "srsltid"];
/// The same, by how their names begin.
const COUNTER_FAMILIES: [&str; 3] = ["utm_", "adj_", "wt_"];

/// The address of the same page, where it is another one.
pub(crate) fn canonical(url: &str) -> Option<String> {
    let host = host(url)?;
    let rest = &url[url.find("://")? + "://".len() + host.len()..];
    // With a port it is a place that somebody chose.
    if rest.starts_with(':') {
        return None;
    }
    let is_mobile = host.eq_ignore_ascii_case(MOBILE);
    let (before, fragment) =
        rest.split_once('#').map_or((rest, None), |(before, after)| (before, Some(after)));
    let (path, query) = before.split_once('?').map_or((before, None), |(path, query)| (path, Some(query)));
    let kept: Option<Vec<&str>> =
        query.map(|query| query.split('&').filter(|parameter| !is_counter(parameter)).collect());
    let is_shorter = query.zip(kept.as_ref()).is_some_and(|(query, kept)| kept.join("&") != query);
    if !is_mobile && !is_shorter {
        return None;
    }
    // The mobile site is there without encryption, too, and the desktop site only with it.
    let start = if is_mobile { "https://" } else { &url[..url.find("://")? + "://".len()] };
    let mut address = format!("{start}{}{path}", if is_mobile { DESKTOP } else { host });
    if let Some(kept) = kept.filter(|kept| !kept.is_empty()) {
        address.push('?');
        address.push_str(&kept.join("&"));
    }
    if let Some(fragment) = fragment {
        address.push('#');
        address.push_str(fragment);
    }
    Some(address)
}

fn is_counter(parameter: &str) -> bool {
    let name = parameter.split('=').next().unwrap_or_default().to_ascii_lowercase();
    COUNTERS.contains(&name.as_str()) || COUNTER_FAMILIES.iter().any(|family| name.starts_with(family))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_of_the_mobile_site_is_opened_on_the_desktop_site() {
        for (url, address) in [
            ("https://m.hepsiburada.com/ara?q=mavi+kilim", "https://www.hepsiburada.com/ara?q=mavi+kilim"),
            (
                "http://M.hepsiburada.com/kilim-p-HB01#yorumlar",
                "https://www.hepsiburada.com/kilim-p-HB01#yorumlar",
            ),
            ("https://m.hepsiburada.com", "https://www.hepsiburada.com"),
        ] {
            assert_eq!(canonical(url).as_deref(), Some(address), "{url}");
        }
    }

    #[test]
    fn what_only_counts_visitors_is_left_out_and_everything_else_kept() {
        for (url, address) in [
            (
                "https://www.hepsiburada.com/kilim-p-HB01?magaza=Dokuma&utm_source=mail&utm_medium=x&GCLID=1",
                "https://www.hepsiburada.com/kilim-p-HB01?magaza=Dokuma",
            ),
            (
                "https://www.hepsiburada.com/kilim-p-HB01?adj_t=1#a",
                "https://www.hepsiburada.com/kilim-p-HB01#a",
            ),
            ("http://hepsiburada.com/?wt_gl=1&q=a", "http://hepsiburada.com/?q=a"),
        ] {
            assert_eq!(canonical(url).as_deref(), Some(address), "{url}");
        }
    }

    #[test]
    fn an_address_that_is_the_pages_own_is_left_as_it_is() {
        for url in [
            "https://www.hepsiburada.com/",
            "https://www.hepsiburada.com/ara?q=utm_source",
            "https://www.hepsiburada.com/kilim-p-HB01?magaza=Dokuma&&",
            "https://m.hepsiburada.com:8443/x",
            "https://m.hepsiburada.com@evil.example/",
            "about:blank",
        ] {
            assert_eq!(canonical(url), None, "{url}");
        }
    }
}
