//! `browser_navigate`: open a URL, wait out bot checks, answer with the view.

use std::time::{Duration, Instant};

use url::Url;

use crate::browser::{BrowserError, Tab, WaitUntil};
use crate::config::Settings;
use crate::error::{ErrorCode, ToolError};
use crate::session::{Answer, Call, ViewRequest};
use crate::snapshot::text::{cut, one_line};
use crate::snapshot::view::shown_url;

use super::arguments::{Argument, Arguments, Kind, TIMEOUT, url::mended};
use super::{Description, Effect, Tool};

pub(super) static TOOL: Tool = Tool {
    description: Description {
        name: "browser_navigate",
        title: "Open a page",
        about: "Open a URL and show the page: elements with refs like e3, then text. Usually the first call.",
        effect: Effect::Navigate,
        arguments: &[
            Argument::required("url", Kind::Url, "").or(&["link", "href", "uri", "address", "page"]),
            Argument::optional(
                "wait_until",
                Kind::Choice(&["load", "domcontentloaded", "networkidle", "commit"]),
                "",
            ),
            TIMEOUT,
        ],
        example: "{\"url\": \"https://example.com\"}",
        out_of_band: false,
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

/// Longest navigation unless the call asks for another.
const DEFAULT_TIMEOUT_MS: u64 = 30_000;

async fn run(call: &mut Call, arguments: Arguments) -> Result<Answer, ToolError> {
    let url = read_url(arguments.text("url").unwrap_or_default())?;
    check_scheme(&url, call.session().settings())?;
    let wait = match arguments.text("wait_until") {
        Some("commit") => WaitUntil::Commit,
        Some("domcontentloaded") => WaitUntil::DomContentLoaded,
        Some("networkidle") => WaitUntil::NetworkIdle,
        _ => WaitUntil::Load,
    };
    let flooded = call.flood_note();
    let (tab, ended) = call.any_tab().await?;
    let notes = flooded.into_iter().chain(ended).collect();
    navigate(call, &tab, &url, wait, arguments.timeout(DEFAULT_TIMEOUT_MS), notes).await
}

/// Opens a tab, and a page in it if one is named.
pub(super) async fn open_new(
    call: &mut Call,
    url: Option<&str>,
    timeout_ms: u64,
) -> Result<Answer, ToolError> {
    let asked = url.map(read_url).transpose()?;
    if let Some(url) = &asked {
        check_scheme(url, call.session().settings())?;
    }
    let (tab, ended) = call.new_tab().await?;
    let opened = format!("{} is a new tab and current", tab.id());
    let Some(url) = asked else {
        let mut acting = call.begin_acting(&tab);
        acting.is_opening = true;
        acting.notes.extend(ended);
        let request = ViewRequest { intent: "browse", ..ViewRequest::default() };
        return call.finish_acting(acting, &opened, &request).await;
    };
    let notes = ended.into_iter().chain([opened]).collect();
    navigate(call, &tab, &url, WaitUntil::Load, Duration::from_millis(timeout_ms), notes).await
}

async fn navigate(
    call: &mut Call,
    tab: &Tab,
    url: &Url,
    wait: WaitUntil,
    timeout: Duration,
    notes: Vec<String>,
) -> Result<Answer, ToolError> {
    let detour = call.detour(url).await;
    let url = &detour.url;
    let given_up = call.giving_up(tab);
    let mut acting = call.begin_acting(tab);
    acting.is_opening = true;
    acting.notes.extend(notes.into_iter().chain(given_up).chain(detour.notes));
    acting.decisions.extend(detour.decisions);
    acting.waits = detour.waits;
    call.note_opened(tab);
    let progress = call.progress().child(timeout);
    let started = Instant::now();
    let navigation = match tab.navigate(url.as_str(), wait, &progress).await {
        Ok(navigation) => navigation,
        Err(BrowserError::Interrupted(interrupted)) => {
            return Err(ToolError::interrupted(
                &interrupted,
                format!(
                    "{} did not answer in {} ms; try once more, or another page; if none opens, browser_close first",
                    shown_url(url.as_str()),
                    timeout.as_millis()
                ),
            ));
        }
        Err(BrowserError::DialogOpen(open)) if open.tab == tab.id() => {
            let mut answer =
                call.interrupted_by_dialog(&format!("Opened {}", shown_url(url.as_str())), &open);
            answer.notes.extend(acting.notes);
            return Ok(answer);
        }
        Err(error @ BrowserError::NavigationFailed { .. }) => return Err(call.not_reached(tab, error)),
        Err(error) => return Err(error.into()),
    };
    if !navigation.complete {
        // It had its time; what is there now is what there is to see.
        acting.loading = Duration::ZERO;
        acting.notes.push(if navigation.endless {
            "the page keeps opening itself again, so its scripts were switched off: it can be read; open another page to go on".to_owned()
        } else {
            format!(
                "the page was still loading after {:.1} s; this is what is there so far",
                started.elapsed().as_secs_f64()
            )
        });
    }
    if navigation.status == Some(401) {
        acting
            .notes
            .push("the site wants a login (HTTP 401), which only a person can give: tell them".to_owned());
    }
    let (shown, arrived) = (shown_url(url.as_str()), shown_url(&navigation.url));
    let done = match (navigation.is_download, navigation.same_document) {
        (true, _) => format!("Opened {shown}, which is a download; the page stays"),
        (_, true) => format!("Moved within the page to {arrived}"),
        _ => match navigation.status.filter(|status| !(200..300).contains(status)) {
            Some(status) => format!("Opened {arrived} (HTTP {status})"),
            None => format!("Opened {arrived}"),
        },
    };
    let request = ViewRequest { intent: "browse", ..ViewRequest::default() };
    call.finish_acting(acting, &done, &request).await
}

/// Addresses that only a person may allow.
fn check_scheme(url: &Url, settings: &Settings) -> Result<(), ToolError> {
    let is_allowed = match url.scheme() {
        "data" => settings.allow_data,
        "file" => settings.allow_file,
        _ => true,
    };
    if is_allowed {
        return Ok(());
    }
    Err(ToolError::new(
        ErrorCode::InvalidInput,
        format!("`{}:` addresses are not opened here", url.scheme()),
        "open an address such as https://example.com/page",
    ))
}

/// Reads an address, which the arguments have mended already where they could.
fn read_url(sent: &str) -> Result<Url, ToolError> {
    let refused = |problem: String| {
        ToolError::new(
            ErrorCode::InvalidInput,
            problem,
            "give a full address such as https://example.com/page",
        )
    };
    let shown = cut(&one_line(sent), 120);
    let text = mended(sent).ok_or_else(|| refused(format!("`{shown}` is no URL")))?;
    let url = Url::parse(&text).map_err(|error| refused(format!("`{shown}` is no URL ({error})")))?;
    match url.scheme() {
        "http" | "https" | "data" | "file" => Ok(url),
        "about" if url.path() == "blank" => Ok(url),
        scheme => {
            Err(refused(format!("`{scheme}:` addresses are not opened; only http, https and data are")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_repaired() {
        for (sent, expected) in [
            ("https://example.com", "https://example.com/"),
            ("<https://example.com/a>", "https://example.com/a"),
            ("example.com/x?y=1", "https://example.com/x?y=1"),
            ("\"example.com\"", "https://example.com/"),
            ("127.0.0.1:8080/a", "http://127.0.0.1:8080/a"),
            ("localhost:3000", "http://localhost:3000/"),
            ("//example.com/a", "https://example.com/a"),
            ("about:blank", "about:blank"),
        ] {
            assert_eq!(read_url(sent).expect(sent).as_str(), expected, "{sent}");
        }
    }

    #[test]
    fn what_must_not_be_opened_is_refused_with_advice() {
        for sent in [
            "javascript:alert(1)",
            "chrome://settings",
            "view-source:https://x.example",
            "",
            "not a url",
            "hello",
            "https://",
        ] {
            let error = read_url(sent).expect_err(sent);
            assert_eq!(error.code, ErrorCode::InvalidInput, "{sent}");
            assert!(error.hint.contains("https://example.com"), "{sent}");
        }
    }
}
