//! Bindings generated from `wit/`, one world a module so that a component exports its own hook alone.
#![expect(clippy::pedantic, reason = "generated")]

pub mod ranker {
    wit_bindgen::generate!({
        path: "../../wit",
        world: "ranker-plugin",
        pub_export_macro: true,
        default_bindings_module: "sekme_plugin_sdk::export::ranker",
    });
}

pub mod submit {
    wit_bindgen::generate!({
        path: "../../wit",
        world: "submit-plugin",
        pub_export_macro: true,
        default_bindings_module: "sekme_plugin_sdk::export::submit",
        with: {
            "sekme:plugin/types@0.1.0": super::ranker::sekme::plugin::types,
            "sekme:plugin/log@0.1.0": super::ranker::sekme::plugin::log,
            "sekme:plugin/kv@0.1.0": super::ranker::sekme::plugin::kv,
        },
    });
}

/// Of the hook `bot-check`.
pub mod verdict {
    wit_bindgen::generate!({
        path: "../../wit",
        world: "bot-check-plugin",
        pub_export_macro: true,
        default_bindings_module: "sekme_plugin_sdk::export::verdict",
        with: {
            "sekme:plugin/types@0.1.0": super::ranker::sekme::plugin::types,
            "sekme:plugin/log@0.1.0": super::ranker::sekme::plugin::log,
            "sekme:plugin/kv@0.1.0": super::ranker::sekme::plugin::kv,
        },
    });
}
