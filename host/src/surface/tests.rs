//! What each surface offers, and what is made of other names.

use serde_json::{Map, json};

use super::{Found, Surface, browser, lite, vew};
use crate::cli;
use crate::session::Answer;
use crate::tools::{TOOLS, tool};

fn surface(kind: cli::Surface) -> Surface {
    Surface::new(kind, &[]).expect("no further tools")
}

fn names(kind: cli::Surface) -> Vec<String> {
    surface(kind).specs().into_iter().map(|spec| spec.name).collect()
}

#[test]
fn every_name_of_a_surface_is_a_tool_and_they_stand_in_its_order() {
    for (kind, wanted) in [
        (cli::Surface::Browser, browser::NAMES.to_vec()),
        (cli::Surface::Lite, lite::names().to_vec()),
        (cli::Surface::Vew, vew::names().to_vec()),
    ] {
        let missing: Vec<&str> = wanted.iter().copied().filter(|name| tool(name).is_none()).collect();
        assert!(missing.is_empty(), "{kind:?} has no {missing:?}");
        assert_eq!(names(kind), wanted, "{kind:?}");
    }
    let all = names(cli::Surface::All);
    assert_eq!(all[..23], browser::NAMES);
    assert_eq!(all.len(), crate::tools::TOOLS.len());
}

#[test]
fn further_tools_are_added_by_name() {
    let with = |names: &[&str]| {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        Surface::new(cli::Surface::Lite, &names)
    };
    let surface = with(&["browser_evaluate", "screenshot", "browser_click"]).expect("they are there");
    let names: Vec<String> = surface.specs().into_iter().map(|spec| spec.name).collect();
    assert!(names.ends_with(&["browser_evaluate".to_owned(), "browser_screenshot".to_owned()]), "{names:?}");
    let error = with(&["browser_clik"]).expect_err("no such tool");
    let error = error.to_string();
    assert!(
        error.starts_with(
            "--with browser_clik: no such tool, did you mean browser_click?; there are browser_navigate, "
        ),
        "{error}"
    );
}

#[test]
fn names_of_other_servers_mean_ours() {
    let surface = surface(cli::Surface::Browser);
    for (sent, meant) in [
        ("click", "browser_click"),
        ("browser-click", "browser_click"),
        ("browserClick", "browser_click"),
        ("BROWSER_CLICK", "browser_click"),
        ("playwright_click", "browser_click"),
        ("playwright_browser_click", "browser_click"),
        ("mcp__sekme__browser_click", "browser_click"),
        ("functions.browser_click", "browser_click"),
        ("sekme:browser_click", "browser_click"),
        ("agent_browser_click", "browser_click"),
        ("browser_clik", "browser_click"),
        ("browser_take_screenshot", "browser_screenshot"),
        ("take_snapshot", "browser_snapshot"),
        ("browser_get_state", "browser_snapshot"),
        ("navigate_page", "browser_navigate"),
        ("agent_browser_open", "browser_navigate"),
        ("goto", "browser_navigate"),
        ("fill", "browser_type"),
        ("evaluate_script", "browser_evaluate"),
        ("browser_get_text", "browser_read"),
    ] {
        match surface.find(sent, &Map::new()) {
            Found::Tool { tool, repair, .. } => {
                assert_eq!(tool.description.name, meant, "{sent}");
                assert!(repair.is_some_and(|repair| repair.words.contains(meant)), "{sent}");
            }
            _ => panic!("{sent} is not understood"),
        }
    }
}

#[test]
fn what_a_name_implies_is_given_along() {
    let surface = surface(cli::Surface::All);
    for (sent, arguments, implied) in [
        ("browser_navigate_back", json!({}), ("action", "back")),
        ("navigate_page", json!({"type": "reload"}), ("action", "reload")),
        ("scroll_down", json!({}), ("direction", "down")),
        ("browser_tab_list", json!({}), ("action", "list")),
        ("double_click", json!({"ref": "e1"}), ("count", "2")),
    ] {
        let arguments = arguments.as_object().expect("an object");
        match surface.find(sent, arguments) {
            Found::Tool { implied: given, .. } => assert_eq!(given, [implied], "{sent}"),
            _ => panic!("{sent} is not understood"),
        }
    }
}

#[test]
fn a_tool_that_is_not_offered_is_refused_with_one_that_is() {
    let lite = surface(cli::Surface::Lite);
    for (sent, words) in [
        ("browser_fill", "use browser_type instead"),
        ("browser_check", "use browser_click instead"),
        ("browser_evaluate", "browser_evaluate is not among the tools offered here"),
        ("browser_screenshot", "use browser_read instead"),
        ("browser_dom", "use browser_snapshot instead"),
        ("browser_hack_the_page", "there is no tool browser_hack_the_page"),
    ] {
        match lite.find(sent, &Map::new()) {
            Found::NotOffered(error) => assert!(error.render().contains(words), "{}", error.render()),
            _ => panic!("{sent} is offered"),
        }
    }
    for sent in ["weather", "get_stock_price", ""] {
        assert!(!lite.knows(sent), "{sent}");
    }
}

#[test]
fn every_tool_is_called_by_its_own_name_on_every_surface() {
    for kind in [cli::Surface::Browser, cli::Surface::Lite, cli::Surface::Vew, cli::Surface::All] {
        let surface = surface(kind);
        for name in TOOLS.iter().map(|tool| tool.description.name) {
            match surface.find(name, &Map::new()) {
                Found::Tool { repair: None, tool, .. } => assert_eq!(tool.description.name, name),
                Found::Tool { repair: Some(repair), tool, .. } => {
                    let meant = tool.description.name;
                    let said = surface.render(&Answer::receipt("Done").with_note(&repair.words));
                    assert_eq!(said, format!("Done\nnote: `{name}` read as {meant}"), "{kind:?}");
                }
                Found::NotOffered(error) => {
                    let said = surface.render_as_it_is(&error);
                    assert!(said.contains(&format!("{name} is not among the tools")), "{kind:?}: {said}");
                    assert_eq!(said.matches(name).count(), 1, "{kind:?}: {said}");
                    let named = said.rsplit(char::is_whitespace).find(|word| word.starts_with("browser_"));
                    assert!(named.is_some_and(|named| surface.offered(named).is_some()), "{kind:?}: {said}");
                }
                Found::Unknown => panic!("{kind:?} does not know {name}"),
            }
        }
    }
}

#[test]
fn advice_names_only_what_is_offered() {
    let vew = surface(cli::Surface::Vew);
    let advice = vew.advice("use a ref from the view; browser_find looks on, browser_snapshot shows it");
    assert_eq!(advice, "use a ref from the view; browser_snapshot looks on, browser_snapshot shows it");
    assert_eq!(vew.advice("browser_click"), "browser_click");
    assert_eq!(surface(cli::Surface::Browser).advice("try browser_find"), "try browser_find");
}
