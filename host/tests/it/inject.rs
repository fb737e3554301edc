//! The page scripts through their typed functions, in a real Chrome. What they see in detail is checked beside them,
//! in `tests/js`.

use sekme::browser::{Frame, MouseButton, Point, Tab, WaitUntil, World};
use sekme::inject::{self, ReadOptions, WalkOptions};
use sekme::snapshot::facts::{
    ElementFacts, Fact, FormField, FrameFacts, Probe, ProbeRead, Relation, ScrollTo, SearchFormFacts,
    SubmitRung, Tri,
};

use crate::browser::{eval, fresh_tab, soon};
use crate::support::site::{Page, Site};

/// A tab that shows a page, and its main frame. The site lives as long as it is held.
async fn showing(body: &str) -> (Site, Tab, Frame) {
    let page = format!("<!doctype html><html lang=en><title>Test</title><body>{body}</body></html>");
    let site =
        Site::serve([("/", Page::html(&page)), ("/other", Page::html("<button>Other</button>"))]).await;
    let tab = fresh_tab().await;
    tab.navigate(&site.url("/"), WaitUntil::Load, &soon()).await.expect("the page loads");
    let frame = tab.main_frame();
    (site, tab, frame)
}

async fn walk(frame: &Frame) -> FrameFacts {
    inject::walk(frame, &WalkOptions::default(), &soon()).await.expect("the frame is read")
}

fn named<'facts>(facts: &'facts FrameFacts, name: &str) -> &'facts ElementFacts {
    let found = facts.elements.iter().find(|element| element.name == name);
    found.unwrap_or_else(|| panic!("no {name:?} in {:?}", facts.elements))
}

/// The id of the first element that matches a selector.
async fn id(frame: &Frame, css: &str) -> u32 {
    let matches = inject::query_selector(frame, css, &soon()).await.expect("the frame answers");
    *matches.ids.first().unwrap_or_else(|| panic!("nothing matches {css}"))
}

#[tokio::test]
async fn a_walk_tells_what_can_be_acted_on() {
    let (site, _tab, frame) = showing(
        "<main><h1>Sign in</h1><form><label>Name <input name=n value=Ada required></label>\
         <label><input type=checkbox checked> Stay</label><input type=password value=secret aria-label=Password>\
         <button disabled>Go</button></form><a href=/other>Help</a></main>",
    )
    .await;
    let facts = walk(&frame).await;
    assert_eq!(
        (facts.url.as_str(), facts.title.as_str(), facts.lang.as_str()),
        (site.url("/").as_str(), "Test", "en")
    );
    assert_eq!((facts.interactive, facts.skipped, facts.truncated), (5, 0, false));
    assert_eq!(facts.modal, None);
    assert_eq!(facts.text.lines().next(), Some("Sign in"));

    let name = named(&facts, "Name");
    assert_eq!((name.role.as_str(), name.value.as_deref()), ("textbox", Some("Ada")));
    assert!(name.states.required && name.states.editable && name.in_main && name.visible && name.in_viewport);
    assert_eq!(
        (name.hint("landmark"), name.hint("form"), name.hint("type")),
        (Some("form"), Some("1"), Some("text"))
    );
    assert_eq!(named(&facts, "Stay").states.checked, Some(Tri::True));
    assert_eq!(named(&facts, "Password").value, None);
    assert!(named(&facts, "Go").states.disabled);
    assert_eq!(named(&facts, "Help").href.as_deref(), Some(site.url("/other").as_str()));
    assert!(named(&facts, "Help").rect[2] > 10.0);
}

#[tokio::test]
async fn probes_are_answered_by_kind() {
    let (_site, _tab, frame) = showing("<p class=x data-k=v>One</p><p class=x>Two</p>").await;
    let probe = |id: &str, css: &str, read| Probe { id: id.to_owned(), css: css.to_owned(), read };
    let options = WalkOptions {
        probes: vec![
            probe("count", ".x", ProbeRead::Count),
            probe("text", ".x", ProbeRead::Text),
            probe("attr", ".x", ProbeRead::Attr("data-k".to_owned())),
            probe("none", ".y", ProbeRead::Text),
            probe("broken", "p[", ProbeRead::Count),
        ],
        ..WalkOptions::default()
    };
    let facts = inject::walk(&frame, &options, &soon()).await.unwrap().facts;
    let answers: Vec<_> = facts.into_iter().map(|(_, fact)| fact).collect();
    let text = |words: &str| Fact::Text(words.to_owned());
    assert_eq!(answers, [Fact::Count(2), text("One"), text("v"), Fact::Absent, Fact::Absent]);
}

