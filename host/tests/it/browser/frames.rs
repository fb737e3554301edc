//! Frames in one and in several processes, and script in them.

use std::time::Duration;

use sekme::browser::{BrowserError, Frame, MouseButton, Point, Tab, WaitUntil, World};
use sekme::progress::{Interrupted, Progress};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::{eval, eventually, fresh_tab, soon};
use crate::support::site::{Page, Site};

/// main ─ same (same process) ─ inner (same process)
///      └ cross (own process) ─ back (own process again)
async fn nested() -> Site {
    Site::serve([
        (
            "/",
            Page::html(
                "<body style='margin:0'><div style='height:40px'>top</div>\
                 <iframe name=same src=/same></iframe>\
                 <iframe name=cross src='http://localhost:{port}/cross' width=400 height=300></iframe>",
            ),
        ),
        ("/same", Page::html("<iframe name=inner src=/leaf></iframe>")),
        (
            "/cross",
            Page::html("<div style='height:30px'></div><iframe name=back src='http://127.0.0.1:{port}/leaf'></iframe>"),
        ),
        ("/leaf", Page::html("<button onclick=\"this.textContent='clicked '+event.isTrusted\">leaf</button>")),
    ])
    .await
}

fn named(tab: &Tab, name: &str) -> Frame {
    tab.frames().into_iter().find(|frame| frame.name() == name).unwrap_or_else(|| panic!("no frame {name}"))
}

fn names(tab: &Tab) -> Vec<String> {
    tab.frames().iter().map(Frame::name).collect()
}

async fn open(site: &Site) -> Tab {
    let tab = fresh_tab().await;
    tab.navigate(&site.url("/"), WaitUntil::Load, &soon()).await.unwrap();
    let whole = || names(&tab) == ["", "same", "inner", "cross", "back"];
    eventually("all frames are there", || whole() && named(&tab, "back").url().ends_with("/leaf")).await;
    tab
}

/// A call that never returns by itself. It marks the document once it runs.
async fn wait_for_ever(frame: &Frame) -> Result<Value, BrowserError> {
    let source = "() => { document.body.title = 'waits'; return new Promise(() => {}) }";
    frame.call_function(World::Isolated, source, &[], &soon()).await
}

/// Waits until [`wait_for_ever`] runs in the frame.
async fn waits(frame: &Frame) {
    let p = soon();
    let look = "document.body.title === 'waits'";
    while frame.evaluate(World::Main, look, &soon()).await.unwrap() != Value::Bool(true) {
        p.wait(Duration::from_millis(10)).await.expect("the call runs");
    }
}

#[tokio::test]
async fn frames_of_all_processes_are_one_tree() {
    let tab = open(&nested().await).await;
    let (main, same, inner) = (tab.main_frame(), named(&tab, "same"), named(&tab, "inner"));
    let (cross, back) = (named(&tab, "cross"), named(&tab, "back"));
    assert!(main.is_main() && main.parent().is_none());
    assert_eq!(same.parent(), Some(main.id()));
    assert_eq!(inner.parent(), Some(same.id()));
    assert_eq!(cross.parent(), Some(main.id()));
    assert_eq!(back.parent(), Some(cross.id()));
    let apart: Vec<bool> = tab.frames().iter().map(Frame::is_out_of_process).collect();
    assert_eq!(apart, [false, false, false, true, true]);
}

#[tokio::test]
async fn script_runs_in_every_frame_and_both_worlds() {
    let tab = open(&nested().await).await;
    for frame in tab.frames() {
        let place = frame.evaluate(World::Main, "location.href", &soon()).await.unwrap();
        assert_eq!(place, Value::String(frame.url()));
        frame.evaluate(World::Main, "window.mine = 1", &soon()).await.unwrap();
        let look = "() => [typeof window.mine, location.href]";
        let seen = frame.call_function(World::Isolated, look, &[], &soon()).await;
        assert_eq!(seen.unwrap(), json!(["undefined", frame.url()]));
    }
}

