//! Input, dialogs, popups, pictures.

use sekme::browser::{
    Browser, BrowserError, DialogKind, DialogRecord, DialogRule, DialogWord, ImageFormat, MouseButton, Point,
    Rect, ScreenshotOptions, Tab, WaitUntil, World,
};
use sekme::progress::Progress;

use super::{Folders, SHARED, eval, eventually, eventually_in, fresh_tab, soon};
use crate::support::site::{Page, Site};

async fn showing(body: &str) -> (Site, Tab) {
    let site = Site::serve([("/", Page::html(body)), ("/next", Page::html("<title>Next</title>"))]).await;
    let tab = fresh_tab().await;
    tab.navigate(&site.url("/"), WaitUntil::Load, &soon()).await.unwrap();
    (site, tab)
}

#[tokio::test]
async fn keys_and_text_reach_the_focused_field() {
    let (_site, tab) = showing("<input id=i><script>i.focus()</script>").await;
    for key in ["a", "B", "3", "%", "Space", "+"] {
        tab.press_key(key, &soon()).await.unwrap();
    }
    tab.insert_text("é日👍", &soon()).await.unwrap();
    tab.press_key("👨‍👩‍👧", &soon()).await.unwrap();
    assert_eq!(eval(&tab, "i.value").await, "aB3% +é日👍👨‍👩‍👧");
    tab.press_key("Home", &soon()).await.unwrap();
    tab.press_key("Delete", &soon()).await.unwrap();
    tab.press_key("shift+end", &soon()).await.unwrap();
    tab.press_key("Backspace", &soon()).await.unwrap();
    assert_eq!(eval(&tab, "i.value").await, "");
    tab.insert_text("all of it", &soon()).await.unwrap();
    tab.press_key("Control+A", &soon()).await.unwrap();
    tab.press_key("x", &soon()).await.unwrap();
    assert_eq!(eval(&tab, "i.value").await, "x");
}

#[tokio::test]
async fn a_chord_looks_to_the_page_as_from_a_keyboard() {
    let (_site, tab) = showing(
        "<script>seen = []; onkeydown = e => seen.push([e.key, e.code, e.keyCode, e.ctrlKey, e.shiftKey, e.isTrusted])</script>",
    )
    .await;
    tab.press_key("Control+Shift+k", &soon()).await.unwrap();
    assert_eq!(
        eval(&tab, "JSON.stringify(seen)").await,
        r#"[["Control","ControlLeft",17,true,false,true],["Shift","ShiftLeft",16,true,true,true],["K","KeyK",75,true,true,true]]"#
    );
}

#[tokio::test]
async fn enter_submits_a_form() {
    let (site, tab) =
        showing("<form action=/next><input id=i name=q><script>i.focus()</script></form>").await;
    tab.insert_text("x", &soon()).await.unwrap();
    tab.press_key("Enter", &soon()).await.unwrap();
    eventually("the form is sent", || tab.url() == site.url("/next?q=x")).await;
}

#[tokio::test]
async fn an_unknown_key_names_the_nearest() {
    let tab = fresh_tab().await;
    let error = tab.press_key("Entr", &soon()).await.unwrap_err();
    assert_eq!(error, BrowserError::UnknownKey { key: "Entr".to_owned(), nearest: Some("Enter".to_owned()) });
}

#[tokio::test]
async fn clicks_count_and_have_buttons() {
    let (_site, tab) = showing(
        "<body style='margin:0'><div style='width:200px;height:200px'></div><script>seen = [];\
         for (const kind of ['click', 'dblclick', 'contextmenu']) addEventListener(kind, e => seen.push(`${kind} ${e.detail} ${e.button}`))\
         </script>",
    )
    .await;
    let at = Point { x: 100.0, y: 100.0 };
    tab.mouse_click(at, MouseButton::Left, 2, &soon()).await.unwrap();
    tab.mouse_click(at, MouseButton::Right, 1, &soon()).await.unwrap();
    assert_eq!(eval(&tab, "seen.join()").await, "click 1 0,click 2 0,dblclick 2 0,contextmenu 0 2");
}

