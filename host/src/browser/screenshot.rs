//! Pictures of a tab.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chromiumoxide::cdp::browser_protocol::page::{
    CaptureScreenshotFormat, CaptureScreenshotParams, GetLayoutMetricsParams, Viewport,
};
use serde::Deserialize;

use super::{BrowserError, Rect, Tab};
use crate::progress::Progress;

/// Chrome cannot paint a longer or wider picture.
const LONGEST_SIDE: f64 = 16_384.0;

/// The format of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ImageFormat {
    /// Lossless.
    #[default]
    Png,
    /// Small.
    Jpeg,
}

/// What to take a picture of.
#[derive(Debug, Clone, Default)]
pub struct ScreenshotOptions {
    /// The whole page instead of the viewport.
    pub full_page: bool,
    /// A part of the viewport, in CSS pixels; it may reach beyond its edges.
    pub clip: Option<Rect>,
    /// The format.
    pub format: ImageFormat,
    /// Quality of a JPEG, 0 to 100.
    pub quality: Option<u8>,
    /// A wider picture is scaled down to this many pixels.
    pub max_width: Option<u32>,
}

/// The parts of `Page.getLayoutMetrics` that are used; the untyped viewport is in the screen's own pixels.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Metrics {
    layout_viewport: Option<ClientSize>,
    css_layout_viewport: ClientSize,
    css_visual_viewport: VisualViewport,
    css_content_size: ContentSize,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ClientSize {
    client_width: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct VisualViewport {
    page_x: f64,
    page_y: f64,
    client_width: f64,
    client_height: f64,
}

#[derive(Deserialize)]
struct ContentSize {
    width: f64,
    height: f64,
}

impl Tab {
    /// Takes a picture, as the bytes of a file.
    pub async fn screenshot(&self, o: &ScreenshotOptions, p: &Progress) -> Result<Vec<u8>, BrowserError> {
        let what = "the page to be painted";
        self.begin_action();
        let metrics = p.race(what, self.start(&GetLayoutMetricsParams::default())?.raw()).await?;
        let metrics = metrics.map_err(|error| error.of("Page.getLayoutMetrics"))?;
        let metrics: Metrics = serde_json::from_value(metrics).map_err(unreadable)?;
        // Without a clip the picture is the viewport itself, scrollbars included.
        let is_plain = !o.full_page && o.clip.is_none() && o.max_width.is_none();
        let format = match o.format {
            ImageFormat::Png => CaptureScreenshotFormat::Png,
            ImageFormat::Jpeg => CaptureScreenshotFormat::Jpeg,
        };
        let capture = CaptureScreenshotParams {
            format: Some(format),
            quality: o
                .quality
                .filter(|_| o.format == ImageFormat::Jpeg)
                .map(|quality| i64::from(quality.min(100))),
            clip: (!is_plain).then(|| frame_of(o, &metrics)),
            from_surface: None,
            capture_beyond_viewport: Some(o.full_page || o.clip.is_some()),
            optimize_for_speed: None,
        };
        // Not typed: the decoded answer would hold the picture twice.
        let answer = p.race(what, self.start(&capture)?.raw()).await?;
        let answer = answer.map_err(|error| error.of("Page.captureScreenshot"))?;
        STANDARD.decode(answer["data"].as_str().unwrap_or_default()).map_err(unreadable)
    }
}

fn unreadable(error: impl std::fmt::Display) -> BrowserError {
    BrowserError::Protocol {
        method: "Page.captureScreenshot".to_owned(),
        code: 0,
        message: format!("an answer that cannot be read: {error}"),
    }
}

/// The part of the document to paint, in document coordinates, and its scale.
fn frame_of(o: &ScreenshotOptions, metrics: &Metrics) -> Viewport {
    let view = &metrics.css_visual_viewport;
    let wanted = match o.clip {
        Some(clip) => Rect { x: clip.x + view.page_x, y: clip.y + view.page_y, ..clip },
        None if o.full_page => Rect {
            x: 0.0,
            y: 0.0,
            width: metrics.css_content_size.width,
            height: metrics.css_content_size.height,
        },
        None => Rect { x: view.page_x, y: view.page_y, width: view.client_width, height: view.client_height },
    };
    let pixels = metrics
        .layout_viewport
        .as_ref()
        .map_or(1.0, |viewport| viewport.client_width / metrics.css_layout_viewport.client_width);
    let pixels = if pixels.is_finite() && pixels > 0.0 { pixels } else { 1.0 };
    // What lies left of or above the page is not painted.
    let (x, y) = (wanted.x.max(0.0), wanted.y.max(0.0));
    let width = (wanted.width + wanted.x - x).clamp(1.0, LONGEST_SIDE / pixels);
    let height = (wanted.height + wanted.y - y).clamp(1.0, LONGEST_SIDE / pixels);
    let scale = o.max_width.map_or(1.0, |most| (f64::from(most.max(1)) / (width * pixels)).min(1.0));
    Viewport { x, y, width, height, scale }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is(value: f64, expected: f64) -> bool {
        (value - expected).abs() < 1e-9
    }

    fn metrics(density: f64) -> Metrics {
        Metrics {
            layout_viewport: Some(ClientSize { client_width: 800.0 * density }),
            css_layout_viewport: ClientSize { client_width: 800.0 },
            css_visual_viewport: VisualViewport {
                page_x: 0.0,
                page_y: 300.0,
                client_width: 800.0,
                client_height: 600.0,
            },
            css_content_size: ContentSize { width: 800.0, height: 1e6 },
        }
    }

    #[test]
    fn a_clip_of_the_viewport_is_moved_into_the_document() {
        let clip = Some(Rect { x: 10.0, y: 20.0, width: 30.0, height: 40.0 });
        let frame = frame_of(&ScreenshotOptions { clip, ..ScreenshotOptions::default() }, &metrics(1.0));
        assert_eq!((frame.x, frame.y, frame.width, frame.height), (10.0, 320.0, 30.0, 40.0));
    }

    #[test]
    fn what_lies_outside_the_page_is_cut_off() {
        let clip = Some(Rect { x: -20.0, y: -310.0, width: 100.0, height: 50.0 });
        let frame = frame_of(&ScreenshotOptions { clip, ..ScreenshotOptions::default() }, &metrics(1.0));
        assert_eq!((frame.x, frame.y, frame.width, frame.height), (0.0, 0.0, 80.0, 40.0));
    }

    #[test]
    fn an_endless_page_is_cut_where_chrome_stops_painting() {
        let o = ScreenshotOptions { full_page: true, ..ScreenshotOptions::default() };
        assert!(is(frame_of(&o, &metrics(2.0)).height, LONGEST_SIDE / 2.0));
    }

    #[test]
    fn the_width_is_limited_in_pixels_of_the_picture() {
        let o = ScreenshotOptions { max_width: Some(400), ..ScreenshotOptions::default() };
        assert!(is(frame_of(&o, &metrics(1.0)).scale, 0.5));
        assert!(is(frame_of(&o, &metrics(2.0)).scale, 0.25));
        let wide = ScreenshotOptions { max_width: Some(4_000), ..ScreenshotOptions::default() };
        assert!(is(frame_of(&wide, &metrics(1.0)).scale, 1.0));
    }
}
