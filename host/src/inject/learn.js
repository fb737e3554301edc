// What script cannot see of a page, told by the host.
/* global know */
/* exported learnListeners */

/** Takes what elements listen for. The arguments are live nodes, not data: `words` stands for all of them. */
const learnListeners = (words, ...elements) => {
  for (const element of elements) know.listens(element, words);
  return elements.length;
};
