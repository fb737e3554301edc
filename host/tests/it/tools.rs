//! Each tool over stdio against real Chrome: one file a tool.

mod alert;
mod attached;
mod click;
mod close;
mod dom;
mod downloads;
mod evaluate;
mod explain;
mod fill;
mod find;
mod frame;
mod get_text;
mod handle_dialog;
mod history;
mod hostile;
mod monitor;
mod navigate;
mod read;
mod resize;
mod screenshot;
mod scroll;
mod snapshot;
mod status;
mod tabs;
mod r#type;
mod wait_for;
