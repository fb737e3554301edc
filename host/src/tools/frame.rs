//! `browser_frame`: the view of one frame. Refs and all other tools work in every frame anyway.

use crate::browser::{BrowserError, Frame as PageFrame, FrameId, Tab};
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::session::{Answer, Call, Look, Naming, frame_lines};
use crate::snapshot::text::{counted, cut, folded, one_line, quoted};
use crate::snapshot::view::shown_url;

use super::arguments::{Argument, Arguments, Kind, SELECTOR};
use super::{Description, Effect, Tool};

pub(super) static TOOL: Tool = Tool {
    description: Description {
        name: "browser_frame",
        title: "Show one frame",
        about: "Show one frame of the page alone; without arguments, list the frames. Refs work in all frames anyway.",
        effect: Effect::ReadOnly,
        arguments: &[
            Argument::optional("ref", Kind::Element, "Ref inside the frame")
                .or(&["target", "uid", "element"]),
            SELECTOR,
            Argument::optional("name", Kind::Text, "").or(&["frame", "url", "title"]),
            Argument::optional("index", Kind::Integer { min: 0, max: 10_000 }, "From 0").or(&["number"]),
            Argument::optional("main", Kind::Boolean, "The page without its frames"),
        ],
        example: "{\"index\": 0}",
        out_of_band: false,
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

/// Longest call.
const LIMIT_OF_CALL: std::time::Duration = std::time::Duration::from_secs(15);
/// Most frames listed.
const LISTED: usize = 20;

async fn run(call: &mut Call, arguments: Arguments) -> Result<Answer, ToolError> {
    call.limit(LIMIT_OF_CALL);
    let tab = call.same_tab().await?;
    let names = ["ref", "selector", "name"].map(|name| arguments.text(name).is_some());
    let is_asked = names.contains(&true) || arguments.integer("index").is_some() || arguments.flag("main");
    let look = call.look_at_frames(&tab).await?;
    if !is_asked {
        return Ok(Answer::body(listing(&tab, &look)));
    }
    let wanted = if arguments.flag("main") {
        tab.main_frame().id()
    } else {
        wanted(call, &tab, &look, &arguments).await?
    };
    let Some(place) = look.frames.iter().position(|frame| frame.id() == wanted) else {
        let is_there = tab.frames().iter().any(|frame| frame.id() == wanted);
        let why = if is_there { "has not loaded or does not answer" } else { "is gone" };
        return Err(missing(&tab, &look, format!("that frame {why}")));
    };
    let frames = tab.frames();
    let number = frames.iter().position(|frame| frame.id() == wanted).unwrap_or_default();
    let notice = match number {
        0 => format!("MAIN FRAME without its {}", counted(frames.len() - 1, "frame")),
        number => {
            let name = match look.frames[place].name() {
                name if name.is_empty() => String::new(),
                name => format!(" {}", quoted(&name, 40)),
            };
            format!(
                "FRAME {number} of {}{name} (index {}) in {}",
                frames.len() - 1,
                number - 1,
                shown_url(&look.snapshot.main().url)
            )
        }
    };
    let mut answer = Answer::body(call.view_of_frame(&look, place, notice).await);
    answer.decisions.clone_from(&look.decisions);
    Ok(answer)
}

/// The frame that the arguments name.
async fn wanted(
    call: &mut Call,
    tab: &Tab,
    look: &Look,
    arguments: &Arguments,
) -> Result<FrameId, ToolError> {
    let frames = tab.frames();
    if let Some(index) = arguments.size("index") {
        return match frames.get(index + 1) {
            Some(frame) => Ok(frame.id()),
            None => Err(missing(tab, look, format!("there is no frame {index}"))),
        };
    }
    if let Some(name) = arguments.text("name") {
        return named(tab, look, name);
    }
    if let Some(reference) = arguments.text("ref") {
        let naming = Naming { reference: Some(reference), ..Naming::default() };
        let target = call.resolve(tab, naming).await?;
        return Ok(content(call, &target.frame, target.element).await?.unwrap_or_else(|| target.frame.id()));
    }
    by_selector(call, tab, look, arguments.text("selector").unwrap_or_default()).await
}

/// The frame that an element shows, where it is an `<iframe>` or the like.
async fn content(call: &Call, frame: &PageFrame, element: u32) -> Result<Option<FrameId>, BrowserError> {
    Ok(inject::node_of(frame, element, call.progress()).await?.and_then(|node| node.content))
}

async fn by_selector(call: &mut Call, tab: &Tab, look: &Look, css: &str) -> Result<FrameId, ToolError> {
    let mut holding = None;
    for frame in &look.frames {
        let found = match inject::query_selector(frame, css, call.progress()).await {
            Ok(found) => found,
            Err(error) if frame.is_main() => return Err(error.into()),
            Err(_) => continue,
        };
        if let Some(problem) = found.invalid {
            return Err(ToolError::new(
                ErrorCode::InvalidInput,
                format!("`{}` is not a CSS selector: {}", cut(css, 80), cut(&one_line(&problem), 120)),
                "use a selector such as iframe#pay, or index",
            ));
        }
        for element in found.ids.iter().take(20) {
            if let Ok(Some(shown)) = content(call, frame, *element).await {
                return Ok(shown);
            }
        }
        if !found.ids.is_empty() && !frame.is_main() {
            holding = holding.or_else(|| Some(frame.id()));
        }
    }
    let what = format!("no frame matches `{}`", cut(&one_line(css), 80));
    holding.ok_or_else(|| missing(tab, look, what))
}

/// The one frame with that name, else the one whose title or address has it.
fn named(tab: &Tab, look: &Look, name: &str) -> Result<FrameId, ToolError> {
    let frames: Vec<PageFrame> = tab.frames().into_iter().skip(1).collect();
    let wanted = folded(name);
    let title = |frame: &PageFrame| {
        let place = look.frames.iter().position(|read| read.id() == frame.id());
        place.map(|place| folded(&look.snapshot.frames[place].facts.title)).unwrap_or_default()
    };
    let ways: [&dyn Fn(&PageFrame) -> bool; 4] = [
        &|frame| frame.name() == name,
        &|frame| folded(&frame.name()) == wanted,
        &|frame| title(frame) == wanted,
        &|frame| {
            [folded(&frame.name()), title(frame), folded(&frame.url())]
                .iter()
                .any(|text| text.contains(&wanted))
        },
    ];
    for fits in ways {
        let found: Vec<&PageFrame> = frames.iter().filter(|frame| fits(frame)).collect();
        match found.as_slice() {
            [] => {}
            [only] => return Ok(only.id()),
            several => {
                let message = format!("{} frames are named {}", several.len(), quoted(name, 60));
                return Err(ToolError { code: ErrorCode::Ambiguous, ..missing(tab, look, message) });
            }
        }
    }
    Err(missing(tab, look, format!("no frame is named {}", quoted(name, 60))))
}

fn listing(tab: &Tab, look: &Look) -> String {
    let mut lines = frame_lines(tab, Some(look));
    if lines.is_empty() {
        return "this page has no frames".to_owned();
    }
    let head = format!("{}: browser_frame index=N shows one", counted(lines.len(), "frame"));
    let more = lines.len().saturating_sub(LISTED);
    lines.truncate(LISTED);
    if more > 0 {
        lines.push(format!("+{more} more"));
    }
    format!("{head}\n{}", lines.join("\n"))
}

fn missing(tab: &Tab, look: &Look, message: String) -> ToolError {
    let lines = frame_lines(tab, Some(look));
    let hint = match lines.len() {
        0 => "this page has no frames; browser_snapshot shows it".to_owned(),
        _ => format!("give an index: {}", lines.into_iter().take(LISTED).collect::<Vec<_>>().join("; ")),
    };
    ToolError::new(ErrorCode::NotFound, message, hint)
}
