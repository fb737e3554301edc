// {{id}}: says which elements of a page come first.
// Records have camelCase members, flags are objects of booleans, a thrown text is the `err` of a result.

export const ranker = {
  rank(ctx, view, req) {
    const buttons = view.elements.filter((element) => element.role === "button");
    return buttons.map((element) => ({ id: element.id, points: 100, why: "button" }));
  },
};
