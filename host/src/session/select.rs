//! Choosing: which control is meant, which of its options, and whether it shows them afterwards.

mod matching;
mod opened;
mod seeking;

use std::time::Duration;

use crate::browser::{BrowserError, Frame, MouseButton, Tab};
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::progress::Interrupted;
use crate::snapshot::facts::{ChooserFacts, ChooserKind, Offered, Tri};
use crate::snapshot::text::{NAME_LIMIT, named, quoted};
use crate::snapshot::view::render_line;

use super::check::wanted_state;
use super::{Answer, Call, Target, ViewRequest};
use matching::Found;

/// Pause between two looks at options that are awaited.
const PAUSE: Duration = Duration::from_millis(50);
/// Longest wait for options of a list that comes late, where the page loads nothing.
const LATE: Duration = Duration::from_millis(1_500);
/// Longest wait for a control to show what was chosen.
const TAKE: Duration = Duration::from_millis(1_500);
/// Longest wait for the page to take a press.
const PRESS: Duration = Duration::from_secs(4);
/// Longest label in a receipt.
const LABEL: usize = 60;

/// The control to choose from.
struct Control {
    frame: Frame,
    element: u32,
    label: String,
    facts: ChooserFacts,
}

/// What was done, as a part of a receipt.
pub(super) struct Choice {
    /// `Chose "Berlin" in e4 combobox "City"`.
    pub(super) done: String,
    /// `value "Berlin"`, where that was read back.
    pub(super) read_back: Option<String>,
    /// All were chosen before, and nothing was done.
    pub(super) already: bool,
}

/// What choosing came to.
#[derive(Default)]
struct Chosen {
    /// Labels of the wanted options.
    labels: Vec<String>,
    /// What the control shows afterwards, where it was read back and is as wanted.
    value: Option<String>,
    /// What is said where it is not as wanted.
    mismatch: Option<String>,
    /// All were chosen before, and nothing was done.
    already: bool,
}

impl Call {
    /// Chooses the wanted options, each by text, value or index, of the control that the target stands for. Nothing
    /// changes unless all of them exist.
    pub async fn choose(
        &mut self,
        tab: &Tab,
        target: &Target,
        wanted: &[String],
    ) -> Result<Answer, ToolError> {
        let state = state_wanted(target, wanted);
        let is_radio = target.role.ends_with("radio");
        if let Some(state) = state.filter(|_| !is_radio) {
            return self.set_checked(tab, target.clone(), state).await;
        }
        let mut acting = self.begin_acting(tab);
        acting.notes.extend(target.note.clone());
        let choice = match self.choose_among(tab, target, wanted, &mut acting.notes).await {
            // What is meant by "on" is the button itself, where none of its group is called that.
            Err(error) if error.code == ErrorCode::NotFound && is_radio && state == Some(true) => {
                drop(acting);
                return self.set_checked(tab, target.clone(), true).await;
            }
            choice => choice?,
        };
        if choice.already {
            acting.known = Some("nothing was done".to_owned());
        }
        acting.read_back = choice.read_back;
        let request = ViewRequest { intent: "browse", ..ViewRequest::default() };
        self.finish_acting(acting, &choice.done, &request).await
    }

    /// The same as a part of something larger; says what was done.
    pub(super) async fn choose_among(
        &mut self,
        tab: &Tab,
        target: &Target,
        wanted: &[String],
        notes: &mut Vec<String>,
    ) -> Result<Choice, ToolError> {
        let control = self.control(target, notes).await?;
        let wanted: Vec<String> = wanted.iter().map(|text| self.option_text(text)).collect();
        let chosen = match control.facts.kind {
            ChooserKind::Select => self.choose_native(tab, &control, &wanted, notes).await?,
            ChooserKind::Datalist => self.choose_proposed(tab, &control, &wanted).await?,
            ChooserKind::List => self.choose_listed(tab, &control, &wanted).await?,
            ChooserKind::Opener => self.choose_opened(tab, &control, &wanted).await?,
            ChooserKind::Link | ChooserKind::Submit | ChooserKind::None => {
                return Err(self.no_chooser(tab, &control, "has no options").await);
            }
        };
        let labels: Vec<String> = chosen.labels.iter().map(|label| quoted(label, LABEL)).collect();
        let (labels, label) = (labels.join(", "), &control.label);
        let (done, read_back) = match chosen.mismatch {
            _ if chosen.already => (format!("{labels} was chosen already in {label}"), None),
            None => (format!("Chose {labels} in {label}"), chosen.value),
            Some(mismatch) => {
                notes.push(mismatch);
                (format!("Pressed {labels} in {label}"), None)
            }
        };
        Ok(Choice { done, read_back, already: chosen.already })
    }