#[tokio::test]
async fn the_wheel_scrolls_and_a_move_hovers() {
    let (_site, tab) = showing(
        "<style>p:hover { color: rgb(1, 2, 3) }</style><p id=p>hover</p><div style='height:5000px'></div>",
    )
    .await;
    tab.mouse_move(Point { x: 20.0, y: 25.0 }, &soon()).await.unwrap();
    eventually_in(&tab, "getComputedStyle(p).color === 'rgb(1, 2, 3)'").await;
    tab.wheel(Point { x: 100.0, y: 100.0 }, 0.0, 700.0, &soon()).await.unwrap();
    eventually_in(&tab, "scrollY === 700").await;
}

#[tokio::test]
async fn dialogs_are_answered_by_the_rule_and_recorded() {
    let (_site, tab) = showing("").await;
    let record = |kind, message: &str, accepted| DialogRecord {
        kind,
        message: message.to_owned(),
        accepted,
        word: DialogWord::Rule,
        origin: None,
    };
    let answers = eval(&tab, "[alert('a'), confirm('c'), prompt('p', 'preset')]").await;
    assert_eq!(answers, serde_json::json!([null, true, "preset"]));
    assert_eq!(
        tab.take_dialogs(),
        [
            record(DialogKind::Alert, "a", true),
            record(DialogKind::Confirm, "c", true),
            record(DialogKind::Prompt, "p", true)
        ]
    );
    assert!(tab.dialogs().is_empty());

    let folders = Folders::new();
    let browser = Browser::launch(&folders.options(), &soon()).await.unwrap();
    browser.set_dialog_rule(DialogRule::Dismiss);
    let tab = browser.current_tab(&soon()).await.unwrap();
    let answers = eval(&tab, "[alert('a'), confirm('c'), prompt('p', 'preset')]").await;
    assert_eq!(answers, serde_json::json!([null, false, null]));
    assert_eq!(tab.dialogs().last(), Some(&record(DialogKind::Prompt, "p", false)));
    browser.close().await;
}

#[tokio::test]
async fn a_click_that_opens_a_dialog_returns() {
    let (_site, tab) = showing(
        "<body style='margin:0'><button style='width:200px;height:100px' onclick=\"this.textContent = confirm('sure?')\">",
    )
    .await;
    tab.mouse_click(Point { x: 50.0, y: 50.0 }, MouseButton::Left, 1, &soon()).await.unwrap();
    eventually_in(&tab, "document.querySelector('button').textContent === 'true'").await;
    assert_eq!(tab.dialogs().len(), 1);
}

#[tokio::test]
async fn a_page_that_asks_before_it_is_left_is_left() {
    let (site, tab) = showing(
        "<body style='margin:0;height:400px'><script>onbeforeunload = e => e.preventDefault()</script>",
    )
    .await;
    // Chrome asks only after a person has touched the page.
    tab.mouse_click(Point { x: 50.0, y: 50.0 }, MouseButton::Left, 1, &soon()).await.unwrap();
    let navigation = tab.navigate(&site.url("/next"), WaitUntil::Load, &soon()).await.unwrap();
    assert!(navigation.complete);
    let dialogs = tab.take_dialogs();
    assert_eq!((dialogs[0].kind, dialogs[0].accepted), (DialogKind::BeforeUnload, true));
}

#[tokio::test]
async fn endless_alerts_starve_nobody() {
    let (site, tab) =
        showing("<script>onload = () => setTimeout(() => { for (;;) alert('again') }, 0)</script>").await;
    let other = SHARED.browser.new_tab(&site.url("/next"), &soon()).await.unwrap();
    assert_eq!(eval(&other, "document.title").await, "Next");
    eventually("the tab is closed", || !tab.is_open()).await;
    let flood = tab.take_flood().unwrap();
    assert_eq!((flood.count, flood.message.as_str()), (21, "again"));
    let error = tab.navigate(&site.url("/next"), WaitUntil::Load, &soon()).await.unwrap_err();
    assert!(matches!(error, BrowserError::DialogFlood(_)), "{error:?}");
}

