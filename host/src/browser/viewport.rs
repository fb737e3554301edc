//! The size of what a page is drawn in.

use chromiumoxide::cdp::browser_protocol::emulation::{
    SetDeviceMetricsOverrideParams, SetTouchEmulationEnabledParams,
};

use super::state::State;
use super::{Browser, BrowserError, Tab};
use crate::progress::Progress;

/// Device pixels of a CSS pixel, and fingers, of an ordinary phone.
const PHONE: (f64, i64) = (3.0, 5);

/// What pages are drawn in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Viewport {
    /// Width in CSS pixels.
    pub width: u32,
    /// Height in CSS pixels.
    pub height: u32,
    /// As on a phone: touch, the page's own viewport, more device pixels.
    pub mobile: bool,
}

impl Viewport {
    /// The commands that make it so.
    pub(super) fn commands(self) -> (SetDeviceMetricsOverrideParams, SetTouchEmulationEnabledParams) {
        let (scale, fingers) = if self.mobile { PHONE } else { (0.0, 1) };
        let metrics = SetDeviceMetricsOverrideParams::new(self.width, self.height, scale, self.mobile);
        let touch = SetTouchEmulationEnabledParams {
            enabled: self.mobile,
            max_touch_points: self.mobile.then_some(fingers),
        };
        (metrics, touch)
    }
}

impl Tab {
    /// Draws the tab's pages in this size, whatever the window has.
    pub async fn set_viewport(&self, viewport: Viewport, p: &Progress) -> Result<(), BrowserError> {
        let what = "the page to take its size";
        self.begin_action();
        let (metrics, touch) = viewport.commands();
        let touch = self.start(&touch)?;
        self.call(&metrics, what, p).await?;
        touch.wait(what, p).await.map(drop)
    }
}

impl Browser {
    /// Draws tabs that open from now on in this size too.
    pub fn keep_viewport(&self, viewport: Viewport) {
        self.link.write(|state: &mut State| state.viewport = Some(viewport));
    }
}
