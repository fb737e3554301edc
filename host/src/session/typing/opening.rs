//! Opening the field that is meant: the element itself, the field inside it, or the one that a press on it opens.

use std::time::Duration;

use crate::browser::{DocumentId, MouseButton, Tab};
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::progress::Interrupted;
use crate::snapshot::Placed;
use crate::snapshot::facts::{Entered, FieldKind, Opens};
use crate::snapshot::refs::Ref;
use crate::snapshot::text::{NAME_LIMIT, folded, named, quoted};

use super::{Field, Typing};
use crate::session::settle::{LOADING, settle};
use crate::session::{Call, Look, Naming, Target, ViewRequest};

/// How long a field that is not there yet, or disabled, is waited for.
const PATIENCE: Duration = Duration::from_secs(2);
/// Pause between two looks at such a field.
const PAUSE: Duration = Duration::from_millis(50);

/// What naming an element for typing came to.
pub(in crate::session) enum Opened {
    /// A field that has the focus.
    Field(Box<Field>),
    /// An option was chosen instead, in words.
    Chosen(String),
}

impl Call {
    /// The element that a call names for typing. A label or name means the field of that name before anything else
    /// that has it.
    pub async fn resolve_field(&mut self, tab: &Tab, naming: Naming<'_>) -> Result<Target, ToolError> {
        let target = self.find_field(tab, naming).await?;
        self.may_act(&target).await?;
        Ok(target)
    }

    async fn find_field(&mut self, tab: &Tab, naming: Naming<'_>) -> Result<Target, ToolError> {
        let words = match naming {
            Naming { reference: Some(text), .. } => text.parse::<Ref>().is_err().then_some(text),
            Naming { selector: None, text, .. } => text,
            Naming { .. } => None,
        };
        if naming.reference.is_none() && naming.selector.is_none() && naming.text.is_none() {
            let look = self.look(tab, &ViewRequest::default()).await?;
            return match self.sites_search(&look).await {
                Some(target) => Ok(target),
                None => Err(self.unnamed(&look)),
            };
        }
        if let Some(words) = words {
            let look = self.look(tab, &ViewRequest::default()).await?;
            if let Some(target) = self.field_named(&look, words) {
                return Ok(target);
            }
        }
        self.find(tab, naming).await
    }

    /// The search box of the page, where a pack or plugin names one that can be seen.
    async fn sites_search(&mut self, look: &Look) -> Option<Target> {
        let css = look.advice.search_input.as_ref()?;
        let (ids, _) = Self::found_in(look.frames.first()?, css, &self.progress).await;
        let elements = look.snapshot.elements();
        let placed = ids.iter().find_map(|id| {
            elements.iter().find(|placed| placed.frame == 0 && placed.element.id == *id && is_control(placed))
        })?;
        let target = self.target_of(look, *placed);
        let note = Some(format!("no field was named, so the site's search box was taken: {}", target.label));
        Some(Target { note, ..target })
    }

    /// The error for a call that names no field: with the page's search, or its only field, which is probably meant.
    fn unnamed(&mut self, look: &Look) -> ToolError {
        let fields: Vec<Placed<'_>> = look
            .snapshot
            .elements()
            .into_iter()
            .filter(|placed| placed.element.states.editable && !placed.element.states.disabled)
            .collect();
        let is_search = |placed: &&Placed<'_>| placed.element.role == "searchbox";
        let likeliest = match fields.as_slice() {
            [only] => Some(*only),
            several => several.iter().find(is_search).copied(),
        };
        let hint = match (likeliest, fields.as_slice()) {
            (Some(placed), _) => {
                let label = self.target_of(look, placed).label;
                let reference = label.split(' ').next().unwrap_or_default();
                format!("for {label}, add \"ref\": \"{reference}\"")
            }
            (None, []) => "the page shows no text field".to_owned(),
            (None, several) => {
                let labels: Vec<String> =
                    several.iter().take(3).map(|placed| self.target_of(look, *placed).label).collect();
                format!("give `ref`: fields on this page are {}", labels.join(", "))
            }
        };
        ToolError::new(ErrorCode::InvalidInput, "no field is named", hint)
    }

