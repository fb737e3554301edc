//! Builds components from core modules in text form, so that a test writes only the bodies of its hooks.
//!
//! A body gets the address of the lowered arguments as `$args` and leaves the address of the lowered
//! result on the stack (canonical ABI: more than 16 flat parameters and more than one flat result are
//! passed in memory). [`RESULT`] is free memory for a result, [`TEXT`] holds the text of the guest.

#![expect(clippy::unwrap_used, reason = "a component that cannot be built should fail its test")]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use wit_component::{ComponentEncoder, StringEncoding, embed_component_metadata};
use wit_parser::Resolve;

/// The WIT package of the repository as one file.
fn wit_package() -> String {
    const PACKAGE: &str = "package sekme:plugin@0.1.0;";
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../wit");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|end| end == "wit")).collect();
    files.sort();
    let text: String =
        files.iter().map(|file| fs::read_to_string(file).unwrap().replace(PACKAGE, "")).collect();
    format!("{PACKAGE}\n{text}")
}

/// Address of 64 KiB less 4 KiB of free memory for results.
pub(crate) const RESULT: u32 = 4096;
/// Address of the guest's text.
pub(crate) const TEXT: u32 = 16;

const WASI_IO: &str = "package wasi:io@0.2.0;
interface poll { resource pollable { block: func(); } }";
const WASI_CLOCKS: &str = "package wasi:clocks@0.2.0;
interface monotonic-clock { use wasi:io/poll@0.2.0.{pollable}; subscribe-duration: func(when: u64) -> pollable; }";

/// One exported function of a hook, and its body.
#[derive(Clone)]
struct Export {
    interface: &'static str,
    function: &'static str,
    /// Lowered parameters.
    params: &'static str,
    body: String,
}

/// Each hook's functions with their lowered parameters.
const FUNCTIONS: &[(&str, &str, &str)] = &[
    ("ranker", "rank", IN_MEMORY),
    ("submit-scheme", "build", IN_MEMORY),
    ("bot-check", "detect", IN_MEMORY),
    (
        "quirk-before",
        "before-navigate",
        "(param $args i32) (param i32 i32 i32 i64 i32 i32 i32 i32) (param $url i32) (param $url_bytes i32)",
    ),
    ("quirk-after", "after-navigate", IN_MEMORY),
    ("policy", "before-call", IN_MEMORY),
    ("policy", "after-call", IN_MEMORY),
    ("tool-provider", "tools", "(param $args i32) (param i32 i32 i32 i64 i32 i32 i32 i32)"),
    ("tool-provider", "call", IN_MEMORY),
];
const IN_MEMORY: &str = "(param $args i32)";

/// A component under construction.
#[derive(Clone)]
pub(crate) struct Guest {
    wit: String,
    text: String,
    data: Vec<u8>,
    imports: String,
    with_wasi: bool,
    hooks: Vec<Export>,
    realloc: Option<String>,
    helpers: String,
    start: String,
}

impl Guest {
    /// A component without hooks.
    pub(crate) fn new() -> Self {
        Self {
            wit: wit_package(),
            text: String::new(),
            data: Vec::new(),
            imports: String::new(),
            with_wasi: false,
            hooks: Vec::new(),
            realloc: None,
            helpers: String::new(),
            start: String::new(),
        }
    }

    /// Adds the hook `ranker` (function `rank`).
    pub(crate) fn ranker(self, body: impl Into<String>) -> Self {
        self.function("ranker", "rank", body)
    }

    /// Adds the hook `submit-scheme` (function `build`).
    pub(crate) fn submit_scheme(self, body: impl Into<String>) -> Self {
        self.function("submit-scheme", "build", body)
    }

    /// Adds the hook `bot-check` (function `detect`).
    pub(crate) fn bot_check(self, body: impl Into<String>) -> Self {
        self.function("bot-check", "detect", body)
    }

    /// Adds the function of `interface` that is called `function`.
    pub(crate) fn function(
        mut self,
        interface: &'static str,
        function: &'static str,
        body: impl Into<String>,
    ) -> Self {
        let (_, _, params) = FUNCTIONS
            .iter()
            .find(|(other, name, _)| (*other, *name) == (interface, function))
            .unwrap_or_else(|| panic!("the contract has no {interface}#{function}"));
        self.hooks.push(Export { interface, function, params, body: body.into() });
        self
    }

    /// Adds the hook `interface` with `body` in each of its functions.
    pub(crate) fn hook(self, interface: &str, body: &str) -> Self {
        let functions = FUNCTIONS.iter().filter(|(other, ..)| *other == interface);
        functions.fold(self, |guest, (interface, function, _)| guest.function(interface, function, body))
    }

