//! Where each setting comes from: flag, `SEKME_*`, `sekme.toml`, a variable of another server, default.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::ConfigError;
use super::table::{CONFIG, Kind, OF_TOOLS, SETTINGS, Setting, UNENFORCED, setting};
use super::value::{check, seconds, switch};
use crate::cli::ServeArgs;
use crate::plugin::plugin_settings;

/// The key of the file that holds the settings of plugins.
const PLUGINS: &str = "plugin";

/// Who said what a setting is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// The command line.
    Flag,
    /// A `SEKME_*` variable, or one of another server.
    Variable(String),
    /// The settings file.
    File(PathBuf),
    /// The default where a variable of that server is set.
    SeedDefault(&'static str),
    /// Nobody.
    Default,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag => write!(f, "flag"),
            Self::Variable(name) => write!(f, "{name}"),
            Self::File(path) => write!(f, "{}", path.display()),
            Self::SeedDefault(because) => write!(f, "default with {because}"),
            Self::Default => write!(f, "default"),
        }
    }
}

/// One setting as it was found.
#[derive(Debug, Clone)]
struct Found {
    values: Vec<String>,
    source: Source,
}

/// Every setting as it was found, checked one by one.
#[derive(Debug, Clone)]
pub struct Given {
    found: BTreeMap<&'static str, Found>,
    /// The `[plugin.ID]` tables of the file.
    plugins: BTreeMap<String, serde_json::Value>,
}

/// The variable with this name.
pub fn environment(name: &str) -> Option<String> {
    std::env::var_os(name).map(|value| value.to_string_lossy().into_owned())
}

/// Names of the variables that are set.
pub fn environment_names() -> Vec<String> {
    std::env::vars_os().map(|(name, _)| name.to_string_lossy().into_owned()).collect()
}

impl Given {
    /// Gathers all settings. `variable` looks up an environment variable, and `names` are those that are set;
    /// `user_file` is read if it is there and no
    /// other file is named.
    pub fn gather(
        args: &ServeArgs,
        variable: &dyn Fn(&str) -> Option<String>,
        names: &[String],
        user_file: Option<PathBuf>,
    ) -> Result<Self, ConfigError> {
        // An empty variable is how most clients spell "not set".
        let variable = |name: &str| variable(name).filter(|value| !value.trim().is_empty());
        for (name, meaning) in UNENFORCED {
            if let Some(value) = variable(name).filter(|value| switch(value) != Some(false)) {
                return Err(ConfigError::Unenforced { name, value, meaning });
            }
        }
        let mut set = names.iter().filter(|name| variable(name).is_some());
        if let Some(error) = set.find_map(|name| unknown_variable(name)) {
            return Err(error);
        }
        let seeds = SETTINGS.iter().flat_map(|setting| setting.seeds.iter().copied());
        let seeded = seeds.filter(|name| name.starts_with("BROWSER_")).find(|name| variable(name).is_some());
        let mut found = BTreeMap::new();
        let file = setting(CONFIG);
        let named = args.given(CONFIG).map(|values| (values.to_vec(), Source::Flag)).or_else(|| {
            let name = file.variable();
            variable(&name).map(|value| (vec![value], Source::Variable(name)))
        });
        let path = match &named {
            Some((values, _)) => values.first().map(|path| home(path)),
            None => user_file.filter(|path| path.exists()),
        };
        let (mut in_file, plugins) = path.as_deref().map_or_else(|| Ok(Default::default()), read)?;
        if let Some((values, source)) = named {
            found.insert(CONFIG, Found { values, source });
        } else if let Some(path) = &path {
            let values = vec![path.to_string_lossy().into_owned()];
            found.insert(CONFIG, Found { values, source: Source::Default });
        }
        for setting in SETTINGS.iter().filter(|setting| setting.name != CONFIG) {
            let own = setting.variable();
            let from_seed = || {
                setting
                    .seeds
                    .iter()
                    .find_map(|name| Some((vec![variable(name)?], Source::Variable((*name).to_owned()))))
            };
            let (values, source) = if let Some(values) = args.given(setting.name) {
                (values.iter().flat_map(|value| split(setting, value)).collect(), Source::Flag)
            } else if let Some(value) = variable(&own) {
                (split(setting, &value), Source::Variable(own))
            } else if let (Some(values), Some(path)) = (in_file.remove(setting.name), &path) {
                (values, Source::File(path.clone()))
            } else if let Some(found) = from_seed() {
                found
            } else if let (Some(because), Some(default)) = (seeded, setting.seed_default) {
                (vec![default.to_owned()], Source::SeedDefault(because))
            } else if setting.default.is_empty() {
                continue;
            } else {
                (vec![setting.default.to_owned()], Source::Default)
            };
            for value in &values {
                check(setting.kind, value).map_err(|allowed| ConfigError::BadValue {
                    name: spelled(setting, &source),
                    value: value.clone(),
                    allowed,
                })?;
            }
            found.insert(setting.name, Found { values, source });
        }
        Ok(Self { found, plugins })
    }

