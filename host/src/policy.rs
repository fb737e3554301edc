//! Policy: whether a call may run, where it may lead, and what of its answer may be shown.
//!
//! Policies are plugins. [`Case`] is one call as they judge it: dispatch asks before the call and about its answer, the
//! session about each element that is acted on and each page that is reached. Where there is no policy, nothing is
//! asked; where one cannot be asked, everything is denied.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use crate::error::{ErrorCode, ToolError};
use crate::plugin::{PluginHost, PolicyCall, PolicyOutcome, PolicyRefusal, PolicyVerdict, Verdict};
use crate::server::Person;
use crate::snapshot::text::{cut, one_line};

mod approval;
mod content;
mod redact;
mod words;

use approval::Question;
pub use approval::{Approvals, Approve, ApproveError, CODE_MINUTES, shown};
pub use content::Shown;
use words::{denial, judged_address, same_host};

/// How long a person is waited for who is asked through the client.
const PERSON_LIMIT: Duration = Duration::from_mins(1);

/// The policies in force.
#[derive(Debug)]
pub struct Policy {
    plugins: PluginHost,
    approvals: Approvals,
}

/// One call as policies judge it. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct Case(Option<Arc<Facts>>);

/// What a case is about, for [`Policy::case`].
#[derive(Debug, Default)]
pub struct About {
    /// Name of the tool, whatever name the client used.
    pub tool: String,
    /// The arguments as the client sent them.
    pub sent: Map<String, Value>,
    /// The same as they may be kept: without secrets.
    pub kept: Map<String, Value>,
    /// Address of the page; empty when there is none.
    pub page_url: String,
    /// Where the call would lead, when that is known.
    pub target_url: Option<String>,
    /// What else is known (`wit/hooks.wit`).
    pub extra: Vec<(String, String)>,
    /// The ref whose element is among `extra`.
    pub reference: Option<String>,
    /// The call acts on the page.
    pub acts: bool,
}

#[derive(Debug)]
struct Facts {
    policy: Arc<Policy>,
    about: About,
    person: Person,
    cancel: CancellationToken,
    notes: Mutex<Notes>,
}

/// What has been decided of one call.
#[derive(Debug, Default)]
struct Notes {
    /// The arguments as they are in force, where they were redacted.
    redacted: Option<String>,
    /// A person has said yes to this call.
    is_approved: bool,
    /// Pages that were asked about.
    pages: HashMap<String, Option<ToolError>>,
    by: Vec<String>,
    decision: Option<&'static str>,
    code: Option<String>,
}

/// What a policy decided, for the audit record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decided {
    /// `allow`, `redact`, `ask` or `deny`.
    pub decision: &'static str,
    /// Code of a denial.
    pub code: Option<String>,
    /// Which plugin decided what.
    pub by: Vec<String>,
}

impl Policy {
    /// The policies among these plugins. What people approve is kept in `state`; without it nothing can be approved.
    pub fn new(plugins: PluginHost, state: Option<PathBuf>) -> Self {
        Self { plugins, approvals: Approvals::new(state) }
    }

    /// Whether calls are judged at all.
    pub fn is_active(&self) -> bool {
        self.plugins.has_policy()
    }

    /// A call, to be judged. `person` can be asked, `cancel` ends that.
    pub fn case(self: &Arc<Self>, about: About, person: Person, cancel: CancellationToken) -> Case {
        let notes = Mutex::default();
        Case(Some(Arc::new(Facts { policy: Arc::clone(self), about, person, cancel, notes })))
    }

    /// A look of our own at the page, such as the view below an error.
    pub fn look(self: &Arc<Self>) -> Case {
        if !self.is_active() {
            return Case::default();
        }
        let about = About {
            tool: "browser_snapshot".to_owned(),
            extra: vec![("effect".to_owned(), "read-only".to_owned())],
            ..About::default()
        };
        self.case(about, Person::nobody(), CancellationToken::new())
    }
}

impl Case {
    /// Whether anybody judges it.
    pub fn is_judged(&self) -> bool {
        self.0.is_some()
    }

    /// Judges the call before it runs. The arguments that it may run with, where they are others than were sent; `fits`
    /// says whether the tool can still read them.
    pub async fn before(
        &self,
        fits: impl FnOnce(&Map<String, Value>) -> bool,
    ) -> Result<Option<Map<String, Value>>, ToolError> {
        let Some(facts) = &self.0 else { return Ok(None) };
        let call = facts.call(facts.about.target_url.clone(), Vec::new());
        let judged = facts.policy.plugins.before_call(&call).await;
        let redactions = judged.redactions.clone();
        facts.accepted(judged, None, &call.extra).await?;
        if redactions.is_empty() {
            return Ok(None);
        }
        let redacted =
            redact::arguments(&facts.about.sent, &redactions)
                .and_then(|arguments| {
                    if fits(&arguments) { Ok(arguments) } else { Err(redact::Wrong::unfit(&redactions)) }
                })
                .map_err(|wrong| facts.denied(&wrong.refusal()))?;
        facts.notes().redacted = Some(Value::Object(redacted.clone()).to_string());
        Ok(Some(redacted))
    }