    /// Adds a function that bodies may call.
    pub(crate) fn with_helper(mut self, function: &str) -> Self {
        self.helpers.push_str(function);
        self
    }

    /// Runs `body` in place of handing out memory.
    pub(crate) fn with_realloc(mut self, body: &str) -> Self {
        self.realloc = Some(body.to_owned());
        self
    }

    /// Puts `text` at [`TEXT`].
    pub(crate) fn text(mut self, text: &str) -> Self {
        text.clone_into(&mut self.text);
        self
    }

    /// Puts `bytes` at [`RESULT`].
    pub(crate) fn data(mut self, bytes: &[u8]) -> Self {
        bytes.clone_into(&mut self.data);
        self
    }

    /// Imports the log as `$log` (level, address, length).
    pub(crate) fn with_log(mut self) -> Self {
        self.imports.push_str(r#"(import "sekme:plugin/log@0.1.0" "write" (func $log (param i32 i32 i32)))"#);
        self
    }

    /// Imports the key-value store: `$kv_set` (key, value, result) and `$kv_get` (key, result).
    pub(crate) fn with_kv(mut self) -> Self {
        self.imports.push_str(
            r#"(import "sekme:plugin/kv@0.1.0" "set" (func $kv_set (param i32 i32 i32 i32 i32)))
               (import "sekme:plugin/kv@0.1.0" "get" (func $kv_get (param i32 i32 i32)))"#,
        );
        self
    }

    /// Imports a clock and its waits: `$subscribe` (nanoseconds) and `$block` (pollable).
    pub(crate) fn with_wasi(mut self) -> Self {
        self.with_wasi = true;
        self.imports.push_str(
            r#"(import "wasi:clocks/monotonic-clock@0.2.0" "subscribe-duration" (func $subscribe (param i64) (result i32)))
               (import "wasi:io/poll@0.2.0" "[method]pollable.block" (func $block (param i32)))"#,
        );
        self
    }

    /// Runs `body` when the component is instantiated.
    pub(crate) fn at_start(mut self, body: &str) -> Self {
        self.start = format!("(func $start {body}) (start $start)");
        self
    }

    /// Builds against another WIT package.
    pub(crate) fn for_package(mut self, wit: String) -> Self {
        self.wit = wit;
        self
    }

    /// Builds against a changed WIT package.
    pub(crate) fn with_wit(mut self, from: &str, to: &str) -> Self {
        assert!(self.wit.contains(from), "the WIT package has no {from}");
        self.wit = self.wit.replace(from, to);
        self
    }

    /// The core module alone.
    pub(crate) fn core(&self) -> Vec<u8> {
        let version = if self.wit.contains("sekme:plugin@0.2.0") { "0.2.0" } else { "0.1.0" };
        let mut hooks = String::new();
        for Export { interface, function, params, body } in &self.hooks {
            write!(
                hooks,
                r#"(func (export "sekme:plugin/{interface}@{version}#{function}") {params} (result i32)
                   (local $i i32) (local $to i32) (local $from i32) {body})"#
            )
            .unwrap();
        }
        let escaped = |bytes: &[u8]| {
            bytes.iter().fold(String::new(), |mut text, byte| {
                write!(text, "\\{byte:02x}").unwrap();
                text
            })
        };
        let (text, data) = (escaped(self.text.as_bytes()), escaped(&self.data));
        let realloc = self.realloc.as_deref().unwrap_or(HANDS_OUT_MEMORY);
        let module = format!(
            r#"(module {imports}
                 (memory (export "memory") 2)
                 (data (i32.const {TEXT}) "{text}")
                 (data (i32.const {RESULT}) "{data}")
                 (global $heap (mut i32) (i32.const 65536))
                 (func (export "cabi_realloc") (param i32 i32 i32) (param $size i32) (result i32) (local $at i32)
                   {realloc})
                 {helpers} {hooks} {start})"#,
            imports = self.imports,
            helpers = self.helpers,
            start = self.start,
        );
        wat::parse_str(module).unwrap()
    }

    /// The component.
    pub(crate) fn build(&self) -> Vec<u8> {
        let mut resolve = Resolve { all_features: true, ..Resolve::default() };
        let mut world = "\nworld under-test {\n include imports;\n".to_owned();
        if self.with_wasi {
            resolve.push_str("io.wit", WASI_IO).unwrap();
            resolve.push_str("clocks.wit", WASI_CLOCKS).unwrap();
            world.push_str(" import wasi:io/poll@0.2.0;\n import wasi:clocks/monotonic-clock@0.2.0;\n");
        }
        let mut interfaces: Vec<&str> = self.hooks.iter().map(|export| export.interface).collect();
        interfaces.dedup();
        for interface in interfaces {
            if interface == "tool-provider" {
                world.push_str(" @unstable(feature = tool-provider)\n");
            }
            writeln!(world, " export {interface};").unwrap();
        }
        let package = resolve.push_str("plugin.wit", &(self.wit.clone() + &world + "}\n")).unwrap();
        let world = resolve.select_world(&[package], Some("under-test")).unwrap();
        let mut module = self.core();
        embed_component_metadata(&mut module, &resolve, world, StringEncoding::UTF8).unwrap();
        ComponentEncoder::default().module(&module).unwrap().validate(true).encode().unwrap()
    }
}