    /// The `[plugin.ID]` tables of the file, by id.
    pub(super) fn plugins(&self) -> BTreeMap<String, serde_json::Value> {
        self.plugins.clone()
    }

    /// The texts of a setting and where they come from.
    pub fn raw(&self, name: &str) -> Option<(&[String], &Source)> {
        self.found.get(name).map(|found| (found.values.as_slice(), &found.source))
    }

    /// How the person spelled a setting, for errors.
    pub(super) fn spelling(&self, name: &str) -> String {
        let source = self.found.get(name).map_or(&Source::Default, |found| &found.source);
        spelled(setting(name), source)
    }

    /// How strong the word on a setting is, 0 the strongest; `None` where nobody gave one.
    pub(crate) fn rank(&self, name: &str) -> Option<u8> {
        match self.found.get(name)?.source {
            Source::Flag => Some(0),
            Source::Variable(ref variable) if variable.starts_with("SEKME_") => Some(1),
            Source::File(_) => Some(2),
            Source::Variable(_) => Some(3),
            Source::SeedDefault(_) | Source::Default => None,
        }
    }

    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.found.get(name)?.values.last().map(String::as_str)
    }

    pub(super) fn texts(&self, name: &str) -> Vec<String> {
        self.found.get(name).map(|found| found.values.clone()).unwrap_or_default()
    }

    pub(super) fn switch(&self, name: &str) -> Option<bool> {
        self.text(name).and_then(switch)
    }

    pub(super) fn whole<N: TryFrom<u64> + Default>(&self, name: &str) -> N {
        self.port(name).unwrap_or_default()
    }

    /// A number that may be left out.
    pub(super) fn port<N: TryFrom<u64>>(&self, name: &str) -> Option<N> {
        self.text(name).and_then(|text| N::try_from(text.parse().ok()?).ok())
    }

    pub(super) fn seconds(&self, name: &str) -> Duration {
        self.text(name).and_then(seconds).unwrap_or_default()
    }

    pub(super) fn path(&self, name: &str) -> Option<PathBuf> {
        self.text(name).map(home)
    }

    pub(super) fn paths(&self, name: &str) -> Vec<PathBuf> {
        self.texts(name).iter().map(|text| home(text)).collect()
    }
}

/// Refuses a variable that is meant for us and that no setting has: a misspelled one would silently not hold.
fn unknown_variable(name: &str) -> Option<ConfigError> {
    let rest = name.strip_prefix("SEKME_")?;
    if OF_TOOLS.contains(&rest) || SETTINGS.iter().any(|setting| setting.variable() == name) {
        return None;
    }
    let plain = rest.to_lowercase().replace('_', "-");
    Some(ConfigError::UnknownVariable {
        name: name.to_owned(),
        nearest: nearest(SETTINGS.iter(), &plain).map(Setting::variable).unwrap_or_default(),
    })
}

