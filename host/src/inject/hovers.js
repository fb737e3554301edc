// What opens while the mouse rests on it, where style sheets alone say so: menus without any script or control.
/* global closest, doc, getAdopted, getSheets, tagOf */
/* exported opensOnHover */

/** So many rules are read at most. */
const mostHoverRules = 20_000;

/** Styles that bring something to light. */
const revealing =
  'display visibility opacity height maxHeight width maxWidth transform left top clipPath scale'.split(' ');

/** The elements under the mouse that a selector such as `.bar > li:hover > ul` begins with; empty for other ones. */
const hoverHost = (selector) => {
  const [, before, rest] = /^([^]*?):hover([^\s>+~]*)[\s>+~]*[^\s>+~]/.exec(`${selector.trim()}`) ?? [];
  if (before === undefined || !/:hover[^\s>+~]*\s*[\s>+~]\s*\S/.test(selector)) return '';
  return /(?:^|[\s>+~])$/.test(before) ? `${before}*${rest}` : `${before}${rest}`;
};

const readHovers = (rules, hosts, budget) => {
  for (const rule of rules) {
    if (budget.left-- <= 0) return;
    if (rule instanceof CSSStyleRule) {
      const selector = rule.selectorText;
      if (selector.includes(':hover') && revealing.some((name) => rule.style[name] !== ''))
        for (const one of selector.split(',')) hosts.add(hoverHost(one));
    } else if (rule.cssRules) readHovers(rule.cssRules, hosts, budget);
  }
};

const hoverHosts = () => {
  const hosts = new Set();
  const budget = { left: mostHoverRules };
  for (const sheets of [getSheets[9].call(document), getAdopted[9].call(document)]) {
    for (const sheet of sheets) {
      try {
        readHovers(sheet.cssRules, hosts, budget);
      } catch {
        // Of another origin: nobody can tell what it opens.
      }
    }
  }
  hosts.delete('');
  return [...hosts];
};

/** A test of elements: whether something else comes to light while the mouse is on one. */
const opensOnHover = () => {
  let hosts = null;
  return (element) => {
    hosts ??= hoverHosts();
    return hosts.some((host) => {
      try {
        const found = closest(element, host);
        return found !== null && found !== doc.body() && tagOf(found) !== 'html';
      } catch {
        return false;
      }
    });
  };
};
