// {{id}}: leads from the pages for telephones to those for large screens.

export const quirkBefore = {
  beforeNavigate(ctx, url) {
    const rewritten = url.replace("://m.example.com", "://www.example.com");
    return { url: rewritten === url ? undefined : rewritten, wait: [{ css: "main", optional: true }] };
  },
};
