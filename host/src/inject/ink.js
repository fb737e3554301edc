// Whether text can be read by a person: its size, its colour against what lies behind it, and where it is drawn.
/* global boxOf, childElements, faintest, firstElement, isElement, nextElement, parentEntry, parentOf, queryOne, rectOf, shownBox, styleIn, surroundings, tagOf,
   textBox */
/* exported hasInk, hasOwnInk, isLegible, readColour, showsText */

const smallestLetter = 2;

const colours = new Map();
let canvas = null;

/** Any CSS colour as `[red, green, blue, alpha]`; drawn once where it is not written in plain numbers. */
const readColour = (text) => {
  const known = colours.get(text);
  if (known) return known;
  let colour;
  const plain = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(text);
  if (plain) {
    colour = [Number(plain[1]), Number(plain[2]), Number(plain[3]), plain[4] ? Number(plain[4]) : 1];
  } else {
    canvas ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = '#0000';
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    colour = [red, green, blue, alpha / 255];
  }
  if (colours.size > 2000) colours.clear();
  colours.set(text, colour);
  return colour;
};

const over = (top, below) => {
  const alpha = top[3];
  return [0, 1, 2].map((index) => top[index] * alpha + below[index] * (1 - alpha)).concat(1);
};

const channel = (value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
const luminance = ([red, green, blue]) =>
  0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);

/** Whether a colour can be told from another one: red and green of one brightness can. */
const differs = (colour, ground) => {
  if (colour[0] === ground[0] && colour[1] === ground[1] && colour[2] === ground[2]) return false;
  const [a, b] = [luminance(colour), luminance(ground)];
  if ((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) >= 1.1) return true;
  return [0, 1, 2].some((index) => Math.abs(colour[index] - ground[index]) > 40);
};

const paper = (style) => {
  const scheme = style.colorScheme;
  if (!scheme.includes('dark')) return [255, 255, 255, 1];
  const dark = !scheme.includes('light') || matchMedia('(prefers-color-scheme: dark)').matches;
  return dark ? [18, 18, 18, 1] : [255, 255, 255, 1];
};

const noColour = 'rgba(0, 0, 0, 0)';

const clipsToText = (style) => style.webkitBackgroundClip.includes('text');

/** What lies behind the text in a box of this style, given what lies behind the box. */
const groundOn = (style, below, element) => {
  if (
    style.backgroundImage !== 'none' ||
    style.mixBlendMode !== 'normal' ||
    style.backdropFilter !== 'none'
  ) {
    return { colour: null, owner: element, letters: clipsToText(style) };
  }
  const text = style.backgroundColor;
  if (text === noColour) return below;
  if (clipsToText(style)) return { colour: null, owner: element, letters: true };
  const colour = readColour(text);
  if (colour[3] >= 0.99) return { colour, owner: element, letters: false };
  return below.colour ? { ...below, colour: over(colour, below.colour), owner: element } : below;
};

/**
 * What lies behind the text of a surrounding by the backgrounds around it: `colour` (null where a picture or anything
 * else makes it unknown), and `owner`, the element that paints it. Computed once for each surrounding.
 */
const groundOf = (entry) => {
  if (entry.ground !== undefined) return entry.ground;
  const chain = [];
  let at = entry;
  for (; at && at.ground === undefined; at = at.parent) chain.push(at);
  let ground = at?.ground ?? null;
  for (let index = chain.length - 1; index >= 0; index--) {
    at = chain[index];
    ground ??= { colour: paper(at.style), owner: at.element, letters: false };
    ground = groundOn(at.style, ground, at.element);
    at.ground = ground;
  }
  return ground;
};

const pictures = 'img,video,canvas,svg,picture,iframe,object,embed';
const covers = (box, rect) =>
  rect.left <= box[0] + 1 && rect.top <= box[1] + 1 && rect.right >= box[2] - 1 && rect.bottom >= box[3] - 1;

const paints = (style) =>
  style.backdropFilter !== 'none' || style.backgroundImage !== 'none' || style.backgroundColor !== noColour;

/** Whether something beside the ancestors of a text lies behind it: a picture, a coloured layer, a drawn pseudo element. */
const liesOnSomething = (element, owner) => {
  const box = boxOf(element);
  if (!box) return false;
  for (let at = element, from = null, height = 0; at && height < 30; from = at, at = parentOf(at), height++) {
    for (const part of ['::before', '::after']) {
      const style = getComputedStyle(at, part);
      if (style.content !== 'none' && style.content !== 'normal' && paints(style)) return true;
    }
    if (from) {
      let looked = 0;
      for (const child of childElements(at)) {
        if (child === from) continue;
        if (++looked > 40) break;
        const rect = rectOf(child);
        if (!covers(box, rect)) continue;
        if (paints(getComputedStyle(child)) || /^(?:img|video|canvas|svg|iframe)$/.test(tagOf(child)))
          return true;
        const inner = queryOne(child, pictures);
        if (inner && covers(box, rectOf(inner))) return true;
        for (let deep = child, depth = 0; depth < 4; depth++) {
          deep = childElements(deep)[0];
          if (!deep || !covers(box, rectOf(deep))) break;
          if (paints(getComputedStyle(deep))) return true;
        }
      }
    }
    if (at === owner) break;
  }
  return false;
};

const shadowShows = (text, ground) =>
  text !== 'none' &&
  text.split(/,(?![^(]*\))/).some((one) => {
    const colour = /(?:rgba?|color|oklch|oklab|lab|lch)\([^)]*\)/.exec(one);
    if (!colour) return false;
    const paint = readColour(colour[0]);
    return paint[3] > faintest && (!ground || differs(over(paint, ground), ground));
  });

