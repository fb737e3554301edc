//! `browser_answer`.

use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_held_against_what_pages_said() {
    let shop = "<title>Kettles</title><main><h1>Steel Kettle 1.7 l</h1><p>Price: 1.299,00 TL</p>\
                <label>Search <input></label></main>";
    let site = Site::serve([("/", Page::html(shop))]).await;
    let mut sekme = Sekme::start(["--with", "browser_answer"]).await;
    let nothing = json!({"text": "It costs 99 TL", "quote": "99 TL"});
    sekme.fails("browser_answer", nothing, "not-found").await.has("is on no page you were shown");
    let view = sekme.open(&site.url("/")).await;
    let field = view.reference(&["Search"]);

    let good = json!({"text": "1299 TL", "quote": ["1.299,00 tl", "STEEL kettle 1.7 l"]});
    let accepted = sekme.ok("browser_answer", good.clone()).await;
    assert_eq!(accepted.receipt(), "Answer accepted: all 2 quotes were seen");
    accepted.has("is on \"Kettles\" — http://127.0.0.1").has("no more calls are needed");
    let again = sekme.fails("browser_answer", good, "loop-guard").await;
    assert!(again.receipt().contains("taken already"), "{}", again.text);

    let bad = json!({"text": "It is the Copper Kettle", "quote": "Copper Kettle 1.7 l"});
    let refused = sekme.fails("browser_answer", bad, "not-found").await;
    refused.has("nearest is \"Steel Kettle 1.7 l\"");
    // What the model itself typed, looked for or computed proves nothing.
    sekme.fails("browser_find", json!({"text": "Golden Kettle", "scroll": false}), "not-found").await;
    sekme.ok("browser_evaluate", json!({"expression": "'Golden Kettle'"})).await;
    sekme.fails("browser_answer", json!({"text": "x", "quote": "Golden Kettle"}), "not-found").await;
    let _ = field;

    let unquoted = json!({"text": "The \"Copper Kettle\" costs 1299 TL"});
    sekme
        .fails("browser_answer", unquoted.clone(), "not-found")
        .await
        .has("\"Copper Kettle\" in your answer");
    let told = sekme.ok("browser_answer", unquoted).await;
    assert_eq!(told.receipt(), "Answer taken, but NOT SEEN on any page: \"Copper Kettle\"");
    sekme.ok("browser_answer", json!({"answer": "1.299,00 TL"})).await.has("was seen");
    // A quote that was seen proves nothing of another number.
    let other = json!({"text": "It costs 900 TL", "quote": "1.299,00 TL"});
    sekme.fails("browser_answer", other.clone(), "not-found").await.has("\"900\" in your answer");
    let told = sekme.ok("browser_answer", other).await;
    told.has("NOT SEEN").has("tell the person");
    assert!(!told.text.contains("no more calls"), "{}", told.text);
}
