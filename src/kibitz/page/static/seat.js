"use strict";
// The table to sit down at: forms are sent in place, a hand is one tab stop, single keys read and play.
// Without this script every card, call and number is a button of a form.
(() => {
const table = () => document.querySelector("form[data-table]");
const heldCards = () => [...document.querySelectorAll("#hand [data-card]")];
const told = () => JSON.parse(document.getElementById("spoken")?.textContent ?? "{}");
let level = "";
let sending = false;

// One voice. The line is emptied first, so that the same words are heard twice.
function speak(words) {
  const live = document.getElementById("live");
  live.textContent = "";
  setTimeout(() => { live.textContent = words; }, 60);
}

// A hand is one tab stop: the first card that may be played; arrows, Home, End and suits go along it.
function setUp() {
  const cards = heldCards();
  const first = cards.find((card) => card.tagName === "BUTTON");
  for (const card of cards) card.tabIndex = card === first ? 0 : -1;
  for (const group of document.querySelectorAll(".box, .tableau")) {
    const stops = [...group.querySelectorAll("button:not([disabled]), a")];
    const start = stops.find((one) => one.value === "P") ?? stops[0];
    for (const one of stops) one.tabIndex = one === start ? 0 : -1;
  }
  for (const button of document.querySelectorAll("[data-copy]"))
    button.hidden = !document.getElementById(button.dataset.copy);
}

function go(cards, to) {
  const next = cards[Math.max(0, Math.min(cards.length - 1, to))];
  if (!next) return;
  for (const card of cards) card.tabIndex = card === next ? 0 : -1;
  next.focus();
}

function refuse(card) {
  const why = card.dataset.why;
  if (!why) return;
  speak(why);
  for (const old of document.querySelectorAll(".whynot")) old.remove();
  const words = document.createElement("span");
  words.className = "whynot";
  words.textContent = why;
  words.setAttribute("aria-hidden", "true");
  card.closest(".rack").append(words);
  setTimeout(() => words.remove(), 4000);
}

// Send what was said, and lay the new page over the old one; the focus follows the turn.
async function tell(form, button) {
  if (sending) return;
  sending = true;
  const said = new FormData(form);
  if (button?.name) said.append(button.name, button.value);
  const address = button?.getAttribute("formaction") ?? form.getAttribute("action");
  table()?.classList.add("busy");
  try {
    const answer = await fetch(address, { method: "POST", body: new URLSearchParams(said) });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!page.querySelector("form[data-table]")) { location.assign(answer.url); return; }
    const wasCard = document.activeElement?.dataset?.card;
    document.querySelector("main").replaceWith(page.querySelector("main"));
    document.querySelector(".tabletitle")?.replaceWith(page.querySelector(".tabletitle"));
    if (answer.url !== location.href) history.pushState(null, "", answer.url);
    arrived(wasCard);
  } catch {
    location.reload();
  } finally {
    sending = false;
  }
}

function arrived(wasCard) {
  level = "";
  setUp();
  speak(told().live ?? "");
  const choice = document.querySelector(".go.choices button, .lines button, .coach .counts button");
  const card = document.querySelector('#hand [tabindex="0"]');
  const call = document.querySelector('.box [tabindex="0"]');
  const next = choice ?? (wasCard || card ? card : null) ?? call ?? document.querySelector(".acts a, #asked");
  next?.focus({ preventScroll: true });
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || !(form.matches("[data-table]") || form.action.endsWith("/again"))) return;
  event.preventDefault();
  tell(form, event.submitter);
});

document.addEventListener("click", (event) => {
  const card = event.target.closest?.("#hand span[data-card]");
  if (card) refuse(card);
});

const press = (what) => { const one = document.querySelector(what); if (one) { one.focus(); one.click(); } return Boolean(one); };

// While bidding: a figure, then the strain.
function bidding(key) {
  if (!document.querySelector(".box")) return false;
  if ("1234567".includes(key) && key.length === 1) {
    level = key;
    speak(key);
    document.querySelector(`.box [data-call^="${key}"]:not([disabled])`)?.focus();
    return true;
  }
  const call = level && "cdhsn".includes(key) ? level + key.toUpperCase() : { p: "P", x: "X", r: "XX" }[key];
  if (key === "escape") level = "";
  if (!call) return false;
  level = "";
  press(`.box [data-call="${call}"]:not([disabled])`);
  return true;
}

function alongTheHand(event, cards, at) {
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: cards.length - 1 }[event.key];
  if (to !== undefined) go(cards, to);
  else if (event.key === "Enter" || event.key === " ") {
    if (cards[at].tagName === "BUTTON") return false;
    refuse(cards[at]);
  } else return false;
  return true;
}

function along(event) {
  const group = document.activeElement?.closest(".box, .tableau");
  if (!group) return false;
  const stops = [...group.querySelectorAll("button, a")];
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 7, ArrowUp: -7 }[event.key];
  let at = stops.indexOf(document.activeElement);
  if (!step || at < 0) return false;
  do at += group.matches(".box") ? step : Math.sign(step); while (stops[at]?.disabled);
  if (stops[at]) go(stops, at);
  return true;
}

function toSuit(letter) {
  const cards = heldCards();
  const here = cards.indexOf(document.activeElement);
  const held = cards.map((card, at) => (card.dataset.card[0] === letter ? at : -1)).filter((at) => at >= 0);
  if (!held.length) return false;
  go(cards, held.find((at) => at > here) ?? held[0]);
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches?.("input, select, textarea") || event.target.closest?.("dialog")) return;
  const cards = heldCards();
  const at = cards.indexOf(document.activeElement);
  if ((at >= 0 && alongTheHand(event, cards, at)) || along(event)) { event.preventDefault(); return; }
  if (document.getElementById("keys-off")?.checked) return;
  const key = event.key.toLowerCase();
  const read = told().keys?.[key];
  const figure = `main [data-key="${CSS.escape(key)}"]:not([disabled])`;
  if (bidding(key)) event.preventDefault();
  else if (key === " " && document.activeElement?.matches("button, summary, a")) return;
  else if (key.length === 1 && press(figure)) event.preventDefault();
  else if ("shdc".includes(key) && key.length === 1 && toSuit(key.toUpperCase())) event.preventDefault();
  else if (read && key.length === 1) { event.preventDefault(); speak(read); }
});

document.addEventListener("DOMContentLoaded", () => { setUp(); speak(told().live ?? ""); });
})();
