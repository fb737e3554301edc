//! Counting in HTML text without a browser, for tests of what our pages promise.
//!
//! Good enough for our own well-formed pages and no others.

/// One start tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag {
    /// Lower-case name.
    pub name: String,
    /// Attributes in order; those without a value have an empty one.
    pub attributes: Vec<(String, String)>,
}

impl Tag {
    /// The value of an attribute.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Whether the usual selector for interactive elements takes it:
    /// `a[href],button,input,select,textarea,[role=button],[tabindex]`.
    pub fn is_interactive(&self) -> bool {
        match self.name.as_str() {
            "button" | "input" | "select" | "textarea" => true,
            "a" if self.attribute("href").is_some() => true,
            _ => self.attribute("role") == Some("button") || self.attribute("tabindex").is_some(),
        }
    }
}

/// All start tags of a page in order, without those inside scripts and styles.
pub fn tags(page: &str) -> Vec<Tag> {
    let mut found = Vec::new();
    walk(page, |tag| found.push(tag), |_| {});
    found
}

/// Number of interactive elements, see [`Tag::is_interactive`].
pub fn interactive(page: &str) -> usize {
    tags(page).iter().filter(|tag| tag.is_interactive()).count()
}

/// The page's text with runs of white space made one space, as a reader without style sheets sees it.
pub fn text(page: &str) -> String {
    let mut raw = String::new();
    walk(page, |_| {}, |text| raw.push_str(text));
    let plain = raw.replace("&#39;", "'").replace("&quot;", "\"").replace("&amp;", "&");
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn walk(page: &str, mut on_tag: impl FnMut(Tag), mut on_text: impl FnMut(&str)) {
    let mut rest = page;
    while let Some(start) = rest.find('<') {
        on_text(&rest[..start]);
        rest = &rest[start..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            rest = comment.find("-->").map_or("", |end| &comment[end + 3..]);
            continue;
        }
        let end = tag_end(rest);
        let inside = rest[1..end].trim_end_matches('>');
        rest = &rest[end..];
        on_text(" ");
        if inside.starts_with('/') || inside.starts_with('!') {
            continue;
        }
        let tag = read_tag(inside);
        if matches!(tag.name.as_str(), "script" | "style" | "title") {
            rest = rest.find(&format!("</{}", tag.name)).map_or("", |end| &rest[end..]);
        }
        on_tag(tag);
    }
    on_text(rest);
}

/// Where the tag that `text` starts with ends, just after its `>`.
fn tag_end(text: &str) -> usize {
    let mut quote = None;
    for (index, character) in text.char_indices() {
        match (quote, character) {
            (None, '>') => return index + 1,
            (None, '"' | '\'') => quote = Some(character),
            (Some(open), _) if open == character => quote = None,
            _ => {}
        }
    }
    text.len()
}

fn read_tag(inside: &str) -> Tag {
    let inside = inside.trim().trim_end_matches('/');
    let (name, mut rest) = inside.split_once(char::is_whitespace).unwrap_or((inside, ""));
    let mut attributes = Vec::new();
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            break;
        }
        let end = rest.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(rest.len());
        let key = rest[..end].to_ascii_lowercase();
        rest = rest[end..].trim_start();
        let mut value = "";
        if let Some(after) = rest.strip_prefix('=') {
            let after = after.trim_start();
            let quote = after.chars().next().filter(|first| matches!(first, '"' | '\''));
            let (content, stop) = match quote {
                Some(quote) => (&after[1..], after[1..].find(quote)),
                None => (after, after.find(char::is_whitespace)),
            };
            let stop = stop.unwrap_or(content.len());
            value = &content[..stop];
            rest = &content[stop..];
            rest = quote.map_or(rest, |quote| rest.strip_prefix(quote).unwrap_or(rest));
        }
        attributes.push((key, value.to_owned()));
    }
    Tag { name: name.to_ascii_lowercase(), attributes }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_selector_takes_is_counted_and_each_once() {
        let page = "<!doctype html><!-- <a href=x> --><script>'<button>'</script>\
            <a>no</a><a href='>'>yes</a><a href=x role=button tabindex=0>yes</a><div tabindex=\"0\">yes</div>\
            <input><i role=button>yes</i><i role=link>no</i>";
        assert_eq!(interactive(page), 5);
    }

    #[test]
    fn text_leaves_out_tags_scripts_and_titles() {
        assert_eq!(text("<title>t</title><p>a\n <b>b</b></p><script>c</script>&amp; d"), "a b & d");
    }
}
