//! `browser_screenshot`: a picture of the window, the whole page or one element, refs drawn if asked.

use std::path::{Path, PathBuf};

use futures_util::future::BoxFuture;

use crate::browser::{ImageFormat, Rect, ScreenshotOptions, Tab};
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::session::{Answer, Call, Naming, Picture, ViewRequest};
use crate::snapshot::text::quoted;

use super::arguments::{Argument, Arguments, ELEMENT, Kind};
use super::{Description, Effect, Tool};

const DESCRIPTION: Description = Description {
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
};

/// Largest image that is sent; larger ones only flood a client.
const MAX_BYTES: usize = 4 * 1024 * 1024;

/// Longest call.
const LIMIT_OF_CALL: std::time::Duration = std::time::Duration::from_secs(30);

pub(super) struct Screenshot;

impl Tool for Screenshot {
    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    fn run<'a>(
        &'a self,
        call: &'a mut Call,
        arguments: Arguments,
    ) -> BoxFuture<'a, Result<Answer, ToolError>> {
        Box::pin(async move {
            call.limit(LIMIT_OF_CALL);
            let tab = call.same_tab().await?;
            let is_jpeg = arguments.text("format") == Some("jpeg");
            let path = path(call, arguments.text("path"), is_jpeg)?;
            let mut options = ScreenshotOptions {
                full_page: arguments.flag("full_page"),
                clip: None,
                format: if is_jpeg { ImageFormat::Jpeg } else { ImageFormat::Png },
                quality: arguments.integer("quality").and_then(|quality| u8::try_from(quality).ok()),
                max_width: arguments.integer("max_width").and_then(|width| u32::try_from(width).ok()),
            };
            let mut what = if options.full_page { "the whole page" } else { "the window" }.to_owned();
            if let Some(reference) = arguments.text("ref") {
                let naming = Naming { reference: Some(reference), ..Naming::default() };
                let target = call.resolve(&tab, naming).await?;
                let located = inject::locate(&target.frame, target.element, true, call.progress()).await?;
                let offset = target.frame.offset(call.progress()).await?;
                let [x, y, width, height] = located.rect;
                options.full_page = false;
                options.clip = Some(Rect { x: x + offset.x, y: y + offset.y, width, height });
                what = target.label;
            }
            let mut answer = Answer::default();
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
            answer.receipt = format!(
                "Saved a picture of {what} to {} ({} KiB)",
                path.display(),
                bytes.len().div_ceil(1024)
            );
            answer.picture = Some(Picture { mime: if is_jpeg { "image/jpeg" } else { "image/png" }, bytes });
            Ok(answer)
        })
    }
}

/// Draws the refs of the current view, takes the picture, and removes them again whatever happens.
async fn annotated(
    call: &mut Call,
    tab: &Tab,
    options: &ScreenshotOptions,
    answer: &mut Answer,
) -> Result<Vec<u8>, ToolError> {
    let request = ViewRequest { intent: "browse", text_budget: Some(0), ..ViewRequest::default() };
    let look = call.look(tab, &request).await?;
    answer.body = call.view(&look, &request);
    answer.decisions.clone_from(&look.decisions);
    let elements = look.snapshot.elements();
    let budget = call.session().settings().max_elements;
    let shown: Vec<_> = look.order.iter().take(budget).filter_map(|id| elements.get(*id).copied()).collect();
    for (place, frame) in look.frames.iter().enumerate() {
        let labels: Vec<(u32, String)> = shown
            .iter()
            .filter(|placed| placed.frame == place)
            .map(|placed| (placed.element.id, call.line(&look.snapshot, *placed).reference.to_string()))
            .collect();
        if !labels.is_empty() {
            inject::annotate(frame, &labels, call.progress()).await?;
        }
    }
    let picture = tab.screenshot(options, call.progress()).await;
    let cleanup = call.progress().grace(std::time::Duration::from_secs(2));
    for frame in &look.frames {
        if let Err(error) = inject::clear_annotations(frame, &cleanup).await {
            tracing::debug!(%error, "drawn refs could not be removed");
        }
    }
    Ok(picture?)
}

/// Where to save: inside the artifact folder, under an image's name, so that a model can overwrite nothing
/// but its own pictures.
fn path(call: &Call, asked: Option<&str>, is_jpeg: bool) -> Result<PathBuf, ToolError> {
    let ending = if is_jpeg { "jpg" } else { "png" };
    let folder = call.session().settings().artifact_dir.join("screenshots");
    let refused = |problem: String| {
        ToolError::new(
            ErrorCode::InvalidInput,
            problem,
            "leave `path` out, or give a file name that ends in .png or .jpg",
        )
    };
    let path = if let Some(asked) = asked {
        let asked = Path::new(asked);
        let fits = asked.extension().is_some_and(|given| {
            ["png", "jpg", "jpeg"].iter().any(|known| given.eq_ignore_ascii_case(known))
        });
        if !fits {
            return Err(refused(format!(
                "{} is no image file name",
                quoted(&asked.display().to_string(), 80)
            )));
        }
        let path = folder.join(asked);
        let leaves = path.components().any(|part| part == std::path::Component::ParentDir);
        if leaves || !path.starts_with(&call.session().settings().artifact_dir) {
            return Err(refused(format!(
                "{} is outside the artifact folder",
                quoted(&asked.display().to_string(), 80)
            )));
        }
        path
    } else {
        let now = jiff::Timestamp::now().strftime("%Y%m%d-%H%M%S-%f").to_string();
        folder.join(format!("page-{now}.{ending}"))
    };
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent)
            .map_err(|error| refused(format!("{} cannot be made: {error}", parent.display())))?;
    }
    Ok(path)
}
