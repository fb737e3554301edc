//! Dialogs of pages in words: what came up, how it was answered, what is open and how to answer it.

use std::time::Duration;

use crate::browser::{
    Browser, DialogAnswer, DialogFacts, DialogFlood, DialogKind, DialogRecord, DialogRule, DialogWord, Tab,
};
use crate::error::{ErrorCode, ToolError};
use crate::progress::Progress;
use crate::snapshot::text::{counted, cut, one_line, quoted};
use crate::snapshot::view::shown_url;

use super::{Answer, Call, Session};

/// Longest wait for the tab that comes in place of one that was closed.
const ANOTHER: Duration = Duration::from_secs(10);
/// Most dialogs told at a time.
const TOLD: usize = 3;
/// Characters of a dialog's text that are told.
const TEXT: usize = 120;

fn kind_word(kind: DialogKind) -> &'static str {
    match kind {
        DialogKind::Alert => "alert dialog",
        DialogKind::Confirm => "confirm",
        DialogKind::Prompt => "prompt",
        DialogKind::BeforeUnload => "leave-page question",
    }
}

fn named(kind: DialogKind, message: &str, origin: Option<&String>) -> String {
    let mut text = kind_word(kind).to_owned();
    if !message.is_empty() {
        text = format!("{text} {}", quoted(message, TEXT));
    }
    match origin {
        Some(origin) => format!("{text} (of a frame from {})", cut(&one_line(origin), 80)),
        None => text,
    }
}

/// `confirm "Sure?" was accepted`.
pub fn told(record: &DialogRecord) -> String {
    let named = named(record.kind, &record.message, record.origin.as_ref());
    let is_leaving = record.kind == DialogKind::BeforeUnload;
    let how = match (record.word, record.accepted) {
        (DialogWord::Person, true) => "was accepted by the person",
        (DialogWord::Person, false) => "was closed by the person or the page",
        (DialogWord::Leaving, true) if is_leaving => "was accepted, and the page left",
        (DialogWord::Leaving, _) => "was closed, since the page was to be left",
        (_, false) if is_leaving => "was dismissed, so the page stays",
        (DialogWord::Armed, true) => "was accepted as arranged",
        (DialogWord::Armed, false) => "was dismissed as arranged",
        (_, true) => "was accepted",
        (_, false) => "was dismissed",
    };
    format!("{named} {how}")
}

/// `confirm "Sure?" is open in tab t1`.
pub fn describe(open: &DialogFacts) -> String {
    let named = named(open.kind, &open.message, open.origin.as_ref());
    let offered = match open.default_prompt.as_str() {
        "" => String::new(),
        text => format!(" (it offers {})", quoted(text, 60)),
    };
    let whose = if open.is_ours { "" } else { "; it came up without an action of yours" };
    format!("{named}{offered} is open in tab {} and keeps the page from answering{whose}", open.tab)
}

/// What to do about an open dialog.
pub fn how_to_answer(open: &DialogFacts) -> String {
    let accept = match open.kind {
        DialogKind::Alert => "browser_alert closes it",
        DialogKind::Confirm => "browser_alert action=accept or action=dismiss answers it",
        DialogKind::Prompt => "browser_alert action=accept text=\"…\" or action=dismiss answers it",
        DialogKind::BeforeUnload => "browser_alert action=accept leaves the page, action=dismiss stays",
    };
    if open.is_ours {
        accept.to_owned()
    } else {
        format!("it may be the person's: ask before you answer it; {accept}")
    }
}

/// A call that needs the page while a dialog is open.
pub(super) fn open_error(open: &DialogFacts) -> ToolError {
    ToolError::new(ErrorCode::DialogOpen, describe(open), how_to_answer(open)).alone()
}

/// A tab that is gone because of its dialogs.
pub(super) fn flood_error(flood: &DialogFlood) -> ToolError {
    ToolError::new(
        ErrorCode::PageCrashed,
        format!(
            "the page at {} opened {} dialogs in a row (the last: {}), so its tab {} was closed",
            shown_url(&flood.url),
            flood.count,
            named(flood.kind, &flood.message, None),
            flood.tab
        ),
        "do not open that page again; browser_alert action=arm with another answer may end its questions",
    )
    .alone()
}