/// Body of `cabi_realloc`: memory is handed out upwards and never given back.
const HANDS_OUT_MEMORY: &str = "
  (local.set $at (global.get $heap))
  (global.set $heap (i32.and (i32.add (i32.add (local.get $at) (local.get $size)) (i32.const 15)) (i32.const -16)))
  (loop $grow
    (if (i32.gt_u (global.get $heap) (i32.mul (memory.size) (i32.const 65536)))
      (then (if (i32.eq (memory.grow (i32.const 1)) (i32.const -1)) (then unreachable)) (br $grow))))
  (local.get $at)";

/// Body: gives the elements 1000, 999, 998… points in document order.
///
/// `$args` points at context (40 bytes) and page, whose element list stands at 68; an element has 84 bytes.
pub(crate) const RANKS: &str = "
  (local.set $to (i32.const 4112))
  (local.set $from (i32.load offset=68 (local.get $args)))
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $i) (i32.load offset=72 (local.get $args))))
    (i32.store (local.get $to) (i32.load (local.get $from)))
    (i32.store offset=4 (local.get $to) (i32.sub (i32.const 1000) (local.get $i)))
    (i64.store offset=8 (local.get $to) (i64.const 0))
    (local.set $to (i32.add (local.get $to) (i32.const 16)))
    (local.set $from (i32.add (local.get $from) (i32.const 84)))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next)))
  (i32.store (i32.const 4096) (i32.const 0))
  (i32.store (i32.const 4100) (i32.const 4112))
  (i32.store (i32.const 4104) (local.get $i))
  (i32.const 4096)";

/// Body: never ends.
pub(crate) const SPINS: &str = "(loop $for_ever (br $for_ever)) unreachable";
/// Body: crashes.
pub(crate) const TRAPS: &str = "unreachable";
/// Body: takes memory until there is none, then crashes as the allocators of real guests do.
pub(crate) const EATS_MEMORY: &str =
    "(loop $more (br_if $more (i32.ne (memory.grow (i32.const 16)) (i32.const -1)))) unreachable";
/// Body: an error text of 10 MB. Fits `result<_, string>` of every hook.
pub(crate) const RETURNS_10_MB: &str = "
  (drop (memory.grow (i32.const 160)))
  (i32.store (i32.const 4096) (i32.const 1))
  (i32.store (i32.const 4100) (i32.const 65536))
  (i32.store (i32.const 4104) (i32.const 10000000))
  (i32.const 4096)";
/// Body of `tools`: a list of 10 MB.
pub(crate) const LISTS_10_MB: &str = "
  (drop (memory.grow (i32.const 160)))
  (i32.store (i32.const 4096) (i32.const 65536))
  (i32.store (i32.const 4100) (i32.const 300000))
  (i32.const 4096)";
/// Body of a tool's `call`: done, in 10 MB.
pub(crate) const DOES_10_MB: &str = "
  (drop (memory.grow (i32.const 160)))
  (i32.store (i32.const 4096) (i32.const 0))
  (i32.store (i32.const 4100) (i32.const 65536))
  (i32.store (i32.const 4104) (i32.const 10000000))
  (i32.const 4096)";
/// Body of `before-call` and `after-call`: denied with a code of 10 MB.
pub(crate) const DENIES_10_MB: &str = "
  (drop (memory.grow (i32.const 160)))
  (i32.store (i32.const 4096) (i32.const 4))
  (i32.store (i32.const 4100) (i32.const 65536))
  (i32.store (i32.const 4104) (i32.const 10000000))
  (i64.store (i32.const 4108) (i64.const 0))
  (i32.const 4096)";
