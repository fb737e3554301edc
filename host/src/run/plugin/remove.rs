//! `sekme plugin remove`: removes a plugin or pack; a bundled one is switched off.

use std::process::ExitCode;

use serde_json::json;

use super::{Chosen, words};
use crate::plugin::Removed;

/// Removes and says what is gone.
pub fn remove(chosen: &Chosen) -> anyhow::Result<ExitCode> {
    let removed = chosen.registry()?.remove(&chosen.id)?;
    if chosen.json {
        let removed = match &removed {
            Removed::Folder(folder, gone, back) => json!({ "folder": folder, "removed": gone, "back": back }),
            Removed::SwitchedOff => json!({ "disabled": [chosen.id] }),
            Removed::Forgotten => json!({ "removed": [chosen.id] }),
        };
        anstream::println!("{removed}");
        return Ok(ExitCode::SUCCESS);
    }
    match removed {
        Removed::Folder(folder, gone, back) => {
            anstream::println!("Removed {} ({})", words(&gone), folder.display());
            if !back.is_empty() {
                anstream::println!("The bundled {} is in use again", words(&back));
            }
        }
        Removed::SwitchedOff => {
            anstream::println!(
                "{} is part of sekme, so it is switched off; `sekme plugin enable {0}` brings it back",
                chosen.id
            );
        }
        Removed::Forgotten => {
            anstream::println!("{} was gone already; the lockfile has forgotten it", chosen.id);
        }
    }
    Ok(ExitCode::SUCCESS)
}
