//! `browser_screenshot`.

use base64::Engine as _;
use sekme_testapp::spawn;
use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

#[tokio::test(flavor = "multi_thread")]
async fn pictures_are_saved_and_sent() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&pages.url("/tasks/login")).await;
    let plain = sekme.ok("browser_screenshot", json!({"path": "plain.png"})).await;
    let drawn = sekme.ok("browser_screenshot", json!({"annotate": true, "path": "drawn.png"})).await;
    assert_eq!(drawn.elements(), view.elements(), "the refs drawn are those of the view");
    let read = |name: &str| std::fs::read(sekme.artifacts.path().join("screenshots").join(name)).unwrap();
    assert!(read("plain.png").starts_with(b"\x89PNG"));
    assert_ne!(read("plain.png"), read("drawn.png"));
    assert_eq!(plain.result["content"][1]["mimeType"], "image/png");
    let again = sekme.ok("browser_screenshot", json!({"path": "again.png"})).await;
    assert!(!again.text.is_empty());
    let read = |name: &str| std::fs::read(sekme.artifacts.path().join("screenshots").join(name)).unwrap();
    assert_eq!(read("plain.png"), read("again.png"), "what was drawn is gone again");
}

#[tokio::test(flavor = "multi_thread")]
async fn size_format_and_element_can_be_chosen() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&pages.url("/tasks/login")).await;
    let jpeg = json!({"format": "jpeg", "quality": 40, "max_width": 300, "full_page": true});
    let jpeg = sekme.ok("browser_screenshot", jpeg).await;
    assert_eq!(jpeg.result["content"][1]["mimeType"], "image/jpeg");
    let button = view.reference(&["Sign in"]);
    sekme.ok("browser_screenshot", json!({"ref": button})).await.has("button \"Sign in\"");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_overwrites_nothing_but_pictures() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&pages.url("/tasks/login")).await;
    for path in ["../out.png", "notes.txt", "a/../../b.png", ".bashrc", "/tmp/out.png"] {
        sekme.fails("browser_screenshot", json!({"path": path}), "invalid-input").await;
    }
}

/// Width and height of a picture, and how many of its pixels are (nearly) red, by the browser's own decoder.
async fn measure(sekme: &mut Sekme, name: &str) -> (u64, u64, u64) {
    let bytes = std::fs::read(sekme.artifacts.path().join("screenshots").join(name)).expect("a file");
    let data = base64::engine::general_purpose::STANDARD.encode(bytes);
    let script = format!(
        "const image = new Image(); image.src = 'data:image/png;base64,{data}'; await image.decode();\
         const canvas = document.createElement('canvas'); canvas.width = image.width; canvas.height = image.height;\
         const brush = canvas.getContext('2d'); brush.drawImage(image, 0, 0);\
         const all = brush.getImageData(0, 0, image.width, image.height).data; let red = 0;\
         for (let at = 0; at < all.length; at += 4) if (all[at] > 240 && all[at + 1] < 16 && all[at + 2] < 16) red++;\
         [image.width, image.height, red]"
    );
    let answer = sekme.ok("browser_evaluate", json!({"expression": script})).await;
    serde_json::from_str(answer.text.lines().last().unwrap_or_default()).expect("three numbers")
}

const RED: &str = "style='background:red;border:0;padding:0;color:red;display:block";

