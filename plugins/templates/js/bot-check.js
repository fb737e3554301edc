// {{id}}: recognizes a bot check. It reports one and never says how to get round it.

export const botCheck = {
  detect(ctx, view) {
    if (!view.title.toLowerCase().includes("are you a robot")) {
      return { level: "clear", kind: "", confidence: 0, evidence: [] };
    }
    return { level: "confirmed", kind: "captcha", confidence: 90, evidence: [`title "${view.title}"`] };
  },
};
