//! How long the parts of a call take, for the log only: `cargo xtask bench` reads these lines.

use std::fmt::Display;
use std::time::Instant;

/// Says at level `debug` how long a part took that began at `started`.
pub(crate) fn took(part: impl Display, started: Instant) {
    tracing::debug!(%part, us = started.elapsed().as_micros(), "took");
}
