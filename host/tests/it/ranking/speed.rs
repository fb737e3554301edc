//! What ranking costs on pages of many elements.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sekme::plugin::{Bounds, ElementFlags, ElementInput, PageInput, PluginHost, PluginOptions, RankRequest};
use sekme::progress::Progress;

/// A page of product cards with everything that the walker tells of an element.
fn page(count: u32) -> PageInput {
    let element = |id: u32| {
        let is_link = id % 3 != 0;
        let extra = [
            ("class", "product-card__title link link--muted text-sm"),
            ("testid", "product-title"),
            ("id", "product-title-1234"),
            ("landmark", "main"),
            ("card", "1"),
            ("context", "A lamp of brushed brass with a shade of linen · €129.00"),
            ("title", "A lamp of brushed brass"),
            ("place", "12 of 60"),
        ];
        ElementInput {
            id,
            tag: if is_link { "a" } else { "button" }.to_owned(),
            role: if is_link { "link" } else { "button" }.to_owned(),
            name: format!("A lamp of brushed brass with a shade of linen, number {id}"),
            href: is_link.then(|| format!("https://shop.example/lighting/lamps/brass-lamp-{id}?ref=list")),
            flags: ElementFlags { visible: true, interactive: true, in_main: true, ..ElementFlags::default() },
            bounds: Some(Bounds { x: 10, y: 10, w: 200, h: 30 }),
            extra: extra.map(|(key, value)| (key.to_owned(), value.to_owned())).to_vec(),
            ..ElementInput::default()
        }
    };
    PageInput {
        url: "https://shop.example/".to_owned(),
        elements: (0..count).map(element).collect(),
        ..PageInput::default()
    }
}

async fn bundled() -> PluginHost {
    let host = PluginHost::start(PluginOptions { bundled: true, ..PluginOptions::default() });
    assert!(host.ready(&Progress::uncancelled(Duration::from_mins(2))).await, "loading did not end");
    host
}

#[tokio::test]
async fn measure() {
    let host = bundled().await;
    let folder = tempfile::TempDir::new().unwrap();
    let bad = crate::support::components::Guest::new().ranker(crate::support::components::RANKS).build();
    let dir = crate::support::components::install(folder.path(), "noop", &["ranker"], &bad);
    let m = std::fs::read_to_string(dir.join("plugin.toml")).unwrap() + "\n[permissions]\nmax-elements = 2000\n";
    std::fs::write(dir.join("plugin.toml"), m).unwrap();
    let other = PluginHost::start(PluginOptions { dirs: vec![folder.path().to_owned()], ..PluginOptions::default() });
    assert!(other.ready(&Progress::uncancelled(Duration::from_mins(2))).await, "loading did not end");
    let request = RankRequest { want: 40, ..RankRequest::default() };
    for count in [100, 500, 500, 2_000, 2_000, 20_000, 20_000] {
        let page = Arc::new(page(count));
        let start = Instant::now();
        let ranked = host.rank(&page, &request).await;
        eprintln!("{count}: {:?} {} {:?}", start.elapsed(), ranked.value.len(), ranked.warnings);
        let start = Instant::now();
        let ranked = other.rank(&page, &request).await;
        eprintln!("{count}: noop {:?} {} {:?}", start.elapsed(), ranked.value.len(), ranked.warnings);
    }
}
