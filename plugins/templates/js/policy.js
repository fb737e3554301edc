// {{id}}: denies calls whose arguments hold a word that the organisation forbids.

const FORBIDDEN = "top secret";

export const policy = {
  beforeCall(ctx, call) {
    if (call.arguments.toLowerCase().includes(FORBIDDEN)) {
      const message = "These words may not be sent to a site.";
      return { tag: "deny", val: { code: "forbidden-words", message } };
    }
    return { tag: "abstain" };
  },

  afterCall(ctx, call, res) {
    return { tag: "abstain" };
  },
};
