//! The plugins and packs inside the binary; the tables are written by the build script.

/// A component with its manifest.
pub(super) struct BundledPlugin {
    /// Folder in the repository, for messages.
    pub(super) name: &'static str,
    pub(super) manifest: &'static str,
    pub(super) component: &'static [u8],
}

/// A site pack.
pub(super) struct BundledPack {
    /// Folder in the repository, for messages.
    pub(super) name: &'static str,
    pub(super) text: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/bundled.rs"));
