//! Uploading: which input takes the files, how it gets them, and what it holds afterwards.

mod copies;
mod local;

use std::path::PathBuf;
use std::sync::PoisonError;
use std::time::Duration;

use crate::browser::{BrowserError, FileChooser, Frame, MouseButton, Tab};
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::progress::Interrupted;
use crate::snapshot::facts::{FileTarget, HeldFile};
use crate::snapshot::text::quoted;

use super::{Acting, Answer, Call, Target, ViewRequest};
use local::{bytes, is_asked_for};

pub(super) use copies::Copies;
pub use local::LocalFile;

/// Longest wait for the chooser that a press opens.
const CHOOSER: Duration = Duration::from_secs(2);
/// Longest wait for the page to take a press.
const PRESS: Duration = Duration::from_secs(4);
/// Longest wait for a sign that a drop was taken.
const TAKE: Duration = Duration::from_secs(1);
/// Pause between two looks for one.
const PAUSE: Duration = Duration::from_millis(50);
/// How often an input that was given a folder is looked at until it holds files.
const FOLDER_LOOKS: u32 = 20;
/// What is said of files that were dropped without any sign.
const UNANSWERED: &str = "the page let the files be dropped, and nothing shows that it took them";
/// Most files told by name.
const TOLD: usize = 5;
/// Longest file name told.
const NAME: usize = 80;

/// What came of dropping files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Drop {
    /// The page shows that it took them.
    Taken,
    /// The page lets files be dropped there, which many do everywhere, and shows nothing.
    Unanswered,
    /// It takes no drops there, and none was tried.
    Refused,
}

/// The words for what was done, and before what it was done to.
const GAVE: (&str, &str) = ("Gave", "to");
const DROPPED: (&str, &str) = ("Dropped", "on");

fn takes_none(target: &Target) -> ToolError {
    ToolError::new(
        ErrorCode::NotActionable,
        format!("{} takes no files: it is no file input, opens no chooser and takes no drop", target.label),
        "use the ref of the file input, of the button that asks for a file, or of the drop area",
    )
}

impl Call {
    /// Checks that every path is a file, or a folder, that may be given to a page.
    pub fn check_files(&self, paths: &[String]) -> Result<Vec<LocalFile>, ToolError> {
        let settings = self.session.settings();
        let folders = local::Folders {
            allowed: &settings.upload_dirs,
            kept: &[settings.artifact_dir.clone(), settings.launch.profile_dir.clone()],
            open: &[settings.screenshot_dir.clone(), settings.launch.download_dir.clone()],
        };
        let home = std::env::home_dir();
        // A person's Chrome may run where it finds no files but theirs, and one elsewhere has files of its own.
        let is_ours = self.session.browser().is_some_and(|browser| !browser.is_attached());
        let mut copies = self.session.copies.lock().unwrap_or_else(PoisonError::into_inner);
        let files: Vec<LocalFile> = paths
            .iter()
            .map(|path| local::check(path, &folders, home.as_deref(), Some(&mut *copies).filter(|_| is_ours)))
            .collect::<Result<_, _>>()?;
        if files.is_empty() {
            return Err(ToolError::new(
                ErrorCode::InvalidInput,
                "`paths` names no file",
                "for example {\"ref\": \"e4\", \"paths\": [\"report.pdf\"]}",
            ));
        }
        Ok(files)
    }

    /// Gives files to the input that the target stands for, to the chooser that it opens, or drops them on it.
    pub async fn upload(
        &mut self,
        tab: &Tab,
        target: &Target,
        files: &[LocalFile],
    ) -> Result<Answer, ToolError> {
        let mut acting = self.begin_acting(tab);
        acting.notes.extend(target.note.clone());
        if let Some(host) = self.session.browser().and_then(|browser| browser.remote_host()) {
            acting.notes.push(format!("Chrome runs on {host} and reads the files there, by the same paths"));
        }
        let facts = inject::file_target(&target.frame, target.element, &self.progress).await?;
        if !facts.attached {
            return Err(ToolError::new(
                ErrorCode::StaleRef,
                format!("{} is no longer on the page", target.label),
                "call browser_snapshot and use a new ref",
            ));
        }
        let input = facts.input;
        let (verb, whereto) = match (facts.how.as_str(), input) {
            ("own", Some(input)) => {
                self.give(&target.frame, input, &facts, target, files, &mut acting).await?;
                GAVE
            }
            _ => self.give_otherwise(tab, target, &facts, files, &mut acting).await?,
        };
        let done = format!("{verb} {} {whereto} {}", words_of(files), target.label);
        let request = ViewRequest { intent: "browse", ..ViewRequest::default() };
        self.finish_acting(acting, &done, &request).await
    }

