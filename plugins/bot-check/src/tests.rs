//! Checks as they look, and pages that only look like them.

use sekme_plugin_sdk::testing::{button, context, element, link, page};
use sekme_plugin_sdk::{BotCheck, Fact, FactValue, Level, Page, Verdict};

use crate::Detector;

fn titled(title: &str, text: &str) -> Page {
    let mut page = page("https://shop.example/").extra_with("text", text);
    page.title = title.to_owned();
    page
}

fn detect(page: &Page) -> Verdict {
    Detector::detect(&context(), page).expect("never fails")
}

fn level_and_kind(page: &Page) -> (Level, String) {
    let verdict = detect(page);
    (verdict.level, verdict.kind)
}

fn confirmed(kind: &str) -> (Level, String) {
    (Level::Confirmed, kind.to_owned())
}

fn clear() -> (Level, String) {
    (Level::Clear, String::new())
}

#[test]
fn interstitials_are_confirmed_in_many_languages() {
    let pages = [
        (
            "Just a moment...",
            "shop.example needs to review the security of your connection before proceeding.",
        ),
        ("Bir dakika lütfen...", "Tarayıcınız kontrol ediliyor. Bu işlem otomatiktir."),
        ("BİR DAKİKA LÜTFEN…", ""),
        ("Nur einen Moment…", "Überprüfung Ihres Browsers."),
        ("Un instant…", "Vérifier la sécurité de votre connexion avant de continuer."),
        ("Un momento…", "Comprobando su navegador."),
        ("Um momento…", "Verificando seu navegador."),
        ("Solo un momento…", "Stiamo verificando il tuo browser."),
        ("Een moment geduld…", "Uw browser wordt gecontroleerd."),
        ("Chwileczkę…", "Sprawdzanie przeglądarki."),
        ("Один момент…", "Проверка браузера."),
        ("Зачекайте…", "Перевірка браузера."),
        ("しばらくお待ちください...", "ブラウザを確認しています。"),
        ("请稍候…", "正在检查您的浏览器。"),
        ("잠시만 기다리십시오…", "브라우저를 확인하고 있습니다."),
    ];
    for (title, text) in pages {
        assert_eq!(level_and_kind(&titled(title, text)), confirmed("interstitial"), "{title}");
    }
}

#[test]
fn a_check_that_wants_a_person_is_a_captcha() {
    let page = titled("Robot musunuz?", "Devam etmek için robot olmadığınızı doğrulayın.").with(element(
        "input",
        "checkbox",
        "Ben robot değilim",
    ));
    assert_eq!(level_and_kind(&page), confirmed("captcha"));

    let mut framed = titled("shop.example", "Enter the characters you see below");
    framed.facts.push(Fact { probe: "captcha".to_owned(), value: FactValue::Count(1) });
    assert_eq!(level_and_kind(&framed), confirmed("captcha"));
}

#[test]
fn refusals_are_told_from_checks() {
    let mut denied = titled("Access Denied", "You don't have permission to access this server.");
    denied.http_status = 403;
    assert_eq!(level_and_kind(&denied), confirmed("access-denied"));

    let mut limited = titled("Too Many Requests", "");
    limited.http_status = 429;
    assert_eq!(level_and_kind(&limited), confirmed("rate-limit"));

    let mut bare = titled("", "slow down");
    bare.http_status = 429;
    assert_eq!(detect(&bare).kind, "rate-limit");
}

#[test]
fn evidence_says_what_was_seen() {
    let mut page =
        titled("Just a moment...", "").with(link("", "https://shop.example/cdn-cgi/challenge-platform/x"));
    page.http_status = 503;
    let verdict = detect(&page);
    assert_eq!(
        verdict.evidence,
        [
            "title says \"just a moment\"",
            "the page has an element of a check (challenge-platform)",
            "answered with status 503",
            "hardly anything on the page (controls: 1, characters: 0)",
        ]
    );
    assert!(verdict.confidence >= 90);
}

#[test]
fn an_article_that_mentions_a_check_is_clear() {
    let text = "Just a moment: why sites say they are checking your browser. ".repeat(50);
    let mut article = titled("Just a moment...", &text);
    for number in 0..40 {
        article.push(link(&format!("Story {number}"), &format!("https://news.example/{number}")));
    }
    assert_eq!(level_and_kind(&article), clear());

    let note = titled(
        "Just a moment to say thanks",
        "A short note without any links. We are grateful to our readers.",
    );
    assert_eq!(level_and_kind(&note), clear());
}

#[test]
fn a_login_with_a_captcha_is_clear() {
    let mut login = titled("Sign in", "Sign in to your account. Forgot your password? Create an account.");
    login.push(element("input", "textbox", "E-mail"));
    login.push(element("input", "textbox", "Password"));
    login.push(button("Sign in"));
    login.push(element("div", "", "").extra_with("class", "g-recaptcha"));
    assert_eq!(level_and_kind(&login), clear());
}

#[test]
fn a_headline_about_checks_is_not_confirmed() {
    let page =
        titled("Longer queues at the security check of the airport", "Travellers waited for two hours.");
    assert_ne!(detect(&page).level, Level::Confirmed);
}

#[test]
fn plain_refusals_and_outages_are_clear() {
    let error = (Level::Clear, "error-page".to_owned());
    for (status, expected) in [(403, clear()), (404, error.clone()), (500, error), (503, clear())] {
        let mut page = titled("Error", "Something went wrong");
        page.http_status = status;
        assert_eq!(level_and_kind(&page), expected, "{status}");
    }
}

#[test]
fn a_shop_with_few_words_is_clear() {
    let shop =
        titled("Lamps & more", "Lamp $19.99 Add to cart").with(button("Add to cart")).with(button("Search"));
    assert_eq!(level_and_kind(&shop), clear());
}

#[test]
fn a_phrase_inside_longer_words_does_not_count() {
    assert_eq!(level_and_kind(&titled("Un momentoso racconto", "Capitolo uno.")), clear());
    assert_eq!(level_and_kind(&titled("Brobot checkers", "Play now.")), clear());
}

#[test]
fn an_empty_page_is_clear() {
    assert_eq!(level_and_kind(&titled("", "")), clear());
}

#[test]
fn no_evidence_advises_how_to_get_round_a_check() {
    let page = titled("Attention Required!", "Complete the security check")
        .with(element("div", "", "").extra_with("id", "turnstile"));
    let text = detect(&page).evidence.join(" ");
    for word in ["solve", "bypass", "avoid", "proxy", "user agent"] {
        assert!(!text.contains(word), "{text}");
    }
}

#[test]
fn an_error_page_is_no_check_but_its_kind_says_so() {
    let error = (Level::Clear, "error-page".to_owned());
    for (title, text) in [
        ("404", "Go to the home page"),
        ("Shop", "Üzgünüz, aradığınız sayfa BULUNAMADI. Ana sayfaya dönün."),
        ("Sayfamız yok", ""),
        ("Oops", "Page not found"),
    ] {
        assert_eq!(level_and_kind(&titled(title, text)), error, "{title}: {text}");
    }
    let mut gone = titled("Shop", "Hello");
    gone.http_status = 404;
    assert_eq!(level_and_kind(&gone), error);
}

#[test]
fn results_that_mention_errors_further_down_are_no_error_page() {
    let text = format!("Results for “kilim” {} not found 404", "kilim 899 TL ".repeat(40));
    assert_eq!(level_and_kind(&titled("kilim - Shop", &text)), clear());
    assert_eq!(level_and_kind(&titled("Model 4040 kettles", "Kettle 4040 · 899 TL")), clear());
}
