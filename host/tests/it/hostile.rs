//! Components that mean harm, in every hook: the answer is made without them, in time, and a policy denies.

#![expect(clippy::print_stderr, reason = "times are for people who run it with --nocapture")]
#![expect(clippy::unwrap_used, reason = "a scene that cannot be set up should fail its test")]

mod answers;
mod ends;
mod meanwhile;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sekme::plugin::{
    BotLevel, ElementInput, PageInput, PluginHost, PluginOptions, PolicyCall, PolicyVerdict, ProvidedTool,
    RankRequest, SearchForm, Verdict,
};
use sekme::progress::Progress;
use serde_json::json;
use tempfile::TempDir;

/// No hook of a hostile guest may hold an answer up longer than this, on however busy a machine.
const NO_HANG: Duration = Duration::from_secs(10);
/// Every hook, by the names of the contract.
const HOOKS: [&str; 7] =
    ["ranker", "submit-scheme", "bot-check", "quirk-before", "quirk-after", "policy", "tool-provider"];

/// What one hook made of a guest.
#[derive(Debug)]
struct Heard {
    hook: &'static str,
    warnings: Vec<String>,
    /// There is an answer beside the fallback.
    answered: bool,
    took: Duration,
    /// All that came out of the guest, for a look at its letters.
    text: String,
}

fn page() -> Arc<PageInput> {
    let element =
        |id| ElementInput { id, tag: "a".to_owned(), role: "link".to_owned(), ..ElementInput::default() };
    Arc::new(PageInput {
        url: "https://shop.example/".to_owned(),
        title: "Shop".to_owned(),
        elements: [11, 12, 13].map(element).to_vec(),
        ..PageInput::default()
    })
}

fn policy_call() -> PolicyCall {
    PolicyCall {
        tool: "browser_type".to_owned(),
        arguments: r#"{"ref":"e1","text":"hello"}"#.to_owned(),
        page_url: "https://shop.example/".to_owned(),
        ..PolicyCall::default()
    }
}

async fn started(options: PluginOptions) -> PluginHost {
    let host = PluginHost::start(options);
    assert!(host.ready(&Progress::uncancelled(Duration::from_mins(2))).await, "loading did not end");
    host
}

/// The guest in Rust, told what to do.
async fn told(what: &str) -> (TempDir, PluginHost) {
    let folder = TempDir::new().unwrap();
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/guests/hostile");
    let inside = folder.path().join("hostile");
    fs::create_dir(&inside).unwrap();
    for file in ["plugin.toml", "plugin.wasm", "settings.schema.json"] {
        fs::copy(built.join(file), inside.join(file))
            .unwrap_or_else(|error| panic!("{file}: {error}; run `cargo xtask build`"));
    }
    let options = PluginOptions {
        dirs: vec![folder.path().to_owned()],
        settings: BTreeMap::from([("hostile".to_owned(), json!({ "do": what }))]),
        ..PluginOptions::default()
    };
    let host = started(options).await;
    assert_eq!(host.status().failed, [], "{what}");
    (folder, host)
}

/// Asks one hook.
async fn ask(host: &PluginHost, hook: &'static str) -> Heard {
    let start = Instant::now();
    let (warnings, answered, text) = match hook {
        "ranker" => {
            let said = host.rank(&page(), &RankRequest::default()).await;
            (said.warnings, !said.value.is_empty(), format!("{:?}", said.value))
        }
        "submit-scheme" => {
            let form =
                SearchForm { page_url: "https://shop.example/home".to_owned(), ..SearchForm::default() };
            let said = host.submit_candidates(&form, "mavi").await;
            (said.warnings, !said.value.is_empty(), format!("{:?}", said.value))
        }
        "bot-check" => {
            let said = host.bot_check(&page()).await;
            (said.warnings, said.value.level > BotLevel::Clear, format!("{:?}", said.value))
        }
        "quirk-before" => {
            let said = host.before_navigate(&"https://shop.example/".parse().unwrap()).await;
            let answered = said.value.rewrite.is_some() || !said.value.waits.is_empty();
            (said.warnings, answered, format!("{:?}", said.value))
        }
        "quirk-after" => {
            let said = host.advise(&page()).await;
            let answered = !said.value.notes.is_empty() || !said.value.consents.is_empty();
            (said.warnings, answered, format!("{:?}", said.value))
        }
        "policy" => {
            let said = host.before_call(&policy_call()).await;
            let warnings = match &said.verdict {
                Verdict::Deny(refusal) if refusal.is_failure => {
                    vec![format!("{}: {} in `policy`", refusal.by, refusal.message)]
                }
                _ => Vec::new(),
            };
            (warnings, said != PolicyVerdict::default(), format!("{said:?}"))
        }
        "tool-provider" => {
            let said = host.provided_tools().await;
            (said.warnings, !said.value.is_empty(), format!("{:?}", said.value))
        }
        other => panic!("the contract has no hook {other}"),
    };
    Heard { hook, warnings, answered, took: start.elapsed(), text }
}

/// Asks every hook, one after another.
async fn ask_all(host: &PluginHost) -> Vec<Heard> {
    let mut heard = Vec::new();
    for hook in HOOKS {
        heard.push(ask(host, hook).await);
    }
    heard
}

/// The tool of the guest in Rust, whether it was listed or not.
fn tool() -> ProvidedTool {
    ProvidedTool {
        name: "hostile__go".to_owned(),
        own_name: "go".to_owned(),
        by: "hostile".to_owned(),
        description: String::new(),
        schema: serde_json::Map::new(),
        read_only: false,
    }
}
