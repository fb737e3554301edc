//! Kills at random moments: each call is answered, the session goes on, nothing is left behind.

use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use sekme_testapp::spawn;
use serde_json::{Value, json};

use super::recovery::renderers;
use crate::support::sekme::{Sekme, gone, group};

/// Numbers that look random and are the same each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

fn call(dice: &mut Dice, base: &str) -> (&'static str, Value) {
    let page = ["/tasks/login", "/chaos/calm", "/chaos/buttons?n=50"];
    match dice.below(6) {
        0 | 1 => {
            let page = page[usize::try_from(dice.below(3)).unwrap()];
            ("browser_navigate", json!({"url": format!("{base}{page}")}))
        }
        2 => ("browser_snapshot", json!({})),
        3 => ("browser_read", json!({})),
        4 => ("browser_click", json!({"selector": "button, a"})),
        _ => ("browser_evaluate", json!({"expression": "document.title"})),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn six_kills_in_sixty_calls_lose_no_call_no_session_and_leave_no_process() {
    let pages = spawn().await;
    let base = pages.url("");
    let mut sekme = Sekme::start::<&str>([]).await;
    let mut dice = Dice(7);
    let mut seen = Vec::new();
    sekme.open(&pages.url("/chaos/calm")).await;
    for number in 0..60 {
        let (tool, arguments) = call(&mut dice, &base);
        let id = sekme.post(tool, &arguments).await;
        if number % 10 == 5 {
            let chrome = chrome_of(&sekme);
            seen.extend(group(chrome));
            let victims = match dice.below(3) {
                0 => vec![chrome],
                1 => renderers(chrome),
                _ => renderers(chrome).into_iter().take(1).collect(),
            };
            tokio::time::sleep(Duration::from_millis(dice.below(60))).await;
            for victim in victims {
                // It may have ended by itself meanwhile.
                let _ = kill(Pid::from_raw(victim), Signal::SIGKILL);
            }
        }
        let answer = tokio::time::timeout(Duration::from_mins(1), sekme.answer(id)).await;
        let answer = answer.unwrap_or_else(|_| panic!("call {number}, {tool}, hangs"));
        assert!(!answer.text.is_empty() && !answer.text.starts_with("error[internal]"), "{}", answer.text);
    }
    sekme.open(&pages.url("/chaos/calm")).await.has("Calm");
    seen.extend(group(chrome_of(&sekme)));
    assert!(sekme.end().await.success());
    gone(&seen).await;
}

/// The Chrome of the program, found without asking it: its child that leads a group of its own.
fn chrome_of(sekme: &Sekme) -> i32 {
    let server = sekme.child.id().unwrap();
    let children = std::fs::read_dir(format!("/proc/{server}/task")).unwrap().flat_map(|task| {
        let text = std::fs::read_to_string(task.unwrap().path().join("children")).unwrap_or_default();
        text.split_whitespace().filter_map(|pid| pid.parse::<i32>().ok()).collect::<Vec<i32>>()
    });
    let leaders: Vec<i32> = children.filter(|pid| group(*pid).contains(pid)).collect();
    leaders.last().copied().unwrap_or(0)
}
