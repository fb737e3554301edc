//! Options that are elements of the page: in the control itself, or shown when it is pressed.

use std::time::Duration;

use crate::browser::{BrowserError, Tab};
use crate::error::ToolError;
use crate::inject;
use crate::progress::Interrupted;
use crate::session::Call;
use crate::snapshot::facts::{ChosenNow, Offered, OptionsShown};

use super::matching::{self, Found, meant, plain};
use super::seeking::is_option;
use super::{Chosen, Control, PAUSE, TAKE, missed, several_of_one, shows_instead, value_words};

/// How a pressed option was taken.
enum Taken {
    /// The control shows it.
    Shown(ChosenNow),
    /// The control does not.
    Other(ChosenNow),
    /// The control is gone: the page went on.
    Gone,
}

impl Call {
    /// A list box, a group of radio buttons, tabs, segments: the options stand in the control.
    pub(super) async fn choose_listed(
        &mut self,
        tab: &Tab,
        control: &Control,
        wanted: &[String],
    ) -> Result<Chosen, ToolError> {
        let shown = self.await_options(tab, control, true).await?;
        let multiple = control.facts.multiple || shown.multiple;
        let wanted = listed(wanted, multiple, &shown.options);
        several_of_one(control, &wanted, multiple)?;
        self.take_all(tab, control, &wanted, multiple, true).await
    }

    /// A control that shows its options when it is pressed.
    pub(super) async fn choose_opened(
        &mut self,
        tab: &Tab,
        control: &Control,
        wanted: &[String],
    ) -> Result<Chosen, ToolError> {
        let is_shown = |text: &String| control.facts.values.iter().any(|value| plain(value) == plain(text));
        if let [only] = wanted
            && !control.facts.multiple
            && !control.facts.open
            && is_shown(only)
        {
            return Ok(Chosen { labels: vec![only.clone()], already: true, ..Chosen::default() });
        }
        let shown = self.open_options(tab, control).await?;
        if shown.options.is_empty() && shown.filter.is_none() {
            self.close_options(tab, control).await?;
            return Err(self.no_chooser(tab, control, "pressing it showed no options").await);
        }
        let multiple = control.facts.multiple || shown.multiple;
        let wanted = listed(wanted, multiple, &shown.options);
        let chosen = match several_of_one(control, &wanted, multiple) {
            Ok(()) => self.take_all(tab, control, &wanted, multiple, false).await,
            Err(error) => Err(error),
        };
        match chosen {
            Ok(chosen) => Ok(chosen),
            Err(error) if error.cancelled => Err(error),
            Err(error) => {
                let is_empty = self.read_shown(control, false).await?.options.is_empty();
                self.close_options(tab, control).await?;
                if shown.options.is_empty() && is_empty && control.facts.role != "combobox" {
                    return Err(self.no_chooser(tab, control, "no options came for that text").await);
                }
                Err(error)
            }
        }
    }

    /// Presses each wanted option that is not chosen, and in a list of several each chosen one that is not wanted.
    async fn take_all(
        &mut self,
        tab: &Tab,
        control: &Control,
        wanted: &[String],
        multiple: bool,
        present: bool,
    ) -> Result<Chosen, ToolError> {
        if wanted.len() > 1 {
            // Nothing is pressed before all are known to exist.
            for text in wanted {
                if let Err((found, seen)) = self.seek(tab, control, text, present).await? {
                    return Err(missed(control, text, &found, &seen));
                }
            }
        }
        let mut chosen = Chosen { already: true, ..Chosen::default() };
        let mut menu = false;
        for text in wanted {
            if !present
                && !chosen.labels.is_empty()
                && self.read_shown(control, false).await?.options.is_empty()
            {
                self.open_options(tab, control).await?;
            }
            let option = match self.seek(tab, control, text, present).await? {
                Ok(option) => option,
                Err((found, seen)) => match self.seek_inside(tab, control, text, present).await? {
                    Some(option) => option,
                    None => return Err(missed(control, text, &found, &seen)),
                },
            };
            chosen.labels.push(option.label.clone());
            let (frame, element) = (&control.frame, control.element);
            let before = inject::chosen_now(frame, element, option.id, present, &self.progress);
            let before = before.await?.unwrap_or_default();
            if option.role != "menuitemcheckbox" && is_chosen(&option, &before, present, multiple) {
                continue;
            }
            chosen.already = false;
            menu = option.role.starts_with("menuitem");
            let label = format!("option \"{}\" of {}", option.label.replace('"', "'"), control.label);
            self.press_part(tab, &control.frame, option.id, label).await?;
            match self.taken(control, &option, &before, present, multiple).await? {
                Taken::Shown(now) => {
                    chosen.value = Some(words_of(&now, &option, multiple, present, &chosen.labels));
                }
                Taken::Gone => return Ok(chosen),
                // An entry of a menu acts; whether it is kept nobody says.
                Taken::Other(_) if menu || is_silent(control, &option) => chosen.value = None,
                Taken::Other(now) => chosen.mismatch = Some(shows_instead(control, &now.values)),
            }
        }
        if multiple && !menu {
            self.drop_others(tab, control, present, &mut chosen).await?;
        }
        if !present {
            self.finish_open(tab, control, &mut chosen, multiple).await?;
        }
        Ok(chosen)
    }

