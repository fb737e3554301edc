//! Each tool over stdio against real Chrome: one file a tool.

mod alert;
mod check;
mod answer;
mod click;
mod close;
mod dom;
mod drag;
mod evaluate;
mod explain;
mod fill;
mod find;
mod frame;
mod guard;
mod handle_dialog;
mod hostile;
mod hover;
mod navigate;
mod press_key;
mod read;
mod repair;
mod screenshot;
mod snapshot;
mod status;
mod r#type;
