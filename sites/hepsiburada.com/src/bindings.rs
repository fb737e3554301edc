//! Bindings generated from `wit/`.
#![expect(clippy::pedantic, reason = "generated")]
#![cfg_attr(target_arch = "wasm32", expect(unsafe_code, reason = "generated"))]

// Makes the allocator of the SDK that of the component.
#[cfg(target_arch = "wasm32")]
use sekme_plugin_sdk as _;

wit_bindgen::generate!({
    path: "../../wit",
    world: "quirk-plugin",
});

#[cfg(target_arch = "wasm32")]
export!(Component with_types_in self);
#[cfg(target_arch = "wasm32")]
use crate::Hepsiburada as Component;
