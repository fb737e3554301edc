//! The hook `policy`: what an organisation allows.

use std::marker::PhantomData;

use crate::bindings::policy::exports::sekme::plugin::policy::Guest;
use crate::{Context, Decision, Redaction, Refusal, ToolCall, ToolOutcome};

/// Decides about tool calls. A panic counts as a denial.
pub trait Policy {
    /// Whether a call may happen.
    fn before_call(context: &Context, call: &ToolCall) -> Decision {
        let _ = (context, call);
        Decision::Abstain
    }

    /// Whether its answer may be seen; may redact or deny only.
    fn after_call(context: &Context, call: &ToolCall, outcome: &ToolOutcome) -> Decision {
        let _ = (context, call, outcome);
        Decision::Abstain
    }
}

impl Decision {
    /// A denial with a code for programs and a message for people.
    pub fn deny(code: &str, message: &str) -> Self {
        Self::Deny(Refusal { code: code.to_owned(), message: message.to_owned() })
    }

    /// Replaces what stands at a JSON pointer.
    pub fn redact(pointer: &str, replacement: &str) -> Self {
        Self::Redact(vec![Redaction { pointer: pointer.to_owned(), replacement: replacement.to_owned() }])
    }
}

impl ToolCall {
    /// Value of a key of `extra`.
    pub fn extra(&self, key: &str) -> Option<&str> {
        self.extra.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }
}

/// The exported side of a [`Policy`].
#[doc(hidden)]
#[derive(Debug)]
pub struct PolicyComponent<T>(PhantomData<T>);

impl<T: Policy> Guest for PolicyComponent<T> {
    fn before_call(context: Context, call: ToolCall) -> Decision {
        T::before_call(&context, &call)
    }

    fn after_call(context: Context, call: ToolCall, outcome: ToolOutcome) -> Decision {
        T::after_call(&context, &call, &outcome)
    }
}
