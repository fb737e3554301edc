//! Scripts that only look: run so that Chrome ends them before they could have an effect.

use std::time::Duration;

use chromiumoxide::cdp::js_protocol::runtime::{EvaluateParams, ReleaseObjectGroupParams, TimeDelta};

use super::{Evaluation, Form, Outcome, Run};
use crate::browser::node::GROUP;
use crate::browser::script::SignOfLife;
use crate::browser::{BrowserError, Frame, ScriptValue, World};
use crate::progress::Progress;

/// Longest run of a script that is tried without effects first.
const GLANCE: Duration = Duration::from_millis(150);

impl Frame {
    /// The same for a script that changes nothing: Chrome ends it before it could have an effect. Nothing then, and
    /// nothing where it takes a while or does not come to a value; then it is to be run as it is.
    pub async fn glance_in_page(
        &self,
        source: &str,
        plain: &str,
        p: &Progress,
    ) -> Result<Option<Evaluation>, BrowserError> {
        let run = self.run_in_page(plain, p).await;
        Ok(run
            .glance(source)
            .await?
            .map(|value| Evaluation { outcome: Outcome::Value(value), beside: run.world == World::Isolated }))
    }
}

impl Run<'_> {
    /// The value of a script that has no effect.
    async fn glance(&self, source: &str) -> Result<Option<ScriptValue>, BrowserError> {
        let (session, context) = self.frame.context(self.world, self.p).await?;
        let life = SignOfLife::ask(&self.frame.link, &session);
        self.race(&session, life.come()).await?;
        let Ok((form, source)) = self.form(&session, source.trim()).await? else { return Ok(None) };
        // What waits makes promises, which is an effect.
        if !matches!(form, Form::Expression | Form::Function | Form::Statements) {
            return Ok(None);
        }
        let params = EvaluateParams {
            silent: Some(true),
            throw_on_side_effect: Some(true),
            repl_mode: Some(form == Form::Statements),
            object_group: Some(GROUP.to_owned()),
            unique_context_id: Some(context),
            timeout: Some(TimeDelta::new(GLANCE.as_secs_f64() * 1_000.0)),
            ..EvaluateParams::new(form.script(source, None))
        };
        let answer = self.race(&session, self.frame.link.start(Some(&session), &params).raw()).await?;
        let value = match answer {
            Ok(answer) if answer.get("exceptionDetails").is_none() => {
                let remote = &answer["result"];
                if remote["subtype"] == "promise" { None } else { Some(self.value(&session, remote).await?) }
            }
            _ => None,
        };
        self.frame.link.send(Some(&session), &ReleaseObjectGroupParams::new(GROUP));
        Ok(value)
    }
}
