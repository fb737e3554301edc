//! What a chord of editing did, of which a page shows nothing: the text that is selected, the place of the caret. Pure.

use crate::browser::Editing;
use crate::snapshot::facts::Caret;

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Came {
    /// This has happened.
    Of(String),
    /// Nothing has, and why.
    Nothing(String),
}

/// What came of a key, by the caret before it and after it; `None` where that says nothing.
pub(super) fn came_of(editing: Editing, before: Caret, after: Caret) -> Option<Came> {
    let length = after.length.filter(|_| after.field);
    match editing {
        Editing::SelectAll if length == Some(0) => {
            Some(Came::Nothing("the field is empty: there is no text to select".to_owned()))
        }
        Editing::SelectAll if after.selected == 0 => None,
        Editing::SelectAll if length.is_none_or(|length| after.selected >= length) => {
            let of = if after.field { "" } else { " of the page" };
            Some(Came::Of(format!("selected all of the text{of}")))
        }
        Editing::SelectAll => None,
        Editing::Copy if before.secret => None,
        Editing::Copy if before.selected == 0 => {
            Some(Came::Nothing("no text is selected, so nothing was copied".to_owned()))
        }
        Editing::Copy => Some(Came::Of("copied what is selected".to_owned())),
        Editing::Caret => {
            let length = length?;
            if (before.at, before.selected) == (after.at, after.selected) || length == 0 {
                return match after.at {
                    Some(0) => {
                        Some(Came::Nothing("the caret is at the start of the text already".to_owned()))
                    }
                    Some(at) if at >= length => {
                        Some(Came::Nothing("the caret is at the end of the text already".to_owned()))
                    }
                    _ => None,
                };
            }
            Some(Came::Of(match (after.selected, after.at) {
                (0, Some(0)) => "the caret is at the start of the text".to_owned(),
                (0, Some(at)) if at >= length => "the caret is at the end of the text".to_owned(),
                (0, Some(_)) if after.secret => "the caret moved".to_owned(),
                (0, Some(at)) => format!("the caret is behind character {at} of {length}"),
                (0, None) => "the caret moved".to_owned(),
                (selected, _) if selected >= length => "selected all of the text".to_owned(),
                _ if after.secret => "a part of the text is selected".to_owned(),
                (selected, _) => format!("{selected} of {length} characters are selected"),
            }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caret(length: u32, selected: u32, at: u32) -> Caret {
        Caret { field: true, length: Some(length), selected, at: Some(at), ..Caret::default() }
    }

    fn said(editing: Editing, before: Caret, after: Caret) -> String {
        match came_of(editing, before, after) {
            Some(Came::Of(words)) => words,
            Some(Came::Nothing(why)) => format!("not: {why}"),
            None => String::new(),
        }
    }

    #[test]
    fn where_the_caret_went_and_what_is_selected_is_said() {
        let all = caret(6, 6, 6);
        let (start, end) = (caret(6, 0, 0), caret(6, 0, 6));
        for (editing, before, after, words) in [
            (Editing::SelectAll, end, all, "selected all of the text"),
            (Editing::SelectAll, caret(0, 0, 0), caret(0, 0, 0), "not: the field is empty"),
            (Editing::Copy, all, all, "copied what is selected"),
            (Editing::Copy, end, end, "not: no text is selected"),
            (Editing::Caret, end, start, "the caret is at the start"),
            (Editing::Caret, start, end, "the caret is at the end"),
            (Editing::Caret, start, caret(6, 0, 2), "the caret is behind character 2 of 6"),
            (Editing::Caret, start, caret(6, 2, 2), "2 of 6 characters are selected"),
        ] {
            assert!(said(editing, before, after).starts_with(words), "{words}");
        }
        assert!(said(Editing::Caret, end, end).starts_with("not: the caret is at the end"));
        assert_eq!(came_of(Editing::Caret, Caret::default(), Caret::default()), None);
        let page = Caret { selected: 40, ..Caret::default() };
        assert_eq!(said(Editing::SelectAll, Caret::default(), page), "selected all of the text of the page");
    }

    #[test]
    fn no_length_of_a_secret_is_told() {
        let secret = |selected, at| Caret { secret: true, ..caret(6, selected, at) };
        let words = said(Editing::Caret, secret(0, 0), secret(0, 2));
        assert!(!words.contains(char::is_numeric), "{words}");
        let words = said(Editing::Caret, secret(0, 0), secret(2, 2));
        assert!(!words.contains(char::is_numeric), "{words}");
        assert_eq!(came_of(Editing::Copy, secret(6, 6), secret(6, 6)), None);
    }
}
