//! The way out: whole lines, one after the other, in bounded memory.

use std::sync::Arc;

use tokio::io::{AsyncWrite, AsyncWriteExt as _};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// Bytes that may wait for a client that does not read. One longer line may wait alone.
const MAX_WAITING: u32 = 4 * 1024 * 1024;

/// What a line costs beside its bytes, so that empty ones are bounded too.
const LINE_COST: u32 = 64;

/// Gives lines to the task that writes them. Clones share it.
#[derive(Debug, Clone)]
pub(super) struct Outbox {
    items: UnboundedSender<Item>,
    room: Arc<Semaphore>,
    closed: CancellationToken,
}

/// Room for one line in the outbox.
pub(super) type Room = OwnedSemaphorePermit;

#[derive(Debug)]
enum Item {
    Line { text: String, room: Room },
    End,
}

impl Outbox {
    /// Starts the task that writes. It ends after [`Outbox::end`], or when the client is gone.
    pub(super) fn start(output: impl AsyncWrite + Send + Unpin + 'static) -> (Self, JoinHandle<()>) {
        let (items, waiting) = unbounded_channel();
        let outbox = Self {
            items,
            room: Arc::new(Semaphore::new(MAX_WAITING as usize)),
            closed: CancellationToken::new(),
        };
        let (room, closed) = (Arc::clone(&outbox.room), outbox.closed.clone());
        let writing = tokio::spawn(async move {
            if let Err(error) = write_lines(waiting, output).await {
                tracing::debug!(%error, "the client no longer reads");
            }
            room.close();
            closed.cancel();
        });
        (outbox, writing)
    }

    /// Waits for room for a line of `bytes`. `None` once nobody reads any more.
    pub(super) async fn room(&self, bytes: usize) -> Option<Room> {
        let cost = u32::try_from(bytes).unwrap_or(MAX_WAITING).saturating_add(LINE_COST).min(MAX_WAITING);
        Arc::clone(&self.room).acquire_many_owned(cost).await.ok()
    }

    /// Queues a line, which has no line end of its own.
    pub(super) fn push(&self, text: String, room: Room) {
        // The receiver ends only with the client, and then nobody misses the line.
        let _ = self.items.send(Item::Line { text, room });
    }

    /// Waits for room and queues a line.
    pub(super) async fn send(&self, text: String) {
        if let Some(room) = self.room(text.len()).await {
            self.push(text, room);
        }
    }

    /// Writes what is queued, and nothing after that.
    pub(super) fn end(&self) {
        let _ = self.items.send(Item::End);
    }

    /// Waits until the client no longer reads, or the last line is written.
    pub(super) async fn closed(&self) {
        self.closed.cancelled().await;
    }
}

async fn write_lines(
    mut waiting: UnboundedReceiver<Item>,
    mut output: impl AsyncWrite + Unpin,
) -> std::io::Result<()> {
    while let Some(Item::Line { mut text, room }) = waiting.recv().await {
        text.push('\n');
        output.write_all(text.as_bytes()).await?;
        if waiting.is_empty() {
            output.flush().await?;
        }
        drop(room);
    }
    output.flush().await
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;
    use tokio::io::{AsyncReadExt as _, duplex};

    use super::*;

    #[tokio::test]
    async fn lines_leave_in_order_and_whole() {
        let (near, mut far) = duplex(4);
        let (outbox, writing) = Outbox::start(near);
        outbox.send("first".to_owned()).await;
        outbox.send("second".to_owned()).await;
        outbox.end();
        let mut text = String::new();
        far.read_to_string(&mut text).await.unwrap();
        assert_eq!(text, "first\nsecond\n");
        writing.await.unwrap();
    }

    #[tokio::test]
    async fn a_client_that_does_not_read_holds_up_only_what_exceeds_the_bound() {
        let (near, far) = duplex(1);
        let (outbox, _writing) = Outbox::start(near);
        outbox.send("x".repeat(MAX_WAITING as usize * 2)).await;
        let next = outbox.send("y".to_owned());
        let mut next = std::pin::pin!(next);
        assert!(next.as_mut().now_or_never().is_none());
        drop(far);
        next.await;
        outbox.closed().await;
    }
}
