//! The one task that owns the connection: it sends commands, hands out answers and applies events in order.
//!
//! It never waits for a caller: dialogs, popups and paused frames are dealt with here, at once, because Chrome
//! answers nothing else of a page while they are pending.

use std::collections::HashMap;
use std::sync::Arc;

use chromiumoxide::types::{CallId, Message, Response};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::error::CallError;
use super::link::{Link, Outgoing, Reply, Shared};
use super::process::ChromeProcess;
use super::state::{Effects, State, is_answered_by_browser};
use super::wire::{RawEvent, Wire};

/// Starts the actor over a fresh connection.
pub(super) fn start(wire: Wire, state: State, process: Option<Arc<ChromeProcess>>) -> Link {
    let (commands, queue) = mpsc::unbounded_channel();
    let shared = Shared::new(state);
    let ended = process.as_ref().map_or_else(CancellationToken::new, |process| process.ended().clone());
    let actor = Actor { wire, shared: Arc::clone(&shared), pending: HashMap::new() };
    tokio::spawn(actor.run(queue, ended));
    Link::new(commands, shared, process)
}

/// A command that Chrome has not answered yet.
struct Unanswered {
    session: Option<String>,
    /// Also while the page itself answers nothing.
    by_browser: bool,
    reply: Reply,
}

struct Actor {
    wire: Wire,
    shared: Arc<Shared>,
    pending: HashMap<CallId, Unanswered>,
}

impl Actor {
    async fn run(mut self, mut queue: mpsc::UnboundedReceiver<Outgoing>, ended: CancellationToken) {
        let closing = self.shared.closing.clone();
        // The branches are polled in random order, so neither a flood of events nor one of commands starves the other.
        let reason = loop {
            tokio::select! {
                command = queue.recv() => match command {
                    Some(command) => self.submit(command),
                    None => break "it was let go",
                },
                message = self.wire.next() => match message {
                    Some(Message::Response(response)) => self.answer(response),
                    Some(Message::Event(event)) => {
                        self.note_work(&event);
                        let effects = self.shared.lock().apply(&event);
                        self.carry_out(effects);
                    }
                    None => break "it ended or closed the connection",
                },
                () = ended.cancelled() => break "its process ended",
                () = closing.cancelled() => break "it was closed",
            }
            self.shared.announce();
        };
        self.end(reason, queue);
    }

    /// A dialog that opens while a command waits for the page comes of what we do, however long ago we began.
    fn note_work(&self, event: &RawEvent) {
        let Some(session) = event.session.as_ref().filter(|_| event.method == "Page.javascriptDialogOpening")
        else {
            return;
        };
        let waits = |unanswered: &Unanswered| {
            unanswered.session.as_ref() == Some(session) && matches!(unanswered.reply, Reply::Caller(_))
        };
        if self.pending.values().any(waits) {
            self.shared.lock().is_at_work(session);
        }
    }

    fn submit(&mut self, command: Outgoing) {
        let Outgoing { method, session, params, reply } = command;
        // What nobody waits for is sent all the same: the release of a mouse button must not get lost.
        if let (Some(session), Reply::Caller(_)) = (&session, &reply) {
            let problem = self.shared.lock().is_unanswering(session, &method);
            if let Some(problem) = problem {
                return self.reply(reply, Err(problem));
            }
        }
        let by_browser = is_answered_by_browser(&method);
        tracing::trace!(%method, session, "command");
        match self.wire.submit(method, session.as_deref(), params) {
            Ok(id) => {
                self.pending.insert(id, Unanswered { session, by_browser, reply });
            }
            Err(error) => {
                let refused = CallError::Refused { code: 0, message: error.to_string() };
                self.reply(reply, Err(refused));
            }
        }
    }

    fn answer(&mut self, response: Response) {
        let Some(Unanswered { reply, .. }) = self.pending.remove(&response.id) else { return };
        let answer = match response.error {
            None => Ok(response.result.unwrap_or_default()),
            Some(error) => Err(CallError::Refused { code: error.code, message: error.message }),
        };
        self.reply(reply, answer);
    }

    fn reply(&mut self, reply: Reply, answer: Result<serde_json::Value, CallError>) {
        match reply {
            Reply::Ignore => {}
            // A caller that has given up does not listen any more.
            Reply::Caller(caller) => drop(caller.send(answer)),
            Reply::State(followup) => {
                let effects = self.shared.lock().follow_up(followup, answer);
                self.carry_out(effects);
            }
        }
    }

    fn carry_out(&mut self, effects: Effects) {
        for (session, error) in effects.fail {
            // An open dialog ends: then what the state has asked for is answered after all.
            let for_now = matches!(error, CallError::Dialog(_));
            self.fail(&error, |unanswered| {
                unanswered.session.as_ref() == Some(&session)
                    && !(for_now && (unanswered.by_browser || !matches!(unanswered.reply, Reply::Caller(_))))
            });
        }
        for command in effects.send {
            self.submit(command);
        }
    }

    /// Fails the unanswered commands that `which` picks.
    fn fail(&mut self, error: &CallError, which: impl Fn(&Unanswered) -> bool) {
        let failed: Vec<Unanswered> = self
            .pending
            .extract_if(|_, unanswered| which(unanswered))
            .map(|(_, unanswered)| unanswered)
            .collect();
        for unanswered in failed {
            self.reply(unanswered.reply, Err(error.clone()));
        }
    }

    fn end(mut self, reason: &str, mut queue: mpsc::UnboundedReceiver<Outgoing>) {
        queue.close();
        self.shared.lock().end(reason.to_owned());
        let error = CallError::Closed(reason.to_owned());
        self.fail(&error, |_| true);
        while let Ok(command) = queue.try_recv() {
            self.reply(command.reply, Err(error.clone()));
        }
        self.shared.announce();
        tracing::debug!(reason, "the connection to Chrome has ended");
    }
}
