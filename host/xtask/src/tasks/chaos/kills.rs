//! Kills of Chrome, of its pages' processes and of tabs, at random moments of ordinary work.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

use super::{CALM, first_words, kind, share};
use crate::console;
use crate::server::Server;

/// How much is done, and from which number chance begins.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) kills: u64,
    pub(super) calls: u64,
    pub(super) seed: u64,
}

/// Numbers that look random and are the same for the same seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    fn one_of<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        let index = usize::try_from(self.below(choices.len() as u64)).unwrap_or(0);
        &choices[index]
    }
}

/// Works, kills, and prints what came of it.
pub(super) fn run(mut server: Server, base: &str, plan: &Plan) -> Result<()> {
    let mut dice = Dice(plan.seed);
    let mut seen = Vec::new();
    let mut kinds: BTreeMap<String, u64> = BTreeMap::new();
    let mut times = Vec::new();
    let mut killed: BTreeMap<&str, u64> = BTreeMap::new();
    let mut row: Option<String> = None;
    open_calm(&mut server, base)?;
    console::line("| killed | call | ms | what was said | next call |\n| --- | --- | --- | --- | --- |");
    for call in 0..plan.calls {
        let (tool, arguments) = step(&mut dice, base);
        // Spread evenly, each within its share of the calls.
        let is_kill = call * plan.kills / plan.calls != (call + 1) * plan.kills / plan.calls;
        let killer = if is_kill {
            let chrome = chrome(&mut server)?;
            seen.extend(group(chrome));
            let what = *dice.one_of(&["Chrome", "all pages", "one page", "the tab"]);
            *killed.entry(what).or_default() += 1;
            let victims = match what {
                "Chrome" => vec![chrome],
                "all pages" => renderers(chrome),
                "one page" => renderers(chrome).into_iter().take(1).collect(),
                _ => Vec::new(),
            };
            if victims.is_empty() {
                server.call("browser_close", &json!({"what": "tab"}))?;
            }
            let pause = Duration::from_millis(dice.below(120));
            let killer = thread::spawn(move || {
                thread::sleep(pause);
                victims.into_iter().for_each(kill);
            });
            Some((what, killer))
        } else {
            None
        };
        let answer = server.call(tool, &arguments).with_context(|| format!("call {call}, {tool}"))?;
        times.push(answer.elapsed);
        *kinds.entry(kind(&answer).to_owned()).or_default() += 1;
        if let Some(row) = row.take() {
            console::line(&format!("{row} {tool}: {}, {} ms |", kind(&answer), answer.elapsed.as_millis()));
        }
        if let Some((what, killer)) = killer {
            ensure!(killer.join().is_ok(), "the thread that kills failed");
            let said = first_words(&answer.text);
            row = Some(format!("| {what} | {tool} | {} | {said} |", answer.elapsed.as_millis()));
        }
    }
    if let Some(row) = row {
        console::line(&format!("{row} the end |"));
    }
    open_calm(&mut server, base)?;
    seen.extend(group(chrome(&mut server)?));
    server.stop()?;
    let left = left_after(&seen);
    let worst = times.iter().copied().max().unwrap_or_default();
    console::line(&format!(
        "{} calls, {} kills {killed:?}\nanswers: {kinds:?}\nms: median {}, 95 of 100 below {}, longest {}\nprocesses left of {}: {left:?}",
        plan.calls,
        killed.values().sum::<u64>(),
        share(&mut times, 50).as_millis(),
        share(&mut times, 95).as_millis(),
        worst.as_millis(),
        seen.len(),
    ));
    ensure!(left.is_empty(), "processes were left behind");
    ensure!(!kinds.contains_key("internal"), "a call failed inside sekme");
    Ok(())
}

fn step(dice: &mut Dice, base: &str) -> (&'static str, Value) {
    match dice.below(7) {
        0 | 1 => {
            let page = dice.one_of(&["/tasks/login", "/chaos/calm", "/chaos/buttons?n=50", "/chaos/frames"]);
            ("browser_navigate", json!({"url": format!("{base}{page}")}))
        }
        2 => ("browser_snapshot", json!({})),
        3 => ("browser_read", json!({})),
        4 => ("browser_click", json!({"selector": "button, a"})),
        5 => ("browser_find", json!({"text": "Button"})),
        _ => ("browser_evaluate", json!({"expression": "document.title"})),
    }
}

/// Opens a good page, once more where the first answer is that a kill was met.
fn open_calm(server: &mut Server, base: &str) -> Result<()> {
    let open = json!({"url": format!("{base}{CALM}")});
    let mut answer = server.call("browser_navigate", &open)?;
    if matches!(kind(&answer), "browser-gone" | "page-crashed") {
        answer = server.call("browser_navigate", &open)?;
    }
    ensure!(!answer.is_error && answer.text.contains("\"Calm\""), "the session is lost: {}", answer.text);
    Ok(())
}

/// How often Chrome is looked for that is away.
const LOOKS: usize = 20;

/// The process of Chrome, as `browser_status` tells it; started again if it is away.
fn chrome(server: &mut Server) -> Result<u32> {
    for _ in 0..LOOKS {
        let status = server.call("browser_status", &json!({}))?.text;
        let number = status.split_once("process ").and_then(|(_, rest)| rest.lines().next());
        match number.and_then(|number| number.trim().parse().ok()) {
            Some(number) => return Ok(number),
            None => drop(server.call("browser_snapshot", &json!({}))?),
        }
    }
    bail!("Chrome does not come back")
}

fn kill(process: u32) {
    // It may have ended by itself.
    let _ = Command::new("kill").args(["-9", &process.to_string()]).output();
}

fn command_line(process: u32) -> String {
    let bytes = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn renderers(chrome: u32) -> Vec<u32> {
    group(chrome).into_iter().filter(|process| command_line(*process).contains("--type=renderer")).collect()
}

/// State and process group of a process.
fn state(process: u32) -> Option<(String, u32)> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
    let state = fields.next()?.to_owned();
    Some((state, fields.nth(1)?.parse().ok()?))
}

fn group(leader: u32) -> Vec<u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let processes = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    processes.filter(|process| state(*process).is_some_and(|(_, group)| group == leader)).collect()
}

/// Those of the processes that still run after a moment.
fn left_after(seen: &[u32]) -> Vec<u32> {
    let is_left = |process: &&u32| {
        state(**process).is_some_and(|(state, _)| state != "Z") && command_line(**process).contains("--type=")
    };
    let end = Instant::now() + Duration::from_secs(10);
    loop {
        let left: Vec<u32> = seen.iter().filter(is_left).copied().collect();
        if left.is_empty() || Instant::now() > end {
            return left;
        }
        thread::sleep(Duration::from_millis(50));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chance_is_the_same_for_the_same_seed() {
        let throws = |seed| {
            let mut dice = Dice(seed);
            (0..20).map(|_| dice.below(6)).collect::<Vec<_>>()
        };
        assert_eq!(throws(3), throws(3));
        assert_ne!(throws(3), throws(4));
    }
}
