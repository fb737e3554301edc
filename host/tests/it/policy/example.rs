//! The policy that is in the repository, as an organisation would use it.

use std::path::Path;

use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

#[tokio::test(flavor = "multi_thread")]
async fn the_example_hides_identity_numbers_and_leaves_other_ones() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../plugins/policy-example");
    assert!(folder.join("plugin.wasm").exists(), "run `cargo xtask build`");
    let page = "<title>Account</title><p>Identity number 10000000146</p><p>Order 10000000145</p>
                <label>Note <input value='TR33 0006 1005 1978 6457 8413 26'></label>";
    let site = Site::serve([("/account", Page::html(page))]).await;
    let mut sekme = Sekme::start([std::ffi::OsStr::new("--plugins"), folder.as_os_str()]).await;
    for (tool, arguments) in
        [("browser_navigate", json!({"url": site.url("/account")})), ("browser_read", json!({}))]
    {
        let answer = sekme.ok(tool, arguments).await;
        answer.has("[identity number]").has("10000000145");
        assert!(
            !answer.text.contains("10000000146") && !answer.text.contains("1978 6457"),
            "{}",
            answer.text
        );
    }
    let records = sekme.audit();
    let last = records.last().expect("a record");
    assert_eq!(last["policy"], "redact");
    assert!(last["by"].to_string().contains("policy-example 0.1.0: redact"), "{last}");
}