    /// Presses what is chosen in a list of several and not wanted.
    async fn drop_others(
        &mut self,
        tab: &Tab,
        control: &Control,
        present: bool,
        chosen: &mut Chosen,
    ) -> Result<(), ToolError> {
        for _ in 0..20 {
            let mut shown = self.read_shown(control, present).await?;
            let now = inject::chosen_now(&control.frame, control.element, 0, present, &self.progress);
            let backing = now.await?.unwrap_or_default().backing;
            if !present && !backing.is_empty() {
                if backing.iter().all(|label| chosen.labels.contains(label)) {
                    return Ok(());
                }
                if shown.options.is_empty() {
                    shown = self.open_options(tab, control).await?;
                }
            }
            let other = shown.options.into_iter().find(|option| {
                option.selected == Some(true)
                    && !option.disabled
                    && !chosen.labels.contains(&option.label)
                    && (present || backing.contains(&option.label))
            });
            let Some(other) = other else { return Ok(()) };
            chosen.already = false;
            let label = format!("option \"{}\" of {}", other.label.replace('"', "'"), control.label);
            self.press_part(tab, &control.frame, other.id, label).await?;
            let patience = self.progress.child(TAKE);
            while self.read_shown(control, present).await?.options.iter().any(|option| {
                option.id == other.id && option.label == other.label && option.selected == Some(true)
            }) {
                if patience.wait(PAUSE).await.is_err() {
                    return Ok(());
                }
            }
            let now = inject::chosen_now(&control.frame, control.element, 0, present, &self.progress);
            let now = now.await?.unwrap_or_default();
            chosen.value =
                Some(value_words(if now.backing.is_empty() { &chosen.labels } else { &now.backing }));
        }
        Ok(())
    }

    /// Closes a list that is still open, and makes sure that this did not undo the choice.
    async fn finish_open(
        &mut self,
        tab: &Tab,
        control: &Control,
        chosen: &mut Chosen,
        multiple: bool,
    ) -> Result<(), ToolError> {
        let Ok(shown) = self.read_shown(control, false).await else { return Ok(()) };
        if shown.options.is_empty() {
            return Ok(());
        }
        let read = async |call: &Self| {
            inject::chosen_now(&control.frame, control.element, 0, false, &call.progress).await
        };
        let Ok(Some(before)) = read(self).await else { return Ok(()) };
        self.close_options(tab, control).await?;
        let Ok(Some(after)) = read(self).await else { return Ok(()) };
        if chosen.already || (before.values == after.values && before.backing == after.backing) {
            return Ok(());
        }
        let holds = |now: &ChosenNow| {
            chosen.labels.iter().all(|label| {
                now.values.iter().chain(&now.backing).any(|value| plain(value).contains(&plain(label)))
            })
        };
        if holds(&before) && !holds(&after) && !multiple {
            self.progress.log("closing the list undid the choice; chosen again and left open");
            self.open_options(tab, control).await?;
            if let Some(label) = chosen.labels.last().cloned()
                && let Ok(option) = self.seek(tab, control, &label, false).await?
            {
                self.press_part(tab, &control.frame, option.id, label).await?;
            }
        }
        Ok(())
    }

    /// Closes what a press opened: with Escape, or in a dialog, which Escape might close, with another press or by
    /// leaving the field.
    async fn close_options(&mut self, tab: &Tab, control: &Control) -> Result<(), ToolError> {
        for attempt in 0..2 {
            match self.read_shown(control, false).await {
                Ok(shown) if !shown.options.is_empty() => {}
                _ => return Ok(()),
            }
            let (frame, facts) = (&control.frame, &control.facts);
            match (attempt, facts.in_dialog, facts.editable) {
                (0, false, _) => tab.press_key("Escape", &self.progress).await?,
                (0, true, false) | (1, false, false) => {
                    self.press_part(tab, frame, facts.press, control.label.clone()).await?;
                }
                _ => {
                    inject::blur_field(frame, control.element, &self.progress).await?;
                }
            }
            let patience = self.progress.child(Duration::from_millis(600));
            while patience.wait(PAUSE).await.is_ok() {
                match self.read_shown(control, false).await {
                    Ok(shown) if !shown.options.is_empty() => {}
                    _ => return Ok(()),
                }
            }
        }
        Ok(())
    }

