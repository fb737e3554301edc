//! Mouse and keyboard, as trusted input.

use chromiumoxide::Command;
use chromiumoxide::cdp::browser_protocol::input::{
    DispatchKeyEventParams, DispatchKeyEventType, DispatchMouseEventParams, DispatchMouseEventType,
    InsertTextParams, MouseButton as ProtocolButton,
};

use super::keys::{self, Key, Press};
use super::link::Pending;
use super::{BrowserError, Point, Tab};
use crate::progress::Progress;

/// A button of the mouse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MouseButton {
    /// The primary button.
    #[default]
    Left,
    /// The wheel.
    Middle,
    /// The secondary button.
    Right,
}

impl MouseButton {
    /// The button, and its bit among those that are held.
    fn of_protocol(self) -> (ProtocolButton, i64) {
        match self {
            Self::Left => (ProtocolButton::Left, 1),
            Self::Middle => (ProtocolButton::Middle, 4),
            Self::Right => (ProtocolButton::Right, 2),
        }
    }
}

/// Keys that are held while the mouse is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Modifiers(i64);

/// The keys by their bits, in the order in which a chord names them.
const HELD: [(i64, &str); 4] =
    [(keys::CONTROL, "Control"), (keys::ALT, "Alt"), (keys::SHIFT, "Shift"), (keys::META, "Meta")];

impl Modifiers {
    /// No key.
    pub const NONE: Self = Self(0);

    /// Keys by their names, several of them also in one text: `Control`, `ctrl+shift`.
    pub fn named(names: &[String]) -> Result<Self, BrowserError> {
        let mut bits = 0;
        let parts = names.iter().flat_map(|names| names.split(['+', ',', ' ']));
        for name in parts.filter(|name| !name.is_empty()) {
            bits |= keys::modifier(name)
                .ok_or_else(|| BrowserError::UnknownKey {
                    key: name.to_owned(),
                    nearest: Some("Control, Shift, Alt, Meta".to_owned()),
                })?
                .modifier;
        }
        Ok(Self(bits))
    }

    /// Whether a link that is clicked meanwhile opens in a tab in the background.
    pub fn opens_in_background(self) -> bool {
        self.0 & (keys::CONTROL | keys::META) != 0 && self.0 & keys::SHIFT == 0
    }

    /// Whether a link that is clicked meanwhile opens in a tab or a window of its own.
    pub fn opens_elsewhere(self) -> bool {
        self.0 & (keys::CONTROL | keys::META | keys::SHIFT) != 0
    }

    /// The chord of these keys and another one.
    pub fn chord(self, key: &str) -> String {
        self.names().map(|name| format!("{name}+")).chain([key.to_owned()]).collect()
    }

    fn names(self) -> impl Iterator<Item = &'static str> {
        HELD.iter().filter(move |(bit, _)| self.0 & bit != 0).map(|(_, name)| *name)
    }
}

impl std::fmt::Display for Modifiers {
    /// ` holding Control+Shift`; nothing where none is held.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<&str> = self.names().collect();
        if names.is_empty() { Ok(()) } else { write!(formatter, " holding {}", names.join("+")) }
    }
}

/// Which click.
#[derive(Debug, Clone, Copy)]
pub struct Clicking {
    /// Mouse button.
    pub button: MouseButton,
    /// 1, or 2 for a double click.
    pub count: u8,
    /// Keys that are pressed before and released afterwards.
    pub holding: Modifiers,
}

/// Words for a wait that ends late.
const WHAT: &str = "the page to take the input";

/// Waits until the page has taken what was sent. It may have closed its own tab over it.
async fn taken<C: Command>(sent: Vec<Pending<C>>, p: &Progress) -> Result<(), BrowserError> {
    for pending in sent {
        match pending.wait(WHAT, p).await {
            Err(BrowserError::TabClosed) => break,
            answered => answered?,
        };
    }
    Ok(())
}

impl Tab {
    /// Moves the mouse to a point of the tab's viewport and clicks `count` times (2 is a double click). Chrome finds
    /// the element, in whatever frame it is.
    pub async fn mouse_click(
        &self,
        at: Point,
        button: MouseButton,
        count: u8,
        p: &Progress,
    ) -> Result<(), BrowserError> {
        self.click(at, Clicking { button, count, holding: Modifiers::NONE }, true, p).await
    }

