//! A core whose tools do nothing but show what the server makes of them.

use std::sync::Mutex;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use sekme::server::{Content, Core, Person, ToolAnswer, ToolSpec};
use sekme::turn::Turn;
use serde_json::{Map, Value, json};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// Text that breaks careless framing: control characters, all kinds of line ends, and an escape.
pub(crate) const RUDE_TEXT: &str = "a\u{0}\u{1b}[31m\r\n\u{85}\u{2028}\u{2029}\u{feff}\\u2028 \"😀\"";

/// Counts what happens to its calls.
#[derive(Debug, Default)]
pub(crate) struct FakeCore {
    pub(crate) started: Counter,
    pub(crate) cancelled: Counter,
    pub(crate) shutdowns: Counter,
    pub(crate) release: CancellationToken,
    /// Arguments of the last call.
    pub(crate) arguments: Mutex<Option<Value>>,
}

/// A number that tests wait for.
#[derive(Debug)]
pub(crate) struct Counter(watch::Sender<usize>);

impl Default for Counter {
    fn default() -> Self {
        Self(watch::Sender::new(0))
    }
}

impl Counter {
    fn increase(&self) {
        self.0.send_modify(|count| *count += 1);
    }

    pub(crate) fn now(&self) -> usize {
        *self.0.borrow()
    }

    pub(crate) async fn reaches(&self, count: usize) {
        super::mcp::soon(self.0.subscribe().wait_for(|now| *now >= count))
            .await
            .expect("the counter lives as long as its core");
    }
}

impl FakeCore {
    const TOOLS: [(&str, &str); 7] = [
        ("echo", "answers with its arguments"),
        ("hold", "answers when the test lets it, or when it is cancelled"),
        ("stubborn", "never answers, also not when it is cancelled"),
        ("panic", "panics"),
        ("fail", "fails"),
        ("image", "answers with text and a picture"),
        ("rude", "answers with control characters"),
    ];

    async fn answer(
        &self,
        name: &str,
        arguments: Map<String, Value>,
        cancel: CancellationToken,
    ) -> ToolAnswer {
        let arguments = Value::Object(arguments);
        *self.arguments.lock().expect("no test panics with it") = Some(arguments.clone());
        self.started.increase();
        match name {
            "echo" => text(&arguments.to_string()),
            "hold" => tokio::select! {
                () = self.release.cancelled() => text("released"),
                () = cancel.cancelled() => {
                    self.cancelled.increase();
                    text("cancelled")
                }
            },
            "stubborn" => std::future::pending().await,
            "panic" => panic!("this tool always panics"),
            "fail" => ToolAnswer { is_error: true, ..text("error[not-found]: nothing there") },
            "image" => {
                let picture = Content::Image { mime: "image/png".to_owned(), base64: "aGk=".to_owned() };
                ToolAnswer {
                    content: vec![Content::Text("a picture".to_owned()), picture],
                    is_error: false,
                    meta: Map::new(),
                }
            }
            "rude" => text(RUDE_TEXT),
            other => panic!("{other} is not listed"),
        }
    }
}

impl Core for FakeCore {
    fn tools(&self) -> Vec<ToolSpec> {
        let schema = json!({"type": "object", "properties": {"text": {"type": "string"}}});
        Self::TOOLS
            .into_iter()
            .map(|(name, description)| ToolSpec {
                name: name.to_owned(),
                title: format!("The {name} tool"),
                description: description.to_owned(),
                input_schema: schema.as_object().expect("an object").clone(),
                read_only: name == "echo",
                destructive: name == "hold",
                open_world: false,
            })
            .collect()
    }

    fn call(
        &self,
        name: String,
        arguments: Map<String, Value>,
        _turn: Turn,
        cancel: CancellationToken,
        _person: Person,
    ) -> BoxFuture<'_, ToolAnswer> {
        async move { self.answer(&name, arguments, cancel).await }.boxed()
    }

    fn instructions(&self) -> String {
        "Use echo.".to_owned()
    }

    fn shutdown(&self) -> BoxFuture<'_, ()> {
        async { self.shutdowns.increase() }.boxed()
    }
}

fn text(text: &str) -> ToolAnswer {
    ToolAnswer { content: vec![Content::Text(text.to_owned())], is_error: false, meta: Map::new() }
}