/// Body: points outside its own memory.
pub(crate) const RETURNS_NONSENSE: &str = "
  (i32.store (i32.const 4096) (i32.const 0))
  (i32.store (i32.const 4100) (i32.const -16))
  (i32.store (i32.const 4104) (i32.const 1000000))
  (i32.const 4096)";
/// Body: 100,000 log lines, then the error text "".
pub(crate) const LOGS: &str = "
  (loop $more
    (call $log (i32.const 1) (i32.const 16) (i32.const 5))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br_if $more (i32.lt_u (local.get $i) (i32.const 100000))))
  (i64.store (i32.const 4096) (i64.const 1))
  (i32.const 4096)";
/// Body: waits for an hour through WASI.
pub(crate) const SLEEPS: &str = "(call $block (call $subscribe (i64.const 3600000000000))) unreachable";

/// Body of `ranker`: points for element 4242.
pub(crate) const RANKS_A_STRANGER: &str = "
  (i32.store (i32.const 4112) (i32.const 4242))
  (i32.store (i32.const 4116) (i32.const 7))
  (i64.store (i32.const 4120) (i64.const 0))
  (i32.store (i32.const 4096) (i32.const 0))
  (i32.store (i32.const 4100) (i32.const 4112))
  (i32.store (i32.const 4104) (i32.const 1))
  (i32.const 4096)";

/// Body of `submit-scheme`: the guest's text of `length` bytes as the URL, confidence 40.
pub(crate) fn submits(length: usize) -> String {
    format!(
        "(i32.store (i32.const 4096) (i32.const 0)) (i32.store (i32.const 4100) (i32.const 1))
         (i32.store (i32.const 4104) (i32.const {TEXT})) (i32.store (i32.const 4108) (i32.const {length}))
         (i32.store8 (i32.const 4112) (i32.const 40)) (i64.store (i32.const 4116) (i64.const 0))
         (i32.const {RESULT})"
    )
}

/// Body of `bot-check`: confirmed, with the guest's text of `length` bytes as the kind.
pub(crate) fn confirms(length: usize) -> String {
    format!(
        "(i32.store (i32.const 4096) (i32.const 0)) (i32.store8 (i32.const 4100) (i32.const 2))
         (i32.store (i32.const 4104) (i32.const {TEXT})) (i32.store (i32.const 4108) (i32.const {length}))
         (i32.store8 (i32.const 4112) (i32.const 77)) (i64.store (i32.const 4116) (i64.const 0))
         (i32.const {RESULT})"
    )
}

/// Body of `before-navigate`: the guest's text of `length` bytes as the URL.
pub(crate) fn rewrites(length: usize) -> String {
    format!(
        "(i32.store (i32.const 4096) (i32.const 0)) (i32.store (i32.const 4100) (i32.const 1))
         (i32.store (i32.const 4104) (i32.const {TEXT})) (i32.store (i32.const 4108) (i32.const {length}))
         (i64.store (i32.const 4112) (i64.const 0))
         (i32.const {RESULT})"
    )
}

/// Body of `after-navigate`: the guest's text of `length` bytes as the only note.
pub(crate) fn notes(length: usize) -> String {
    format!(
        "(memory.fill (i32.const 4096) (i32.const 0) (i32.const 64))
         (i32.store (i32.const 4148) (i32.const 4224)) (i32.store (i32.const 4152) (i32.const 1))
         (i32.store (i32.const 4224) (i32.const {TEXT})) (i32.store (i32.const 4228) (i32.const {length}))
         (i32.const {RESULT})"
    )
}

/// Body of `before-call` and `after-call`: no opinion.
pub(crate) const ABSTAINS: &str = "(i64.store (i32.const 4096) (i64.const 0)) (i32.const 4096)";

/// Body of `before-call` and `after-call`: denied, with the first `code` bytes of the guest's text as the code and all
/// `length` as the message.
pub(crate) fn denies(code: usize, length: usize) -> String {
    format!(
        "(i32.store (i32.const 4096) (i32.const 4)) (i32.store (i32.const 4100) (i32.const {TEXT}))
         (i32.store (i32.const 4104) (i32.const {code})) (i32.store (i32.const 4108) (i32.const {TEXT}))
         (i32.store (i32.const 4112) (i32.const {length}))
         (i32.const {RESULT})"
    )
}

/// Body of `before-call` and `after-call`: a decision that there is not.
pub(crate) const DECIDES_NONSENSE: &str = "(i32.store (i32.const 4096) (i32.const 9)) (i32.const 4096)";