    /// Makes a control show its options. An empty list where it shows none.
    async fn open_options(&mut self, tab: &Tab, control: &Control) -> Result<OptionsShown, ToolError> {
        if control.facts.open {
            let shown = self.read_shown(control, false).await?;
            if !shown.options.is_empty() {
                return Ok(shown);
            }
        }
        let (frame, element) = (&control.frame, control.element);
        for attempt in 0..2 {
            // What is drawn before the press is told from what comes with it.
            let facts = inject::chooser(frame, element, &self.progress).await?;
            let (press, keys) = if facts.attached {
                (facts.press, facts.keys)
            } else {
                (control.facts.press, control.facts.keys)
            };
            if keys && inject::focus(frame, press, false, &self.progress).await? {
                tab.press_key("ArrowDown", &self.progress).await?;
            } else {
                self.press_part(tab, frame, press, control.label.clone()).await?;
            }
            let shown = self.await_options(tab, control, false).await?;
            if !shown.options.is_empty() {
                return Ok(shown);
            }
            let is_combobox = control.facts.role == "combobox" || control.facts.editable;
            if attempt == 0 && is_combobox {
                tab.press_key("ArrowDown", &self.progress).await?;
                let shown = self.await_options(tab, control, false).await?;
                if !shown.options.is_empty() || shown.filter.is_some() {
                    return Ok(shown);
                }
            }
            // The press closed what had been open.
            if !facts.open {
                return Ok(shown);
            }
        }
        self.read_shown(control, false).await
    }

    pub(super) async fn read_shown(
        &self,
        control: &Control,
        present: bool,
    ) -> Result<OptionsShown, ToolError> {
        let read = inject::read_options(&control.frame, control.element, present, &self.progress).await?;
        Ok(read.unwrap_or_default())
    }

    /// Waits until the control shows the option, as chosen or as its value.
    async fn taken(
        &mut self,
        control: &Control,
        option: &Offered,
        before: &ChosenNow,
        present: bool,
        multiple: bool,
    ) -> Result<Taken, ToolError> {
        let patience = self.progress.child(TAKE);
        loop {
            let read =
                inject::chosen_now(&control.frame, control.element, option.id, present, &self.progress);
            let now = match read.await {
                Ok(Some(now)) => now,
                Ok(None)
                | Err(BrowserError::FrameGone | BrowserError::TabClosed | BrowserError::DialogOpen(_)) => {
                    return Ok(Taken::Gone);
                }
                Err(error) => return Err(error.into()),
            };
            if shows(&now, before, option, present, multiple) {
                return Ok(Taken::Shown(now));
            }
            match patience.wait(PAUSE).await {
                Ok(()) => {}
                Err(Interrupted::TimedOut { .. }) => return Ok(Taken::Other(now)),
                Err(cancelled @ Interrupted::Cancelled) => {
                    return Err(ToolError::interrupted(&cancelled, ""));
                }
            }
        }
    }
}

/// Whether an option is chosen already. Many lists say "selected" of the option that the keyboard is at, so that alone
/// counts only where nothing else can tell.
fn is_chosen(option: &Offered, now: &ChosenNow, present: bool, multiple: bool) -> bool {
    let label = plain(&option.label);
    let holds = |all: &[String]| all.iter().any(|value| plain(value) == label);
    if !now.backing.is_empty() {
        return holds(&now.backing);
    }
    option.selected == Some(true) && (present || multiple || holds(&now.values))
}

/// Whether a control shows an option as chosen. A text that merely contains its label counts where it did not before.
fn shows(now: &ChosenNow, before: &ChosenNow, option: &Offered, present: bool, multiple: bool) -> bool {
    let label = plain(&option.label);
    if !now.backing.is_empty() {
        return now.backing.iter().any(|chosen| plain(chosen) == label);
    }
    if now.selected == Some(true) && (present || multiple || !now.open) {
        return true;
    }
    if present || label.is_empty() {
        return false;
    }
    let is = |value: &String| {
        plain(value) == label || (!option.value.is_empty() && plain(value) == plain(&option.value))
    };
    let has = |all: &[String]| all.iter().any(|value| plain(value).contains(&label));
    // An icon shows no text at all.
    now.values.iter().any(is)
        || (has(&now.values) && !has(&before.values))
        || (now.values.is_empty() && !now.open)
}

/// Whether nothing says that what was pressed is kept: an entry without a role, in what a plain button opened.
fn is_silent(control: &Control, option: &Offered) -> bool {
    control.facts.role != "combobox"
        && control.facts.backing.is_none()
        && option.selected.is_none()
        && !is_option(option)
}

/// `value "Berlin"`, or what a list of several has chosen.
fn words_of(now: &ChosenNow, option: &Offered, multiple: bool, present: bool, labels: &[String]) -> String {
    if present && !multiple {
        return value_words(std::slice::from_ref(&option.label));
    }
    if multiple {
        return if now.backing.is_empty() { value_words(labels) } else { value_words(&now.backing) };
    }
    let shown = now.values.iter().find(|value| plain(value).contains(&plain(&option.label)));
    match (now.backing.as_slice(), shown) {
        ([], Some(value)) if value.chars().count() <= 80 => value_words(std::slice::from_ref(value)),
        ([], _) => value_words(std::slice::from_ref(&option.label)),
        (backing, _) => value_words(backing),
    }
}

/// The wanted texts; one that lists several with commas and is no option itself is taken apart.
fn listed(wanted: &[String], multiple: bool, options: &[Offered]) -> Vec<String> {
    match wanted {
        [only] if multiple && only.contains([',', ';', '\n']) && meant(only, options) == Found::None => {
            matching::parts(only).map(ToOwned::to_owned).collect()
        }
        _ => wanted.to_vec(),
    }
}
