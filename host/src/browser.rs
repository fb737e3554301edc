//! stub
use crate::progress::{Interrupted, Progress};
#[derive(Debug, Clone)]
pub struct Frame;
#[derive(Debug, Clone, Copy)]
pub enum World {
    Isolated,
    Main,
}
#[derive(Debug, thiserror::Error)]
pub enum BrowserError {
    #[error("x {message}")]
    Script { message: String },
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}
impl Frame {
    pub async fn call_function(
        &self,
        _w: World,
        _f: &str,
        _a: &[serde_json::Value],
        _p: &Progress,
    ) -> Result<serde_json::Value, BrowserError> {
        unimplemented!()
    }
    pub async fn evaluate(
        &self,
        _w: World,
        _f: &str,
        _p: &Progress,
    ) -> Result<serde_json::Value, BrowserError> {
        unimplemented!()
    }
}