    /// The only field of that name.
    fn field_named(&mut self, look: &Look, words: &str) -> Option<Target> {
        let plain = |name: &str| folded(name.trim().trim_end_matches(['*', ':', ' '])).trim().to_owned();
        let wanted = plain(words);
        if wanted.is_empty() {
            return None;
        }
        let fields: Vec<Placed<'_>> =
            look.snapshot.elements().into_iter().filter(|placed| is_control(placed)).collect();
        let named_so = |fits: &dyn Fn(&str) -> bool, is_text: bool| -> Vec<Placed<'_>> {
            let of_kind = |placed: &&Placed<'_>| !is_text || placed.element.states.editable;
            fields
                .iter()
                .filter(of_kind)
                .copied()
                .filter(|placed| fits(&plain(&placed.element.name)))
                .collect()
        };
        let exact = |name: &str| name == wanted;
        let partial = |name: &str| name.contains(&wanted);
        let found =
            [(&exact as &dyn Fn(&str) -> bool, true), (&exact, false), (&partial, true), (&partial, false)]
                .into_iter()
                .map(|(fits, is_text)| named_so(fits, is_text))
                .find(|found| !found.is_empty())?;
        let [only] = found.as_slice() else { return None };
        Some(self.target_of(look, *only))
    }

    fn target_of(&mut self, look: &Look, placed: Placed<'_>) -> Target {
        let line = self.line(&look.snapshot, placed);
        Target {
            frame: look.frames[placed.frame].clone(),
            element: placed.element.id,
            role: placed.element.role.clone(),
            label: format!(
                "{} {}",
                line.reference,
                named(&placed.element.role, &placed.element.name, NAME_LIMIT)
            ),
            note: None,
            reference: Some(line.reference),
        }
    }

    /// Enters the field. What is not there yet or disabled is waited for; what was drawn anew is looked for again.
    pub(in crate::session) async fn enter(
        &mut self,
        tab: &Tab,
        target: &mut Target,
        append: bool,
    ) -> Result<Entered, ToolError> {
        let patience = self.progress.child(PATIENCE);
        loop {
            let entered = inject::enter_field(&target.frame, target.element, append, &self.progress).await?;
            if !entered.attached {
                let Some(reference) = target.reference else { return Err(gone(target)) };
                *target = self.resolve_ref(tab, reference).await?;
            } else if !entered.kind.takes_text() || (entered.enabled && entered.visible) {
                if let Some(inner) = entered.inner {
                    target.element = inner;
                }
                return Ok(entered);
            }
            match patience.wait(PAUSE).await {
                Ok(()) => self.progress.log("waiting for the field to be shown and enabled"),
                Err(Interrupted::Cancelled) => {
                    return Err(ToolError::interrupted(&Interrupted::Cancelled, ""));
                }
                Err(Interrupted::TimedOut { .. }) if entered.attached => return Ok(entered),
                Err(Interrupted::TimedOut { .. }) => return Err(gone(target)),
            }
        }
    }

    /// The element itself where it can be typed into. A field that is gated by a cover (`pointer-events: none` under
    /// another node), or a control that says it opens a field, is clicked first, and the field that appears is taken.
    /// Nothing else is ever clicked.
    pub(in crate::session) async fn open_field(
        &mut self,
        tab: &Tab,
        mut target: Target,
        typing: Typing<'_>,
        notes: &mut Vec<String>,
    ) -> Result<Opened, ToolError> {
        let entered = self.enter(tab, &mut target, typing.append).await?;
        match entered.kind {
            FieldKind::Select => {
                self.mark_sensitive(false);
                let wanted = [typing.text.to_owned()];
                let choice = self.choose_among(tab, &target, &wanted, notes).await?;
                return Ok(Opened::Chosen(choice.done));
            }
            FieldKind::Choice => {
                return Err(refused(&target, "takes no text", "use browser_check to set it"));
            }
            FieldKind::List if entered.opens != Some(Opens::Search) => {
                return Err(refused(
                    &target,
                    "is a list to choose from",
                    "use browser_select with its option",
                ));
            }
            FieldKind::File => {
                return Err(refused(&target, "takes files", "use browser_upload with the paths"));
            }
            kind if kind.takes_text() => {
                if !entered.visible {
                    return Err(refused(
                        &target,
                        "is not visible",
                        "open the part of the page that holds it first",
                    ));
                }
                if !entered.enabled {
                    return Err(refused(
                        &target,
                        "is disabled",
                        "fill in what comes before it first, or choose another field",
                    ));
                }
                if entered.editable && entered.gate.is_none() {
                    if !entered.focused {
                        // Keys would go to whatever has the focus instead.
                        return Err(refused(
                            &target,
                            "does not take the focus, so nothing was typed",
                            "click it first, or type into the field that the page puts in its place",
                        ));
                    }
                    return Ok(Opened::Field(Box::new(Field {
                        target,
                        entered,
                        is_search: false,
                        has_filtered: false,
                    })));
                }
                if entered.gate.is_none() && entered.opens.is_none() {
                    return Err(refused(
                        &target,
                        "is read-only",
                        "browser_click it if it opens a picker, or choose another field",
                    ));
                }
            }
            _ => {
                if entered.opens.is_none() {
                    let look = self.look(tab, &ViewRequest::default()).await?;
                    return Err(self.no_field(&look, &target, "is no text field"));
                }
            }
        }
        let field = self.press_open(tab, target, &entered, typing.append, notes).await?;
        Ok(Opened::Field(Box::new(field)))
    }

    async fn press_open(
        &mut self,
        tab: &Tab,
        target: Target,
        entered: &Entered,
        append: bool,
        notes: &mut Vec<String>,
    ) -> Result<Field, ToolError> {
        let before = self.look(tab, &ViewRequest::default()).await?;
        let point = if entered.gate.is_some() {
            // What lies over the field is what takes the click.
            let located = inject::locate(&target.frame, target.element, true, &self.progress).await?;
            self.point_in_tab(&target, &located).await?
        } else {
            self.actionable(&target).await?.0
        };
        self.progress.log(format!("clicked {} to open the field", target.label));
        tab.mouse_click(point, MouseButton::Left, 1, &self.progress).await?;
        settle(tab, LOADING, &self.progress).await?;
        let after = self.look(tab, &ViewRequest::default()).await?;
        let opened_none = "is no text field, and clicking it opened none";
        let Some(found) = opened_field(&before, &after, &target, &entered.name) else {
            return Err(self.no_field(&after, &target, opened_none));
        };
        let mut opened = self.target_of(&after, found);
        notes.push(match &entered.gate {
            Some(cover) => format!(
                "{} was under {}; clicked that and typed into {}",
                target.label,
                quoted(cover, 60),
                opened.label
            ),
            None => format!("{} is no text field; clicked it and typed into {}", target.label, opened.label),
        });
        let again = self.enter(tab, &mut opened, append).await?;
        if again.focused && again.gate.is_none() {
            let is_search = entered.opens == Some(Opens::Search);
            return Ok(Field { target: opened, entered: again, is_search, has_filtered: false });
        }
        Err(self.no_field(&after, &target, opened_none))
    }

    fn no_field(&mut self, look: &Look, target: &Target, why: &str) -> ToolError {
        let fields: Vec<Placed<'_>> = look
            .snapshot
            .elements()
            .into_iter()
            .filter(|placed| placed.element.states.editable)
            .take(3)
            .collect();
        let fields: Vec<String> =
            fields.into_iter().map(|placed| self.target_of(look, placed).label).collect();
        ToolError::new(
            ErrorCode::NotActionable,
            format!("{} {why}", target.label),
            match fields.as_slice() {
                [] => {
                    "the page shows no text field; look for a search or edit button and click it".to_owned()
                }
                fields => format!("fields on this page: {}", fields.join(", ")),
            },
        )
    }
}

