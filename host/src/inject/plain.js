// Copies an object that Chrome's own copy leaves closed: objects of the browser, typed arrays, errors, objects with
// getters that throw. It runs in the page's world, so it uses syntax only and takes nothing from the page.
(object, most) => {
  const around = [];
  const isAround = (value) => {
    for (let at = 0; at < around.length; at++) if (around[at] === value) return true;
    return false;
  };
  const read = (value, key) => {
    try {
      return value[key];
    } catch {
      return undefined;
    }
  };
  const is = (value, key, type) => typeof read(value, key) === type;
  const isList = (value) => {
    if (!is(value, 'length', 'number') || is(value, 'getPropertyValue', 'function')) return false;
    return (
      is(value, 'push', 'function') ||
      is(value, 'item', 'function') ||
      is(value, 'BYTES_PER_ELEMENT', 'number')
    );
  };
  let left = most;
  const list = (value, size) => {
    const items = [];
    for (let at = 0; at < size && left > 0; at++) items[at] = plain(read(value, at));
    return items;
  };
  const fields = (value) => {
    const copy = { __proto__: null };
    for (const key in value) {
      if (left <= 0) break;
      const field = read(value, key);
      if (typeof field !== 'function') copy[key] = plain(field);
    }
    return copy;
  };
  const open = (value) => {
    // Chrome's copy shows these.
    for (const method of ['getTime', 'exec', 'then', 'next', 'deref']) {
      if (is(value, method, 'function')) return value;
    }
    if (is(value, 'nodeType', 'number') || value === globalThis) return value;
    if (is(value, 'stack', 'string') && is(value, 'message', 'string'))
      return `${value.name}: ${value.message}`;
    if (is(value, 'toJSON', 'function')) return plain(value.toJSON(''));
    if (isList(value)) return list(value, value.length);
    if (is(value, 'append', 'function') && is(value, 'forEach', 'function')) {
      const copy = { __proto__: null };
      value.forEach((field, key) => {
        copy[key] = plain(field);
      });
      return copy;
    }
    if (is(value, 'has', 'function')) return value;
    return fields(value);
  };
  const plain = (value) => {
    if (value === null || typeof value !== 'object') return value;
    left -= 1;
    if (isAround(value)) return '[circular]';
    if (around.length > 8 || left <= 0) return '[…]';
    around[around.length] = value;
    try {
      return open(value);
    } catch {
      return '[unreadable]';
    } finally {
      around.length -= 1;
    }
  };
  return plain(object);
};