#[tokio::test]
async fn probes_look_into_shadow_roots_and_name_listed_elements() {
    let (_site, _tab, frame) = showing(
        "<button class=x>One</button><div class=x hidden>Two</div><div class=bar><a href=/a>A</a><a href=/b>B</a></div>
         <div id=host></div><script>host.attachShadow({ mode: 'open' }).innerHTML = '<button class=x>Three</button>'</script>",
    )
    .await;
    let probe = |id: &str, css: &str, read| Probe { id: id.to_owned(), css: css.to_owned(), read };
    let options = WalkOptions {
        probes: vec![
            probe("count", ".x", ProbeRead::Count),
            probe("visible", ".x", ProbeRead::Visible),
            probe("elements", ".x, .bar", ProbeRead::Elements),
            probe("none", ".y", ProbeRead::Elements),
        ],
        ..WalkOptions::default()
    };
    let facts = inject::walk(&frame, &options, &soon()).await.unwrap();
    let ids = ["One", "A", "B", "Three"].map(|name| named(&facts, name).id);
    let answers: Vec<_> = facts.facts.iter().map(|(_, fact)| fact.clone()).collect();
    let Fact::Elements(found) = &answers[2] else { panic!("{answers:?}") };
    let mut found = found.clone();
    found.sort_unstable();
    let mut all = ids.to_vec();
    all.sort_unstable();
    assert_eq!(found, all);
    assert_eq!((&answers[0], &answers[1]), (&Fact::Count(3), &Fact::Count(2)));
    assert_eq!(answers[3], Fact::Elements(Vec::new()));
}

#[tokio::test]
async fn an_open_dialog_is_told_by_name() {
    let (_site, _tab, frame) = showing(
        "<button>Behind</button><dialog aria-label=Cookies><button>Accept</button></dialog>\
         <script>document.querySelector('dialog').showModal()</script>",
    )
    .await;
    let facts = walk(&frame).await;
    assert_eq!(facts.modal.as_deref(), Some("Cookies"));
    assert!(named(&facts, "Accept").in_dialog);
    assert!(!named(&facts, "Behind").in_dialog);
}

#[tokio::test]
async fn ids_stay_with_nodes_and_end_with_the_document() {
    let (site, tab, frame) = showing("<button>One</button><button>Two</button>").await;
    let before = named(&walk(&frame).await, "Two").id;
    eval(&tab, "document.querySelector('button').remove()").await;
    assert_eq!(named(&walk(&frame).await, "Two").id, before);

    eval(&tab, "document.querySelector('button').remove()").await;
    assert!(!inject::locate(&frame, before, true, &soon()).await.unwrap().attached);
    assert!(!inject::js_click(&frame, before, &soon()).await.unwrap());
    assert_eq!(inject::read_value(&frame, before, &soon()).await.unwrap(), None);

    tab.navigate(&site.url("/other"), WaitUntil::Load, &soon()).await.unwrap();
    assert_eq!(named(&walk(&tab.main_frame()).await, "Other").role, "button");
}

#[tokio::test]
async fn a_located_far_element_is_hit_by_a_real_click() {
    let (_site, tab, frame) = showing(
        "<div style='position:fixed;top:0;left:0;right:0;height:200px;background:#eee;z-index:5'></div>\
         <div style='height:3000px'></div><button onclick='document.title=`hit ${event.isTrusted}`'>Buy</button>\
         <div style='height:3000px'></div>",
    )
    .await;
    let element = named(&walk(&frame).await, "Buy").id;
    let located = inject::locate(&frame, element, true, &soon()).await.unwrap();
    assert!(located.attached && located.visible && located.in_viewport && located.enabled && located.stable);
    assert_eq!((located.covered_by.as_deref(), located.tag.as_str()), (None, "button"));
    let (x, y) = located.point.unwrap();
    tab.mouse_click(Point { x, y }, MouseButton::Left, 1, &soon()).await.unwrap();
    assert_eq!(eval(&tab, "document.title").await, "hit true");
}

