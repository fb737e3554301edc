// Behaviour that every shop has: cart, favourites, toast, sort menu.
"use strict";
(() => {
  const store = "sepet";
  const read = () => JSON.parse(localStorage.getItem(store) || "[]");
  const price = (kurus) => (kurus / 100).toLocaleString("tr-TR", { minimumFractionDigits: 2 }) + " TL";

  function showCount() {
    for (const node of document.querySelectorAll("[data-cart-count]")) {
      node.textContent = String(read().length);
    }
  }

  function toast(text) {
    document.querySelector(".toast")?.remove();
    const node = document.createElement("div");
    node.className = "toast";
    node.setAttribute("role", "status");
    node.textContent = text;
    document.body.append(node);
    setTimeout(() => node.remove(), 4000);
  }

  function showCart() {
    const list = document.querySelector("[data-cart]");
    if (!list) return;
    const goods = read();
    list.replaceChildren(
      ...goods.map((product, index) => {
        const row = document.createElement("li");
        const remove = document.createElement("button");
        remove.textContent = "Sil";
        remove.addEventListener("click", () => {
          localStorage.setItem(store, JSON.stringify(goods.filter((_, other) => other !== index)));
          showCart();
          showCount();
        });
        row.append(`${product.name} · ${price(product.kurus)} `, remove);
        return row;
      }),
    );
    const total = goods.reduce((sum, product) => sum + product.kurus, 0);
    document.querySelector("[data-cart-total]").textContent = goods.length
      ? `Toplam: ${price(total)}`
      : "Sepetiniz boş.";
  }

  function sort(list, order) {
    const cards = [...list.children];
    const by = {
      recommended: (a, b) => a.dataset.rank - b.dataset.rank,
      cheapest: (a, b) => a.dataset.kurus - b.dataset.kurus,
      dearest: (a, b) => b.dataset.kurus - a.dataset.kurus,
    }[order];
    list.append(...cards.sort(by));
  }

  for (const menu of document.querySelectorAll(".sort")) {
    const button = menu.querySelector("button");
    const options = menu.querySelector("ul");
    const open = (value) => {
      options.hidden = !value;
      button.setAttribute("aria-expanded", String(value));
    };
    button.addEventListener("click", () => open(options.hidden));
    options.addEventListener("click", (event) => {
      const option = event.target.closest("[role=option]");
      if (!option) return;
      button.textContent = option.textContent;
      sort(document.querySelector("[data-list]"), option.dataset.order);
      open(false);
    });
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-name]");
    if (!button) return;
    const { name, kurus } = button.dataset;
    localStorage.setItem(store, JSON.stringify([...read(), { name, kurus: Number(kurus) }]));
    showCount();
    toast("Ürün sepetinize eklendi");
  });

  showCount();
  showCart();
})();
