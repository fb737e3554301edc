//! Reasons: why an action changed nothing, and what keeps a form from being sent.

use crate::inject;
use crate::snapshot::facts::{Idle, RefusedField};
use crate::snapshot::refs::RefTarget;
use crate::snapshot::text::{counted, cut, named, one_line};

use super::act::Pressed;
use super::{Acting, Call, Look, Target};

/// Most fields named in one receipt.
const FIELDS: usize = 5;
/// Characters of an error of the page's scripts that are told.
const SCRIPT_ERROR: usize = 120;

impl Call {
    /// The likeliest reason why a press changed nothing.
    pub(super) async fn reason(&mut self, acting: &Acting, look: &Look) -> Option<String> {
        if let Some(error) = acting.tab.script_error_since(acting.script_errors) {
            let error = cut(&one_line(&error), SCRIPT_ERROR).replace('"', "'");
            return Some(format!("the page's script failed: \"{error}\""));
        }
        let Pressed { target, sends, instead, unclicked, slipped } = acting.pressed.as_ref()?;
        if let Some(why) = unclicked {
            return Some((*why).to_owned());
        }
        if *slipped {
            return Some("the click went past it, since it moved while it was pressed".to_owned());
        }
        if *sends {
            let empty = self.empty_fields(look);
            if !empty.is_empty() {
                return Some(format!("still empty: {}", empty.join(", ")));
            }
        }
        let idle = inject::why_idle(&target.frame, target.element, &self.progress).await.ok()??;
        Some(match idle {
            Idle::Gone => "it is no longer there".to_owned(),
            Idle::Disabled => "it is disabled".to_owned(),
            Idle::Ignores => {
                let instead = match instead {
                    Some(element) => self.glimpse(target, *element).await,
                    None => None,
                };
                instead.map_or_else(
                    || "it takes no clicks".to_owned(),
                    |instead| format!("it takes no clicks; {instead} got it instead"),
                )
            }
            Idle::List => "its list opens outside of the page; use browser_select or browser_type".to_owned(),
            Idle::Picker => "its picker opens outside of the page; use browser_type".to_owned(),
            Idle::Field => "it is a field and has the keyboard now; use browser_type".to_owned(),
            Idle::Chosen => "it was chosen already".to_owned(),
            Idle::Here => "it links to this page".to_owned(),
            Idle::Unheard => "no script of the page seems to listen for it".to_owned(),
        })
    }

    async fn glimpse(&self, target: &Target, element: u32) -> Option<String> {
        let seen =
            inject::glance(&target.frame, &[element], &self.progress).await.ok()?.into_iter().next()?;
        let role = if seen.role.is_empty() || seen.role == "generic" { &seen.tag } else { &seen.role };
        Some(named(role, &seen.name, 60))
    }

    /// Fields that must be filled in and are not.
    fn empty_fields(&mut self, look: &Look) -> Vec<String> {
        let mut empty = Vec::new();
        for placed in look.snapshot.elements() {
            let element = placed.element;
            let is_empty = match element.states.checked {
                Some(checked) => checked == crate::snapshot::facts::Tri::False && element.role != "radio",
                None => element.value.as_deref().is_some_and(str::is_empty),
            };
            if element.states.required && is_empty && empty.len() < FIELDS {
                let line = self.line(&look.snapshot, placed);
                empty.push(format!("{} {}", line.reference, named(&element.role, &element.name, 40)));
            }
        }
        empty
    }

    /// `the form was not sent: e3 textbox "Name" must be filled in`.
    pub(super) fn refused(&mut self, acting: &Acting, fields: &[RefusedField]) -> Option<String> {
        let frame = match &acting.pressed {
            Some(pressed) => pressed.target.frame.clone(),
            None => acting.tab.main_frame(),
        };
        let mut words: Vec<String> = Vec::new();
        for field in fields.iter().take(FIELDS) {
            let reference = self.page().refs.of(&frame.id(), frame.document(), field.element).or_else(|| {
                let url = frame.url();
                (!field.name.is_empty()).then(|| {
                    self.page().refs.assign(RefTarget {
                        frame: frame.id().clone(),
                        document: frame.document(),
                        element: field.element,
                        role: field.role.clone(),
                        name: field.name.clone(),
                        context: String::new(),
                        url,
                        is_unique: false,
                    })
                })
            });
            let what = named(&field.role, &field.name, 40);
            let what = reference.map_or(what.clone(), |reference| format!("{reference} {what}"));
            words.push(match (field.missing, field.message.as_str()) {
                (true, _) => format!("{what} must be filled in"),
                (false, "") => format!("{what} is not valid"),
                (false, why) => {
                    format!("{what} is not valid ({})", cut(&one_line(why), 100).replace('"', "'"))
                }
            });
        }
        if fields.len() > FIELDS {
            words.push(counted(fields.len() - FIELDS, "more field"));
        }
        (!words.is_empty()).then(|| format!("the form was not sent: {}", words.join(", ")))
    }
}