    /// Judges the element that the call is about to act on, once it is known which one that is. `reference` is the ref
    /// that it was named by.
    pub async fn may_act(
        &self,
        reference: Option<&str>,
        element: Vec<(String, String)>,
    ) -> Result<(), ToolError> {
        let Some(facts) = self.0.as_ref().filter(|facts| facts.about.acts) else { return Ok(()) };
        if reference.is_some() && reference == facts.about.reference.as_deref() {
            return Ok(());
        }
        let link = element.iter().find(|(name, _)| name == "element-href").map(|(_, href)| href.clone());
        let target = link.or_else(|| facts.about.target_url.clone());
        let stage = ("stage".to_owned(), "element".to_owned());
        facts.again(target, [vec![stage], element].concat(), None).await
    }

    /// Judges something that a plugin asks for: `step` is what (`navigate`, `click`, `hide` …), `on` the address or the
    /// selector.
    pub async fn may_step(&self, plugin: &str, step: &str, on: &str) -> Result<(), ToolError> {
        let Some(facts) = &self.0 else { return Ok(()) };
        let target = (step == "navigate").then(|| on.to_owned());
        let mut extra = vec![
            ("stage".to_owned(), "step".to_owned()),
            ("by".to_owned(), format!("plugin:{plugin}")),
            ("step".to_owned(), step.to_owned()),
        ];
        if target.is_none() {
            extra.push(("selector".to_owned(), on.to_owned()));
        }
        facts.again(target, extra, None).await
    }

    /// Judges a page that was reached, or a frame in it, before anything of it is shown.
    pub async fn may_show(&self, url: &str) -> Result<(), ToolError> {
        let Some(facts) = &self.0 else { return Ok(()) };
        let Some(url) = judged_address(url) else { return Ok(()) };
        if url == facts.about.page_url {
            // It was part of the question before the call.
            return Ok(());
        }
        if let Some(known) = facts.notes().pages.get(&url) {
            return known.clone().map_or(Ok(()), Err);
        }
        let stage = vec![("stage".to_owned(), "arrived".to_owned())];
        let judged = facts.again(Some(url.clone()), stage, Some(&url)).await;
        facts.notes().pages.insert(url, judged.clone().err());
        judged
    }

    /// Whether a page is known to be denied.
    pub fn hides(&self, url: &str) -> bool {
        let Some(facts) = &self.0 else { return false };
        judged_address(url).is_some_and(|url| matches!(facts.notes().pages.get(&url), Some(Some(_))))
    }

    /// Judges the answer. What may be shown of it, where that is not all.
    pub async fn after(
        &self,
        shown: Shown<'_>,
        is_error: bool,
        page_url: &str,
    ) -> Result<Option<content::Redacted>, ToolError> {
        let Some(facts) = &self.0 else { return Ok(None) };
        let outcome = PolicyOutcome { is_error, content: shown.as_json(), page_url: page_url.to_owned() };
        let call = facts.call(facts.about.target_url.clone(), Vec::new());
        let judged = facts.policy.plugins.after_call(&call, &outcome).await;
        let redactions = judged.redactions.clone();
        facts.accepted(judged, None, &call.extra).await?;
        if redactions.is_empty() {
            return Ok(None);
        }
        let redacted = shown.redacted(&redactions).map_err(|wrong| facts.denied(&wrong.refusal()))?;
        Ok(Some(redacted))
    }

    /// The denial where judging itself broke off.
    pub fn broken(&self) -> ToolError {
        let refusal = PolicyRefusal {
            code: "policy-unavailable".to_owned(),
            message: "judging the call broke off, which is a fault of this server".to_owned(),
            by: String::new(),
            remedy: "report it; the log of the server says more".to_owned(),
            is_failure: true,
        };
        match &self.0 {
            Some(facts) => facts.denied(&refusal),
            None => denial(&refusal),
        }
    }

    /// What was decided, for the audit record.
    pub fn decided(&self) -> Decided {
        let Some(facts) = &self.0 else {
            return Decided { decision: "allow", code: None, by: Vec::new() };
        };
        let notes = facts.notes();
        Decided {
            decision: notes.decision.unwrap_or("allow"),
            code: notes.code.clone(),
            by: notes.by.clone(),
        }
    }
}

