//! An encyclopedia in two languages: a plain form, results at `/w/index.php?search=`, one whole article.

use axum::http::StatusCode;
use axum::response::Response;

use crate::registry::{Answer, Family, Page};
use crate::template::{encode, escape, fill};
use crate::visit::Visit;
use crate::{catalogue, reply, template, turkish};

const HOSTS: &[&str] = &["en.wikipedia.org", "tr.wikipedia.org"];

/// The family.
pub(crate) const FAMILY: Family = Family {
    name: "Encyclopedia like wikipedia.org",
    pages: &[
        Page {
            hosts: HOSTS,
            path: "/",
            title: "Main page",
            tests: "a form with a search field and a hidden one",
            success: "Enter leads to /w/index.php?search=…",
            answer: Answer::Now(article),
        },
        Page {
            hosts: HOSTS,
            path: "/w/index.php?search=ferry",
            title: "Search results",
            tests: "a list of articles; the exact title of the article leads straight to it",
            success: "“Search results” or “Arama sonuçları”, or the article",
            answer: Answer::Now(results),
        },
        Page {
            hosts: HOSTS,
            path: "/wiki/*",
            title: "Article",
            tests: "reading an article with a table, headings and footnotes",
            success: "“1874”, the year in which the lighthouse was built",
            answer: Answer::Now(article),
        },
        Page::part(HOSTS, "/*", Answer::Now(missing)),
    ],
};

/// The words and files of one language.
struct Language {
    title: &'static str,
    layout: &'static str,
    article: &'static str,
    results: &'static str,
    results_title: &'static str,
    subjects: [&'static str; 20],
    site: &'static str,
}

const ENGLISH: Language = Language {
    title: "Lighthouse of Velmora",
    layout: include_str!("../../pages/wikipedia/layout.en.html"),
    article: include_str!("../../pages/wikipedia/article.en.html"),
    results: include_str!("../../pages/wikipedia/results.en.html"),
    results_title: "Search results",
    subjects: [
        "History",
        "Geography",
        "Economy",
        "Music",
        "Architecture",
        "Cuisine",
        "Legends",
        "Flora",
        "Fauna",
        "Climate",
        "Transport",
        "Education",
        "Literature",
        "Industry",
        "Demographics",
        "Sports",
        "Painting",
        "Cinema",
        "Law",
        "Names",
    ],
    site: "wikipedia lookalike",
};

const TURKISH: Language = Language {
    title: "Velmora Feneri",
    layout: include_str!("../../pages/wikipedia/layout.tr.html"),
    article: include_str!("../../pages/wikipedia/article.tr.html"),
    results: include_str!("../../pages/wikipedia/results.tr.html"),
    results_title: "Arama sonuçları",
    subjects: [
        "Tarih",
        "Coğrafya",
        "Ekonomi",
        "Müzik",
        "Mimari",
        "Mutfak",
        "Efsaneler",
        "Bitki örtüsü",
        "Hayvanlar",
        "İklim",
        "Ulaşım",
        "Eğitim",
        "Edebiyat",
        "Sanayi",
        "Nüfus",
        "Oyunlar",
        "Resim",
        "Sinema",
        "Hukuk",
        "Adlar",
    ],
    site: "vikipedi taklidi",
};

fn language(visit: &Visit) -> &'static Language {
    if visit.host.starts_with("tr.") { &TURKISH } else { &ENGLISH }
}

fn shell(visit: &Visit, title: &str, body: &str) -> Response {
    let language = language(visit);
    let title = format!("{title} - {}", language.site);
    reply::page(visit, language.layout, &[("title", title.as_str()), ("body", body)])
}

fn article(visit: &Visit) -> Response {
    let language = language(visit);
    shell(visit, language.title, &fill(language.article, &[("base", visit.base.as_str())]))
}

fn results(visit: &Visit) -> Response {
    let language = language(visit);
    let query = visit.param("search").trim();
    if query.is_empty() {
        return missing(visit);
    }
    if turkish::lower(query) == turkish::lower(language.title) {
        return reply::redirect(visit, &format!("/wiki/{}", language.title.replace(' ', "_")));
    }
    let shown = escape(query);
    let results = language.subjects.iter().map(|subject| {
        let address = encode(&format!("{query}_({subject})"));
        format!(
            "<li><a href=\"{}/wiki/{address}\">{shown} ({subject})</a><p>{shown}: {subject}.</p></li>",
            visit.base
        )
    });
    let values = [
        ("base", visit.base.as_str()),
        ("query", &shown),
        ("encoded", &encode(query)),
        ("total", &catalogue::claimed_total(query).to_string()),
        ("results", &template::lines(results)),
    ];
    shell(visit, &format!("{shown} - {}", language.results_title), &fill(language.results, &values))
}

fn missing(visit: &Visit) -> Response {
    reply::with_status(StatusCode::NOT_FOUND, shell(visit, "404", "<main id=\"content\"><h1>404</h1></main>"))
}
