//! Searching, end to end: the three shops, every rung of the submit ladder, packs with and without.

use std::path::Path;

use sekme_testapp::{SEARCHES, Server, spawn};
use serde_json::json;

use crate::support::sekme::{Answer, Sekme};
use crate::support::site::{Page, Site};

const QUERY: &str = SEARCHES[0];

/// Opens a page and searches in its first field, or in what its search button opens.
async fn search(sekme: &mut Sekme, url: &str, query: &str) -> Answer {
    let view = sekme.open(url).await;
    let field = view.elements()[0].split(' ').next().unwrap_or_default().to_owned();
    sekme.call("browser_type", json!({"ref": field, "text": query, "submit": true})).await
}

async fn shop(host: &str, results: &str, rung: &str) {
    let pages = spawn().await;
    let mut sekme = Sekme::with_pages(&pages, &[]).await;
    let answer = search(&mut sekme, &format!("https://{host}/"), QUERY).await;
    assert!(!answer.is_error, "{}", answer.text);
    assert!(answer.receipt().contains(results), "{}", answer.receipt());
    assert!(answer.receipt().contains(rung), "{}", answer.receipt());
    let read = sekme.ok("browser_read", json!({})).await;
    let first: String = read.text.lines().skip(1).take(4).collect();
    assert!(first.to_lowercase().contains(&QUERY.to_lowercase()), "no product first: {}", read.text);
    assert!(first.contains("TL"), "no price first: {}", read.text);
    read.has("\nstatus: ");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shop_that_swallows_enter_is_searched_by_its_packs_url() {
    shop("www.n11.com", "/arama?q=", "search URL of n11.com").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shop_whose_search_opens_from_an_icon_is_searched() {
    shop("www.trendyol.com", "/sr?q=", "search URL of trendyol.com").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shop_whose_field_is_gated_by_a_cover_takes_enter_once_it_is_open() {
    shop("www.hepsiburada.com", "/ara?q=", "submitted by Enter").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_search_control_of_a_crowded_home_page_is_among_the_first_five() {
    let pages = spawn().await;
    let mut sekme = Sekme::with_pages(&pages, &[]).await;
    let view = sekme.open("https://www.n11.com/").await;
    assert_eq!(view.elements().len(), 40, "the default budget");
    view.has("+445 more: browser_snapshot page=2");
    let fields =
        view.elements().iter().take(5).filter(|line| line.contains("Ürün, kategori, marka ara")).count();
    assert_eq!(fields, 1, "{}", view.text);
    assert!(view.decisions().contains("rank ranked 485 elements"), "{}", view.decisions());
}

#[tokio::test(flavor = "multi_thread")]
async fn each_rung_of_the_ladder_is_climbed_where_the_ones_before_have_no_effect() {
    let table = [
        ("form.shop.test", "submitted by Enter", "/find?term="),
        ("post.shop.test", "submitted by Enter", "/find"),
        ("spa.shop.test", "submitted by Enter", "/results/"),
        ("inplace.shop.test", "submitted by Enter", "elements"),
        ("requestsubmit.shop.test", "submitting its form", "/catalogue?phrase="),
        ("covered.shop.test", "clicking", "/products?find="),
        ("icon.shop.test", "clicking \"i.icon-search\"", "/products?find="),
        ("search.example", "search URL of search-schemes", "/search?q="),
        ("search-s.example", "search URL of search-schemes", "/search?s="),
        ("home-s.example", "search URL of search-schemes", "/?s="),
        ("arama.example", "search URL of search-schemes", "/arama?q="),
    ];
    let pages = spawn().await;
    let mut sekme = Sekme::with_pages(&pages, &[]).await;
    for (host, rung, destination) in table {
        let answer = search(&mut sekme, &format!("https://{host}/"), QUERY).await;
        assert!(!answer.is_error, "{host}: {}", answer.text);
        assert!(answer.receipt().contains(rung), "{host}: {}", answer.receipt());
        assert!(answer.receipt().contains(destination), "{host}: {}", answer.receipt());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_nothing_submits_the_answer_says_what_was_tried_and_the_page_is_as_before() {
    let pages = spawn().await;
    let mut sekme = Sekme::with_pages(&pages, &[]).await;
    let answer = search(&mut sekme, "https://nosearch.example/", QUERY).await;
    assert!(answer.is_error);
    for said in ["error[not-actionable]", "Enter: no effect", "/search?q=", "HTTP 404", "hint: ", "Welcome"] {
        answer.has(said);
    }
    let now = sekme.ok("browser_snapshot", json!({})).await;
    assert!(now.text.contains("https://nosearch.example/\n"), "{}", now.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_destination_that_is_an_error_page_or_the_home_page_is_not_taken_for_results() {
    let pages = spawn().await;
    let mut sekme = Sekme::with_pages(&pages, &["--no-bundled", "hepsiburada.com"]).await;
    // Without its pack, and with the gate left closed, only the generic addresses are left to try: /arama is an
    // error page with 21 links, /?s= the home page with 124.
    let answer = search(&mut sekme, "https://www.hepsiburada.com/", QUERY).await;
    assert!(!answer.is_error, "{}", answer.text);
    pages.clear_requests();
    let trendyol = search(&mut sekme, "https://www.hepsiburada.com/arama?q=x", QUERY).await;
    assert!(!trendyol.receipt().contains("/arama?q="), "{}", trendyol.receipt());
}

/// What a search on a host says, with these flags.
async fn outcome(pages: &Server, flags: &[&str], host: &str) -> Answer {
    let mut sekme = Sekme::with_pages(pages, flags).await;
    search(&mut sekme, &format!("https://{host}/"), QUERY).await
}

fn pack(parent: &Path, id: &str, text: &str) -> String {
    let folder = parent.join(id);
    std::fs::create_dir_all(&folder).expect("writable");
    std::fs::write(folder.join("site.toml"), text).expect("writable");
    parent.display().to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn leaving_out_a_pack_fails_that_search_alone_and_a_folder_brings_it_back() {
    let pages = spawn().await;
    let without = ["--no-bundled", "trendyol.com"];
    let failed = outcome(&pages, &without, "www.trendyol.com").await;
    assert!(failed.is_error, "{}", failed.text);
    failed.has("error[not-actionable]").has("call log:").has("search-schemes");
    let other = outcome(&pages, &without, "www.n11.com").await;
    assert!(!other.is_error, "{}", other.text);

    let folder = tempfile::tempdir().unwrap();
    let text = include_str!("../../../sites/trendyol.com/site.toml");
    let plugins = pack(folder.path(), "trendyol.com", text);
    let back =
        outcome(&pages, &["--no-bundled", "trendyol.com", "--plugins", &plugins], "www.trendyol.com").await;
    assert!(back.receipt().contains("/sr?q="), "{}", back.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_pack_teaches_an_address_that_nobody_guesses() {
    let pages = spawn().await;
    let before = outcome(&pages, &[], "quirky.example").await;
    assert!(before.is_error, "{}", before.text);
    let folder = tempfile::tempdir().unwrap();
    let text = "schema = 1\nid = \"quirky\"\nurls = [\"*://quirky.example/*\"]\n\n[[submit]]\n\
                template = \"{origin}/katalog?kelime={query}\"\nwhy = \"w\"\nunverified = true\n";
    let plugins = pack(folder.path(), "quirky", text);
    let after = outcome(&pages, &["--plugins", &plugins], "quirky.example").await;
    assert!(after.receipt().contains("search URL of quirky"), "{}", after.text);
    assert!(after.receipt().contains("/katalog?kelime="), "{}", after.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pack_says_where_results_must_stand() {
    let pages = spawn().await;
    let folder = tempfile::tempdir().unwrap();
    let text = |verify: &str| {
        format!(
            "schema = 1\nid = \"quirky\"\nurls = [\"*://quirky.example/*\"]\n\n[[submit]]\n\
             template = \"{{origin}}/katalog?kelime={{query}}\"\nverify = {verify}\nwhy = \"w\"\nunverified = true\n"
        )
    };
    let plugins = pack(folder.path(), "quirky", &text("{ css = \"#nowhere\" }"));
    let refused = outcome(&pages, &["--plugins", &plugins], "quirky.example").await;
    assert!(refused.is_error, "{}", refused.text);
    refused.has("`#nowhere` holds 0 controls, its pack wants 1");
    let plugins = pack(folder.path(), "quirky", &text("{ css = \"body\", min-elements = 5 }"));
    let found = outcome(&pages, &["--plugins", &plugins], "quirky.example").await;
    assert!(found.receipt().contains("/katalog?kelime="), "{}", found.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_search_field_is_never_sent_to_a_search_address() {
    let pages = spawn().await;
    let mut sekme = Sekme::with_pages(&pages, &[]).await;
    let view = sekme.open("https://www.n11.com/").await;
    let email = view.reference(&["E-posta adresiniz"]);
    let sent = json!({"ref": email, "text": "ada@example.org", "submit": true});
    let answer = sekme.call("browser_type", sent).await;
    let asked: Vec<String> = pages.requests().into_iter().map(|request| request.target).collect();
    assert!(!asked.iter().any(|target| target.contains("ada")), "{asked:?}: {}", answer.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_check_is_waited_out_and_a_lasting_one_explained() {
    let pages = spawn().await;
    let mut sekme = Sekme::with_pages(&pages, &["--challenge-wait", "5"]).await;
    for (url, title) in [
        ("https://guard.example/?ms=700", "Harbour Gazette"),
        ("https://bekle.example/?ms=700&swap=1", "Liman Postası"),
    ] {
        let cleared = sekme.open(url).await;
        cleared.has("for a bot check (interstitial) to clear").has(title);
    }
    let lasting =
        sekme.fails("browser_navigate", json!({"url": "https://wall.example/"}), "interstitial").await;
    lasting.has("tell the person").has("BOT CHECK");
    sekme.open(&pages.url("/chaos/calm")).await.has("Calm");
}

/// A site of one form, and a session that has opened it.
async fn with_form(body: &str) -> (Sekme, Site) {
    let document = |body: &str| {
        Page::html(&format!("<!doctype html><html lang=\"en\"><title>Form</title><body><h1>Form</h1>{body}"))
    };
    let site = Site::serve([
        ("/", document(body)),
        ("/sent", Page::html("<title>Sent</title><p>Thank you")),
        ("/broken", Page::html("<title>Broken</title><p>Something went wrong here").status(500)),
        ("/part", Page::html("fine")),
        ("/refused", Page::html("no").status(422)),
    ])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    (sekme, site)
}

async fn send(sekme: &mut Sekme, label: &str, text: &str) -> Answer {
    sekme.call("browser_type", json!({"text_label": label, "text": text, "submit": true})).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_is_not_complete_is_not_sent_and_says_what_is_missing() {
    let (mut sekme, site) = with_form(
        "<form action=/sent><label>Name <input name=n required></label> <label>Mail <input name=m type=email value=ada></label>
         <label>Code <input name=c minlength=4 required></label> <label>Terms <input type=checkbox required></label>
         <label>Plan <select required><option value=''>Choose</option><option>A</option></select></label>
         <button>Send</button></form>",
    )
    .await;
    let refused = send(&mut sekme, "Name", "Ada").await;
    assert!(refused.is_error, "{}", refused.text);
    refused
        .has("error[not-actionable]")
        .has("textbox \"Mail\" is no e-mail address")
        .has("textbox \"Code\" is required and empty")
        .has("checkbox \"Terms\" is required and empty")
        .has("combobox \"Plan\" is required and empty")
        .has("what was typed is kept");
    let mail = refused.reference(&["textbox \"Mail\""]);
    refused.has(&format!("{mail} textbox \"Mail\" is no e-mail address"));
    assert!(!site.was_asked("/sent") && refused.text.contains("value: \"Ada\""), "{}", refused.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plain_field_that_nothing_submits_leaves_the_page_as_it_was() {
    let (mut sekme, site) = with_form(
        "<label>Street <input></label> <label>Town <input value=Goes></label>
         <script>addEventListener('keydown', (event) => event.key === 'Enter' && event.preventDefault())</script>",
    )
    .await;
    let failed = send(&mut sekme, "Street", "Harbour 7").await;
    assert!(failed.is_error, "{}", failed.text);
    failed.has("nothing submits it").has("value: \"Harbour 7\"").has("value: \"Goes\"");
    assert!(!site.was_asked("/search") && !site.was_asked("/arama"), "{}", failed.text);
    let asked = site.asked().into_iter().filter(|path| path == "/").count();
    assert_eq!(asked, 1, "the page was opened once");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guessed_search_address_that_leads_nowhere_brings_the_fields_back() {
    let (mut sekme, site) = with_form(
        "<div class=search-bar><label>Find <input type=search></label></div> <label>Note <textarea>kept</textarea></label>
         <script>addEventListener('keydown', (event) => event.key === 'Enter' && event.preventDefault())</script>",
    )
    .await;
    sekme.ok("browser_type", json!({"text_label": "Find", "text": "kettle"})).await;
    let failed = send(&mut sekme, "Find", "kettle").await;
    assert!(failed.is_error && site.was_asked("/search"), "{}", failed.text);
    failed.has("HTTP 404");
    let now = sekme.ok("browser_snapshot", json!({"full": true})).await;
    now.has("value: \"kettle\"").has("value: \"kept\"");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_submit_whose_request_failed_is_no_success() {
    let (mut sekme, _site) = with_form(
        "<form action=/broken method=post><label>Broken <input name=a></label></form>
         <form action='http://127.0.0.1:1/'><label>Refused <input name=b></label></form>
         <label>Silent <input id=silent></label> <label>Spoken <input id=spoken></label><p id=said></p>
         <script>
           silent.onkeydown = (event) => event.key === 'Enter' && fetch('/refused', {method: 'POST'});
           spoken.onkeydown = async (event) => {
             if (event.key !== 'Enter') return;
             await fetch('/refused', {method: 'POST'});
             said.textContent = 'That name is taken by somebody else';
           };
         </script>",
    )
    .await;
    let silent = send(&mut sekme, "Silent", "ada").await;
    assert!(silent.is_error, "{}", silent.text);
    silent.has("error[navigation-failed]").has("/refused failed (HTTP 422)");
    let spoken = send(&mut sekme, "Spoken", "ada").await;
    assert!(!spoken.is_error, "{}", spoken.text);
    assert!(spoken.receipt().contains("but its request to"), "{}", spoken.text);
    spoken.has("That name is taken");
    let broken = send(&mut sekme, "Broken", "ada").await;
    assert!(broken.is_error, "{}", broken.text);
    broken.has("submitted by Enter, but").has("/broken answered HTTP 500").has("Something went wrong here");
    sekme.ok("browser_evaluate", json!({"expression": "history.back()"})).await;
    sekme.ok("browser_snapshot", json!({"full": true})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_submit_that_reaches_no_server_is_no_success() {
    let (mut sekme, _site) =
        with_form("<form action='http://127.0.0.1:1/'><label>Refused <input name=b></label></form>").await;
    let refused = send(&mut sekme, "Refused", "ada").await;
    assert!(refused.is_error, "{}", refused.text);
    refused.has("could not be reached").has("127.0.0.1:1");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_is_sent_the_way_its_box_wants_it() {
    let (mut sekme, _site) = with_form(
        "<label>Plain <textarea id=plain></textarea></label>
         <label>Chorded <textarea id=chorded></textarea></label>
         <div><label>Pressed <textarea id=pressed></textarea></label><button type=button class=send id=go>o</button></div>
         <form action=/sent><label>Comment <textarea id=comment name=c></textarea></label><button>Post</button></form>
         <ol id=log></ol>
         <script>
           const take = (field) => { log.innerHTML += `<li>message ${JSON.stringify(field.value)}</li>`; field.value = ''; };
           plain.onkeydown = (event) => { if (event.key === 'Enter' && !event.shiftKey && !event.ctrlKey) { event.preventDefault(); take(plain); } };
           chorded.onkeydown = (event) => { if (event.key === 'Enter' && event.ctrlKey) { event.preventDefault(); take(chorded); } };
           go.onclick = () => take(pressed);
         </script>",
    )
    .await;
    for (label, how) in
        [("Plain", "submitted by Enter"), ("Chorded", "Control+Enter"), ("Pressed", "clicking")]
    {
        let sent = send(&mut sekme, label, &format!("hello\nfrom {label}")).await;
        assert!(!sent.is_error, "{}", sent.text);
        assert!(sent.receipt().contains(how), "{}", sent.receipt());
        let read = sekme.ok("browser_read", json!({})).await;
        read.has(&format!("message \"hello\\nfrom {label}\""));
    }
    let comment = send(&mut sekme, "Comment", "well said").await;
    assert!(!comment.is_error, "{}", comment.text);
    comment.has("submitting its form").has("Sent").has("c=well+said");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_and_a_search_among_filled_fields_go_into_no_address() {
    let (mut sekme, site) = with_form(
        "<div class=search><label>Secret <input type=password name=q></label></div>
         <form onsubmit='return false' class=search><label>Words <input name=q></label> <label>Card <input name=card value=4111></label></form>
         <script>addEventListener('keydown', (event) => event.key === 'Enter' && event.preventDefault())</script>",
    )
    .await;
    for (label, text) in [("Secret", "s3cret-word"), ("Words", "kettle")] {
        let failed = send(&mut sekme, label, text).await;
        assert!(failed.is_error && !failed.text.contains("s3cret-word"), "{}", failed.text);
    }
    assert_eq!(site.asked().iter().filter(|path| !path.contains("favicon")).count(), 1, "{:?}", site.asked());
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_sent_twice_and_no_other_button_is_pressed() {
    let quiet = "<form onsubmit=\"event.preventDefault(); sent.dataset.times = 1 + Number(sent.dataset.times || 0)\">\
                 <label>Memo <input></label><button>Save</button></form><i id=sent></i>";
    let (mut sekme, _site) = with_form(quiet).await;
    send(&mut sekme, "Memo", "hello").await.has("submitted by Enter").has("before sending it a second time");
    let times = sekme.ok("browser_evaluate", json!({"expression": "sent.dataset.times"})).await;
    assert!(times.text.contains("\"1\""), "{}", times.text);

    let beside = "<div><label>Amount <input></label><button onclick=\"document.title='DELETED'\">Delete all</button>\
                  <a class=go href=/elsewhere>Leave</a></div>";
    let (mut sekme, site) = with_form(beside).await;
    let refused = send(&mut sekme, "Amount", "7").await;
    assert!(refused.is_error && !refused.text.contains("DELETED"), "{}", refused.text);
    assert!(!site.was_asked("/elsewhere"), "{}", refused.text);

    let thief = "<label>Word <input oninput=\"if (value.length > 2) d.focus()\"></label>\
                 <button id=d onclick=\"document.title='PRESSED'\">Buy</button>";
    let (mut sekme, _site) = with_form(thief).await;
    let answer = send(&mut sekme, "Word", "hello").await;
    assert!(!answer.text.contains("PRESSED"), "{}", answer.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_page_takes_while_it_is_typed_is_typed_once() {
    let scanner = "<label>Code <input oninput=\"if (value.length === 4) { got.textContent += value + ';'; value = '' }\"></label>\
                   <p id=got></p>";
    let (mut sekme, _site) = with_form(scanner).await;
    let taken = sekme.ok("browser_type", json!({"text_label": "Code", "text": "1234"})).await;
    taken.has("the page reacted to it at once and emptied the field");
    let got = sekme.ok("browser_evaluate", json!({"expression": "got.textContent"})).await;
    assert!(got.text.contains("\"1234;\""), "{}", got.text);

    let filter = "<label>Filter <input type=search oninput=\"for (const one of document.querySelectorAll('li')) \
                  one.textContent = one.dataset.name.includes(value) ? one.dataset.name : ''\"></label><ul>\
                  <li data-name=Heron>Heron<li data-name=Gull>Gull<li data-name=Tern>Tern<li data-name=Swan>Swan</ul>";
    let (mut sekme, site) = with_form(filter).await;
    let filtered = send(&mut sekme, "Filter", "Heron").await;
    filtered.has("the page had answered while it was typed").has("> - Heron");
    assert!(!filtered.is_error && !site.was_asked("/search"), "{}", filtered.text);
}
