//! What to put into the configuration of MCP clients.

use std::path::Path;

use serde_json::json;

/// Instructions for clients on this machine, with the real path of the program.
pub(crate) fn configuration(program: &Path) -> String {
    let entry = json!({"mcpServers": {"sekme": {"command": program.to_string_lossy(), "args": ["serve"]}}});
    let entry = format!("{entry:#}");
    format!(
        "Use it from LM Studio: Program, Install, Edit mcp.json (~/.lmstudio/mcp.json):\n\n{entry}\n\n\
         Use it from Claude Desktop: Settings, Developer, Edit Config\n({}):\n\n{entry}",
        claude_desktop_file()
    )
}

fn claude_desktop_file() -> &'static str {
    if cfg!(target_os = "macos") {
        "~/Library/Application Support/Claude/claude_desktop_config.json"
    } else {
        "~/.config/Claude/claude_desktop_config.json"
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn each_client_gets_json_that_parses_whatever_the_path() {
        let text = configuration(Path::new("/opt/my \"tools\"/sekme"));
        let blocks: Vec<Value> = text
            .split("\n\n")
            .filter(|block| block.starts_with('{'))
            .map(|block| serde_json::from_str(block).unwrap())
            .collect();
        assert_eq!(blocks.len(), 2);
        assert_eq!(blocks[0]["mcpServers"]["sekme"]["command"], "/opt/my \"tools\"/sekme");
    }
}