const tintOn = (style, below) => {
  const text = style.backgroundColor;
  if (text === noColour) return below;
  const colour = readColour(text);
  return colour[3] >= 0.99 ? colour : over(colour, below);
};

/** The colour behind the text of a surrounding by background colours alone. */
const tintOf = (entry) => {
  if (entry.tint === undefined)
    entry.tint = tintOn(entry.style, entry.parent ? tintOf(entry.parent) : paper(entry.style));
  return entry.tint;
};

let compared = { ink: null, tint: null, answer: false };

/** `differs`, remembered for one pair: most texts of a page have the colours of the text before. */
const standsOut = (ink, tint) => {
  if (compared.ink !== ink || compared.tint !== tint) {
    compared = { ink, tint, answer: differs(ink[3] >= 0.99 ? ink : over(ink, tint), tint) };
  }
  return compared.answer;
};

/** Whether letters of this style stand out from what lies behind them. */
const isInked = (element, style, around, scene) => {
  const ink = readColour(style.webkitTextFillColor);
  // Pictures, blending and all that make the ground unknown, never another colour: they speak for the text.
  if (ink[3] >= faintest && around && standsOut(ink, tintOn(style, tintOf(around)))) return true;
  const ground = around ? groundOn(style, groundOf(around), element) : groundOf(surroundings(element, scene));
  if (ink[3] < faintest) {
    if (ground.letters) return true;
    if (parseFloat(style.webkitTextStrokeWidth) > 0 && readColour(style.webkitTextStrokeColor)[3] > faintest)
      return true;
    return shadowShows(style.textShadow, ground.colour);
  }
  if (!ground.colour || differs(over(ink, ground.colour), ground.colour)) return true;
  if (shadowShows(style.textShadow, ground.colour) || parseFloat(style.webkitTextStrokeWidth) > 0)
    return true;
  if (style.mixBlendMode !== 'normal') return true;
  scene.groundTests = (scene.groundTests ?? 0) + 1;
  return scene.groundTests < 2000 && liesOnSomething(element, ground.owner);
};

const makesLayer = (style) =>
  style.zIndex !== 'auto' ||
  style.position === 'fixed' ||
  style.position === 'sticky' ||
  style.opacity !== '1' ||
  style.transform !== 'none' ||
  style.filter !== 'none' ||
  style.isolation === 'isolate' ||
  style.willChange !== 'auto' ||
  style.contain !== 'none';

/** Whether a negative z-index puts it behind the opaque background of a block around it. */
const isBehind = (entry) => {
  if (entry.behind !== undefined) return entry.behind;
  entry.behind = entry.parent ? isBehind(entry.parent) : false;
  if (entry.behind || entry.position === 'static' || !(parseInt(entry.style.zIndex, 10) < 0))
    return entry.behind;
  for (let at = entry.parent; at && at.tag !== 'body' && at.tag !== 'html'; at = at.parent) {
    if (makesLayer(at.style)) break;
    if (readColour(at.style.backgroundColor)[3] >= 0.99) entry.behind = true;
  }
  return entry.behind;
};

/** Whether an indent pushes the text out of its box and off the page or out of what clips it. */
const isIndentedAway = (element, style, scene) => {
  const indent = parseFloat(style.textIndent);
  if (!(Math.abs(indent) > 80)) return false;
  const text = textBox(element);
  if (!text) return false;
  const entry = surroundings(element, scene);
  if (text[2] <= entry.hard[0] || text[0] >= entry.hard[2]) return true;
  return !entry.scrolls && text[2] + scene.scrollX <= 0;
};

const isLegible = (element, style, around, scene) => {
  if (!(parseFloat(style.fontSize) >= smallestLetter) || style.contentVisibility === 'hidden') return false;
  if (!isInked(element, style, around, scene)) return false;
  if (style.position !== 'static' ? isBehind(surroundings(element, scene)) : around && isBehind(around))
    return false;
  return style.textIndent === '0px' || !isIndentedAway(element, style, scene);
};

/** Whether the letters that stand directly in an element are told from what lies behind them; once in a scene. */
const ownInk = (element, scene, style, around) => {
  let answer = scene.inked.get(element);
  if (answer === undefined) {
    answer = isLegible(element, style, around, scene);
    scene.inked.set(element, answer);
  }
  return answer;
};

/** Whether letters directly in this element would be told from what lies behind them, its box being known to be seen. */
const hasOwnInk = (element, scene, style = null) =>
  scene.inked.get(element) ??
  ownInk(
    element,
    scene,
    style ?? styleIn(element, scene),
    parentEntry(element, scene, scene.states.get(element) ?? null),
  );

/**
 * Whether letters in this element would be told from what lies behind them: size and colour alone, for words of an
 * element whose box is known to be seen.
 */
const hasInk = (element, scene) => {
  if (hasOwnInk(element, scene)) return true;
  // A box may take size and colour from its letters and give them back to its parts.
  for (let part = firstElement(element); part; part = nextElement(part)) if (hasInk(part, scene)) return true;
  return false;
};

const readsText = (element, scene, state) => {
  if (!shownBox(element, scene, tagOf(element), state)) return false;
  const style = state?.style ?? getComputedStyle(element);
  return ownInk(element, scene, style, parentEntry(element, scene, state));
};

/** Whether a person can read the text that stands directly in this element; worked out once in a scene. */
const showsText = (element, scene, state = null) => {
  let answer = scene.read.get(element);
  if (answer === undefined) {
    answer = isElement(element) && readsText(element, scene, state);
    scene.read.set(element, answer);
  }
  return answer;
};
