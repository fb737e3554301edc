//! `sekme plugin new`: a folder that builds and passes its case before anything is changed in it.

use std::fs;
use std::path::{Component, Path, PathBuf};

use super::contract;
use super::{AuthorError, fixture};
use crate::plugin::hook::HookKind;
use crate::plugin::manifest::Manifest;
use crate::sites::SitePack;

/// What a plugin is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Language {
    /// Small and fast components.
    Rust,
    /// JavaScript, run by an interpreter inside the component.
    Js,
    /// Python; components of 18 MiB.
    Python,
    /// A site pack: no code at all.
    Declarative,
}

macro_rules! files {
    ($folder:literal: $($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../../../../plugins/", $folder, "/", $name)))),+]
    };
}

type Files = &'static [(&'static str, &'static str)];

/// Below `plugins/templates`, by name.
static TEMPLATES: Files = files!("templates":
    "gitignore", "manifest.toml", "policy.tests.toml", "world.wit",
    "declarative/site.toml", "declarative/bot-check.toml", "declarative/quirk-after.toml",
    "declarative/quirk-before.toml", "declarative/submit-scheme.toml",
    "js/package.json", "js/bot-check.js", "js/policy.js", "js/quirk-after.js", "js/quirk-before.js", "js/ranker.js",
    "js/submit-scheme.js", "js/tool-provider.js",
    "python/requirements.txt", "python/bot-check.py", "python/policy.py", "python/quirk-after.py",
    "python/quirk-before.py", "python/ranker.py", "python/submit-scheme.py", "python/tool-provider.py",
    "rust/Cargo.toml", "rust/sdk.Cargo.toml", "rust/src/bot-check.rs", "rust/src/policy.rs",
    "rust/src/quirk-after.rs", "rust/src/quirk-before.rs", "rust/src/ranker.rs", "rust/src/submit-scheme.rs",
    "rust/src/tool-provider.rs",
    "fixtures/bot-check/case.toml", "fixtures/bot-check/expect.json", "fixtures/bot-check/page.html",
    "fixtures/policy/case.toml", "fixtures/policy/expect.json", "fixtures/policy/input.json",
    "fixtures/quirk-after/case.toml", "fixtures/quirk-after/expect.json", "fixtures/quirk-after/page.html",
    "fixtures/quirk-before/case.toml", "fixtures/quirk-before/expect.json", "fixtures/quirk-before/input.json",
    "fixtures/ranker/case.toml", "fixtures/ranker/expect.json", "fixtures/ranker/input.json",
    "fixtures/ranker/page.html",
    "fixtures/submit-scheme/case.toml", "fixtures/submit-scheme/expect.json", "fixtures/submit-scheme/input.json",
    "fixtures/tool-provider/case.toml", "fixtures/tool-provider/expect.json", "fixtures/tool-provider/input.json",
    "fixtures/tool-provider/page.html",
);

/// The sources of the SDK.
static SDK: Files = files!("sdk/src":
    "arena.rs", "bindings.rs", "bot_check.rs", "exports.rs", "host.rs", "hosts.rs", "lib.rs", "page.rs", "policy.rs",
    "quirk_after.rs", "quirk_before.rs", "ranker.rs", "submit_scheme.rs", "testing.rs", "text.rs", "tool_provider.rs",
);

/// The case that every template comes with.
const CASE: &str = "fixtures/example";
const SDK_OF_REPOSITORY: &str = "plugins/sdk";

/// What was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Created {
    /// The plugin's folder.
    pub folder: PathBuf,
    /// Files in it, by name.
    pub files: Vec<String>,
}

/// Why no plugin was begun.
#[derive(Debug, thiserror::Error)]
pub enum NewError {
    /// The hook needs code.
    #[error("`{hook}` cannot be declarative: {why}\n  Use --lang rust, js or python")]
    NotDeclarative {
        /// The hook.
        hook: HookKind,
        /// What a pack has instead.
        why: &'static str,
    },
    /// The folder is in use.
    #[error("{} is there already and not empty", .0.display())]
    Exists(PathBuf),
    /// A file cannot be read or written, or the id is none.
    #[error(transparent)]
    Author(#[from] AuthorError),
}

/// Makes the folder `id` in `parent`.
pub fn create(parent: &Path, id: &str, hook: HookKind, language: Language) -> Result<Created, NewError> {
    let folder = parent.join(id);
    let mut draft = Draft { hook, files: Vec::new() };
    match language {
        Language::Declarative => draft.pack(id)?,
        Language::Rust => draft.rust(id, parent),
        Language::Js => {
            draft.add("package.json", template("js/package.json").replace("{{crate}}", &crate_name(id)));
            draft.add("plugin.js", template(&format!("js/{hook}.js")));
            draft.wit();
        }
        Language::Python => {
            draft.add("requirements.txt", template("python/requirements.txt"));
            draft.add("app.py", template(&format!("python/{hook}.py")));
            draft.wit();
        }
    }
    if language != Language::Declarative {
        draft.manifest(language);
        draft.add(".gitignore", template("gitignore"));
    }
    draft.case();
    // A pack is named after its site.
    if language == Language::Declarative && id.contains('.') {
        draft.replace("example.com", id);
    }
    draft.replace("{{id}}", id);
    draft.replace("{{hook}}", hook.as_str());
    draft.check()?;
    if folder.read_dir().is_ok_and(|mut files| files.next().is_some()) {
        return Err(NewError::Exists(folder));
    }
    draft.write(&folder)?;
    let files = draft.files.into_iter().map(|(name, _)| name).collect();
    Ok(Created { folder, files })
}

struct Draft {
    hook: HookKind,
    files: Vec<(String, String)>,
}

impl Draft {
    fn add(&mut self, name: &str, text: impl Into<String>) {
        self.files.push((name.to_owned(), text.into()));
    }