    /// For an element without an input of its own: an area that takes drops, a button that opens a chooser, else the
    /// only input near it. Answers with the word for what was done.
    async fn give_otherwise(
        &mut self,
        tab: &Tab,
        target: &Target,
        facts: &FileTarget,
        files: &[LocalFile],
        acting: &mut Acting,
    ) -> Result<(&'static str, &'static str), ToolError> {
        if matches!(facts.role.as_str(), "textbox" | "searchbox" | "spinbutton" | "combobox" | "slider") {
            return Err(takes_none(target));
        }
        let dropped = if facts.button { Drop::Refused } else { self.drop_on(tab, target, files).await? };
        if dropped == Drop::Taken {
            acting.known = Some("the page took the drop".to_owned());
            return Ok(DROPPED);
        }
        if let Some(chooser) = self.chooser_of(tab, target).await? {
            self.answer_chooser(tab, target, &chooser, files, acting).await?;
            return Ok(GAVE);
        }
        if let Some(input) = facts.input {
            acting.notes.push(format!("pressing {} opened no file chooser", target.label));
            self.give(&target.frame, input, facts, target, files, acting).await?;
            return Ok(("Gave", "to the file input beside"));
        }
        if dropped == Drop::Unanswered {
            acting.notes.push(UNANSWERED.to_owned());
            return Ok(DROPPED);
        }
        Err(takes_none(target))
    }

