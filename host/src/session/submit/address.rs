//! The last rung: the address under which a site answers searches, as plugins and packs know or guess it.

use std::time::Duration;

use crate::browser::{BrowserError, Tab, WaitUntil};
use crate::error::ToolError;
use crate::inject;
use crate::plugin::{BotLevel, Candidate, FormField, SearchForm, Verify};
use crate::progress::Interrupted;
use crate::snapshot::facts::{Entered, SearchFormFacts};
use crate::snapshot::text::folded;

use super::{Before, Sent, unsubmitted};
use crate::session::settle::{LOADING, settle};
use crate::session::typing::Field;
use crate::session::{Call, Look, ViewRequest};

/// Longest load of one candidate's page.
const CANDIDATE_LIMIT: Duration = Duration::from_secs(15);
/// Fewest interactive elements of a page that counts as results.
const MIN_ELEMENTS: usize = 10;
/// What counts as a control where a pack says how many there are.
const CONTROLS: &str = "a[href], button, input, select, textarea, summary, [role=button], [role=link]";

impl Call {
    pub(super) async fn submit_by_url(
        &mut self,
        tab: &Tab,
        field: &Field,
        query: &str,
        before: Before,
        mut tried: Vec<String>,
        typed: &str,
    ) -> Result<Sent, ToolError> {
        // The page was read and shown before anything was typed into it.
        let lang = self.page().shown.as_ref().map(|shown| shown.lang.clone()).unwrap_or_default();

        let facts = inject::search_form(&field.target.frame, field.target.element, &self.progress).await?;
        let facts = facts.unwrap_or_default();
        let trust = trust_of(&field.entered, field.is_search, &facts);
        let form = search_form(facts, &tab.url(), &lang);
        let offered = self.session().plugins().submit_candidates(&form, query).await;
        let notes = offered.warnings.iter().map(|warning| format!("plugin warning: {warning}")).collect();
        let mut left = 0;
        for candidate in offered.value {
            if !(trust == Trust::Guess || (trust == Trust::Declared && candidate.is_declared)) {
                continue;
            }
            let navigations = tab.activity().navigations;
            match self.try_candidate(tab, &candidate, query, &before).await? {
                Ok(()) => {
                    let decisions = vec![format!("{} gave the search URL {}", candidate.by, candidate.url)];
                    let how =
                        format!("the search URL of {} (Enter and the form had no effect)", candidate.by);
                    return Ok(Sent { how, decisions, notes, before });
                }
                Err(why) => {
                    left += i32::from(tab.activity().navigations != navigations);
                    self.progress.log(format!("{} ({}): {why}", candidate.url, candidate.by));
                    tried.push(format!("{} ({}): {why}", candidate.url, candidate.by));
                }
            }
        }
        match trust {
            Trust::Guess => {}
            Trust::Declared => {
                tried.push("search URL: not guessed, the field says nothing of a search".to_owned());
            }
            Trust::None => tried.push("search URL: none tried, this is no search field".to_owned()),
        }
        let after = self.go_back(tab, &before, left).await;
        Err(unsubmitted(typed, after, tried))
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
        if let Err(denied) = self.may_go_by(&candidate.by, &candidate.url).await {
            return Ok(Err(denied.message));
        }
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
        self.await_late(tab, Vec::new()).await;
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

    /// Goes back to the page before the search, `left` entries of the history ago, so that its fields are as they
    /// were. Says what is not.
    async fn go_back(&mut self, tab: &Tab, before: &Before, left: i32) -> &'static str {
        if left == 0 && tab.url() == before.url {
            return "";
        }
        let progress = self.progress.grace(CANDIDATE_LIMIT);
        let went = tab.history(-left.max(1), WaitUntil::Load, &progress).await;
        if went.is_ok() && tab.url() == before.url {
            return if tab.activity().document == before.document {
                ""
            } else {
                "; the page was loaded again, so look at its fields before typing on"
            };
        }
        if let Err(error) = tab.navigate(&before.url, WaitUntil::Load, &progress).await {
            tracing::debug!(%error, "the page before the search could not be opened again");
        }
        "; the page was loaded again, so the field is empty"
    }
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
    /// Also guessed ones: the field says that it is a search, and nothing else was filled in with it.
    Guess,
    /// Only those that a pack declares: a plain text field.
    Declared,
    /// None: what is typed there (an address, a message) is no search.
    None,
}

fn trust_of(entered: &Entered, is_search: bool, facts: &SearchFormFacts) -> Trust {
    let is_plain = entered.tag == "input"
        && matches!(entered.input_type.to_ascii_lowercase().as_str(), "" | "text" | "search");
    let is_search = is_search || entered.search || facts.search || entered.role == "searchbox";
    let may_search = is_plain || (is_search && entered.tag == "textarea");
    if !may_search {
        Trust::None
    } else if is_search && facts.filled == 0 {
        Trust::Guess
    } else {
        Trust::Declared
    }
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

    fn trusted(tag: &str, input_type: &str, search: bool, filled: u32) -> Trust {
        let entered =
            Entered { tag: tag.to_owned(), input_type: input_type.to_owned(), ..Entered::default() };
        trust_of(&entered, false, &SearchFormFacts { search, filled, ..SearchFormFacts::default() })
    }

    #[test]
    fn only_what_says_that_it_is_a_search_is_searched_for() {
        assert_eq!(trusted("input", "search", true, 0), Trust::Guess);
        assert_eq!(trusted("textarea", "", true, 0), Trust::Guess);
        assert_eq!(trusted("input", "text", true, 1), Trust::Declared);
        assert_eq!(trusted("input", "text", false, 0), Trust::Declared);
        assert_eq!(trusted("input", "email", true, 0), Trust::None);
        assert_eq!(trusted("textarea", "", false, 0), Trust::None);
    }
}
