//! The person behind the client, who can be asked where the client says so (MCP elicitation).

use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::{
    ClientResult, ElicitRequest, ElicitRequestParams, ElicitationAction, ElicitationSchema, ServerRequest,
};
use rmcp::service::{Peer, PeerRequestOptions};
use tokio_util::sync::CancellationToken;

/// The person behind a client.
#[derive(Debug, Clone, Default)]
pub struct Person(Option<Peer<RoleServer>>);

impl Person {
    /// Nobody can be asked.
    pub fn nobody() -> Self {
        Self(None)
    }

    /// The person behind this client, if it can ask them.
    pub(super) fn behind(peer: &Peer<RoleServer>) -> Self {
        let can_ask = peer.peer_info().is_some_and(|client| client.capabilities.elicitation.is_some());
        Self(can_ask.then(|| peer.clone()))
    }

    /// Asks a question that is answered with yes or no. Nothing is known when nobody can be asked, no answer comes in
    /// time, or `cancel` ends the wait.
    pub async fn says_yes(
        &self,
        question: &str,
        limit: Duration,
        cancel: &CancellationToken,
    ) -> Option<bool> {
        let peer = self.0.as_ref()?;
        let schema = ElicitationSchema::builder().build().ok()?;
        let params = ElicitRequestParams::FormElicitationParams {
            meta: None,
            message: question.to_owned(),
            requested_schema: schema,
        };
        let request = ServerRequest::ElicitRequest(ElicitRequest::new(params));
        let answer = async {
            let options = PeerRequestOptions::with_timeout(limit);
            peer.send_request_with_option(request, options).await?.await_response().await
        };
        let answer = tokio::select! {
            answer = answer => answer,
            () = cancel.cancelled() => return None,
        };
        match answer {
            Ok(ClientResult::ElicitResult(result)) => Some(result.action == ElicitationAction::Accept),
            Ok(other) => {
                tracing::warn!(?other, "the client's answer to a question is none");
                None
            }
            Err(error) => {
                tracing::info!(%error, "the person was not asked or did not answer");
                None
            }
        }
    }
}
