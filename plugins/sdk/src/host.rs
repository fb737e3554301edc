//! What a plugin may ask of the server: to note something, and to remember something.

/// Lines for the server's log, at most 32 of 512 bytes a call. In a native build they go to standard error.
pub mod log {
    use crate::bindings::ranker::sekme::plugin::log::Level;

    /// Only of interest to whoever works on the plugin.
    pub fn debug(message: &str) {
        write(Level::Debug, message);
    }

    /// What was done.
    pub fn info(message: &str) {
        write(Level::Info, message);
    }

    /// Something is odd.
    pub fn warn(message: &str) {
        write(Level::Warn, message);
    }

    /// Something is broken; fails a fixture.
    pub fn error(message: &str) {
        write(Level::Error, message);
    }

    #[cfg(target_arch = "wasm32")]
    fn write(level: Level, message: &str) {
        crate::bindings::ranker::sekme::plugin::log::write(level, message);
    }

    #[cfg(not(target_arch = "wasm32"))]
    #[expect(clippy::print_stderr, reason = "where the messages of tests belong")]
    fn write(level: Level, message: &str) {
        eprintln!("{level:?}: {message}");
    }
}

/// Keys and values of this plugin, in the server's memory until it stops. Needs `kv = true` under `[permissions]`.
/// In a native build each thread, that is each test, has its own.
pub mod kv {
    #[cfg(not(target_arch = "wasm32"))]
    use native as place;

    #[cfg(target_arch = "wasm32")]
    use crate::bindings::ranker::sekme::plugin::kv as place;

    /// The value of a key.
    pub fn get(key: &str) -> Option<String> {
        place::get(key)
    }

    /// Remembers a value: at most 64 keys, and 4 KiB for each key and value.
    pub fn set(key: &str, value: &str) -> Result<(), String> {
        place::set(key, value)
    }

    /// Forgets a key.
    pub fn remove(key: &str) {
        place::remove(key);
    }

    #[cfg(not(target_arch = "wasm32"))]
    mod native {
        use std::cell::RefCell;
        use std::collections::BTreeMap;

        const KEYS: usize = 64;
        const BYTES: usize = 4096;

        thread_local! {
            static STORE: RefCell<BTreeMap<String, String>> = const { RefCell::new(BTreeMap::new()) };
        }

        pub(super) fn get(key: &str) -> Option<String> {
            STORE.with_borrow(|store| store.get(key).cloned())
        }

        pub(super) fn set(key: &str, value: &str) -> Result<(), String> {
            if key.len() > BYTES || value.len() > BYTES {
                return Err(format!("a key and a value have at most {BYTES} bytes"));
            }
            STORE.with_borrow_mut(|store| {
                if store.len() >= KEYS && !store.contains_key(key) {
                    return Err(format!("there are {KEYS} keys already"));
                }
                store.insert(key.to_owned(), value.to_owned());
                Ok(())
            })
        }

        pub(super) fn remove(key: &str) {
            STORE.with_borrow_mut(|store| store.remove(key));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::kv;

    #[test]
    fn keys_are_kept_replaced_and_limited() {
        assert_eq!(kv::get("a"), None);
        kv::set("a", "1").expect("fits");
        kv::set("a", "2").expect("fits");
        assert_eq!(kv::get("a").as_deref(), Some("2"));
        kv::remove("a");
        assert_eq!(kv::get("a"), None);
        assert!(kv::set("a", &"x".repeat(5000)).is_err());
        for number in 0..64 {
            kv::set(&number.to_string(), "").expect("fits");
        }
        assert!(kv::set("one more", "").is_err());
        kv::set("0", "again").expect("a known key is no new one");
    }
}