    /// Presses the target and waits for the chooser that this opens.
    async fn chooser_of(&mut self, tab: &Tab, target: &Target) -> Result<Option<FileChooser>, ToolError> {
        let (point, _) = self.actionable(target).await?;
        // The page must not hear that it was closed.
        let watch = tab.watch_choosers(false);
        match tab.mouse_click(point, MouseButton::Left, 1, &self.progress.child(PRESS)).await {
            Ok(())
            | Err(BrowserError::Interrupted(Interrupted::TimedOut { .. }) | BrowserError::DialogOpen(_)) => {}
            Err(error) => return Err(error.into()),
        }
        let chooser = tab.next_chooser(&self.progress.child(CHOOSER)).await;
        tab.take_choosers();
        drop(watch);
        match chooser {
            Ok(chooser) => Ok(Some(chooser)),
            Err(BrowserError::Interrupted(Interrupted::TimedOut { .. }))
                if self.progress.check("").is_ok() =>
            {
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Gives the files to the input behind a chooser.
    async fn answer_chooser(
        &mut self,
        tab: &Tab,
        target: &Target,
        chooser: &FileChooser,
        files: &[LocalFile],
        acting: &mut Acting,
    ) -> Result<(), ToolError> {
        let frame = tab.frames().into_iter().find(|frame| frame.id() == chooser.frame);
        let (Some(frame), Some(node)) = (frame, &chooser.node) else {
            return Err(ToolError::new(
                ErrorCode::NotActionable,
                format!(
                    "{} asks the system itself for a file, which cannot be answered from here",
                    target.label
                ),
                "look for another way on the page: a file input, or an area to drop files on; else ask the person",
            ));
        };
        let input = inject::element_of(&frame, node, &self.progress).await?;
        let facts = inject::file_target(&frame, input, &self.progress).await?;
        if facts.attached {
            return self.give(&frame, input, &facts, target, files, acting).await;
        }
        // The page made the input for this moment and put it nowhere.
        let facts = FileTarget { multiple: chooser.multiple, enabled: true, ..FileTarget::default() };
        fits(target, &facts, files)?;
        frame.set_files(node, &paths_of(files), &self.progress).await?;
        acting.known = Some("the page took the files and shows no change yet".to_owned());
        Ok(())
    }

    /// Makes an input hold the files, and reads back what it holds.
    async fn give(
        &mut self,
        frame: &Frame,
        input: u32,
        facts: &FileTarget,
        target: &Target,
        files: &[LocalFile],
        acting: &mut Acting,
    ) -> Result<(), ToolError> {
        fits(target, facts, files)?;
        for file in files.iter().filter(|file| file.inside.is_none()) {
            if is_asked_for(&facts.accept, &file.name) == Some(false) {
                let (name, accept) = (quoted(&file.name, NAME), quoted(&facts.accept, NAME));
                acting.notes.push(format!("the input asks for {accept}; {name} is of another type"));
            }
        }
        let gone = || {
            ToolError::new(
                ErrorCode::StaleRef,
                format!("{} is no longer on the page", target.label),
                "call browser_snapshot and use a new ref",
            )
        };
        let node = inject::node_of(frame, input, &self.progress).await?.ok_or_else(gone)?;
        frame.set_files(&node, &paths_of(files), &self.progress).await?;
        // The files of a folder are looked for meanwhile.
        let mut looks = if files.iter().any(|file| file.inside.is_some()) { FOLDER_LOOKS } else { 1 };
        let held = loop {
            let held = match inject::files_held(frame, input, &self.progress).await {
                Ok(held) => held.unwrap_or_default(),
                // A page that goes on to another one has what it wants.
                Err(BrowserError::FrameGone | BrowserError::DialogOpen(_)) => break Vec::new(),
                Err(error) => return Err(error.into()),
            };
            looks -= 1;
            if looks == 0 || !held.is_empty() {
                break held;
            }
            self.progress.wait(PAUSE).await.map_err(BrowserError::from)?;
        };
        if held.is_empty() {
            acting.known =
                Some("the page took the files out of the input and shows no change yet".to_owned());
            return Ok(());
        }
        if !is_same(&held, files) {
            return Err(ToolError::new(
                ErrorCode::NotActionable,
                format!("{} holds {} instead of {}", target.label, held_words(&held), words_of(files)),
                "look at what the page says of the files it takes, and give others",
            ));
        }
        acting.read_back = Some(format!("holds {}", held_words(&held)));
        Ok(())
    }

    /// Drops the files on the target, if the page takes drops there.
    async fn drop_on(&mut self, tab: &Tab, target: &Target, files: &[LocalFile]) -> Result<Drop, ToolError> {
        let (point, _) = self.actionable(target).await?;
        // What is dropped where nobody takes it is opened in the place of the page.
        if !inject::takes_drops(&target.frame, target.element, &self.progress).await? {
            return Ok(Drop::Refused);
        }
        let before = inject::sample(&target.frame, &self.progress).await?;
        tab.drop_files(point, &paths_of(files), &self.progress).await?;
        let patience = self.progress.child(TAKE);
        loop {
            let is_same = match inject::sample(&target.frame, &self.progress).await {
                Ok(now) => now == before,
                Err(BrowserError::FrameGone) => false,
                Err(error) => return Err(error.into()),
            };
            if !is_same || tab.activity().requests_in_flight > 0 {
                return Ok(Drop::Taken);
            }
            match patience.wait(PAUSE).await {
                Ok(()) => {}
                Err(Interrupted::TimedOut { .. }) => return Ok(Drop::Unanswered),
                Err(cancelled @ Interrupted::Cancelled) => {
                    return Err(ToolError::interrupted(&cancelled, ""));
                }
            }
        }
    }
}

/// Whether an input takes so many files of this kind.
fn fits(target: &Target, facts: &FileTarget, files: &[LocalFile]) -> Result<(), ToolError> {
    let refused = |code, message: String, hint: String| Err(ToolError::new(code, message, hint));
    let folder = files.iter().find(|file| file.inside.is_some());
    let label = &target.label;
    if !facts.enabled {
        let hint = "something else must be done first: fill in what comes before it";
        return refused(ErrorCode::NotActionable, format!("{label} is disabled"), hint.to_owned());
    }
    match (facts.directory, folder) {
        (true, None) => refused(
            ErrorCode::InvalidInput,
            format!("{label} takes a folder, not single files"),
            "give the path of the folder that holds them".to_owned(),
        ),
        (true, Some(_)) if files.len() > 1 => refused(
            ErrorCode::InvalidInput,
            format!("{label} takes one folder"),
            "give the path of one folder".to_owned(),
        ),
        (true, Some(folder)) if folder.inside.as_ref().is_some_and(Vec::is_empty) => refused(
            ErrorCode::InvalidInput,
            format!("the folder {} holds no files", quoted(&folder.name, NAME)),
            "give a folder with files in it".to_owned(),
        ),
        (false, Some(folder)) => {
            let inside = folder.inside.as_deref().unwrap_or_default();
            let names: Vec<String> = inside.iter().take(TOLD).map(|(name, _)| quoted(name, NAME)).collect();
            refused(
                ErrorCode::InvalidInput,
                format!("{} is a folder, and {label} takes files", quoted(&folder.name, NAME)),
                format!("give the paths of files; in it are {}", names.join(", ")),
            )
        }
        (false, None) if files.len() > 1 && !facts.multiple => refused(
            ErrorCode::InvalidInput,
            format!("{label} takes one file, not {}", files.len()),
            format!("give one, for example {}", quoted(&files[0].name, NAME)),
        ),
        _ => Ok(()),
    }
}

/// Whether an input holds these files, by name and size. Chrome leaves some entries of a folder out.
fn is_same(held: &[HeldFile], files: &[LocalFile]) -> bool {
    match files {
        [LocalFile { inside: Some(inside), .. }] => {
            held.iter().all(|file| inside.iter().any(|(name, size)| *name == file.name && *size == file.size))
        }
        files => {
            held.len() == files.len()
                && files
                    .iter()
                    .all(|file| held.iter().any(|held| held.name == file.name && held.size == file.size))
        }
    }
}

fn paths_of(files: &[LocalFile]) -> Vec<PathBuf> {
    files.iter().map(|file| file.path.clone()).collect()
}

fn words_of(files: &[LocalFile]) -> String {
    listed(files.iter().map(|file| quoted(&file.name, NAME)), files.len())
}

/// `"a.txt" (5 bytes)`.
fn held_words(held: &[HeldFile]) -> String {
    let word = |file: &HeldFile| format!("{} ({})", quoted(&file.name, NAME), bytes(file.size));
    listed(held.iter().map(word), held.len())
}

fn listed(words: impl Iterator<Item = String>, count: usize) -> String {
    let told: Vec<String> = words.take(TOLD).collect();
    match count.saturating_sub(TOLD) {
        0 => told.join(", "),
        more => format!("{} and {more} more", told.join(", ")),
    }
}
