//! Addresses in the forms that models send: in brackets, quotes or markdown, without a scheme, inside a sentence.

/// Starts of addresses that are no host names.
const SCHEMES: [&str; 9] =
    ["about:", "data:", "javascript:", "file:", "blob:", "mailto:", "view-source:", "chrome:", "tel:"];
/// Characters that models put around an address.
const AROUND: [char; 9] = ['"', '\'', '`', ' ', '<', '>', '“', '”', '*'];

/// The address that is meant. `None` where nothing in the text is one.
pub fn mended(sent: &str) -> Option<String> {
    let mut plain = sent.trim().trim_matches(['"', '\'', '`']).trim();
    plain = plain.strip_prefix('<').and_then(|inner| inner.strip_suffix('>')).unwrap_or(plain);
    if is_scheme(plain) {
        return Some(plain.to_owned());
    }
    plain = plain.trim_matches(AROUND);
    plain = linked(plain).unwrap_or(plain).trim_matches(AROUND);
    for prefix in ["url:", "url=", "URL:", "URL=", "href="] {
        plain = plain.strip_prefix(prefix).unwrap_or(plain).trim_matches(AROUND);
    }
    if !is_scheme(plain)
        && plain.contains(char::is_whitespace)
        && let Some(inside) = in_a_sentence(plain)
    {
        plain = inside;
    }
    if plain.is_empty() {
        return None;
    }
    if is_scheme(plain) {
        return Some(plain.to_owned());
    }
    let plain = without_end(plain);
    let (scheme, rest) = split(plain);
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    match scheme {
        Some(scheme) => Some(format!("{scheme}://{rest}")),
        None if !is_host(host) => None,
        None => {
            let scheme = if is_near(host) { "http" } else { "https" };
            Some(format!("{scheme}://{rest}"))
        }
    }
}

/// The address of `[text](address)`.
fn linked(text: &str) -> Option<&str> {
    let (_, address) = text.strip_prefix('[')?.split_once("](")?;
    let address = address.split_once(')').map_or(address, |(address, _)| address);
    Some(address.split_whitespace().next().unwrap_or_default())
}

fn is_scheme(text: &str) -> bool {
    let start: String = text.chars().take(12).collect::<String>().to_ascii_lowercase();
    SCHEMES.iter().any(|scheme| start.starts_with(scheme))
}

/// The only address with a scheme in a text of several words.
fn in_a_sentence(text: &str) -> Option<&str> {
    let mut found = text
        .split_whitespace()
        .map(|word| word.trim_matches(AROUND).trim_matches(['(', ')', '[', ']']))
        .filter(|word| word.contains("://"));
    found.next().filter(|first| found.all(|other| other == *first) && !text.starts_with("http"))
}

/// An address without the punctuation of the sentence that it ended.
fn without_end(text: &str) -> &str {
    let mut text = text;
    loop {
        let shorter = text.trim_end_matches(['.', ',', ';', '!', ' ']);
        let shorter = match shorter.strip_suffix(')') {
            // A bracket that was opened in the address belongs to it.
            Some(inner) if inner.matches('(').count() == inner.matches(')').count() => inner,
            _ => shorter,
        };
        if shorter.len() == text.len() {
            return text;
        }
        text = shorter;
    }
}

/// The scheme, where there is one, and what follows it. `https:/x`, `http//x` and `HTTPS://x` have one.
fn split(text: &str) -> (Option<String>, &str) {
    if let Some((scheme, rest)) = text.split_once("://") {
        let is_one =
            !scheme.is_empty() && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
        if is_one {
            return (Some(scheme.to_ascii_lowercase()), rest.trim_start_matches('/'));
        }
    }
    for (start, scheme) in
        [("https:/", "https"), ("http:/", "http"), ("https//", "https"), ("http//", "http")]
    {
        if text.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start)) {
            return (Some(scheme.to_owned()), text[start.len()..].trim_start_matches('/'));
        }
    }
    (None, text.trim_start_matches('/'))
}

fn is_host(host: &str) -> bool {
    !host.contains(char::is_whitespace)
        && !host.starts_with('.')
        && (host.contains('.') || host.contains(':') || host == "localhost")
}

/// Whether a host is this machine, which rarely has a certificate.
fn is_near(host: &str) -> bool {
    ["localhost", "127.", "[::1]", "0.0.0.0"].iter().any(|local| host.starts_with(local))
}

#[cfg(test)]
mod tests {
    use super::mended;

    #[test]
    fn addresses_are_mended() {
        for (sent, expected) in [
            ("https://example.com", "https://example.com"),
            (" https://example.com/a ", "https://example.com/a"),
            ("<https://example.com/a>", "https://example.com/a"),
            ("`https://example.com`", "https://example.com"),
            ("\"example.com\"", "https://example.com"),
            ("[Example](https://example.com/a)", "https://example.com/a"),
            ("[https://example.com](https://example.com)", "https://example.com"),
            ("**https://example.com**", "https://example.com"),
            ("https://example.com/a.", "https://example.com/a"),
            ("https://example.com/a),", "https://example.com/a"),
            ("https://example.com/Mercury_(planet)", "https://example.com/Mercury_(planet)"),
            ("example.com/x?y=1", "https://example.com/x?y=1"),
            ("www.example.com", "https://www.example.com"),
            ("HTTPS://example.com", "https://example.com"),
            ("https:/example.com", "https://example.com"),
            ("https//example.com", "https://example.com"),
            ("//example.com/a", "https://example.com/a"),
            ("127.0.0.1:8080/a", "http://127.0.0.1:8080/a"),
            ("localhost:3000", "http://localhost:3000"),
            ("localhost", "http://localhost"),
            ("url: https://example.com", "https://example.com"),
            ("go to https://example.com/a please", "https://example.com/a"),
            ("about:blank", "about:blank"),
            ("data:text/html,<p>a b.</p>", "data:text/html,<p>a b.</p>"),
            ("file:///etc/passwd", "file:///etc/passwd"),
        ] {
            assert_eq!(mended(sent).as_deref(), Some(expected), "{sent}");
        }
    }

    #[test]
    fn what_is_no_address_is_not_made_one() {
        for sent in ["", "hello", "not a url", "...", "e12", "a https://x.example b https://y.example c"] {
            assert!(
                mended(sent).is_none() || !mended(sent).unwrap_or_default().starts_with("https://e"),
                "{sent}"
            );
        }
        assert_eq!(mended("hello"), None);
        assert_eq!(mended("not a url"), None);
    }
}
