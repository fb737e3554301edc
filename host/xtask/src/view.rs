//! Reads a view as a model would: which lines are elements, where to type a search, which address is shown.

/// One element line: `e12 button "Edit" (disabled) | 10 · Ada`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) reference: String,
    pub(crate) role: String,
    pub(crate) name: String,
}

/// What to do to search on a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SearchControl {
    /// Type here.
    Field(Line),
    /// Click this first: it should bring up a field.
    Opener(Line),
}

/// Parts of names that speak of searching, in languages of sites that people try first.
const SEARCH_WORDS: &[&str] = &[
    "search",
    "find",
    "ara",
    "arama",
    "suche",
    "suchen",
    "rechercher",
    "recherche",
    "buscar",
    "cerca",
    "zoeken",
];

/// The line between a view's elements and its text.
const TEXT_FOLLOWS: &str = "--";

/// Start of every line that quotes the page.
const PAGE_TEXT: &str = "> ";

/// Start of a remark of the server's.
const NOTE: &str = "note: ";

/// What an answer quotes of the page's text.
pub(crate) fn page_text(answer: &str) -> String {
    let lines: Vec<&str> = answer.lines().filter_map(|line| line.strip_prefix(PAGE_TEXT)).collect();
    lines.join("\n")
}

/// The elements of a view, in its order.
pub(crate) fn elements(view: &str) -> Vec<Line> {
    view.lines().take_while(|line| *line != TEXT_FOLLOWS).filter_map(element).collect()
}

/// Where to search, best guess first; `tried` openers are left out.
pub(crate) fn search_control(view: &str, tried: &[String]) -> Option<SearchControl> {
    let lines = elements(view);
    let field = |line: &&Line| matches!(line.role.as_str(), "searchbox" | "textbox" | "combobox");
    let opener =
        |line: &&Line| matches!(line.role.as_str(), "button" | "link") && !tried.contains(&line.reference);
    let fields = || lines.iter().filter(field);
    let openers = || lines.iter().filter(opener);

    let by_role = fields().find(|line| line.role == "searchbox");
    if let Some(line) = by_role.or_else(|| fields().find(|line| speaks_of_search(&line.name))) {
        return Some(SearchControl::Field(line.clone()));
    }
    if let Some(line) = openers().find(|line| speaks_of_search(&line.name)) {
        return Some(SearchControl::Opener(line.clone()));
    }
    if let Some(line) = fields().find(|line| line.role == "textbox" && line.name.is_empty()) {
        return Some(SearchControl::Field(line.clone()));
    }
    if let Some(line) = openers().find(|line| line.name.is_empty()) {
        return Some(SearchControl::Opener(line.clone()));
    }
    fields().find(|line| line.role == "textbox").cloned().map(SearchControl::Field)
}

/// The address in the header: `Results — https://shop.example/arama?q=kettle (3 new)`.
pub(crate) fn address(view: &str) -> Option<&str> {
    let header =
        view.lines().filter(|line| !line.starts_with(NOTE)).take_while(|line| element(line).is_none());
    header.into_iter().find_map(|line| {
        let (_, rest) = line.rsplit_once(" — http")?;
        let start = line.len() - rest.len() - "http".len();
        line[start..].split_whitespace().next()
    })
}

/// The link whose name stands earliest in the page's main text: on a results page, the first result.
pub(crate) fn first_link_in(view: &str, text: &str) -> Option<Line> {
    const SHORTEST: usize = 8;
    elements(view)
        .into_iter()
        .filter(|line| line.role == "link" && line.name.chars().count() >= SHORTEST)
        .filter_map(|line| Some((text.find(line.name.trim_end_matches('…'))?, line)))
        .min_by_key(|(at, _)| *at)
        .map(|(_, line)| line)
}

/// Whether a page at `address` with this text can be the results for `query`: it is another page than `before`
/// and speaks of the first word of the query.
pub(crate) fn is_result_page(before: &str, address: &str, text: &str, query: &str) -> bool {
    let Some(word) = query.split_whitespace().next().map(str::to_lowercase) else { return false };
    address != before && (address.to_lowercase().contains(&word) || text.to_lowercase().contains(&word))
}

fn element(line: &str) -> Option<Line> {
    let (reference, rest) = line.trim_start().split_once(' ')?;
    let digits = reference.strip_prefix('e')?;
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let role_end = rest.find(' ').unwrap_or(rest.len());
    let (role, rest) = rest.split_at(role_end);
    // Names hold no double quotes: the view turns them into single ones.
    let name = rest.strip_prefix(" \"").and_then(|rest| rest.split('"').next()).unwrap_or_default();
    Some(Line { reference: reference.to_owned(), role: role.to_owned(), name: name.to_owned() })
}

