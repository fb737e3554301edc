//! What counts as an effect for the loop guard, and what a page does by itself.

use serde_json::{Value, json};

use crate::support::sekme::{Sekme, gone, group};
use crate::support::site::{Page, Site};

/// Makes a call this often and says at which time it was stopped, from 1; 0 where it never was.
async fn stopped_at(sekme: &mut Sekme, tool: &str, arguments: &Value, times: usize) -> usize {
    for time in 1..=times {
        let answer = sekme.call(tool, arguments.clone()).await;
        if answer.text.starts_with("error[loop-guard]") {
            return time;
        }
        assert!(!answer.is_error, "{}", answer.text);
    }
    0
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_with_an_effect_that_no_text_shows_is_not_stopped() {
    let draw = "onclick='times++; const pen = board.getContext(`2d`); pen.fillStyle = `hsl(${times * 40} 90% 50%)`; pen.fillRect(0, 0, 80, 80)'";
    let paint = "onclick='times++; document.body.style.background = `hsl(${times * 40} 90% 50%)`'";
    let long = "<p>".to_owned() + &"Some words that fill the page. ".repeat(200) + "</p>";
    let page = |title: &str, body: &str| {
        Page::html(&format!(
            "<title>{title}</title><script>let times = 0; const next = () => ++times</script>{body}"
        ))
    };
    let site = Site::serve([
        (
            "/canvas",
            page(
                "Canvas",
                &format!("<button {draw}>Press</button><canvas id=board width=80 height=80></canvas>"),
            ),
        ),
        ("/colour", page("Colour", &format!("<button {paint}>Press</button>"))),
        ("/title", page("Title", "<button onclick='document.title = `Title ${next()}`'>Press</button>")),
        ("/fetch", page("Fetch", "<button onclick='fetch(`/value?${next()}`)'>Press</button>")),
        ("/value", Page::html("1")),
        (
            "/below",
            page(
                "Below",
                &format!("<button onclick='n.textContent = next()'>Press</button>{long}<p id=n>0</p>"),
            ),
        ),
    ])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    for path in ["/canvas", "/colour", "/title", "/fetch", "/below"] {
        let view = sekme.open(&site.url(path)).await;
        let press = json!({"ref": view.reference(&["Press"])});
        let stopped = stopped_at(&mut sekme, "browser_click", &press, 4).await;
        assert_eq!(stopped, 0, "{path}");
    }
    sekme.ok("browser_click", json!({"text": "Press"})).await.has("text further down the page changed");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_is_opened_again_for_what_is_new_and_after_chrome_was_lost() {
    let news = "<title>Queue</title><p id=p></p><a href=/>Again</a>\
        <script>localStorage.n = 1 + +(localStorage.n ?? 0); p.textContent = `${localStorage.n % 2 ? 3 : 2} waiting`</script>";
    let site = Site::serve([
        ("/", Page::html(news)),
        ("/same", Page::html("<title>Same</title><p>As ever</p><button>Dead</button>")),
    ])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let open = json!({"url": site.url("/")});
    assert_eq!(stopped_at(&mut sekme, "browser_navigate", &open, 6).await, 0);
    let reload = json!({"action": "reload"});
    assert_eq!(stopped_at(&mut sekme, "browser_history", &reload, 6).await, 0);

    let same = json!({"url": site.url("/same")});
    assert_eq!(stopped_at(&mut sekme, "browser_navigate", &same, 4).await, 3);
    let chrome = group(sekme.chrome().await);
    nix::sys::signal::kill(nix::unistd::Pid::from_raw(chrome[0]), nix::sys::signal::Signal::SIGKILL).unwrap();
    gone(&chrome).await;
    sekme.ok("browser_navigate", same).await.has("As ever");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_with_a_clock_hides_no_loop_and_stops_no_counter() {
    let clock = "<p>It is <b id=clock>0</b></p><script>setInterval(() => { clock.textContent = Date.now() }, 700)</script>";
    let body = "<button>Dead</button><p id=n>0</p><button onclick='n.textContent = +n.textContent + 1'>Plus</button>\
        <input id=cover aria-label=Field disabled>";
    let rotator = "<a id=ad href=#>Advert 0</a><script>let turn = 0; setInterval(() => { ad.textContent = `Advert ${++turn % 5}` }, 600)</script>";
    let site = Site::serve([
        ("/clock", Page::html(&format!("<title>Clock</title>{clock}{body}"))),
        ("/adverts", Page::html(&format!("<title>Adverts</title>{rotator}{body}"))),
    ])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    for path in ["/clock", "/adverts"] {
        let view = sekme.open(&site.url(path)).await;
        let plus = json!({"ref": view.reference(&["Plus"])});
        assert_eq!(stopped_at(&mut sekme, "browser_click", &plus, 6).await, 0, "{path}");
        sekme.ok("browser_snapshot", json!({"full": true})).await.has("> 6");
        let dead = json!({"ref": view.reference(&["Dead"])});
        let stopped = stopped_at(&mut sekme, "browser_click", &dead, 6).await;
        assert!((3..=6).contains(&stopped), "{path}: {stopped}");
    }
    let field = json!({"selector": "#cover", "text": "x"});
    let mut codes = Vec::new();
    for _ in 0..4 {
        let answer = sekme.call("browser_type", field.clone()).await;
        codes.push(answer.text.split(']').next().unwrap_or_default().to_owned());
    }
    assert_eq!(codes.last().map(String::as_str), Some("error[loop-guard"), "{codes:?}");
}
