//! The words after a task's name: flags, options with a value, and a clear refusal of everything else.

use std::fmt;

/// The command line cannot be used as it is; ends with exit code 2.
#[derive(Debug)]
pub(crate) struct UsageError(pub(crate) String);

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UsageError {}

/// Words that nobody has asked for yet.
#[derive(Debug)]
pub(crate) struct Arguments {
    words: Vec<String>,
    known: Vec<&'static str>,
}

impl Arguments {
    pub(crate) fn new(words: Vec<String>) -> Self {
        Self { words, known: Vec::new() }
    }

    pub(crate) fn asks_for_help(&self) -> bool {
        self.words.iter().any(|word| word == "--help" || word == "-h")
    }

    /// Takes `--` and everything after it out.
    pub(crate) fn after_separator(&mut self) -> Vec<String> {
        let Some(at) = self.words.iter().position(|word| word == "--") else { return Vec::new() };
        self.words.split_off(at).split_off(1)
    }

    /// Takes `name` out; true if it was there.
    pub(crate) fn flag(&mut self, name: &'static str) -> bool {
        self.known.push(name);
        let before = self.words.len();
        self.words.retain(|word| word != name);
        self.words.len() != before
    }

    /// Takes `name VALUE` or `name=VALUE` out.
    pub(crate) fn option(&mut self, name: &'static str) -> Result<Option<String>, UsageError> {
        self.known.push(name);
        let joined = format!("{name}=");
        let Some(at) = self.words.iter().position(|word| word == name || word.starts_with(&joined)) else {
            return Ok(None);
        };
        let word = self.words.remove(at);
        if let Some(value) = word.strip_prefix(&joined) {
            return Ok(Some(value.to_owned()));
        }
        if at < self.words.len() {
            return Ok(Some(self.words.remove(at)));
        }
        Err(UsageError(format!("{name} needs a value")))
    }

    /// Refuses what is left, naming the nearest option that exists.
    pub(crate) fn finish(self) -> Result<(), UsageError> {
        let Some(word) = self.words.first() else { return Ok(()) };
        let mut message = format!("unknown argument {word:?}");
        if let Some(nearest) = nearest(word, self.known.iter().copied()) {
            message.push_str("; did you mean ");
            message.push_str(nearest);
            message.push('?');
        }
        Err(UsageError(message))
    }
}

/// The candidate that looks most like `word`, if any does.
pub(crate) fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .map(|candidate| (strsim::jaro_winkler(word, candidate), candidate))
        .filter(|(likeness, _)| *likeness > 0.75)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(words: &[&str]) -> Arguments {
        Arguments::new(words.iter().map(|word| (*word).to_owned()).collect())
    }

    #[test]
    fn options_take_their_value_from_the_same_word_or_the_next() {
        let mut given = arguments(&["--url", "https://a.example/", "--search=steel kettle", "--release"]);
        assert!(given.flag("--release"));
        assert_eq!(given.option("--url").unwrap().as_deref(), Some("https://a.example/"));
        assert_eq!(given.option("--search").unwrap().as_deref(), Some("steel kettle"));
        given.finish().unwrap();
    }

    #[test]
    fn words_after_the_separator_are_somebody_elses() {
        let mut given = arguments(&["--release", "--", "--log", "debug"]);
        assert_eq!(given.after_separator(), ["--log", "debug"]);
        assert!(given.flag("--release"));
        given.finish().unwrap();
    }

    #[test]
    fn an_option_without_its_value_is_refused() {
        assert_eq!(arguments(&["--url"]).option("--url").unwrap_err().to_string(), "--url needs a value");
    }

    #[test]
    fn an_unknown_word_is_answered_with_the_nearest_known_one() {
        let mut given = arguments(&["--relaese"]);
        given.flag("--release");
        assert_eq!(
            given.finish().unwrap_err().to_string(),
            "unknown argument \"--relaese\"; did you mean --release?"
        );
    }

    #[test]
    fn a_word_like_nothing_gets_no_suggestion() {
        assert_eq!(arguments(&["xyz"]).finish().unwrap_err().to_string(), "unknown argument \"xyz\"");
    }
}
