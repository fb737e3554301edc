//! The submit ladder: Enter, then the form or its control, then the site's URL scheme. It stops at the
//! first rung that has an effect, and says which one that was.

use std::time::{Duration, Instant};

use crate::browser::{BrowserError, Tab, WaitUntil};
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::plugin::{BotLevel, Candidate, FormField, SearchForm, Verify};
use crate::progress::Interrupted;
use crate::snapshot::facts::{Located, Sample, SearchFormFacts, SubmitRung};
use crate::snapshot::text::{folded, quoted};

use super::settle::{LOADING, settle};
use super::{Call, Look, Target, ViewRequest};

/// Pause between two looks for an effect.
const PAUSE: Duration = Duration::from_millis(40);
/// How long an effect is waited for after Enter and after a click on the control.
const PATIENCE: Duration = Duration::from_millis(800);
/// How long an effect is waited for while a request of the page is under way.
const REQUEST_PATIENCE: Duration = Duration::from_secs(6);
/// Longest load of one candidate's page.
const CANDIDATE_LIMIT: Duration = Duration::from_secs(15);
/// Fewest interactive elements of a page that counts as results.
const MIN_ELEMENTS: usize = 10;
/// What counts as a control where a pack says how many there are.
const CONTROLS: &str = "a[href], button, input, select, textarea, summary, [role=button], [role=link]";
/// Smaller changes of a page than these are focus rings and closing hints, not an answer.
const SMALL_COUNT: u32 = 3;
const SMALL_TEXT: u32 = 40;

/// How a submit went.
pub(super) struct Submitted {
    /// The rung that worked, in words, or why none did.
    pub(super) outcome: Result<String, ToolError>,
    /// Which plugin offered what.
    pub(super) decisions: Vec<String>,
    /// What the model should know.
    pub(super) notes: Vec<String>,
}

/// The page before a rung.
struct Before {
    url: String,
    navigations: u64,
    sample: Option<Sample>,
    value: Option<String>,
    tabs: usize,
}

impl Call {
    pub(super) async fn submit(
        &mut self,
        tab: &Tab,
        field: &Target,
        located: &Located,
        query: &str,
        is_secret: bool,
    ) -> Result<Submitted, ToolError> {
        let mut tried = Vec::new();
        let before = self.before(tab, field).await?;
        tab.press_key("Enter", &self.progress).await?;
        if self.has_effect(tab, field, &before).await? {
            return Ok(Submitted::by("Enter"));
        }
        tried.push("Enter: no effect".to_owned());
        self.progress.log("Enter had no effect");

        match inject::submit_form(&field.frame, field.element, &self.progress).await {
            Ok(SubmitRung::None) => {
                tried.push("form: the field has none, nor a search button near it".to_owned());
            }
            Ok(rung) => {
                let how = match rung {
                    SubmitRung::ControlClicked { what } => format!("clicking {}", quoted(&what, 60)),
                    _ => "submitting its form".to_owned(),
                };
                if self.has_effect(tab, field, &before).await? {
                    return Ok(Submitted::by(&format!("{how} (Enter had no effect)")));
                }
                self.progress.log(format!("{how} had no effect"));
                tried.push(format!("{how}: no effect"));
            }
            // The submit replaced the document before the script could answer.
            Err(BrowserError::FrameGone) => {
                return Ok(Submitted::by("submitting its form (Enter had no effect)"));
            }
            Err(error) => return Err(error.into()),
        }
        if is_secret {
            // A secret is never put into an address.
            return Ok(Submitted {
                outcome: Err(unsubmitted("the secret", field, false, tried)),
                decisions: Vec::new(),
                notes: Vec::new(),
            });
        }
        self.submit_by_url(tab, field, located, query, &before, tried).await
    }

