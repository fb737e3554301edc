//! Pages that fight the browser: they hold it up, flood it, or are more than it can take.

pub(crate) mod answers;
pub(crate) mod documents;
pub(crate) mod scripts;
pub(crate) mod sizes;
