"""{{id}}: adds a tool that counts the links of a page."""

import json

from wit_world import exports
from wit_world.exports.tool_provider import Reply_Done, Reply_Fail, Tool


class ToolProvider(exports.ToolProvider):
    def tools(self, ctx):
        schema = json.dumps({"type": "object", "properties": {}})
        description = "Counts the links of the page."
        return [Tool(name="count_links", description=description, input_schema=schema, read_only=True)]

    def call(self, ctx, name, arguments, view, round):
        if name != "count_links":
            return Reply_Fail(f"there is no tool {name}")
        if view is None:
            return Reply_Fail("no page is open")
        links = sum(element.role == "link" for element in view.elements)
        return Reply_Done(f"{links} links")
