//! The size of what pages are drawn in.

use std::time::Duration;

use crate::browser::{BrowserError, Tab, Viewport};
use crate::error::ToolError;
use crate::inject;
use crate::snapshot::facts::WindowSize;

use super::{Answer, Call, ViewRequest};

/// Longest wait for the page to have its new size.
const TAKEN: Duration = Duration::from_millis(1_500);
/// Pause between two looks at it.
const PAUSE: Duration = Duration::from_millis(30);

/// The size that is wanted.
pub type Size = Viewport;

impl Call {
    /// Draws the page, and tabs that open later, in a size; answers with the size that it has.
    pub async fn resize(&mut self, tab: &Tab, size: Size) -> Result<Answer, ToolError> {
        let acting = self.begin_acting(tab);
        tab.set_viewport(size, &self.progress).await?;
        if let Some(browser) = self.session.browser() {
            browser.keep_viewport(size);
        }
        let patience = self.progress.child(TAKEN);
        let has = loop {
            match inject::window_size(&tab.main_frame(), &patience).await {
                Ok(has) if is_taken(&has, size) => break Some(has),
                Ok(has) => {
                    if patience.wait(PAUSE).await.is_err() {
                        break Some(has);
                    }
                }
                Err(BrowserError::Interrupted(_) | BrowserError::FrameGone) => break None,
                Err(error) => return Err(error.into()),
            }
        };
        let done = match has {
            Some(has) => told(&has, size),
            None => format!(
                "Set the page to {} x {}; it does not answer yet, so its size is not known",
                size.width, size.height
            ),
        };
        let mut acting = acting;
        acting.known = Some("the page has the same elements in that size".to_owned());
        self.finish_acting(acting, &done, &ViewRequest { intent: "browse", ..ViewRequest::default() }).await
    }
}

fn is_taken(has: &WindowSize, size: Size) -> bool {
    let near = |has: f64, wanted: u32| (has - f64::from(wanted)).abs() < 1.5;
    // A page for phones may lay itself out wider than the screen.
    has.touch == size.mobile
        && (size.mobile || (near(has.width, size.width) && near(has.height, size.height)))
}

fn told(has: &WindowSize, size: Size) -> String {
    let kind = if size.mobile {
        format!(" as on a phone: touch, {} device pixels a pixel", has.scale)
    } else {
        String::new()
    };
    let asked = if is_taken(has, size) && !size.mobile {
        String::new()
    } else {
        format!(" ({} x {} was asked for)", size.width, size.height)
    };
    format!("The page is now {:.0} x {:.0}{kind}{asked}", has.width, has.height)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_that_the_page_has_is_told_beside_the_one_that_was_asked_for() {
        let has = |width, touch| WindowSize { width, height: 600.0, scale: 1.0, touch };
        let size = |mobile| Size { width: 800, height: 600, mobile };
        assert_eq!(told(&has(800.0, false), size(false)), "The page is now 800 x 600");
        assert_eq!(
            told(&has(500.0, false), size(false)),
            "The page is now 500 x 600 (800 x 600 was asked for)"
        );
        assert!(told(&has(980.0, true), size(true)).contains("980 x 600 as on a phone"));
    }
}