#[tokio::test]
async fn a_click_lands_in_the_frame_it_is_over() {
    let tab = open(&nested().await).await;
    assert_eq!(tab.main_frame().offset(&soon()).await.unwrap(), Point::default());
    for name in ["inner", "back"] {
        let frame = named(&tab, name);
        let middle = "() => { const r = document.querySelector('button').getBoundingClientRect(); \
                       return [r.x + r.width / 2, r.y + r.height / 2] }";
        let middle = frame.call_function(World::Isolated, middle, &[], &soon()).await.unwrap();
        let offset = frame.offset(&soon()).await.unwrap();
        let at =
            Point { x: offset.x + middle[0].as_f64().unwrap(), y: offset.y + middle[1].as_f64().unwrap() };
        let text = "document.querySelector('button').textContent";
        let p = soon();
        // Chrome routes to another process only once that one has painted.
        loop {
            tab.mouse_click(at, MouseButton::Left, 1, &soon()).await.unwrap();
            if frame.evaluate(World::Main, text, &soon()).await.unwrap() == "clicked true" {
                break;
            }
            p.wait(Duration::from_millis(50)).await.expect("the click arrives");
        }
    }
}

#[tokio::test]
async fn a_removed_frame_is_gone() {
    let tab = open(&nested().await).await;
    let cross = named(&tab, "cross");
    let removing = async {
        waits(&cross).await;
        eval(&tab, "document.querySelector('[name=cross]').remove()").await
    };
    let (pending, _) = tokio::join!(wait_for_ever(&cross), removing);
    assert_eq!(pending, Err(BrowserError::FrameGone));
    eventually("the frames are gone", || names(&tab) == ["", "same", "inner"]).await;
    assert_eq!(cross.evaluate(World::Main, "1", &soon()).await, Err(BrowserError::FrameGone));
}

#[tokio::test]
async fn a_frame_that_comes_back_to_the_pages_process_works_on() {
    let site = nested().await;
    let tab = open(&site).await;
    let cross = named(&tab, "cross");
    eval(&tab, "document.querySelector('[name=cross]').src = '/leaf'; 1").await;
    eventually("the frame is in the page's process", || {
        cross.url() == site.url("/leaf") && !cross.is_out_of_process()
    })
    .await;
    let text = cross.call_function(World::Isolated, "() => document.body.innerText", &[], &soon()).await;
    assert_eq!(text.unwrap(), "leaf");
    assert_eq!(names(&tab), ["", "same", "inner", "cross"]);
}

#[tokio::test]
async fn arguments_and_values_are_plain_data() {
    let tab = fresh_tab().await;
    let frame = tab.main_frame();
    let arguments = [json!({"text": "a\u{2028}\"b\" </script> 日本"}), json!([1, null, true])];
    for world in [World::Isolated, World::Main] {
        let value =
            frame.call_function(world, "async (a, b) => ({ a, b }) // done", &arguments, &soon()).await;
        assert_eq!(value.unwrap(), json!({"a": arguments[0], "b": arguments[1]}));
    }
    let value = frame.evaluate(World::Main, "let x = await Promise.resolve(20); x + 1", &soon()).await;
    assert_eq!(value.unwrap(), 21);
    let again = frame.evaluate(World::Main, "let x = 2; x", &soon()).await;
    assert_eq!(again.unwrap(), 2);
}

#[tokio::test]
async fn a_throwing_script_says_what_it_threw() {
    let tab = fresh_tab().await;
    for (source, expected) in [
        ("throw new TypeError('no\\nway')", "TypeError: no\nway"),
        ("Promise.reject(7)", "7"),
        ("(", "SyntaxError: Unexpected end of input"),
    ] {
        let error = tab.main_frame().evaluate(World::Main, source, &soon()).await.unwrap_err();
        assert_eq!(error, BrowserError::Script { message: expected.to_owned() });
    }
    let error = tab.main_frame().evaluate(World::Main, "window", &soon()).await.unwrap_err();
    assert!(matches!(error, BrowserError::Script { .. }), "{error:?}");
}

