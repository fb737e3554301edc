// Prices of many countries in a text.
/* global squash */
/* exported bareSign, inSentence, perhapsPrice, pricesIn */

const digit = '[0-9\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]';
// Thousands in threes, or in twos as in India; then cents, or the dash that stands for none.
const whole = `${digit}{1,3}(?:(?:[.,'’٬\\s\u00a0\u202f]${digit}{2})*[.,'’٬\\s\u00a0\u202f]${digit}{3})+|${digit}+`;
const number = `(?:${whole})(?:[.,٫]${digit}{1,2}(?!${digit})|[.,]?[-–—]{1,2}(?!\\s?${digit}))?`;
const sign = String.raw`R\$|[A-Z]{0,2}\$|[€£¥₺₹₽₩₴₫₪₱₦฿₡₲₵₸₼₾￥]`;
const code = `TL|TRY|USD|EUR|GBP|JPY|CHF|SEK|NOK|DKK|ISK|PLN|CZK|HUF|RON|BGN|RSD|RUB|UAH|KZT|GEL|BRL|ARS|CLP|COP|PEN|MXN|INR|CAD|AUD|NZD|CNY|HKD|TWD|SGD|MYR|THB|PHP|IDR|VND|KRW|AED|SAR|QAR|KWD|EGP|MAD|ILS|ZAR|NGN|KES|kr|zł|Kč|Ft|lei|лв|руб|грн|тг|Rs|Rp|RM|S/|Fr|din|元|円|원|บาท|تومان|ریال|ريال|درهم|د\\.إ|ر\\.س|ج\\.م`;
const mark = `(?:${sign}|(?:${code})(?!\\p{L})\\.?)`;
const before = `(?:(?:${sign})|(?<![\\p{L}0-9])(?:${code})(?!\\p{L})\\.?)\\s?-?(?:${number})`;
const behind = `(?<![\\p{L}0-9.,])(?:${number})\\s?${mark}`;
const upTo = `\\s?[-–—]\\s?`;
const pricePattern = new RegExp(
  `${before}(?:${upTo}(?:${before}|(?:${number})(?!\\p{L})))?|(?:(?<![\\p{L}0-9.,])(?:${number})${upTo})?${behind}(?:${upTo}${behind})?`,
  'gu',
);
const bareSign = new RegExp(`^\\s*(?:${sign}|${code})\\s*$`, 'u');
const perhapsPrice = new RegExp(
  `${digit}[^0-9\\p{L}]{0,4}(?:${sign}|${code})|(?:${sign}|${code})[^0-9\\p{L}]{0,4}${digit}`,
  'u',
);
const anyDigit = new RegExp(digit);

/** A full stop behind a sign or a code in capitals ends a sentence; behind other codes it may belong to them. */
const sentenceEnd = /(?<=\p{Sc}|\p{Lu}{2})\.$/u;

/** Price-like strings in a text, in order; a range counts as one. */
const pricesIn = (text) =>
  anyDigit.test(text)
    ? (text.match(pricePattern) ?? []).map((price) => squash(price).replace(sentenceEnd, ''))
    : [];

/** Whether a price stands inside of a sentence: words around it, and the end of one. */
const inSentence = (text, price) => {
  const words = text.replace(price, ' ').match(/\p{L}{2,}/gu) ?? [];
  return words.length > 1 && /[.!?。！？।؟](?:\s|$)/u.test(text.replace(price, ' '));
};