    async fn submit_by_url(
        &mut self,
        tab: &Tab,
        field: &Target,
        located: &Located,
        query: &str,
        before: &Before,
        mut tried: Vec<String>,
    ) -> Result<Submitted, ToolError> {
        // The page was read and shown before anything was typed into it.
        let lang = self.page().shown.as_ref().map(|shown| shown.lang.clone()).unwrap_or_default();

        let facts = inject::search_form(&field.frame, field.element, &self.progress).await?;
        let form = search_form(facts.unwrap_or_default(), &tab.url(), &lang);
        let offered = self.session().plugins().submit_candidates(&form, query).await;
        let mut submitted = Submitted {
            outcome: Ok(String::new()),
            decisions: Vec::new(),
            notes: offered.warnings.iter().map(|warning| format!("plugin warning: {warning}")).collect(),
        };
        let trust = trust(located, &form);
        for candidate in offered.value {
            if !(trust == Trust::Guess || (trust == Trust::Declared && candidate.is_declared)) {
                continue;
            }
            match self.try_candidate(tab, &candidate, query, before).await? {
                Ok(()) => {
                    submitted
                        .decisions
                        .push(format!("{} gave the search URL {}", candidate.by, candidate.url));
                    submitted.outcome =
                        Ok(format!("the search URL of {} (Enter and the form had no effect)", candidate.by));
                    return Ok(submitted);
                }
                Err(why) => {
                    self.progress.log(format!("{} ({}): {why}", candidate.url, candidate.by));
                    tried.push(format!("{} ({}): {why}", candidate.url, candidate.by));
                }
            }
        }
        match trust {
            Trust::Guess => {}
            Trust::Declared => tried.push("search URL: not guessed, the field is one of a form's".to_owned()),
            Trust::None => tried.push("search URL: none tried, this is no search field".to_owned()),
        }
        let is_back = self.go_back(tab, before).await;
        submitted.outcome = Err(unsubmitted(&quoted(query, 60), field, is_back, tried));
        Ok(submitted)
    }

    /// Opens a candidate and judges the page: not where it came from, populated, no error page, and with a
    /// word of the query near the top.
    async fn try_candidate(
        &mut self,
        tab: &Tab,
        candidate: &Candidate,
        query: &str,
        before: &Before,
    ) -> Result<Result<(), String>, ToolError> {
        let progress = self.progress.child(CANDIDATE_LIMIT);
        let navigation = match tab.navigate(&candidate.url, WaitUntil::Load, &progress).await {
            Ok(navigation) => navigation,
            Err(BrowserError::NavigationFailed { reason, .. }) => return Ok(Err(reason)),
            Err(BrowserError::Interrupted(Interrupted::TimedOut { .. })) => {
                tab.stop_loading().await;
                return Ok(Err("did not load in time".to_owned()));
            }
            Err(error) => return Err(error.into()),
        };
        if navigation.is_download {
            return Ok(Err("is a download".to_owned()));
        }
        if let Some(status) = navigation.status.filter(|status| *status >= 400)
            && !matches!(status, 403 | 429 | 503)
        {
            return Ok(Err(format!("HTTP {status}")));
        }
        settle(tab, LOADING, &self.progress).await?;
        let request = ViewRequest { intent: "search", query: query.to_owned(), ..ViewRequest::default() };
        let waited = self.look_past_interstitial(tab, &request).await?;
        if waited.look.verdict.level == BotLevel::Confirmed {
            return Ok(Err(format!("a bot check ({})", waited.look.verdict.kind)));
        }
        if let Err(why) = judge(&waited.look, query, &before.url) {
            return Ok(Err(why));
        }
        match &candidate.verify {
            Some(verify) => self.verify(tab, verify).await,
            None => Ok(Ok(())),
        }
    }

