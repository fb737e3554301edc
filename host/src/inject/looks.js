// What a control without a name looks like: its picture, its icon, or its colour and shape.
/* global attr, closest, firstElement, queryOne, readColour, squash */
/* exported looksOf */

const lookLimit = 40;

/** The name of a picture's file, without folders, endings and long numbers. */
const fileName = (address) => {
  if (!address || /^(?:data|blob):/.test(address)) return '';
  const path = address.split(/[?#]/)[0];
  const last = path.slice(path.lastIndexOf('/') + 1).replace(/\.(?:avif|gif|ico|jpe?g|png|svg|webp)$/i, '');
  return /[a-z]{2}/i.test(last) && !/^[0-9a-f-]{16,}$/i.test(last) ? last.slice(0, lookLimit) : '';
};

const hues = [
  [15, 'red'],
  [40, 'orange'],
  [70, 'yellow'],
  [165, 'green'],
  [195, 'aqua'],
  [255, 'blue'],
  [285, 'purple'],
  [330, 'magenta'],
  [361, 'red'],
];

/** A plain word for a colour; empty for a transparent one. */
const colourName = ([red, green, blue, alpha]) => {
  if (alpha < 0.1) return '';
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  const light = (most + least) / 510;
  const span = most - least;
  if (light < 0.08) return 'black';
  if (span < 26) return light > 0.94 ? 'white' : light < 0.2 ? 'black' : 'grey';
  const sector =
    most === red
      ? ((green - blue) / span + 6) % 6
      : most === green
        ? (blue - red) / span + 2
        : (red - green) / span + 4;
  const word = hues.find(([limit]) => sector * 60 < limit)[1];
  if ((word === 'orange' || word === 'red') && light < 0.35 && green > 0.35 * red) return 'brown';
  if ((word === 'red' || word === 'magenta') && light > 0.78) return 'pink';
  return word;
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

const drawnLook = (element, tag, box) => {
  const style = getComputedStyle(tag === 'g' ? (firstElement(element) ?? element) : element);
  const paint = [style.fill, style.stroke].find((one) => one !== 'none' && readColour(one)[3] > 0.1);
  const colour = paint && !paint.startsWith('url') ? colourName(readColour(paint)) : '';
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

/** A few words for the look of a control without a name; empty where its class and id tell as much. */
const looksOf = (element, tag, box) => {
  if (drawnTags.has(tag)) return drawnLook(element, tag, box);
  const picture = tag === 'img' || tag === 'input' ? element : queryOne(element, 'img');
  const file = picture ? fileName(attr(picture, 'src')) : '';
  if (file) return file;
  const icon = iconLook(element);
  if (icon) return squash(icon).slice(0, lookLimit);
  const style = getComputedStyle(element);
  const drawn = fileName(/url\("?([^")]+)/.exec(style.backgroundImage)?.[1]);
  if (drawn) return drawn;
  if (tag === 'canvas' || tag === 'svg' || closest(element, 'svg')) return '';
  const colour = colourName(readColour(style.backgroundColor));
  if (colour === '' || colour === 'white') return '';
  const round = parseFloat(style.borderRadius) >= 0.4 * Math.min(box[2] - box[0], box[3] - box[1]);
  return `${colour} ${round || style.borderRadius === '50%' ? 'circle' : shapeName(element, tag, box)}`;
};