    fn replace(&mut self, placeholder: &str, value: &str) {
        for (_, text) in &mut self.files {
            *text = text.replace(placeholder, value);
        }
    }

    fn manifest(&mut self, language: Language) {
        let hook = self.hook.as_str();
        let place = match hook {
            "policy" | "tool-provider" => "",
            _ => "urls = [\"*://*.example.com/*\"]",
        };
        let permissions = match language {
            Language::Python => {
                "# A guest with an interpreter needs more memory and time than others.\nlarge = true\n"
            }
            _ => "",
        };
        let text =
            template("manifest.toml").replace("{{where}}\n", &format!("{place}\n").replace("\n\n", "\n"));
        let text = text.replace("\n\n\n", "\n\n").replace("{{permissions}}\n", permissions);
        self.add("plugin.toml", text);
    }

    fn pack(&mut self, id: &str) -> Result<(), NewError> {
        let why = match self.hook.as_str() {
            "ranker" => "a pack can only lift what its [[primary]] and [[sort]] selectors find",
            "policy" => "a pack describes a site, not an organisation",
            "tool-provider" => "a pack answers questions about a site and adds no tools",
            hook => {
                let entries = template(&format!("declarative/{hook}.toml"));
                let text = template("declarative/site.toml").replace("{{entries}}\n", entries);
                self.add("site.toml", text.replace("{{id}}", id));
                return Ok(());
            }
        };
        Err(NewError::NotDeclarative { hook: self.hook, why })
    }

    fn rust(&mut self, id: &str, parent: &Path) {
        let own = sdk_of_repository(parent);
        let cargo = template("rust/Cargo.toml").replace("{{crate}}", &crate_name(id));
        self.add("Cargo.toml", cargo.replace("{{sdk}}", own.as_deref().unwrap_or("sdk")));
        self.add("src/lib.rs", template(&format!("rust/src/{}.rs", self.hook)));
        if own.is_some() {
            return;
        }
        self.add("sdk/Cargo.toml", template("rust/sdk.Cargo.toml"));
        for (name, text) in SDK {
            self.add(&format!("sdk/src/{name}"), text.replace("path: \"../../wit\"", "path: \"../wit\""));
        }
        for (name, text) in contract::FILES {
            self.add(&format!("wit/{name}"), *text);
        }
    }

    /// The contract, and the plugin's own world. Their tools know no gates, so drafts are like the rest.
    fn wit(&mut self) {
        for (name, text) in contract::FILES {
            let lines = text.lines().filter(|line| !line.trim_start().starts_with("@unstable("));
            let text: String = lines.flat_map(|line| [line, "\n"]).collect();
            self.add(&format!("wit/{name}"), text);
        }
        self.add("wit/world.wit", template("world.wit"));
    }

    fn case(&mut self) {
        let source = format!("fixtures/{}/", self.hook);
        for (name, text) in TEMPLATES {
            if let Some(file) = name.strip_prefix(&source) {
                self.add(&format!("{CASE}/{file}"), *text);
            }
        }
        if self.hook.as_str() == "policy" {
            self.add("policy.tests.toml", template("policy.tests.toml"));
        }
    }

    /// An id that the server would not take is refused before anything is written.
    fn check(&self) -> Result<(), AuthorError> {
        for (name, text) in &self.files {
            match name.as_str() {
                "plugin.toml" => drop(Manifest::parse(name, text)?),
                "site.toml" => drop(SitePack::parse(name, text)?),
                _ => {}
            }
        }
        Ok(())
    }

    fn write(&self, folder: &Path) -> Result<(), AuthorError> {
        for (name, text) in &self.files {
            let file = folder.join(name);
            if let Some(parent) = file.parent() {
                fs::create_dir_all(parent).map_err(|error| AuthorError::Unwritable {
                    path: parent.to_owned(),
                    reason: error.to_string(),
                })?;
            }
            fixture::write(&file, text)?;
        }
        Ok(())
    }
}

fn template(name: &str) -> &'static str {
    TEMPLATES.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| text)
}

