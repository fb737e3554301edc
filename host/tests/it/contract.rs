//! The contract of plugins: what was built against a released copy of `wit/` must still load.

#![expect(clippy::unwrap_used, reason = "a contract that cannot be read should fail its test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sekme::plugin::{
    BotLevel, ElementInput, PageInput, PluginHost, PluginOptions, PolicyCall, RankRequest, SearchForm,
    Verdict,
};
use sekme::progress::Progress;
use tempfile::TempDir;
use wit_component::semver_check;
use wit_parser::{Resolve, WorldId};

use crate::support::components::{self, Guest, install};

/// Grows with each new hook: no component has to export all of it.
const GROWS: &str = "every-hook";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The files of a folder as one text, under a version that keeps two copies apart.
fn package(folder: &Path, version: &str) -> String {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "wit"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{} holds no contract", folder.display());
    let text: String = files
        .iter()
        .map(|file| {
            let text = fs::read_to_string(file).unwrap();
            let (head, rest) = text.split_once(';').unwrap();
            assert!(head.contains("package sekme:plugin@"), "{}: {head}", file.display());
            // The head may begin with the doc comment of the package.
            rest.to_owned()
        })
        .collect();
    format!("package sekme:plugin@{version};\n{text}")
}

fn current() -> String {
    package(&root().join("wit"), "9.0.0")
}

fn released() -> Vec<(String, String)> {
    let mut copies: Vec<PathBuf> =
        fs::read_dir(root().join("wit/released")).unwrap().map(|entry| entry.unwrap().path()).collect();
    copies.sort();
    let copies: Vec<(String, String)> = copies
        .iter()
        .map(|folder| (folder.file_name().unwrap().to_string_lossy().into_owned(), package(folder, "8.0.0")))
        .collect();
    assert!(!copies.is_empty(), "no released copy");
    copies
}

/// Whether a component for world `name` of `before` fits where `after` asks for one.
fn fits(before: &str, after: &str, name: &str) -> Result<(), String> {
    let mut resolve = Resolve::default();
    let before = resolve.push_str("released.wit", before).unwrap();
    let after = resolve.push_str("current.wit", after).map_err(|error| format!("{error:#}"))?;
    let world = |resolve: &Resolve, package| resolve.packages[package].worlds.get(name).copied();
    let before: WorldId = world(&resolve, before).unwrap();
    let after = world(&resolve, after).ok_or_else(|| format!("the world {name} is gone"))?;
    semver_check(resolve, before, after).map_err(|error| format!("{error:#}"))
}

/// The worlds of a copy that a plugin may have been built for. Drafts are not part of the promise.
fn worlds(package: &str) -> Vec<String> {
    let mut resolve = Resolve::default();
    let id = resolve.push_str("package.wit", package).unwrap();
    resolve.packages[id].worlds.keys().filter(|name| *name != GROWS).cloned().collect()
}

/// What does not fit, by world; empty when the promise is kept.
fn broken(before: &str, after: &str) -> Vec<String> {
    let fault = |name: &String| fits(before, after, name).err().map(|error| format!("{name}: {error}"));
    worlds(before).iter().filter_map(fault).collect()
}

#[test]
fn every_world_of_every_release_still_fits() {
    let current = current();
    for (version, copy) in released() {
        assert!(worlds(&copy).len() >= 6, "{version}");
        let broken = broken(&copy, &current);
        assert!(
            broken.is_empty(),
            "plugins built for {version} would not load any more: {broken:#?}\n\
             A released record, function or hook never changes inside a line; see wit/README.md."
        );
    }
}

/// `from` becomes `to` in the contract; the worlds that plugins of the copy before would miss.
fn after_change(from: &str, to: &str) -> Vec<String> {
    let before = current().replace("@9.0.0", "@8.0.0");
    let after = current();
    assert!(after.contains(from), "the contract has no {from}");
    broken(&before, &after.replacen(from, to, 1))
}

#[test]
fn a_change_that_would_break_plugins_is_noticed() {
    for (from, to, world) in [
        ("truncated: bool,", "truncated: bool,\n    zoom: u32,", "ranker-plugin"),
        (
            "enum level { clear, suspected, confirmed }",
            "enum level { clear, suspected, certain }",
            "bot-check-plugin",
        ),
        ("points: s32,", "points: s64,", "ranker-plugin"),
        ("    occluded,\n", "    occluded,\n    pinned,\n", "ranker-plugin"),
        ("wait-ms(u32),", "wait-ms(u32),\n    press(string),", "quirk-plugin"),
        (
            "before-call: func(ctx: context, call: tool-call) -> decision;",
            "before-call: func(ctx: context, call: tool-call) -> decision;\n  during-call: func(ctx: context) -> decision;",
            "policy-plugin",
        ),
        ("get: func(key: string) -> option<string>;", "", "ranker-plugin"),
        (
            "write: func(level: level, message: string);",
            "write: func(level: level, message: string, at: u32);",
            "submit-plugin",
        ),
        ("world quirk-plugin {", "world quirks-plugin {", "quirk-plugin"),
    ] {
        let broken = after_change(from, to);
        assert!(broken.iter().any(|fault| fault.starts_with(world)), "{from}: {broken:#?}");
    }
}

