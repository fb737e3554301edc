//! `browser_evaluate`.

use std::time::Duration;

use sekme_testapp::spawn;
use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

const PAGE: &str = "<title>Kettles</title><button id=save class='big red'>Save</button><p id=total>Total: 5</p>\
                    <ul><li>a</li><li>b</li></ul>";

/// Opens a page and checks what each script answers with.
async fn check(page: Page, table: &[(&str, &str)]) {
    let site = Site::serve([("/", page)]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    for (script, expected) in table {
        let answer = sekme.ok("browser_evaluate", json!({"expression": script})).await;
        assert_eq!(answer.text, *expected, "{script}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn scripts_are_understood_in_the_forms_that_models_send() {
    check(
        Page::html(PAGE),
        &[
            ("document.title", "\"Kettles\""),
            ("document.title;", "\"Kettles\""),
            ("{ a: 1, b: [2] }", "{\"a\":1,\"b\":[2]}"),
            ("({a: 1})", "{\"a\":1}"),
            ("() => document.title", "\"Kettles\""),
            ("async () => { await 0; return 7 }", "7"),
            ("function () { return this === window }", "true"),
            ("(() => 5)()", "5"),
            ("(() => 5)", "5"),
            ("await Promise.resolve(3)", "3"),
            ("new Promise((done) => setTimeout(() => done('late'), 50))", "\"late\""),
            ("const a = 2; return a * 3", "6"),
            ("const a = 2; a * 4", "8"),
            ("const a = 2; a * 5", "10"),
            ("const a = await Promise.resolve(4); if (a) { a + 1 }", "5"),
            ("typeof a", "\"undefined\""),
            ("1 + 1 // a comment", "2"),
            ("```js\n1 + 2\n```", "note: the fence around the script was dropped\n3"),
        ],
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn values_that_json_does_not_know_are_told() {
    check(
        Page::html(PAGE),
        &[
            ("undefined", "undefined"),
            ("null", "null"),
            ("[NaN, -0, Infinity, 12n, undefined]", "[NaN,-0,Infinity,12n,undefined]"),
            ("10n ** 20n", "100000000000000000000n"),
            ("new Date(0)", "\"1970-01-01T00:00:00.000Z\""),
            ("new Map([['a', new Set([1, 2])]])", "{\"a\":[1,2]}"),
            ("new Map([[1, 2]])", "[[1,2]]"),
            ("const a = {n: 1}; a.self = a; a", "{\"n\":1,\"self\":[circular]}"),
            ("const a = {n: 1}; [a, a]", "[{\"n\":1},{\"n\":1}]"),
            ("/a+/gi", "\"/a+/gi\""),
            ("[Symbol('x'), () => 1]", "[[symbol],[function]]"),
            ("document.querySelector", "[function querySelector]"),
            ("Symbol('x')", "[Symbol(x)]"),
            ("[new TypeError('bad')]", "[\"TypeError: bad\"]"),
            ("new Uint8Array([1, 2])", "[1,2]"),
            (
                "new DOMRect(1, 2, 3, 4)",
                "{\"x\":1,\"y\":2,\"width\":3,\"height\":4,\"top\":2,\"right\":4,\"bottom\":6,\"left\":1}",
            ),
            ("new URLSearchParams('a=1')", "{\"a\":\"1\"}"),
            ("document.getElementById('save').classList", "[\"big\",\"red\"]"),
            ("({ get a() { throw 1 }, b: 2 })", "{\"a\":undefined,\"b\":2}"),
            ("Array.from({length: 6000}, () => 1).slice(0, 2)", "[1,1]"),
            ("'\\ud83d'", "\"\u{fffd}\""),
            ("'a\\n\\u2028b'", "\"a\\n\\u2028b\""),
            ("[window, new Promise(() => {})]", "[[window],[promise]]"),
        ],
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn elements_are_lines_with_refs() {
    let site = Site::serve([("/", Page::html(PAGE))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    let save = view.reference(&["Save"]);
    let one = sekme.ok("browser_evaluate", json!({"expression": "document.querySelector('button')"})).await;
    assert_eq!(one.text, format!("{save} button \"Save\""));
    let several =
        sekme.ok("browser_evaluate", json!({"expression": "document.querySelectorAll('li, p')"})).await;
    let lines: Vec<&str> = several.text.lines().collect();
    assert!(lines[0].ends_with(" paragraph \"Total: 5\"") && lines.len() == 3, "{}", several.text);
    let mixed = sekme.ok("browser_evaluate", json!({"expression": "({ button: document.querySelector('#save'), text: document.querySelector('p').firstChild, detached: document.createElement('b') })"})).await;
    mixed.has(&format!(
        "{{\"button\":\"{save} button 'Save'\",\"text\":\"text 'Total: 5'\",\"detached\":\"b\"}}"
    ));
    // A ref that was given out for something that is no control works like any other.
    let total = lines[0].split(' ').next().unwrap();
    let read = json!({"ref": total, "expression": "element.textContent"});
    sekme.ok("browser_evaluate", read).await.has("\"Total: 5\"");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_element_is_handed_over_by_its_ref() {
    let pages = spawn().await;
    let mut sekme = Sekme::start(["--chrome-arg=--site-per-process"]).await;
    sekme.open(&pages.url("/chaos/frames")).await;
    let mut view = sekme.ok("browser_snapshot", json!({"full": true})).await;
    while view.elements().len() < 8 {
        view = sekme.ok("browser_snapshot", json!({"full": true})).await;
    }
    for name in ["Outer button", "Press same", "Press other", "Inline button", "Press boxed"] {
        let button = view.reference(&[name]);
        for script in [
            "element.textContent.trim()",
            "el => el.textContent.trim()",
            "(el) => { return el.textContent.trim() }",
            "const words = element.textContent; words.trim()",
            "return element.textContent.trim()",
        ] {
            let answer = sekme.ok("browser_evaluate", json!({"ref": button, "expression": script})).await;
            answer.has(&format!("\"{name}\""));
        }
    }
    let names = "Object.getOwnPropertyNames(window).filter((name) => /^_[0-9a-f]{16}$/.test(name))";
    assert_eq!(sekme.ok("browser_evaluate", json!({"expression": names})).await.text, "[]");
    let missing = sekme.fails("browser_evaluate", json!({"expression": "element.id"}), "invalid-input").await;
    missing.has("ReferenceError").has("hint: give `ref` as well");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_policy_and_no_overwritten_global_stands_in_the_way() {
    let broken = "<title>Broken</title><script>Promise.prototype.then = () => { throw 1 }; window.Promise = class {};\
                  JSON.stringify = null; window.Map = window.Object = window.Array = null;\
                  Array.prototype.map = null; Object.keys = null</script>";
    check(
        Page::html(broken),
        &[
            ("document.title", "\"Broken\""),
            ("({ a: [1, { b: 2 }] })", "{\"a\":[1,{\"b\":2}]}"),
            ("(async () => { await 0; return 5 })()", "5"),
            ("const x = 1; [x, new DOMPoint(1, 2)]", "[1,{\"x\":1,\"y\":2,\"z\":0,\"w\":1}]"),
        ],
    )
    .await;
    let strict = "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; script-src 'none'; \
                  require-trusted-types-for 'script'; trusted-types 'none'\"><title>Strict</title><p>x</p>";
    check(
        Page::html(strict),
        &[
            ("document.title", "\"Strict\""),
            ("const a = 1; a + 1", "2"),
            ("return document.querySelectorAll('p').length", "1"),
        ],
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_script_changes_is_told_before_its_value() {
    let site = Site::serve([
        ("/", Page::html(PAGE)),
        ("/next", Page::html("<title>Next</title><a href=/>Back</a>")),
    ])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    let added = json!({"expression": "document.body.append(document.createElement('button')); 1"});
    let added = sekme.ok("browser_evaluate", added).await;
    assert_eq!(added.text, "Evaluated → new: button\n1");
    let again = sekme.ok("browser_evaluate", json!({"expression": "1 + 1"})).await;
    assert_eq!(again.text, "2", "a change is told once");
    let alert = sekme.ok("browser_evaluate", json!({"expression": "confirm('Sure?')"})).await;
    assert_eq!(alert.receipt(), "Evaluated → confirm \"Sure?\" was accepted");
    assert!(alert.text.ends_with("\ntrue"), "{}", alert.text);
    let left = sekme.ok("browser_evaluate", json!({"expression": "location.href = '/next'"})).await;
    left.has("→ now at").has("/next");
    sekme.ok("browser_snapshot", json!({})).await.has("link \"Back\"");
    let waits = "location.href = '/'; await new Promise(() => {})";
    let left = sekme.ok("browser_evaluate", json!({"expression": waits})).await;
    left.has("the page was left before the script ended").has("→ now at");
    sekme.ok("browser_snapshot", json!({})).await.has("button \"Save\"");
}

#[tokio::test(flavor = "multi_thread")]
async fn endless_scripts_are_stopped_and_the_page_lives_on() {
    let site = Site::serve([("/", Page::html(PAGE))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    for script in [
        "for (;;);",
        "new Promise(() => {})",
        "await new Promise(() => {})",
        "await null; for (;;);",
        "() => { for (;;); }",
        "({ get a() { for (;;); } })",
        "({ toJSON() { for (;;); }, get a() { throw 1 } })",
    ] {
        let sent = json!({"expression": script, "timeout_ms": 300});
        let stopped = sekme.fails("browser_evaluate", sent, "timed-out").await;
        stopped.has("did not end within 300 ms");
        assert!(stopped.elapsed < Duration::from_secs(5), "{script}: {:?}", stopped.elapsed);
        let alive = sekme.ok("browser_evaluate", json!({"expression": "document.title"})).await;
        alive.has("\"Kettles\"");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_error_says_what_and_where() {
    let page = "<script src=/shop.js></script><title>Shop</title>";
    let script = "function load() {\n  return missing.thing;\n}";
    let site = Site::serve([("/", Page::html(page)), ("/shop.js", Page::html(script))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    for (script, expected) in [
        ("null.x", "the script failed: TypeError: Cannot read properties of null (reading 'x')\n"),
        ("const a = 1;\nnull.x", "(reading 'x') (line 2)\n"),
        ("() => {\n  const a = 1;\n  return JSON.parse('{');\n}", "(line 3)\n"),
        ("load()", "ReferenceError: missing is not defined (at load (http://127.0.0.1"),
        ("throw 'no'", "it threw \"no\"\n"),
        ("await Promise.reject(new RangeError('far'))", "RangeError: far\n"),
        ("const = 3", "SyntaxError: Unexpected token '='\n"),
        ("a +", "hint: send one expression"),
    ] {
        let failed = sekme.fails("browser_evaluate", json!({"expression": script}), "invalid-input").await;
        failed.has(expected);
        assert!(!failed.text.contains("The page now"), "{}", failed.text);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn long_values_are_cut_and_secrets_hidden() {
    let page = "<input type=password aria-label=Secret>";
    let site = Site::serve([("/", Page::html(page))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    let long = sekme.ok("browser_evaluate", json!({"expression": "'x'.repeat(20000)"})).await;
    long.has("cut at 8000 of 20002 characters");
    assert!(long.text.len() < 8_200);
    let many = sekme.ok("browser_evaluate", json!({"expression": "Array(1e6).fill(1)"})).await;
    assert!(many.text.len() < 8_200, "{}", many.text.len());
    let field = view.reference(&["Secret"]);
    sekme.ok("browser_type", json!({"ref": field, "text": "hunter2secret"})).await;
    let read = json!({"ref": field, "expression": "element.value"});
    let read = sekme.ok("browser_evaluate", read).await;
    assert!(!read.text.contains("hunter2"), "{}", read.text);
    assert!(!serde_json::to_string(&sekme.audit()).unwrap().contains("hunter2"));
}
