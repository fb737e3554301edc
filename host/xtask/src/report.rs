//! Figures as Markdown for people and as JSON for programs.

use std::time::Duration;

use serde_json::{Map, Value, json};

/// One figure or word.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Cell {
    Text(String),
    Count(usize),
    /// Milliseconds, megabytes, ratios.
    Measure(f64),
    /// Could not be measured.
    Missing,
}

impl Cell {
    pub(crate) fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    pub(crate) fn count(count: Option<usize>) -> Self {
        count.map_or(Self::Missing, Self::Count)
    }

    pub(crate) fn measure(value: Option<f64>) -> Self {
        value.filter(|value| value.is_finite()).map_or(Self::Missing, Self::Measure)
    }

    #[expect(clippy::cast_precision_loss, reason = "memory sizes are far below 2^52 bytes")]
    pub(crate) fn megabytes(bytes: Option<u64>) -> Self {
        Self::measure(bytes.map(|bytes| bytes as f64 / 1e6))
    }

    /// The figure, where it is one of measure.
    pub(crate) fn value(&self) -> Option<f64> {
        if let Self::Measure(value) = self { Some(*value) } else { None }
    }

    fn shown(&self) -> String {
        match self {
            Self::Text(text) => text.replace('|', r"\|"),
            Self::Count(count) => grouped(&count.to_string()),
            // Three digits say enough, and a tenth of a microsecond would be noise.
            Self::Measure(value) if *value < 10.0 => format!("{value:.2}"),
            Self::Measure(value) if *value < 100.0 => format!("{value:.1}"),
            Self::Measure(value) => grouped(&format!("{value:.0}")),
            Self::Missing => "–".to_owned(),
        }
    }

    fn json(&self) -> Value {
        match self {
            Self::Text(text) => json!(text),
            Self::Count(count) => json!(count),
            Self::Measure(value) => json!(value),
            Self::Missing => Value::Null,
        }
    }
}

/// Figures of one kind.
#[derive(Debug)]
pub(crate) struct Table {
    /// In JSON.
    pub(crate) key: &'static str,
    pub(crate) title: &'static str,
    /// Key in JSON and heading; the first column names the row.
    pub(crate) columns: &'static [(&'static str, &'static str)],
    pub(crate) rows: Vec<Vec<Cell>>,
    /// What must be known to read it.
    pub(crate) remarks: Vec<String>,
}

pub(crate) fn markdown(tables: &[Table]) -> String {
    let parts: Vec<String> = tables.iter().map(Table::markdown).collect();
    parts.join("\n\n")
}

pub(crate) fn json(tables: &[Table]) -> String {
    let tables: Map<String, Value> =
        tables.iter().map(|table| (table.key.to_owned(), table.json())).collect();
    format!("{:#}", Value::Object(tables))
}

