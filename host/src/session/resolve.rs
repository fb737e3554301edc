//! Resolving: from a ref, a CSS selector or a text to exactly one element, or an error that names
//! candidates. It never guesses.

use crate::browser::{BrowserError, Frame, Tab};
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::snapshot::Placed;
use crate::snapshot::refs::{Ref, RefTarget};
use crate::snapshot::text::{NAME_LIMIT, quoted};
use crate::snapshot::view::render_line;

use super::{Call, ViewRequest};
use same::{Change, change, has_moved};

mod agreed;
mod same;
mod selector;
mod words;

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
    /// Finds the element that a call names. One that policies deny is not acted on.
    pub async fn resolve(&mut self, tab: &Tab, naming: Naming<'_>) -> Result<Target, ToolError> {
        let target = self.find(tab, naming).await?;
        self.may_act(&target).await?;
        Ok(target)
    }

    pub(super) async fn find(&mut self, tab: &Tab, naming: Naming<'_>) -> Result<Target, ToolError> {
        match naming {
            Naming { reference: Some(text), selector, text: said } => match text.parse::<Ref>() {
                Ok(reference) => {
                    let target = self.resolve_ref(tab, reference).await?;
                    self.agreed(tab, target, selector, said).await
                }
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
            Ok(located) if located.attached && self.has_turned(reference, &target, &located.name) => {
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
                label: self.label(reference),
                note: None,
                reference: Some(reference),
            }),
            Ok(_) => self.heal(tab, reference, &target).await,
            Err(BrowserError::FrameGone) => Err(self.stale(tab, reference, &target)),
            Err(error) => Err(error.into()),
        }
    }

    /// A ref in the words of the view: `e7 button "Save"`.
    pub(super) fn label(&mut self, reference: Ref) -> String {
        let refs = &self.page().refs;
        match refs.target(reference) {
            Some(target) => format!("{reference} {}", refs.described(reference, target)),
            None => reference.to_string(),
        }
    }

    /// Whether an element became another one under the same node. A number that goes on falling, as where seconds are
    /// counted, is refused once.
    fn has_turned(&mut self, reference: Ref, target: &RefTarget, name: &str) -> bool {
        match change(&target.role, &target.name, name) {
            Change::None => false,
            Change::Down(_) => self.page().counting.insert(reference),
            Change::Turned => true,
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
            label: self.label(line.reference),
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
