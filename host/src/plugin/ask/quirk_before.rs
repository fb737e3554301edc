//! `quirk-before`: another address for a navigation, inside what the plugin declares, and what is waited for after it.

use std::sync::Arc;
use std::time::Duration;

use url::Url;

use super::super::author::Arguments;
use super::super::bindings::quirk_before::{self, Advice};
use super::super::component::Plugin;
use super::super::convert::context;
use super::super::hook::{Budget, Definition, HookKind};
use super::super::manifest::Manifest;
use super::super::text::plain;
use super::super::{Detour, Inner, Outcome, Rewrite};
use super::{Asked, reading};
use crate::sites::{Css, Wait};

const URL_BYTES: usize = 2048;
/// Targets of one plugin that are waited for.
const MOST_WAITS: usize = 4;
/// Longest wait for one of them.
const WAIT: Duration = Duration::from_secs(3);

/// The hook `quirk-before`.
pub(in super::super) const HOOK: HookKind = HookKind::new(&Definition {
    name: "quirk-before",
    fallback: "the address is opened as it is",
    ceiling: Budget::new(20, 32, 32),
    fits: |pre, store, instance| quirk_before::GuestIndices::new(pre)?.load(store, instance).map(drop),
});

impl Inner {
    /// What plugins say before `url` is opened.
    pub(in super::super) async fn before_navigate(&self, url: &Url) -> Outcome<Detour> {
        let mut outcome = Outcome::<Detour>::default();
        let (session, now) = (self.session(), reading());
        let Asked { answers, warnings } = self
            .ask(HOOK, url, |runtime, plugin| {
                let (context, url) = (context(&plugin, &session, now), url.to_string());
                self.record(&runtime, &plugin, HOOK, now, || Arguments::default().with("url", &url));
                async move {
                    let asked = Arc::clone(&plugin);
                    let call = runtime.call(&plugin, HOOK, now, move |store, instance| {
                        let guest =
                            quirk_before::GuestIndices::new(&asked.instances)?.load(&mut *store, instance)?;
                        guest.call_before_navigate(store, &context, &url)
                    });
                    call.await.into()
                }
            })
            .await;
        outcome.warnings = warnings;
        for (plugin, advice) in answers {
            let mut faults = Vec::new();
            let detour = checked(&plugin, url, &advice, &mut faults);
            outcome.warnings.extend(faults.iter().map(|fault| self.warn_of_fault(&plugin, HOOK, fault)));
            let has_part =
                !detour.waits.is_empty() || (outcome.value.rewrite.is_none() && detour.rewrite.is_some());
            if has_part {
                outcome.by.push(plugin.id().to_owned());
            }
            outcome.value.rewrite = outcome.value.rewrite.take().or(detour.rewrite);
            outcome.value.waits.extend(detour.waits);
        }
        outcome
    }
}

fn checked(plugin: &Plugin, from: &Url, advice: &Advice, faults: &mut Vec<String>) -> Detour {
    let mut detour = Detour::default();
    if let Some(text) = &advice.url {
        match destination(&plugin.manifest, from, text) {
            Ok(url) if url == *from => {}
            Ok(url) => detour.rewrite = Some(Rewrite { url, by: plugin.id().to_owned() }),
            Err(reason) => faults.push(refused(reason, text)),
        }
    }
    if advice.wait.len() > MOST_WAITS {
        faults.push(format!("asked for {} waits; {MOST_WAITS} are the most", advice.wait.len()));
    }
    for target in advice.wait.iter().take(MOST_WAITS) {
        match Css::try_from(target.css.clone()) {
            Ok(css) => detour.waits.push(Wait {
                by: plugin.id().to_owned(),
                css: css.as_str().to_owned(),
                gone: false,
                most: WAIT,
                optional: target.optional,
            }),
            Err(reason) => faults.push(format!("gave a selector that was dropped ({reason})")),
        }
    }
    detour
}

fn refused(reason: &str, url: &str) -> String {
    format!("gave a URL that was dropped, {reason}: {}", plain(url, 100))
}

/// The URL, if the plugin may have it opened in the place of `from`.
pub(in crate::plugin) fn destination(
    manifest: &Manifest,
    from: &Url,
    text: &str,
) -> Result<Url, &'static str> {
    let url = allowed(from, text, |url| manifest.hook_for(HOOK, url).is_some())?;
    if url.host_str() == from.host_str() || names_host(manifest, &url) {
        return Ok(url);
    }
    Err("on a host that plugin.toml does not name")
}

/// Whether the hook entry that covers `url` names its host, rather than every one.
fn names_host(manifest: &Manifest, url: &Url) -> bool {
    let hook = manifest.hook_for(HOOK, url);
    hook.is_some_and(|hook| hook.urls.iter().any(|pattern| pattern.names_host() && pattern.matches(url)))
}

/// The URL, if it may be opened in the place of `from`.
fn allowed(from: &Url, text: &str, covers: impl Fn(&Url) -> bool) -> Result<Url, &'static str> {
    if text.len() > URL_BYTES {
        return Err("longer than 2 KiB");
    }
    let url = Url::parse(text).map_err(|_| "no absolute URL")?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err("neither http nor https");
    }
    if from.scheme() == "https" && url.scheme() == "http" {
        return Err("no longer encrypted");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("with a user name");
    }
    if !covers(&url) {
        return Err("outside the addresses that plugin.toml declares");
    }
    Ok(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(from: &str, to: &str) -> Result<Url, &'static str> {
        let shop = |url: &Url| url.host_str().is_some_and(|host| host.ends_with("shop.example"));
        allowed(&Url::parse(from).unwrap(), to, shop)
    }

    #[test]
    fn an_address_stays_inside_what_the_plugin_declares() {
        assert!(judged("https://m.shop.example/x", "https://www.shop.example/x").is_ok());
        for (to, reason) in [
            ("https://evil.example/", "outside the addresses that plugin.toml declares"),
            ("http://www.shop.example/", "no longer encrypted"),
            ("https://user@www.shop.example/", "with a user name"),
            ("https://www.shop.example@evil.example/", "with a user name"),
            ("javascript:alert(1)", "neither http nor https"),
            ("file:///etc/passwd", "neither http nor https"),
            ("/x", "no absolute URL"),
            ("", "no absolute URL"),
        ] {
            assert_eq!(judged("https://m.shop.example/x", to), Err(reason), "{to}");
        }
        let long = format!("https://www.shop.example/{}", "x".repeat(3000));
        assert_eq!(judged("https://m.shop.example/x", &long), Err("longer than 2 KiB"));
    }
}