    /// The control that a target stands for; said where it is another element.
    async fn control(&mut self, target: &Target, notes: &mut Vec<String>) -> Result<Control, ToolError> {
        let frame = target.frame.clone();
        let facts = inject::chooser(&frame, target.element, &self.progress).await?;
        if !facts.attached {
            return Err(ToolError::new(
                ErrorCode::StaleRef,
                format!("{} is no longer on the page", target.label),
                "call browser_snapshot and use a new ref",
            ));
        }
        let label = if facts.is_other {
            let role = if facts.role.is_empty() { &facts.tag } else { &facts.role };
            let words = named(role, &facts.name, NAME_LIMIT);
            let reference = self.page().refs.of(&frame.id(), frame.document(), facts.element);
            let label = reference.map_or_else(|| words.clone(), |reference| format!("{reference} {words}"));
            if !facts.own {
                notes.push(format!("{} stands for {label}", target.label));
            }
            label
        } else {
            target.label.clone()
        };
        if !facts.enabled {
            return Err(ToolError::new(
                ErrorCode::NotActionable,
                format!("{label} is disabled"),
                "something else must be done first: choose or fill in what comes before it",
            ));
        }
        Ok(Control { element: facts.element, frame, label, facts })
    }

    /// What a model wrote for an option, as its text: a ref of one or a line of a view becomes the name in it.
    fn option_text(&mut self, text: &str) -> String {
        let text = text.trim();
        if let Some((head, _)) = text.split_once(' ').or(Some((text, "")))
            && head.starts_with('e')
            && let Ok(reference) = head.parse()
            && let Some(target) = self.page().refs.target(reference)
            && !target.name.is_empty()
            && matches!(
                target.role.as_str(),
                "option" | "menuitem" | "menuitemradio" | "menuitemcheckbox" | "radio" | "tab" | "treeitem"
            )
        {
            return target.name.clone();
        }
        let inner = |quote| {
            let rest = text.strip_prefix("option ").unwrap_or(text).trim();
            rest.strip_prefix(quote)?.strip_suffix(quote).filter(|inner: &&str| !inner.contains(quote))
        };
        inner('"').or_else(|| inner('\'')).unwrap_or(text).to_owned()
    }

    /// A native `<select>`. Script sets it, as no input can reach the list that the system draws.
    async fn choose_native(
        &mut self,
        tab: &Tab,
        control: &Control,
        wanted: &[String],
        notes: &mut Vec<String>,
    ) -> Result<Chosen, ToolError> {
        if let Some(widget) = control.facts.widget {
            let facts = inject::chooser(&control.frame, widget, &self.progress).await?;
            let label = control.label.clone();
            let drawn = Control { element: facts.element, frame: control.frame.clone(), label, facts };
            match self.choose_opened(tab, &drawn, wanted).await {
                Err(error) if error.code == ErrorCode::NotActionable => {
                    self.progress.log("what is drawn for the <select> opens nothing; setting it by script");
                }
                other => return other,
            }
        }
        several_of_one(control, wanted, control.facts.multiple)?;
        let options = self.native_options(tab, control, wanted).await?;
        let places = matching::all(wanted, &options, control.facts.multiple)
            .map_err(|(text, found)| missed(control, &text, &found, &options))?;
        let labels: Vec<String> = places.iter().map(|place| options[*place].label.clone()).collect();
        let is_chosen = |option: &Offered| option.selected == Some(true);
        let dropped: Vec<&str> = options
            .iter()
            .enumerate()
            .filter(|(place, option)| is_chosen(option) && !places.contains(place))
            .map(|(_, option)| option.label.as_str())
            .collect();
        if places.iter().all(|place| is_chosen(&options[*place])) && dropped.is_empty() {
            return Ok(Chosen { labels, already: true, ..Chosen::default() });
        }
        if control.facts.multiple && !dropped.is_empty() {
            let names: Vec<String> = dropped.iter().map(|label| quoted(label, LABEL)).collect();
            notes.push(format!("no longer chosen: {}", names.join(", ")));
        }
        let set = inject::select_options(&control.frame, control.element, &places, &self.progress).await;
        // A page that goes on to another one when something is chosen shows nothing more of it.
        let now = match set {
            Ok(Some(now)) => now,
            Ok(None) | Err(BrowserError::FrameGone | BrowserError::DialogOpen(_)) => {
                return Ok(Chosen { labels, ..Chosen::default() });
            }
            Err(error) => return Err(error.into()),
        };
        if now.len() == labels.len() && labels.iter().all(|label| now.contains(label)) {
            return Ok(Chosen { value: Some(value_words(&now)), labels, ..Chosen::default() });
        }
        Ok(Chosen { mismatch: Some(shows_instead(control, &now)), labels, ..Chosen::default() })
    }

