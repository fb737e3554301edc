"""{{id}}: knows where the results of a search are."""

import re
from urllib.parse import quote_plus

from wit_world import exports
from wit_world.exports.submit_scheme import Candidate


class SubmitScheme(exports.SubmitScheme):
    def build(self, ctx, search, query):
        origin = re.match(r"https?://[^/?#]+", search.page_url, re.IGNORECASE)
        if origin is None:
            return None
        url = f"{origin.group()}/search?q={quote_plus(query)}"
        if ("tried", url) in search.extra:
            return None
        return Candidate(url=url, confidence=60, why="address of its results")
