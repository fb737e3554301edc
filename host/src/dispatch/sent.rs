//! Answers on their way out.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use base64::Engine as _;
use serde_json::{Map, json};

use super::Dispatch;
use crate::error::ToolError;
use crate::server::{Content, ToolAnswer};
use crate::session::Answer;

impl Dispatch {
    /// An answer as it is sent, counted: this text, and the rest of the answer.
    pub(super) fn sent(&self, text: String, answer: &Answer, is_error: bool) -> ToolAnswer {
        self.session.tally().count(&text, is_error);
        let mut content = vec![Content::Text(text)];
        if let Some(picture) = &answer.picture {
            content.push(Content::Image {
                mime: picture.mime.to_owned(),
                base64: base64::engine::general_purpose::STANDARD.encode(&picture.bytes),
            });
        }
        let mut meta = Map::new();
        if !answer.decisions.is_empty() {
            meta.insert("sekme/decisions".to_owned(), json!(answer.decisions));
        }
        ToolAnswer { content, is_error, meta }
    }
}

impl Dispatch {
    /// The refusal of a name that is no tool here. Its words are this surface's own, and it names what was asked for.
    pub(super) fn refusal(&self, error: &ToolError) -> ToolAnswer {
        let text = self.surface.render_as_it_is(error);
        self.session.tally().count(&text, true);
        ToolAnswer { content: vec![Content::Text(text)], is_error: true, meta: Map::new() }
    }
}

/// What tells an answer from another one of the same call.
pub(super) fn hash(answer: &Answer) -> u64 {
    let mut hasher = DefaultHasher::new();
    (&answer.receipt, &answer.body).hash(&mut hasher);
    if let Some(picture) = &answer.picture {
        picture.bytes.hash(&mut hasher);
    }
    hasher.finish()
}
