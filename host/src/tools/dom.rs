//! `browser_dom`: a few facts on the page, or the elements that answer to some words.

use crate::browser::Tab;
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::plugin::BotLevel;
use crate::session::{Answer, Call, Look, ViewRequest};
use crate::snapshot::Placed;
use crate::snapshot::facts::ElementFacts;
use crate::snapshot::text::{counted, cut, folded, one_line, quoted};
use crate::snapshot::view::{render_line, shown_url};

use super::arguments::{Argument, Arguments, Kind};
use super::{Description, Effect, Tool};

pub(super) static TOOL: Tool = Tool {
    description: Description {
        name: "browser_dom",
        title: "Query the page",
        about: "Short facts on the page (title, dialog, counts); with q, elements that match all its words or the CSS selector.",
        effect: Effect::ReadOnly,
        arguments: &[Argument::optional("q", Kind::Text, "Words or CSS selector")
            .or(&["query", "text", "selector", "css", "search"])],
        example: "{\"q\": \"add to basket\"}",
        out_of_band: false,
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

/// Longest call.
const LIMIT_OF_CALL: std::time::Duration = std::time::Duration::from_secs(15);
/// Most lines.
const LIMIT: usize = 40;
/// Longest answer without `q`, in characters.
const HEADER: usize = 400;

async fn run(call: &mut Call, arguments: Arguments) -> Result<Answer, ToolError> {
    call.limit(LIMIT_OF_CALL);
    let tab = match call.waiting_tab().await {
        Ok(tab) => tab,
        Err(error) => return Call::report_dialog(error),
    };
    let query = arguments.text("q").unwrap_or_default().to_owned();
    let request = ViewRequest {
        intent: "browse",
        query: query.clone(),
        text_budget: Some(0),
        ..ViewRequest::default()
    };
    let look = call.look(&tab, &request).await?;
    let mut answer = if folded(&query).is_empty() {
        Answer::body(header(call, &tab, &look).await)
    } else {
        matching(call, &look, &query).await?
    };
    answer.decisions.clone_from(&look.decisions);
    Ok(answer)
}

/// Title, address, what lies over the page, and counts.
async fn header(call: &Call, tab: &Tab, look: &Look) -> String {
    let main = look.snapshot.main();
    let title =
        if one_line(&main.title).is_empty() { "(no title)".to_owned() } else { quoted(&main.title, 60) };
    let mut lines = vec![format!("{title} — {}", cut(&shown_url(&main.url), 110))];
    if look.verdict.level != BotLevel::Clear {
        lines.push(format!("BOT CHECK {}", look.verdict.level.as_str()));
    }
    if let Some(modal) = &main.modal {
        let name = if modal.is_empty() { String::new() } else { format!(" {}", quoted(modal, 30)) };
        lines.push(format!("DIALOG{name} is open"));
    }
    if let Some(alert) = main.alerts.first() {
        lines.push(format!("MESSAGE {}", quoted(alert, 50)));
    }
    let elements = look.snapshot.elements();
    let count = |roles: &[&str]| {
        elements.iter().filter(|placed| roles.contains(&placed.element.role.as_str())).count()
    };
    let fields = elements.iter().filter(|placed| placed.element.states.editable).count();
    let counts = [
        (count(&["link"]), "link"),
        (count(&["button"]), "button"),
        (fields, "text field"),
        (count(&["checkbox", "radio", "switch"]), "checkbox or radio button"),
        (count(&["combobox", "listbox"]), "drop-down"),
    ];
    let in_view = elements.iter().filter(|placed| placed.element.in_viewport).count();
    let counts = counts.iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> = std::iter::once(format!("{in_view} in view"))
        .chain(counts.map(|(count, word)| counted(*count, word)))
        .collect();
    lines.push(match elements.len() {
        0 => "no elements to act on".to_owned(),
        _ => format!("{}: {}", counted(elements.len(), "element"), counts.join(", ")),
    });
    let forms = inject::query_selector(&tab.main_frame(), "form", call.progress()).await;
    let forms = forms.map_or(0, |found| found.ids.len());
    let (_, at, height) = main.scroll;
    lines.push(format!(
        "{}, {}; {} of {height} px scrolled, {} px in view",
        counted(forms, "form"),
        counted(tab.frames().len() - 1, "frame"),
        at.max(0),
        main.viewport.1
    ));
    cut(&lines.join("\n"), HEADER)
}

async fn matching(call: &mut Call, look: &Look, query: &str) -> Result<Answer, ToolError> {
    let words: Vec<String> = folded(query).split(' ').map(ToOwned::to_owned).collect();
    let elements = look.snapshot.elements();
    let rest = (0..elements.len()).filter(|id| !look.order.contains(id));
    let found: Vec<Placed<'_>> = look
        .order
        .iter()
        .copied()
        .chain(rest)
        .map(|id| elements[id])
        .filter(|placed| answers(placed.element, &words))
        .collect();
    if !found.is_empty() {
        let lines: Vec<String> =
            found.iter().take(LIMIT).map(|placed| render_line(&call.line(&look.snapshot, *placed))).collect();
        return Ok(listed(&format!("match {}", quoted(query, 60)), found.len(), &lines));
    }
    let mut total = 0;
    let mut lines = Vec::new();
    for frame in &look.frames {
        let Ok(matches) = inject::query_selector(frame, query, call.progress()).await else { continue };
        if matches.invalid.is_some() {
            break;
        }
        total += matches.ids.len();
        let few: Vec<u32> = matches.ids.into_iter().take(LIMIT - lines.len()).collect();
        lines.extend(call.lines_of(look, frame, &few).await?.into_iter().map(|(_, line)| line));
    }
    if lines.is_empty() {
        return Err(ToolError::new(
            ErrorCode::NotFound,
            format!("none of {} elements matches {}", elements.len(), quoted(query, 80)),
            "try fewer words; browser_find also looks at text that is no control, and scrolls on",
        ));
    }
    Ok(listed(&format!("match the selector {}", quoted(query, 60)), total, &lines))
}

fn listed(what: &str, total: usize, lines: &[String]) -> Answer {
    let more = if total > lines.len() { format!(", the first {}", lines.len()) } else { String::new() };
    let (noun, what) = match total {
        1 => ("element", what.replacen("match", "matches", 1)),
        _ => ("elements", what.to_owned()),
    };
    Answer { receipt: format!("{total} {noun} {what}{more}"), body: lines.join("\n"), ..Answer::default() }
}

/// An address without scheme and host, which all links of a site share.
fn path_of(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.find('/').map_or("", |at| &rest[at..])
}

/// Whether every word occurs in what the element is called, holds, stands in or leads to.
fn answers(element: &ElementFacts, words: &[String]) -> bool {
    let hints = ["context", "placeholder", "title", "options", "testid", "id"];
    let texts = [
        Some(element.role.as_str()),
        Some(element.name.as_str()),
        element.value.as_deref(),
        element.href.as_deref().map(path_of),
    ];
    let all = texts.into_iter().flatten().chain(hints.iter().filter_map(|hint| element.hint(hint)));
    let text = folded(&all.collect::<Vec<_>>().join(" "));
    words.iter().all(|word| text.contains(word.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_of_a_link_is_no_match() {
        let link =
            ElementFacts { href: Some("http://127.0.0.1:5687/kettle".to_owned()), ..ElementFacts::default() };
        assert!(answers(&link, &["kettle".to_owned()]) && !answers(&link, &["5".to_owned()]));
    }

    #[test]
    fn all_words_must_occur_wherever_they_stand() {
        let element = ElementFacts {
            role: "button".to_owned(),
            name: "Filtreyi Kaldır".to_owned(),
            extra: vec![("context".to_owned(), "ÇELİK termos".to_owned())],
            ..ElementFacts::default()
        };
        let words = |text: &str| folded(text).split(' ').map(ToOwned::to_owned).collect::<Vec<_>>();
        assert!(answers(&element, &words("çelik KALDIR button")));
        assert!(!answers(&element, &words("çelik sil")));
    }
}
