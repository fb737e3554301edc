use clap::Parser as _;

use super::*;
use crate::cli::Cli;

/// Settings of these flags, variables and the text of a settings file.
fn all(flags: &[&str], variables: &[(&str, &str)], file: Option<&str>) -> Result<Settings, ConfigError> {
    let cli = Cli::parse_from(std::iter::once("sekme").chain(flags.iter().copied()));
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = dir.path().join("sekme.toml");
    if let Some(text) = file {
        std::fs::write(&path, text).expect("writable");
    }
    let artifacts = dir.path().join("artifacts").display().to_string();
    let variable = |name: &str| {
        let set = variables.iter().find(|(set, _)| *set == name).map(|(_, value)| (*value).to_owned());
        set.or_else(|| (name == "SEKME_ARTIFACT_DIR").then(|| artifacts.clone()))
    };
    let names: Vec<String> = variables.iter().map(|(name, _)| (*name).to_owned()).collect();
    Settings::of(Given::gather(&cli.serve, &variable, &names, Some(path))?)
}

fn resolve(flags: &[&str]) -> Result<Settings, ConfigError> {
    all(flags, &[], None)
}

fn problem(settings: Result<Settings, ConfigError>) -> String {
    settings.expect_err("it is wrong").to_string()
}

#[test]
fn existing_mode_needs_an_address() {
    assert!(matches!(resolve(&["--mode", "existing"]), Err(ConfigError::NoEndpoint)));
}

#[test]
fn an_address_of_another_kind_is_refused_with_advice() {
    let error = problem(resolve(&["--cdp-url", "https://127.0.0.1:9222"]));
    assert!(error.contains("use http://127.0.0.1:9222"), "{error}");
}

#[test]
fn a_named_address_must_be_attached_to() {
    let settings = resolve(&["--cdp-url", "ws://127.0.0.1:9/devtools/browser/x"]).expect("valid");
    assert_eq!(settings.mode, Mode::Existing);
    let settings = all(&[], &[("VEW_CDP_URL", "ws://127.0.0.1:9222")], None).expect("valid");
    assert_eq!(settings.mode, Mode::Existing);
    let error = problem(resolve(&["--mode", "managed", "--cdp-url", "http://127.0.0.1:9"]));
    assert!(error.contains("leave one of them out"), "{error}");
}

#[test]
fn the_file_of_a_persons_chrome_is_an_address() {
    let settings = resolve(&["--cdp-url", "/p/DevToolsActivePort"]).expect("valid");
    assert_eq!(settings.endpoint, Some(Endpoint::File(PathBuf::from("/p/DevToolsActivePort"))));
}

#[test]
fn each_port_has_its_own_profile_and_downloads() {
    let launch = |port: &str| resolve(&["--port", port]).expect("valid").launch;
    let (one, other) = (launch("19417"), launch("19419"));
    assert!(one.profile_dir.ends_with("chrome-profile-19417"), "{one:?}");
    assert!(other.download_dir.ends_with("downloads-19419"), "{other:?}");
}

#[test]
fn a_missing_plugin_folder_is_named() {
    assert_eq!(
        problem(resolve(&["--plugins", "no/such/folder"])),
        "--plugins no/such/folder: no such folder"
    );
}

#[test]
fn headed_and_headless_are_understood() {
    let headless = |flags: &[&str]| resolve(flags).expect("valid").launch.headless;
    assert!(headless(&["--headless"]));
    assert!(!headless(&["--headed"]));
    assert!(headless(&["--headless=1"]));
    assert!(!headless(&["--headless=no"]));
    assert!(problem(resolve(&["--headless", "--headed"])).contains("contradict"));
    // The flag is the stronger word.
    let mixed = all(&["--headless"], &[("SEKME_HEADED", "1")], None).expect("valid");
    assert!(mixed.launch.headless);
    assert!(!all(&[], &[("VEW_HEADLESS", "0")], None).expect("valid").launch.headless);
    assert!(all(&[], &[("BROWSER_MCP_HEADLESS", "true")], None).expect("valid").launch.headless);
}

