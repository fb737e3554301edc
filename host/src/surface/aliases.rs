//! Names of other servers' tools, and other spellings of ours.

use serde_json::{Map, Value};

use crate::snapshot::text::{cut, one_line};
use crate::tools::arguments::snake;

/// What a name may mean: a tool, and arguments that it implies. The first one that is offered counts.
pub(super) type Meaning = (&'static str, &'static [(&'static str, &'static str)]);

/// What clients and other servers put before the name of a tool, the longer first.
const PREFIXES: [&str; 15] = [
    "mcp_sekme_",
    "mcp_browser_",
    "mcp_playwright_",
    "mcp_",
    "sekme_",
    "functions_",
    "function_",
    "default_api_",
    "tools_",
    "chrome_devtools_",
    "playwright_",
    "puppeteer_",
    "agent_browser_",
    "browser_use_",
    "browser_",
];

/// A name without prefixes, in our spelling.
pub(super) fn plain(name: &str) -> String {
    let mut plain = snake(name).replace([':', '/'], "_");
    while plain.contains("__") {
        plain = plain.replace("__", "_");
    }
    let mut plain = plain.as_str();
    while let Some(rest) =
        PREFIXES.iter().find_map(|prefix| plain.strip_prefix(prefix)).filter(|rest| !rest.is_empty())
    {
        plain = rest;
    }
    plain.to_owned()
}

/// Whether a name was meant for a browser's tool.
pub(super) fn is_ours(name: &str) -> bool {
    let plain = snake(name);
    ["browser", "page", "playwright", "puppeteer"].iter().any(|word| plain.contains(word))
}

/// A name as it may stand in an answer.
pub(super) fn shown(name: &str) -> String {
    cut(&one_line(name), 60).replace('`', "'")
}

/// The tools that a name may mean, ours by that name first.
pub(super) fn meanings(name: &str, arguments: &Map<String, Value>) -> Vec<Meaning> {
    let plain = plain(name);
    let own = crate::tools::tool(&format!("browser_{plain}"));
    if crate::tools::tool(name).is_some() && !TWINS.contains(&name) {
        // One of ours that is not offered: who left it out does not want another one in its place.
        return Vec::new();
    }
    let mut meanings: Vec<Meaning> = own.iter().map(|tool| (tool.description.name, NONE)).collect();
    let action = arguments.get("type").or_else(|| arguments.get("action")).and_then(Value::as_str);
    meanings.extend_from_slice(match (plain.as_str(), action) {
        ("navigate_page" | "history", Some("back")) => BACK,
        ("navigate_page" | "history", Some("forward")) => FORWARD,
        ("navigate_page", Some("reload")) => RELOAD,
        (plain, _) => other(plain),
    });
    meanings
}

/// Tools of ours that do the same under two names.
const TWINS: [&str; 9] = [
    "browser_history",
    "browser_back",
    "browser_forward",
    "browser_alert",
    "browser_handle_dialog",
    "browser_upload",
    "browser_file_upload",
    "browser_read",
    "browser_get_text",
];

const NONE: &[(&str, &str)] = &[];
const BACK: &[Meaning] = &[("browser_history", &[("action", "back")]), ("browser_back", NONE)];
const FORWARD: &[Meaning] = &[("browser_history", &[("action", "forward")]), ("browser_forward", NONE)];
const RELOAD: &[Meaning] = &[("browser_history", &[("action", "reload")])];
const OPEN: &[Meaning] = &[("browser_navigate", NONE)];
const LOOK: &[Meaning] = &[("browser_snapshot", NONE)];
const READ: &[Meaning] = &[("browser_read", NONE), ("browser_get_text", NONE)];
const CLICK: &[Meaning] = &[("browser_click", NONE)];
const TYPE: &[Meaning] = &[("browser_type", NONE)];
const CHOOSE: &[Meaning] = &[("browser_select", NONE)];
const PRESS: &[Meaning] = &[("browser_press_key", NONE)];
const UPLOAD: &[Meaning] = &[("browser_upload", NONE), ("browser_file_upload", NONE)];
const RUN: &[Meaning] = &[("browser_evaluate", NONE)];
const PICTURE: &[Meaning] = &[("browser_screenshot", NONE)];
const WAIT: &[Meaning] = &[("browser_wait_for", NONE)];
const WATCH: &[Meaning] = &[("browser_monitor", &[("action", "check")])];
const FIND: &[Meaning] = &[("browser_find", NONE), ("browser_dom", NONE)];