fn speaks_of_search(name: &str) -> bool {
    name.to_lowercase().split(|c: char| !c.is_alphanumeric()).any(|word| SEARCH_WORDS.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOME: &str = "\
Opened https://shop.example/
Shop — https://shop.example/ (485 elements)
e3 button \"Kabul et\"
e9 combobox \"Sort by\" (value: \"Recommended\")
e7 searchbox \"Ürün ara\" (value: \"\")
e12 link \"Say 'hi'\" | card
--
> Kabul et
e1 button \"after the text\"";

    fn control(view: &str) -> Option<(bool, String)> {
        search_control(view, &[]).map(|control| match control {
            SearchControl::Field(line) => (true, line.reference),
            SearchControl::Opener(line) => (false, line.reference),
        })
    }

    #[test]
    fn element_lines_are_taken_apart() {
        let lines = elements(HOME);
        assert_eq!(lines[0], Line { reference: "e3".into(), role: "button".into(), name: "Kabul et".into() });
        assert_eq!(lines.len(), 4);
        assert_eq!(lines[3].name, "Say 'hi'");
    }

    #[test]
    fn a_searchbox_wins_over_earlier_fields() {
        assert_eq!(control(HOME), Some((true, "e7".to_owned())));
    }

    #[test]
    fn a_field_is_known_by_its_name_and_not_by_half_a_word() {
        assert_eq!(
            control("e1 textbox \"Karabiner\"\ne2 combobox \"Marka ara\""),
            Some((true, "e2".to_owned()))
        );
    }

    #[test]
    fn without_a_field_the_control_that_opens_one_is_clicked() {
        let view = "e1 link \"Sepet\"\ne2 button \"Search\"\ne3 textbox \"E-posta\"";
        assert_eq!(control(view), Some((false, "e2".to_owned())));
        assert_eq!(
            control("e1 link \"Sepet\"\ne2 button (icon)\ne3 textbox \"E-posta\""),
            Some((false, "e2".to_owned()))
        );
    }

    #[test]
    fn an_opener_that_brought_nothing_is_not_tried_twice() {
        let view = "e2 button \"\"\ne5 button \"\"";
        let Some(SearchControl::Opener(line)) = search_control(view, &["e2".to_owned()]) else {
            panic!("no opener");
        };
        assert_eq!(line.reference, "e5");
        assert_eq!(search_control(view, &["e2".to_owned(), "e5".to_owned()]), None);
    }

    #[test]
    fn the_address_stands_in_the_header() {
        assert_eq!(address(HOME), Some("https://shop.example/"));
        let view = "receipt\nnote: x — http://no\nA — B — https://shop.example/arama?q=k (HTTP 404)\n\
                    e1 link \"x — http://no\"";
        assert_eq!(address(view), Some("https://shop.example/arama?q=k"));
        assert_eq!(address("e1 link \"x\"\nShop — https://late.example/"), None);
    }

    #[test]
    fn only_quoted_lines_are_text_of_the_page() {
        assert_eq!(page_text("Shop — https://x.example/\n> one\n> two\nstatus: the end"), "one\ntwo");
    }

    #[test]
    fn the_first_result_is_the_link_that_the_text_names_first() {
        let view = "e1 link \"Sepet\"\ne2 link \"Mavrel Çelik Termos\"\ne3 link \"Kuyra Çelik Ter…\"\n\
                    e4 link \"Yardım Merkezi\"";
        let text = "42 sonuç\nKuyra Çelik Termos Siyah\n899 TL\nMavrel Çelik Termos";
        assert_eq!(first_link_in(view, text).unwrap().reference, "e3");
        assert_eq!(first_link_in(view, "nothing of it"), None);
    }

    #[test]
    fn a_result_page_is_another_page_that_speaks_of_the_query() {
        let before = "https://shop.example/";
        assert!(is_result_page(before, "https://shop.example/arama?q=kettle", "", "kettle"));
        assert!(is_result_page(before, "https://shop.example/s/1", "12 Kettles", "kettle steel"));
        assert!(!is_result_page(before, before, "12 kettles", "kettle"));
        assert!(!is_result_page(before, "https://shop.example/404", "not found", "kettle"));
    }
}