#[test]
fn the_stronger_word_counts() {
    let seed = ("BROWSER_MCP_WAIT", "5");
    let own = ("SEKME_WAIT", "7");
    let wait = |flags: &[&str], variables: &[(&str, &str)], file: Option<&str>| {
        all(flags, variables, file).expect("valid").wait
    };
    assert_eq!(wait(&[], &[], None), Duration::from_secs(10));
    assert_eq!(wait(&[], &[seed], None), Duration::from_secs(5));
    assert_eq!(wait(&[], &[seed], Some("wait = 6")), Duration::from_secs(6));
    assert_eq!(wait(&[], &[seed, own], Some("wait = 6")), Duration::from_secs(7));
    assert_eq!(wait(&["--wait", "0.5"], &[seed, own], Some("wait = 6")), Duration::from_millis(500));
}

#[test]
fn every_variable_of_the_seeds_has_its_meaning() {
    let settings = all(
        &[],
        &[
            ("BROWSER_MCP_PORT", "19419"),
            ("BROWSER_MODE", "managed"),
            ("BROWSER_MCP_PROFILE_DIR", "/p"),
            ("BROWSER_MCP_MAX_ELEMENTS", "20"),
            ("BROWSER_MCP_WAIT", "11"),
            ("BROWSER_MCP_CHALLENGE_WAIT", "0"),
            ("BROWSER_MCP_LAZY_SCROLLS", "3"),
            ("BROWSER_MCP_DOWNLOAD_DIR", "/d"),
            ("BROWSER_MCP_SCREENSHOT_DIR", "/s"),
            ("BROWSER_MCP_ATTACH_TIMEOUT", "2.5"),
            ("BROWSER_MCP_FAILFAST", "1"),
            ("BROWSER_MCP_TOAST_WAIT", "0"),
            ("BROWSER_MCP_ALLOW_DATA", "false"),
        ],
        None,
    )
    .expect("valid");
    assert_eq!((settings.mode, settings.launch.port), (Mode::Managed, Some(19_419)));
    assert_eq!(settings.launch.profile_dir, PathBuf::from("/p"));
    assert_eq!(settings.launch.download_dir, PathBuf::from("/d"));
    assert_eq!(settings.screenshot_dir, PathBuf::from("/s"));
    assert_eq!((settings.max_elements, settings.lazy_scrolls), (20, 3));
    assert_eq!(settings.wait, Duration::from_secs(11));
    assert_eq!((settings.challenge_wait, settings.toast_wait), (Duration::ZERO, Duration::ZERO));
    assert_eq!(settings.attach_timeout, Duration::from_millis(2_500));
    assert_eq!(settings.fail_fast, Duration::from_secs(1));
    assert!(!settings.allow_data);
}

#[test]
fn with_a_seeds_variable_the_defaults_are_that_seeds() {
    let settings = all(&[], &[("BROWSER_MCP_MAX_ELEMENTS", "20")], None).expect("valid");
    assert_eq!(settings.launch.port, Some(19_218));
    assert!(settings.screenshot_dir.ends_with("screenshots"));
    assert_eq!(settings.screenshot_dir, std::path::absolute("screenshots").expect("a working folder"));
    // Without one, Chrome is spoken to over a pipe and needs no port.
    let plain = resolve(&[]).expect("valid");
    assert_eq!(plain.launch.port, None);
    assert!(plain.screenshot_dir.starts_with(&plain.artifact_dir));
}

#[test]
fn a_protection_that_nobody_enforces_is_not_ignored() {
    let error = problem(all(&[], &[("BROWSER_MCP_ALLOWED_HOSTS", "example.com")], None));
    assert!(error.starts_with("BROWSER_MCP_ALLOWED_HOSTS=example.com limits the sites"), "{error}");
    assert!(all(&[], &[("BROWSER_MCP_REQUIRE_APPROVAL", "true")], None).is_err());
    assert!(all(&[], &[("BROWSER_MCP_REQUIRE_APPROVAL", "false")], None).is_ok());
    assert!(all(&[], &[("BROWSER_MCP_ALLOWED_HOSTS", "")], None).is_ok());
}

