//! The settings, as `settings.schema.json` describes them.

use serde::Deserialize;

/// Everything that can be set. Without any, only identity numbers are redacted.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub(crate) struct Settings {
    pub(crate) hours: Option<Hours>,
    pub(crate) allowed_hosts: Vec<String>,
    pub(crate) forbidden_words: Vec<String>,
    pub(crate) payment: Option<Payment>,
    pub(crate) redact: Redact,
}

/// Hours within which calls run.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Hours {
    pub(crate) from: Minute,
    pub(crate) to: Minute,
    /// Monday is 1.
    #[serde(default = "weekdays")]
    pub(crate) days: Vec<u8>,
    #[serde(default)]
    pub(crate) utc_offset_minutes: i64,
}

/// A minute of the day; 1440 is its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Minute(pub(crate) u32);

impl TryFrom<String> for Minute {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let number = |text: &str| text.parse::<u32>().ok().filter(|_| text.len() == 2);
        let parts = text.split_once(':').and_then(|(hour, minute)| Some((number(hour)?, number(minute)?)));
        match parts {
            Some((hour, minute)) if minute < 60 && hour * 60 + minute <= 24 * 60 => {
                Ok(Self(hour * 60 + minute))
            }
            _ => Err(format!("`{text}` is no time such as 09:00")),
        }
    }
}

fn weekdays() -> Vec<u8> {
    vec![1, 2, 3, 4, 5]
}

/// Buttons that pay.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Payment {
    pub(crate) limit: f64,
    pub(crate) buttons: Vec<String>,
    #[serde(default)]
    pub(crate) currencies: Vec<String>,
    #[serde(default)]
    pub(crate) above: Above,
}

/// What happens above the limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Above {
    #[default]
    Ask,
    Deny,
}

/// Kinds of numbers that no answer shows.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub(crate) struct Redact(pub(crate) Vec<Kind>);

impl Default for Redact {
    fn default() -> Self {
        Self(vec![Kind::TrId, Kind::Iban, Kind::Card])
    }
}

/// A kind of number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    TrId,
    Iban,
    Card,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Settings, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn settings_are_read_as_the_schema_says() {
        let text = r#"{"hours": {"from": "09:00", "to": "24:00", "utc-offset-minutes": 180},
            "payment": {"limit": 100, "buttons": ["pay"], "above": "deny"}, "redact": ["tr-id"]}"#;
        let settings = read(text).expect("valid");
        let hours = settings.hours.expect("given");
        assert_eq!((hours.from, hours.to, hours.days.len()), (Minute(540), Minute(1440), 5));
        assert_eq!(settings.payment.expect("given").above, Above::Deny);
        assert_eq!(settings.redact.0, [Kind::TrId]);
        assert_eq!(read("{}"), Ok(Settings::default()));
    }

    #[test]
    fn what_cannot_be_meant_is_an_error() {
        for text in [
            r#"{"hour": {}}"#,
            r#"{"hours": {"from": "9", "to": "18:00"}}"#,
            r#"{"hours": {"from": "09:00", "to": "24:01"}}"#,
            r#"{"redact": ["everything"]}"#,
            r#"{"payment": {"limit": "much", "buttons": []}}"#,
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
