//! Watches the folders of plugins and says when they have come to rest after a change.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, PoisonError, Weak};
use std::time::Duration;

use notify::event::{AccessKind, AccessMode};
use notify::{Config, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::discover;
use super::{Inner, PluginOptions};

/// How long nothing changes before it is read: editors and package managers write in several steps.
const QUIET: Duration = Duration::from_millis(500);

/// What the watching thread is told.
#[derive(Debug)]
pub(super) enum Signal {
    /// Something changed.
    Changed,
    /// Nobody uses the plugins any more.
    End,
}

/// A watch over the folders of [`PluginOptions`].
pub(super) struct Watch {
    watcher: RecommendedWatcher,
    signals: Receiver<Signal>,
    folders: Vec<PathBuf>,
    watched: Vec<PathBuf>,
}

impl Watch {
    /// Begins to watch. None, and a note, where the system cannot.
    pub(super) fn start(inner: &Arc<Inner>, options: &PluginOptions) -> Option<Self> {
        let folders: Vec<PathBuf> = options
            .dirs
            .iter()
            .chain(&options.user_dir)
            .chain(&options.org_dirs)
            .chain(&options.org_dir)
            .map(|folder| std::path::absolute(folder).unwrap_or_else(|_| folder.clone()))
            .collect();
        if folders.is_empty() {
            return None;
        }
        let (sender, signals) = mpsc::channel();
        let watcher = RecommendedWatcher::new(handler(sender.clone(), folders.clone()), Config::default());
        match watcher {
            Ok(watcher) => {
                *inner.watching.lock().unwrap_or_else(PoisonError::into_inner) = Some(sender);
                let mut watch = Self { watcher, signals, folders, watched: Vec::new() };
                watch.renew();
                Some(watch)
            }
            Err(error) => {
                inner.warn(&format!("changes of plugins are noticed at the next start only: {error}"));
                None
            }
        }
    }

    /// Calls `reload` after each change, once all is quiet, until the plugins are dropped.
    pub(super) fn run(mut self, inner: &Weak<Inner>, reload: impl Fn(&Inner)) {
        while let Ok(Signal::Changed) = self.signals.recv() {
            loop {
                match self.signals.recv_timeout(QUIET) {
                    Ok(Signal::Changed) => {}
                    Err(RecvTimeoutError::Timeout) => break,
                    Ok(Signal::End) | Err(RecvTimeoutError::Disconnected) => return,
                }
            }
            // Before the folders are read, so that nothing falls between.
            self.renew();
            let Some(inner) = inner.upgrade() else { return };
            reload(&inner);
        }
    }

    /// Watches each folder and those inside it, or the nearest one above that is there.
    fn renew(&mut self) {
        for path in std::mem::take(&mut self.watched) {
            // One that is gone is not watched any more anyway.
            let _ = self.watcher.unwatch(&path);
        }
        let mut wanted: Vec<PathBuf> = Vec::new();
        for folder in &self.folders {
            if folder.is_dir() {
                wanted.push(folder.clone());
                wanted.extend(discover::folders(folder).unwrap_or_default());
            } else if let Some(above) = folder.ancestors().find(|above| above.is_dir()) {
                wanted.push(above.to_owned());
            }
        }
        wanted.sort();
        wanted.dedup();
        for path in wanted {
            match self.watcher.watch(&path, RecursiveMode::NonRecursive) {
                Ok(()) => self.watched.push(path),
                Err(error) => {
                    tracing::warn!(target: "sekme::plugin", %error, folder = %path.display(), "cannot be watched");
                }
            }
        }
    }
}

fn handler(
    sender: Sender<Signal>,
    folders: Vec<PathBuf>,
) -> impl FnMut(notify::Result<Event>) + Send + 'static {
    move |event| {
        let matters = event.is_ok_and(|event| {
            is_change(event.kind)
                && (event.need_rescan() || event.paths.iter().any(|path| concerns(path, &folders)))
        });
        if matters {
            // After the end nobody listens.
            let _ = sender.send(Signal::Changed);
        }
    }
}

/// Reading changes nothing, and we read the folders ourselves.
fn is_change(kind: EventKind) -> bool {
    !matches!(kind, EventKind::Access(access) if access != AccessKind::Close(AccessMode::Write))
}

/// True for what is in one of the folders, and for the folders above one that is not there yet.
fn concerns(path: &Path, folders: &[PathBuf]) -> bool {
    folders.iter().any(|folder| path.starts_with(folder) || folder.starts_with(path))
}
