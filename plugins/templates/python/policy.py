"""{{id}}: denies calls whose arguments hold a word that the organisation forbids."""

from wit_world import exports
from wit_world.exports.policy import Decision_Abstain, Decision_Deny, Refusal

FORBIDDEN = "top secret"


class Policy(exports.Policy):
    def before_call(self, ctx, call):
        if FORBIDDEN in call.arguments.lower():
            message = "These words may not be sent to a site."
            return Decision_Deny(Refusal(code="forbidden-words", message=message))
        return Decision_Abstain()

    def after_call(self, ctx, call, res):
        return Decision_Abstain()
