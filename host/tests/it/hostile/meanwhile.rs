//! The server answers other calls while a hostile guest is busy.

use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

