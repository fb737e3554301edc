// What no reader of a page can do without: one walk over its nodes, one box for each element. Several rounds with
// pauses between them, so that a page that changes all the time has changed before each.
(async () => {
  const rounds = [];
  let elements = 0;
  const end = performance.now() + 5000;
  while (rounds.length < 3 || (rounds.length < 11 && performance.now() < end)) {
    await new Promise((resume) => setTimeout(resume, 20));
    elements = 0;
    const start = performance.now();
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode());) {
      if (node.nodeType !== Node.ELEMENT_NODE) continue;
      elements++;
      node.getBoundingClientRect();
    }
    rounds.push(performance.now() - start);
  }
  return `walked ${elements} elements in ${rounds.join(' ')} ms`;
})();
