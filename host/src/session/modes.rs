//! Which Chrome a session works in: a person's, found at an address, or one of its own.

use crate::browser::{Browser, BrowserError, LaunchOptions, end_hung};
use crate::cli::Mode;
use crate::config::Settings;
use crate::error::ToolError;
use crate::progress::{Interrupted, Progress};

/// The Chrome to work in, and what a model should know of how it was come by.
pub(super) struct Found {
    pub(super) browser: Browser,
    pub(super) news: Vec<String>,
}

/// Attaches or starts, as the settings say.
pub(super) async fn find(settings: &Settings, progress: &Progress) -> Result<Found, ToolError> {
    let mut news = Vec::new();
    let mut launch = settings.launch.clone();
    if let Some(endpoint) = settings.endpoint.as_ref().filter(|_| settings.mode != Mode::Managed) {
        let limit = settings.attach_timeout;
        let attached = Browser::attach(endpoint, &progress.child(limit)).await;
        let error = match attached {
            Ok(browser) => return Ok(ready(settings, browser, news)),
            Err(BrowserError::Interrupted(Interrupted::TimedOut { .. })) => BrowserError::AttachFailed {
                endpoint: endpoint.to_string(),
                reason: format!(
                    "it did not answer within {} s; Chrome may be asking the person at it to allow the connection",
                    limit.as_secs_f64()
                ),
            },
            Err(error) => error,
        };
        progress.check("Chrome to answer").map_err(BrowserError::from)?;
        if settings.mode == Mode::Existing {
            return Err(error.into());
        }
        tracing::info!(%error, "nothing to attach to; starting Chrome");
        news.push(instead(&mut launch, endpoint));
    }
    let browser = Browser::launch(&launch, progress).await?;
    Ok(ready(settings, browser, news))
}

/// Makes way for a Chrome of ours where none answered, and says what is done.
fn instead(launch: &mut LaunchOptions, endpoint: &crate::browser::Endpoint) -> String {
    let Some(port) = launch.port.filter(|port| crate::browser::is_taken(*port)) else {
        return format!(
            "no Chrome runs at {endpoint}, so one was started; it has none of the person's logins"
        );
    };
    if end_hung(launch) {
        return format!(
            "the Chrome that was left open at port {port} did not answer any more, so it was ended and another was started"
        );
    }
    launch.port = None;
    launch.keep_open = false;
    format!(
        "what listens at port {port} is no Chrome that answers, so one was started without that port; it has none of the person's logins"
    )
}

fn ready(settings: &Settings, browser: Browser, mut news: Vec<String>) -> Found {
    if let Some(rule) = settings.dialogs {
        browser.set_dialog_rule(rule);
    }
    for warning in browser.warnings() {
        tracing::warn!("{warning}");
    }
    news.extend(browser.news());
    Found { browser, news }
}
