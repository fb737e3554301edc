//! Starting and ending: nothing of ours stays behind, nothing of a person's is touched.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use sekme::browser::{Browser, BrowserError, Endpoint, LaunchOptions, Mode, Tab, WaitUntil, World};
use sekme::progress::Progress;

use super::{Folders, eval, eventually, soon};
use crate::support::site::{Page, Site};

/// Set in the process that plays a host which is killed.
const HOST: &str = "SEKME_TEST_HOST";

/// Processes of a Chrome: by its process group, and by its profile's path for those that left the group.
fn processes(pid: u32, profile: &Path) -> Vec<String> {
    let profile = profile.to_string_lossy().into_owned();
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    entries
        .filter(|entry| entry.file_name().to_string_lossy().parse::<u32>().is_ok())
        .filter_map(|entry| {
            let read = |name: &str| std::fs::read(entry.path().join(name)).ok();
            let stat = String::from_utf8_lossy(&read("stat")?).into_owned();
            let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
            let command = String::from_utf8_lossy(&read("cmdline")?).replace('\0', " ");
            // A zombie of somebody else's child is not running any more.
            let ours = fields.get(2)? == &pid.to_string() || command.contains(&profile);
            (ours && fields.first()? != &"Z")
                .then(|| format!("{} {command}", entry.file_name().to_string_lossy()))
        })
        .collect()
}

fn signal(pid: u32, signal: Signal) {
    kill(Pid::from_raw(i32::try_from(pid).unwrap()), signal).unwrap();
}

/// Whether the process exists, be it as a zombie.
fn exists(pid: u32) -> bool {
    kill(Pid::from_raw(i32::try_from(pid).unwrap()), None).is_ok()
}

#[tokio::test]
async fn a_closed_chrome_leaves_no_process() {
    let folders = Folders::new();
    let browser = Browser::launch(&folders.options(), &soon()).await.unwrap();
    let pid = browser.pid().unwrap();
    assert_eq!(browser.mode(), Mode::Managed);
    assert!(browser.version().contains('/'), "{}", browser.version());
    assert!(processes(pid, &folders.path("profile")).len() > 2);
    let tab = browser.current_tab(&soon()).await.unwrap();
    assert_eq!(tab.id().to_string(), "t1");
    browser.close().await;
    assert!(!exists(pid), "the process is reaped");
    eventually("all its processes are gone", || processes(pid, &folders.path("profile")).is_empty()).await;
    assert!(browser.gone().is_some());
    let error = tab.navigate("about:blank", WaitUntil::Load, &soon()).await.unwrap_err();
    assert!(matches!(error, BrowserError::Gone { .. }), "{error:?}");
    browser.close().await;
}

#[tokio::test]
async fn a_dropped_browser_ends_its_chrome() {
    let folders = Folders::new();
    let browser = Browser::launch(&folders.options(), &soon()).await.unwrap();
    let pid = browser.pid().unwrap();
    drop(browser);
    eventually("all its processes are gone", || processes(pid, &folders.path("profile")).is_empty()).await;
}

#[tokio::test]
async fn a_killed_chrome_fails_a_pending_call_at_once() {
    let folders = Folders::new();
    let browser = Browser::launch(&folders.options(), &soon()).await.unwrap();
    let tab = browser.current_tab(&soon()).await.unwrap();
    let frame = tab.main_frame();
    // Without an end of its own: only the kill can end it.
    let p = Progress::uncancelled(Duration::from_hours(1));
    let pending = frame.evaluate(World::Main, "window.waits = true; await new Promise(() => {})", &p);
    let killing = async {
        super::eventually_in(&tab, "window.waits === true").await;
        signal(browser.pid().unwrap(), Signal::SIGKILL);
        Instant::now()
    };
    let (pending, killed) = tokio::join!(pending, killing);
    assert!(matches!(pending, Err(BrowserError::Gone { .. })), "{pending:?}");
    assert!(killed.elapsed() < Duration::from_secs(10));
    assert!(browser.gone().is_some());
    assert!(browser.tabs().is_empty() && !tab.is_open());
    eventually("its end is told", || browser.gone().unwrap().contains("SIGKILL")).await;
    eventually("it is reaped", || !exists(browser.pid().unwrap())).await;
}

