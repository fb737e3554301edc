//! The life of a plugin: installed, accepted, changed, replaced while the server runs, removed.

#![expect(clippy::unwrap_used, reason = "a scene that cannot be set up should fail its test")]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::time::Duration;

use sekme::plugin::{
    Closed, FailedState, PageInput, Pin, PluginHost, PluginOptions, PluginStatus, RankRequest, SearchForm,
};
use sekme::progress::Progress;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::components::{self, Guest, install};

const PATIENCE: Duration = Duration::from_mins(2);

/// A machine of its own: home folder and organisation's folder.
struct Scene {
    root: TempDir,
}

impl Scene {
    fn new() -> Self {
        let root = TempDir::new().unwrap();
        fs::create_dir(root.path().join("org")).unwrap();
        Self { root }
    }

    fn user(&self) -> PathBuf {
        self.root.path().join("share/sekme/plugins")
    }

    fn org(&self) -> PathBuf {
        self.root.path().join("org")
    }

    /// A folder that is not looked at by itself.
    fn elsewhere(&self) -> PathBuf {
        let folder = self.root.path().join("elsewhere");
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn options(&self) -> PluginOptions {
        PluginOptions {
            user_dir: Some(self.user()),
            org_dirs: vec![self.org()],
            cache_dir: Some(self.root.path().join("cache/sekme")),
            compiler: Some(PathBuf::from(env!("CARGO_BIN_EXE_sekme"))),
            watch: true,
            ..PluginOptions::default()
        }
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_sekme"))
            .arg("plugin")
            .args(arguments)
            .env_clear()
            .env("HOME", self.root.path())
            .env("XDG_DATA_HOME", self.root.path().join("share"))
            .env("XDG_CACHE_HOME", self.root.path().join("cache"))
            .env("XDG_CONFIG_HOME", self.root.path().join("config"))
            .env("SEKME_ORG_PLUGINS", self.org())
            .current_dir(self.elsewhere())
            .stdin(Stdio::null())
            .output()
            .unwrap()
    }

    /// What a command that must succeed prints.
    fn says(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let (out, error) = (text(&output.stdout), text(&output.stderr));
        assert!(output.status.success(), "{arguments:?}: {out}{error}");
        out
    }

    fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.says(&[arguments, &["--json"]].concat())).unwrap()
    }

    /// What a command that must fail says.
    fn refuses(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(!output.status.success(), "{arguments:?}: {}", text(&output.stdout));
        text(&output.stderr)
    }

    /// The state of `id` as `plugin list` has it.
    fn state(&self, id: &str) -> String {
        let list = self.json(&["list"]);
        let of = |kind: &str, key: &str| {
            list[kind].as_array().unwrap().iter().find_map(|it| {
                let name = it["id"].as_str()?;
                (name.split([' ', '/']).any(|word| word == id)).then(|| it[key].as_str().unwrap().to_owned())
            })
        };
        let disabled = list["disabled"].as_array().unwrap();
        let is_disabled = disabled.iter().any(|label| label.as_str().unwrap().split(' ').next() == Some(id));
        of("failed", "state")
            .or_else(|| of("loaded", "pin"))
            .or_else(|| is_disabled.then(|| "disabled".to_owned()))
            .unwrap_or_else(|| "absent".to_owned())
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn ranker(text: &str) -> Vec<u8> {
    Guest::new().text(text).ranker(components::RANKS).build()
}

/// A required policy of the organisation. It loads; it is never asked here.
fn policy(parent: &Path, id: &str) -> PathBuf {
    let wasm = Guest::new().hook("policy", "unreachable").build();
    let folder = install(parent, id, &[], &wasm);
    edit(&folder.join("plugin.toml"), |text| {
        format!("{text}\n[[hook]]\nname = \"policy\"\nrequired = true\n")
    });
    folder
}

fn edit(file: &Path, change: impl Fn(String) -> String) {
    fs::write(file, change(fs::read_to_string(file).unwrap())).unwrap();
}

fn pack(parent: &Path, id: &str, path: &str) -> PathBuf {
    let folder = parent.join(id);
    fs::create_dir_all(&folder).unwrap();
    let text = format!(
        "schema = 1\nid = \"{id}\"\nurls = [\"*://*.shop.example/*\"]\n\n[[submit]]\n\
         template = \"https://www.shop.example/{path}?q={{query}}\"\nwhy = \"its search\"\nunverified = true\n"
    );
    fs::write(folder.join("site.toml"), text).unwrap();
    folder
}

fn page() -> Arc<PageInput> {
    let element = sekme::plugin::ElementInput { id: 11, tag: "a".to_owned(), ..Default::default() };
    Arc::new(PageInput {
        url: "https://shop.example/".to_owned(),
        elements: vec![element],
        ..PageInput::default()
    })
}

async fn ranked_by(host: &PluginHost) -> Vec<String> {
    host.rank(&page(), &RankRequest::default()).await.by
}

async fn results_page(host: &PluginHost) -> Option<String> {
    let form = SearchForm { page_url: "https://www.shop.example/".to_owned(), ..SearchForm::default() };
    host.submit_candidates(&form, "x").await.value.first().map(|candidate| candidate.url.clone())
}

async fn started(options: PluginOptions) -> PluginHost {
    let host = PluginHost::start(options);
    assert!(host.ready(&Progress::uncancelled(PATIENCE)).await, "loading did not end");
    host
}

/// Waits until the host's own word is as it should be.
async fn until(host: &PluginHost, what: &str, holds: impl Fn(&PluginStatus, &[Closed]) -> bool) {
    let mut revisions = host.revisions();
    let waiting = async {
        loop {
            revisions.borrow_and_update();
            if holds(&host.status(), &host.closed()) {
                return;
            }
            revisions.changed().await.unwrap();
        }
    };
    let waited = tokio::time::timeout(PATIENCE, waiting).await;
    assert!(waited.is_ok(), "{what}: {:?} {:?}", host.status(), host.closed());
}

fn version_of(status: &PluginStatus, id: &str) -> Option<String> {
    status.loaded.iter().find(|it| it.id == id).map(|it| it.version.clone())
}

#[tokio::test]
async fn a_folder_that_is_dropped_in_edited_broken_and_deleted_is_followed_while_the_server_runs() {
    let scene = Scene::new();
    let host = started(scene.options()).await;
    assert_eq!(host.status(), PluginStatus::default());

    // Nothing was there, not even the folder above.
    let folder = install(&scene.user(), "my-ranker", &["ranker"], &ranker("one"));
    until(&host, "used", |status, _| version_of(status, "my-ranker").is_some()).await;
    let loaded = &host.status().loaded[0];
    assert_eq!((loaded.pin, loaded.kept.as_deref()), (Pin::Unpinned, None));
    assert_eq!(ranked_by(&host).await, ["my-ranker"]);

    edit(&folder.join("plugin.toml"), |text| text.replace("1.2.3", "1.3.0"));
    fs::write(folder.join("plugin.wasm"), ranker("two")).unwrap();
    until(&host, "edited", |status, _| version_of(status, "my-ranker").as_deref() == Some("1.3.0")).await;

    fs::write(folder.join("plugin.wasm"), b"not wasm").unwrap();
    until(&host, "broken", |status, _| status.loaded.iter().any(|it| it.kept.is_some())).await;
    let status = host.status();
    assert_eq!(version_of(&status, "my-ranker").as_deref(), Some("1.3.0"));
    assert!(status.loaded[0].kept.as_deref().unwrap().contains("no WebAssembly"), "{status:?}");
    assert_eq!(status.failed.len(), 1, "{status:?}");
    assert_eq!(ranked_by(&host).await, ["my-ranker"]);

    fs::write(folder.join("plugin.toml"), "schema = 1\nid = ").unwrap();
    until(&host, "broken manifest", |status, _| {
        status.failed.iter().any(|it| it.problem.contains("plugin.toml:2"))
    })
    .await;
    assert_eq!(ranked_by(&host).await, ["my-ranker"]);

    fs::remove_dir_all(&folder).unwrap();
    until(&host, "deleted", |status, _| status.loaded.is_empty() && status.failed.is_empty()).await;
    assert_eq!(ranked_by(&host).await, [""; 0]);

    // Again, after the folder was gone.
    pack(&scene.user(), "shop.example", "old");
    until(&host, "a pack", |status, _| version_of(status, "shop.example").is_some()).await;
    assert_eq!(results_page(&host).await.as_deref(), Some("https://www.shop.example/old?q=x"));
    pack(&scene.user(), "shop.example", "new");
    let mut revisions = host.revisions();
    while results_page(&host).await.as_deref() != Some("https://www.shop.example/new?q=x") {
        tokio::time::timeout(PATIENCE, revisions.changed()).await.unwrap().unwrap();
    }
}

#[tokio::test]
async fn a_person_installs_a_pack_and_a_running_server_uses_it() {
    let scene = Scene::new();
    let host = started(scene.options()).await;
    let folder = pack(&scene.elsewhere(), "shop.example", "sr");
    let said = scene.says(&["install", folder.to_str().unwrap()]);
    assert!(said.contains("Installed shop.example into"), "{said}");
    assert!(said.contains("answers: submit") && said.contains("*://*.shop.example/*"), "{said}");
    until(&host, "used", |status, _| status.loaded.iter().any(|it| it.pin == Pin::Pinned)).await;
    assert_eq!(results_page(&host).await.as_deref(), Some("https://www.shop.example/sr?q=x"));
    scene.says(&["disable", "shop.example"]);
    until(&host, "disabled", |status, _| status.loaded.is_empty() && status.disabled.len() == 1).await;
    scene.says(&["enable", "shop.example"]);
    until(&host, "enabled", |status, _| status.loaded.len() == 1).await;
    scene.says(&["remove", "shop.example"]);
    until(&host, "removed", |status, _| status.loaded.is_empty() && status.failed.is_empty()).await;
}

#[tokio::test]
async fn an_accepted_plugin_whose_file_changes_by_one_byte_is_not_loaded_until_it_is_accepted() {
    let scene = Scene::new();
    let folder = install(&scene.elsewhere(), "my-ranker", &["ranker"], &ranker("one"));
    scene.says(&["install", folder.to_str().unwrap()]);
    assert_eq!(scene.state("my-ranker"), "pinned");
    let wasm = scene.user().join("my-ranker/plugin.wasm");
    let mut bytes = fs::read(&wasm).unwrap();
    let at = bytes.windows(3).position(|part| part == b"one").unwrap();
    bytes[at] = b'a';
    fs::write(&wasm, bytes).unwrap();
    assert_eq!(scene.state("my-ranker"), "changed");
    let list = scene.says(&["list"]);
    assert!(list.contains("changed since it was accepted: plugin.wasm (sha256 "), "{list}");
    assert!(list.contains("`sekme plugin accept my-ranker`\n"), "{list}");
    let accepted = scene.json(&["accept", "my-ranker"]);
    assert!(accepted["differences"][0].as_str().unwrap().starts_with("plugin.wasm (sha256 "), "{accepted}");
    assert_eq!(scene.state("my-ranker"), "pinned");

    // A running server keeps what was accepted, and says so.
    let host = started(scene.options()).await;
    edit(&scene.user().join("my-ranker/plugin.toml"), |text| text.replace("*://*/*", "https://*/*"));
    until(&host, "changed", |status, _| status.failed.iter().any(|it| it.state == FailedState::Changed))
        .await;
    assert!(host.status().loaded[0].kept.is_some());
    assert!(host.status().failed[0].problem.contains("new hosts https://*/*"), "{:?}", host.status());
}

#[tokio::test]
async fn an_update_with_new_hosts_waits_for_acceptance_and_a_failed_one_leaves_the_version_before() {
    let scene = Scene::new();
    let folder = install(&scene.elsewhere(), "my-ranker", &["ranker"], &ranker("one"));
    let path = folder.to_str().unwrap();
    scene.says(&["install", path]);
    let lock = fs::read_to_string(scene.user().join("plugins.lock")).unwrap();

    fs::write(folder.join("plugin.wasm"), b"not wasm").unwrap();
    assert!(scene.refuses(&["install", path]).contains("my-ranker 1.2.3: the file is no WebAssembly"));
    fs::write(folder.join("plugin.wasm"), ranker("two")).unwrap();
    edit(&folder.join("plugin.toml"), |text| {
        text.replace("1.2.3", "2.0.0").replace("*://*/*", "https://*/*")
    });
    let refused = scene.refuses(&["install", path]);
    assert!(refused.contains("my-ranker 2.0.0 wants more than was accepted"), "{refused}");
    assert!(refused.contains("https://*/*") && refused.contains("--accept"), "{refused}");
    assert_eq!(fs::read_to_string(scene.user().join("plugins.lock")).unwrap(), lock);
    let there: Vec<_> = fs::read_dir(scene.user()).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert_eq!(there.len(), 2, "nothing but the plugin and the lockfile: {there:?}");
    assert_eq!(scene.state("my-ranker"), "pinned");

    let installed = scene.json(&["install", path, "--accept"]);
    assert_eq!(installed["installed"][0]["replaced"], json!("1.2.3"));
    assert_eq!(version_of(&started(scene.options()).await.status(), "my-ranker").as_deref(), Some("2.0.0"));
}

#[tokio::test]
async fn permissions_are_had_when_they_are_granted() {
    let scene = Scene::new();
    let wasm = Guest::new().with_kv().ranker(components::RANKS).build();
    let folder = install(&scene.elsewhere(), "keeper", &["ranker"], &wasm);
    edit(&folder.join("plugin.toml"), |text| {
        format!("{text}\n[permissions]\nkv = true\npage-values = true\n")
    });
    let path = folder.to_str().unwrap();
    let refused = scene.refuses(&["install", path]);
    assert!(refused.contains("--grant kv"), "{refused}");
    assert!(
        scene
            .refuses(&["install", path, "--grant", "large"])
            .contains("nothing in that folder asks for large")
    );
    let installed = scene.json(&["install", path, "--grant", "kv"]);
    assert_eq!(installed["installed"][0]["granted"], json!(["page-text", "kv"]));
    assert_eq!(installed["installed"][0]["refused"], json!(["page-values"]));
    let info = scene.says(&["info", "keeper"]);
    assert!(info.contains("has      page-text, kv") && info.contains("has not  page-values"), "{info}");
    // Dropped in without a word, it gets the text of pages alone.
    fs::remove_file(scene.user().join("plugins.lock")).unwrap();
    assert_eq!(scene.state("keeper"), "failed");
}

#[tokio::test]
async fn wrong_names_get_the_nearest_and_bundled_ones_are_switched_off() {
    let scene = Scene::new();
    for verb in ["info", "remove", "disable", "enable", "accept"] {
        let said = scene.refuses(&[verb, "bot-chek"]);
        assert!(
            said.contains("there is no plugin or pack bot-chek; did you mean bot-check?"),
            "{verb}: {said}"
        );
    }
    let said = scene.says(&["remove", "bot-check"]);
    assert!(said.contains("`sekme plugin enable bot-check`"), "{said}");
    assert_eq!(scene.state("bot-check"), "disabled");
    assert!(scene.says(&["enable", "bot-check"]).contains("bot-check is on now"));
    assert_eq!(scene.state("bot-check"), "embedded");
    let explained = scene.json(&["explain", "https://www.n11.com/"]);
    let packs = explained["packs"].as_array().unwrap();
    assert!(packs.iter().any(|it| it["id"] == json!("n11.com")), "{explained}");
    let hooks = explained["hooks"].as_array().unwrap();
    assert!(
        hooks.iter().any(|it| it["name"] == json!("bot-check") && it["asked"][0]["id"] == json!("bot-check"))
    );
}

#[tokio::test]
async fn a_folder_open_to_others_and_a_damaged_lockfile_load_nothing_of_the_user() {
    let scene = Scene::new();
    install(&scene.user(), "my-ranker", &["ranker"], &ranker("one"));
    assert_eq!(scene.state("my-ranker"), "unpinned");
    fs::set_permissions(scene.user(), fs::Permissions::from_mode(0o777)).unwrap();
    assert_eq!(scene.state("my-ranker"), "absent");
    assert!(scene.says(&["list"]).contains("chmod go-w"));
    fs::set_permissions(scene.user(), fs::Permissions::from_mode(0o700)).unwrap();
    fs::write(scene.user().join("plugins.lock"), "schema = 1\n[[plugin]]\n").unwrap();
    assert_eq!(scene.state("my-ranker"), "absent");
    let list = scene.says(&["list"]);
    assert!(
        list.contains("plugins.lock: it is damaged") && list.contains("sekme plugin accept ID`"),
        "{list}"
    );
    assert!(scene.refuses(&["install", "."]).contains("holds neither plugin.toml nor site.toml"));
    // The working directory adds nothing.
    pack(&scene.elsewhere(), "plugins", "x");
    pack(&scene.elsewhere().join("plugins"), "shop.example", "x");
    assert_eq!(scene.state("shop.example"), "absent");
}

#[tokio::test]
async fn wrong_settings_are_named_by_their_key_and_right_ones_accepted() {
    let scene = Scene::new();
    let folder = install(&scene.user(), "my-ranker", &["ranker"], &ranker("one"));
    edit(&folder.join("plugin.toml"), |text| {
        format!("{text}\n[settings]\nschema = \"settings.schema.json\"\n")
    });
    let schema = json!({ "properties": { "words": { "items": { "type": "string" } } }, "additionalProperties": false });
    fs::write(folder.join("settings.schema.json"), schema.to_string()).unwrap();
    let config = scene.root.path().join("config/sekme");
    fs::create_dir_all(&config).unwrap();
    fs::write(config.join("sekme.toml"), "[plugin.my-ranker]\nwords = [3]\n").unwrap();
    let list = scene.says(&["list"]);
    assert!(list.contains("[plugin.my-ranker] of sekme.toml: words.0: 3 is not"), "{list}");
    fs::write(config.join("sekme.toml"), "[plugin.my-ranker]\nwords = [\"a\"]\n[plugin.nobody]\n").unwrap();
    assert_eq!(scene.state("my-ranker"), "unpinned");
    assert_eq!(scene.json(&["info", "my-ranker"])["found"][0]["settings"], json!(r#"{"words":["a"]}"#));
    assert!(scene.says(&["list"]).contains("[plugin.nobody] of sekme.toml changes nothing"));
}

fn is_closed(closed: &[Closed], id: &str, reason: &str) -> bool {
    closed.iter().any(|it| it.id == id && it.code == Closed::UNAVAILABLE && it.reason.contains(reason))
}

#[tokio::test]
async fn a_required_policy_keeps_everything_closed_unless_it_is_there_as_it_was_accepted() {
    let scene = Scene::new();
    let folder = policy(&scene.org(), "org-policy");
    let host = PluginHost::start(PluginOptions { watch: false, ..scene.options() });
    assert_eq!(host.closed()[0].code, Closed::LOADING, "before anything is read");
    assert!(host.ready(&Progress::uncancelled(PATIENCE)).await);
    assert!(is_closed(&host.closed(), "org-policy", "nobody has accepted it"), "{:?}", host.closed());
    assert!(host.closed()[0].remedy.contains("`sekme plugin accept org-policy --org`"));

    assert!(scene.refuses(&["disable", "org-policy"]).contains("`sekme plugin disable org-policy --org`"));
    scene.says(&["accept", "org-policy", "--org"]);
    let host = started(scene.options()).await;
    assert_eq!(host.closed(), []);
    assert_eq!(version_of(&host.status(), "org-policy").as_deref(), Some("1.2.3"));

    // While it runs, neither a change nor a removal opens the door.
    let manifest = fs::read_to_string(folder.join("plugin.toml")).unwrap();
    fs::write(folder.join("plugin.toml"), format!("{manifest}\n")).unwrap();
    until(&host, "changed", |_, closed| is_closed(closed, "org-policy", "plugin.toml (sha256 ")).await;
    fs::write(folder.join("plugin.toml"), &manifest).unwrap();
    until(&host, "as it was", |_, closed| closed.is_empty()).await;
    fs::remove_file(folder.join("plugin.wasm")).unwrap();
    until(&host, "no component", |_, closed| is_closed(closed, "org-policy", "plugin.wasm")).await;
    fs::remove_dir_all(&folder).unwrap();
    until(&host, "no folder", |_, closed| is_closed(closed, "org-policy", "its folder is gone")).await;
    fs::remove_file(scene.org().join("org.lock")).unwrap();
    until(&host, "no lock", |_, closed| is_closed(closed, "org-policy", "while the server runs")).await;
    fs::remove_dir_all(scene.org()).unwrap();
    let mut revisions = host.revisions();
    revisions.borrow_and_update();
    let _ = tokio::time::timeout(PATIENCE, revisions.changed()).await;
    assert!(is_closed(&host.closed(), "org-policy", "while the server runs"), "{:?}", host.closed());
}

#[tokio::test]
async fn a_persons_own_policy_closes_everything_while_it_is_missing_or_changed_and_opens_again() {
    let scene = Scene::new();
    fs::create_dir_all(scene.user()).unwrap();
    let folder = policy(&scene.user(), "my-policy");
    scene.says(&["accept", "my-policy"]);
    let host = started(scene.options()).await;
    assert_eq!(host.closed(), []);
    let manifest = fs::read_to_string(folder.join("plugin.toml")).unwrap();
    fs::write(folder.join("plugin.toml"), format!("{manifest}\n")).unwrap();
    until(&host, "changed", |_, closed| is_closed(closed, "my-policy", "plugin.toml (sha256 ")).await;
    let restarted = started(PluginOptions { watch: false, ..scene.options() }).await;
    assert!(is_closed(&restarted.closed(), "my-policy", "plugin.toml (sha256 "), "{:?}", restarted.closed());
    fs::write(folder.join("plugin.toml"), &manifest).unwrap();
    until(&host, "as it was", |_, closed| closed.is_empty()).await;
    let away = scene.elsewhere().join("my-policy");
    fs::rename(&folder, &away).unwrap();
    until(&host, "no folder", |_, closed| is_closed(closed, "my-policy", "is not loaded")).await;
    fs::rename(&away, &folder).unwrap();
    until(&host, "back", |_, closed| closed.is_empty()).await;
    scene.says(&["remove", "my-policy"]);
    until(&host, "removed by its owner", |status, closed| {
        closed.is_empty() && version_of(status, "my-policy").is_none()
    })
    .await;
}

#[tokio::test]
async fn an_organisations_folder_that_cannot_be_trusted_keeps_everything_closed() {
    let scene = Scene::new();
    policy(&scene.org(), "org-policy");
    scene.says(&["accept", "org-policy", "--org"]);
    let closed = async || started(PluginOptions { watch: false, ..scene.options() }).await.closed();
    assert_eq!(closed().await, []);
    for (mode, said) in [(0o775, "its group"), (0o777, "everybody")] {
        fs::set_permissions(scene.org(), fs::Permissions::from_mode(mode)).unwrap();
        assert!(is_closed(&closed().await, "organisation", said), "{:?}", closed().await);
    }
    fs::set_permissions(scene.org(), fs::Permissions::from_mode(0o755)).unwrap();
    let lock = fs::read_to_string(scene.org().join("org.lock")).unwrap();
    fs::write(scene.org().join("org.lock"), "damaged").unwrap();
    assert!(is_closed(&closed().await, "organisation", "as an administrator"), "{:?}", closed().await);
    fs::write(scene.org().join("org.lock"), lock).unwrap();
    // A machine's own folder must be root's, whoever named another one.
    let own =
        PluginOptions { org_dirs: Vec::new(), org_dir: Some(scene.org()), watch: false, ..scene.options() };
    let closed_by_own = started(own).await.closed();
    let is_root = nix::unistd::geteuid().is_root();
    assert_eq!(closed_by_own.is_empty(), is_root, "{closed_by_own:?}");
    fs::remove_file(scene.org().join("org-policy/plugin.wasm")).unwrap();
    assert!(is_closed(&closed().await, "org-policy", "plugin.wasm"), "{:?}", closed().await);
}

#[tokio::test]
async fn what_stands_in_the_organisations_folder_and_was_not_accepted_does_not_run() {
    let scene = Scene::new();
    install(&scene.org(), "my-ranker", &["ranker"], &ranker("one"));
    install(&scene.user(), "my-ranker", &["ranker"], &ranker("two"));
    assert_eq!(scene.state("my-ranker"), "not accepted");
    let host = started(scene.options()).await;
    assert_eq!(host.closed(), [], "it is not required");
    let folder = install(&scene.elsewhere(), "other", &["ranker"], &ranker("three"));
    edit(&folder.join("plugin.toml"), |text| format!("{text}priority = 950\n"));
    assert!(scene.refuses(&["install", folder.to_str().unwrap()]).contains("priority 950"));
    scene.says(&["install", folder.to_str().unwrap(), "--org"]);
    assert_eq!(scene.state("other"), "pinned");
}

#[test]
fn the_compiler_is_a_process_of_its_own_that_takes_components_alone() {
    let run = |input: &[u8]| {
        let mut file = tempfile::tempfile().unwrap();
        std::io::Write::write_all(&mut file, input).unwrap();
        std::io::Seek::rewind(&mut file).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_sekme"));
        command.args(["plugin", "compile-child"]).env_clear().stdin(file).output().unwrap()
    };
    let compiled = run(&ranker("one"));
    assert!(compiled.status.success(), "{}", text(&compiled.stderr));
    assert!(compiled.stdout.starts_with(b"\x7fELF"));
    for (input, said) in [(&b"not wasm"[..], "magic"), (&compiled.stdout, "machine code"), (b"", "")] {
        let refused = run(input);
        assert_eq!(refused.status.code(), Some(3), "{}", text(&refused.stderr));
        assert!(
            text(&refused.stderr).contains(said) && refused.stdout.is_empty(),
            "{}",
            text(&refused.stderr)
        );
    }
    let help = Command::new(env!("CARGO_BIN_EXE_sekme")).args(["plugin", "--help"]).output().unwrap();
    assert!(!text(&help.stdout).contains("compile-child"));
}
