//! The one place where machine code is loaded from a file.

use std::path::Path;

use wasmtime::Engine;
use wasmtime::component::Component;

/// Loads what [`super::cache`] wrote. The caller has made sure that the file and its folder belong
/// to this user and that nobody else can write to them.
#[expect(unsafe_code, reason = "the bytes are run as they are; only this program wrote them")]
pub(super) fn load(engine: &Engine, file: &Path) -> wasmtime::Result<Component> {
    // SAFETY: the file was written by `Component::serialize` of this program under a temporary name,
    // renamed into place and is never changed afterwards, only replaced or deleted. wasmtime itself
    // refuses other versions and configurations.
    unsafe { Component::deserialize_file(engine, file) }
}