impl Table {
    fn markdown(&self) -> String {
        let mut lines = vec![self.columns.iter().map(|(_, heading)| (*heading).to_owned()).collect()];
        lines.extend(self.rows.iter().map(|row| row.iter().map(Cell::shown).collect::<Vec<_>>()));
        let width = |column: usize| {
            lines
                .iter()
                .filter_map(|line| line.get(column))
                .map(|cell| cell.chars().count())
                .max()
                .unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let mut drawn: Vec<String> = lines.iter().map(|line| line_of(line, &widths)).collect();
        let rule: Vec<String> =
            widths.iter().enumerate().map(|(column, width)| rule(column, *width)).collect();
        drawn.insert(1, line_of(&rule, &widths));
        let mut text = format!("### {}\n\n{}", self.title, drawn.join("\n"));
        if !self.remarks.is_empty() {
            text.push_str("\n\n");
            text.push_str(&self.remarks.join("\n"));
        }
        text
    }

    fn json(&self) -> Value {
        let row = |row: &Vec<Cell>| -> Value {
            let cells = self.columns.iter().zip(row).map(|((key, _), cell)| ((*key).to_owned(), cell.json()));
            Value::Object(cells.collect())
        };
        self.rows.iter().map(row).collect()
    }
}

fn line_of(cells: &[String], widths: &[usize]) -> String {
    let cells = cells.iter().zip(widths).enumerate().map(|(column, (cell, width))| {
        if column == 0 { format!("{cell:width$}") } else { format!("{cell:>width$}") }
    });
    format!("| {} |", cells.collect::<Vec<_>>().join(" | "))
}

/// Figures stand at the right.
fn rule(column: usize, width: usize) -> String {
    if column == 0 { "-".repeat(width) } else { format!("{}:", "-".repeat(width.saturating_sub(1))) }
}

/// `100000` → `100,000`
fn grouped(digits: &str) -> String {
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// In milliseconds.
pub(crate) fn milliseconds(elapsed: Duration) -> f64 {
    elapsed.as_secs_f64() * 1000.0
}

/// The middle of several runs.
pub(crate) fn median(runs: &[f64]) -> Option<f64> {
    let mut sorted = runs.to_vec();
    sorted.sort_by(f64::total_cmp);
    let half = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        odd if odd % 2 == 1 => Some(sorted[half]),
        _ => Some(f64::midpoint(sorted[half - 1], sorted[half])),
    }
}

/// The mean of the middle half: finer than a clock of tenths of milliseconds, and deaf to single slow runs.
#[expect(clippy::cast_precision_loss, reason = "a handful of runs")]
pub(crate) fn middle_mean(runs: &[f64]) -> Option<f64> {
    let mut sorted = runs.to_vec();
    sorted.sort_by(f64::total_cmp);
    let cut = sorted.len() / 4;
    let middle = &sorted[cut..sorted.len() - cut];
    (!middle.is_empty()).then(|| middle.iter().sum::<f64>() / middle.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: Option<f64>, b: f64) -> bool {
        a.is_some_and(|a| (a - b).abs() < 1e-9)
    }

    fn table() -> Table {
        Table {
            key: "reading",
            title: "Reading",
            columns: &[("page", "page"), ("listed", "listed"), ("walk_ms", "walk, ms")],
            rows: vec![
                vec![Cell::text("small"), Cell::Count(100), Cell::Measure(1.234)],
                vec![Cell::text("large"), Cell::Count(20_000), Cell::Missing],
            ],
            remarks: vec!["Medians.".to_owned()],
        }
    }

    #[test]
    fn runs_are_summed_up_whatever_their_order() {
        assert!(close(median(&[9.0, 1.0, 3.0]), 3.0));
        assert!(close(median(&[4.0, 1.0, 2.0, 9.0]), 3.0));
        assert_eq!(median(&[]), None);
        assert!(close(middle_mean(&[100.0, 2.0, 1.0, 0.0]), 1.5));
        assert!(close(middle_mean(&[7.0]), 7.0));
        assert_eq!(middle_mean(&[]), None);
    }

    #[test]
    fn figures_are_as_long_as_they_are_worth() {
        let shown = |value| Cell::Measure(value).shown();
        assert_eq!([0.046, 9.99, 12.34, 1_234.5].map(shown), ["0.05", "9.99", "12.3", "1,234"]);
        assert_eq!(
            [7, 999, 1_000, 1_234_567].map(|count| Cell::Count(count).shown()),
            ["7", "999", "1,000", "1,234,567"]
        );
        assert_eq!(Cell::measure(Some(f64::INFINITY)), Cell::Missing);
    }

    #[test]
    fn a_table_lines_up_as_markdown() {
        assert_eq!(
            markdown(&[table()]),
            "### Reading\n\n\
             | page  | listed | walk, ms |\n\
             | ----- | -----: | -------: |\n\
             | small |    100 |     1.23 |\n\
             | large | 20,000 |        – |\n\n\
             Medians."
        );
    }

    #[test]
    fn json_has_every_figure_unrounded_by_its_key() {
        let report: Value = serde_json::from_str(&json(&[table()])).unwrap();
        assert_eq!(report["reading"][0]["walk_ms"], 1.234);
        assert_eq!(report["reading"][1], json!({"page": "large", "listed": 20_000, "walk_ms": null}));
    }
}