/// Body of `before-call` and `after-call`: allowed.
pub(crate) const ALLOWS: &str = "(i32.store (i32.const 4096) (i32.const 1)) (i32.const 4096)";

/// Body of `before-call` and `after-call`: a person is to be asked, for the guest's text of `length` bytes.
pub(crate) fn asks(length: usize) -> String {
    format!(
        "(i32.store (i32.const 4096) (i32.const 3)) (i32.store (i32.const 4100) (i32.const {TEXT}))
         (i32.store (i32.const 4104) (i32.const {length}))
         (i32.const {RESULT})"
    )
}

/// Body of `before-call` and `after-call`: one redaction. The first `pointer` bytes of the guest's text are the pointer,
/// the rest of its `length` bytes is what stands there instead.
pub(crate) fn redacts(pointer: usize, length: usize) -> String {
    format!(
        "(i32.store (i32.const 4096) (i32.const 2)) (i32.store (i32.const 4100) (i32.const 4224))
         (i32.store (i32.const 4104) (i32.const 1))
         (i32.store (i32.const 4224) (i32.const {TEXT})) (i32.store (i32.const 4228) (i32.const {pointer}))
         (i32.store (i32.const 4232) (i32.const {replacement}))
         (i32.store (i32.const 4236) (i32.const {rest}))
         (i32.const {RESULT})",
        replacement = TEXT as usize + pointer,
        rest = length - pointer,
    )
}

/// Body of `tools`: one tool, whose name, description and schema are the first parts of the guest's text, of these
/// lengths.
pub(crate) fn provides(name: usize, description: usize, schema: usize, read_only: bool) -> String {
    let name_at = TEXT as usize;
    let (description_at, schema_at) = (name_at + name, name_at + name + description);
    format!(
        "(i32.store (i32.const 4096) (i32.const 4224)) (i32.store (i32.const 4100) (i32.const 1))
         (i32.store (i32.const 4224) (i32.const {name_at})) (i32.store (i32.const 4228) (i32.const {name}))
         (i32.store (i32.const 4232) (i32.const {description_at}))
         (i32.store (i32.const 4236) (i32.const {description}))
         (i32.store (i32.const 4240) (i32.const {schema_at})) (i32.store (i32.const 4244) (i32.const {schema}))
         (i32.store8 (i32.const 4248) (i32.const {}))
         (i32.const {RESULT})",
        u8::from(read_only)
    )
}

/// Body of `call`: done, with the arguments as the text. They stand at 48 of `$args`.
pub(crate) const ECHOES: &str = "
  (i32.store (i32.const 4096) (i32.const 0))
  (i32.store (i32.const 4100) (i32.load offset=48 (local.get $args)))
  (i32.store (i32.const 4104) (i32.load offset=52 (local.get $args)))
  (i32.const 4096)";

/// Body of `call`: in the rounds before `rounds` a click on the element whose selector stands at `at` of the guest's
/// text, of `length` bytes; then [`ECHOES`]. The round stands at 116 of `$args`.
pub(crate) fn clicks(at: usize, length: usize, rounds: u32) -> String {
    format!(
        "(if (result i32) (i32.lt_u (i32.load offset=116 (local.get $args)) (i32.const {rounds}))
           (then
             (i32.store (i32.const 4096) (i32.const 1)) (i32.store (i32.const 4100) (i32.const 4224))
             (i32.store (i32.const 4104) (i32.const 1))
             (i32.store (i32.const 4224) (i32.const 0)) (i32.store (i32.const 4228) (i32.const {selector}))
             (i32.store (i32.const 4232) (i32.const {length})) (i32.store8 (i32.const 4236) (i32.const 0))
             (i32.const {RESULT}))
           (else {ECHOES}))",
        selector = TEXT as usize + at,
    )
}

/// Writes a plugin folder for every site and returns its path.
pub(crate) fn install(parent: &Path, id: &str, hooks: &[&str], wasm: &[u8]) -> PathBuf {
    let folder = parent.join(id);
    fs::create_dir_all(&folder).unwrap();
    let mut manifest = format!("schema = 1\nid = \"{id}\"\nversion = \"1.2.3\"\napi = \"0.1\"\n");
    for hook in hooks {
        writeln!(manifest, "\n[[hook]]\nname = \"{hook}\"\nurls = [\"*://*/*\"]").unwrap();
    }
    fs::write(folder.join("plugin.toml"), manifest).unwrap();
    fs::write(folder.join("plugin.wasm"), wasm).unwrap();
    folder
}