/// Not a test by itself: the process that `a_killed_host_leaves_no_chrome` starts and kills.
#[tokio::test]
async fn plays_the_host_that_is_killed() {
    let Some(folder) = std::env::var_os(HOST).map(PathBuf::from) else { return };
    let options = LaunchOptions {
        headless: true,
        ..LaunchOptions::new(folder.join("profile"), folder.join("downloads"))
    };
    let browser = Browser::launch(&options, &soon()).await.unwrap();
    println!("\nCHROME {}", browser.pid().unwrap());
    std::future::pending::<()>().await;
}

#[tokio::test]
async fn a_killed_host_leaves_no_chrome() {
    let folders = Folders::new();
    let mut host = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "browser::lifetime::plays_the_host_that_is_killed", "--nocapture"])
        .env(HOST, folders.path(""))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let output = BufReader::new(host.stdout.take().unwrap());
    let mut lines = output.lines().map_while(Result::ok);
    let pid: u32 = lines.find_map(|line| line.strip_prefix("CHROME ")?.parse().ok()).unwrap();
    assert!(!processes(pid, &folders.path("profile")).is_empty());
    host.kill().unwrap();
    host.wait().unwrap();
    let profile = folders.path("profile");
    eventually("Chrome is gone", || processes(pid, &profile).is_empty()).await;
}

#[tokio::test]
async fn attaching_touches_one_tab_and_leaves_chrome_alive() {
    let site = Site::serve([
        ("/mine", Page::html("<title>Mine</title>")),
        (
            "/theirs",
            Page::html(
                "<title>Theirs</title><script>document.hasFocus() || (window.unfocused = true)</script>",
            ),
        ),
        ("/popup", Page::html("<title>Popup</title>")),
    ])
    .await;
    let folders = Folders::new();
    let options = LaunchOptions { keep_open: true, ..folders.options() };
    let person = Browser::launch(&options, &soon()).await.unwrap();
    let theirs = person.current_tab(&soon()).await.unwrap();
    theirs.navigate(&site.url("/theirs"), WaitUntil::Load, &soon()).await.unwrap();
    person.new_tab(&site.url("/mine"), &soon()).await.unwrap();
    let pid = person.pid().unwrap();
    // Nobody but the attached browser speaks to this Chrome from here on.
    person.close().await;
    let port = std::fs::read_to_string(folders.path("profile").join("DevToolsActivePort")).unwrap();
    let port: u16 = port.lines().next().unwrap().parse().unwrap();

    for endpoint in
        [Endpoint::Port(port), Endpoint::Http(format!("http://localhost:{port}").parse().unwrap())]
    {
        let browser = Browser::attach(&endpoint, &soon()).await.unwrap();
        assert_eq!((browser.mode(), browser.pid()), (Mode::Attached, None));
        assert!(browser.tabs().is_empty());
        let tab = browser.current_tab(&soon()).await.unwrap();
        assert_eq!(tab.url(), site.url("/mine"));
        assert_eq!(browser.tabs().len(), 1);
        assert_eq!(eval(&tab, "document.title").await, "Mine");
        assert_eq!(eval(&tab, "confirm('dismissed in a person\\'s Chrome')").await, false);
        eval(&tab, "void open('/popup')").await;
        eventually("the popup is ours", || browser.tabs().len() == 2).await;
        let popup = browser.tabs().pop().unwrap();
        assert_eq!(popup.opener(), Some(tab.id()));
        popup.close(&soon()).await.unwrap();
        let opened = browser.new_tab(&site.url("/mine"), &soon()).await.unwrap();
        assert_eq!(browser.tabs().len(), 2);
        opened.close(&soon()).await.unwrap();
        browser.close().await;
        assert!(browser.gone().is_some());
    }
    let again = Browser::launch(&options, &soon()).await.unwrap();
    let mut left: Vec<String> = again.tabs().iter().map(Tab::url).collect();
    left.sort();
    assert_eq!(left, [site.url("/mine"), site.url("/theirs")]);
    again.close().await;
    signal(pid, Signal::SIGKILL);
    eventually("all its processes are gone", || processes(pid, &folders.path("profile")).is_empty()).await;
}