/// Refuses where a dialog keeps the page from answering.
pub(super) fn check(tab: &Tab) -> Result<(), ToolError> {
    tab.blocking_dialog().map_or(Ok(()), |open| Err(open_error(&open)))
}

impl Session {
    /// What happened beside the calls and was not told yet: how Chrome was started, and answered dialogs.
    pub fn take_news(&self) -> Vec<String> {
        let Some(browser) = self.browser() else { return Vec::new() };
        let mut news = browser.take_news();
        news.extend(browser.take_floods().iter().map(|flood| flood_error(flood).message));
        let dialogs = browser.take_dialogs();
        news.extend(in_words(&dialogs));
        news.extend(advice(&dialogs));
        news
    }
}

/// Words for dialogs, the newest ones where there are many.
pub(super) fn in_words(dialogs: &[DialogRecord]) -> Vec<String> {
    let spared = dialogs.len().saturating_sub(TOLD);
    let mut words: Vec<String> = dialogs.iter().skip(spared).map(told).collect();
    if spared > 0 {
        words.push(format!("answered too: {} before these", counted(spared, "dialog")));
    }
    words
}

/// How to have a question answered differently, where the rule has answered one.
pub(super) fn advice(dialogs: &[DialogRecord]) -> Option<String> {
    // The first: a question that is asked again and again gets the other answer in the end.
    let by_rule = dialogs.iter().find(|dialog| {
        dialog.word == DialogWord::Rule && matches!(dialog.kind, DialogKind::Confirm | DialogKind::Prompt)
    })?;
    let (done, other, word) =
        if by_rule.accepted { ("accepted", "dismiss", "No") } else { ("dismissed", "accept", "Yes") };
    Some(format!(
        "such questions are {done}; browser_alert action={other} before the action has the next one answered {word}"
    ))
}

impl Call {
    /// Says why the current tab is gone, if its dialogs had no end. Told once.
    pub(super) async fn check_flood(&mut self) -> Result<(), ToolError> {
        let Some(flood) = self.page().tab.as_ref().and_then(Tab::take_flood) else { return Ok(()) };
        Err(self.after_flood(flood_error(&flood)).await)
    }

    /// The same for a call that goes on elsewhere.
    pub fn flood_note(&mut self) -> Option<String> {
        let flood = self.page().tab.as_ref().and_then(Tab::take_flood)?;
        Some(flood_error(&flood).message)
    }

    /// Adds what is current now.
    async fn after_flood(&mut self, mut error: ToolError) -> ToolError {
        let Some(browser) = self.session.browser() else { return error };
        let limit: Progress = self.progress.grace(ANOTHER);
        if let Ok(tab) = browser.some_tab(&limit).await {
            error.hint =
                format!("tab {} ({}) is current now; {}", tab.id(), shown_url(&tab.url()), error.hint);
            self.page().tab = Some(tab);
        }
        error
    }

    /// What a tool says of an open dialog in place of the page, where reading the page was asked for.
    pub fn report_dialog(error: ToolError) -> Result<Answer, ToolError> {
        if error.code != ErrorCode::DialogOpen {
            return Err(error);
        }
        Ok(Answer::receipt(format!("DIALOG: {}", error.message)).with_note(error.hint))
    }

    /// The answer to an action that a dialog interrupted: the page cannot be shown before it is answered.
    pub fn interrupted_by_dialog(&self, done: &str, open: &DialogFacts) -> Answer {
        Answer::receipt(format!("{done} → {}", describe(open))).with_note(how_to_answer(open))
    }
}

/// Longest wait for a page to go on after its dialog was answered.
const CLOSING: Duration = Duration::from_secs(2);

