//! The plugin host with real components: good ones answer, bad ones cost a warning and nothing else.

#![expect(clippy::unwrap_used, reason = "a scene that cannot be set up should fail its test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use sekme::plugin::{
    BotLevel, ElementFlags, ElementInput, FailedPlugin, PageInput, PluginHost, PluginKind, PluginOptions,
    RankRequest, SearchForm, Source,
};
use sekme::progress::Progress;
use tempfile::TempDir;

use crate::support::components::{self, Guest, install};

/// No bad plugin may hold an answer up longer than this, on however busy a machine.
const NO_HANG: Duration = Duration::from_secs(5);

/// A folder of plugins and the host that loaded it.
struct Scene {
    folder: TempDir,
}

impl Scene {
    fn new() -> Self {
        Self { folder: TempDir::new().unwrap() }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn options(&self) -> PluginOptions {
        PluginOptions { dirs: vec![self.path().to_owned()], ..PluginOptions::default() }
    }

    async fn host(&self) -> PluginHost {
        started(self.options()).await
    }
}

async fn started(options: PluginOptions) -> PluginHost {
    let host = PluginHost::start(options);
    assert!(host.ready(&Progress::uncancelled(Duration::from_mins(2))).await, "loading did not end");
    host
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

fn form() -> SearchForm {
    SearchForm { page_url: "https://shop.example/home".to_owned(), ..SearchForm::default() }
}

/// What `guest` makes of the three hooks: warnings, and whether there was any answer.
async fn ask_all(host: &PluginHost) -> [(Vec<String>, bool); 3] {
    let ranking = host.rank(&page(), &RankRequest::default()).await;
    let candidates = host.submit_candidates(&form(), "mavi").await;
    let verdict = host.bot_check(&page()).await;
    [
        (ranking.warnings, !ranking.value.is_empty()),
        (candidates.warnings, !candidates.value.is_empty()),
        (verdict.warnings, verdict.value.level > BotLevel::Clear),
    ]
}

const HOOKS: [&str; 3] = ["ranker", "submit-scheme", "bot-check"];

/// Installs a guest with `body` in all three hooks beside a good one, and checks that each call falls
/// back in time, with a warning that names plugin, hook and `cause`, while the good one is heard.
async fn falls_back(guest: Guest, body: &str, cause: &str) {
    let scene = Scene::new();
    let bad = guest.ranker(body).submit_scheme(body).bot_check(body).build();
    install(scene.path(), "bad-one", &HOOKS, &bad);
    install(scene.path(), "good-one", &["ranker"], &Guest::new().ranker(components::RANKS).build());
    let host = scene.host().await;
    assert_eq!(host.status().failed, []);

    let start = Instant::now();
    let answers = ask_all(&host).await;
    assert!(start.elapsed() < NO_HANG, "took {:?}", start.elapsed());
    for (hook, (warnings, _)) in HOOKS.iter().zip(&answers) {
        let [warning] = warnings.as_slice() else { panic!("{hook}: {warnings:?}") };
        assert!(warning.starts_with("bad-one 1.2.3: "), "{warning}");
        assert!(warning.contains(cause) && warning.contains(&format!("`{hook}`")), "{warning}");
        assert!(host.status().warnings.contains(warning), "in the status too");
    }
    assert_eq!(answers.map(|(_, answered)| answered), [true, false, false], "only the good one answers");
}

#[tokio::test]
async fn a_good_component_ranks_in_its_own_words() {
    let scene = Scene::new();
    install(scene.path(), "good-one", &["ranker"], &Guest::new().ranker(components::RANKS).build());
    let host = scene.host().await;
    let outcome = host.rank(&page(), &RankRequest::default()).await;
    assert_eq!(outcome.warnings, [""; 0]);
    assert_eq!(outcome.by, ["good-one"]);
    assert_eq!([11, 12, 13].map(|id| outcome.value[&id].points), [1000, 999, 998]);

    let status = host.status();
    let [loaded] = status.loaded.as_slice() else { panic!("{status:?}") };
    assert_eq!((loaded.id.as_str(), loaded.version.as_str()), ("good-one", "1.2.3"));
    assert_eq!((loaded.kind, loaded.cached), (PluginKind::Component, false));
    assert_eq!(loaded.source, Source::Folder(scene.path().to_owned()));
    assert_eq!(loaded.hooks, ["ranker"]);
}

#[tokio::test]
async fn points_of_several_plugins_are_summed() {
    let scene = Scene::new();
    let wasm = Guest::new().ranker(components::RANKS).build();
    for id in ["first", "second"] {
        install(scene.path(), id, &["ranker"], &wasm);
    }
    let outcome = scene.host().await.rank(&page(), &RankRequest::default()).await;
    assert_eq!(outcome.by, ["first", "second"]);
    assert_eq!(outcome.value[&12].points, 2 * 999);
}

#[tokio::test]
async fn all_three_hooks_of_one_component_are_heard() {
    let scene = Scene::new();
    let url = "https://shop.example/ara?q=mavi";
    let wasm = Guest::new()
        .text(url)
        .ranker(components::RANKS)
        .submit_scheme(components::submits(url.len()))
        .bot_check(components::confirms(5))
        .build();
    install(scene.path(), "all-hooks", &HOOKS, &wasm);
    let host = scene.host().await;
    let answers = ask_all(&host).await;
    assert_eq!(answers, [(); 3].map(|()| (Vec::new(), true)), "{:?}", host.status());
    let candidates = host.submit_candidates(&form(), "mavi").await;
    assert_eq!((candidates.value[0].url.as_str(), candidates.value[0].confidence), (url, 40));
    let verdict = host.bot_check(&page()).await;
    assert_eq!((verdict.value.level, verdict.value.kind.as_str()), (BotLevel::Confirmed, "https"));
    assert_eq!((verdict.value.confidence, verdict.value.by.as_str()), (77, "all-hooks"));
}

#[tokio::test]
async fn a_component_that_loops_for_ever_is_stopped() {
    falls_back(Guest::new(), components::SPINS, "ran longer than").await;
}

#[tokio::test]
async fn a_component_that_eats_memory_is_stopped() {
    falls_back(Guest::new(), components::EATS_MEMORY, "MiB of memory").await;
}

#[tokio::test]
async fn a_component_that_traps_costs_a_warning() {
    falls_back(Guest::new(), components::TRAPS, "crashed").await;
}

#[tokio::test]
async fn an_answer_of_10_mb_is_not_read() {
    falls_back(Guest::new(), components::RETURNS_10_MB, "cannot be read").await;
}

#[tokio::test]
async fn an_answer_outside_the_guests_memory_is_not_read() {
    let scene = Scene::new();
    let wasm = Guest::new().ranker(components::RETURNS_NONSENSE).build();
    install(scene.path(), "bad-one", &["ranker"], &wasm);
    let outcome = scene.host().await.rank(&page(), &RankRequest::default()).await;
    assert!(outcome.value.is_empty());
    assert!(outcome.warnings[0].contains("cannot be read"), "{:?}", outcome.warnings);
}

#[tokio::test]
async fn a_flood_of_log_lines_ends_the_call() {
    falls_back(Guest::new().text("hello").with_log(), components::LOGS, "log lines").await;
}

#[tokio::test]
async fn waiting_through_wasi_ends_at_the_deadline() {
    falls_back(Guest::new().with_wasi(), components::SLEEPS, "ran longer than").await;
}

#[tokio::test]
async fn importing_wasi_without_using_it_is_harmless() {
    let scene = Scene::new();
    // The branch is never taken, so the import stays and is not called.
    let body = format!(
        "(if (i32.const 0) (then (call $block (call $subscribe (i64.const 1))))) {}",
        components::RANKS
    );
    install(scene.path(), "wasi-user", &["ranker"], &Guest::new().with_wasi().ranker(body).build());
    let host = scene.host().await;
    assert_eq!(host.status().failed, []);
    assert_eq!(host.rank(&page(), &RankRequest::default()).await.value.len(), 3);
}

#[tokio::test]
async fn numbers_that_are_not_on_the_page_are_dropped() {
    let scene = Scene::new();
    let wasm = Guest::new().ranker(components::RANKS_A_STRANGER).build();
    install(scene.path(), "bad-one", &["ranker"], &wasm);
    let outcome = scene.host().await.rank(&page(), &RankRequest::default()).await;
    assert!(outcome.value.is_empty() && outcome.by.is_empty());
    assert_eq!(
        outcome.warnings,
        ["bad-one 1.2.3: named 1 element(s) that are not on the page, ignored, in `ranker`"]
    );
}

#[tokio::test]
async fn urls_on_other_hosts_are_dropped() {
    for url in
        ["https://evil.example/?q=mavi", "https://shop.example@evil.example/", "javascript:alert(1)", "/ara"]
    {
        let scene = Scene::new();
        let wasm = Guest::new().text(url).submit_scheme(components::submits(url.len())).build();
        install(scene.path(), "bad-one", &["submit-scheme"], &wasm);
        let outcome = scene.host().await.submit_candidates(&form(), "mavi").await;
        assert!(outcome.value.is_empty(), "{url}");
        assert!(
            outcome.warnings[0].contains("bad-one 1.2.3: gave a URL that was dropped"),
            "{:?}",
            outcome.warnings
        );
        assert!(outcome.warnings[0].contains("`submit-scheme`"), "{:?}", outcome.warnings);
    }
}

/// Loads one component that must be refused and returns what is said about it.
async fn refused(wasm: &[u8]) -> String {
    let scene = Scene::new();
    install(scene.path(), "bad-one", &["ranker"], wasm);
    install(scene.path(), "good-one", &["ranker"], &Guest::new().ranker(components::RANKS).build());
    let start = Instant::now();
    let host = scene.host().await;
    let status = host.status();
    let [FailedPlugin { id_or_path, problem, .. }] = status.failed.as_slice() else { panic!("{status:?}") };
    assert_eq!(*id_or_path, format!("bad-one 1.2.3 ({})", scene.path().display()));
    assert_eq!(host.rank(&page(), &RankRequest::default()).await.by, ["good-one"], "{:?}", start.elapsed());
    problem.clone()
}

#[tokio::test]
async fn another_wit_version_is_named() {
    let wasm = Guest::new().with_wit("@0.1.0", "@0.2.0").ranker(components::TRAPS).build();
    let problem = refused(&wasm).await;
    assert!(problem.contains("built for plugin API 0.2.0, this server speaks 0.1.0"), "{problem}");
}

#[tokio::test]
async fn a_record_with_a_missing_field_is_found_when_loading() {
    let wasm = Guest::new().with_wit("bounds: option<rect>,", "").ranker(components::TRAPS).build();
    let problem = refused(&wasm).await;
    assert!(problem.contains("exports sekme:plugin/ranker, but with different types"), "{problem}");
    assert!(problem.contains("Rebuild"), "{problem}");
}

#[tokio::test]
async fn a_truncated_file_is_named() {
    let wasm = Guest::new().ranker(components::RANKS).build();
    let problem = refused(&wasm[..wasm.len() / 2]).await;
    assert!(problem.contains("damaged, cut short"), "{problem}");
    assert!(refused(&wasm[..3]).await.contains("no WebAssembly"));
    assert!(refused(b"").await.contains("empty"));
}

#[tokio::test]
async fn a_core_module_is_named() {
    let problem = refused(&Guest::new().ranker(components::RANKS).core()).await;
    assert!(problem.contains("core module"), "{problem}");
}

#[tokio::test]
async fn machine_code_is_never_taken_from_a_plugin_folder() {
    let wasm = Guest::new().ranker(components::RANKS).build();
    let code = wasmtime::Engine::default().precompile_component(&wasm).unwrap();
    let problem = refused(&code).await;
    assert!(problem.contains("compiled ahead of time"), "{problem}");
}

#[tokio::test]
async fn a_component_that_traps_or_loops_while_starting_is_refused() {
    let traps = Guest::new().at_start("unreachable").ranker(components::RANKS).build();
    assert!(refused(&traps).await.contains("fails while starting: crashed"));
    let loops = Guest::new().at_start("(loop $l (br $l))").ranker(components::RANKS).build();
    assert!(refused(&loops).await.contains("fails while starting: ran longer than"));
}

#[tokio::test]
async fn a_hook_that_is_declared_and_not_exported_is_named() {
    let problem = refused(&Guest::new().bot_check(components::TRAPS).build()).await;
    assert!(problem.contains("declares hook \"ranker\""), "{problem}");
}

#[tokio::test]
async fn the_store_of_keys_needs_a_permission() {
    // Key and value are the five letters of the text.
    let body = format!(
        "(call $kv_set (i32.const 16) (i32.const 5) (i32.const 16) (i32.const 5) (i32.const 8192))
         (call $kv_get (i32.const 16) (i32.const 5) (i32.const 8208))
         (if (i32.eqz (i32.load8_u (i32.const 8208))) (then unreachable)) {}",
        components::RANKS
    );
    let wasm = Guest::new().text("hello").with_kv().ranker(body).build();
    assert!(refused(&wasm).await.contains("`kv = true`"));

    let scene = Scene::new();
    let folder = install(scene.path(), "keeper", &["ranker"], &wasm);
    let manifest = fs::read_to_string(folder.join("plugin.toml")).unwrap();
    fs::write(folder.join("plugin.toml"), manifest + "\n[permissions]\nkv = true\n").unwrap();
    let host = scene.host().await;
    assert_eq!(host.rank(&page(), &RankRequest::default()).await.by, ["keeper"], "{:?}", host.status());
}

#[tokio::test]
async fn three_failures_pause_a_hook_and_the_status_says_so() {
    let scene = Scene::new();
    install(scene.path(), "bad-one", &["ranker"], &Guest::new().ranker(components::TRAPS).build());
    let host = scene.host().await;
    let mut said = Vec::new();
    for _ in 0..4 {
        said.push(host.rank(&page(), &RankRequest::default()).await.warnings);
    }
    assert_eq!(said.iter().map(Vec::len).collect::<Vec<_>>(), [1, 1, 2, 0], "{said:?}");
    assert!(said[2][1].contains("skipped for the next 5 min"), "{said:?}");
    let status = host.status().warnings;
    assert!(status.iter().any(|line| line.contains("`ranker` is skipped for 5 min more")), "{status:?}");
    assert!(status.iter().any(|line| line.starts_with("3 × bad-one 1.2.3: crashed")), "{status:?}");
}

#[tokio::test]
async fn the_second_start_takes_compiled_code_from_the_cache() {
    let (scene, cache) = (Scene::new(), TempDir::new().unwrap());
    install(scene.path(), "good-one", &["ranker"], &Guest::new().ranker(components::RANKS).build());
    let options = PluginOptions { cache_dir: Some(cache.path().join("sekme")), ..scene.options() };
    assert!(!started(options.clone()).await.status().loaded[0].cached);
    let again = started(options).await;
    assert!(again.status().loaded[0].cached);
    assert_eq!(again.rank(&page(), &RankRequest::default()).await.value.len(), 3);
}

fn pack(parent: &Path, folder: &str, id: &str, path: &str) -> PathBuf {
    let folder = parent.join(folder);
    fs::create_dir_all(&folder).unwrap();
    let claim = "why = \"w\"\nseen = 2026-11-30";
    let text = format!(
        "schema = 1\nid = \"{id}\"\nurls = [\"*://*.shop.example/*\"]\n
         [[submit]]\ntemplate = \"https://www.shop.example/{path}?q={{query}}\"\nverify = {{ css = \"main\" }}\n{claim}\n
         [content]\nmain = [\"main\"]\n{claim}\n
         [[bot-check]]\nkind = \"interstitial\"\nany = [{{ title = \"Hold*\" }}, {{ css = \"#challenge\" }}]\n{claim}\n"
    );
    fs::write(folder.join("site.toml"), text).unwrap();
    folder
}

#[tokio::test]
async fn a_pack_works_from_its_own_folder_or_from_a_folder_of_packs() {
    let scene = Scene::new();
    let folder = pack(scene.path(), "some-folder", "shop.example", "sr");
    for dir in [folder, scene.path().to_owned()] {
        let host = started(PluginOptions { dirs: vec![dir.clone()], ..PluginOptions::default() }).await;
        let outcome = host.submit_candidates(&form(), "mavi ayakkabı").await;
        let [candidate] = outcome.value.as_slice() else { panic!("{outcome:?} {:?}", host.status()) };
        assert_eq!(candidate.url, "https://www.shop.example/sr?q=mavi+ayakkab%C4%B1");
        assert_eq!((candidate.by.as_str(), &candidate.source), ("shop.example", &Source::Folder(dir)));
        assert!(candidate.is_declared);
        assert_eq!(host.site("https://shop.example/x").main, ["main"]);
        assert_eq!(host.site("https://other.example/x").main, [""; 0]);
        assert_eq!(host.probes("https://shop.example/")[0].css, "#challenge");
        let verdict =
            host.bot_check(&Arc::new(PageInput { title: "Hold on".to_owned(), ..(*page()).clone() })).await;
        assert_eq!((verdict.value.level, verdict.value.by.as_str()), (BotLevel::Confirmed, "shop.example"));
    }
}

#[tokio::test]
async fn a_later_pack_replaces_an_earlier_one_of_the_same_id_and_the_status_says_so() {
    let (user, dir) = (Scene::new(), Scene::new());
    pack(user.path(), "a", "shop.example", "old");
    pack(dir.path(), "b", "shop.example", "new");
    let options = PluginOptions { user_dir: Some(user.path().to_owned()), ..dir.options() };
    let host = started(options).await;
    let outcome = host.submit_candidates(&form(), "x").await;
    let urls: Vec<&str> = outcome.value.iter().map(|candidate| candidate.url.as_str()).collect();
    assert_eq!(urls, ["https://www.shop.example/new?q=x"]);
    let said = format!("shop.example of {} replaces the one of user", dir.path().display());
    assert!(host.status().warnings.contains(&said), "{:?}", host.status());
}

#[tokio::test]
async fn a_component_that_cannot_be_loaded_does_not_replace_one_that_can() {
    let (user, dir) = (Scene::new(), Scene::new());
    install(user.path(), "good-one", &["ranker"], &Guest::new().ranker(components::RANKS).build());
    install(dir.path(), "good-one", &["ranker"], b"not wasm");
    let options = PluginOptions { user_dir: Some(user.path().to_owned()), ..dir.options() };
    let host = started(options).await;
    assert_eq!(host.status().loaded[0].source, Source::User);
    assert_eq!(host.status().failed.len(), 1);
    assert_eq!(host.rank(&page(), &RankRequest::default()).await.by, ["good-one"]);
}

#[tokio::test]
async fn what_is_missing_or_mistaken_is_listed_and_nothing_else_stops() {
    let scene = Scene::new();
    pack(scene.path(), "good", "shop.example", "sr");
    let unknown_key = pack(scene.path(), "mistaken", "other.example", "sr");
    let text = fs::read_to_string(unknown_key.join("site.toml")).unwrap().replace("urls", "url");
    fs::write(unknown_key.join("site.toml"), text).unwrap();
    fs::remove_file(install(scene.path(), "unbuilt", &["ranker"], b"").join("plugin.wasm")).unwrap();
    let mut options = scene.options();
    options.dirs.push(scene.path().join("nowhere"));
    fs::create_dir(scene.path().join("empty")).unwrap();
    options.dirs.push(scene.path().join("empty"));
    options.exclude.push("no-such-pack".to_owned());
    options.bundled = true;
    let status = started(options).await.status();
    assert!(status.loaded.iter().any(|loaded| loaded.id == "shop.example"));
    let problems: Vec<&str> = status.failed.iter().map(|failed| failed.problem.as_str()).collect();
    let listed = |part: &str| problems.iter().any(|problem| problem.contains(part));
    assert!(listed("mistaken/site.toml:3: unknown field `url`"), "{problems:?}");
    assert!(listed("there is no unbuilt/plugin.wasm"), "{problems:?}");
    assert!(listed("nowhere cannot be read"), "{problems:?}");
    assert!(listed("holds neither plugin.toml nor site.toml"), "{problems:?}");
    assert!(status.warnings.iter().any(|line| line.contains("\"no-such-pack\"")), "{:?}", status.warnings);
}

#[tokio::test]
async fn what_is_bundled_loads_and_answers_and_packs_come_before_guesses() {
    let host = started(PluginOptions { bundled: true, ..PluginOptions::default() }).await;
    assert_eq!(host.status().failed, []);
    let form = SearchForm { page_url: "https://www.n11.com/".to_owned(), ..SearchForm::default() };
    let outcome = host.submit_candidates(&form, "mavi ayakkabı").await;
    assert_eq!(outcome.warnings, [""; 0]);
    let [first, rest @ ..] = outcome.value.as_slice() else { panic!("no candidate: {:?}", host.status()) };
    assert_eq!((first.by.as_str(), first.is_declared), ("n11.com", true));
    assert_eq!(first.url, "https://www.n11.com/arama?q=mavi+ayakkab%C4%B1");
    assert!(rest.len() >= 3, "further guesses: {rest:?}");
    assert!(rest.iter().all(|guess| !guess.is_declared && guess.url != first.url));

    let ranking = host.rank(&page(), &RankRequest::default()).await;
    assert_eq!((ranking.warnings.len(), ranking.by.as_slice()), (0, &["rank".to_owned()][..]));
    let verdict = host.bot_check(&page()).await;
    assert_eq!((verdict.warnings.len(), verdict.value.level), (0, BotLevel::Clear));
}

#[tokio::test]
async fn the_largest_page_a_plugin_may_see_is_ranked_within_its_limits() {
    let host = started(PluginOptions { bundled: true, ..PluginOptions::default() }).await;
    let element = |id| ElementInput {
        id,
        tag: "input".to_owned(),
        role: "searchbox".to_owned(),
        name: format!("Search the whole catalogue of goods, part {id}"),
        flags: ElementFlags { visible: true, interactive: true, editable: true, ..ElementFlags::default() },
        ..ElementInput::default()
    };
    let page = Arc::new(PageInput { elements: (0..5000).map(element).collect(), ..(*page()).clone() });
    let outcome = host.rank(&page, &RankRequest::default()).await;
    assert_eq!(outcome.warnings, [""; 0]);
    assert!(outcome.value.len() >= 1000, "{}", outcome.value.len());
}

#[tokio::test]
async fn a_bundled_pack_that_is_left_out_comes_back_from_a_folder() {
    let exclude = vec!["trendyol.com".to_owned()];
    let without = PluginOptions { bundled: true, exclude, ..PluginOptions::default() };
    let declared = async |options: PluginOptions| {
        let host = started(options).await;
        let form = SearchForm { page_url: "https://www.trendyol.com/".to_owned(), ..SearchForm::default() };
        let candidates = host.submit_candidates(&form, "x").await.value;
        candidates
            .into_iter()
            .filter(|candidate| candidate.is_declared)
            .map(|candidate| candidate.source)
            .collect::<Vec<_>>()
    };
    assert_eq!(declared(without.clone()).await, Vec::<Source>::new());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sites/trendyol.com");
    let with = PluginOptions { dirs: vec![folder.clone()], ..without };
    assert_eq!(declared(with).await, [Source::Folder(folder)]);
}

#[tokio::test]
async fn start_returns_before_anything_is_compiled_and_the_answers_say_so() {
    let scene = Scene::new();
    for number in 0..20 {
        let wasm = Guest::new().text(&number.to_string()).ranker(components::RANKS).build();
        install(scene.path(), &format!("plugin-{number}"), &["ranker"], &wasm);
    }
    let host = PluginHost::start(scene.options());
    let early = host.rank(&page(), &RankRequest::default()).await;
    assert!(early.by.len() < 20, "nothing can be loaded that soon");
    assert!(early.warnings[0].contains("still being loaded"), "{:?}", early.warnings);
    assert!(host.ready(&Progress::uncancelled(Duration::from_mins(2))).await);
    assert_eq!(host.rank(&page(), &RankRequest::default()).await.by.len(), 20);
}
