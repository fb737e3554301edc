//! Resolving: from a ref, a CSS selector or a text to exactly one element, or an error that names
//! candidates. It never guesses.

use std::collections::BTreeSet;

use crate::browser::{BrowserError, Frame, Tab};
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::snapshot::Placed;
use crate::snapshot::facts::{ElementFacts, Located};
use crate::snapshot::refs::{Ref, RefTarget};
use crate::snapshot::text::{NAME_LIMIT, cut, folded, named, one_line, quoted};
use crate::snapshot::view::render_line;

use super::{Call, Look, ViewRequest};

/// Pause between two looks for an element that is not there yet.
const ANOTHER_LOOK: std::time::Duration = std::time::Duration::from_millis(50);

/// How a call names its element.
#[derive(Debug, Clone, Copy, Default)]
pub struct Naming<'a> {
    /// A ref, or what a model sent in its place.
    pub reference: Option<&'a str>,
    /// A CSS selector.
    pub selector: Option<&'a str>,
    /// Visible text.
    pub text: Option<&'a str>,
}

/// One element to act on.
#[derive(Debug, Clone)]
pub struct Target {
    /// Its frame.
    pub frame: Frame,
    /// The walker's number of the element.
    pub element: u32,
    /// ARIA role, or the tag where it has none.
    pub role: String,
    /// `e7 button "Save"`.
    pub label: String,
    /// How it was found, when not as it was named.
    pub note: Option<String>,
    /// The ref that it was named by, under which it can be looked for again.
    pub reference: Option<Ref>,
}

impl Call {
    /// Finds the element that a call names.
    pub async fn resolve(&mut self, tab: &Tab, naming: Naming<'_>) -> Result<Target, ToolError> {
        match naming {
            Naming { reference: Some(text), .. } => match text.parse::<Ref>() {
                Ok(reference) => self.resolve_ref(tab, reference).await,
                Err(()) => self.resolve_words(tab, text).await,
            },
            Naming { selector: Some(css), text, .. } => self.resolve_selector(tab, css, text).await,
            Naming { text: Some(text), .. } => {
                let look = self.look(tab, &ViewRequest::default()).await?;
                match self.resolve_text(&look, None, text, "") {
                    Err(error) if error.code == ErrorCode::NotFound => {
                        self.option_named(tab, text).await?.ok_or(error)
                    }
                    other => other,
                }
            }
            Naming { .. } => Err(ToolError::new(
                ErrorCode::InvalidInput,
                "no element is named",
                "give `ref` from the view, for example {\"ref\": \"e3\"}",
            )),
        }
    }

    pub(super) async fn resolve_ref(&mut self, tab: &Tab, reference: Ref) -> Result<Target, ToolError> {
        let Some(target) = self.page().refs.target(reference).cloned() else {
            let last = self.page().refs.last();
            let known = match last {
                0 => "no refs were given out yet".to_owned(),
                last => format!("refs so far go from e1 to e{last}"),
            };
            return Err(ToolError::new(
                ErrorCode::NotFound,
                format!("{reference} is in no view; {known}"),
                "use a ref of the newest view; browser_snapshot shows it",
            ));
        };
        let frame = tab.frames().into_iter().find(|frame| frame.id() == target.frame);
        let Some(frame) = frame.filter(|frame| frame.document() == target.document) else {
            return Err(self.stale(tab, reference, &target));
        };
        match inject::locate(&frame, target.element, false, &self.progress).await {
            Ok(located) if located.attached && has_turned(&target.name, &located.name) => {
                let was = target.describe();
                let now = RefTarget { role: located.role.clone(), name: located.name.clone(), ..target };
                let is = now.describe();
                self.page().refs.assign(now);
                Err(ToolError::new(
                    ErrorCode::StaleRef,
                    format!("{reference} was {was} and is now {is}; nothing was done"),
                    format!("if {is} is what you want, call again with {reference}"),
                ))
            }
            Ok(located) if located.attached && has_moved(&target.context, &located.context) => {
                let told = |context: &str| quoted(context, NAME_LIMIT);
                let around = located.context.lines().next().unwrap_or_default().to_owned();
                let (was, is) = (told(&target.context), told(&around));
                let what = target.describe();
                self.page().refs.assign(RefTarget { context: around, ..target });
                Err(ToolError::new(
                    ErrorCode::StaleRef,
                    format!("{reference} {what} stood beside {was} and is now beside {is}; nothing was done"),
                    format!("if the one beside {is} is what you want, call again with {reference}"),
                ))
            }
            Ok(located) if located.attached => Ok(Target {
                frame,
                element: target.element,
                role: target.role.clone(),
                label: format!("{reference} {}", target.describe()),
                note: None,
                reference: Some(reference),
            }),
            Ok(_) => self.heal(tab, reference, &target).await,
            Err(BrowserError::FrameGone) => Err(self.stale(tab, reference, &target)),
            Err(error) => Err(error.into()),
        }
    }