#[tokio::test]
async fn a_chrome_of_ours_can_open_a_port_too() {
    let folders = Folders::new();
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let options = LaunchOptions { port: Some(port), ..folders.options() };
    let ours = Browser::launch(&options, &soon()).await.unwrap();
    let guest = Browser::attach(&Endpoint::Port(port), &soon()).await.unwrap();
    let tab = guest.current_tab(&soon()).await.unwrap();
    assert_eq!(eval(&tab, "1 + 1").await, 2);
    ours.close().await;
    eventually("the guest sees the end", || guest.gone().is_some()).await;
    assert!(!tab.is_open());
}

#[tokio::test]
async fn a_port_without_chrome_says_how_to_open_one() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let error = Browser::attach(&Endpoint::Port(port), &soon()).await.unwrap_err().to_string();
    assert!(error.contains("--remote-debugging-port") && error.contains("136"), "{error}");
}

#[tokio::test]
async fn a_profile_in_use_gives_way_to_a_numbered_one() {
    let folders = Folders::new();
    let first = Browser::launch(&folders.options(), &soon()).await.unwrap();
    let second = Browser::launch(&folders.options(), &soon()).await.unwrap();
    assert!(!first.warnings().iter().any(|warning| warning.contains("in use")));
    let warnings = second.warnings();
    assert!(warnings.iter().any(|warning| warning.contains("profile-2")), "{warnings:?}");
    assert!(folders.path("profile-2").is_dir());
    tokio::join!(first.close(), second.close());
}

#[tokio::test]
async fn a_chrome_that_stays_open_is_found_again() {
    let folders = Folders::new();
    let options = LaunchOptions { keep_open: true, ..folders.options() };
    let first = Browser::launch(&options, &soon()).await.unwrap();
    let pid = first.pid().unwrap();
    let tab = first.current_tab(&soon()).await.unwrap();
    tab.navigate("data:text/html,<title>Kept</title>", WaitUntil::Load, &soon()).await.unwrap();
    first.close().await;
    drop((first, tab));
    assert!(exists(pid));
    let second = Browser::launch(&options, &soon()).await.unwrap();
    assert!(
        second.warnings().iter().any(|warning| warning.contains(&pid.to_string())),
        "{:?}",
        second.warnings()
    );
    let tab = second.current_tab(&soon()).await.unwrap();
    assert_eq!(eval(&tab, "document.title").await, "Kept");
    second.close().await;
    signal(pid, Signal::SIGKILL);
    eventually("all its processes are gone", || processes(pid, &folders.path("profile")).is_empty()).await;
}

#[tokio::test]
async fn a_program_that_is_no_chrome_is_told_with_its_last_words() {
    let folders = Folders::new();
    let program = folders.path("chrome");
    std::fs::write(&program, "#!/bin/sh\necho 'cannot open display' >&2\nexit 3\n").unwrap();
    std::fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let options = LaunchOptions { chrome: Some(program), ..folders.options() };
    let error = Browser::launch(&options, &soon()).await.unwrap_err();
    let BrowserError::LaunchFailed { reason, log } = error else { panic!("{error:?}") };
    assert!(reason.contains("exit status: 3"), "{reason}");
    assert_eq!(log, ["cannot open display"]);
}
