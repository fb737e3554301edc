//! Dispatch: the one way through which every tool call goes: policy, guard, tool, receipt, audit.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use crate::audit::{Audit, masked, page_of, without_given};
use crate::error::{ErrorCode, ToolError};
use crate::guard::{Asked, Beside, Guard, Outcome, Place, nudge};
use crate::plugin::ProvidedTool;
use crate::policy::Case;
use crate::progress::Progress;
use crate::server::{Core, Person, ToolAnswer, ToolSpec};
use crate::session::{Answer, Call, Session};
use crate::snapshot::text::cut;
use crate::surface::{Found, Surface, UnknownTool};
use crate::tools::arguments::{Arguments, Repair, is_known};
use crate::tools::provided::Provided;
use crate::tools::{Description, Effect, Tool};
use crate::turn::Turn;

mod failed;
mod judged;
mod refused;
mod seen;
mod sent;
mod stepped;

/// Longest call beyond the time it asks for itself, whatever its own deadlines add up to.
const CALL_LIMIT: Duration = Duration::from_mins(2);

/// Longest wait for plugins that add tools, before the tools are listed. Later nothing is added: most clients ask once.
const TOOLS_LIMIT: Duration = Duration::from_secs(2);

/// Where all calls go.
#[derive(Debug)]
pub struct Dispatch {
    /// Tools of plugins, once they are known.
    provided: OnceLock<Vec<Provided>>,
    session: Arc<Session>,
    surface: Surface,
    guard: Mutex<Guard>,
    audit: Audit,
}

/// Who waits for a call, and since when.
struct Client {
    turn: Turn,
    cancel: CancellationToken,
    person: Person,
}

/// What the name in a call means.
struct Meant {
    tool: &'static Tool,
    implied: &'static [(&'static str, &'static str)],
    repair: Option<Repair>,
    /// Where it is a plugin's.
    provided: Option<Arc<ProvidedTool>>,
}

impl Meant {
    /// The arguments as the tool understands them, with those that its name implies.
    fn read(&self, given: Map<String, Value>) -> Result<Arguments, ToolError> {
        if self.provided.is_some() {
            return Ok(Arguments::as_given(given));
        }
        let description = &self.tool.description;
        Arguments::read(description.arguments, given, description.example)
    }

    /// Whether it is known what stands under a name.
    fn knows(&self, name: &str, value: &Value) -> bool {
        self.provided.is_some() || is_known(self.tool.description.arguments, name, value)
    }
}

/// How a call ended, for its audit record.
struct Ending {
    outcome: &'static str,
    code: Option<ErrorCode>,
    is_secret: bool,
}

/// A failure, with what is known of the call that it ended.
struct Failure {
    error: ToolError,
    call: Option<Call>,
}

impl Dispatch {
    /// Dispatches the calls of one session.
    pub fn new(session: Arc<Session>) -> Result<Self, UnknownTool> {
        let settings = session.settings();
        let surface = Surface::new(settings.tools, &settings.with)?;
        let audit = Audit::new(&settings.artifact_dir);
        Ok(Self { provided: OnceLock::new(), session, surface, guard: Mutex::default(), audit })
    }

    fn provided(&self) -> &[Provided] {
        self.provided.get().map_or(&[], Vec::as_slice)
    }

    /// Asks the plugins for their tools, where the setting allows any. What is not loaded in time is left out.
    async fn find_provided(&self) {
        if !self.session.settings().provides_tools() || self.provided.get().is_some() {
            return;
        }
        let plugins = self.session.plugins();
        plugins.ready(&Progress::uncancelled(TOOLS_LIMIT)).await;
        let found = plugins.provided_tools().await;
        // Faults are in the log and the status already.
        let tools = found.value.into_iter().map(Provided::new).collect();
        let _ = self.provided.set(tools);
    }

    async fn dispatch(&self, name: &str, raw: Map<String, Value>, client: Client) -> ToolAnswer {
        if let Some(Provided { tool, facts }) = self.provided().iter().find(|known| known.facts.name == name)
        {
            let provided = Some(Arc::clone(facts));
            let meant = Meant { tool, implied: &[], repair: None, provided };
            return self.called(name, meant, raw, client).await;
        }
        match self.surface.find(name, &raw) {
            Found::Tool { tool, implied, repair } => {
                let meant = Meant { tool, implied, repair, provided: None };
                self.called(name, meant, raw, client).await
            }
            Found::NotOffered(error) => {
                let mut record = self.audit.record(self.audit.next_call(), name, "none");
                record.outcome = "error";
                record.code = Some(error.code.as_str());
                record.arguments = masked(&raw, true, |_, _| false);
                self.audit.write(&record);
                self.refusal(&error)
            }
            // The server refuses such names before they get here.
            Found::Unknown => {
                let error = ToolError::new(ErrorCode::InvalidInput, "no such tool", "see tools/list");
                self.refusal(&error)
            }
        }
    }

