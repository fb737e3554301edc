//! Policies: what they decide together, and that no failure of one opens the door.

#![expect(clippy::unwrap_used, reason = "a scene that cannot be set up should fail its test")]

mod enforced;
mod example;
mod together;

use std::fs;
use std::path::Path;

use crate::support::components::{ABSTAINS, Guest, denies, redacts};

/// Installs a policy under these lines of `[[hook]]`.
fn rule(parent: &Path, id: &str, hook: &str, wasm: &[u8]) {
    let folder = parent.join(id);
    fs::create_dir_all(&folder).unwrap();
    let head = format!("schema = 1\nid = \"{id}\"\nversion = \"1.2.3\"\napi = \"0.1\"\n");
    fs::write(folder.join("plugin.toml"), format!("{head}[[hook]]\nname = \"policy\"\n{hook}\n")).unwrap();
    fs::write(folder.join("plugin.wasm"), wasm).unwrap();
}

/// A policy with these bodies.
fn policy(guest: Guest, before: &str, after: &str) -> Vec<u8> {
    guest.function("policy", "before-call", before).function("policy", "after-call", after).build()
}

/// Denies every call, with the code `no-way`.
fn denier() -> Vec<u8> {
    let said = "no-way, whatever it is";
    policy(Guest::new().text(said), &denies(6, said.len()), ABSTAINS)
}

/// Replaces the text at `pointer` before a call.
fn redactor(pointer: &str, replacement: &str) -> Vec<u8> {
    let said = format!("{pointer}{replacement}");
    policy(Guest::new().text(&said), &redacts(pointer.len(), said.len()), ABSTAINS)
}

/// Replaces the text at `pointer` in each answer.
fn hider(pointer: &str, replacement: &str) -> Vec<u8> {
    let said = format!("{pointer}{replacement}");
    policy(Guest::new().text(&said), ABSTAINS, &redacts(pointer.len(), said.len()))
}