impl Facts {
    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The call as policies are given it.
    fn call(&self, target_url: Option<String>, more: Vec<(String, String)>) -> PolicyCall {
        let arguments = self.notes().redacted.clone();
        PolicyCall {
            tool: self.about.tool.clone(),
            arguments: arguments.unwrap_or_else(|| Value::Object(self.about.sent.clone()).to_string()),
            page_url: self.about.page_url.clone(),
            target_url,
            extra: [more, self.about.extra.clone()].concat(),
        }
    }

    /// Judges the call once more, with what has become known. What would be redacted now has been sent already, so it
    /// must stand there already; `arrived` says that the call is over.
    async fn again(
        &self,
        target: Option<String>,
        extra: Vec<(String, String)>,
        arrived: Option<&str>,
    ) -> Result<(), ToolError> {
        let call = self.call(target, extra);
        let judged = self.policy.plugins.before_call(&call).await;
        if arrived.is_none()
            && let Err(wrong) = redact::stands_already(&call.arguments, &judged.redactions)
        {
            return Err(self.denied(&wrong.refusal()));
        }
        self.accepted(judged, arrived, &call.extra).await
    }

    /// Notes what was decided, and asks a person where that is what was decided.
    async fn accepted(
        &self,
        judged: PolicyVerdict,
        arrived: Option<&str>,
        known: &[(String, String)],
    ) -> Result<(), ToolError> {
        {
            let mut notes = self.notes();
            let new: Vec<String> = judged.by.into_iter().filter(|by| !notes.by.contains(by)).collect();
            notes.by.extend(new);
        }
        match judged.verdict {
            Verdict::Allow => Ok(()),
            Verdict::Redact(_) => {
                self.decide("redact");
                Ok(())
            }
            Verdict::Deny(refusal) => Err(self.denied(&refusal)),
            Verdict::Ask { why, by } => self.ask_person(&why, &by, arrived, known).await,
        }
    }

    async fn ask_person(
        &self,
        why: &[String],
        by: &str,
        arrived: Option<&str>,
        known: &[(String, String)],
    ) -> Result<(), ToolError> {
        // Who lets a call lead somewhere lets it arrive there.
        let is_announced = arrived.is_none_or(|url| same_host(url, self.about.target_url.as_deref()));
        if self.notes().is_approved && is_announced {
            return Ok(());
        }
        let question = Question {
            tool: &self.about.tool,
            sent: &self.about.sent,
            kept: &self.about.kept,
            page_url: &self.about.page_url,
            arrived,
            element: element_words(known),
            why,
            by,
        };
        let approvals = &self.policy.approvals;
        self.decide("ask");
        let is_approved = approvals.take(&question);
        let said = if is_approved {
            Some(true)
        } else {
            self.person.says_yes(&question.words(), PERSON_LIMIT, &self.cancel).await
        };
        if said == Some(false) {
            return Err(self.denied(&PolicyRefusal {
                code: "declined".to_owned(),
                message: format!("a person was asked and said no: {}", why.join("; ")),
                by: by.to_owned(),
                remedy: String::new(),
                is_failure: false,
            }));
        }
        if said == Some(true) {
            let mut notes = self.notes();
            notes.is_approved |= arrived.is_none();
            let how = if is_approved { "with a code" } else { "when asked" };
            notes.by.push(format!("a person approved it {how}"));
            return Ok(());
        }
        let why = why.join("; ");
        let message = format!("{by} wants a person to say yes first: {why}");
        let hint = match approvals.request(&question) {
            Ok(code) => format!(
                "nothing was done; tell the person that `sekme approve {code}` allows it once, within {CODE_MINUTES} minutes, and make this same call again when they say that they did"
            ),
            Err(problem) => format!("nothing was done, and nothing can be approved here: {problem}"),
        };
        self.notes().code = Some("approval-needed".to_owned());
        Err(ToolError::new(ErrorCode::ApprovalNeeded, message, hint))
    }

    fn denied(&self, refusal: &PolicyRefusal) -> ToolError {
        self.decide("deny");
        self.notes().code = Some(refusal.code.clone());
        denial(refusal)
    }

    /// The strictest decision so far.
    fn decide(&self, decision: &'static str) {
        let order =
            |decision: &str| ["allow", "redact", "ask", "deny"].iter().position(|known| *known == decision);
        let mut notes = self.notes();
        if notes.decision.is_none_or(|known| order(known) < order(decision)) {
            notes.decision = Some(decision);
        }
    }
}

/// The element that is meant, in words for a person.
fn element_words(known: &[(String, String)]) -> Option<String> {
    let value = |key: &str| known.iter().find(|(name, _)| name == key).map(|(_, value)| one_line(value));
    let name = value("element-name").filter(|name| !name.is_empty()).or_else(|| value("element-shows"))?;
    let role = value("element-role").filter(|role| !role.is_empty()).unwrap_or_else(|| "element".to_owned());
    Some(format!("{role} \"{}\"", cut(&name, 200)))
}