    /// The options of a `<select>`; those of one that the page fills late are waited for.
    async fn native_options(
        &mut self,
        tab: &Tab,
        control: &Control,
        wanted: &[String],
    ) -> Result<Vec<Offered>, ToolError> {
        let gone = || {
            ToolError::new(
                ErrorCode::StaleRef,
                format!("{} is no longer on the page", control.label),
                "call browser_snapshot and use a new ref",
            )
        };
        let read = inject::native_options(&control.frame, control.element, &self.progress);
        let mut options = read.await?.ok_or_else(gone)?;
        let is_there = |options: &[Offered]| matching::all(wanted, options, control.facts.multiple).is_ok();
        let is_thin = |options: &[Offered]| options.iter().filter(|option| !option.hidden).count() < 2;
        if is_there(&options) || !(is_thin(&options) || tab.activity().requests_in_flight > 0) {
            return Ok(options);
        }
        // Many pages fill a list when it takes the focus.
        inject::focus(&control.frame, control.element, false, &self.progress).await?;
        let limit = self.session.settings().wait;
        let (late, patience) = (self.progress.child(LATE), self.progress.child(limit));
        loop {
            self.progress.log("waiting for the options to come");
            let is_over = late.check("").is_err() && tab.activity().requests_in_flight == 0;
            match patience.wait(PAUSE).await {
                Ok(()) if !is_over => {}
                Err(Interrupted::Cancelled) => {
                    return Err(ToolError::interrupted(&Interrupted::Cancelled, ""));
                }
                _ => return Ok(options),
            }
            let read = inject::native_options(&control.frame, control.element, &self.progress);
            options = read.await?.ok_or_else(gone)?;
            if is_there(&options) {
                return Ok(options);
            }
        }
    }

    /// A text field that proposes values: the value is typed, as choosing it would.
    async fn choose_proposed(
        &mut self,
        tab: &Tab,
        control: &Control,
        wanted: &[String],
    ) -> Result<Chosen, ToolError> {
        several_of_one(control, wanted, false)?;
        let options = self.native_options(tab, control, wanted).await?;
        let places = matching::all(wanted, &options, false)
            .map_err(|(text, found)| missed(control, &text, &found, &options))?;
        let option = &options[places[0]];
        let value = if option.value.is_empty() { &option.label } else { &option.value };
        let labels = vec![option.label.clone()];
        let (frame, element) = (&control.frame, control.element);
        if inject::read_value(frame, element, &self.progress).await?.as_ref() == Some(value) {
            return Ok(Chosen { labels, already: true, ..Chosen::default() });
        }
        inject::focus(frame, element, true, &self.progress).await?;
        tab.insert_text(value, &self.progress).await?;
        if inject::read_value(frame, element, &self.progress).await?.as_ref() != Some(value) {
            inject::set_value(frame, element, value, &self.progress).await?;
        }
        inject::blur_field(frame, element, &self.progress).await?;
        let now = inject::read_value(frame, element, &self.progress).await?.unwrap_or_default();
        if now == *value {
            return Ok(Chosen { value: Some(value_words(&[now])), labels, ..Chosen::default() });
        }
        Ok(Chosen { mismatch: Some(shows_instead(control, &[now])), labels, ..Chosen::default() })
    }

    /// Presses an element of a control; one that something lies over is pressed by script.
    async fn press_part(
        &mut self,
        tab: &Tab,
        frame: &Frame,
        element: u32,
        label: String,
    ) -> Result<(), ToolError> {
        let role = "option".to_owned();
        let target = Target { frame: frame.clone(), element, role, label, note: None, reference: None };
        let point = match self.actionable(&target).await {
            Ok((point, _)) => point,
            Err(error) if error.code == ErrorCode::Covered => {
                self.progress.log(format!("{}; pressed by script", error.message));
                inject::js_click(frame, element, &self.progress).await?;
                return Ok(());
            }
            Err(error) => return Err(error),
        };
        match tab.mouse_click(point, MouseButton::Left, 1, &self.progress.child(PRESS)).await {
            // The press arrived: what it started keeps the page from saying so.
            Ok(())
            | Err(BrowserError::Interrupted(Interrupted::TimedOut { .. }) | BrowserError::DialogOpen(_)) => {
                Ok(())
            }
            Err(error) => Err(error.into()),
        }
    }

