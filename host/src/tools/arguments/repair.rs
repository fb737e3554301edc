//! Repairs: what was made of an argument, in words for the model and as a kind for the counts.

/// What kind of slip was repaired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RepairKind {
    /// The name of a tool.
    Tool,
    /// The name of an argument.
    Name,
    /// A ref in another form.
    Ref,
    /// A number sent as text, or with a unit.
    Number,
    /// Text sent as something else.
    Text,
    /// A flag sent as a word or number.
    Flag,
    /// A word near to one that is allowed.
    Word,
    /// An address.
    Address,
    /// A list where one thing is meant, or the reverse.
    List,
    /// Arguments inside other arguments.
    Wrapping,
    /// A limit beyond its bounds.
    Limit,
    /// An argument that nothing is known of.
    Ignored,
}

impl RepairKind {
    /// The word in `browser_status`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Tool => "tool name",
            Self::Name => "name",
            Self::Ref => "ref",
            Self::Number => "number",
            Self::Text => "text",
            Self::Flag => "flag",
            Self::Word => "word",
            Self::Address => "address",
            Self::List => "list",
            Self::Wrapping => "wrapper",
            Self::Limit => "limit",
            Self::Ignored => "unknown argument",
        }
    }
}

/// One repair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repair {
    /// What kind of slip it was.
    pub kind: RepairKind,
    /// What was made of it.
    pub words: String,
}

impl Repair {
    /// A repair in words.
    pub fn new(kind: RepairKind, words: impl Into<String>) -> Self {
        Self { kind, words: words.into() }
    }
}
