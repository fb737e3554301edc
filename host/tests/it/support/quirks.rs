//! Answers of the quirk hooks as a guest would lay them out in its memory (canonical ABI).

use super::components::{Guest, RESULT};

/// What `quirk-after` answers.
#[derive(Default)]
pub(crate) struct After<'a> {
    pub(crate) main: &'a [&'a str],
    pub(crate) ignore: &'a [&'a str],
    pub(crate) consent: &'a [Step<'a>],
    pub(crate) search: Option<(&'a str, Option<&'a str>)>,
    pub(crate) notes: &'a [&'a str],
}

/// A step.
#[derive(Clone, Copy)]
pub(crate) enum Step<'a> {
    Click(&'a str, bool),
    WaitMs(u32),
}

/// Memory from [`RESULT`] on, the answer first.
struct Memory {
    bytes: Vec<u8>,
}

impl Memory {
    fn new(size: usize) -> Self {
        Self { bytes: vec![0; size] }
    }

    fn set(&mut self, at: usize, value: u32) {
        self.bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
    }

    fn room(&mut self, size: usize) -> usize {
        let at = self.bytes.len().next_multiple_of(4);
        self.bytes.resize(at + size, 0);
        at
    }

    fn address(at: usize) -> u32 {
        RESULT + u32::try_from(at).expect("a small answer")
    }

    fn string(&mut self, at: usize, text: &str) {
        let to = self.room(text.len());
        self.bytes[to..to + text.len()].copy_from_slice(text.as_bytes());
        self.set(at, Self::address(to));
        self.set(at + 4, u32::try_from(text.len()).expect("a short text"));
    }

    fn list<T>(&mut self, at: usize, items: &[T], size: usize, put: impl Fn(&mut Self, usize, &T)) {
        let to = self.room(items.len() * size);
        for (number, item) in items.iter().enumerate() {
            put(self, to + number * size, item);
        }
        self.set(at, Self::address(to));
        self.set(at + 4, u32::try_from(items.len()).expect("a short list"));
    }

    fn strings(&mut self, at: usize, items: &[&str]) {
        self.list(at, items, 8, |memory, at, text| memory.string(at, text));
    }
}

const ANSWERS: &str = "(i32.const 4096)";

/// A guest whose `quirk-before` answers with this address and these targets.
pub(crate) fn before(url: Option<&str>, wait: &[(&str, bool)]) -> Guest {
    let mut memory = Memory::new(24);
    if let Some(url) = url {
        memory.set(4, 1);
        memory.string(8, url);
    }
    memory.list(16, wait, 12, |memory, at, (css, optional)| {
        memory.string(at, css);
        memory.set(at + 8, u32::from(*optional));
    });
    Guest::new().data(&memory.bytes).hook("quirk-before", ANSWERS)
}

/// A guest whose `quirk-after` answers so.
pub(crate) fn after(said: &After<'_>) -> Guest {
    let mut memory = Memory::new(60);
    memory.strings(4, said.main);
    memory.strings(12, said.ignore);
    memory.list(20, said.consent, 16, |memory, at, step| match step {
        Step::Click(css, optional) => {
            memory.string(at + 4, css);
            memory.set(at + 12, u32::from(*optional));
        }
        Step::WaitMs(time) => {
            memory.set(at, 4);
            memory.set(at + 4, *time);
        }
    });
    if let Some((input, submit)) = said.search {
        memory.set(28, 1);
        memory.string(32, input);
        if let Some(submit) = submit {
            memory.set(40, 1);
            memory.string(44, submit);
        }
    }
    memory.strings(52, said.notes);
    Guest::new().data(&memory.bytes).hook("quirk-after", ANSWERS)
}