/// What other servers, and models that remember them, call a tool.
fn other(plain: &str) -> &'static [Meaning] {
    match plain {
        "navigate_to" | "navigate_page" | "goto" | "go_to" | "go_to_url" | "open" | "open_url"
        | "open_page" | "visit" | "load" | "url" => OPEN,
        "navigate_back" | "go_back" | "back" | "back_page" => BACK,
        "navigate_forward" | "go_forward" | "forward" => FORWARD,
        "reload" | "refresh" | "reload_page" | "navigate_refresh" => RELOAD,
        "take_snapshot"
        | "get_snapshot"
        | "aria_snapshot"
        | "accessibility_snapshot"
        | "get_state"
        | "state"
        | "view"
        | "look"
        | "observe"
        | "interactive_elements"
        | "get_elements"
        | "tree"
        | "get_page" => LOOK,
        "read" | "get_text" | "get_content" | "get_page_text" | "read_page" | "extract"
        | "extract_content" | "markdown" | "get_html" | "get_web_content" | "page_text" => READ,
        "click_element" | "tap" | "press_button" | "click_ref" | "mouse_click" | "act" | "left_click"
        | "click_text" => CLICK,
        "double_click" | "dblclick" => &[("browser_click", &[("count", "2")])],
        "right_click" => &[("browser_click", &[("button", "right")])],
        "type_text" | "input" | "input_text" | "enter_text" | "fill_text" | "write" | "set_value"
        | "fill" | "fill_field" | "keyboard_type" => TYPE,
        "clear" => &[("browser_type", &[("text", "")])],
        "search" => &[("browser_type", &[("submit", "true")])],
        "fill_form" | "fill_fields" => &[("browser_fill", NONE)],
        "select_option"
        | "select_options"
        | "choose"
        | "choose_option"
        | "select_dropdown"
        | "select_dropdown_option"
        | "set_select" => CHOOSE,
        "check" => &[("browser_check", NONE), ("browser_click", NONE)],
        "uncheck" => &[("browser_check", &[("checked", "false")]), ("browser_click", NONE)],
        "press" | "key" | "keypress" | "send_keys" | "press_keys" | "key_press" | "keyboard"
        | "keyboard_press" | "hotkey" => PRESS,
        "file_upload" | "upload_file" | "upload_files" | "set_files" | "upload" => UPLOAD,
        "eval" | "execute" | "evaluate_script" | "execute_script" | "run_script" | "run_js"
        | "javascript" | "execute_javascript" | "js" | "run_code" => RUN,
        "take_screenshot" | "capture_screenshot" | "screen_capture" | "get_screenshot" => PICTURE,
        "wait" | "wait_ms" | "wait_for_text" | "wait_for_time" | "sleep" | "wait_time" => WAIT,
        "wait_for_selector" | "wait_for_element" => &[("browser_wait_for", &[("type", "selector")])],
        "wait_for_load" | "wait_for_load_state" | "wait_for_navigation" => {
            &[("browser_wait_for", &[("type", "load")])]
        }
        "wait_for_url" => &[("browser_wait_for", &[("type", "url")])],
        "scroll_down" | "scroll_page" | "page_down" => &[("browser_scroll", &[("direction", "down")])],
        "scroll_up" | "page_up" => &[("browser_scroll", &[("direction", "up")])],
        "scroll_to_bottom" => &[("browser_scroll", &[("direction", "bottom")])],
        "scroll_to_top" => &[("browser_scroll", &[("direction", "top")])],
        "find_text" | "find_in_page" | "find_element" | "search_page" | "find_elements" | "query" => FIND,
        "tab_list" | "list_tabs" | "list_pages" | "get_tabs" | "tabs_list" => {
            &[("browser_tabs", &[("action", "list")])]
        }
        "tab_new" | "new_tab" | "new_page" | "open_tab" => {
            &[("browser_tabs", &[("action", "new")]), ("browser_navigate", NONE)]
        }
        "tab_switch" | "switch_tab" | "select_tab" | "select_page" | "tab_select" => {
            &[("browser_tabs", &[("action", "switch")])]
        }
        "tab_close" | "close_tab" | "close_page" => {
            &[("browser_tabs", &[("action", "close")]), ("browser_close", &[("what", "tab")])]
        }
        "handle_dialog" | "dialog" | "accept_dialog" | "dialog_accept" => {
            &[("browser_alert", &[("action", "accept")]), ("browser_handle_dialog", NONE)]
        }
        "dismiss_dialog" | "dialog_dismiss" => {
            &[("browser_alert", &[("action", "dismiss")]), ("browser_handle_dialog", &[("accept", "false")])]
        }
        "alert" => &[("browser_handle_dialog", NONE)],
        "resize_page" | "resize_window" | "set_viewport" | "viewport" => &[("browser_resize", NONE)],
        "network_requests"
        | "list_network_requests"
        | "console_messages"
        | "list_console_messages"
        | "console"
        | "get_console_logs" => WATCH,
        "mouse_hover" | "hover_element" | "mouse_move" => &[("browser_hover", NONE)],
        "drag_and_drop" => &[("browser_drag", NONE)],
        "switch_frame" | "select_frame" | "iframe" => &[("browser_frame", NONE)],
        "quit" | "exit" | "close_browser" | "shutdown" => &[("browser_close", NONE)],
        "answer" | "final_answer" | "submit_answer" | "done" | "finish" | "complete" => {
            &[("browser_answer", NONE)]
        }
        _ => &[],
    }
}

/// What to use where a tool of ours is not offered.
pub(super) fn instead(name: &str) -> &'static [&'static str] {
    match name {
        "browser_fill" | "browser_storage" => &["browser_type"],
        "browser_check" | "browser_select" | "browser_drag" | "browser_hover" => &["browser_click"],
        "browser_read" | "browser_dom" => &["browser_get_text", "browser_snapshot"],
        "browser_get_text" => &["browser_read", "browser_snapshot"],
        "browser_find" | "browser_frame" => &["browser_snapshot"],
        "browser_history" => &["browser_back", "browser_navigate"],
        "browser_back" | "browser_forward" => &["browser_history", "browser_navigate"],
        "browser_upload" => &["browser_file_upload"],
        "browser_file_upload" => &["browser_upload"],
        "browser_alert" => &["browser_handle_dialog"],
        "browser_handle_dialog" => &["browser_alert"],
        "browser_monitor" | "browser_route" => &["browser_evaluate", "browser_wait_for"],
        "browser_screenshot" | "browser_pdf" | "browser_evaluate" => &["browser_screenshot", "browser_read"],
        "browser_tabs" => &["browser_navigate"],
        _ => &[],
    }
}
