//! Compiles components of others in a process of their own: the compiler is large, and what it is given is not ours.
//!
//! The child is this program again. It takes the component on standard input and writes machine code to
//! standard output, which is a file of the parent.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, Write as _};
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use nix::sys::resource::{Resource, setrlimit};
use nix::sys::signal::Signal;
use wasmtime::Engine;

use super::component::innermost;
use super::engine;
use super::problem::LoadProblem;
use super::text::plain;

/// Arguments with which the child is started.
const ARGUMENTS: [&str; 2] = ["plugin", "compile-child"];
/// An unoptimized compiler takes many times longer.
const PATIENCE: u32 = if cfg!(debug_assertions) { 5 } else { 1 };
/// Processor time, all threads together.
const CPU_SECONDS: u32 = 60 * PATIENCE;
const WALL_SECONDS: u32 = 120 * PATIENCE;
const MEMORY_GIB: u64 = 4;
/// The largest component gives a third of it.
const CODE_BYTES: u64 = 256 << 20;
/// The child found that the component cannot be compiled.
const INVALID: u8 = 3;

/// Compiles `wasm` into `code` by starting `program`.
pub(super) fn in_child(program: &Path, wasm: &[u8], code: &File) -> Result<(), LoadProblem> {
    let failed = |reason: String| LoadProblem::Compiler { reason };
    let io_failed = |error: io::Error| failed(format!("{}: {error}", program.display()));
    // A file and not a pipe: neither side can wait for the other.
    let mut input = tempfile::tempfile().map_err(io_failed)?;
    input.write_all(wasm).and_then(|()| input.rewind()).map_err(io_failed)?;
    let output = Command::new(program)
        .args(ARGUMENTS)
        .env_clear()
        .stdin(input)
        .stdout(code.try_clone().map_err(io_failed)?)
        .stderr(Stdio::piped())
        .spawn()
        .and_then(std::process::Child::wait_with_output)
        .map_err(io_failed)?;
    let said = plain(&String::from_utf8_lossy(&output.stderr), 400);
    match (output.status.success(), output.status.code()) {
        (true, _) => Ok(()),
        (_, Some(code)) if code == i32::from(INVALID) => Err(LoadProblem::Invalid { reason: said }),
        _ => Err(failed(ended(output.status, &said))),
    }
}

/// Why the child ended, in words.
fn ended(status: ExitStatus, said: &str) -> String {
    match status.signal().map(Signal::try_from) {
        Some(Ok(Signal::SIGXCPU)) => {
            format!("the compiler needed more than {CPU_SECONDS} s of processor time")
        }
        Some(Ok(Signal::SIGALRM)) => format!("the compiler needed more than {WALL_SECONDS} s"),
        Some(Ok(Signal::SIGXFSZ)) => "its machine code is larger than 256 MiB".to_owned(),
        Some(Ok(Signal::SIGABRT)) => {
            format!(
                "the compiler gave up, most likely for want of memory ({MEMORY_GIB} GiB is the most): {said}"
            )
        }
        _ => format!("the compiler ended with {status}: {said}"),
    }
}

/// The child: reads a component, writes its machine code. The answer is the exit status.
pub fn compile_child() -> u8 {
    let outcome = limit().map_err(|error| (1, error.to_string())).and_then(|()| compile());
    match outcome {
        Ok(()) => 0,
        Err((status, reason)) => {
            // Whoever started it and is gone needs no reason.
            let _ = io::stderr().write_all(reason.as_bytes());
            status
        }
    }
}

fn limit() -> nix::Result<()> {
    // Without the parent nobody wants the code.
    nix::sys::prctl::set_pdeathsig(Signal::SIGKILL)?;
    nix::unistd::alarm::set(WALL_SECONDS);
    // The first limit says what was too much, the second ends it.
    setrlimit(Resource::RLIMIT_CPU, CPU_SECONDS.into(), u64::from(CPU_SECONDS) + 2)?;
    setrlimit(Resource::RLIMIT_AS, MEMORY_GIB << 30, MEMORY_GIB << 30)?;
    setrlimit(Resource::RLIMIT_FSIZE, CODE_BYTES, CODE_BYTES)?;
    setrlimit(Resource::RLIMIT_CORE, 0, 0)
}

fn compile() -> Result<(), (u8, String)> {
    let other = |error: &dyn ToString| (1, error.to_string());
    let mut wasm = Vec::new();
    io::stdin().lock().read_to_end(&mut wasm).map_err(|error| other(&error))?;
    if Engine::detect_precompiled(&wasm).is_some() {
        return Err((INVALID, "it is machine code".to_owned()));
    }
    let engine = engine::start().map_err(|error| other(&error))?;
    let code = engine.precompile_component(&wasm).map_err(|error| (INVALID, innermost(&error)))?;
    let mut out = io::stdout().lock();
    out.write_all(&code).and_then(|()| out.flush()).map_err(|error| other(&error))
}
