//! Starting a Chrome of our own.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chromiumoxide::cdp::browser_protocol::browser::{
    GetVersionParams, SetDownloadBehaviorBehavior, SetDownloadBehaviorParams,
};
use chromiumoxide::cdp::browser_protocol::target::{SetAutoAttachParams, SetDiscoverTargetsParams};
use command_fds::{CommandFdExt as _, FdMapping};
use nix::sys::signal::{Signal, killpg};
use nix::unistd::{Pid, Uid};
use tokio::process::Command;

use super::endpoint::Endpoint;
use super::link::Link;
use super::process::ChromeProcess;
use super::profile::{self, Holder, Profile};
use super::state::{State, only};
use super::wire::Wire;
use super::{About, Browser, BrowserError, Mode, actor, find, flags};
use crate::progress::{Interrupted, Progress};

/// How long Chrome may take to answer for the first time.
const START_LIMIT: Duration = Duration::from_secs(45);
/// How long the first page may take once Chrome answers.
const FIRST_PAGE_LIMIT: Duration = Duration::from_secs(15);

/// How long a Chrome that was killed may take to be gone.
const ENDING: Duration = Duration::from_secs(2);

/// How to start Chrome.
#[derive(Debug, Clone)]
pub struct LaunchOptions {
    /// The program; `None` looks for an installed one.
    pub chrome: Option<PathBuf>,
    /// Without a window.
    pub headless: bool,
    /// Where the profile is kept. When a running Chrome uses it, `<dir>-2` and so on is taken instead.
    pub profile_dir: PathBuf,
    /// More arguments for Chrome.
    pub extra_args: Vec<String>,
    /// Also opens this DevTools port, 0 for any free one.
    pub port: Option<u16>,
    /// Chrome outlives us, and is found again by the next launch with the same profile. It is spoken to through
    /// its port.
    pub keep_open: bool,
    /// Where downloads are saved.
    pub download_dir: PathBuf,
    /// Width and height of the window in CSS pixels.
    pub window: (u32, u32),
}

impl LaunchOptions {
    /// An installed Chrome with a window of 1280 × 800 that ends with us.
    pub fn new(profile_dir: PathBuf, download_dir: PathBuf) -> Self {
        Self {
            chrome: None,
            headless: false,
            profile_dir,
            extra_args: Vec::new(),
            port: None,
            keep_open: false,
            download_dir,
            window: (1280, 800),
        }
    }
}

/// Whether there is a screen for windows.
pub fn has_display() -> bool {
    let is_set = |name: &&str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(target_os = "macos") || ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(is_set)
}

/// Why a start came to nothing.
enum Failure {
    /// Another Chrome took the profile first; the new one handed over to it and ended.
    ProfileTaken,
    Other(BrowserError),
}

impl<E: Into<BrowserError>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Other(error.into())
    }
}

/// Starts Chrome and waits until its first page is ready.
pub(super) async fn launch(o: &LaunchOptions, p: &Progress) -> Result<Browser, BrowserError> {
    let chrome = find::find(o.chrome.as_deref())?;
    let draws_elsewhere = o.extra_args.iter().any(|flag| {
        flag.starts_with("--headless")
            || flag.starts_with("--ozone-platform")
            || flag.starts_with("--display")
    });
    if !o.headless && !draws_elsewhere && !has_display() {
        return Err(failed(
            "a window was asked for (--headed) and there is no display to show it on; start with --headless",
        ));
    }
    let (download_dir, replaced) = download_dir(&o.download_dir)?;
    let o = LaunchOptions {
        profile_dir: std::path::absolute(&o.profile_dir).map_err(failed)?,
        download_dir,
        ..o.clone()
    };
    if o.keep_open
        && let Some(browser) = rejoin(&o, p).await?
    {
        return Ok(browser);
    }
    if let Some(port) = o.port.filter(|port| *port != 0 && is_taken(*port)) {
        return Err(failed(format!(
            "port {port} is taken by another program; end it, or choose another --port"
        )));
    }
    let as_root = Uid::effective().is_root();
    let mut first = 1;
    loop {
        let mut warnings: Vec<String> = replaced.iter().cloned().collect();
        let mut news = Vec::new();
        if as_root {
            warnings.push("running as root, so Chrome's sandbox is off (--no-sandbox)".to_owned());
        }
        let (profile, number) = profile::claim(&o.profile_dir, first, &mut news)?;
        match start(&chrome, &o, profile, as_root, p).await {
            Ok(link) => return open(link, &o, warnings, news, p).await,
            Err(Failure::ProfileTaken) => first = number + 1,
            Err(Failure::Other(error)) => return Err(error),
        }
    }
}

