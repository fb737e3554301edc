//! Builders for the arguments of a hook, so that a plugin's tests say only what matters to them.

use crate::{
    Context, Element, ElementFlags, Fact, FactValue, Field, Form, Page, Rect, Request, ToolCall, ToolOutcome,
};

/// A context without settings, at a fixed time.
pub fn context() -> Context {
    Context {
        api: "0.1.0".to_owned(),
        session: "test".to_owned(),
        now_ms: 1_760_000_000_000,
        settings: "{}".to_owned(),
        extra: Vec::new(),
    }
}

/// A request for a snapshot of 40 elements.
pub fn request() -> Request {
    Request { intent: "snapshot".to_owned(), query: String::new(), want: 40 }
}

/// An empty English page that was answered with status 200.
pub fn page(url: &str) -> Page {
    Page {
        url: url.to_owned(),
        title: String::new(),
        lang: "en".to_owned(),
        http_status: 200,
        elements: Vec::new(),
        facts: Vec::new(),
        truncated: false,
        extra: vec![("viewport".to_owned(), "1280x800".to_owned())],
    }
}

/// A visible interactive element in the viewport, 100 by 30 pixels; [`Page::with`] numbers it.
pub fn element(tag: &str, role: &str, name: &str) -> Element {
    Element {
        id: 0,
        parent: None,
        tag: tag.to_owned(),
        role: role.to_owned(),
        name: name.to_owned(),
        value: String::new(),
        href: String::new(),
        state: ElementFlags::VISIBLE | ElementFlags::INTERACTIVE | ElementFlags::IN_VIEWPORT,
        bounds: Some(Rect { x: 0, y: 0, w: 100, h: 30 }),
        extra: Vec::new(),
    }
}

/// A `<button>`.
pub fn button(name: &str) -> Element {
    element("button", "button", name)
}

/// An `<a href>`.
pub fn link(name: &str, href: &str) -> Element {
    Element { href: href.to_owned(), ..element("a", "link", name) }
}

/// A text `<input>` of the given type.
pub fn input(kind: &str, name: &str) -> Element {
    element("input", if kind == "search" { "searchbox" } else { "textbox" }, name)
        .extra_with("type", kind)
        .state_with(ElementFlags::EDITABLE)
}

/// A search form without an action and fields.
pub fn form(page_url: &str) -> Form {
    Form {
        page_url: page_url.to_owned(),
        action: String::new(),
        method: String::new(),
        fields: Vec::new(),
        extra: Vec::new(),
    }
}

/// A form field.
pub fn field(kind: &str, name: &str, value: &str) -> Field {
    Field { name: name.to_owned(), kind: kind.to_owned(), value: value.to_owned() }
}

/// A call of a tool on a page; `arguments` are JSON.
pub fn call(tool: &str, arguments: &str, page_url: &str) -> ToolCall {
    ToolCall {
        tool: tool.to_owned(),
        arguments: arguments.to_owned(),
        page_url: page_url.to_owned(),
        target_url: None,
        extra: Vec::new(),
    }
}

/// What a tool answered.
pub fn outcome(content: &str, page_url: &str) -> ToolOutcome {
    ToolOutcome { is_error: false, content: content.to_owned(), page_url: page_url.to_owned() }
}

impl Context {
    /// Sets the settings, as JSON.
    #[must_use]
    pub fn with_settings(mut self, settings: &str) -> Self {
        settings.clone_into(&mut self.settings);
        self
    }
}

impl Element {
    /// Sets a key of `extra`.
    #[must_use]
    pub fn extra_with(mut self, key: &str, value: &str) -> Self {
        self.extra.push((key.to_owned(), value.to_owned()));
        self
    }

    /// Sets states in addition to those it has.
    #[must_use]
    pub fn state_with(mut self, flags: ElementFlags) -> Self {
        self.state |= flags;
        self
    }

    /// Takes states away.
    #[must_use]
    pub fn state_without(mut self, flags: ElementFlags) -> Self {
        self.state -= flags;
        self
    }
}

impl Page {
    /// Appends an element under the next free number, starting at 1.
    #[must_use]
    pub fn with(mut self, element: Element) -> Self {
        self.push(element);
        self
    }

    /// Adds the answer to a probe of the manifest.
    #[must_use]
    pub fn with_fact(mut self, probe: &str, value: FactValue) -> Self {
        self.facts.push(Fact { probe: probe.to_owned(), value });
        self
    }

    /// Appends an element and answers its number.
    pub fn push(&mut self, element: Element) -> u32 {
        let id = self.elements.last().map_or(1, |last| last.id + 1);
        self.elements.push(Element { id, ..element });
        id
    }

    /// Sets a key of `extra`.
    #[must_use]
    pub fn extra_with(mut self, key: &str, value: &str) -> Self {
        self.extra.push((key.to_owned(), value.to_owned()));
        self
    }
}
