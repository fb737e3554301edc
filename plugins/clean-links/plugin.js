// clean-links: opens links without the parameters that only say where a click came from. They make addresses long,
// and a page that was read looks like one that was not.

/** Names of such parameters. One that ends in `_` stands for all that begin so. */
const TRACKING = ["utm_", "mc_", "fbclid", "gclid", "dclid", "msclkid", "yclid", "igshid", "_ga", "_gl"];

function isTracking(pair) {
  const name = pair.split("=")[0].toLowerCase();
  return TRACKING.some((known) => (known.endsWith("_") ? name.startsWith(known) : name === known));
}

/** The URL without them; the rest of it stays as it is, letter by letter. */
function clean(url) {
  const [, before, query, fragment] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url);
  if (query === undefined) return url;
  const pairs = query.split("&");
  const kept = pairs.filter((pair) => !isTracking(pair));
  if (kept.length === pairs.length) return url;
  return before + (kept.length > 0 ? `?${kept.join("&")}` : "") + (fragment ?? "");
}

export const quirkBefore = {
  beforeNavigate(ctx, url) {
    const cleaned = clean(url);
    return { url: cleaned === url ? undefined : cleaned, wait: [] };
  },
};
