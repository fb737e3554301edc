//! Which Chrome a session works in: a person's, found at an address, or one of its own.

use crate::browser::{Browser, BrowserError, Endpoint, LaunchOptions, end_hung, is_taken};
use crate::cli::Mode;
use crate::config::Settings;
use crate::error::ToolError;
use crate::progress::{Interrupted, Progress};

/// Attaches or starts, as the settings say. What a model should know of it is told with its first answer.
pub(super) async fn find(settings: &Settings, progress: &Progress) -> Result<Browser, ToolError> {
    let mut launch = settings.launch.clone();
    let mut news = None;
    if let Some(endpoint) = settings.endpoint.as_ref().filter(|_| settings.mode != Mode::Managed) {
        let error = match attach(endpoint, settings, progress).await {
            Ok(browser) => return Ok(ready(settings, browser)),
            Err(error) => error,
        };
        progress.check("Chrome to answer").map_err(BrowserError::from)?;
        if settings.mode == Mode::Existing {
            return Err(error.into());
        }
        tracing::info!(%error, "nothing to attach to; starting Chrome");
        news = Some(make_way(&mut launch, endpoint, progress).await);
    }
    let browser = ready(settings, Browser::launch(&launch, progress).await?);
    if let Some(news) = news {
        browser.tell(news);
    }
    Ok(browser)
}

async fn attach(
    endpoint: &Endpoint,
    settings: &Settings,
    progress: &Progress,
) -> Result<Browser, BrowserError> {
    let limit = settings.attach_timeout;
    match Browser::attach(endpoint, &progress.child(limit)).await {
        Err(BrowserError::Interrupted(Interrupted::TimedOut { .. })) => Err(BrowserError::AttachFailed {
            endpoint: endpoint.to_string(),
            reason: format!(
                "it did not answer within {} s; Chrome may be asking the person at it to allow the connection",
                limit.as_secs_f64()
            ),
        }),
        other => other,
    }
}

/// Makes way for a Chrome of ours where none answered, and says what was done.
async fn make_way(launch: &mut LaunchOptions, endpoint: &Endpoint, progress: &Progress) -> String {
    let Some(port) = launch.port.filter(|port| is_taken(*port)) else {
        return format!("no Chrome runs at {endpoint}, so one was started with a profile of its own");
    };
    if end_hung(launch, progress).await {
        return format!(
            "the Chrome that was left open at port {port} did not answer any more: it was ended and another started"
        );
    }
    launch.port = None;
    launch.keep_open = false;
    format!("what listens at port {port} is no Chrome that answers, so one was started without that port")
}

fn ready(settings: &Settings, browser: Browser) -> Browser {
    if let Some(rule) = settings.dialogs {
        browser.set_dialog_rule(rule);
    }
    for warning in browser.warnings() {
        tracing::warn!("{warning}");
    }
    browser
}
