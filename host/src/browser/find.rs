//! Where Chrome is installed.

use std::env;
use std::path::{Path, PathBuf};

use super::BrowserError;

/// Names under which Chrome and Chromium are found on `PATH`. Ubuntu's `chromium` is only a starter of a snap, whose
/// sandbox sees neither our profile nor our pipe, so the others come first.
const NAMES: [&str; 5] = ["google-chrome-stable", "google-chrome", "chrome", "chromium", "chromium-browser"];

/// Programs inside the application bundles of macOS.
const BUNDLES: [&str; 4] = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
    "/Applications/Google Chrome Canary.app/Contents/MacOS/Google Chrome Canary",
];

/// The Chrome to start: the one named, else the one in `CHROME`, else an installed one.
pub(super) fn find(named: Option<&Path>) -> Result<PathBuf, BrowserError> {
    let mut tried = Vec::new();
    let from_environment = env::var_os("CHROME").filter(|value| !value.is_empty()).map(PathBuf::from);
    // Who names a Chrome wants that one, not a different one that happens to exist.
    if let Some(chosen) = named.map(Path::to_path_buf).or(from_environment) {
        let found = if chosen.components().count() == 1 { on_path(&chosen) } else { Some(chosen.clone()) };
        return match found.filter(|path| path.is_file()) {
            Some(path) => Ok(path),
            None => Err(BrowserError::NotFound { tried: vec![chosen.display().to_string()] }),
        };
    }
    for name in NAMES {
        if let Some(path) = on_path(name) {
            return Ok(path);
        }
        tried.push(name.to_owned());
    }
    if cfg!(target_os = "macos") {
        for bundle in BUNDLES {
            if Path::new(bundle).is_file() {
                return Ok(PathBuf::from(bundle));
            }
            tried.push(bundle.to_owned());
        }
    }
    Err(BrowserError::NotFound { tried })
}

/// The first file of that name in the folders of `PATH`.
pub(super) fn on_path(name: impl AsRef<Path>) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|dir| dir.join(&name)).find(|candidate| candidate.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_named_chrome_that_is_missing_is_not_replaced_by_another() {
        let error = find(Some(Path::new("/nowhere/chrome"))).unwrap_err();
        assert_eq!(error, BrowserError::NotFound { tried: vec!["/nowhere/chrome".to_owned()] });
    }

    #[test]
    fn a_bare_name_is_looked_up_on_the_path() {
        assert!(find(Some(Path::new("sh"))).unwrap().is_absolute());
    }
}