    /// Whether the place that a pack names holds as many controls as it says there are at least.
    async fn verify(&self, tab: &Tab, verify: &Verify) -> Result<Result<(), String>, ToolError> {
        let css = verify.css.as_str();
        let wanted = verify.min_elements.unwrap_or(1);
        let inside = format!(":is({css}) :is({CONTROLS})");
        let found = inject::query_selector(&tab.main_frame(), &inside, &self.progress).await?;
        Ok(if found.visible >= wanted {
            Ok(())
        } else {
            Err(format!("`{css}` holds {} controls, its pack wants {wanted}", found.visible))
        })
    }

    /// Opens the page before the search again, if it was left. True when it was.
    async fn go_back(&mut self, tab: &Tab, before: &Before) -> bool {
        if tab.url() == before.url {
            return false;
        }
        let progress = self.progress.grace(CANDIDATE_LIMIT);
        if let Err(error) = tab.navigate(&before.url, WaitUntil::Load, &progress).await {
            tracing::debug!(%error, "the page before the search could not be opened again");
        }
        true
    }

    async fn before(&self, tab: &Tab, field: &Target) -> Result<Before, ToolError> {
        let main = tab.main_frame();
        Ok(Before {
            url: tab.url(),
            navigations: tab.activity().navigations,
            sample: inject::sample(&main, &self.progress).await.ok(),
            value: inject::read_value(&field.frame, field.element, &self.progress).await?,
            tabs: self.open_tabs(),
        })
    }

    fn open_tabs(&self) -> usize {
        self.session().browser().map_or(0, |browser| browser.tabs().len())
    }

    /// Waits for a sign that the submit did something: another URL or document, a new tab, an emptied or
    /// changed field, or a page that changed by more than a closing hint.
    async fn has_effect(&self, tab: &Tab, field: &Target, before: &Before) -> Result<bool, ToolError> {
        let start = Instant::now();
        loop {
            let activity = tab.activity();
            if activity.navigations != before.navigations
                || tab.url() != before.url
                || self.open_tabs() != before.tabs
            {
                return Ok(true);
            }
            match inject::sample(&tab.main_frame(), &self.progress).await {
                Ok(sample) => {
                    if before.sample.as_ref().is_some_and(|was| is_answer(was, &sample)) {
                        return Ok(true);
                    }
                }
                Err(BrowserError::FrameGone) => return Ok(true),
                Err(error) => return Err(error.into()),
            }
            match inject::read_value(&field.frame, field.element, &self.progress).await {
                Ok(value) if value.is_some() && value != before.value => return Ok(true),
                Ok(_) => {}
                Err(BrowserError::FrameGone) => return Ok(true),
                Err(error) => return Err(error.into()),
            }
            let patience = if activity.requests_in_flight > 0 { REQUEST_PATIENCE } else { PATIENCE };
            if start.elapsed() > patience {
                return Ok(false);
            }
            self.progress().wait(PAUSE).await.map_err(BrowserError::from)?;
        }
    }
}

fn unsubmitted(what: &str, field: &Target, is_back: bool, tried: Vec<String>) -> ToolError {
    let after = if is_back { "; the page was loaded again, so the field is empty" } else { "" };
    ToolError::new(
        ErrorCode::NotActionable,
        format!("{what} was typed into {}, but nothing submits it{after}", field.label),
        "look for a search or send button in the view and click it, or open the results by browser_navigate",
    )
    .with_log(tried)
}

impl Submitted {
    fn by(how: &str) -> Self {
        Self { outcome: Ok(how.to_owned()), decisions: Vec::new(), notes: Vec::new() }
    }
}

fn is_answer(was: &Sample, now: &Sample) -> bool {
    now.url != was.url
        || now.interactive.abs_diff(was.interactive) >= SMALL_COUNT
        || now.text_len.abs_diff(was.text_len) >= SMALL_TEXT
}

/// The form as plugins see it.
fn search_form(facts: SearchFormFacts, page_url: &str, lang: &str) -> SearchForm {
    let fields = facts.fields.into_iter().map(|field| FormField {
        name: field.name,
        kind: field.kind,
        value: field.value,
    });
    SearchForm {
        page_url: if facts.page_url.is_empty() { page_url.to_owned() } else { facts.page_url },
        action: facts.action,
        method: facts.method,
        fields: fields.collect(),
        extra: if lang.is_empty() { Vec::new() } else { vec![("lang".to_owned(), lang.to_owned())] },
    }
}

