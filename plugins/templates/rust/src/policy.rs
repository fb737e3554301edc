//! {{id}}: denies calls whose arguments hold a word that the organisation forbids.

use sekme_plugin_sdk::{Context, Decision, Policy, ToolCall, export};

const FORBIDDEN: &str = "top secret";

struct Plugin;

impl Policy for Plugin {
    fn before_call(_: &Context, call: &ToolCall) -> Decision {
        if call.arguments.to_lowercase().contains(FORBIDDEN) {
            return Decision::deny("forbidden-words", "These words may not be sent to a site.");
        }
        Decision::Abstain
    }
}

export!(Plugin: Policy);

#[cfg(test)]
mod tests {
    use sekme_plugin_sdk::testing::{call, context};

    use super::*;

    #[test]
    fn what_is_not_forbidden_is_no_concern() {
        let call = call("browser_type", r#"{"text":"hello"}"#, "https://example.com/");
        assert!(matches!(Plugin::before_call(&context(), &call), Decision::Abstain));
    }
}
