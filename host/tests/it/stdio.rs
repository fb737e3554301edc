//! The manners of the MCP server on its pipes.

mod batches;
mod calls;
mod ending;
mod framing;
mod ids;
mod lifecycle;
mod modern;
