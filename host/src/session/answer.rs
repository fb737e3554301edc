//! What a tool answers: a directive where one is due, the receipt, then notes, then the view.

use std::fmt::Write as _;

/// An image to send along.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// MIME type.
    pub mime: &'static str,
    /// Encoded image.
    pub bytes: Vec<u8>,
}

/// A tool's answer before it is rendered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answer {
    /// What the model must do instead of going on like this.
    pub directive: String,
    /// One line of fact on what changed.
    pub receipt: String,
    /// Lines the model should know: repairs, plugin warnings, what Chrome did by itself.
    pub notes: Vec<String>,
    /// The view, or another body.
    pub body: String,
    /// An image.
    pub picture: Option<Picture>,
    /// Which plugin decided what; for people and tests, not shown to the model.
    pub decisions: Vec<String>,
}

impl Answer {
    /// An answer with a receipt.
    pub fn receipt(text: impl Into<String>) -> Self {
        Self { receipt: text.into(), ..Self::default() }
    }

    /// An answer with a body alone.
    pub fn body(text: impl Into<String>) -> Self {
        Self { body: text.into(), ..Self::default() }
    }

    /// The same with a note.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.note(note);
        self
    }

    /// Adds a note, unless the same one is there.
    pub fn note(&mut self, note: impl Into<String>) {
        let note = note.into();
        if !note.is_empty() && !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// The text the model reads.
    pub fn render(&self) -> String {
        let mut text = String::new();
        for line in [&self.directive, &self.receipt].into_iter().filter(|line| !line.is_empty()) {
            let _ = writeln!(text, "{line}");
        }
        for note in &self.notes {
            let _ = writeln!(text, "note: {note}");
        }
        text.push_str(&self.body);
        text.truncate(text.trim_end().len());
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_receipt_comes_first_and_the_view_last() {
        let mut answer = Answer::receipt("Clicked e1 link \"Next\" → opened /2");
        answer.note("`target` read as `ref`");
        answer.note("`target` read as `ref`");
        answer.body = "Page 2 — https://x.example/2\n".to_owned();
        assert_eq!(
            answer.render(),
            "Clicked e1 link \"Next\" → opened /2\nnote: `target` read as `ref`\nPage 2 — https://x.example/2"
        );
    }
}
