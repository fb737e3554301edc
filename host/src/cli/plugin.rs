//! `sekme plugin …`: one variant a verb; what each is given is defined beside what it does.

use clap::Subcommand;

use crate::run::plugin::Chosen;
use crate::run::plugin::accept::AcceptArgs;
use crate::run::plugin::build::BuildArgs;
use crate::run::plugin::check::CheckArgs;
use crate::run::plugin::explain::ExplainUrlArgs;
use crate::run::plugin::info::InfoArgs;
use crate::run::plugin::install::InstallArgs;
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
    /// Show all that is known of one plugin or pack.
    Info(InfoArgs),
    /// Say which plugins and packs answer on a page, in what order, and why.
    Explain(ExplainUrlArgs),
    /// Copy a plugin or pack to its place, check it, and lock it to what it is now.
    Install(InstallArgs),
    /// Take a plugin as it is now, and say how it differs from what was accepted.
    Accept(AcceptArgs),
    /// Switch a plugin or pack on again.
    Enable(Chosen),
    /// Switch a plugin or pack off without removing it.
    Disable(Chosen),
    /// Remove a plugin or pack; a bundled one is switched off.
    Remove(Chosen),
    /// Compile a component from standard input to standard output, within limits.
    #[command(hide = true)]
    CompileChild,
}
