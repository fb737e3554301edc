//! Invariants of `ARCHITECTURE.md` that can be read off the source.

use std::path::{Path, PathBuf};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("readable") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs" || ending == "js") {
            found.push(path);
        }
    }
}

/// Every source file of the host: its path below `src` and its text.
fn host() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    sources(&root, &mut found);
    assert!(found.len() > 50, "the sources are here");
    let read = |path: PathBuf| {
        let name = path.strip_prefix(&root).expect("below src").display().to_string();
        (name, std::fs::read_to_string(path).expect("text"))
    };
    found.into_iter().map(read).collect()
}

/// Files that contain the word outside of the modules that may.
fn strays(word: &str, allowed: &[&str]) -> Vec<String> {
    let is_allowed = |name: &str| {
        allowed.iter().any(|module| name == format!("{module}.rs") || name.starts_with(&format!("{module}/")))
    };
    host()
        .into_iter()
        .filter(|(name, text)| !is_allowed(name) && text.to_lowercase().contains(word))
        .map(|(name, _)| name)
        .collect()
}

#[test]
fn each_engine_is_named_by_one_module_alone() {
    // The crate's documentation says which module names what.
    for (engine, module) in [("rmcp", "server"), ("chromiumoxide", "browser"), ("wasmtime", "plugin")] {
        assert_eq!(strays(engine, &[module, "lib"]), [""; 0], "{engine}");
    }
}

#[test]
fn only_inject_evaluates_script() {
    for call in [".call_function(", ".evaluate("] {
        assert_eq!(strays(call, &["browser", "inject"]), [""; 0], "{call}");
    }
}

#[test]
fn the_host_knows_no_site_no_language_and_no_challenge() {
    for word in [
        "trendyol",
        "hepsiburada",
        "n11.com",
        "wikipedia.org",
        "github.com",
        "sepete ekle",
        "add to cart",
        "just a moment",
        "bulunamad",
        "checking your browser",
    ] {
        assert_eq!(strays(word, &[]), [""; 0], "{word}");
    }
}

#[test]
fn nothing_is_printed_where_the_protocol_is() {
    // `config show`, `try`, `explain`, `approve` and `plugin` are for people and own standard output; the compiler is a
    // process of its own, whose output is a file.
    for word in ["println!(", "print!(", "stdout()"] {
        assert_eq!(
            strays(
                word,
                &[
                    "main",
                    "run/approve",
                    "run/config_show",
                    "run/explain",
                    "run/plugin",
                    "run/try_page",
                    "run/serve",
                    "plugin/compiler",
                    "server"
                ]
            ),
            [""; 0],
            "{word}"
        );
    }
}

#[test]
fn the_readme_names_every_argument_of_every_tool_that_is_offered_by_itself() {
    let readme = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md"));
    let readme = readme.expect("readable");
    // Said once, for all tools.
    let common = ["timeout_ms", "confirm"];
    let mut rows = 0;
    for tool in sekme::tools::TOOLS {
        let description = &tool.description;
        let Some(row) = readme.lines().find(|line| line.starts_with(&format!("| `{}` |", description.name)))
        else {
            continue;
        };
        rows += 1;
        for argument in description.arguments.iter().filter(|argument| !common.contains(&argument.name)) {
            assert!(
                row.contains(&format!("`{}`", argument.name)),
                "{}: no `{}` in {row}",
                description.name,
                argument.name
            );
        }
    }
    assert_eq!(rows, 23);
}