#[test]
fn a_wrong_value_is_named_with_what_is_allowed() {
    assert_eq!(
        problem(all(&[], &[("BROWSER_MCP_WAIT", "soon")], None)),
        "BROWSER_MCP_WAIT=soon: it must be a number of seconds from 0 to 600, such as 1.25"
    );
    assert_eq!(
        problem(resolve(&["--mode", "none"])),
        "--mode=none: it must be one of managed, existing, auto"
    );
    assert_eq!(
        problem(all(&[], &[("SEKME_MAX_ELEMENTS", "0")], None)),
        "SEKME_MAX_ELEMENTS=0: it must be a whole number from 1 to 500"
    );
    let in_file = problem(all(&[], &[], Some("headless = \"maybe\"")));
    assert!(
        in_file.starts_with("headless in ") && in_file.ends_with("it must be true or false"),
        "{in_file}"
    );
}

#[test]
fn the_file_is_refused_for_what_it_does_not_know() {
    let error = problem(all(&[], &[], Some("max_element = 3")));
    assert!(error.contains("there is no setting `max_element`; did you mean `max_elements`?"), "{error}");
    assert!(problem(all(&[], &[], Some("max_elements = "))).contains("sekme.toml"));
    assert!(problem(all(&[], &[], Some("[wait]\nx = 1"))).contains("cannot be table"));
    assert!(problem(resolve(&["--config", "/no/such/sekme.toml"])).contains("/no/such/sekme.toml"));
}

#[test]
fn a_path_in_the_file_is_beside_the_file() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = dir.path().join("mine.toml");
    std::fs::write(&path, "profile_dir = \"profile\"\nupload_dir = [\"a\", \"/b\"]\ntoast_wait = 1.5")
        .expect("writable");
    let settings = resolve(&["--config", path.to_str().expect("UTF-8")]).expect("valid");
    assert_eq!(settings.launch.profile_dir, dir.path().join("profile"));
    assert_eq!(settings.upload_dirs, [dir.path().join("a"), PathBuf::from("/b")]);
    assert_eq!(settings.toast_wait, Duration::from_millis(1_500));
    assert!(matches!(settings.given.raw("toast-wait"), Some((_, Source::File(from))) if *from == path));
}

#[test]
fn lists_are_split_in_variables_and_repeated_as_flags() {
    let settings = all(&["--chrome-arg=--a", "--chrome-arg=--b=1,2"], &[("SEKME_UPLOAD_DIR", "/x:/y")], None);
    let settings = settings.expect("valid");
    assert_eq!(settings.launch.extra_args, ["--a", "--b=1,2"]);
    assert_eq!(settings.upload_dirs, [PathBuf::from("/x"), PathBuf::from("/y")]);
    let args = all(&[], &[("SEKME_CHROME_ARG", "--a\n--b")], None).expect("valid").launch.extra_args;
    assert_eq!(args, ["--a", "--b"]);
}

#[test]
fn dialogs_are_left_to_the_usual_rule_unless_it_is_said() {
    assert_eq!(resolve(&[]).expect("valid").dialogs, None);
    assert_eq!(resolve(&["--dialogs", "ask"]).expect("valid").dialogs, Some(DialogRule::Ask));
}

#[test]
fn a_variable_of_ours_that_no_setting_has_is_refused_with_the_nearest_one() {
    let error = problem(all(&[], &[("SEKME_MAX_ELEMENT", "5")], None));
    assert!(error.contains("no setting SEKME_MAX_ELEMENT; did you mean SEKME_MAX_ELEMENTS?"), "{error}");
    assert!(all(&[], &[("SEKME_TYPO", " "), ("SEKME_CORPUS", "/x"), ("OTHER_TYPO", "1")], None).is_ok());
}
