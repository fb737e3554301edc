// What a control without a name looks like: its picture, its icon, or its colour and shape.
/* global attr, childElements, closest, firstElement, nextElement, parentOf, previousElement, queryOne, readColour, rectOf, squash, tokens */
/* exported isDrawn, looksOf */

const lookLimit = 40;

/** The name of a picture's file, without folders, endings and long numbers. */
const fileName = (address) => {
  if (!address || /^(?:data|blob):/.test(address)) return '';
  const path = address.split(/[?#]/)[0];
  const last = path.slice(path.lastIndexOf('/') + 1).replace(/\.(?:avif|gif|ico|jpe?g|png|svg|webp)$/i, '');
  return /[a-z]{2}|^[a-z]$/i.test(last) && !/^[0-9a-f-]{16,}$/i.test(last) ? last.slice(0, lookLimit) : '';
};

// Shades of each word; what people call blue or green is wide, what they call gold or teal is not.
const shades = {
  black: '000 111',
  grey: '808080 555 999 6c757d 333',
  silver: 'c0c0c0 d3d3d3 bbb',
  white: 'fff f5f5f5',
  maroon: '800000',
  red: 'f00 dc3545 c62828 e74c3c f66',
  orange: 'ffa500 ff8c00 fd7e14 e67e22 fc6',
  brown: 'a52a2a 8b4513 6d4c41 a0522d',
  gold: 'ffd700 f1c40f',
  yellow: 'ff0 ffeb3b ff9',
  olive: '808000 b2b200',
  lime: '0f0 32cd32 7cfc00',
  green: '008000 28a745 4caf50 1b5e20 8fbc8f 9c9 cfc',
  teal: '008080 00897b',
  aqua: '0ff 00bcd4 5bc0de',
  blue: '00f 06c 0d6efd 2196f3 3b82f6 5dade2 add8e6 cce0f5 003d99',
  navy: '000080 1a237e 001f3f',
  violet: 'ee82ee c285ff dbf',
  purple: '800080 6f42c1 93f 9b59b6 4a148c',
  magenta: 'f0f e0218a d63384',
  pink: 'ffc0cb ff69b4 f8bbd0 fcc',
};

const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

/** A colour in Oklab, where distances are how different colours look. */
const perceived = (colour) => {
  const [r, g, b] = colour.slice(0, 3).map((value) => linear(value / 255));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
};

let palette = null;

const readPalette = () =>
  Object.entries(shades).flatMap(([word, list]) =>
    list.split(' ').map((shade) => ({ word, at: perceived(readColour(`#${shade}`)) })),
  );

/** A plain word for a colour; empty for a transparent one. */
const colourName = (colour) => {
  if (colour[3] < 0.1) return '';
  palette ??= readPalette();
  const [light, a, b] = perceived(colour);
  let best = null;
  for (const { word, at } of palette) {
    // Tints and shades keep their name longer than hues do.
    const far = Math.hypot(0.7 * (light - at[0]), a - at[1], b - at[2]);
    if (!best || far < best.far) best = { word, far };
  }
  return best.word;
};

const cornersOf = (polygon) => (attr(polygon, 'points') ?? '').trim().split(/[\s,]+/).length / 2;

const shapeName = (element, tag, box) => {
  const [width, height] = [box[2] - box[0], box[3] - box[1]];
  const even = Math.abs(width - height) <= 0.1 * Math.max(width, height);
  switch (tag) {
    case 'circle':
      return 'circle';
    case 'ellipse':
      return even ? 'circle' : 'ellipse';
    case 'polygon': {
      const corners = cornersOf(element);
      return { 3: 'triangle', 4: 'quadrangle', 5: 'pentagon', 6: 'hexagon' }[corners] ?? 'polygon';
    }
    case 'line':
    case 'polyline':
      return 'line';
    case 'path':
    case 'g':
      return 'shape';
    default:
      return even ? 'square' : 'rectangle';
  }
};

const drawnTags = new Set('circle ellipse g line path polygon polyline rect'.split(' '));
const letterTags = new Set(['text', 'tspan']);

const drawnLook = (element, tag, box) => {
  const style = getComputedStyle(tag === 'g' ? (firstElement(element) ?? element) : element);
  const paint = [style.fill, style.stroke].find((one) => one !== 'none' && readColour(one)[3] > 0.1);
  const colour = paint && !paint.startsWith('url') ? colourName(readColour(paint)) : '';
  if (letterTags.has(tag)) return colour;
  return squash(`${colour} ${shapeName(element, tag, box)}`);
};

const iconWord = /(?:^|[\s_-])(?:fa|fas|far|icon|icons|glyphicon|bi|mdi|ti|oi|svg|material)(?=[\s_-]|$)/i;

/** The word of an icon font or a sprite in or on an element. */
const iconLook = (element) => {
  const use = queryOne(element, 'use');
  const sprite = use && (attr(use, 'href') ?? attr(use, 'xlink:href'));
  if (sprite?.includes('#')) return sprite.slice(sprite.lastIndexOf('#') + 1, sprite.length);
  for (const one of [queryOne(element, 'i,span[class*="icon" i],svg[class]'), element]) {
    const words = one ? (attr(one, 'class') ?? '') : '';
    if (!iconWord.test(words)) continue;
    const telling = words.split(/\s+/).filter((word) => /[a-z]-[a-z]/i.test(word));
    if (telling.length > 0) return telling[telling.length - 1];
  }
  return '';
};

/** Whether its colour tells it from an empty box of the same class beside it. */
const isSwatch = (element) => {
  const kind = attr(element, 'class');
  if (!kind || firstElement(element)) return false;
  return [previousElement(element), nextElement(element)].some((one) => one && attr(one, 'class') === kind);
};

const plainWords = new Set(
  'arrow box btn button container content control icon inner item label link picker toggle trigger wrap wrapper'.split(
    ' ',
  ),
);

/** The class of a box around an icon that says what the icon's own class does not: the `color` of `color-picker`. */
const outerLook = (element) => {
  const own = attr(element, 'class');
  if (!own) return '';
  const said = new Set(tokens(own));
  for (let at = parentOf(element), height = 0; at && height < 2; at = parentOf(at), height++) {
    const { width, height: tall } = rectOf(at);
    if (width > 200 || tall > 100) break;
    const words = attr(at, 'class');
    if (!words) continue;
    const around = new Set(tokens(words));
    if ([...said].some((word) => !around.has(word) && !plainWords.has(word))) break;
    const beside = parentOf(at) ? [...childElements(parentOf(at))].filter((one) => one !== at) : [];
    const telling = squash(words)
      .split(' ')
      .filter((word) =>
        tokens(word).some((part) => part.length > 2 && !said.has(part) && !plainWords.has(part)),
      );
    const found = telling.find(
      (word) => !beside.some((one) => ` ${attr(one, 'class') ?? ''} `.includes(` ${word} `)),
    );
    if (found) return found.slice(0, lookLimit);
  }
  return '';
};

/** Whether it is drawn, so that its colour and shape tell it from its likes even where it has a name. */
const isDrawn = (tag) => drawnTags.has(tag) || letterTags.has(tag);

/** A few words for the look of a control without a name; empty where its class and id tell as much. */
const looksOf = (element, tag, box) => {
  if (isDrawn(tag)) return drawnLook(element, tag, box);
  const picture = tag === 'img' || tag === 'input' ? element : queryOne(element, 'img');
  const file = picture ? fileName(attr(picture, 'src')) : '';
  if (file) return file;
  const icon = iconLook(element);
  if (icon) return squash(icon).slice(0, lookLimit);
  const style = getComputedStyle(element);
  for (const image of [style.content, style.backgroundImage]) {
    const drawn = fileName(/url\("?([^")]+)/.exec(image)?.[1]);
    if (drawn) return drawn;
  }
  if (tag === 'canvas' || tag === 'svg' || closest(element, 'svg')) return '';
  const colour = colourName(readColour(style.backgroundColor));
  if (colour === '' || (colour === 'white' && !isSwatch(element))) return outerLook(element);
  const round = parseFloat(style.borderRadius) >= 0.4 * Math.min(box[2] - box[0], box[3] - box[1]);
  return `${colour} ${round || style.borderRadius === '50%' ? 'circle' : shapeName(element, tag, box)}`;
};
