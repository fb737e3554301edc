"""{{id}}: recognizes a bot check. It reports one and never says how to get round it."""

from wit_world import exports
from wit_world.exports.bot_check import Level, Verdict


class BotCheck(exports.BotCheck):
    def detect(self, ctx, view):
        if "are you a robot" not in view.title.lower():
            return Verdict(level=Level.CLEAR, kind="", confidence=0, evidence=[])
        evidence = [f'title "{view.title}"']
        return Verdict(level=Level.CONFIRMED, kind="captcha", confidence=90, evidence=evidence)
