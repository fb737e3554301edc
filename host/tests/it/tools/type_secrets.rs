//! Secrets that are typed: what of them stands in answers and records.

use serde_json::json;

use crate::support::sekme::{Answer, Sekme};
use crate::support::site::{Page, Site};

const PAGE: &str = "<!doctype html><html lang=en><title>Pay</title><body><form action=/paid>
    <label>Card <input name=card></label> <label>Check number <input name=cvv id=cvv></label>
    <label>Code <input name=code autocomplete=one-time-code></label>
    <label>Key <input name=api_key></label> <label>Dots <input name=dots style='-webkit-text-security: disc'></label>
    <label>Limit <input type=number name=pin max=999></label>
    <label>First <input id=first type=password></label> <label>Second <input id=second></label>
    <div id=row></div> <button>Pay</button></form>
    <script>
      for (let i = 0; i < 6; i++) row.innerHTML += `<input maxlength=1 aria-label='Digit ${i + 1}' inputmode=numeric>`;
      row.addEventListener('input', (event) => event.target.nextElementSibling?.focus());
      first.addEventListener('input', () => {
        if (first.value.length <= 4) return;
        second.value = first.value.slice(4);
        first.value = first.value.slice(0, 4);
        second.focus();
      });
    </script>";

async fn opened() -> (Sekme, Site) {
    let site =
        Site::serve([("/", Page::html(PAGE)), ("/paid", Page::html("<title>Paid</title><p>Thanks"))]).await;
    let mut sekme = Sekme::start(["--tools=all"]).await;
    sekme.open(&site.url("/")).await;
    (sekme, site)
}

fn is_silent(answer: &Answer, secret: &str) {
    assert!(!answer.text.contains(secret), "{secret}: {}", answer.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_field_that_holds_a_secret_is_typed_into_without_telling_it() {
    let (mut sekme, _site) = opened().await;
    for (label, secret) in [
        ("Check number", "9317"),
        ("Code", "620481"),
        ("Key", "sk-live-77aa"),
        ("Dots", "drawn-as-dots"),
        ("Limit", "471"),
        ("Digit 1", "805263"),
    ] {
        let typed = sekme.ok("browser_type", json!({"text_label": label, "text": secret})).await;
        typed.has("Typed ").has(" characters into");
        is_silent(&typed, secret);
        let view = sekme.ok("browser_snapshot", json!({"full": true})).await;
        is_silent(&view, secret);
        // It is seen that it holds something, and nothing else of it.
        view.has(&format!("\"{label}\" (filled"));
    }
    // Nor in an error, nor one sign of a code in its row.
    let refused =
        sekme.fails("browser_type", json!({"text_label": "Limit", "text": "4718"}), "invalid-input").await;
    is_silent(&refused, "4718");
    let view = sekme.ok("browser_snapshot", json!({"full": true})).await;
    let row =
        view.elements().into_iter().filter(|line| line.contains("Digit")).collect::<Vec<_>>().join("\n");
    assert!(!row.contains("value:"), "{row}");
    let one = sekme.ok("browser_type", json!({"text_label": "Key", "text": "x"})).await;
    one.has("Typed 1 character into");
    let cleared = sekme.ok("browser_type", json!({"text_label": "Key", "text": ""})).await;
    assert!(!cleared.text.contains("\"Key\" (filled"), "{}", cleared.text);
    sekme.ok("browser_type", json!({"text_label": "Key", "text": "sk-live-77aa"})).await;
    sekme.ok("browser_read", json!({})).await.has("(filled)");
    // A field beside them is told as ever, and a form that puts them into its address tells none of them.
    sekme
        .ok("browser_type", json!({"text_label": "Card", "text": "4000 1234"}))
        .await
        .has("value: \"4000 1234\"");
    let paid = sekme.ok("browser_click", json!({"text": "Pay"})).await;
    paid.has("/paid?");
    for secret in ["9317", "620481", "sk-live-77aa", "drawn-as-dots", "pin=471"] {
        is_silent(&paid, secret);
    }
    let records = serde_json::to_string(&sekme.audit()).unwrap();
    for secret in ["9317", "620481", "sk-live-77aa", "drawn-as-dots", "805263", "4718"] {
        assert!(!records.contains(secret), "{secret}: {records}");
    }
    assert!(records.contains("4000 1234"), "{records}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_page_moves_to_the_next_field_is_not_told_either() {
    let (mut sekme, _site) = opened().await;
    for slowly in [false, true] {
        let sent = json!({"text_label": "First", "text": "qx7wzkvbp", "slowly": slowly});
        let typed = sekme.call("browser_type", sent).await;
        for piece in ["qx7w", "zkvbp", "value: \"z"] {
            is_silent(&typed, piece);
        }
    }
    let view = sekme.ok("browser_snapshot", json!({"full": true})).await;
    is_silent(&view, "zkvbp");
    is_silent(&view, "value: \"z");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_stands_under_an_unknown_name_is_recorded_without_its_value() {
    let (mut sekme, _site) = opened().await;
    let sent =
        json!({"text_label": "Card", "text": "4000", "passwort": "hunter2", "note": {"deep": "hunter3"}});
    sekme.ok("browser_type", sent).await.has("`passwort` is not known and was ignored");
    sekme.ok("browser_snapshot", json!({"pasword": "hunter4"})).await;
    let records = serde_json::to_string(&sekme.audit()).unwrap();
    assert!(records.contains("passwort") && records.contains("4000"), "{records}");
    for secret in ["hunter2", "hunter3", "hunter4"] {
        assert!(!records.contains(secret), "{secret}: {records}");
    }
}
