//! `sekme plugin enable`: switches a plugin or pack on again.

use std::process::ExitCode;

use super::Chosen;

/// Switches and says whether that changed anything.
pub fn enable(chosen: &Chosen) -> anyhow::Result<ExitCode> {
    chosen.switch(true)
}
