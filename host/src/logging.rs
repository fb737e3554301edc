//! Logging to standard error; standard output belongs to the protocol.
//!
//! A client that does not read what is logged must not hold the program up, so a thread of its own writes, and what it
//! cannot keep up with is left out and counted.

use std::io::{self, IsTerminal as _, Write};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::MakeWriter;

/// Lines that may wait to be written.
const WAITING: usize = 4_096;

/// The writer in use, for [`flush`].
static WRITER: OnceLock<Queue> = OnceLock::new();

/// Starts logging. A filter that does not parse is replaced by `warn`, and said.
pub fn start(filter: &str) {
    // What is said of the engine comes last and so wins, unless the filter asks for it.
    let engine = crate::server::LOG_DIRECTIVE;
    let is_asked = engine.split('=').next().is_some_and(|name| filter.contains(name));
    let filter = if is_asked { filter.to_owned() } else { format!("{filter},{engine}") };
    let (filter, problem) = match EnvFilter::try_new(filter) {
        Ok(parsed) => (parsed, None),
        Err(error) => (EnvFilter::new("warn"), Some(error)),
    };
    let queue = WRITER.get_or_init(|| Queue::to(io::stderr())).clone();
    let started = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(queue)
        .with_ansi(io::stderr().is_terminal())
        .with_target(false)
        .try_init();
    if let (Ok(()), Some(error)) = (started, problem) {
        tracing::warn!(%error, "the log filter does not parse; logging warnings only");
    }
}

/// Waits until what was logged is written, but not longer than this: nobody may read it.
pub fn flush(limit: Duration) {
    let Some(queue) = WRITER.get() else { return };
    let end = Instant::now() + limit;
    while queue.waiting.load(Ordering::Acquire) > 0 && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Lines on their way to the thread that writes them.
#[derive(Debug, Clone)]
struct Queue {
    lines: SyncSender<Vec<u8>>,
    waiting: Arc<AtomicUsize>,
    lost: Arc<AtomicU64>,
}

impl Queue {
    fn to(output: impl Write + Send + 'static) -> Self {
        let (lines, queue) = sync_channel(WAITING);
        let queue_of = Self { lines, waiting: Arc::default(), lost: Arc::default() };
        let (waiting, lost) = (Arc::clone(&queue_of.waiting), Arc::clone(&queue_of.lost));
        // Without the thread nothing is logged, which is no reason not to work.
        let _ = std::thread::Builder::new()
            .name("log".to_owned())
            .spawn(move || write_out(&queue, output, &waiting, &lost));
        queue_of
    }
}

fn write_out(queue: &Receiver<Vec<u8>>, mut output: impl Write, waiting: &AtomicUsize, lost: &AtomicU64) {
    while let Ok(line) = queue.recv() {
        let _ = output.write_all(&line);
        let missing = lost.swap(0, Ordering::Relaxed);
        if missing > 0 {
            let _ = writeln!(output, "{missing} log lines were left out: nobody read them in time");
        }
        waiting.fetch_sub(1, Ordering::Release);
    }
}

impl Write for Queue {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.waiting.fetch_add(1, Ordering::Release);
        if let Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) = self.lines.try_send(line.to_vec())
        {
            self.waiting.fetch_sub(1, Ordering::Release);
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Queue {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_that_never_reads_holds_nobody_up() {
        // Whatever the writing thread gets to do, it can take no more than the line it is stuck with.
        struct Stuck(Receiver<()>);
        impl Write for Stuck {
            fn write(&mut self, line: &[u8]) -> io::Result<usize> {
                let _ = self.0.recv();
                Ok(line.len())
            }

            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let (_never, stuck) = sync_channel(0);
        let mut queue = Queue::to(Stuck(stuck));
        for _ in 0..20_000 {
            queue.write_all(b"line").unwrap();
        }
        let lost = queue.lost.load(Ordering::Relaxed);
        assert!((20_000 - WAITING as u64 - 1..=20_000 - WAITING as u64).contains(&lost), "{lost} lines lost");
    }

    #[test]
    fn what_was_lost_is_counted_in_the_log() {
        let (sender, queue) = sync_channel(4);
        sender.send(b"line\n".to_vec()).unwrap();
        drop(sender);
        let mut output = Vec::new();
        write_out(&queue, &mut output, &AtomicUsize::new(1), &AtomicU64::new(7));
        let text = String::from_utf8(output).unwrap();
        assert_eq!(text, "line\n7 log lines were left out: nobody read them in time\n");
    }
}