    /// The node is gone from a document that lives on: a framework drew it again. The ref moves to the one
    /// element with the same role and name, if there is exactly one.
    async fn heal(&mut self, tab: &Tab, reference: Ref, target: &RefTarget) -> Result<Target, ToolError> {
        // Not a whole look: the page may draw it again while rankers think.
        let progress = self.progress.clone();
        let request = ViewRequest { text_budget: Some(0), ..ViewRequest::default() };
        let look = self.read_frames(tab, &request, &progress).await?;
        let path = |url: &str| url.split('#').next().unwrap_or_default().to_owned();
        let is_same_page = tab
            .frames()
            .iter()
            .any(|frame| frame.id() == target.frame && path(&frame.url()) == path(&target.url));
        let found: Vec<Placed<'_>> = look
            .snapshot
            .elements()
            .into_iter()
            .filter(|placed| {
                look.snapshot.frames[placed.frame].document == target.document
                    && placed.element.role == target.role
                    && placed.element.name == target.name
                    && super::look::context(placed.element) == target.context
                    && !target.name.is_empty()
                    && target.is_unique
                    && is_same_page
            })
            .collect();
        let [only] = found.as_slice() else {
            let mut near: Vec<(u8, Placed<'_>)> = look
                .snapshot
                .elements()
                .into_iter()
                .map(|placed| (target.likeness(&placed.element.role, &placed.element.name), placed))
                .filter(|(points, _)| *points > 0)
                .collect();
            near.sort_by_key(|(points, _)| std::cmp::Reverse(*points));
            let near: Vec<Placed<'_>> = near.into_iter().take(3).map(|(_, placed)| placed).collect();
            let lines: Vec<String> =
                near.iter().map(|placed| render_line(&self.line(&look.snapshot, *placed))).collect();
            return Err(is_stale(reference, target, "it is no longer on the page", &lines));
        };
        let line = self.line(&look.snapshot, *only);
        Ok(Target {
            frame: look.frames[only.frame].clone(),
            element: only.element.id,
            role: target.role.clone(),
            label: format!("{} {}", line.reference, target.describe()),
            note: Some(format!("{reference} was drawn again by the page and is now {}", line.reference)),
            reference: Some(line.reference),
        })
    }

    fn stale(&mut self, tab: &Tab, reference: Ref, target: &RefTarget) -> ToolError {
        let documents: Vec<_> = tab.frames().iter().map(|frame| (frame.id(), frame.document())).collect();
        let lives = |other: &RefTarget| {
            documents.iter().any(|(frame, document)| *frame == other.frame && *document == other.document)
        };
        let gone = if lives(target) { "it is no longer on the page" } else { "that document is gone" };
        let near: Vec<String> = self
            .page()
            .refs
            .nearest(target, |other| other != target && lives(other))
            .into_iter()
            .map(|(near, other)| format!("{near} {}", other.describe()))
            .collect();
        is_stale(reference, target, gone, &near)
    }

    /// The first element in sight that a selector matches. A text beside it must fit one alone. What matches nothing
    /// may be drawn in a moment: it is refused after a short while on a page that stays.
    async fn resolve_selector(
        &mut self,
        tab: &Tab,
        css: &str,
        text: Option<&str>,
    ) -> Result<Target, ToolError> {
        let patience = self.progress.child(self.session.settings.fail_fast);
        loop {
            let missing = match self.matching(tab, css, text).await {
                Err(error) if error.code == ErrorCode::NotFound => error,
                other => return other,
            };
            let waited = patience.wait(ANOTHER_LOOK).await;
            if waited.is_err()
                && (!tab.activity().is_leaving || self.progress.wait(ANOTHER_LOOK).await.is_err())
            {
                return Err(missing);
            }
        }
    }

    async fn matching(&mut self, tab: &Tab, css: &str, text: Option<&str>) -> Result<Target, ToolError> {
        let (css, inner) = without_text(css);
        let text = text.or(inner);
        let mut seen: Vec<(Frame, u32)> = Vec::new();
        let mut hidden: Vec<(Frame, u32)> = Vec::new();
        for frame in tab.frames() {
            let found = match text {
                Some(text) => inject::query_with_text(&frame, css, text, &self.progress).await,
                None => inject::query_selector(&frame, css, &self.progress).await,
            };
            match found {
                Ok(found) => {
                    if let Some(problem) = found.invalid {
                        return Err(ToolError::new(
                            ErrorCode::InvalidInput,
                            format!(
                                "`{}` is not a CSS selector: {}",
                                cut(css, 80),
                                cut(&one_line(&problem), 120)
                            ),
                            "use a ref from the view, or a selector such as button[type=submit] or #search",
                        ));
                    }
                    for (number, id) in (0_u32..).zip(found.ids) {
                        let list = if number < found.visible { &mut seen } else { &mut hidden };
                        list.push((frame.clone(), id));
                    }
                }
                Err(error) if frame.is_main() => return Err(error.into()),
                Err(_) => {}
            }
        }
        let count = seen.len();
        if let Some(text) = text.filter(|_| count > 1) {
            let lines = self.candidates(&seen).await?;
            return Err(ToolError::new(
                ErrorCode::Ambiguous,
                format!("{count} elements match `{}` with the text {}", cut(css, 80), quoted(text, 60)),
                format!("choose one by its ref: {}", lines.join("; ")),
            ));
        }
        for (frame, element) in seen.into_iter().chain(hidden) {
            let located = inject::locate(&frame, element, false, &self.progress).await?;
            if located.attached {
                let note =
                    (count > 1).then(|| format!("{count} elements match; the first one in sight was taken"));
                let label = describe(&located);
                let role = if located.role.is_empty() { located.tag } else { located.role };
                return Ok(Target { frame, element, role, label, note, reference: None });
            }
        }
        let also = text.map(|text| format!(" with the text {}", quoted(text, 60))).unwrap_or_default();
        Err(ToolError::new(
            ErrorCode::NotFound,
            format!("no element matches `{}`{also}", cut(&one_line(css), 80)),
            "use a ref from the view; browser_find looks for text on the whole page",
        ))
    }

    /// The first few of several elements, by ref, role, name and the row they stand in.
    async fn candidates(&mut self, found: &[(Frame, u32)]) -> Result<Vec<String>, ToolError> {
        let mut lines = Vec::new();
        for (frame, element) in found.iter().take(3) {
            let located = inject::locate(frame, *element, false, &self.progress).await?;
            let context = located.context.lines().next().unwrap_or_default().to_owned();
            let reference = self.page().refs.assign(RefTarget {
                frame: frame.id().clone(),
                document: frame.document(),
                element: *element,
                role: if located.role.is_empty() { located.tag.clone() } else { located.role.clone() },
                name: located.name.clone(),
                context: context.clone(),
                url: frame.url(),
                is_unique: false,
            });
            let beside = if context.is_empty() {
                String::new()
            } else {
                format!(" | {}", cut(&one_line(&context), 60))
            };
            lines.push(format!("{reference} {}{beside}", describe(&located)));
        }
        Ok(lines)
    }

    /// The one option of a native list that is called so. Views show them with their list alone.
    async fn option_named(&self, tab: &Tab, text: &str) -> Result<Option<Target>, ToolError> {
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

    /// What stands in `ref` is no ref: `button "Save"`, a selector, or a name.
    async fn resolve_words(&mut self, tab: &Tab, words: &str) -> Result<Target, ToolError> {
        let look = self.look(tab, &ViewRequest::default()).await?;
        let note = format!("{} is no ref; read as the element with that name", quoted(words, 60));
        if let Some((role, name)) = role_and_name(words) {
            return self.resolve_text(&look, Some(role), name, &note);
        }
        match self.resolve_text(&look, None, words, &note) {
            Err(error) if error.code == ErrorCode::NotFound && looks_like_css(words) => {
                let mut target = self.resolve_selector(tab, words, None).await?;
                target.note = Some(format!("{} is no ref; read as a CSS selector", quoted(words, 60)));
                Ok(target)
            }
            other => other,
        }
    }

    fn resolve_text(
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
        let matching = |fits: &dyn Fn(&str) -> bool| -> Vec<Placed<'_>> {
            elements.iter().copied().filter(|placed| fits(&folded(shown_text(placed.element)))).collect()
        };
        let mut found = matching(&|name| name == wanted);
        if found.is_empty() {
            found = matching(&|name| !wanted.is_empty() && name.contains(&wanted));
        }
        match found.as_slice() {
            [] => Err(ToolError::new(
                ErrorCode::NotFound,
                format!("no element to act on has the text {}", quoted(text, 80)),
                "use a ref from the view; browser_find looks for text on the whole page",
            )),
            [only] => {
                let line = self.line(&look.snapshot, *only);
                let label = format!(
                    "{} {}",
                    line.reference,
                    named(&only.element.role, &only.element.name, NAME_LIMIT)
                );
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

fn shown_text(element: &ElementFacts) -> &str {
    if element.name.is_empty() { element.value.as_deref().unwrap_or("") } else { &element.name }
}

fn describe(located: &Located) -> String {
    let role = if located.role.is_empty() { &located.tag } else { &located.role };
    named(role, &located.name, NAME_LIMIT)
}

fn is_stale(reference: Ref, target: &RefTarget, gone: &str, near: &[String]) -> ToolError {
    ToolError::new(
        ErrorCode::StaleRef,
        format!("{reference} was {}; {gone}", target.describe()),
        match near {
            [] => "use a ref of the newest view; browser_snapshot shows it".to_owned(),
            near => format!("nearest now: {}", near.join(", ")),
        },
    )
}

/// Whether an element became another one under the same node. Counts and clocks in a name may go on.
fn has_turned(was: &str, is: &str) -> bool {
    let plain = |name: &str| folded(name).chars().filter(|c| c.is_alphabetic()).collect::<String>();
    let (was, is) = (plain(was), plain(is));
    !was.is_empty() && !is.is_empty() && !was.contains(&is) && !is.contains(&was)
}

/// Whether an element stands in another row, card or entry by now, as where a list uses its nodes again for other
/// entries. `is` holds a line for each thing around it. Prices and counts in them may go on.
fn has_moved(was: &str, is: &str) -> bool {
    let mut around = is.lines().filter(|line| !line.trim().is_empty()).peekable();
    !was.is_empty() && around.peek().is_some() && around.all(|line| is_another(was, line))
}

fn is_another(was: &str, is: &str) -> bool {
    let words = |context: &str, wanted: fn(&str) -> bool| -> BTreeSet<String> {
        let folded = folded(context);
        let words = folded.split(|character: char| !character.is_alphanumeric());
        words.filter(|word| !word.is_empty() && wanted(word)).map(str::to_owned).collect()
    };
    let is_name = |word: &str| word.chars().count() > 1 && !word.contains(|c: char| c.is_numeric());
    let (mut before, mut now) = (words(was, is_name), words(is, is_name));
    if before.is_empty() || now.is_empty() {
        (before, now) = (words(was, |_| true), words(is, |_| true));
    }
    let shared = before.intersection(&now).count();
    !before.is_empty() && !now.is_empty() && 2 * shared <= before.len().min(now.len())
}

/// Reads `button "Save"`.
fn role_and_name(words: &str) -> Option<(&str, &str)> {
    let (role, rest) = words.trim().split_once(' ')?;
    let name = rest.trim().strip_prefix('"')?;
    let name = name.split('"').next()?;
    role.chars().all(|character| character.is_ascii_alphabetic()).then_some((role, name))
}

/// Takes the text out of a selector that other tools understand: `button:has-text("Save")`, `text=Save`.
fn without_text(selector: &str) -> (&str, Option<&str>) {
    let selector = selector.trim();
    let bare = |text: &'_ str| -> Option<(usize, usize)> {
        let inner = text.trim();
        let start = text.len() - text.trim_start().len();
        let is_quoted = inner.len() > 1 && inner.starts_with(['"', '\'']) && inner.ends_with(['"', '\'']);
        let (from, to) = if is_quoted { (1, inner.len() - 1) } else { (0, inner.len()) };
        (to > from).then_some((start + from, start + to))
    };
    if let Some(text) = selector.strip_prefix("text=")
        && let Some((from, to)) = bare(text)
    {
        return ("*", Some(&text[from..to]));
    }
    for word in [":has-text(", ":contains(", ":text("] {
        if let Some((css, rest)) = selector.split_once(word)
            && let Some(text) = rest.strip_suffix(')')
            && let Some((from, to)) = bare(text)
        {
            return (if css.is_empty() { "*" } else { css }, Some(&text[from..to]));
        }
    }
    (selector, None)
}

fn looks_like_css(words: &str) -> bool {
    words.starts_with(['#', '.', '[']) || words.contains(['[', '>', '#']) || !words.contains(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_row_is_told_from_the_same_row_with_another_price() {
        assert!(has_moved("10 · Ada Lovelace · London", "11 · Grace Hopper · New York"));
        assert!(!has_moved("Kettle 1.7 l · 899,00 TL", "Kettle 1.7 l · 799,00 TL"));
        assert!(!has_moved("10 · Ada Lovelace · London", "10 · Ada Lovelace · Paris"));
        assert!(has_moved("Bob · x", "Eve · x") && has_moved("Bob · yes", "Eve · yes"));
        assert!(!has_moved("Ada Lovelace", "Team\nAda Lovelace\nPeople"));
        assert!(!has_moved("", "anything") && !has_moved("anything", ""));
    }

    #[test]
    fn a_button_that_means_something_else_now_has_turned() {
        assert!(has_turned("Cancel", "Delete account"));
        assert!(!has_turned("Cart (1)", "Cart (2)"));
        assert!(!has_turned("Follow", "Following"));
        assert!(!has_turned("", "Save"));
    }

    #[test]
    fn a_text_is_taken_out_of_a_selector() {
        assert_eq!(without_text("button:has-text(\"Save\")"), ("button", Some("Save")));
        assert_eq!(without_text("a:contains('Next page')"), ("a", Some("Next page")));
        assert_eq!(without_text("li:contains(Next)"), ("li", Some("Next")));
        assert_eq!(without_text("a[href*=\"text=\"]"), ("a[href*=\"text=\"]", None));
        assert_eq!(without_text(" #save "), ("#save", None));
    }

    #[test]
    fn a_role_and_name_are_read_apart() {
        assert_eq!(role_and_name("searchbox \"Search Wikipedia\""), Some(("searchbox", "Search Wikipedia")));
        assert_eq!(role_and_name("button \"Save\" (disabled)"), Some(("button", "Save")));
        assert_eq!(role_and_name("the save button"), None);
    }
}
