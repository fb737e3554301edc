//! `sekme plugin disable`: switches a plugin or pack off without removing it.

use std::process::ExitCode;

use super::Chosen;

/// Switches and says whether that changed anything.
pub fn disable(chosen: &Chosen) -> anyhow::Result<ExitCode> {
    chosen.switch(false)
}
