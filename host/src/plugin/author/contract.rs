//! The WIT package of this server, and how a component's interface differs from it.

use std::sync::LazyLock;

use wit_parser::{InterfaceId, Resolve, Type, TypeDefKind, TypeId, WorldItem};

use super::AuthorError;

/// The files of `wit/` by name.
pub(super) const FILES: &[(&str, &str)] = &[
    ("hooks.wit", include_str!("../../../../wit/hooks.wit")),
    ("imports.wit", include_str!("../../../../wit/imports.wit")),
    ("types.wit", include_str!("../../../../wit/types.wit")),
    ("worlds.wit", include_str!("../../../../wit/worlds.wit")),
];

const PACKAGE: &str = "package sekme:plugin@0.1.0;";

/// The package; an error would be a fault of this program.
static OURS: LazyLock<Result<Resolve, String>> = LazyLock::new(|| {
    let mut text = String::new();
    for (_, file) in FILES {
        text.push_str(&file.replace(PACKAGE, ""));
    }
    let mut resolve = Resolve { all_features: true, ..Resolve::default() };
    resolve.push_source("plugin.wit", &format!("{PACKAGE}\n{text}")).map_err(|error| format!("{error:#}"))?;
    Ok(resolve)
});

/// What a component imports and exports, by name, read without running or compiling it.
pub(super) struct Outline {
    resolve: Resolve,
    pub(super) imports: Vec<String>,
    exports: Vec<(String, Option<InterfaceId>)>,
}

impl Outline {
    /// Reads the types of a component.
    pub(super) fn read(wasm: &[u8]) -> Result<Self, String> {
        match wit_component::decode(wasm) {
            Ok(wit_component::DecodedWasm::Component(resolve, world)) => {
                let world = &resolve.worlds[world];
                let imports = world.imports.keys().map(|key| resolve.name_world_key(key)).collect();
                let exports = world.exports.iter().map(|(key, item)| {
                    let interface = match item {
                        WorldItem::Interface { id, .. } => Some(*id),
                        _ => None,
                    };
                    (resolve.name_world_key(key), interface)
                });
                let exports = exports.collect();
                Ok(Self { resolve, imports, exports })
            }
            Ok(wit_component::DecodedWasm::WitPackage(..)) => Err("the file is a WIT package".to_owned()),
            Err(error) => Err(crate::plugin::text::plain(&format!("{error:#}"), 400)),
        }
    }

    /// Names of the exports.
    pub(super) fn exports(&self) -> impl Iterator<Item = &str> {
        self.exports.iter().map(|(name, _)| name.as_str())
    }

    /// How the exported interface `hook` differs from this server's, in words.
    pub(super) fn difference(&self, hook: &str) -> Result<Option<String>, AuthorError> {
        let ours = OURS.as_ref().map_err(|reason| AuthorError::NoEngine(reason.clone()))?;
        let prefix = format!("sekme:plugin/{hook}@");
        let found = self.exports.iter().find(|(name, _)| name.starts_with(&prefix)).and_then(|(_, id)| *id);
        let wanted = ours.interfaces.iter().find(|(_, interface)| interface.name.as_deref() == Some(hook));
        let (Some(found), Some((_, wanted))) = (found, wanted) else { return Ok(None) };
        let found = &self.resolve.interfaces[found];
        for (name, function) in &wanted.functions {
            let Some(theirs) = found.functions.get(name) else {
                return Ok(Some(format!("it has no function `{name}`")));
            };
            let compare = Compare { ours, theirs: &self.resolve };
            if function.params.len() != theirs.params.len() {
                let (ours, theirs) = (function.params.len(), theirs.params.len());
                return Ok(Some(format!("`{name}`: expected {ours} parameters, found {theirs}")));
            }
            let params = function.params.iter().zip(&theirs.params);
            let mut differences = params.filter_map(|(a, b)| compare.types(&a.ty, &b.ty));
            let difference = differences.next().or_else(|| compare.options(function.result, theirs.result));
            if let Some(difference) = difference {
                return Ok(Some(format!("`{name}`: {difference}")));
            }
        }
        Ok(None)
    }
}

struct Compare<'a> {
    ours: &'a Resolve,
    theirs: &'a Resolve,
}

