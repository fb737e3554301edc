//! Elements that are named by what they say.

use crate::browser::{FrameId, Tab};
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::session::{Call, Look, Target, ViewRequest};
use crate::snapshot::Placed;
use crate::snapshot::facts::ElementFacts;
use crate::snapshot::refs::{Ref, RefTarget};
use crate::snapshot::text::{NAME_LIMIT, folded, named, one_line, quoted};
use crate::snapshot::view::render_line;

/// Most places of a text that are looked at.
const PLACES: usize = 20;

impl Call {
    /// The one option of a native list that is called so. Views show them with their list alone.
    pub(super) async fn option_named(&self, tab: &Tab, text: &str) -> Result<Option<Target>, ToolError> {
        let mut found = Vec::new();
        for frame in tab.frames() {
            if let Ok(ids) = inject::options_named(&frame, text, &self.progress).await {
                found.extend(ids.into_iter().map(|id| (frame.clone(), id)));
            }
        }
        Ok(match found.as_slice() {
            [(frame, element)] => Some(Target {
                frame: frame.clone(),
                element: *element,
                role: "option".to_owned(),
                label: named("option", text, NAME_LIMIT),
                note: None,
                reference: None,
            }),
            _ => None,
        })
    }

    /// The element that shows a text, be it a control or not; one that opens something under the mouse first.
    pub async fn resolve_visible(&mut self, tab: &Tab, text: &str) -> Result<Option<Target>, ToolError> {
        let wanted = folded(text);
        let mut found = Vec::new();
        for frame in tab.frames() {
            let Ok(hits) = inject::find_text(&frame, text, PLACES, &self.progress).await else { continue };
            for hit in hits.hits {
                if let (Some(at), Some(fit)) = (hit.at, fit(&folded(&hit.line), &wanted)) {
                    found.push(((fit, !hit.opens), frame.clone(), at, hit.line));
                }
            }
        }
        let Some(best) = found.iter().map(|(rank, ..)| *rank).min() else { return Ok(None) };
        found.retain(|(rank, ..)| *rank == best);
        let labels: Vec<(Ref, String)> = found
            .iter()
            .map(|(_, frame, at, line)| {
                let reference = self.assign_text(tab, &frame.id(), *at, line);
                (reference, self.label(reference))
            })
            .collect();
        let [(_, frame, element, _)] = found.as_slice() else {
            let few: Vec<String> = labels.iter().take(3).map(|(_, label)| label.clone()).collect();
            return Err(ToolError::new(
                ErrorCode::Ambiguous,
                format!("the text {} stands in {} places", quoted(text, 80), found.len()),
                format!("choose one by its ref: {}", few.join("; ")),
            ));
        };
        let (reference, label) = labels[0].clone();
        Ok(Some(Target {
            frame: frame.clone(),
            element: *element,
            role: "text".to_owned(),
            label,
            note: None,
            reference: Some(reference),
        }))
    }

    /// A ref for a text that is no control.
    pub fn assign_text(&mut self, tab: &Tab, frame: &FrameId, element: u32, text: &str) -> Ref {
        let frames = tab.frames();
        let found = frames.iter().find(|other| other.id() == *frame);
        self.page().refs.assign(RefTarget {
            frame: frame.clone(),
            document: found.map_or_else(|| tab.main_frame().document(), crate::browser::Frame::document),
            element,
            role: "text".to_owned(),
            name: one_line(text),
            context: String::new(),
            url: found.map(crate::browser::Frame::url).unwrap_or_default(),
            is_unique: false,
        })
    }

    /// What stands in `ref` is no ref: `button "Save"`, a selector, or a name.
    pub(super) async fn resolve_words(&mut self, tab: &Tab, words: &str) -> Result<Target, ToolError> {
        let look = self.look(tab, &ViewRequest::default()).await?;
        let note = format!("{} is no ref; read as the element with that name", quoted(words, 60));
        if let Some((role, name)) = role_and_name(words) {
            return self.resolve_text(&look, Some(role), name, &note);
        }
        match self.resolve_text(&look, None, words, &note) {
            Err(error)
                if error.code == ErrorCode::NotFound
                    && let Some((role, name)) = name_and_role(words)
                    && has_role(&look, role) =>
            {
                self.resolve_text(&look, Some(role), name, &note)
            }
            Err(error) if error.code == ErrorCode::NotFound && looks_like_css(words) => {
                let mut target = self.resolve_selector(tab, words, None).await?;
                target.note = Some(format!("{} is no ref; read as a CSS selector", quoted(words, 60)));
                Ok(target)
            }
            other => other,
        }
    }