    /// Clicks in any way, after the mouse was moved there if it `moves`. All is sent at once: Chrome keeps the order,
    /// and a move alone would be answered a frame later.
    pub async fn click(
        &self,
        at: Point,
        how: Clicking,
        moves: bool,
        p: &Progress,
    ) -> Result<(), BrowserError> {
        self.begin_action();
        let Clicking { button, count, holding } = how;
        let mut answers = Vec::new();
        if moves {
            answers.push(self.start(&mouse(DispatchMouseEventType::MouseMoved, at))?);
        }
        let (button, held) = button.of_protocol();
        let keys: Vec<Key> = holding.names().filter_map(keys::modifier).collect();
        let mut modifiers = 0;
        let mut pressed = Vec::new();
        for key in &keys {
            modifiers |= key.modifier;
            pressed.push(self.start(&key_event(DispatchKeyEventType::RawKeyDown, key, modifiers))?);
        }
        for click in 1..=i64::from(count) {
            for (kind, buttons) in
                [(DispatchMouseEventType::MousePressed, held), (DispatchMouseEventType::MouseReleased, 0)]
            {
                answers.push(self.start(&DispatchMouseEventParams {
                    button: Some(button.clone()),
                    buttons: Some(buttons),
                    click_count: Some(click),
                    modifiers: Some(modifiers),
                    ..mouse(kind, at)
                })?);
            }
        }
        for key in keys.iter().rev() {
            modifiers &= !key.modifier;
            pressed.push(self.start(&key_event(DispatchKeyEventType::KeyUp, key, modifiers))?);
        }
        taken(pressed, p).await?;
        taken(answers, p).await
    }

    /// Moves the mouse to a point of the tab's viewport.
    pub async fn mouse_move(&self, at: Point, p: &Progress) -> Result<(), BrowserError> {
        self.begin_action();
        self.call(&mouse(DispatchMouseEventType::MouseMoved, at), WHAT, p).await.map(drop)
    }

    /// Turns the wheel over a point of the tab's viewport, by CSS pixels (right and down are positive).
    pub async fn wheel(&self, at: Point, dx: f64, dy: f64, p: &Progress) -> Result<(), BrowserError> {
        self.begin_action();
        let wheel = DispatchMouseEventParams {
            delta_x: Some(dx),
            delta_y: Some(dy),
            ..mouse(DispatchMouseEventType::MouseWheel, at)
        };
        self.call(&wheel, WHAT, p).await.map(drop)
    }

    /// Presses a key or a chord: `Enter`, `a`, `Control+A`.
    pub async fn press_key(&self, key: &str, p: &Progress) -> Result<(), BrowserError> {
        let (held, key) = match keys::parse(key)? {
            Press::Chord { held, key } => (held, key),
            Press::Text(text) => return self.insert_text(&text, p).await,
        };
        self.begin_action();
        let mut answers = Vec::new();
        let mut modifiers = 0;
        for holding in &held {
            modifiers |= holding.modifier;
            answers.push(self.start(&key_event(DispatchKeyEventType::RawKeyDown, holding, modifiers))?);
        }
        let down =
            if key.text.is_some() { DispatchKeyEventType::KeyDown } else { DispatchKeyEventType::RawKeyDown };
        let pressed = DispatchKeyEventParams {
            text: key.text.clone(),
            unmodified_text: key.text.clone(),
            commands: editing_command(&key, modifiers),
            ..key_event(down, &key, modifiers | key.modifier)
        };
        answers.push(self.start(&pressed)?);
        answers.push(self.start(&key_event(DispatchKeyEventType::KeyUp, &key, modifiers))?);
        for holding in held.iter().rev() {
            modifiers &= !holding.modifier;
            answers.push(self.start(&key_event(DispatchKeyEventType::KeyUp, holding, modifiers))?);
        }
        taken(answers, p).await
    }

    /// Inserts text where the focus is, as an input method would: no key events, any script and emoji.
    pub async fn insert_text(&self, text: &str, p: &Progress) -> Result<(), BrowserError> {
        self.begin_action();
        self.call(&InsertTextParams::new(text), WHAT, p).await.map(drop)
    }
}

fn mouse(kind: DispatchMouseEventType, at: Point) -> DispatchMouseEventParams {
    DispatchMouseEventParams::new(kind, at.x, at.y)
}

fn key_event(kind: DispatchKeyEventType, key: &Key, modifiers: i64) -> DispatchKeyEventParams {
    DispatchKeyEventParams {
        modifiers: Some(modifiers),
        key: Some(key.name.clone()),
        code: Some(key.code.clone()),
        // With a native code, too, Chrome takes Control+X, C and V for shortcuts of its own window, and the page gets none.
        windows_virtual_key_code: Some(key.number),
        location: (key.location != 0).then_some(key.location),
        is_keypad: (key.location == keys::KEYPAD).then_some(true),
        ..DispatchKeyEventParams::new(kind)
    }
}

/// On macOS shortcuts are made editing commands by the system, which synthetic keys do not pass. Elsewhere Chrome makes
/// them itself.
fn editing_command(key: &Key, modifiers: i64) -> Option<Vec<String>> {
    if !cfg!(target_os = "macos") {
        return None;
    }
    let command = match (key.code.as_str(), modifiers) {
        ("KeyZ", held) if held == keys::META | keys::SHIFT => "redo",
        (_, held) if held != keys::META => return None,
        ("KeyA", _) => "selectAll",
        ("KeyC", _) => "copy",
        ("KeyV", _) => "paste",
        ("KeyX", _) => "cut",
        ("KeyZ", _) => "undo",
        _ => return None,
    };
    Some(vec![command.to_owned()])
}