#[tokio::test]
async fn a_covered_element_names_its_cover() {
    let (_site, _tab, frame) = showing(
        "<button>Buy</button><div role=dialog aria-label='Choose a city' style='position:fixed;inset:0'>x</div>",
    )
    .await;
    let located = inject::locate(&frame, id(&frame, "button").await, true, &soon()).await.unwrap();
    assert_eq!(located.covered_by.as_deref(), Some(r#"dialog "Choose a city""#));
    let cover = inject::locate(&frame, located.covering.unwrap(), false, &soon()).await.unwrap();
    assert_eq!(cover.role, "dialog");
}

#[tokio::test]
async fn frames_of_the_same_and_of_another_process_are_read_and_hit() {
    let inner = Page::html("<button onclick='document.title=\"inner hit\"'>Inner</button>");
    let outer = "<p style='height:200px'>x</p><iframe src='http://127.0.0.1:{port}/inner'></iframe>\
                 <iframe src='http://localhost:{port}/inner'></iframe>";
    let site = Site::serve([("/", Page::html(outer)), ("/inner", inner)]).await;
    let tab = fresh_tab().await;
    tab.navigate(&site.url("/"), WaitUntil::Load, &soon()).await.unwrap();
    let frames: Vec<_> = tab.frames().into_iter().filter(|frame| !frame.is_main()).collect();
    assert_eq!(frames.iter().map(Frame::is_out_of_process).collect::<Vec<_>>(), [false, true]);
    for frame in frames {
        let element = named(&walk(&frame).await, "Inner").id;
        let (x, y) = inject::locate(&frame, element, true, &soon()).await.unwrap().point.unwrap();
        let offset = frame.offset(&soon()).await.unwrap();
        let point = Point { x: offset.x + x, y: offset.y + y };
        tab.mouse_click(point, MouseButton::Left, 1, &soon()).await.unwrap();
        let title = frame.evaluate(World::Main, "document.title", &soon()).await.unwrap();
        assert_eq!(title, "inner hit");
    }
}

#[tokio::test]
async fn focus_selects_what_typing_replaces() {
    let (_site, tab, frame) = showing("<input value='old words'>").await;
    let element = id(&frame, "input").await;
    assert!(inject::focus(&frame, element, true, &soon()).await.unwrap());
    tab.insert_text("new", &soon()).await.unwrap();
    assert_eq!(inject::read_value(&frame, element, &soon()).await.unwrap().as_deref(), Some("new"));
    assert!(inject::focus(&frame, element, false, &soon()).await.unwrap());
    tab.insert_text("er", &soon()).await.unwrap();
    assert_eq!(inject::read_value(&frame, element, &soon()).await.unwrap().as_deref(), Some("newer"));
}

#[tokio::test]
async fn a_password_is_read_back_as_dots() {
    let (_site, _tab, frame) = showing("<input type=password>").await;
    let element = id(&frame, "input").await;
    assert!(inject::set_value(&frame, element, "s3cret", &soon()).await.unwrap());
    assert_eq!(inject::read_value(&frame, element, &soon()).await.unwrap().as_deref(), Some("••••••"));
}

#[tokio::test]
async fn a_refused_value_is_told() {
    let (_site, _tab, frame) = showing("<input type=number><p>x</p>").await;
    assert!(!inject::set_value(&frame, id(&frame, "input").await, "many", &soon()).await.unwrap());
    assert!(!inject::set_value(&frame, id(&frame, "p").await, "words", &soon()).await.unwrap());
}

#[tokio::test]
async fn options_are_chosen_by_what_a_person_reads() {
    let (_site, tab, frame) =
        showing("<select onchange='document.title=value'><option value=a>Anvil<option value=k>Kettle</select><p>x</p>")
            .await;
    let select = id(&frame, "select").await;
    let options = inject::native_options(&frame, select, &soon()).await.unwrap().unwrap();
    let labels: Vec<&str> = options.iter().map(|option| option.label.as_str()).collect();
    assert_eq!(labels, ["Anvil", "Kettle"]);
    let chosen = inject::select_options(&frame, select, &[1], &soon()).await.unwrap();
    assert_eq!(chosen, Some(vec!["Kettle".to_owned()]));
    assert_eq!(eval(&tab, "document.title").await, "k");
    assert_eq!(inject::select_options(&frame, id(&frame, "p").await, &[], &soon()).await.unwrap(), None);
}

#[tokio::test]
async fn a_form_is_sent_and_without_one_the_nearest_control_is_clicked() {
    let (_site, tab, frame) =
        showing("<form onsubmit='document.title=\"sent\"; return false'><input></form>").await;
    let rung = inject::submit_form(&frame, id(&frame, "input").await, &soon()).await.unwrap();
    assert_eq!((rung, eval(&tab, "document.title").await), (SubmitRung::RequestSubmit, "sent".into()));

    let (_site, tab, frame) = showing(
        "<div><input><i class=search-icon style='display:inline-block;width:9px;height:9px'></i></div>\
         <div style='position:fixed;inset:0'></div>\
         <script>document.querySelector('i').onclick = () => document.title = 'clicked'</script>",
    )
    .await;
    let rung = inject::submit_form(&frame, id(&frame, "input").await, &soon()).await.unwrap();
    assert_eq!(rung, SubmitRung::ControlClicked { what: "i.search-icon".to_owned() });
    assert_eq!(eval(&tab, "document.title").await, "clicked");

    let (_site, _tab, frame) = showing("<input>").await;
    let rung = inject::submit_form(&frame, id(&frame, "input").await, &soon()).await.unwrap();
    assert_eq!(rung, SubmitRung::None { beside: Vec::new() });
}

#[tokio::test]
async fn a_search_form_is_told_as_data() {
    let (site, _tab, frame) =
        showing("<form action=/find><input name=q><input type=hidden name=c value=7></form>").await;
    let form = inject::search_form(&frame, id(&frame, "input").await, &soon()).await.unwrap().unwrap();
    let field = |name: &str, kind: &str, value: &str| FormField {
        name: name.to_owned(),
        kind: kind.to_owned(),
        value: value.to_owned(),
    };
    assert_eq!(
        form,
        SearchFormFacts {
            page_url: site.url("/"),
            action: site.url("/find"),
            method: "get".to_owned(),
            fields: vec![field("q", "text", ""), field("c", "hidden", "7")],
            query: Some("q".to_owned()),
            search: true,
            filled: 0,
        }
    );
}

#[tokio::test]
async fn a_click_by_script_reaches_what_is_covered() {
    let (_site, tab, frame) = showing(
        "<button onclick='document.title=\"clicked\"'>B</button><div style='position:fixed;inset:0'></div>",
    )
    .await;
    assert!(inject::js_click(&frame, id(&frame, "button").await, &soon()).await.unwrap());
    assert_eq!(eval(&tab, "document.title").await, "clicked");
}

#[tokio::test]
async fn a_sample_grows_with_the_page() {
    let (site, tab, frame) = showing("<p>words</p>").await;
    let before = inject::sample(&frame, &soon()).await.unwrap();
    assert_eq!((before.interactive, before.ready.as_str(), before.url), (0, "complete", site.url("/")));
    eval(&tab, "document.body.innerHTML += '<button>More words</button>'").await;
    let after = inject::sample(&frame, &soon()).await.unwrap();
    assert_eq!(after.interactive, 1);
    assert!(after.text_len > before.text_len);
}

#[tokio::test]
async fn the_main_content_is_read_with_its_shape() {
    let words = "word ".repeat(60);
    let (_site, _tab, frame) = showing(&format!(
        "<nav><a href=/>Menu</a></nav><main><h1>Title</h1><ul><li>One</ul><table><tr><td>a<td>b</table><p>{words}</p></main>"
    ))
    .await;
    let read = inject::read_main(&frame, &ReadOptions::default(), &soon()).await.unwrap();
    assert_eq!(read.source, "main");
    assert_eq!(read.text.lines().take(3).collect::<Vec<_>>(), ["# Title", "- One", "a | b"]);

    let given = |css: &str| ReadOptions { selector: Some(css.to_owned()), ..ReadOptions::default() };
    assert_eq!(inject::read_main(&frame, &given("li"), &soon()).await.unwrap().text, "- One");
    assert_eq!(inject::read_main(&frame, &given("em"), &soon()).await.unwrap().source, "");
    assert!(inject::read_main(&frame, &given("li["), &soon()).await.unwrap().invalid.is_some());
}

#[tokio::test]
async fn text_is_found_with_the_control_beside_it() {
    let card = |title: &str| format!("<div><h3>{title}</h3><span>899,00 TL</span><button>Add</button></div>");
    let (_site, _tab, frame) = showing(&format!("{}{}", card("Çelik Çaydanlık"), card("Cam ISITICI"))).await;
    let found = inject::find_text(&frame, "cam ısıtıcı", 5, &soon()).await.unwrap();
    assert_eq!(found.hits.len(), 1);
    assert_eq!((found.hits[0].relation, found.hits[0].name.as_deref()), (Relation::Near, Some("Add")));
    assert_eq!(found.hits[0].context.as_deref(), Some("Cam ISITICI · 899,00 TL"));
    let second = inject::query_selector(&frame, "button", &soon()).await.unwrap().ids[1];
    assert_eq!(found.hits[0].element, Some(second));
    assert!(inject::find_text(&frame, "kettle", 5, &soon()).await.unwrap().hits.is_empty());
}

#[tokio::test]
async fn the_page_scrolls_until_its_end() {
    let (_site, _tab, frame) = showing("<div style='height:1500px'>x</div>").await;
    assert!(inject::scroll(&frame, None, ScrollTo::Down, None, &soon()).await.unwrap().moved);
    let end = inject::scroll(&frame, None, ScrollTo::Bottom, None, &soon()).await.unwrap();
    assert_eq!((end.moved, end.remaining_px, end.page), (true, 0, true));
    assert!(!inject::scroll(&frame, None, ScrollTo::Down, None, &soon()).await.unwrap().moved);
}

#[tokio::test]
async fn a_selector_finds_what_is_visible_first() {
    let (_site, _tab, frame) = showing("<a href=/1 hidden>1</a><a href=/2>2</a>").await;
    let matches = inject::query_selector(&frame, "a", &soon()).await.unwrap();
    assert_eq!((matches.ids.len(), matches.visible), (2, 1));
    assert_eq!(inject::locate(&frame, matches.ids[0], false, &soon()).await.unwrap().name, "2");
    assert!(inject::query_selector(&frame, "a[", &soon()).await.unwrap().invalid.is_some());
}

#[tokio::test]
async fn labels_are_drawn_and_removed() {
    let (_site, tab, frame) = showing("<button>B</button>").await;
    let before = eval(&tab, "document.documentElement.outerHTML").await;
    let labels = [(id(&frame, "button").await, "e1".to_owned()), (4711, "e2".to_owned())];
    assert_eq!(inject::annotate(&frame, &labels, false, &soon()).await.unwrap(), 1);
    inject::clear_annotations(&frame, &soon()).await.unwrap();
    assert_eq!(eval(&tab, "document.documentElement.outerHTML").await, before);
}

#[tokio::test]
async fn a_page_that_overwrites_everything_is_read_all_the_same() {
    let (_site, _tab, frame) = showing(
        "<script>Map = WeakMap = JSON = CSS = getComputedStyle = null; Array.prototype.map = null;\
         Element.prototype.getAttribute = Document.prototype.querySelectorAll = () => { throw 1; }</script>\
         <form name=body><input name=getAttribute aria-label=Q></form><div id=__sekme></div><button>Real</button>",
    )
    .await;
    let facts = walk(&frame).await;
    assert_eq!((facts.interactive, facts.skipped), (2, 0));
    assert_eq!(named(&facts, "Real").role, "button");
}