/// Whether a program on this machine listens at a port.
pub fn is_taken(port: u16) -> bool {
    let bound = std::net::TcpListener::bind((std::net::Ipv4Addr::LOCALHOST, port));
    bound.is_err_and(|error| error.kind() == std::io::ErrorKind::AddrInUse)
}

/// The folder of downloads, made and writable; a temporary one, and what to say of it, where the wanted one is not.
fn download_dir(wanted: &Path) -> Result<(PathBuf, Option<String>), BrowserError> {
    let dir = std::path::absolute(wanted).map_err(failed)?;
    let usable = fs::create_dir_all(&dir).and_then(|()| tempfile::NamedTempFile::new_in(&dir));
    let Err(error) = usable else { return Ok((dir, None)) };
    let other = std::env::temp_dir().join(format!("sekme-downloads-{}", std::process::id()));
    fs::create_dir_all(&other).map_err(failed)?;
    let said = format!(
        "{} cannot be written ({error}), so downloads are saved in {}",
        dir.display(),
        other.display()
    );
    Ok((other, Some(said)))
}

fn failed(error: impl std::fmt::Display) -> BrowserError {
    BrowserError::LaunchFailed { reason: error.to_string(), log: Vec::new() }
}

/// Starts the process and waits for its first answer.
async fn start(
    chrome: &Path,
    o: &LaunchOptions,
    profile: Profile,
    as_root: bool,
    p: &Progress,
) -> Result<Link, Failure> {
    let dir = profile.dir.clone();
    let limit = p.child(START_LIMIT);
    let (process, link) = if o.keep_open {
        let port = o.port.unwrap_or(0);
        let _ = fs::remove_file(active_port_file(&dir));
        let mut command = Command::new(chrome);
        command.args(flags::arguments(o, &dir, false, Some(port), as_root));
        let process = Arc::new(ChromeProcess::spawn(command, profile, true).map_err(failed)?);
        let link = reach(&process, port, &limit).await;
        (process, link)
    } else {
        let (child_commands, commands) = std::io::pipe().map_err(failed)?;
        let (answers, child_answers) = std::io::pipe().map_err(failed)?;
        let mut command = Command::new(chrome);
        command.args(flags::arguments(o, &dir, true, o.port, as_root));
        let mappings = vec![
            FdMapping { parent_fd: child_commands.into(), child_fd: 3 },
            FdMapping { parent_fd: child_answers.into(), child_fd: 4 },
        ];
        command.fd_mappings(mappings).map_err(failed)?;
        let process = Arc::new(ChromeProcess::spawn(command, profile, false).map_err(failed)?);
        let wire = Wire::pipe(commands.into(), answers.into()).map_err(failed)?;
        let link = actor::start(wire, State::new(Mode::Managed), Some(Arc::clone(&process)));
        (process, Ok(link))
    };
    let answered = match link {
        Ok(link) => {
            let version = link.call(None, &GetVersionParams::default(), "Chrome to start", &limit).await;
            version.map(|_| link)
        }
        Err(error) => Err(error),
    };
    match answered {
        Ok(link) => Ok(link),
        Err(error) => {
            let failure = diagnose(error, &process, &dir, p).await;
            process.stop().await;
            Err(failure)
        }
    }
}

/// What it means that a started Chrome did not answer.
async fn diagnose(error: BrowserError, process: &ChromeProcess, dir: &Path, p: &Progress) -> Failure {
    if let Err(interrupted) = p.check("Chrome to start") {
        return interrupted.into();
    }
    // The connection ends a moment before the process does.
    let _ = tokio::time::timeout(Duration::from_secs(1), process.ended().cancelled()).await;
    let reason = match (process.exit(), error) {
        (Some(_), _) if matches!(profile::holder(dir), Holder::Process(_)) => return Failure::ProfileTaken,
        (Some(exit), _) => format!("it ended at once ({exit})"),
        (None, BrowserError::Interrupted(Interrupted::TimedOut { .. })) => {
            format!("it did not answer within {} s", START_LIMIT.as_secs())
        }
        (None, error) => error.to_string(),
    };
    BrowserError::LaunchFailed { reason, log: process.last_lines() }.into()
}

/// Where Chrome writes the free port it chose.
fn active_port_file(profile: &Path) -> PathBuf {
    profile.join("DevToolsActivePort")
}

fn active_port(profile: &Path) -> Option<u16> {
    fs::read_to_string(active_port_file(profile)).ok()?.lines().next()?.trim().parse().ok()
}

