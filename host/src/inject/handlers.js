// Elements whose handlers a framework keeps for itself: one listener at the root, the handler in a property of the
// element. Runs in the page's own world, because those properties exist nowhere else. Chrome ends it before it could
// change anything, so the page cannot notice it, whatever it has replaced; Chrome's list of what may run then is
// short (no `matches`, no `value[key]` inside `for…in`). The answer holds the elements, and as strings the selectors
// of delegated listeners.
(() => {
  const limit = 400;
  const found = [];
  // These are found without help.
  const tags = new Set(['a', 'button', 'input', 'select', 'textarea', 'option', 'label', 'summary']);
  const isKnown = (element) =>
    tags.has(element.localName) || element.hasAttribute('role') || element.hasAttribute('tabindex');
  const reactHandler =
    /^on(?:Click|DoubleClick|(?:Mouse|Pointer)(?:Down|Up)|Touch(?:Start|End))(?:Capture)?$/;
  const eventType = /^(?:click|dblclick|(?:mouse|pointer)(?:down|up)|touch(?:start|end))/;
  const ownHandler = /^(?:__|\$\$)(?:click|dblclick|mousedown|pointerdown)$/;

  const hasHandler = (props) => {
    const names = Object.keys(props);
    for (let at = 0; at < names.length; at++) {
      if (reactHandler.test(names[at]) && typeof props[names[at]] === 'function') return true;
    }
    return false;
  };
  const addSelectors = (events) => {
    const types = Object.keys(events);
    for (let at = 0; at < types.length; at++) {
      const listeners = eventType.test(types[at]) ? events[types[at]] : [];
      for (let index = 0; index < listeners.length; index++) {
        const { selector } = listeners[index];
        if (typeof selector === 'string' && !found.includes(selector)) found.push(selector);
      }
    }
  };

  const all = document.querySelectorAll('*');
  for (let index = 0; index < all.length && found.length < limit; index++) {
    const element = all[index];
    const keys = Object.keys(element);
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at];
      if (key.startsWith('__reactProps$')) {
        if (!isKnown(element) && hasHandler(element[key])) found.push(element);
      } else if (ownHandler.test(key)) {
        if (!isKnown(element)) found.push(element);
      } else if (key.startsWith('jQuery')) {
        // Before its third release it kept them in a table of its own, the element's number being the key.
        const kept =
          typeof element[key] === 'number' ? globalThis.jQuery?.cache?.[element[key]] : element[key];
        if (kept?.events) addSelectors(kept.events);
      }
    }
  }
  return found;
})();