#[tokio::test]
async fn a_popup_is_a_tab_with_its_opener() {
    let (site, tab) = showing(
        "<body style='margin:0'><button style='width:200px;height:100px' onclick=\"window.open('/next')\">open",
    )
    .await;
    tab.mouse_click(Point { x: 50.0, y: 50.0 }, MouseButton::Left, 1, &soon()).await.unwrap();
    let popup = || SHARED.browser.tabs().into_iter().find(|other| other.opener() == Some(tab.id()));
    eventually("the popup has loaded", || popup().is_some_and(|popup| popup.url() == site.url("/next")))
        .await;
    let popup = popup().unwrap();
    eventually_in(&popup, "document.title === 'Next'").await;
    assert_ne!(popup.id(), tab.id());
    // Closing itself while the click is under way.
    eval(
        &popup,
        "document.body.innerHTML = '<button style=\"position:fixed;inset:0\" onclick=\"window.close()\">x'; 1",
    )
    .await;
    popup.mouse_click(Point { x: 50.0, y: 50.0 }, MouseButton::Left, 1, &soon()).await.unwrap();
    eventually("the popup is closed", || !popup.is_open()).await;
}

#[tokio::test]
async fn a_script_that_opens_a_popup_is_not_blocked_by_it() {
    let (_site, tab) = showing("").await;
    let opened = tab.main_frame().evaluate(World::Main, "!!open('/next')", &soon()).await.unwrap();
    assert_eq!(opened, true);
}

fn size(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[1..4], b"PNG");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[tokio::test]
async fn pictures_have_the_wanted_size() {
    let (_site, tab) =
        showing("<body style='margin:0'><div style='width:100px;height:3000px;background:red'>").await;
    let viewport = eval(&tab, "[innerWidth, innerHeight]").await;
    let (width, height) = (viewport[0].as_u64().unwrap(), viewport[1].as_u64().unwrap());
    let take = async |o: ScreenshotOptions| size(&tab.screenshot(&o, &soon()).await.unwrap());
    let plain = take(ScreenshotOptions::default()).await;
    assert_eq!((u64::from(plain.0), u64::from(plain.1)), (width, height));
    let full = ScreenshotOptions { full_page: true, ..ScreenshotOptions::default() };
    assert_eq!(take(full).await.1, 3000);
    let clip = Some(Rect { x: 10.0, y: 20.0, width: 50.0, height: 60.0 });
    assert_eq!(take(ScreenshotOptions { clip, ..ScreenshotOptions::default() }).await, (50, 60));
    let small = ScreenshotOptions { max_width: Some(320), ..ScreenshotOptions::default() };
    assert_eq!(take(small).await.0, 320);
    let jpeg =
        ScreenshotOptions { format: ImageFormat::Jpeg, quality: Some(40), ..ScreenshotOptions::default() };
    assert_eq!(&tab.screenshot(&jpeg, &soon()).await.unwrap()[..2], [0xff, 0xd8]);
}

#[tokio::test]
async fn a_tab_in_the_background_takes_clicks_and_pictures() {
    let (_site, tab) = showing(
        "<body style='margin:0;height:400px'><script>onclick = () => document.title = 'clicked'</script>",
    )
    .await;
    let front = fresh_tab().await;
    tab.mouse_click(Point { x: 50.0, y: 50.0 }, MouseButton::Left, 1, &soon()).await.unwrap();
    eventually_in(&tab, "document.title === 'clicked'").await;
    assert!(!tab.screenshot(&ScreenshotOptions::default(), &soon()).await.unwrap().is_empty());
    front.close(&soon()).await.unwrap();
}

#[tokio::test]
async fn input_ends_at_the_deadline_on_a_stuck_page() {
    let (site, tab) =
        showing("<script>onload = () => setTimeout(() => { fetch('/looping'); for (;;); }, 0)</script>")
            .await;
    eventually("the loop runs", || site.was_asked("/looping")).await;
    let short = Progress::uncancelled(std::time::Duration::from_millis(300));
    let error = tab.mouse_click(Point { x: 5.0, y: 5.0 }, MouseButton::Left, 1, &short).await.unwrap_err();
    assert!(matches!(error, BrowserError::Interrupted(_)), "{error:?}");
    tab.close(&soon()).await.unwrap();
}
