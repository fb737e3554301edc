//! What policies say of a call and of its answer. Whatever goes wrong while they are asked is a denial.

use std::panic::AssertUnwindSafe;

use futures_util::FutureExt as _;
use serde_json::{Map, Value};

use super::{Client, Dispatch, Ending, Meant, with_implied};
use crate::audit::masked;
use crate::error::{ErrorCode, ToolError};
use crate::policy::{About, Case, Shown};
use crate::session::Answer;
use crate::snapshot::text::cut;
use crate::tools::Effect;
use crate::tools::arguments::url::mended;

/// Longest name of a tool that is told.
const NAME_LIMIT: usize = 80;

impl Dispatch {
    /// The call as policies judge it; nothing is gathered where there is none.
    pub(super) fn case(&self, name: &str, meant: &Meant, sent: &Map<String, Value>, client: &Client) -> Case {
        let policy = self.session.policy();
        if !policy.is_active() {
            return Case::default();
        }
        let description = &meant.tool.description;
        let given = with_implied(sent.clone(), meant.implied);
        let read = meant.read(given).ok();
        let mut extra = vec![("effect".to_owned(), description.effect.as_str().to_owned())];
        if name != description.name {
            extra.push(("sent-as".to_owned(), cut(name, NAME_LIMIT)));
        }
        let text = |name: &str| read.as_ref().and_then(|read| read.text(name)).map(str::to_owned);
        let reference = text("ref");
        let mut target_url = text("url").and_then(|url| mended(&url).or(Some(url)));
        if let Some(read) = &read {
            extra.push(("arguments".to_owned(), Value::Object(read.values().clone()).to_string()));
        }
        let element = reference.as_deref().and_then(|reference| self.session.seen_element(reference));
        if let Some(element) = &element {
            let href = element.iter().find(|(name, _)| name == "element-href").map(|(_, href)| href.clone());
            target_url = target_url.or(href);
            extra.extend(element.iter().cloned());
        }
        let known = |name: &str, value: &Value| meant.knows(name, value);
        let is_input = description.effect == Effect::Input;
        let about = About {
            tool: description.name.to_owned(),
            kept: masked(&self.session.without_secrets(sent.clone()), is_input, known),
            sent: sent.clone(),
            page_url: self.session.page_url(),
            target_url,
            extra,
            reference: reference.filter(|_| element.is_some()),
            acts: is_input,
        };
        policy.case(about, client.person.clone(), client.cancel.clone())
    }

    /// The arguments that the call may run with.
    pub(super) async fn allowed(
        &self,
        case: &Case,
        meant: &Meant,
        sent: Map<String, Value>,
    ) -> (Map<String, Value>, Option<ToolError>) {
        let fits = |redacted: &Map<String, Value>| {
            let is_read =
                |given: &Map<String, Value>| meant.read(with_implied(given.clone(), meant.implied)).is_ok();
            is_read(redacted) || !is_read(&sent)
        };
        let judged = AssertUnwindSafe(case.before(fits)).catch_unwind().await;
        match judged.unwrap_or_else(|_| Err(case.broken())) {
            Ok(redacted) => (with_implied(redacted.unwrap_or(sent), meant.implied), None),
            Err(error) => (with_implied(sent, meant.implied), Some(error)),
        }
    }

    /// What of an answer may be sent: the text, and the answer that it is of.
    pub(super) async fn shown(
        &self,
        case: &Case,
        answer: Answer,
        ending: Ending,
    ) -> (String, Answer, Ending) {
        if !case.is_judged() {
            return (self.surface.render(&answer), answer, ending);
        }
        let judged = AssertUnwindSafe(self.judged(case, answer, &ending)).catch_unwind().await;
        match judged.unwrap_or_else(|_| Err(case.broken())) {
            Ok((text, answer)) => (text, answer, ending),
            Err(error) => {
                let answer = Answer::body(self.surface.render_error(&error));
                let ending = Ending { outcome: "error", code: Some(error.code), ..ending };
                (self.surface.render(&answer), answer, ending)
            }
        }
    }

    async fn judged(
        &self,
        case: &Case,
        mut answer: Answer,
        ending: &Ending,
    ) -> Result<(String, Answer), ToolError> {
        let is_error = ending.outcome != "ok";
        if self.session.judge_page(case).await? && answer.picture.take().is_some() {
            answer.note("the picture is not shown, since a frame in it is denied by policy");
        }
        let text = self.surface.render(&answer);
        // Our own words of a denial have been decided on already.
        if ending.code == Some(ErrorCode::PolicyDenied) && !text.contains(super::failed::PAGE_NOW) {
            return Ok((text, answer));
        }
        let picture = answer.picture.as_ref().map(|picture| picture.mime);
        let shown = Shown { text: &text, picture };
        let Some(redacted) = case.after(shown, is_error, &self.session.page_url()).await? else {
            return Ok((text, answer));
        };
        let picture = answer.picture.filter(|_| redacted.keeps_picture);
        let kept = Answer { decisions: answer.decisions, picture, ..Answer::body(redacted.text.clone()) };
        Ok((redacted.text, kept))
    }
}
