//! The hook `tool-provider`: further tools. A draft of the contract.

use std::marker::PhantomData;

use crate::bindings::tools::exports::sekme::plugin::tool_provider::Guest;
use crate::{Context, Page, Reply, Tool};

/// Adds tools, which clients see as `<plugin>__<tool>`.
pub trait ToolProvider {
    /// The tools; asked once, when the server starts.
    fn tools(context: &Context) -> Vec<Tool>;

    /// Answers a call. After [`Reply::Run`] the same call comes again with the page as it is then and the next `round`,
    /// which begins at 0.
    fn call(context: &Context, name: &str, arguments: &str, page: Option<&Page>, round: u32) -> Reply;
}

impl Tool {
    /// A tool that takes an object; `schema` is its JSON Schema.
    pub fn new(name: &str, description: &str, schema: &str) -> Self {
        Self {
            name: name.to_owned(),
            description: description.to_owned(),
            input_schema: schema.to_owned(),
            read_only: true,
        }
    }
}

/// The exported side of a [`ToolProvider`].
#[doc(hidden)]
#[derive(Debug)]
pub struct ToolProviderComponent<T>(PhantomData<T>);

impl<T: ToolProvider> Guest for ToolProviderComponent<T> {
    fn tools(context: Context) -> Vec<Tool> {
        T::tools(&context)
    }

    fn call(context: Context, name: String, arguments: String, page: Option<Page>, round: u32) -> Reply {
        T::call(&context, &name, &arguments, page.as_ref(), round)
    }
}
