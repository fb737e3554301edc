"""Lists the tools of an MCP server and calls one, with the official Python client.

usage: python_client.py [--call TOOL JSON-ARGUMENTS] -- COMMAND [ARGUMENT ...]

Needs the package `mcp`:  python3 -m venv venv && venv/bin/pip install mcp
"""

import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def main(tool: str | None, arguments: dict, command: list[str]) -> int:
    server = StdioServerParameters(command=command[0], args=command[1:])
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        started = await session.initialize()
        # The package's field names changed between its major versions, their JSON did not.
        hello = started.model_dump(mode="json", by_alias=True)
        print(f"{hello['serverInfo']['name']} {hello['serverInfo']['version']}, protocol {hello['protocolVersion']}")
        for listed in (await session.list_tools()).tools:
            print(f"  {listed.name}: {(listed.description or '').splitlines()[0]}")
        if tool is None:
            return 0
        try:
            answer = (await session.call_tool(tool, arguments)).model_dump(mode="json", by_alias=True)
        except Exception as error:  # its class has changed its name and place, too
            print(f"refused: {error}")
            return 1
        for part in answer["content"]:
            print(part["text"] if part["type"] == "text" else f"[{part['type']} {part.get('mimeType')}]")
        return 1 if answer.get("isError") else 0


def parse(argv: list[str]) -> tuple[str | None, dict, list[str]]:
    split = argv.index("--")
    options, command = argv[:split], argv[split + 1 :]
    if not command or options[:1] not in ([], ["--call"]) or len(options) not in (0, 3):
        raise ValueError(argv)
    return (options[1], json.loads(options[2]), command) if options else (None, {}, command)


if __name__ == "__main__":
    try:
        parsed = parse(sys.argv[1:])
    except ValueError:
        sys.exit(__doc__)
    sys.exit(asyncio.run(main(*parsed)))