    async fn called(&self, name: &str, meant: Meant, sent: Map<String, Value>, client: Client) -> ToolAnswer {
        let start = Instant::now();
        let description = &meant.tool.description;
        let late = self.turn_of(description, &client.turn, &client.cancel).await;
        let mut record = self.audit.record(self.audit.next_call(), name, description.effect.as_str());
        record.page = page_of(&self.session.current_url());
        let case = self.case(name, &meant, &sent, &client);
        let (raw, denied) = self.allowed(&case, &meant, sent).await;
        let work =
            std::panic::AssertUnwindSafe(self.guarded(&meant, raw.clone(), &case, &client, late.or(denied)));
        let (mut answer, ending) = work.catch_unwind().await.unwrap_or_else(|_| {
            let error = ToolError::new(
                ErrorCode::Internal,
                format!("{} failed inside sekme; this is a fault of ours", description.name),
                "call browser_snapshot and try another way",
            );
            (
                Answer::body(self.surface.render_error(&error)),
                Ending { outcome: "panic", code: Some(ErrorCode::Internal), is_secret: true },
            )
        });
        if !description.out_of_band {
            for news in self.session.take_news() {
                if ending.outcome == "ok" {
                    answer.note(news);
                } else {
                    let _ = write!(answer.body, "\nnote: {news}");
                }
            }
        }
        self.session.hide_secrets(&mut answer);
        let (text, answer, ending) = self.shown(&case, answer, ending).await;
        self.remember(description, &answer, ending.code);
        let known = |name: &str, value: &Value| meant.knows(name, value);
        let first = text.lines().next().unwrap_or_default().to_owned();
        let first = if ending.is_secret { without_given(&first, &raw) } else { first };
        record.arguments = masked(&self.session.without_secrets(raw), ending.is_secret, known);
        record.outcome = ending.outcome;
        record.code = ending.code.map(ErrorCode::as_str);
        record.receipt = cut(&first, 200);
        let decided = case.decided();
        (record.policy, record.policy_code) = (decided.decision, decided.code);
        record.by.clone_from(&answer.decisions);
        record.by.extend(decided.by);
        record.elapsed_ms = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
        tracing::debug!(
            tool = description.name,
            elapsed_ms = record.elapsed_ms,
            outcome = record.outcome,
            "tool call"
        );
        self.record_steps(record.call);
        self.audit.write(&record);
        self.sent(text, &answer, ending.outcome != "ok")
    }

    /// Guard, tool, guard.
    async fn guarded(
        &self,
        meant: &Meant,
        raw: Map<String, Value>,
        case: &Case,
        client: &Client,
        refusal: Option<ToolError>,
    ) -> (Answer, Ending) {
        let Client { cancel, .. } = client;
        let description = &meant.tool.description;
        if let Some(error) = refusal {
            return self.failed(description, Failure { error, call: None }, "").await;
        }
        let read = meant.read(raw.clone()).map(|mut arguments| {
            arguments.repairs.splice(0..0, meant.repair.clone());
            arguments
        });
        let given = read.as_ref().map_or(&raw, Arguments::values);
        let asked = Asked::new(description, given);
        self.session.note_silent_loss();
        self.guard().note_losses(self.session.sight().losses);
        if let Some(refused) = self.refused(description, &asked, given, read.as_ref().err(), cancel).await {
            return refused;
        }
        let before = self.session.sight();
        let picture = self.picture_before(&asked, before.mark, cancel).await;
        let mut beside = Beside::Nothing;
        let outcome = match read {
            Err(error) => Err(Failure { error, call: None }),
            Ok(arguments) => self.run(meant, arguments, case, client).await,
        };
        let (mut answer, ending) = match outcome {
            Ok((answer, call)) => {
                if call.acted_beside_the_page() {
                    beside = Beside::Done;
                }
                (answer, Ending { outcome: "ok", code: None, is_secret: call.is_sensitive() })
            }
            Err(failure) => {
                let is_read = asked.class == crate::guard::Class::Reading;
                let hint = if is_read { self.told_before(description, &asked, &failure.error) } else { None };
                self.failed(description, failure, &hint.unwrap_or_default()).await
            }
        };
        if ending.outcome == "cancelled" || ending.code == Some(ErrorCode::ApprovalNeeded) {
            // Neither says anything of the call: nobody waited for it, or a person decides in between.
            return (answer, ending);
        }
        let may_be_drawn = beside == Beside::Nothing && ending.code.is_none();
        if may_be_drawn && self.only_looks_otherwise(picture, &before.slots, cancel).await {
            beside = Beside::Drawn;
        }
        let now = self.session.sight();
        let outcome = Outcome {
            page: now.mark,
            code: ending.code,
            answer: sent::hash(&answer),
            looked: now.looks > before.looks,
            beside,
            changed: before.slots.changed(&now.slots),
        };
        let repeat = {
            let mut guard = self.guard();
            guard.note_losses(now.losses);
            let repeat = guard.after(&asked, before.mark, outcome);
            self.session.tally().note_guard(guard.totals());
            repeat
        };
        if let Some(repeat) = repeat.filter(|_| ending.code.is_none()) {
            let place = Place { header: now.header, waits: self.session.waits(), ..Place::default() };
            answer.directive = nudge(description.name, repeat, &place);
        }
        (answer, ending)
    }

