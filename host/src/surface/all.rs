//! Every tool there is: the default surface, then the rest.

use super::{Row, browser, whole};
use crate::tools::TOOLS;

pub(super) fn rows() -> Vec<Row> {
    let mut rows = browser::rows();
    let rest = TOOLS.iter().copied().filter(|tool| !browser::NAMES.contains(&tool.description.name));
    rows.extend(rest.map(whole));
    rows
}
