// Writes what a page has many of: `many(60, (n) => `<a href=/${n}>Item ${n}</a>`)`.
const many = (count, html) => {
  document.write(Array.from({ length: count }, (_, index) => html(index + 1)).join(''));
};