/// What `browser_alert` and `browser_handle_dialog` do. None of it needs the page.
impl Call {
    /// Says what is open, else what the last dialog was and how the next one is answered.
    pub fn peek_dialog(&self) -> Result<Answer, ToolError> {
        let browser = self.dialog_browser()?;
        let current = self.session.current_tab_id();
        if let Some(open) = browser.tab_with_dialog(current).and_then(|tab| tab.open_dialog()) {
            let opened = capital(&describe(&open));
            return Ok(Answer::receipt(opened).with_note(how_to_answer(&open)));
        }
        let tabs = browser.tabs();
        let tab = tabs.iter().find(|tab| Some(tab.id()) == current).or(tabs.last());
        let last = tab.and_then(Tab::newest_dialog);
        let last = last.map(|record| format!("; the last one: {}", told(&record))).unwrap_or_default();
        Ok(Answer::receipt(format!("No dialog is open{last}")).with_note(rule_words(&browser)))
    }

    /// The same, but an open dialog is closed: an alert by its button, a question by No.
    pub async fn read_dialog(&self) -> Result<Answer, ToolError> {
        let browser = self.dialog_browser()?;
        let Some(open) =
            browser.tab_with_dialog(self.session.current_tab_id()).and_then(|tab| tab.open_dialog())
        else {
            return self.peek_dialog();
        };
        let accept = open.kind == DialogKind::Alert;
        self.answer_dialog(DialogAnswer { accept, text: None }).await
    }

    /// Answers the open dialog, or arranges the answer to the next one.
    pub async fn answer_dialog(&self, answer: DialogAnswer) -> Result<Answer, ToolError> {
        let browser = self.dialog_browser()?;
        let Some(tab) = browser.tab_with_dialog(self.session.current_tab_id()) else {
            return self.arm_dialog(answer);
        };
        let text = answer.text.clone();
        let Some(record) = tab.answer_dialog(answer, &self.progress.child(CLOSING)).await? else {
            return self.peek_dialog();
        };
        let with = match (&text, record.kind, record.accepted) {
            (Some(text), DialogKind::Prompt, true) => format!(" with {}", quoted(text, 60)),
            _ => String::new(),
        };
        let mut done = Answer::receipt(format!("{}{with}", capital(&told(&record))));
        // It has been told here.
        tab.take_dialogs();
        match tab.open_dialog() {
            Some(next) => done.note(format!("then another: {}; {}", describe(&next), how_to_answer(&next))),
            None => done.note("browser_snapshot shows the page now"),
        }
        Ok(done)
    }

    /// Arranges the answer to the next dialog.
    pub fn arm_dialog(&self, answer: DialogAnswer) -> Result<Answer, ToolError> {
        let browser = self.dialog_browser()?;
        let how = answer_words(&answer);
        browser.arm_dialog(answer);
        let after = rule_of(&browser);
        Ok(Answer::receipt(format!("The next dialog will be {how}; those after it {after}")))
    }

    fn dialog_browser(&self) -> Result<Browser, ToolError> {
        self.session.browser().ok_or_else(|| {
            ToolError::new(
                ErrorCode::NotFound,
                "no page is open yet, so there is no dialog",
                "call browser_navigate with a url first",
            )
        })
    }
}

fn answer_words(answer: &DialogAnswer) -> String {
    match (&answer.text, answer.accept) {
        (Some(text), true) => format!("accepted, a prompt with {}", quoted(text, 60)),
        (None, true) => "accepted".to_owned(),
        (_, false) => "dismissed".to_owned(),
    }
}

/// How dialogs are answered from now on.
fn rule_words(browser: &Browser) -> String {
    let rule = rule_of(browser);
    match browser.armed_dialog() {
        Some(answer) => format!("dialogs {rule}, but the next one is {}", answer_words(&answer)),
        None => format!("dialogs {rule}"),
    }
}

fn rule_of(browser: &Browser) -> &'static str {
    match browser.dialog_rule() {
        DialogRule::Accept => "are accepted at once",
        DialogRule::Dismiss => "are dismissed at once",
        DialogRule::Ask => "stay open; browser_alert answers them",
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