impl Compare<'_> {
    fn options(&self, ours: Option<Type>, theirs: Option<Type>) -> Option<String> {
        match (ours, theirs) {
            (Some(ours), Some(theirs)) => self.types(&ours, &theirs),
            (None, None) => None,
            (Some(_), None) => Some("a value is missing".to_owned()),
            (None, Some(_)) => Some("there is a value too many".to_owned()),
        }
    }

    fn types(&self, ours: &Type, theirs: &Type) -> Option<String> {
        match (resolved(self.ours, ours), resolved(self.theirs, theirs)) {
            (Seen::Plain(ours), Seen::Plain(theirs)) if ours == theirs => None,
            (Seen::Plain(ours), Seen::Plain(theirs)) => {
                Some(format!("expected {ours:?}, found {theirs:?}").to_lowercase())
            }
            (Seen::Defined(ours), Seen::Defined(theirs)) => self.definitions(ours, theirs),
            _ => Some("a plain type stands for another one".to_owned()),
        }
    }

    fn definitions(&self, ours: TypeId, theirs: TypeId) -> Option<String> {
        let (our, their) = (&self.ours.types[ours], &self.theirs.types[theirs]);
        let name = our.name.as_deref().unwrap_or("type");
        let within = |inner: String| format!("{name}: {inner}");
        match (&our.kind, &their.kind) {
            (TypeDefKind::Record(ours), TypeDefKind::Record(theirs)) => {
                let names =
                    (names(&ours.fields, |field| &field.name), names(&theirs.fields, |field| &field.name));
                let mut types = ours.fields.iter().zip(&theirs.fields);
                lists("record", name, "fields", &names)
                    .or_else(|| types.find_map(|(a, b)| self.types(&a.ty, &b.ty)).map(within))
            }
            (TypeDefKind::Variant(ours), TypeDefKind::Variant(theirs)) => {
                let names = (names(&ours.cases, |case| &case.name), names(&theirs.cases, |case| &case.name));
                let mut types = ours.cases.iter().zip(&theirs.cases);
                lists("variant", name, "cases", &names)
                    .or_else(|| types.find_map(|(a, b)| self.options(a.ty, b.ty)).map(within))
            }
            (TypeDefKind::Enum(ours), TypeDefKind::Enum(theirs)) => {
                let names = (names(&ours.cases, |case| &case.name), names(&theirs.cases, |case| &case.name));
                lists("enum", name, "cases", &names)
            }
            (TypeDefKind::Flags(ours), TypeDefKind::Flags(theirs)) => {
                let names = (names(&ours.flags, |flag| &flag.name), names(&theirs.flags, |flag| &flag.name));
                lists("flags", name, "names", &names)
            }
            (TypeDefKind::Tuple(ours), TypeDefKind::Tuple(theirs))
                if ours.types.len() == theirs.types.len() =>
            {
                ours.types.iter().zip(&theirs.types).find_map(|(a, b)| self.types(a, b))
            }
            (TypeDefKind::List(ours), TypeDefKind::List(theirs))
            | (TypeDefKind::Option(ours), TypeDefKind::Option(theirs)) => self.types(ours, theirs),
            (TypeDefKind::Result(ours), TypeDefKind::Result(theirs)) => {
                self.options(ours.ok, theirs.ok).or_else(|| self.options(ours.err, theirs.err))
            }
            (ours, theirs) => Some(format!("expected {} `{name}`, found {}", ours.as_str(), theirs.as_str())),
        }
    }
}

enum Seen {
    Plain(Type),
    Defined(TypeId),
}

/// The type behind `use` and `type`.
fn resolved(resolve: &Resolve, kind: &Type) -> Seen {
    match kind {
        Type::Id(id) => match &resolve.types[*id].kind {
            TypeDefKind::Type(inner) => resolved(resolve, inner),
            _ => Seen::Defined(*id),
        },
        plain => Seen::Plain(*plain),
    }
}

fn names<'a, T>(items: &'a [T], name: impl Fn(&'a T) -> &'a String) -> Vec<&'a str> {
    items.iter().map(|item| name(item).as_str()).collect()
}

fn lists(kind: &str, name: &str, what: &str, (ours, theirs): &(Vec<&str>, Vec<&str>)) -> Option<String> {
    if ours == theirs {
        return None;
    }
    let missing: Vec<&str> = ours.iter().filter(|name| !theirs.contains(name)).copied().collect();
    let strange: Vec<&str> = theirs.iter().filter(|name| !ours.contains(name)).copied().collect();
    let detail = match (missing.is_empty(), strange.is_empty()) {
        (false, _) => format!(" (missing `{}`)", missing.join("`, `")),
        (true, false) => format!(" (too many: `{}`)", strange.join("`, `")),
        (true, true) => " in another order".to_owned(),
    };
    Some(format!("{kind} {name}: expected {} {what}, found {}{detail}", ours.len(), theirs.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_package_has_every_hook() {
        let ours = OURS.as_ref().unwrap();
        for hook in crate::plugin::ask::HOOKS {
            let known =
                ours.interfaces.iter().any(|(_, interface)| interface.name.as_deref() == Some(hook.as_str()));
            assert!(known, "{hook}");
        }
    }
}