/// Connects to a started Chrome through its port, as soon as it listens.
async fn reach(process: &Arc<ChromeProcess>, port: u16, p: &Progress) -> Result<Link, BrowserError> {
    loop {
        let known = if port == 0 { active_port(process.profile()) } else { Some(port) };
        if let Some(port) = known
            && let Ok(socket) = Endpoint::Port(port).socket(p).await
            && let Ok(wire) = p.race("Chrome to start", Wire::socket(socket.as_str())).await?
        {
            return Ok(actor::start(wire, State::new(Mode::Managed), Some(Arc::clone(process))));
        }
        if process.ended().is_cancelled() {
            return Err(BrowserError::Gone { reason: "its process ended".to_owned() });
        }
        // Chrome gives no sign when its port opens.
        p.wait(Duration::from_millis(50)).await?;
    }
}

/// Finds the Chrome that an earlier launch left open on this profile.
async fn rejoin(o: &LaunchOptions, p: &Progress) -> Result<Option<Browser>, BrowserError> {
    let Holder::Process(pid) = profile::holder(&o.profile_dir) else { return Ok(None) };
    let Some(port) = active_port(&o.profile_dir).or(o.port.filter(|port| *port != 0)) else {
        return Ok(None);
    };
    let Ok(socket) = Endpoint::Port(port).socket(p).await else { return Ok(None) };
    let Ok(wire) = p.race("the Chrome that was left open", Wire::socket(socket.as_str())).await? else {
        return Ok(None);
    };
    let link = actor::start(wire, State::new(Mode::Managed), None);
    let news = vec![format!("using the Chrome that was left open (process {pid}, port {port})")];
    open(link, o, Vec::new(), news, p).await.map(Some)
}

/// Ends the Chrome that an earlier launch with these options left open, for one that does not answer any more. Only a
/// process that was started with this very profile and port is ended. Whether there was one.
pub async fn end_hung(o: &LaunchOptions, p: &Progress) -> bool {
    let Ok(dir) = std::path::absolute(&o.profile_dir) else { return false };
    let (Holder::Process(pid), Some(port)) = (profile::holder(&dir), o.port) else { return false };
    let command = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let words: Vec<&[u8]> = command.split(|byte| *byte == 0).collect();
    let has = |flag: String| words.contains(&flag.as_bytes());
    let is_ours = has(format!("--user-data-dir={}", dir.display()))
        && has(format!("--remote-debugging-port={port}"))
        // One that is spoken to over a pipe belongs to a server that runs.
        && !has("--remote-debugging-pipe".to_owned());
    let Some(pid) = i32::try_from(pid).ok().filter(|_| is_ours) else { return false };
    let is_ended = killpg(Pid::from_raw(pid), Signal::SIGKILL).is_ok();
    let limit = p.child(ENDING);
    // It is no child of ours: nothing tells its end.
    while is_ended && matches!(profile::holder(&dir), Holder::Process(_)) {
        if limit.wait(Duration::from_millis(20)).await.is_err() {
            break;
        }
    }
    is_ended
}

/// Takes over all pages of a managed Chrome and waits for the first one.
async fn open(
    link: Link,
    o: &LaunchOptions,
    mut warnings: Vec<String>,
    news: Vec<String>,
    p: &Progress,
) -> Result<Browser, BrowserError> {
    let what = "Chrome to open its first page";
    link.write(|state| state.downloads.dir = Some(o.download_dir.clone()));
    let version = link.start(None, &GetVersionParams::default());
    let discover = link.start(None, &SetDiscoverTargetsParams { discover: true, filter: Some(only("page")) });
    // New pages wait until they are set up, so that nothing of their first document is missed.
    let attach = link.start(
        None,
        &SetAutoAttachParams {
            auto_attach: true,
            wait_for_debugger_on_start: true,
            flatten: Some(true),
            filter: Some(only("page")),
        },
    );
    let downloads = link.start(
        None,
        // Under names of its own: under the server's names Chrome would write over files that are there.
        &SetDownloadBehaviorParams {
            behavior: SetDownloadBehaviorBehavior::AllowAndName,
            browser_context_id: None,
            download_path: Some(o.download_dir.to_string_lossy().into_owned()),
            events_enabled: Some(true),
        },
    );
    let version = version.wait(what, p).await?.product;
    discover.wait(what, p).await?;
    attach.wait(what, p).await?;
    downloads.wait(what, p).await?;
    let pid = link.process.as_ref().map(|process| process.pid());
    warnings.extend(news.iter().cloned());
    let about = About { version, warnings, news: Mutex::new(news), endpoint: None, pid };
    let browser = Browser { link, about: Arc::new(about) };
    let first = p.child(FIRST_PAGE_LIMIT);
    let ready = browser.link.until(what, &first, |state| {
        state.tabs.values().any(|tab| tab.ready && tab.session.is_some()).then_some(())
    });
    if let Err(error) = ready.await {
        p.check(what)?;
        // A Chrome without a page of its own is given one.
        if browser.tabs().is_empty() {
            browser.new_tab("about:blank", p).await?;
        } else if let BrowserError::Gone { .. } = error {
            return Err(error);
        }
    }
    Ok(browser)
}
