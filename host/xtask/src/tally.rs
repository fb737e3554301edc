//! Counts what test runners report, while their output passes by.

/// Sums over every test binary of a run.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) passed: u32,
    pub(crate) failed: u32,
    pub(crate) ignored: u32,
    unfinished: Vec<u8>,
}

impl Tally {
    /// Takes the next bytes of the output, wherever they were cut.
    pub(crate) fn read(&mut self, bytes: &[u8]) {
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.unfinished.extend_from_slice(part);
            if part.ends_with(b"\n") {
                let line = std::mem::take(&mut self.unfinished);
                self.line(&String::from_utf8_lossy(&line));
            }
        }
    }

    /// `test result: ok. 12 passed; 0 failed; 1 ignored; …`
    fn line(&mut self, line: &str) {
        let Some(counts) = line.trim().strip_prefix("test result: ").and_then(|rest| rest.split_once(". "))
        else {
            return;
        };
        for count in counts.1.split(';') {
            let mut words = count.split_whitespace();
            let (Some(number), Some(kind)) =
                (words.next().and_then(|word| word.parse::<u32>().ok()), words.next())
            else {
                continue;
            };
            match kind {
                "passed" => self.passed += number,
                "failed" => self.failed += number,
                "ignored" => self.ignored += number,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_several_binaries_are_added_up() {
        let mut tally = Tally::default();
        let output = "running 2 tests\ntest a ... ok\n\
            test result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s\n\n\
            test result: FAILED. 5 passed; 3 failed; 0 ignored; 0 measured; 7 filtered out; finished in 1.50s\n";
        for byte in output.bytes() {
            tally.read(&[byte]);
        }
        assert_eq!((tally.passed, tally.failed, tally.ignored), (7, 3, 1));
    }

    #[test]
    fn what_a_test_prints_is_not_counted() {
        let mut tally = Tally::default();
        tally.read(b"test result of mine: 9 passed\ntest result: ok\n");
        assert_eq!(tally, Tally::default());
    }
}
