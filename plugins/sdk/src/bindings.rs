//! Bindings generated from `wit/`, one world a module so that a component exports the hooks that it has and no others.
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

/// Of the hook `quirk-before`; the world of the package has both quirks.
pub mod before {
    wit_bindgen::generate!({
        path: "../../wit",
        inline: "package sekme:sdk; world before { include sekme:plugin/imports@0.1.0; export sekme:plugin/quirk-before@0.1.0; }",
        world: "sekme:sdk/before",
        pub_export_macro: true,
        default_bindings_module: "sekme_plugin_sdk::export::before",
        with: {
            "sekme:plugin/types@0.1.0": super::ranker::sekme::plugin::types,
            "sekme:plugin/log@0.1.0": super::ranker::sekme::plugin::log,
            "sekme:plugin/kv@0.1.0": super::ranker::sekme::plugin::kv,
        },
    });
}

/// Of the hook `quirk-after`.
pub mod after {
    wit_bindgen::generate!({
        path: "../../wit",
        inline: "package sekme:sdk; world after { include sekme:plugin/imports@0.1.0; export sekme:plugin/quirk-after@0.1.0; }",
        world: "sekme:sdk/after",
        pub_export_macro: true,
        default_bindings_module: "sekme_plugin_sdk::export::after",
        with: {
            "sekme:plugin/types@0.1.0": super::ranker::sekme::plugin::types,
            "sekme:plugin/log@0.1.0": super::ranker::sekme::plugin::log,
            "sekme:plugin/kv@0.1.0": super::ranker::sekme::plugin::kv,
        },
    });
}

pub mod policy {
    wit_bindgen::generate!({
        path: "../../wit",
        world: "policy-plugin",
        pub_export_macro: true,
        default_bindings_module: "sekme_plugin_sdk::export::policy",
        with: {
            "sekme:plugin/types@0.1.0": super::ranker::sekme::plugin::types,
            "sekme:plugin/log@0.1.0": super::ranker::sekme::plugin::log,
            "sekme:plugin/kv@0.1.0": super::ranker::sekme::plugin::kv,
        },
    });
}

/// Of the hook `tool-provider`.
pub mod tools {
    wit_bindgen::generate!({
        path: "../../wit",
        world: "tool-plugin",
        features: ["tool-provider"],
        pub_export_macro: true,
        default_bindings_module: "sekme_plugin_sdk::export::tools",
        with: {
            "sekme:plugin/types@0.1.0": super::ranker::sekme::plugin::types,
            "sekme:plugin/log@0.1.0": super::ranker::sekme::plugin::log,
            "sekme:plugin/kv@0.1.0": super::ranker::sekme::plugin::kv,
        },
    });
}
