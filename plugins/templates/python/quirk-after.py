"""{{id}}: says where the content and the search box of a page are, and what refuses its consent banner."""

from wit_world import exports
from wit_world.exports.quirk_after import Advice, SearchBox
from wit_world.imports.types import Step_Click, Target


class QuirkAfter(exports.QuirkAfter):
    def after_navigate(self, ctx, view):
        has_banner = any(("id", "reject-cookies") in element.extra for element in view.elements)
        refuse = Step_Click(Target(css="#reject-cookies", optional=False))
        return Advice(
            main_content=["main"],
            ignore=["aside"],
            consent=[refuse] if has_banner else [],
            search=SearchBox(input="input[type=search]", submit=None),
            notes=[],
        )
