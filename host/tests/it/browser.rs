//! The browser layer against a real Chrome.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod acting;
mod frames;
mod lifetime;
mod navigation;

use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Duration;

use sekme::browser::{Browser, LaunchOptions, Tab};
use sekme::progress::Progress;
use serde_json::Value;
use tokio::runtime::Runtime;

/// Ample for one step on a busy machine: reaching it is a failure.
const LIMIT: Duration = Duration::from_mins(1);

pub(crate) fn soon() -> Progress {
    Progress::uncancelled(LIMIT)
}

/// A Chrome's folders, removed afterwards.
struct Folders(tempfile::TempDir);

impl Folders {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn options(&self) -> LaunchOptions {
        LaunchOptions {
            headless: true,
            extra_args: vec!["--site-per-process".to_owned()],
            ..LaunchOptions::new(self.path("profile"), self.path("downloads"))
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

/// The Chrome of tests that do it no harm. It lives on a runtime of its own, since each test's ends with the test,
/// and ends with the process.
struct Shared {
    browser: Browser,
    _folders: Folders,
    _runtime: Runtime,
}

static SHARED: LazyLock<Shared> = LazyLock::new(|| {
    let launched = std::thread::spawn(|| {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let folders = Folders::new();
        let browser = runtime.block_on(Browser::launch(&folders.options(), &soon())).unwrap();
        Shared { browser, _folders: folders, _runtime: runtime }
    });
    launched.join().expect("Chrome starts")
});

/// A fresh tab in the shared Chrome.
pub(crate) async fn fresh_tab() -> Tab {
    let browser = tokio::task::spawn_blocking(|| SHARED.browser.clone()).await.unwrap();
    browser.new_tab("about:blank", &soon()).await.unwrap()
}

/// Waits until a condition holds.
async fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let p = soon();
    while !holds() {
        p.wait(Duration::from_millis(10)).await.unwrap_or_else(|_| panic!("never: {what}"));
    }
}

/// Evaluates in the page's own world of the main frame.
pub(crate) async fn eval(tab: &Tab, expression: &str) -> Value {
    tab.main_frame().evaluate(sekme::browser::World::Main, expression, &soon()).await.unwrap()
}

/// Waits until an expression is true in the page.
async fn eventually_in(tab: &Tab, expression: &str) {
    let p = soon();
    while eval(tab, expression).await != Value::Bool(true) {
        p.wait(Duration::from_millis(10)).await.unwrap_or_else(|_| panic!("never: {expression}"));
    }
}
