//! Hashes of files, as they stand in lockfiles and names of compiled code.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// SHA-256 in lower-case hexadecimal.
pub(in crate::plugin) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::with_capacity(64), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// The start of a hash, enough for a person to tell two apart.
pub(super) fn short(hash: &str) -> String {
    format!("{}…", hash.get(..8).unwrap_or(hash))
}