/// The setting whose name is most like a word.
fn nearest<'s>(settings: impl Iterator<Item = &'s Setting>, word: &str) -> Option<&'s Setting> {
    let likeness = |setting: &Setting| strsim::jaro_winkler(setting.name, word);
    settings.max_by(|a, b| likeness(a).total_cmp(&likeness(b)))
}

/// `--wait`, `SEKME_WAIT`, or `wait in <file>`.
fn spelled(setting: &Setting, source: &Source) -> String {
    match source {
        Source::Flag | Source::Default | Source::SeedDefault(_) => format!("--{}", setting.name),
        Source::Variable(name) => name.clone(),
        Source::File(path) => format!("{} in {}", setting.key(), path.display()),
    }
}

fn split(setting: &Setting, value: &str) -> Vec<String> {
    let separator = match setting.kind {
        Kind::Paths => ':',
        Kind::Texts(separator) => separator,
        _ => return vec![value.trim().to_owned()],
    };
    value.split(separator).filter(|part| !part.trim().is_empty()).map(ToOwned::to_owned).collect()
}

/// `~/x` is in the home folder: clients start servers without a shell that would know that.
pub(super) fn home(text: &str) -> PathBuf {
    match (text.strip_prefix("~/"), std::env::var_os("HOME")) {
        (Some(rest), Some(home)) => PathBuf::from(home).join(rest),
        _ => PathBuf::from(text),
    }
}

/// The settings of a file, by name.
type InFile = BTreeMap<&'static str, Vec<String>>;

/// Reads the settings file. What it does not know is refused: a misspelled setting would silently not hold.
fn read(path: &Path) -> Result<(InFile, BTreeMap<String, serde_json::Value>), ConfigError> {
    let bad = |problem: String| ConfigError::File { path: path.to_owned(), problem };
    let text = std::fs::read_to_string(path).map_err(|error| bad(error.to_string()))?;
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| bad(error.to_string()))?;
    let base = path.parent().unwrap_or(Path::new("."));
    let (mut values, mut plugins) = (BTreeMap::new(), BTreeMap::new());
    for (key, value) in table {
        if key == PLUGINS {
            let toml::Value::Table(tables) = value else {
                return Err(bad(format!("`{PLUGINS}` holds a table for each plugin: [{PLUGINS}.ID]")));
            };
            for (id, settings) in tables {
                if !settings.is_table() {
                    return Err(bad(format!("`{PLUGINS}.{id}` is no table; write [{PLUGINS}.{id}]")));
                }
                plugins.insert(id, plugin_settings(settings));
            }
            continue;
        }
        let plain = key.replace('_', "-").to_lowercase();
        let Some(setting) = SETTINGS.iter().find(|setting| setting.name == plain && setting.is_in_file())
        else {
            let in_file = SETTINGS.iter().filter(|setting| setting.is_in_file());
            let nearest = nearest(in_file, &plain).map(Setting::key);
            let meant = nearest.map(|key| format!("; did you mean `{key}`?")).unwrap_or_default();
            return Err(bad(format!("there is no setting `{key}`{meant}")));
        };
        let parts = match value {
            toml::Value::Array(parts) if setting.is_list() => parts,
            single => vec![single],
        };
        let mut texts = Vec::new();
        for part in parts {
            let text = match part {
                toml::Value::String(text) => text,
                toml::Value::Integer(_) | toml::Value::Float(_) | toml::Value::Boolean(_) => part.to_string(),
                other => return Err(bad(format!("`{key}` cannot be {}", other.type_str()))),
            };
            texts.push(match setting.kind {
                // A path in a file means a place beside that file, wherever the server is started.
                Kind::Path | Kind::Paths => base.join(home(&text)).to_string_lossy().into_owned(),
                _ => text,
            });
        }
        values.insert(setting.name, texts);
    }
    Ok((values, plugins))
}
