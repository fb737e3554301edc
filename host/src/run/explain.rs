//! `sekme explain`: why each element of a page stands where it stands, for people who write rankers and packs.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use anyhow::Context as _;
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use crate::cli::{ExplainArgs, Intent};
use crate::config::Settings;
use crate::dispatch::Dispatch;
use crate::plugin::Ranking;
use crate::progress::Progress;
use crate::server::{Content, Core as _, Person};
use crate::session::{Call, Look, Session, ViewRequest};
use crate::snapshot::Placed;
use crate::snapshot::view::{header, render_line};
use crate::turn::Turn;

/// Longest wait for plugins to load: a ranking without them explains nothing.
const PLUGINS_LIMIT: Duration = Duration::from_secs(20);
/// Longest look at the page.
const LOOK_LIMIT: Duration = Duration::from_secs(30);
const HEAD: Style = Style::new().bold();
const REF: Style = AnsiColor::Cyan.on_default().bold();
const WHY: Style = AnsiColor::BrightBlack.on_default();
const EDGE: Style = AnsiColor::Yellow.on_default();

/// One element and its place.
struct Row {
    /// `None` for what the rankers left out.
    position: Option<usize>,
    line: String,
    ranking: Ranking,
    landmark: String,
    in_viewport: bool,
    frame: usize,
}

/// Opens the page, ranks its elements and prints them in order.
pub async fn explain(args: ExplainArgs) -> anyhow::Result<ExitCode> {
    let settings = Settings::resolve(&args.serve).context("the settings cannot be used")?;
    crate::logging::start(&settings.log);
    for warning in &settings.warnings {
        anstream::eprintln!("warning: {warning}");
    }
    let session = Session::start(settings);
    session.plugins().ready(&Progress::uncancelled(PLUGINS_LIMIT)).await;
    let dispatch = Dispatch::new(Arc::clone(&session)).context("the settings cannot be used")?;
    let code = show(&dispatch, &session, &args).await;
    dispatch.shutdown().await;
    code
}

async fn show(dispatch: &Dispatch, session: &Arc<Session>, args: &ExplainArgs) -> anyhow::Result<ExitCode> {
    let mut arguments = Map::new();
    arguments.insert("url".to_owned(), json!(args.url));
    let opened = dispatch
        .call(
            "browser_navigate".to_owned(),
            arguments,
            Turn::alone(),
            CancellationToken::new(),
            Person::nobody(),
        )
        .await;
    if opened.is_error {
        for content in &opened.content {
            if let Content::Text(text) = content {
                anstream::eprintln!("{text}");
            }
        }
        return Ok(ExitCode::FAILURE);
    }
    let mut call = session.begin(LOOK_LIMIT, CancellationToken::new()).await?;
    let tab = call.same_tab().await?;
    let intent = args.intent.unwrap_or(if args.query.is_some() { Intent::Search } else { Intent::Browse });
    let request = ViewRequest {
        intent: intent.as_str(),
        query: args.query.clone().unwrap_or_default(),
        text_budget: Some(0),
        ..ViewRequest::default()
    };
    let look = call.look(&tab, &request).await?;
    for warning in &look.warnings {
        anstream::eprintln!("warning: {warning}");
    }
    let budget = session.settings().max_elements;
    let rows = rows(&mut call, &look, args.max);
    if args.json {
        let text = serde_json::to_string_pretty(&as_json(&look, &rows, budget))?;
        anstream::println!("{text}");
    } else {
        print(&look, &rows, budget);
    }
    Ok(ExitCode::SUCCESS)
}

/// The elements in the order of the view, then what is left out of it.
fn rows(call: &mut Call, look: &Look, most: usize) -> Vec<Row> {
    let elements = look.snapshot.elements();
    let ranked = look.order.iter().copied().enumerate().map(|(at, id)| (Some(at + 1), id));
    let left_out = (0..elements.len()).filter(|id| !look.order.contains(id)).map(|id| (None, id));
    let all: Vec<(Option<usize>, usize)> = ranked.chain(left_out).take(most).collect();
    all.into_iter().map(|(position, id)| row(call, look, position, id, elements[id])).collect()
}

fn row(call: &mut Call, look: &Look, position: Option<usize>, id: usize, placed: Placed<'_>) -> Row {
    let ranking = u32::try_from(id).ok().and_then(|id| look.rankings.get(&id)).cloned().unwrap_or_default();
    Row {
        position,
        line: render_line(&call.line(&look.snapshot, placed)),
        ranking,
        landmark: placed.element.hint("landmark").unwrap_or_default().to_owned(),
        in_viewport: placed.element.in_viewport,
        frame: placed.frame,
    }
}

fn as_json(look: &Look, rows: &[Row], budget: usize) -> Value {
    let main = look.snapshot.main();
    let element = |row: &Row| {
        let why = row.ranking.why.iter();
        json!({
            "position": row.position,
            "shown": row.position.is_some_and(|position| position <= budget),
            "line": row.line,
            "points": row.ranking.points,
            "why": why.map(|one| json!({"by": one.by, "points": one.points, "why": one.why})).collect::<Vec<_>>(),
            "landmark": row.landmark,
            "in_viewport": row.in_viewport,
            "frame": row.frame,
        })
    };
    json!({
        "url": main.url,
        "title": main.title,
        "budget": budget,
        "elements": look.snapshot.elements().len(),
        "left_out": look.left_out,
        "decisions": look.decisions,
        "ranking": rows.iter().map(element).collect::<Vec<_>>(),
    })
}

fn print(look: &Look, rows: &[Row], budget: usize) {
    let main = look.snapshot.main();
    let total = look.order.len() + look.left_out;
    anstream::println!("{HEAD}{}{HEAD:#}", header(&main.title, &main.url));
    for decision in &look.decisions {
        anstream::println!("{decision}");
    }
    anstream::println!("{total} elements; a view shows the first {budget}");
    let mut left_out = false;
    for row in rows {
        let position = row.position.map_or_else(|| "-".to_owned(), |position| position.to_string());
        if row.position.is_none() && !left_out {
            left_out = true;
            anstream::println!("{EDGE}---- left out by the rankers ----{EDGE:#}");
        }
        let (reference, rest) = row.line.split_once(' ').unwrap_or((&row.line, ""));
        anstream::println!("{position:>4} {REF}{reference}{REF:#} {rest}");
        anstream::println!("     {WHY}{}{WHY:#}", reasons(row));
        if row.position == Some(budget) && look.order.len() > budget {
            anstream::println!("{EDGE}---- here a view of {budget} elements ends ----{EDGE:#}");
        }
    }
    if total > rows.len() {
        anstream::println!("{} more: give --max {total}", total - rows.len());
    }
}

/// `+812: rank +812 the search field · banner · in view`.
fn reasons(row: &Row) -> String {
    let mut words = vec![format!("{:+}", row.ranking.points)];
    for one in &row.ranking.why {
        let why = if one.why.is_empty() { String::new() } else { format!(" {}", one.why) };
        words.push(format!("{} {:+}{why}", one.by, one.points));
    }
    if row.ranking.why.is_empty() {
        words.push("no ranker spoke of it".to_owned());
    }
    if !row.landmark.is_empty() {
        words.push(row.landmark.clone());
    }
    words.push(if row.in_viewport { "in view" } else { "must be scrolled to" }.to_owned());
    if row.frame > 0 {
        words.push(format!("frame {}", row.frame - 1));
    }
    words.join(" · ")
}
