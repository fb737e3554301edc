//! What packs and plugins say of the pages of a session, and what of it was done or told.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use url::Url;

use crate::browser::{DocumentId, Frame, Tab, TabId};
use crate::inject;
use crate::plugin::{FactValue, Outcome, PageInput, SiteAdvice};
use crate::progress::Progress;

use super::{Call, Look, ViewRequest};

/// Longest check of selectors.
const JUDGING: Duration = Duration::from_secs(1);
/// Selectors of which it is remembered whether they are any.
const JUDGED: usize = 2_000;

/// What is known of the sites that were visited.
#[derive(Debug, Default)]
pub(crate) struct Sites {
    advice: Option<Advised>,
    /// Origins whose consent banner was seen to.
    pub(super) tried: HashSet<String>,
    /// Tabs in which a call has opened a page.
    pub(super) opened: HashSet<TabId>,
    /// Notes that were told of a document.
    told: Option<(DocumentId, HashSet<String>)>,
    /// Selectors, and whether the browser takes them.
    judged: HashMap<String, bool>,
}

/// What was said of one page.
#[derive(Debug)]
struct Advised {
    document: DocumentId,
    url: String,
    facts: Vec<(String, FactValue)>,
    advice: Arc<SiteAdvice>,
}

impl Call {
    /// What was said of a page that has not changed as far as anybody asked about it. While its banner was not seen to,
    /// it is asked about each time: banners come late.
    pub(super) fn advice_known(&mut self, document: DocumentId, page: &PageInput) -> Option<Arc<SiteAdvice>> {
        let is_settled = !self.session.settings.consent || self.is_tried(&page.url);
        let known = self.page().sites.advice.as_ref().filter(|_| is_settled)?;
        let is_same = known.document == document && known.url == page.url && known.facts == page.facts;
        is_same.then(|| Arc::clone(&known.advice))
    }

    /// Keeps what was said of a page, without what the browser does not take for a selector; the second part says so.
    pub(super) async fn keep_advice(
        &mut self,
        frame: &Frame,
        document: DocumentId,
        page: &PageInput,
        said: Outcome<SiteAdvice>,
    ) -> (Arc<SiteAdvice>, Vec<String>) {
        let Outcome { value: mut advice, mut warnings, .. } = said;
        self.judge(frame, &advice).await;
        let judged = &self.page().sites.judged;
        let is_any = |css: &String| judged.get(css).copied().unwrap_or(true);
        let all = advice.main.iter().chain(&advice.ignore).chain(&advice.search_input);
        for css in all.filter(|css| !is_any(css)) {
            warnings
                .push(format!("{}: `{css}` is no CSS selector, so it was dropped", advice.by.join(" or ")));
        }
        advice.main.retain(is_any);
        advice.ignore.retain(is_any);
        advice.search_input = advice.search_input.filter(is_any);
        advice.search_submit = advice.search_submit.filter(is_any);
        let advice = Arc::new(advice);
        let (url, facts) = (page.url.clone(), page.facts.clone());
        self.page().sites.advice = Some(Advised { document, url, facts, advice: Arc::clone(&advice) });
        (advice, warnings)
    }

    /// Asks the browser about selectors that it has not judged yet.
    async fn judge(&mut self, frame: &Frame, advice: &SiteAdvice) {
        let all = advice.main.iter().chain(&advice.ignore).chain(&advice.search_input);
        let judged = &self.page().sites.judged;
        let new: Vec<String> =
            all.chain(&advice.search_submit).filter(|css| !judged.contains_key(*css)).cloned().collect();
        if new.is_empty() {
            return;
        }
        // What cannot be judged now is left to each use, which passes over what is no selector.
        let Ok(wrong) = inject::malformed(frame, &new, &self.progress.child(JUDGING)).await else { return };
        let judged = &mut self.page().sites.judged;
        if judged.len() > JUDGED {
            judged.clear();
        }
        judged.extend(new.into_iter().enumerate().map(|(place, css)| (css, !wrong.contains(&place))));
    }

    /// What is said of the page in a tab; where it was not asked about yet and plugins have a word in it, it is looked
    /// at first.
    pub async fn site_advice(&mut self, tab: &Tab) -> Arc<SiteAdvice> {
        let main = tab.main_frame();
        let url = main.url();
        let is_known = |call: &mut Self| {
            let known = call.page().sites.advice.as_ref()?;
            (known.document == main.document() && known.url == url).then(|| Arc::clone(&known.advice))
        };
        if let Some(known) = is_known(self) {
            return known;
        }
        let session = Arc::clone(&self.session);
        if session.plugins.advises(&url) {
            let request = ViewRequest { text_budget: Some(0), ..ViewRequest::default() };
            if let Ok(look) = self.look(tab, &request).await {
                return look.advice;
            }
        }
        Arc::new(session.plugins.site(&url))
    }

    /// What is said of the document in a frame, as far as is known without looking at it.
    pub(super) fn advice_at_hand(&self, frame: &Frame) -> Arc<SiteAdvice> {
        let known = self.page.as_ref().and_then(|page| page.sites.advice.as_ref());
        match known.filter(|known| known.document == frame.document() && known.url == frame.url()) {
            Some(known) => Arc::clone(&known.advice),
            None => Arc::new(self.session.plugins.site(&frame.url())),
        }
    }

    /// Notes of packs and plugins for the model, each once a document; all of them where everything `is_wanted`.
    pub(super) fn site_notes(&mut self, look: &Look, is_wanted: bool) -> Vec<String> {
        let document = look.snapshot.frames[0].document;
        let sites = &mut self.page().sites;
        if sites.told.as_ref().is_none_or(|(of, _)| *of != document) {
            sites.told = Some((document, HashSet::new()));
        }
        let mut notes = Vec::new();
        for note in &look.advice.notes {
            let words = format!("NOTE of {}: {}", note.by, note.text);
            let is_new = sites.told.as_mut().is_some_and(|(_, told)| told.insert(words.clone()));
            if is_new || is_wanted {
                notes.push(words);
            }
        }
        notes
    }

    /// Whether the consent banner of a page's origin was seen to.
    pub(super) fn is_tried(&mut self, url: &str) -> bool {
        origin(url).is_none_or(|origin| self.page().sites.tried.contains(&origin))
    }

    /// Notes that a call has opened a page in a tab.
    pub fn note_opened(&mut self, tab: &Tab) {
        self.page().sites.opened.insert(tab.id());
    }

    /// The elements of the main frame that a selector finds, and how many of them can be seen.
    pub(super) async fn found_in(frame: &Frame, css: &str, progress: &Progress) -> (Vec<u32>, usize) {
        match inject::query_selector(frame, css, progress).await {
            Ok(found) => {
                let seen = usize::try_from(found.visible).unwrap_or(usize::MAX);
                (found.ids, seen)
            }
            Err(_) => (Vec::new(), 0),
        }
    }
}

/// The origin of a page of the web.
pub(super) fn origin(url: &str) -> Option<String> {
    let url = Url::parse(url).ok()?;
    matches!(url.scheme(), "http" | "https").then(|| url.origin().ascii_serialization())
}
