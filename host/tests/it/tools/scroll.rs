//! `browser_scroll`.

use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

async fn site() -> Site {
    let rows = |count: usize| (0..count).map(|n| format!("<p>Row {n}</p>")).collect::<Vec<_>>().concat();
    let list = format!(
        "<title>List</title><button>Top</button><div role=listbox aria-label=Cities tabindex=0 style='height:150px;overflow:auto'>{}</div>
         <div style='height:3000px'></div><button>End</button>",
        (0..40).map(|n| format!("<div role=option tabindex=-1>City {n}</div>")).collect::<Vec<_>>().concat()
    );
    let shell = format!(
        "<title>Shell</title><style>html,body{{height:100%;margin:0;overflow:hidden}}main{{height:80%;overflow:auto}}</style>
         <header>Head</header><main aria-label=Feed>{}</main>",
        rows(100)
    );
    let feed = "<title>Feed</title><div id=feed></div><script>
        let count = 0;
        const add = () => { for (let n = 0; n < 20; n++) feed.insertAdjacentHTML('beforeend', `<p><a href='#${count}'>Item ${count++}</a>`) };
        add(); add();
        addEventListener('scroll', () => { if (innerHeight + scrollY + 50 > document.body.scrollHeight && count < 80) setTimeout(add, 200) });
        </script>";
    Site::serve([
        ("/page", Page::html(&format!("<title>Page</title>{}", rows(100)))),
        (
            "/drawn",
            Page::html("<title>Drawn</title><p id=at>start</p><script>addEventListener('wheel', () => { at.textContent = 'moved on' })</script>"),
        ),
        ("/short", Page::html("<title>Short</title><p>One")),
        ("/list", Page::html(&list)),
        ("/shell", Page::html(&shell)),
        ("/feed", Page::html(feed)),
        ("/wide", Page::html("<title>Wide</title><div style='width:5000px'>Wide</div>")),
        (
            "/framed",
            Page::html("<title>Framed</title><style>*{margin:0}html{overflow:hidden}</style><iframe name=inner src=/page style='width:100vw;height:100vh;border:0'></iframe>"),
        ),
        (
            "/dialog",
            Page::html(&format!(
                "<title>Dialog</title>{}<dialog id=box aria-label=Terms style='height:300px;overflow:auto'><button>Agree</button>{}</dialog><script>box.showModal()</script>",
                rows(100),
                rows(50)
            )),
        ),
    ])
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scroll_says_how_far_it_went_and_what_remains() {
    let site = site().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/page")).await;
    let scroll = |direction: &str| json!({"direction": direction});
    let down = sekme.ok("browser_scroll", scroll("down")).await;
    down.has("Scrolled the page down ").has(" px below").has("in the window now:\n> Row 1");
    assert!(!down.text.contains("> Row 99"), "{}", down.text);
    let by = sekme.ok("browser_scroll", json!({"direction": "down", "amount": 100})).await;
    by.has("Scrolled the page down 100 px");
    sekme.ok("browser_scroll", scroll("bottom")).await.has("0 px below; this is the end");
    let end = sekme.ok("browser_scroll", scroll("down")).await;
    end.has("the page is already at the bottom → NO CHANGE: answer from what it shows");
    sekme.ok("browser_scroll", scroll("up")).await.has("Scrolled the page up ");
    sekme.ok("browser_scroll", scroll("top")).await.has("0 px above; this is the start");
    sekme.ok("browser_scroll", scroll("up")).await.has("already at the top");
    sekme.open(&site.url("/wide")).await;
    sekme.ok("browser_scroll", scroll("right")).await.has("Scrolled the page right ");
    sekme.ok("browser_scroll", scroll("left")).await.has("Scrolled the page left ");
    sekme.ok("browser_scroll", scroll("left")).await.has("goes no further to that side");
    sekme.open(&site.url("/short")).await;
    let short = sekme.ok("browser_scroll", scroll("down")).await;
    short.has("the page has nothing to scroll → NO CHANGE: it shows all it has");
    sekme.ok("browser_scroll", scroll("bottom")).await.has("the page shows all it has → NO CHANGE");
    sekme.open(&site.url("/drawn")).await;
    sekme.ok("browser_scroll", scroll("down")).await.has("Turned the wheel").has("moved on");
    sekme.fails("browser_scroll", json!({}), "invalid-input").await.has("`direction` is missing");
    sekme.fails("browser_scroll", scroll("sideways"), "invalid-input").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_scrolls_inside_a_page_is_scrolled_by_ref_or_where_the_page_cannot() {
    let site = site().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/list")).await;
    let list = view.reference(&["listbox"]);
    let down = sekme.ok("browser_scroll", json!({"ref": list, "direction": "down", "amount": 60})).await;
    down.has("Scrolled listbox \"Cities\" down 60 px");
    let end = view.reference(&["button \"End\""]);
    let to = sekme.ok("browser_scroll", json!({"ref": end, "direction": "down"})).await;
    to.has(&format!("Scrolled to {end} button \"End\", which is in sight now"));
    sekme.ok("browser_scroll", json!({"ref": end, "direction": "top"})).await.has("Scrolled the page up");
    sekme.open(&site.url("/shell")).await;
    sekme.ok("browser_scroll", json!({"direction": "down"})).await.has("Scrolled main \"Feed\" down ");
    sekme.open(&site.url("/framed")).await;
    sekme.ok("browser_scroll", json!({"direction": "down"})).await.has("Scrolled frame \"inner\" down ");
    sekme.open(&site.url("/dialog")).await;
    sekme.ok("browser_scroll", json!({"direction": "down"})).await.has("Scrolled dialog \"Terms\" down ");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_loads_as_one_scrolls_is_waited_for() {
    let site = site().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/feed")).await;
    let more = sekme.ok("browser_scroll", json!({"direction": "bottom"})).await;
    more.has(", more has loaded").has("new: 20 elements");
    sekme.ok("browser_scroll", json!({"direction": "bottom"})).await.has(", more has loaded");
    sekme.ok("browser_scroll", json!({"direction": "bottom"})).await.has("this is the end");
    sekme.ok("browser_scroll", json!({"direction": "down"})).await.has("NO CHANGE");
}
