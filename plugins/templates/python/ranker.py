"""{{id}}: says which elements of a page come first."""

from wit_world import exports
from wit_world.exports.ranker import Score


class Ranker(exports.Ranker):
    def rank(self, ctx, view, req):
        buttons = (element for element in view.elements if element.role == "button")
        return [Score(id=element.id, points=100, why="button") for element in buttons]