/// Which search URLs a field may lead to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Trust {
    /// Also guessed ones: the field says that it is a search, or is a plain text field on its own.
    Guess,
    /// Only those that a pack declares: a plain text field among others.
    Declared,
    /// None: what is typed there (an address, a message) is no search.
    None,
}

fn trust(located: &Located, form: &SearchForm) -> Trust {
    let is_plain = matches!(located.input_type.to_ascii_lowercase().as_str(), "" | "text" | "search");
    if is_search_field(located, form) {
        Trust::Guess
    } else if !is_plain || located.tag != "input" {
        Trust::None
    } else if form.fields.len() <= 1 {
        Trust::Guess
    } else {
        Trust::Declared
    }
}

/// Whether a field says of itself that it is a search: by role, type, or the English attribute words
/// that markup uses in every country.
fn is_search_field(located: &Located, form: &SearchForm) -> bool {
    if located.role == "searchbox" || located.input_type.eq_ignore_ascii_case("search") {
        return true;
    }
    form.fields.iter().any(|field| {
        let name = field.name.to_lowercase();
        matches!(name.as_str(), "q" | "s" | "query" | "keyword" | "keywords" | "term")
            || name.contains("search")
            || field.kind == "search"
    })
}

/// Whether the page that a candidate opened is a results page for the query.
fn judge(look: &Look, query: &str, came_from: &str) -> Result<(), String> {
    let main = look.snapshot.main();
    if main.url == came_from {
        return Err("the URL did not change".to_owned());
    }
    if look.verdict.kind == "error-page" {
        return Err("an error page".to_owned());
    }
    let count = look.snapshot.elements().len();
    if count < MIN_ELEMENTS {
        return Err(format!("only {count} elements to act on"));
    }
    let text: String = folded(&main.text).chars().take(3_000).collect();
    let found =
        folded(query).split_whitespace().any(|token| token.chars().count() > 1 && text.contains(token));
    if found { Ok(()) } else { Err("no word of the query is near the top of the page".to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(interactive: u32, text_len: u32) -> Sample {
        Sample {
            interactive,
            text_len,
            ready: "complete".to_owned(),
            url: "https://x.example/".to_owned(),
            title: String::new(),
        }
    }

    fn field(tag: &str, input_type: &str) -> Located {
        Located { tag: tag.to_owned(), input_type: input_type.to_owned(), ..Located::default() }
    }

    fn form(names: &[&str]) -> SearchForm {
        let fields = names.iter().map(|name| FormField { name: (*name).to_owned(), ..FormField::default() });
        SearchForm { fields: fields.collect(), ..SearchForm::default() }
    }

    #[test]
    fn only_what_can_be_a_search_is_searched_for() {
        assert_eq!(trust(&field("input", "search"), &form(&["a", "b"])), Trust::Guess);
        assert_eq!(trust(&field("textarea", ""), &form(&["q"])), Trust::Guess);
        assert_eq!(trust(&field("input", "text"), &form(&[""])), Trust::Guess);
        assert_eq!(trust(&field("input", "text"), &form(&["name", "street"])), Trust::Declared);
        assert_eq!(trust(&field("input", "email"), &form(&["address"])), Trust::None);
        assert_eq!(trust(&field("textarea", ""), &form(&["message"])), Trust::None);
    }

    #[test]
    fn a_closing_hint_is_no_answer_and_a_result_list_is() {
        assert!(!is_answer(&sample(40, 900), &sample(41, 920)));
        assert!(is_answer(&sample(40, 900), &sample(82, 900)));
        assert!(is_answer(&sample(40, 900), &sample(40, 2_000)));
    }
}