    async fn run(
        &self,
        meant: &Meant,
        arguments: Arguments,
        case: &Case,
        client: &Client,
    ) -> Result<(Answer, Call), Failure> {
        let (tool, cancel) = (meant.tool, client.cancel.clone());
        let begun = if tool.description.out_of_band {
            Ok(self.session.begin_out_of_band(CALL_LIMIT, cancel))
        } else {
            self.session.begin(CALL_LIMIT + arguments.timeout(0), cancel).await
        };
        let mut call = begun.map_err(|error| Failure { error, call: None })?;
        call.has_turn(&client.turn);
        call.belongs_to(case);
        call.is_of(meant.provided.clone());
        call.judge_tabs().await;
        self.session.tally().count_repairs(&arguments.repairs);
        let repairs: Vec<&str> = arguments.repairs.iter().map(|repair| repair.words.as_str()).collect();
        let repairs = repairs.join("; ");
        let looks = tool.description.effect == Effect::ReadOnly;
        let mut may_look_again = looks;
        loop {
            if looks {
                call.only_look();
            }
            match (tool.run)(&mut call, arguments.clone()).await {
                Ok(mut answer) => {
                    for note in call.take_said() {
                        answer.note(note);
                    }
                    answer.note(repairs);
                    return Ok((answer, call));
                }
                Err(error) => {
                    let error = call.blame(error).await;
                    // What was lost under a look is there again.
                    if may_look_again && error.with_view {
                        may_look_again = false;
                        call.say(error.message);
                        continue;
                    }
                    return Err(Failure { error, call: Some(call) });
                }
            }
        }
    }

    /// Waits until the calls that came before have ended, unless the call must not wait for the page. What is answered
    /// where that takes too long.
    async fn turn_of(
        &self,
        description: &Description,
        turn: &Turn,
        cancel: &CancellationToken,
    ) -> Option<ToolError> {
        if description.out_of_band {
            return None;
        }
        let patience = Progress::new(CALL_LIMIT, cancel.clone());
        let waited = patience.race("the calls before this one to end", turn.comes()).await;
        waited
            .err()
            .map(|late| ToolError::interrupted(&late, "wait for the other calls, or look at browser_status"))
    }

    fn guard(&self) -> std::sync::MutexGuard<'_, Guard> {
        self.guard.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The arguments with those that the name of the tool implies and the call does not give.
fn with_implied(mut raw: Map<String, Value>, implied: &[(&str, &str)]) -> Map<String, Value> {
    for (name, value) in implied {
        let value = serde_json::from_str(value).unwrap_or_else(|_| json!(value));
        raw.entry(*name).or_insert(value);
    }
    raw
}

impl Core for Dispatch {
    fn prepare(&self) -> BoxFuture<'_, ()> {
        Box::pin(self.find_provided())
    }

    fn tools(&self) -> Vec<ToolSpec> {
        let provided = self.provided().iter().map(Provided::spec);
        self.surface.specs().into_iter().chain(provided).collect()
    }

    fn understands(&self, name: &str) -> bool {
        self.surface.knows(name)
    }

    fn call(
        &self,
        name: String,
        arguments: Map<String, Value>,
        turn: Turn,
        cancel: CancellationToken,
        person: Person,
    ) -> BoxFuture<'_, ToolAnswer> {
        Box::pin(async move { self.dispatch(&name, arguments, Client { turn, cancel, person }).await })
    }

    fn instructions(&self) -> String {
        self.surface.instructions().to_owned()
    }

    fn shutdown(&self) -> BoxFuture<'_, ()> {
        Box::pin(self.session.end())
    }
}

/// Whether a failed call of the tool is answered with the page, which the next step needs.
fn acts(description: &Description) -> bool {
    matches!(description.effect, Effect::Input | Effect::Navigate)
}