#[test]
fn a_change_that_plugins_survive_is_allowed() {
    for (from, to) in [
        ("remove: func(key: string);", "remove: func(key: string);\n  count: func() -> u32;"),
        (
            "world quirk-plugin {",
            "interface later { ask: func() -> u32; }\nworld later-plugin { include imports; export later; }\nworld quirk-plugin {",
        ),
        ("    occluded,\n", "    /// Cannot be clicked.\n    occluded,\n"),
    ] {
        assert_eq!(after_change(from, to), [""; 0], "{from}");
    }
}

/// What the stored components say in all their hooks.
const SAYS: &str = "https://shop.example/ara?q=mavi";

/// Writes a component against the newest released copy. It is kept as it is from then on, whatever later servers speak.
#[test]
#[ignore = "writes the component of a new release; run it once when wit/released/ gets a new folder"]
fn a_component_is_stored_for_a_new_release() {
    let (version, _) = released().pop().unwrap();
    let folder = root().join("wit/released").join(&version);
    let guest = Guest::new()
        .for_package(package(&folder, &version))
        .text(SAYS)
        .ranker(components::RANKS)
        .submit_scheme(components::submits(SAYS.len()))
        .bot_check(components::confirms(5))
        .function("quirk-before", "before-navigate", components::rewrites(SAYS.len()))
        .function("quirk-after", "after-navigate", components::notes(SAYS.len()))
        .function("policy", "before-call", components::denies(5, SAYS.len()))
        .function("policy", "after-call", components::ABSTAINS);
    fs::write(folder.join("every-hook.wasm"), guest.build()).unwrap();
}

#[tokio::test]
async fn a_component_of_every_release_still_loads_and_is_heard_in_all_its_hooks() {
    const HOOKS: [&str; 6] =
        ["ranker", "submit-scheme", "bot-check", "quirk-before", "quirk-after", "policy"];
    for (version, _) in released() {
        let wasm = fs::read(root().join("wit/released").join(&version).join("every-hook.wasm")).unwrap();
        let folder = TempDir::new().unwrap();
        install(folder.path(), "stored", &HOOKS, &wasm);
        let options = PluginOptions { dirs: vec![folder.path().to_owned()], ..PluginOptions::default() };
        let host = PluginHost::start(options);
        assert!(host.ready(&Progress::uncancelled(Duration::from_mins(2))).await);
        assert_eq!(host.status().failed, [], "{version}");

        let url = "https://shop.example/";
        let element = ElementInput { id: 11, tag: "a".to_owned(), ..ElementInput::default() };
        let page =
            Arc::new(PageInput { url: url.to_owned(), elements: vec![element], ..PageInput::default() });
        let ranking = host.rank(&page, &RankRequest::default()).await;
        assert_eq!(ranking.value[&11].points, 1000, "{version}: {:?}", ranking.warnings);
        let form = SearchForm { page_url: url.to_owned(), ..SearchForm::default() };
        let candidates = host.submit_candidates(&form, "mavi").await;
        assert_eq!(candidates.value[0].url, SAYS, "{version}");
        let verdict = host.bot_check(&page).await;
        assert_eq!(verdict.value.level, BotLevel::Confirmed, "{version}: {:?}", verdict.warnings);
        let detour = host.before_navigate(&url.parse().unwrap()).await;
        let rewrite = detour.value.rewrite.unwrap_or_else(|| panic!("{version}: {:?}", detour.warnings));
        assert_eq!(rewrite.url.as_str(), SAYS, "{version}");
        let advice = host.advise(&page).await;
        assert_eq!(advice.value.notes[0].text, SAYS, "{version}: {:?}", advice.warnings);
        let call = PolicyCall {
            tool: "browser_click".to_owned(),
            arguments: "{}".to_owned(),
            page_url: url.to_owned(),
            ..PolicyCall::default()
        };
        let judged = host.before_call(&call).await;
        let Verdict::Deny(refusal) = &judged.verdict else { panic!("{version}: {judged:?}") };
        assert_eq!((refusal.code.as_str(), refusal.is_failure), ("https", false), "{version}");
    }
}