    /// The refusal for what has no options, with what has some.
    async fn no_chooser(&mut self, tab: &Tab, control: &Control, why: &str) -> ToolError {
        let others = match self.look(tab, &ViewRequest::default()).await {
            Err(_) => Vec::new(),
            Ok(look) => {
                let elements = look.snapshot.elements();
                let choosers = elements.into_iter().filter(|placed| {
                    matches!(placed.element.role.as_str(), "combobox" | "listbox" | "radio")
                        && !(look.frames[placed.frame].id() == control.frame.id()
                            && placed.element.id == control.element)
                });
                choosers.take(3).map(|placed| render_line(&self.line(&look.snapshot, placed))).collect()
            }
        };
        let role = match control.facts.kind {
            ChooserKind::Submit => "button that sends a form",
            _ if control.facts.role.is_empty() => control.facts.tag.as_str(),
            _ => control.facts.role.as_str(),
        };
        let article = if role.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        let toggle = match inject::toggle_of(&control.frame, control.element, &self.progress).await {
            Ok(Some(toggle)) if matches!(control.facts.kind, ChooserKind::None) => toggle.state,
            _ => None,
        };
        let hint = match (control.facts.editable, others.as_slice()) {
            _ if toggle.is_some() => {
                let state = match toggle {
                    Some(Tri::True) => "on",
                    Some(Tri::Mixed) => "partly on",
                    _ => "off",
                };
                format!("it is {state}: browser_click switches it")
            }
            (true, _) => "it takes text: use browser_type".to_owned(),
            (_, []) => "use browser_click for buttons and links".to_owned(),
            (_, others) => format!("what has options here: {}", others.join("; ")),
        };
        ToolError::new(
            ErrorCode::NotActionable,
            format!("{} is {article} {role}, not a <select>, and {why}", control.label),
            hint,
        )
    }
}

/// The state that is asked for of what is checked or not, by its own name or a word for it.
fn state_wanted(target: &Target, wanted: &[String]) -> Option<bool> {
    let [only] = wanted else { return None };
    let is_box = matches!(
        target.role.as_str(),
        "checkbox" | "switch" | "menuitemcheckbox" | "radio" | "menuitemradio"
    );
    let is_name =
        !only.trim().is_empty() && target.label.ends_with(&format!(" {}", quoted(only, NAME_LIMIT)));
    let name = if is_name { only.as_str() } else { "" };
    is_box.then(|| wanted_state(only, name)).flatten().filter(|_| !only.trim().is_empty())
}

/// Refuses several options where the control takes one.
fn several_of_one(control: &Control, wanted: &[String], multiple: bool) -> Result<(), ToolError> {
    if multiple || wanted.len() < 2 {
        return Ok(());
    }
    Err(ToolError::new(
        ErrorCode::InvalidInput,
        format!("{} takes one option, not {}", control.label, wanted.len()),
        format!("give one, for example {}", quoted(&wanted[0], LABEL)),
    ))
}

/// Why no option is chosen.
fn missed(control: &Control, text: &str, found: &Found, options: &[Offered]) -> ToolError {
    let (label, wanted) = (&control.label, quoted(text, LABEL));
    match found {
        Found::Several(places) => ToolError::new(
            ErrorCode::Ambiguous,
            format!("{} options of {label} answer to {wanted}", places.len()),
            format!("name one of them: {}", matching::candidates(options, places)),
        ),
        Found::Disabled(place) => ToolError::new(
            ErrorCode::NotActionable,
            format!("option {} of {label} is disabled", quoted(&options[*place].label, LABEL)),
            format!("choose another of its {}", matching::told(options, text)),
        ),
        Found::None | Found::One(_) => {
            // In a long list, the nearest are told first.
            let near = matching::nearest(text, options)
                .filter(|_| options.len() <= matching::TOLD)
                .map(|option| format!("; nearest is {}", quoted(&option.label, LABEL)))
                .unwrap_or_default();
            let several = if control.facts.multiple { "; several can be chosen at once" } else { "" };
            let hint = match (options, control.facts.editable) {
                ([], true) => format!("no suggestion came for {wanted}: try a shorter or another text"),
                ([], false) => "it has no options; browser_type writes into a field".to_owned(),
                _ => format!("it has {}{near}{several}", matching::told(options, text)),
            };
            let message = format!("{label} has no option {wanted}; nothing was changed");
            ToolError::new(ErrorCode::NotFound, message, hint)
        }
    }
}

/// `value "Berlin"`.
fn value_words(values: &[String]) -> String {
    let values: Vec<String> = values.iter().map(|value| quoted(value, LABEL)).collect();
    format!("value {}", values.join(", "))
}

fn shows_instead(control: &Control, now: &[String]) -> String {
    match now {
        [] => format!("{} shows nothing as chosen", control.label),
        now => format!("{} shows {} instead", control.label, value_words(now)),
    }
}
