//! What a pack or a plugin may ask to be done on a page: a few clicks and waits, never a script.

use std::fmt;
use std::time::Duration;

use serde::Deserialize;

use super::css::Css;

/// A list of steps has at most this many.
pub(crate) const MAX_STEPS: usize = 8;
/// A single pause takes at most this long.
pub(crate) const MAX_PAUSE: Duration = Duration::from_secs(2);

/// What is done with an element, or waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    /// Click it.
    Click,
    /// Take it out of sight.
    Hide,
    /// Bring it into view.
    ScrollTo,
    /// Wait until it is there.
    WaitFor,
    /// Wait until it is no longer there.
    WaitGone,
}

/// One step on a page.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "RawStep")]
pub enum Step {
    /// Something with the first element in sight that a selector matches.
    At {
        /// What.
        deed: Deed,
        /// The element.
        css: Css,
        /// Whether the steps go on where there is no such element.
        optional: bool,
    },
    /// A pause of at most 2 s.
    Pause(Duration),
}

impl Deed {
    /// The word for it in packs and answers.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Click => "click",
            Self::Hide => "hide",
            Self::ScrollTo => "scroll-to",
            Self::WaitFor => "wait-for",
            Self::WaitGone => "wait-for (gone)",
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::At { deed, css, .. } => write!(formatter, "{} {css}", deed.as_str()),
            Self::Pause(time) => write!(formatter, "wait-ms {}", time.as_millis()),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawStep {
    click: Option<Css>,
    hide: Option<Css>,
    scroll_to: Option<Css>,
    wait_for: Option<Css>,
    wait_ms: Option<u64>,
    #[serde(default)]
    optional: bool,
    #[serde(default)]
    gone: bool,
}

impl TryFrom<RawStep> for Step {
    type Error = String;

    fn try_from(raw: RawStep) -> Result<Self, String> {
        let RawStep { click, hide, scroll_to, wait_for, wait_ms, optional, gone } = raw;
        if gone && wait_for.is_none() {
            return Err("`gone` goes with `wait-for` alone".to_owned());
        }
        let at = |deed, css| Ok(Self::At { deed, css, optional });
        match (click, hide, scroll_to, wait_for, wait_ms) {
            (Some(css), None, None, None, None) => at(Deed::Click, css),
            (None, Some(css), None, None, None) => at(Deed::Hide, css),
            (None, None, Some(css), None, None) => at(Deed::ScrollTo, css),
            (None, None, None, Some(css), None) => at(if gone { Deed::WaitGone } else { Deed::WaitFor }, css),
            (None, None, None, None, Some(_)) if optional => {
                Err("`optional` goes with an element, not with `wait-ms`".to_owned())
            }
            (None, None, None, None, Some(time)) => {
                let time = Duration::from_millis(time);
                if time.is_zero() || time > MAX_PAUSE {
                    return Err(format!("`wait-ms` is 1 to {}", MAX_PAUSE.as_millis()));
                }
                Ok(Self::Pause(time))
            }
            _ => {
                Err("a step is exactly one of `click`, `hide`, `scroll-to`, `wait-for` and `wait-ms`"
                    .to_owned())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    struct Steps {
        steps: Vec<Step>,
    }

    fn steps(text: &str) -> Result<Vec<Step>, String> {
        let read = super::super::document::parse::<Steps>("x", &format!("steps = [{text}]"));
        read.map(|read| read.steps).map_err(|error| error.message)
    }

    #[test]
    fn every_kind_of_step_is_read() {
        let read = steps(
            "{ click = '#a' }, { hide = '#b', optional = true }, { scroll-to = '#c' }, { wait-for = '#d' }, { wait-for = '#d', gone = true }, { wait-ms = 300 }",
        );
        let words: Vec<String> = read.unwrap().iter().map(ToString::to_string).collect();
        assert_eq!(
            words,
            ["click #a", "hide #b", "scroll-to #c", "wait-for #d", "wait-for (gone) #d", "wait-ms 300"]
        );
    }

    #[test]
    fn what_is_no_step_says_what_one_is() {
        for (text, says) in [
            ("{}", "exactly one"),
            ("{ click = '#a', hide = '#a' }", "exactly one"),
            ("{ wait-ms = 2001 }", "1 to 2000"),
            ("{ wait-ms = 0 }", "1 to 2000"),
            ("{ wait-ms = 5, optional = true }", "`optional`"),
            ("{ click = '#a', gone = true }", "`gone`"),
            ("{ run = 'alert(1)' }", "`run`"),
        ] {
            let message = steps(text).unwrap_err();
            assert!(message.contains(says), "{text}: {message}");
        }
    }
}
