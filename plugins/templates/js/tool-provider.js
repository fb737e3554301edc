// {{id}}: adds a tool that counts the links of a page.

export const toolProvider = {
  tools(ctx) {
    const inputSchema = JSON.stringify({ type: "object", properties: {} });
    return [{ name: "count_links", description: "Counts the links of the page.", inputSchema, readOnly: true }];
  },

  call(ctx, name, args, view, round) {
    if (name !== "count_links") return { tag: "fail", val: `there is no tool ${name}` };
    if (!view) return { tag: "fail", val: "no page is open" };
    const links = view.elements.filter((element) => element.role === "link");
    return { tag: "done", val: `${links.length} links` };
  },
};
