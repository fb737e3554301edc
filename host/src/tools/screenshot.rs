//! `browser_screenshot`: a picture of the window, the whole page or one element, refs drawn if asked.

use std::path::{Path, PathBuf};

use futures_util::future::join_all;

use crate::browser::{ImageFormat, Rect, ScreenshotOptions, Tab};
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::session::{Answer, Call, Naming, Picture, Target, ViewRequest};
use crate::snapshot::text::quoted;

use super::arguments::{Argument, Arguments, ELEMENT, Kind};
use super::{Description, Effect, Tool};

pub(super) static TOOL: Tool = Tool {
    description: Description {
        name: "browser_screenshot",
        title: "Take a screenshot",
        about: "Take a picture of the page and save it. annotate=true draws the refs. Prefer browser_snapshot to act.",
        effect: Effect::ReadOnly,
        arguments: &[
            ELEMENT,
            Argument::optional("full_page", Kind::Boolean, "").or(&["fullpage"]),
            Argument::optional("annotate", Kind::Boolean, "Draw the refs"),
            Argument::optional("format", Kind::Choice(&["png", "jpeg"]), "").or(&["type"]),
            Argument::optional("quality", Kind::Integer { min: 1, max: 100 }, "For jpeg"),
            Argument::optional("max_width", Kind::Integer { min: 50, max: 4_000 }, ""),
            Argument::optional("path", Kind::Text, "File to save to").or(&["filename", "file"]),
        ],
        example: "{\"annotate\": true}",
        out_of_band: false,
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

/// Largest image that is sent; larger ones only flood a client.
const MAX_BYTES: usize = 4 * 1024 * 1024;

/// Longest call.
const LIMIT_OF_CALL: std::time::Duration = std::time::Duration::from_secs(30);
/// Longest wait for what was drawn to be removed, also from a cancelled call.
const CLEANUP_LIMIT: std::time::Duration = std::time::Duration::from_secs(2);

async fn run(call: &mut Call, arguments: Arguments) -> Result<Answer, ToolError> {
    call.limit(LIMIT_OF_CALL);
    let tab = call.same_tab().await?;
    let (path, is_jpeg) = path(call, arguments.text("path"), arguments.text("format"))?;
    let mut options = ScreenshotOptions {
        full_page: arguments.flag("full_page"),
        clip: None,
        format: if is_jpeg { ImageFormat::Jpeg } else { ImageFormat::Png },
        quality: arguments.integer("quality").and_then(|quality| u8::try_from(quality).ok()),
        max_width: arguments.integer("max_width").and_then(|width| u32::try_from(width).ok()),
    };
    let mut what = if options.full_page { "the whole page" } else { "the window" }.to_owned();
    let mut answer = Answer::default();
    if let Some(reference) = arguments.text("ref") {
        let naming = Naming { reference: Some(reference), ..Naming::default() };
        let target = call.resolve(&tab, naming).await?;
        options.full_page = false;
        options.clip = Some(clip(call, &target, &mut answer).await?);
        answer.note(target.note.unwrap_or_default());
        what = target.label;
    }
    let bytes = if arguments.flag("annotate") {
        annotated(call, &tab, &options, &mut answer).await?
    } else {
        tab.screenshot(&options, call.progress()).await?
    };
    if bytes.len() > MAX_BYTES {
        return Err(ToolError::new(
            ErrorCode::InvalidInput,
            format!("the picture of {what} is too large to send ({} KiB)", bytes.len() / 1024),
            "take it without full_page, with format=jpeg, or with max_width=800",
        ));
    }
    tokio::fs::write(&path, &bytes).await.map_err(|error| {
        ToolError::new(
            ErrorCode::InvalidInput,
            format!("{} cannot be written: {error}", path.display()),
            "leave `path` out to save in the artifact folder",
        )
    })?;
    let size = size(&bytes).map(|(width, height)| format!("{width}x{height}, ")).unwrap_or_default();
    answer.receipt =
        format!("Saved a picture of {what} to {} ({size}{} KiB)", path.display(), bytes.len().div_ceil(1024));
    answer.picture = Some(Picture { mime: if is_jpeg { "image/jpeg" } else { "image/png" }, bytes });
    Ok(answer)
}

/// Draws the refs of the current view, takes the picture, and removes them again whatever happens.
async fn annotated(
    call: &mut Call,
    tab: &Tab,
    options: &ScreenshotOptions,
    answer: &mut Answer,
) -> Result<Vec<u8>, ToolError> {
    let request =
        ViewRequest { intent: "browse", text_budget: Some(0), full: true, ..ViewRequest::default() };
    let look = call.look(tab, &request).await?;
    answer.body = call.view(&look, &request);
    answer.decisions.clone_from(&look.decisions);
    let elements = look.snapshot.elements();
    let budget = call.session().settings().max_elements;
    let shown: Vec<_> = look.order.iter().take(budget).filter_map(|id| elements.get(*id).copied()).collect();
    let mut drawing = Ok(());
    for (place, frame) in look.frames.iter().enumerate() {
        let labels: Vec<(u32, String)> = shown
            .iter()
            .filter(|placed| placed.frame == place)
            .map(|placed| (placed.element.id, call.line(&look.snapshot, *placed).reference.to_string()))
            .collect();
        if labels.is_empty() {
            continue;
        }
        let whole = options.full_page && frame.is_main();
        match inject::annotate(frame, &labels, whole, call.progress()).await {
            Ok(_) => {}
            Err(error) if frame.is_main() => {
                drawing = Err(error);
                break;
            }
            Err(error) => answer.note(format!("the refs of one frame could not be drawn: {error}")),
        }
    }
    // From here on nothing may return before what was drawn is gone.
    let picture = match drawing {
        Ok(()) => tab.screenshot(options, call.progress()).await,
        Err(error) => Err(error),
    };
    let cleanup = call.progress().grace(CLEANUP_LIMIT);
    let cleared = look.frames.iter().map(|frame| inject::clear_annotations(frame, &cleanup));
    for error in join_all(cleared).await.into_iter().filter_map(Result::err) {
        tracing::debug!(%error, "drawn refs could not be removed");
    }
    Ok(picture?)
}

/// The part of the window that shows an element, after it was scrolled to.
async fn clip(call: &Call, target: &Target, answer: &mut Answer) -> Result<Rect, ToolError> {
    let progress = call.progress();
    inject::locate(&target.frame, target.element, true, progress).await?;
    let Some(shown) = inject::picture_box(&target.frame, target.element, progress).await? else {
        return Err(ToolError::new(
            ErrorCode::NotActionable,
            format!("{} has no size on the page, so there is nothing to take a picture of", target.label),
            "open the part that holds it first, or take the picture without ref",
        ));
    };
    let [mut x, mut y, mut width, mut height] = shown.rect;
    let mut is_cut = shown.cut;
    if !target.frame.is_main() {
        // Unlike the page itself, a frame is only painted as far as it can be seen.
        let (right, bottom) = ((x + width).min(shown.viewport.0), (y + height).min(shown.viewport.1));
        (x, y) = (x.max(0.0), y.max(0.0));
        is_cut |= right - x + 1.0 < width || bottom - y + 1.0 < height;
        (width, height) = ((right - x).max(1.0), (bottom - y).max(1.0));
    }
    if is_cut {
        answer.note("only the part that can be seen without scrolling inside the page is in the picture");
    }
    let offset = target.frame.offset(progress).await?;
    Ok(Rect { x: x + offset.x, y: y + offset.y, width, height })
}

/// Width and height of a picture, as its file says.
fn size(bytes: &[u8]) -> Option<(u32, u32)> {
    if bytes.starts_with(b"\x89PNG") {
        let number = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
        return Some((number(16)?, number(20)?));
    }
    let pair = |at: usize| Some(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?));
    let mut at = 2;
    loop {
        let marker = pair(at)?;
        // The frame header of a baseline or progressive JPEG.
        if matches!(marker, 0xFFC0..=0xFFC2) {
            return Some((u32::from(pair(at + 7)?), u32::from(pair(at + 5)?)));
        }
        at += 2 + usize::from(pair(at + 2)?);
    }
}

/// Where to save, and whether as a JPEG: inside the artifact folder, under an image's name, so that a model can
/// overwrite nothing but its own pictures.
fn path(call: &Call, asked: Option<&str>, format: Option<&str>) -> Result<(PathBuf, bool), ToolError> {
    let settings = call.session().settings();
    let folder = &settings.screenshot_dir;
    let refused = |problem: String| {
        ToolError::new(
            ErrorCode::InvalidInput,
            problem,
            "leave `path` out, or give a file name that ends in .png or .jpg",
        )
    };
    let shown = |asked: &Path| quoted(&asked.display().to_string(), 80);
    let Some(asked) = asked.map(Path::new) else {
        let is_jpeg = format == Some("jpeg");
        let now = jiff::Timestamp::now().strftime("%Y%m%d-%H%M%S-%f").to_string();
        let path = folder.join(format!("page-{now}.{}", if is_jpeg { "jpg" } else { "png" }));
        return ready(path).map(|path| (path, is_jpeg)).map_err(refused);
    };
    let ending = asked.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let says_jpeg = match ending.as_deref() {
        Some("jpg" | "jpeg") => true,
        Some("png") => false,
        _ => return Err(refused(format!("{} is no image file name", shown(asked)))),
    };
    if format.is_some_and(|format| (format == "jpeg") != says_jpeg) {
        let format = format.unwrap_or_default();
        return Err(refused(format!("{} does not end like a {format} file", shown(asked))));
    }
    let path = folder.join(asked);
    let leaves = path.components().any(|part| part == std::path::Component::ParentDir);
    if leaves || !(path.starts_with(&settings.artifact_dir) || path.starts_with(folder)) {
        return Err(refused(format!("{} is outside the artifact folder", shown(asked))));
    }
    ready(path).map(|path| (path, says_jpeg)).map_err(refused)
}

/// A path that can be written to, with its folder made.
fn ready(path: PathBuf) -> Result<PathBuf, String> {
    if path.is_dir() {
        return Err(format!("{} is a folder", path.display()));
    }
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent)
            .map_err(|error| format!("{} cannot be made: {error}", parent.display()))?;
    }
    Ok(path)
}
