"use strict";
// The keyboard: every key clicks an existing link or button. Keys are ignored while a field has the
// focus or Ctrl, Alt or Cmd is held. Also here: how the page looks is remembered between visits.

const one = (what, where = document) => where.querySelector(what);
const all = (what, where = document) => [...where.querySelectorAll(what)];
const press = (...names) => names.map((name) => one(name)).find((link) => link)?.click();

function slideTo(at) {
  const form = one("form[data-slide]");
  if (!form) return;
  const asked = new URLSearchParams(new FormData(form));
  asked.set("to", Math.min(52, Math.max(0, at)));
  visit(`${form.getAttribute("action")}?${asked}`);
}

const place = () => Number(one("form[data-slide] [type=range]")?.defaultValue ?? 0);

const KEYS = {
  ArrowLeft: () => press("#step-back"),
  ArrowRight: () => press("#step-next", "#step-on"),
  ArrowUp: () => slideTo(place() - 4),
  ArrowDown: () => slideTo(place() + 4),
  Home: () => press("#step-start"),
  End: () => press("#step-end"),
  o: () => press("#open"),
  p: () => press("#step-own", "#step-on"),
  b: () => press("[data-beside]"),
  n: () => press("[data-next]"),
  "?": () => one("#shortcuts").showModal(),
};

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.closest("input:not([type=radio], [type=checkbox]), select, textarea, dialog, .wide, [data-x]")) return;
  const table = one("#table");
  const letter = key.toLowerCase();
  if (key >= "1" && key <= "9") {
    press(`.answer[data-key="${key}"]`, `#table [data-key="${key}"]`);
  } else if (target.matches("a.card") && !one("#verdict") && (key === "ArrowLeft" || key === "ArrowRight")) {
    event.preventDefault();
    const cards = all("a.card", table);
    cards[cards.indexOf(target) + (key === "ArrowLeft" ? -1 : 1)]?.focus();
  } else if (table && key.length === 1 && "shdc".includes(letter)) {
    one(`a.card[data-card^="${letter.toUpperCase()}"]`, table)?.focus();
  } else {
    const does = KEYS[key.length === 1 ? letter : key];
    if (!does || (!table && key.length > 1)) return;
    event.preventDefault();
    does();
  }
});

function keepLooks() {
  const kept = { get: (name) => { try { return localStorage.getItem(name); } catch { return null; } },
    set: (name, value) => { try { localStorage.setItem(name, value); } catch { /* a private window */ } } };
  for (const input of all("[data-keep]")) {
    const before = kept.get(input.id);
    if (before !== null) input.checked = before === "true";
    input.addEventListener("change", () => all("[data-keep]").forEach((i) => kept.set(i.id, String(i.checked))));
  }
  for (const button of all("[data-open]")) {
    button.hidden = false;
    button.addEventListener("click", () => one(`#${button.dataset.open}`).showModal());
  }
}

document.addEventListener("change", (event) => {
  if (event.target.matches("form[data-slide] [type=range]")) slideTo(Number(event.target.value));
  const row = event.target.closest("[data-go]");
  if (row && event.target.checked) visit(row.dataset.go);
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) print();
});

// Pointing at a precedent highlights the player's cards that differ from it.
for (const [name, on] of [["mouseover", true], ["mouseout", false], ["focusin", true], ["focusout", false]]) {
  document.addEventListener(name, (event) => {
    const article = event.target instanceof Element && event.target.closest("[data-differs]");
    if (!article) return;
    for (const card of article.dataset.differs.split(" ").filter(Boolean))
      one(`#table [data-card="${card}"]`)?.classList.toggle("differs", on);
  });
}

document.addEventListener("DOMContentLoaded", keepLooks);