#[tokio::test]
async fn an_endless_script_ends_at_the_deadline_and_the_next_call_works() {
    let tab = fresh_tab().await;
    let frame = tab.main_frame();
    for source in ["() => { for (;;); }", "async () => { await null; for (;;); }"] {
        let short = Progress::uncancelled(Duration::from_millis(300));
        let error = frame.call_function(World::Isolated, source, &[], &short).await.unwrap_err();
        assert!(matches!(error, BrowserError::Interrupted(Interrupted::TimedOut { .. })), "{error:?}");
        assert_eq!(frame.call_function(World::Isolated, "() => 1 + 1", &[], &soon()).await.unwrap(), 2);
    }
}

#[tokio::test]
async fn a_cancelled_endless_script_does_not_block_the_next_call() {
    let site = nested().await;
    let tab = fresh_tab().await;
    tab.navigate(&site.url("/leaf"), WaitUntil::Load, &soon()).await.unwrap();
    let frame = tab.main_frame();
    let cancel = CancellationToken::new();
    let p = Progress::new(super::LIMIT * 10, cancel.clone());
    let looping = frame.evaluate(World::Main, "fetch('/looping'); for (;;);", &p);
    let cancelling = async {
        eventually("the loop runs", || site.was_asked("/looping")).await;
        cancel.cancel();
    };
    let (looping, ()) = tokio::join!(looping, cancelling);
    assert_eq!(looping, Err(BrowserError::Interrupted(Interrupted::Cancelled)));
    assert_eq!(frame.evaluate(World::Main, "1 + 1", &soon()).await.unwrap(), 2);
}

#[tokio::test]
async fn a_call_into_a_replaced_document_fails_and_the_next_one_works() {
    let site = nested().await;
    let tab = fresh_tab().await;
    tab.navigate(&site.url("/leaf"), WaitUntil::Load, &soon()).await.unwrap();
    let frame = tab.main_frame();
    let url = site.url("/same");
    let leaving = async {
        waits(&frame).await;
        tab.navigate(&url, WaitUntil::Load, &soon()).await
    };
    let (pending, navigation) = tokio::join!(wait_for_ever(&frame), leaving);
    assert_eq!(pending, Err(BrowserError::FrameGone));
    navigation.unwrap();
    let place = frame.call_function(World::Isolated, "() => location.pathname", &[], &soon()).await;
    assert_eq!(place.unwrap(), "/same");
}

#[tokio::test]
async fn a_crashed_page_fails_its_calls_and_a_navigation_brings_it_back() {
    let site = nested().await;
    let tab = fresh_tab().await;
    tab.navigate(&site.url("/leaf"), WaitUntil::Load, &soon()).await.unwrap();
    let frame = tab.main_frame();
    let crashing = async {
        waits(&frame).await;
        tab.navigate("chrome://crash", WaitUntil::Load, &soon()).await
    };
    let (pending, crash) = tokio::join!(wait_for_ever(&frame), crashing);
    assert!(matches!(pending, Err(BrowserError::TabCrashed | BrowserError::FrameGone)), "{pending:?}");
    crash.unwrap_err();
    eventually("the crash is seen", || tab.crashed()).await;
    assert_eq!(frame.evaluate(World::Main, "1", &soon()).await, Err(BrowserError::TabCrashed));
    assert_eq!(tab.press_key("a", &soon()).await, Err(BrowserError::TabCrashed));
    assert!(tab.navigate(&site.url("/leaf"), WaitUntil::Load, &soon()).await.unwrap().complete);
    assert!(!tab.crashed());
    assert_eq!(eval(&tab, "location.pathname").await, "/leaf");
}
