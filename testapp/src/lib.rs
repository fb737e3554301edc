//! Pages of our own that do to a browser what real sites do to small models.
//!
//! [`spawn`] serves every scenario of [`registry`] on `127.0.0.1`, in http and https. Chrome started with
//! [`Server::chrome_args`] reaches the sites under the host names they have in life, and nothing else.

mod catalogue;
mod certificate;
mod chrome;
mod families;
pub mod html;
pub mod registry;
mod reply;
mod requests;
mod router;
mod server;
mod template;
mod tls;
mod turkish;
mod visit;

pub use catalogue::SEARCHES;
pub use registry::{Site, sites};
pub use requests::Request;
pub use server::{Options, Server, SpawnError, spawn, spawn_with};