#[tokio::test(flavor = "multi_thread")]
async fn an_element_is_photographed_whole_wherever_it_stands() {
    let inside = format!("<body style='margin:0'><button {RED};width:100px;height:60px'>Inside</button>");
    let page = format!(
        "<body style='margin:0'><div style='height:1500px'></div><button {RED};width:80px;height:2000px'>Tall</button>\
         <div style='height:100px;width:200px;overflow:auto'><div style='height:400px'></div>\
         <button {RED};width:70px;height:50px'>Scrolled</button><div style='height:400px'></div></div>\
         <div style='height:100px;width:200px;overflow:auto'><button {RED};width:70px;height:300px'>Cut</button></div>\
         <iframe style='border:0;width:300px;height:100px' src='http://localhost:{{port}}/inside'></iframe>\
         <button {RED};width:0;height:0;overflow:hidden' aria-label=Nothing></button>"
    );
    let site = Site::serve([("/", Page::html(&page)), ("/inside", Page::html(&inside))]).await;
    let mut sekme = Sekme::start(["--chrome-arg=--site-per-process"]).await;
    let view = sekme.open(&site.url("/")).await;
    for (name, width, height) in
        [("Tall", 80, 2000), ("Scrolled", 70, 50), ("Cut", 70, 100), ("Inside", 100, 60)]
    {
        let reference = view.reference(&[name]);
        let taken = sekme.ok("browser_screenshot", json!({"ref": reference, "path": "one.png"})).await;
        taken.has(&format!("button \"{name}\" to ")).has(&format!("({width}x{height}, "));
        assert_eq!(taken.text.contains("only the part"), name == "Cut", "{}", taken.text);
        assert_eq!(measure(&mut sekme, "one.png").await, (width, height, width * height), "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn refs_are_drawn_in_every_frame_and_on_the_whole_page_and_always_removed() {
    let page = "<title>Host</title><button>Above</button><iframe style='width:300px;height:100px' \
                src='http://localhost:{port}/inside'></iframe><div style='height:2500px'></div><button>Below</button>";
    let site =
        Site::serve([("/", Page::html(page)), ("/inside", Page::html("<button>Inside</button>"))]).await;
    let mut sekme = Sekme::start(["--chrome-arg=--site-per-process"]).await;
    let view = sekme.open(&site.url("/")).await;
    let inside = view.reference(&["Inside"]);
    let read = |sekme: &Sekme, name: &str| {
        std::fs::read(sekme.artifacts.path().join("screenshots").join(name)).unwrap()
    };
    sekme.ok("browser_screenshot", json!({"ref": inside, "path": "a.png"})).await;
    sekme.ok("browser_screenshot", json!({"ref": inside, "path": "b.png", "annotate": true})).await;
    assert_ne!(
        read(&sekme, "a.png"),
        read(&sekme, "b.png"),
        "the frame of another process has its refs drawn"
    );
    sekme.ok("browser_screenshot", json!({"full_page": true, "path": "c.png"})).await;
    let whole = json!({"full_page": true, "path": "d.png", "annotate": true});
    sekme.ok("browser_screenshot", whole).await.has("button \"Below\"");
    assert_ne!(read(&sekme, "c.png"), read(&sekme, "d.png"));
    let below = view.reference(&["Below"]);
    for (path, annotate) in [("e.png", false), ("f.png", true), ("g.png", false)] {
        sekme.ok("browser_screenshot", json!({"ref": below, "path": path, "annotate": annotate})).await;
    }
    assert_ne!(read(&sekme, "e.png"), read(&sekme, "f.png"));
    assert_eq!(read(&sekme, "e.png"), read(&sekme, "g.png"), "what was drawn is gone again");
    let drawn = json!({"expression": "document.documentElement.children.length"});
    assert_eq!(sekme.ok("browser_evaluate", drawn).await.text, "2", "nothing is left in the document");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_too_large_or_cannot_be_saved_is_refused_with_a_remedy() {
    let noise = "<body style='margin:0'><canvas id=c width=1400 height=2400 style='display:block'></canvas><script>\
                 const brush = c.getContext('2d'), all = brush.createImageData(1400, 2400);\
                 for (let at = 0; at < all.data.length; at += 65536) \
                 crypto.getRandomValues(all.data.subarray(at, at + 65536));\
                 for (let at = 3; at < all.data.length; at += 4) all.data[at] = 255;\
                 brush.putImageData(all, 0, 0)</script>";
    let site = Site::serve([("/", Page::html(noise))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    let large = sekme.fails("browser_screenshot", json!({"full_page": true}), "invalid-input").await;
    large.has("too large to send").has("max_width=800");
    let small = json!({"full_page": true, "max_width": 400, "format": "jpeg"});
    sekme.ok("browser_screenshot", small).await.has("(400x");
    std::fs::create_dir_all(sekme.artifacts.path().join("screenshots/folder.png")).unwrap();
    std::fs::write(sekme.artifacts.path().join("screenshots/file"), "x").unwrap();
    for (arguments, problem) in [
        (json!({"path": "folder.png"}), "is a folder"),
        (json!({"path": "file/a.png"}), "cannot be made"),
        (json!({"path": "a.jpg", "format": "png"}), "does not end like a png file"),
    ] {
        sekme
            .fails("browser_screenshot", arguments, "invalid-input")
            .await
            .has(problem)
            .has("leave `path` out");
    }
    let named = sekme.ok("browser_screenshot", json!({"path": "sub/a.jpg"})).await;
    assert_eq!(named.result["content"][1]["mimeType"], "image/jpeg", "the ending says the format");
}