/// A package's name may not begin with a digit.
fn crate_name(id: &str) -> String {
    if id.starts_with(|letter: char| letter.is_ascii_lowercase()) {
        id.to_owned()
    } else {
        format!("plugin-{id}")
    }
}

/// The way from a plugin in `parent` to the SDK of the repository that it is in; none outside.
fn sdk_of_repository(parent: &Path) -> Option<String> {
    let parent = parent.canonicalize().ok()?;
    let root = parent.ancestors().find(|folder| {
        folder.join(SDK_OF_REPOSITORY).join("Cargo.toml").exists() && folder.join("wit/types.wit").exists()
    })?;
    let steps =
        parent.strip_prefix(root).ok()?.components().filter(|step| matches!(step, Component::Normal(_)));
    Some("../".repeat(steps.count() + 1) + SDK_OF_REPOSITORY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plugin::ask::HOOKS;

    fn files_below(folder: &Path) -> Vec<String> {
        let mut names = Vec::new();
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                names.extend(files_below(&path).into_iter().map(|inner| format!("{name}/{inner}")));
            } else {
                names.push(name);
            }
        }
        names
    }

    #[test]
    fn every_file_of_the_templates_and_the_sdk_is_embedded() {
        let plugins = Path::new(env!("CARGO_MANIFEST_DIR")).join("../plugins");
        for (folder, embedded) in [("templates", TEMPLATES), ("sdk/src", SDK)] {
            for name in files_below(&plugins.join(folder)).into_iter().filter(|name| name != "README.md") {
                assert!(embedded.iter().any(|(known, _)| *known == name), "{folder}/{name}");
            }
        }
    }

    #[test]
    fn every_hook_can_be_begun_in_every_language_that_can_have_it() {
        let parent = tempfile::tempdir().unwrap();
        for language in [Language::Rust, Language::Js, Language::Python] {
            for hook in HOOKS {
                let id = format!("{language:?}-{hook}").to_lowercase();
                let created = create(parent.path(), &id, *hook, language).unwrap();
                assert!(created.files.contains(&format!("{CASE}/expect.json")), "{created:?}");
                for name in &created.files {
                    let text = fs::read_to_string(created.folder.join(name)).unwrap();
                    assert!(!text.is_empty() && !text.contains("{{"), "{name}: {text}");
                }
            }
        }
    }

    #[test]
    fn a_pack_passes_its_case_out_of_the_box_and_the_other_hooks_say_why_not() {
        let parent = tempfile::tempdir().unwrap();
        for hook in HOOKS {
            let id = format!("pack-{hook}");
            match create(parent.path(), &id, *hook, Language::Declarative) {
                Ok(created) => {
                    let report =
                        super::super::test(&created.folder, &super::super::TestOptions::default()).unwrap();
                    assert!(report.passed() && report.cases.len() == 1, "{report:?}");
                    assert!(super::super::check(&created.folder).unwrap().passed());
                }
                Err(error) => {
                    assert!(["ranker", "policy", "tool-provider"].contains(&hook.as_str()), "{hook}");
                    assert!(error.to_string().contains("--lang rust"), "{error}");
                }
            }
        }
    }

    #[test]
    fn nothing_is_written_over_and_a_bad_id_is_refused() {
        let parent = tempfile::tempdir().unwrap();
        let hook = HookKind::named("ranker").unwrap();
        create(parent.path(), "mine", hook, Language::Rust).unwrap();
        assert!(matches!(create(parent.path(), "mine", hook, Language::Js), Err(NewError::Exists(_))));
        let error = create(parent.path(), "../Mine", hook, Language::Js).unwrap_err().to_string();
        assert!(error.contains("a-z"), "{error}");
        assert!(!parent.path().join("../Mine").exists());
    }

    #[test]
    fn the_plugin_in_javascript_has_the_contract_of_this_server() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../plugins/clean-links/wit");
        let mut draft = Draft { hook: HookKind::named("quirk-before").unwrap(), files: Vec::new() };
        draft.wit();
        draft.replace("{{hook}}", "quirk-before");
        for (name, text) in &draft.files {
            let file = folder.join(name.strip_prefix("wit/").unwrap());
            assert_eq!(&fs::read_to_string(&file).unwrap(), text, "{}", file.display());
        }
    }

    #[test]
    fn inside_the_repository_its_own_sdk_is_used() {
        let plugins = Path::new(env!("CARGO_MANIFEST_DIR")).join("../plugins");
        assert_eq!(sdk_of_repository(&plugins).as_deref(), Some("../../plugins/sdk"));
        assert_eq!(sdk_of_repository(tempfile::tempdir().unwrap().path()), None);
    }
}
