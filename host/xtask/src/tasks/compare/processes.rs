//! The processes of a server, found by a mark in their environment: some servers leave their family.

use std::fs;
use std::process::Command;

/// The variable that marks a server's processes; children inherit it, and so does what they leave behind.
pub(super) const MARK: &str = "SEKME_COMPARE";

/// Process ids that carry `mark`, where the system tells.
pub(super) fn marked(mark: &str) -> Vec<u32> {
    let wanted = format!("{MARK}={mark}");
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let processes = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    processes.filter(|process| carries(*process, &wanted)).collect()
}

fn carries(process: u32, wanted: &str) -> bool {
    let environment = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
    environment.split(|byte| *byte == 0).any(|variable| variable == wanted.as_bytes())
}

/// Whether a process is part of the browser rather than of the server.
fn is_browser(process: u32) -> bool {
    let program = fs::read_link(format!("/proc/{process}/exe")).unwrap_or_default();
    program.file_name().is_some_and(|name| name.to_string_lossy().contains("chrom"))
}

/// Resident bytes of a server's processes without its browser; none where the system does not tell.
pub(super) fn resident(mark: &str) -> Option<u64> {
    let own = marked(mark).into_iter().filter(|process| !is_browser(*process));
    let sum: u64 = own.filter_map(|process| crate::server::resident_bytes(process).ok()).sum();
    (sum > 0).then_some(sum)
}

/// Ends what a server has left behind.
pub(super) fn end(mark: &str) {
    for process in marked(mark) {
        let _ = Command::new("kill").args(["-KILL", &process.to_string()]).status();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Stdio;

    #[cfg(target_os = "linux")]
    #[test]
    fn a_marked_process_is_found_measured_and_ended() {
        let mark = format!("test-{}", std::process::id());
        let mut child =
            Command::new("sleep").arg("60").env(MARK, &mark).stdin(Stdio::null()).spawn().unwrap();
        // Until it has become `sleep`, it has the environment of this process.
        while !marked(&mark).contains(&child.id()) {
            std::thread::yield_now();
        }
        assert!(resident(&mark).is_some_and(|bytes| bytes > 100_000));
        end(&mark);
        assert!(!child.wait().unwrap().success());
    }
}
