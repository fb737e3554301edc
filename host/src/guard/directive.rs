//! Directives: what a model that goes in a circle is told to do instead, by tool. The longer it goes on, the shorter
//! and the plainer.

use super::{Repeat, Repetition};
use crate::error::ErrorCode;
use crate::snapshot::text::cut;

/// Where the model is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// Title and address of the page, as views head it; empty where there is none.
    pub header: String,
    /// Other elements to act on, as `e5 button "Next"`: at most three.
    pub others: Vec<String>,
    /// Another page was asked for, or something was sent, and there is no answer yet.
    pub waits: bool,
    /// Pixels of the page below the window; `None` when not known.
    pub below: Option<u32>,
}

/// What is said of a call that was not run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Directive {
    /// What happened and what to do.
    pub message: String,
    /// What to do if that is no help.
    pub hint: String,
}

/// What is said of a refused call.
pub fn directive(tool: &str, repeat: Repeat, place: &Place) -> Directive {
    let what = instead(tool, repeat, place);
    let at = if place.header.is_empty() { "no page is open".to_owned() } else { place.header.clone() };
    let again = format!("{} times", repeat.times);
    let message = match (repeat.refused, repeat.kind) {
        (0, Repetition::Answered) => {
            "this answer was taken already; say it to the person now and call no more tools".to_owned()
        }
        (0, Repetition::Failing(code)) => format!(
            "{what}. {at}: the same {tool} failed {again} in the same way ({}), so it was not run again",
            code.as_str()
        ),
        (0, Repetition::Circle) => {
            format!("{what}. {at}: {tool} led round in a circle {again}, so it was not run again")
        }
        (0, Repetition::Idle) => {
            format!("{what}. {at}: the same {tool} changed nothing {again}, so it was not run again")
        }
        (1, _) => format!("not run. {what}. {at}"),
        (_, _) => format!("STOP. Answer the person now. {at}"),
    };
    let hint = match repeat.refused {
        0 | 1 => "answer from the page below if it holds what is asked for; any other call is run as usual",
        _ => "write what you found, or that it could not be done and why",
    };
    Directive { message, hint: hint.to_owned() }
}

/// The line that an answer begins with when the same was read again and again.
pub fn nudge(tool: &str, repeat: Repeat, place: &Place) -> String {
    let at = if place.header.is_empty() { String::new() } else { format!(" {}", place.header) };
    let times = repeat.times + 1;
    if place.waits {
        let what = match tool {
            "browser_wait_for" => "there is no answer yet: wait once more, or tell the person",
            _ => "the page waits for an answer: use browser_wait_for type=load",
        };
        return format!("STOP: {tool} {times} times; {what}.{at}");
    }
    if repeat.times > 4 {
        return format!("STOP: {times} times the same. Answer the person now.{at}");
    }
    let what = match tool {
        "browser_wait_for" => "do not wait for it again: act on what is there, or answer",
        "browser_status" => "the state is the same: go on with the page",
        "browser_screenshot" => "the picture is the same: act by ref, or answer",
        "browser_evaluate" => "the value is the same: use it, or answer",
        "browser_find" => "that is all there is of it: use a ref from it, or answer",
        _ => "nothing is new: answer from what is here, or act on a ref",
    };
    format!("STOP: {tool} {times} times; {what}.{at}")
}

/// What to do instead.
fn instead(tool: &str, repeat: Repeat, place: &Place) -> String {
    let others = place.others.iter().take(3).map(|line| cut(line, 70)).collect::<Vec<_>>().join(", ");
    let other = |verb: &str| {
        if others.is_empty() {
            format!("{verb} something else, or answer from what the page says")
        } else {
            format!("{verb} another element: {others}")
        }
    };
    if place.waits && tool != "browser_answer" {
        return "The page waits for an answer: use browser_wait_for type=load".to_owned();
    }
    if let Repetition::Failing(code) = repeat.kind
        && let Some(words) = after(code, place)
    {
        return words.to_owned();
    }
    if repeat.kind == Repetition::Circle && tool != "browser_scroll" {
        return match others.as_str() {
            "" => "Stop going back and forth and answer from what you have seen".to_owned(),
            others => format!("Stop going back and forth: answer, or try {others}"),
        };
    }
    match tool {
        "browser_scroll" => match place.below {
            Some(0) => "Stop scrolling: the page ends here; answer, or use browser_find".to_owned(),
            Some(below) => format!(
                "Stop scrolling: {below} px are below, but scrolling again shows nothing new; use browser_find or browser_read"
            ),
            None => "Stop scrolling; answer, or use browser_find".to_owned(),
        },
        "browser_navigate" => match repeat.kind {
            Repetition::Failing(_) => {
                "That address does not open: try another one, or tell the person".to_owned()
            }
            _ => "You are already there: act on a ref, or answer from the page".to_owned(),
        },
        "browser_history" | "browser_back" | "browser_forward" => {
            "There is nothing new that way: act on a ref, or browser_navigate".to_owned()
        }
        "browser_press_key" => format!("The key does nothing here. {}", other("Click")),
        "browser_type" | "browser_fill" => match repeat.kind {
            Repetition::Failing(_) => other("Type into"),
            _ => format!("The field holds it already. {}", other("Click")),
        },
        "browser_select" => format!("It cannot be chosen again. {}", other("Use")),
        "browser_tabs" => "That tab is current already: act on the page in it".to_owned(),
        "browser_answer" => {
            "That is on no page you have seen: read the page and quote what it says".to_owned()
        }
        _ => other("Try"),
    }
}

/// What to do after a failure that another element would not mend.
fn after(code: ErrorCode, place: &Place) -> Option<&'static str> {
    Some(match code {
        ErrorCode::DialogOpen => "Answer the dialog first; browser_alert does",
        ErrorCode::PolicyDenied => "It is forbidden: do without it, or tell the person",
        ErrorCode::Interstitial => "The site asks for a human: tell the person, or use another site",
        ErrorCode::BrowserGone | ErrorCode::PageCrashed => {
            "Open a page with browser_navigate, or tell the person what happened"
        }
        ErrorCode::InvalidInput => "Send other arguments",
        _ if place.header.is_empty() => "Open a page first, with browser_navigate",
        _ => return None,
    })
}
