//! Chrome's command line.

use std::path::Path;

use super::LaunchOptions;

/// Quiet, predictable and sparing: nothing phones home, nothing asks, background tabs are not slowed down.
const ALWAYS: &[&str] = &[
    "--no-first-run",
    "--no-default-browser-check",
    "--no-service-autorun",
    "--no-pings",
    "--disable-background-networking",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-breakpad",
    "--disable-client-side-phishing-detection",
    "--disable-component-extensions-with-background-pages",
    "--disable-component-update",
    "--disable-crash-reporter",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-field-trial-config",
    "--disable-popup-blocking",
    "--disable-prompt-on-repost",
    "--disable-quic",
    "--disable-renderer-backgrounding",
    "--disable-search-engine-choice-screen",
    "--disable-sync",
    "--hide-crash-restore-bubble",
    "--metrics-recording-only",
    "--password-store=basic",
    "--use-mock-keychain",
];

/// Features that would change pages under us or ask for attention.
const FEATURES_OFF: &[&str] =
    &["Translate", "OptimizationHints", "MediaRouter", "DialMediaRouteProvider", "HttpsUpgrades"];

/// The arguments for a Chrome of ours. `pipe` and `port` say how it is spoken to.
pub(super) fn arguments(
    o: &LaunchOptions,
    profile: &Path,
    pipe: bool,
    port: Option<u16>,
    as_root: bool,
) -> Vec<String> {
    let mut arguments: Vec<String> = ALWAYS.iter().map(|flag| (*flag).to_owned()).collect();
    arguments.push(format!("--user-data-dir={}", profile.display()));
    arguments.push(format!("--window-size={},{}", o.window.0, o.window.1));
    if o.headless {
        arguments.extend(["--headless=new".to_owned(), "--mute-audio".to_owned()]);
    }
    if as_root {
        arguments.push("--no-sandbox".to_owned());
    }
    if pipe {
        arguments.push("--remote-debugging-pipe".to_owned());
    }
    if let Some(port) = port {
        arguments.push(format!("--remote-debugging-port={port}"));
    }
    // Chrome heeds only the last list, so the caller's must be joined with ours.
    let mut features_off: Vec<&str> = FEATURES_OFF.to_vec();
    for argument in &o.extra_args {
        match argument.strip_prefix("--disable-features=") {
            Some(more) => features_off.extend(more.split(',').filter(|feature| !feature.is_empty())),
            None => arguments.push(argument.clone()),
        }
    }
    arguments.push(format!("--disable-features={}", features_off.join(",")));
    arguments.push("about:blank".to_owned());
    arguments
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn options(extra: &[&str]) -> LaunchOptions {
        LaunchOptions {
            headless: true,
            extra_args: extra.iter().map(|flag| (*flag).to_owned()).collect(),
            ..LaunchOptions::new(PathBuf::from("/profile"), PathBuf::from("/downloads"))
        }
    }

    #[test]
    fn a_callers_list_of_features_is_joined_with_ours() {
        let arguments = arguments(&options(&["--disable-features=A,B"]), Path::new("/p"), true, None, false);
        let lists: Vec<&String> =
            arguments.iter().filter(|flag| flag.starts_with("--disable-features=")).collect();
        assert_eq!(lists.len(), 1);
        assert!(lists[0].starts_with("--disable-features=Translate,") && lists[0].ends_with(",A,B"));
    }

    #[test]
    fn pages_are_not_told_that_chrome_is_automated() {
        let arguments = arguments(&options(&[]), Path::new("/p"), true, Some(0), true);
        assert!(!arguments.iter().any(|flag| flag == "--enable-automation"));
        assert!(arguments.contains(&"--no-sandbox".to_owned()));
        assert!(arguments.contains(&"--remote-debugging-port=0".to_owned()));
    }

    #[test]
    fn the_sandbox_stays_on_for_everyone_but_root() {
        let arguments = arguments(&options(&[]), Path::new("/p"), true, None, false);
        assert!(!arguments.contains(&"--no-sandbox".to_owned()));
    }
}
