//! `sekme plugin …`: one variant a verb; what each is given is defined beside what it does.

use clap::Subcommand;

use crate::run::plugin::build::BuildArgs;
use crate::run::plugin::check::CheckArgs;
use crate::run::plugin::list::ListArgs;
use crate::run::plugin::new::NewArgs;
use crate::run::plugin::record::RecordArgs;
use crate::run::plugin::test::TestArgs;

/// What to do with plugins.
#[derive(Debug, Subcommand)]
pub enum PluginCommand {
    /// List plugins and packs: what is in use, what is not and why.
    List(ListArgs),
    /// Begin a plugin: a folder that builds and passes its test.
    New(NewArgs),
    /// Build a plugin's component with the tools of its language.
    Build(BuildArgs),
    /// Check a plugin without running it: manifest, size, imports, exports, types, cases.
    Check(CheckArgs),
    /// Make a test case of a real call, in a real Chrome.
    Record(RecordArgs),
    /// Run a plugin's cases in the real host, with no browser.
    Test(TestArgs),
}
