//! Each tool over stdio against real Chrome: one file a tool.

mod alert;
mod click;
mod close;
mod dom;
mod evaluate;
mod explain;
mod fill;
mod find;
mod frame;
mod handle_dialog;
mod hostile;
mod navigate;
mod read;
mod screenshot;
mod snapshot;
mod status;
mod r#type;
