//! Reading a call's arguments: unwrap, find what each key means, check and repair each value.

use serde_json::{Map, Value};

use super::element::{self, Sent};
use super::names::{self, Meaning};
use super::value::{example_for, is_omission, refused, value};
use super::wrapping::unwrapped;
use super::{Argument, Arguments, Kind, Repair, RepairKind};
use crate::error::{ErrorCode, ToolError};
use crate::snapshot::text::{cut, one_line};

impl Arguments {
    /// Checks and repairs what the client sent.
    pub fn read(table: &[Argument], raw: Map<String, Value>, example: &str) -> Result<Self, ToolError> {
        let mut read = Self::default();
        let mut elements: Vec<(&Argument, Vec<(String, Sent)>)> = Vec::new();
        for (key, sent) in unwrapped(table, raw, &mut read.repairs) {
            let (argument, sent) = match names::meaning(table, &key, &sent, &mut read.repairs) {
                Meaning::This(argument) => (argument, sent),
                Meaning::Converted(argument, converted) => (argument, converted),
                Meaning::Nothing => continue,
                Meaning::Unknown => {
                    read.unknown(table, &key, &sent)?;
                    continue;
                }
            };
            if argument.kind == Kind::Element {
                let named = element::sent(&sent);
                if named == Sent::Wrong {
                    let sent = cut(&one_line(&sent.to_string()), 60);
                    let problem = format!("`{}` must be a ref such as \"e12\", not {sent}", argument.name);
                    return Err(refused(problem, argument, example));
                }
                match elements.iter_mut().find(|(known, _)| known.name == argument.name) {
                    Some((_, all)) => all.push((key, named)),
                    None => elements.push((argument, vec![(key, named)])),
                }
                continue;
            }
            let Some(value) = value(argument, sent, example, &mut read.repairs)? else { continue };
            read.keep(argument, &key, value)?;
        }
        for (argument, sent) in elements {
            if let Some(text) = element::chosen(argument.name, sent, &mut read.repairs)? {
                read.values.insert(argument.name.to_owned(), Value::String(text));
            }
        }
        read.find_ref_elsewhere(table);
        match table.iter().find(|argument| argument.required && !read.values.contains_key(argument.name)) {
            None => Ok(read),
            Some(missing) => Err(ToolError::new(
                ErrorCode::InvalidInput,
                format!("`{}` is missing", missing.name),
                format!("for example {}", example_for(missing, example)),
            )),
        }
    }

    /// Keeps a value. Of two for one argument the one under its own name stays; a switch that is on and off is refused.
    fn keep(&mut self, argument: &Argument, key: &str, value: Value) -> Result<(), ToolError> {
        match self.values.get_mut(argument.name) {
            Some(known) if *known == value => {}
            Some(_) if argument.kind == Kind::Boolean => {
                return Err(ToolError::new(
                    ErrorCode::Ambiguous,
                    format!(
                        "`{}` and another argument say the opposite of each other for `{}`",
                        names::shown(key),
                        argument.name
                    ),
                    format!("give `{}` alone, true or false", argument.name),
                ));
            }
            // Each key that is held may have an argument of its own.
            Some(Value::Array(known)) if argument.name == "modifiers" => {
                known.extend(value.as_array().cloned().unwrap_or_default());
            }
            Some(_) if key != argument.name => self.repairs.push(Repair::new(
                RepairKind::Ignored,
                format!("`{}` was ignored: `{}` is given", names::shown(key), argument.name),
            )),
            _ => {
                self.values.insert(argument.name.to_owned(), value);
            }
        }
        Ok(())
    }

    /// What nothing is known of does no harm and is left out, which is said: a small model that is refused tries the
    /// same again. A condition is refused, because the call would happen without it.
    fn unknown(&mut self, table: &[Argument], key: &str, value: &Value) -> Result<(), ToolError> {
        let shown = names::shown(key);
        let takes = match table {
            [] => "this tool takes no arguments".to_owned(),
            table => {
                let names: Vec<&str> = table.iter().map(|argument| argument.name).collect();
                format!("this tool takes: {}", names.join(", "))
            }
        };
        let is_nothing = |value: &Value| value.is_null() || value.as_str().is_some_and(is_omission);
        let says_nothing =
            is_nothing(value) || value.as_array().is_some_and(|list| list.iter().all(is_nothing));
        if names::is_condition(key) && says_nothing {
            return Ok(());
        }
        if names::is_condition(key) {
            return Err(ToolError::new(
                ErrorCode::InvalidInput,
                format!("`{shown}` is not known, and without it the call could do what is not wanted"),
                format!("leave it out to run the call; {takes}"),
            ));
        }
        let has_element = table.iter().any(|argument| argument.kind == Kind::Element);
        if has_element
            && let "index" | "nth" | "element_index" | "number" = names::snake(key).as_str()
            && !value.is_null()
        {
            let number = cut(&one_line(&value.to_string()), 20);
            return Err(ToolError::new(
                ErrorCode::Ambiguous,
                format!("`{shown}` {number} may mean ref e{number} or the element in that place of the view"),
                format!("name the element by its ref, for example {{\"ref\": \"e{number}\"}}"),
            ));
        }
        if !value.is_null() {
            let nearest = names::nearest(&names::snake(key), table.iter().map(|argument| argument.name));
            let hint = nearest.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
            self.repairs.push(Repair::new(
                RepairKind::Ignored,
                format!("`{shown}` is not known and was ignored{hint}"),
            ));
        }
        Ok(())
    }

    /// A ref in the place of a selector, or a line of a view in the place of a text, names the element too.
    fn find_ref_elsewhere(&mut self, table: &[Argument]) {
        let Some(element) = table.iter().find(|argument| argument.kind == Kind::Element) else { return };
        if self.values.contains_key(element.name) {
            return;
        }
        for argument in table.iter().filter(|argument| !argument.required && argument.kind == Kind::Text) {
            let Some(text) = self.text(argument.name) else { continue };
            let found = match argument.name {
                "selector" => element::strict(text).or_else(|| element::line(text)),
                // `e4` may be a text of the page, `[e4]` is none.
                "text" | "text_label" if text.trim().starts_with(['[', '@']) => element::strict(text),
                "text" | "text_label" => element::line(text),
                _ => None,
            };
            if let Some(reference) = found {
                self.values.remove(argument.name);
                self.values.insert(element.name.to_owned(), Value::String(reference.to_string()));
                self.repairs.push(Repair::new(
                    RepairKind::Ref,
                    format!("`{}` read as `{}` {reference}", argument.name, element.name),
                ));
                return;
            }
        }
    }
}
