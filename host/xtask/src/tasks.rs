//! The registry of tasks. One task, one file; to add one, write it and add its row.

mod bench;
mod build;
mod chaos;
mod compare;
mod demo;
mod journey;
mod miniwob;
mod setup;
mod test;

use std::fmt::Write as _;

use anyhow::Result;

use crate::arguments::{Arguments, nearest};

/// One task of `cargo xtask`.
#[derive(Debug)]
pub(crate) struct Task {
    pub(crate) name: &'static str,
    /// Arguments as shown in the list; empty if there are none.
    pub(crate) arguments: &'static str,
    /// One line: what it does.
    pub(crate) summary: &'static str,
    pub(crate) run: fn(Arguments) -> Result<()>,
}

impl Task {
    /// Usage and summary.
    pub(crate) fn help(&self) -> String {
        format!("usage: cargo xtask {}\n{}", self.usage(), self.summary)
    }

    fn usage(&self) -> String {
        format!("{} {}", self.name, self.arguments).trim_end().to_owned()
    }
}

static TASKS: &[&Task] = &[
    &setup::TASK,
    &build::TASK,
    &test::TASK,
    &demo::TASK,
    &journey::TASK,
    &bench::TASK,
    &compare::TASK,
    &miniwob::TASK,
    &chaos::TASK,
];

/// The task of that name.
pub(crate) fn find(name: &str) -> Option<&'static Task> {
    TASKS.iter().copied().find(|task| task.name == name)
}

/// All tasks, one line each.
pub(crate) fn list() -> String {
    let mut text = "Tasks (cargo xtask TASK):".to_owned();
    let width = TASKS.iter().map(|task| task.name.len()).max().unwrap_or(0);
    for task in TASKS {
        let _ = write!(text, "\n  {:width$}  {}", task.name, task.summary);
        if !task.arguments.is_empty() {
            let _ = write!(text, " {}", task.arguments);
        }
    }
    text
}

/// What to say to a name that is no task.
pub(crate) fn unknown(name: &str) -> String {
    let mut text = format!("error: there is no task {name:?}");
    if let Some(nearest) = nearest(name, TASKS.iter().map(|task| task.name)) {
        let _ = write!(text, "; did you mean {nearest}?");
    }
    let _ = write!(text, "\n\n{}", list());
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_has_a_plain_name_of_its_own_and_one_line_of_summary() {
        for (index, task) in TASKS.iter().enumerate() {
            assert!(task.name.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{}", task.name);
            assert!(!task.summary.is_empty() && !task.summary.contains('\n'), "{}", task.name);
            assert!(TASKS[index + 1..].iter().all(|other| other.name != task.name), "{}", task.name);
        }
    }

    #[test]
    fn the_list_has_one_line_for_each_task() {
        assert_eq!(list().lines().count(), TASKS.len() + 1);
    }

    #[test]
    fn an_unknown_task_is_answered_with_the_nearest_and_the_list() {
        let text = unknown("biuld");
        assert!(text.starts_with("error: there is no task \"biuld\"; did you mean build?\n"), "{text}");
        assert!(text.ends_with(&list()), "{text}");
    }
}
