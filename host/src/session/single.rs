//! Single elements: lines and refs for what the view does not list.

use crate::browser::Frame;
use crate::error::ToolError;
use crate::inject;
use crate::snapshot::refs::RefTarget;
use crate::snapshot::text::{cut, quoted};
use crate::snapshot::view::render_line;

use super::{Call, Look};

/// Longest text of an element that has no name.
const TEXT: usize = 80;

impl Call {
    /// A line with a ref for each of these elements of one frame, in their order: the view's line where the view has
    /// one, else tag and text. Elements that are gone are left out.
    pub async fn lines_of(
        &mut self,
        look: &Look,
        frame: &Frame,
        elements: &[u32],
    ) -> Result<Vec<(u32, String)>, ToolError> {
        let known = look.snapshot.elements();
        let place = look.frames.iter().position(|read| read.id() == frame.id());
        let listed = |id: u32| {
            known.iter().copied().find(|placed| Some(placed.frame) == place && placed.element.id == id)
        };
        let others: Vec<u32> = elements.iter().copied().filter(|id| listed(*id).is_none()).collect();
        let document = frame.document();
        let glances = if others.is_empty() {
            Vec::new()
        } else {
            inject::glance(frame, &others, &self.progress).await?
        };
        let mut lines = Vec::new();
        for id in elements {
            if let Some(placed) = listed(*id) {
                lines.push((*id, render_line(&self.line(&look.snapshot, placed))));
                continue;
            }
            let Some(glance) = glances.iter().find(|glance| glance.id == *id) else { continue };
            let role = if glance.role.is_empty() { &glance.tag } else { &glance.role };
            let reference = self.page().refs.assign(RefTarget {
                frame: frame.id(),
                document,
                element: *id,
                role: role.clone(),
                name: glance.name.clone(),
                context: String::new(),
                url: frame.url(),
                is_unique: false,
            });
            let mut line = format!("{reference} {}", cut(role, 40));
            for words in [&glance.name, &glance.text].into_iter().filter(|words| !words.is_empty()) {
                line.push(' ');
                line.push_str(&quoted(words, TEXT));
            }
            if !glance.visible {
                line.push_str(" (not visible)");
            }
            lines.push((*id, line));
        }
        Ok(lines)
    }
}
