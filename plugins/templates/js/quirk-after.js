// {{id}}: says where the content and the search box of a page are, and what refuses its consent banner.

function extra(element, name) {
  return element.extra.find(([key]) => key === name)?.[1];
}

export const quirkAfter = {
  afterNavigate(ctx, view) {
    const hasBanner = view.elements.some((element) => extra(element, "id") === "reject-cookies");
    return {
      mainContent: ["main"],
      ignore: ["aside"],
      consent: hasBanner ? [{ tag: "click", val: { css: "#reject-cookies", optional: false } }] : [],
      search: { input: "input[type=search]", submit: undefined },
      notes: [],
    };
  },
};
