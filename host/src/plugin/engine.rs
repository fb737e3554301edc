//! The WebAssembly engine: only what plugins need, and every call can be stopped.

use wasmtime::{Config, Engine, WasmFeatures};

/// Features that plugins do not get: each is attack surface or makes results depend on the machine.
const OFF: WasmFeatures = WasmFeatures::THREADS
    .union(WasmFeatures::SHARED_EVERYTHING_THREADS)
    .union(WasmFeatures::MEMORY64)
    .union(WasmFeatures::GC)
    .union(WasmFeatures::RELAXED_SIMD)
    .union(WasmFeatures::STACK_SWITCHING)
    .union(WasmFeatures::CM_ASYNC);

/// Makes an engine whose code stops when its epoch passes.
pub(super) fn start() -> wasmtime::Result<Engine> {
    Engine::new(&config())
}

/// The same, but its code counts its instructions, which costs time.
pub(super) fn counting() -> wasmtime::Result<Engine> {
    let mut config = config();
    config.consume_fuel(true);
    Engine::new(&config)
}

fn config() -> Config {
    let mut config = Config::new();
    config
        .wasm_features(OFF, false)
        .shared_memory(false)
        .concurrency_support(false)
        .epoch_interruption(true)
        // Makes two runs of one call give the same bits.
        .cranelift_nan_canonicalization(true)
        .memory_init_cow(true);
    config
}
