//! Cuts the client's bytes into lines, in bounded memory whatever arrives.

use std::io;

use tokio::io::{AsyncBufReadExt as _, AsyncRead, BufReader};

use super::id_scan::IdScan;
use super::request_id::RequestId;

/// Longest line that is read as a message, in bytes.
pub(super) const MAX_LINE: usize = 16 * 1024 * 1024;

const READ_BUFFER: usize = 64 * 1024;
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// One line that is not blank, without its line end.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// A line to be read as a message.
    Text(String),
    /// A line that is not UTF-8.
    NotUtf8 {
        /// Number of bytes before the first wrong one.
        valid_up_to: usize,
    },
    /// A line longer than the limit. Its text was not kept.
    TooLong {
        /// Length in bytes.
        bytes: usize,
        /// The request id found in it.
        id: Option<RequestId>,
    },
}

/// The client's lines, in order.
#[derive(Debug)]
pub(super) struct Lines<R> {
    input: BufReader<R>,
    limit: usize,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input: BufReader::with_capacity(READ_BUFFER, input), limit: MAX_LINE }
    }

    /// The next line, or `None` at the end of the input. A last line without a line end counts.
    pub(super) async fn next(&mut self) -> io::Result<Option<Line>> {
        let mut line = Partial::default();
        loop {
            let chunk = self.input.fill_buf().await?;
            if chunk.is_empty() {
                return Ok(line.finish());
            }
            let end = chunk.iter().position(|byte| *byte == b'\n');
            line.push(&chunk[..end.unwrap_or(chunk.len())], self.limit);
            let used = end.map_or(chunk.len(), |end| end + 1);
            self.input.consume(used);
            if end.is_some()
                && let Some(line) = std::mem::take(&mut line).finish()
            {
                return Ok(Some(line));
            }
        }
    }
}

/// A line whose end has not been seen.
#[derive(Debug)]
enum Partial {
    Short(Vec<u8>),
    TooLong { bytes: usize, scan: IdScan },
}

impl Default for Partial {
    fn default() -> Self {
        Self::Short(Vec::new())
    }
}

impl Partial {
    fn push(&mut self, chunk: &[u8], limit: usize) {
        match self {
            Self::Short(line) if line.len() + chunk.len() <= limit => line.extend_from_slice(chunk),
            Self::Short(line) => {
                let mut scan = IdScan::default();
                scan.push(strip_mark(line));
                scan.push(chunk);
                *self = Self::TooLong { bytes: line.len() + chunk.len(), scan };
            }
            Self::TooLong { bytes, scan } => {
                *bytes += chunk.len();
                scan.push(chunk);
            }
        }
    }

    /// The line, or `None` if it is blank.
    fn finish(self) -> Option<Line> {
        match self {
            Self::TooLong { bytes, scan } => Some(Line::TooLong { bytes, id: scan.finish() }),
            Self::Short(mut line) => {
                line.truncate(line.trim_ascii_end().len());
                let start = line.len() - strip_mark(&line).len();
                line.drain(..start);
                if line.trim_ascii_start().is_empty() {
                    return None;
                }
                Some(match String::from_utf8(line) {
                    Ok(text) => Line::Text(text),
                    Err(error) => Line::NotUtf8 { valid_up_to: error.utf8_error().valid_up_to() },
                })
            }
        }
    }
}

fn strip_mark(line: &[u8]) -> &[u8] {
    line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncWriteExt as _, duplex};

    use super::*;

    async fn lines_of(input: &[u8], limit: usize) -> Vec<Line> {
        let mut lines = Lines::new(input);
        lines.limit = limit;
        let mut found = Vec::new();
        while let Some(line) = lines.next().await.expect("memory does not fail") {
            found.push(line);
        }
        found
    }

    fn text(line: &str) -> Line {
        Line::Text(line.to_owned())
    }

    #[tokio::test]
    async fn line_ends_marks_and_blank_lines_are_no_part_of_a_message() {
        let input = b"\xef\xbb\xbf{\"a\":1}\r\n\r\n \t \n\n{\"b\":2}\nlast";
        assert_eq!(lines_of(input, 100).await, [text("{\"a\":1}"), text("{\"b\":2}"), text("last")]);
    }

    #[tokio::test]
    async fn a_character_split_over_two_reads_stays_whole() {
        let (mut near, far) = duplex(64);
        let mut lines = Lines::new(far);
        let bytes = "\"ğ\"\n".as_bytes();
        let reading = tokio::spawn(async move { lines.next().await });
        for byte in bytes {
            near.write_all(&[*byte]).await.unwrap();
            tokio::task::yield_now().await;
        }
        assert_eq!(reading.await.unwrap().unwrap(), Some(text("\"ğ\"")));
    }

    #[tokio::test]
    async fn bytes_that_are_not_utf8_are_named_by_position() {
        assert_eq!(lines_of(b"ab\xff\nc", 100).await, [Line::NotUtf8 { valid_up_to: 2 }, text("c")]);
    }

    #[tokio::test]
    async fn a_line_over_the_limit_is_measured_and_the_next_one_is_read() {
        let found = lines_of(b"{\"id\":7,\"pad\":\"xxxxxxxxxxxxxx\"}\nnext\n", 12).await;
        let [Line::TooLong { bytes: 31, id: Some(id) }, next] = &found[..] else {
            panic!("{found:?}");
        };
        assert_eq!(id.as_json(), "7");
        assert_eq!(*next, text("next"));
    }

    #[tokio::test]
    async fn a_line_of_exactly_the_limit_is_a_message() {
        assert_eq!(lines_of(b"12345\n", 5).await, [text("12345")]);
    }
}