fn is_control(placed: &Placed<'_>) -> bool {
    let element = placed.element;
    element.states.editable
        || matches!(
            element.role.as_str(),
            "textbox"
                | "searchbox"
                | "combobox"
                | "spinbutton"
                | "slider"
                | "checkbox"
                | "radio"
                | "switch"
                | "listbox"
        )
}

fn gone(target: &Target) -> ToolError {
    ToolError::new(
        ErrorCode::StaleRef,
        format!("{} is no longer on the page", target.label),
        "call browser_snapshot and use a new ref",
    )
}

fn refused(target: &Target, why: &str, hint: &str) -> ToolError {
    ToolError::new(ErrorCode::NotActionable, format!("{} {why}", target.label), hint)
}

/// The field that a click opened: the focused one, else the same element now open, else the only new one.
fn opened_field<'a>(before: &Look, after: &'a Look, target: &Target, name: &str) -> Option<Placed<'a>> {
    let fields: Vec<Placed<'a>> = after
        .snapshot
        .elements()
        .into_iter()
        .filter(|placed| placed.element.states.editable && !placed.element.states.disabled)
        .collect();
    let is_open = |placed: &Placed<'_>| placed.element.hint("gated").is_none();
    if let Some(focused) = fields.iter().find(|placed| placed.element.states.focused && is_open(placed)) {
        return Some(*focused);
    }
    let same = fields.iter().find(|placed| {
        after.frames[placed.frame].id() == target.frame.id()
            && (placed.element.id == target.element || (!name.is_empty() && placed.element.name == name))
            && is_open(placed)
    });
    if let Some(same) = same {
        return Some(*same);
    }
    let known: Vec<(DocumentId, u32)> = before
        .snapshot
        .elements()
        .iter()
        .map(|placed| (before.snapshot.frames[placed.frame].document, placed.element.id))
        .collect();
    let new: Vec<&Placed<'a>> = fields
        .iter()
        .filter(|placed| {
            let key = (after.snapshot.frames[placed.frame].document, placed.element.id);
            !known.contains(&key) && is_open(placed)
        })
        .collect();
    match new.as_slice() {
        [only] => Some(**only),
        _ => None,
    }
}
