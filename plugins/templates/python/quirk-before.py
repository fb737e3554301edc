"""{{id}}: leads from the pages for telephones to those for large screens."""

from wit_world import exports
from wit_world.exports.quirk_before import Advice
from wit_world.imports.types import Target


class QuirkBefore(exports.QuirkBefore):
    def before_navigate(self, ctx, url):
        rewritten = url.replace("://m.example.com", "://www.example.com", 1)
        wait = [Target(css="main", optional=True)]
        return Advice(url=None if rewritten == url else rewritten, wait=wait)