    pub(super) fn resolve_text(
        &mut self,
        look: &Look,
        role: Option<&str>,
        text: &str,
        note: &str,
    ) -> Result<Target, ToolError> {
        let wanted = folded(text);
        let elements: Vec<Placed<'_>> = look
            .snapshot
            .elements()
            .into_iter()
            .filter(|placed| role.is_none_or(|role| placed.element.role.eq_ignore_ascii_case(role)))
            .collect();
        let fits: Vec<(Fit, Placed<'_>)> = elements
            .into_iter()
            .filter_map(|placed| Some((fit(&folded(shown_text(placed.element)), &wanted)?, placed)))
            .collect();
        let best = fits.iter().map(|(fit, _)| *fit).min();
        let found: Vec<Placed<'_>> =
            fits.into_iter().filter(|(fit, _)| Some(*fit) == best).map(|(_, placed)| placed).collect();
        match found.as_slice() {
            [] => Err(ToolError::new(
                ErrorCode::NotFound,
                format!("no element to act on has the text {}", quoted(text, 80)),
                "use a ref from the view; browser_find looks for text on the whole page",
            )),
            [only] => {
                let line = self.line(&look.snapshot, *only);
                let label = self.label(line.reference);
                Ok(Target {
                    frame: look.frames[only.frame].clone(),
                    element: only.element.id,
                    role: only.element.role.clone(),
                    label,
                    note: (!note.is_empty()).then(|| note.to_owned()),
                    reference: Some(line.reference),
                })
            }
            several => {
                let lines: Vec<String> = several
                    .iter()
                    .take(3)
                    .map(|placed| render_line(&self.line(&look.snapshot, *placed)))
                    .collect();
                Err(ToolError::new(
                    ErrorCode::Ambiguous,
                    format!("{} elements have the text {}", several.len(), quoted(text, 80)),
                    format!("choose one by its ref: {}", lines.join("; ")),
                ))
            }
        }
    }
}

/// How well a name fits a text that was looked for, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// It is the text.
    Exact,
    /// It has its words.
    Words,
    /// It begins with it, in the middle of a word.
    Start,
    /// It has it somewhere inside a word.
    Part,
}

/// How a folded name fits a folded text.
fn fit(name: &str, wanted: &str) -> Option<Fit> {
    if wanted.is_empty() {
        return None;
    }
    if name == wanted {
        return Some(Fit::Exact);
    }
    let is_edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    let mut places = name.match_indices(wanted).map(|(at, _)| at).peekable();
    places.peek()?;
    if places.any(|at| {
        let end = at + wanted.len();
        let begins_word =
            is_edge(name[..at].chars().next_back()) || !wanted.starts_with(char::is_alphanumeric);
        let ends_word = is_edge(name[end..].chars().next()) || !wanted.ends_with(char::is_alphanumeric);
        begins_word && ends_word
    }) {
        return Some(Fit::Words);
    }
    Some(if name.starts_with(wanted) { Fit::Start } else { Fit::Part })
}

fn shown_text(element: &ElementFacts) -> &str {
    if element.name.is_empty() { element.value.as_deref().unwrap_or("") } else { &element.name }
}

/// Reads `button "Save"`.
fn role_and_name(words: &str) -> Option<(&str, &str)> {
    let (role, rest) = words.trim().split_once(' ')?;
    let name = rest.trim().strip_prefix('"')?;
    let name = name.split('"').next()?;
    role.chars().all(|character| character.is_ascii_alphabetic()).then_some((role, name))
}

/// Reads `the Save button`.
fn name_and_role(words: &str) -> Option<(&str, &str)> {
    let (name, role) = words.trim().rsplit_once(' ')?;
    Some((role, name.strip_prefix("the ").unwrap_or(name).trim_matches('"')))
}

fn has_role(look: &Look, role: &str) -> bool {
    look.snapshot.elements().iter().any(|placed| placed.element.role.eq_ignore_ascii_case(role))
}

fn looks_like_css(words: &str) -> bool {
    words.starts_with(['#', '.', '[']) || words.contains(['[', '>', '#']) || !words.contains(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_fit_better_than_parts_of_words() {
        assert_eq!(fit("log", "log"), Some(Fit::Exact));
        assert_eq!(fit("show log", "log"), Some(Fit::Words));
        assert_eq!(fit("blog, log", "log"), Some(Fit::Words));
        assert_eq!(fit("login", "log"), Some(Fit::Start));
        assert_eq!(fit("catalogue", "log"), Some(Fit::Part));
        assert_eq!(fit("save", "log"), None);
        assert_eq!(fit("save", ""), None);
        assert!(Fit::Exact < Fit::Words && Fit::Words < Fit::Start && Fit::Start < Fit::Part);
    }

    #[test]
    fn a_role_and_name_are_read_apart() {
        assert_eq!(role_and_name("searchbox \"Search Wikipedia\""), Some(("searchbox", "Search Wikipedia")));
        assert_eq!(role_and_name("button \"Save\" (disabled)"), Some(("button", "Save")));
        assert_eq!(role_and_name("the save button"), None);
        assert_eq!(name_and_role("the Save as button"), Some(("button", "Save as")));
        assert_eq!(name_and_role("Save"), None);
    }
}
