"use strict";
// Click cards to make a hand; the text fields follow. With several hands, a card goes to the hand
// chosen last, and a second click takes it out again.

const RANKS = "AKQJT98765432";
const SUITS = [["♠", "spades"], ["♥", "hearts"], ["♦", "diamonds"], ["♣", "clubs"]]; // their classes

function readHand(field) {
  const held = new Set();
  field.value.toUpperCase().split(".").forEach((text, suit) => {
    for (const rank of text) held.add(`${suit}${rank}`);
  });
  return held;
}

function writeHand(field, held) {
  const suits = SUITS.map((_, suit) => [...RANKS].filter((rank) => held.has(`${suit}${rank}`)).join(""));
  field.value = held.size ? suits.join(".") : "";
}

function pickCards() {
  const picker = document.getElementById("picker");
  if (!picker) return;
  const several = [...document.querySelectorAll("[data-hand]")];
  const fields = several.length ? several : [document.getElementById("hand")];
  const hands = new Map(fields.map((field) => [field, readHand(field)]));
  let chosen = fields[0];
  const buttons = new Map();
  const show = () => {
    for (const [key, card] of buttons) {
      const owner = fields.find((field) => hands.get(field).has(key));
      card.setAttribute("aria-pressed", String(owner === chosen));
      card.disabled = Boolean(owner) && owner !== chosen;
    }
    const whose = several.length ? `${chosen.dataset.hand}: ` : "";
    document.getElementById("held").textContent = whose + say().held.replace("{number}", hands.get(chosen).size);
  };
  for (const field of several) {
    field.addEventListener("focus", () => ((chosen = field), show()));
    field.addEventListener("input", () => (hands.set(field, readHand(field)), show()));
  }
  const { suits, said } = document.getElementById("cards").dataset;
  const rows = SUITS.map(([symbol, name], suit) => {
    const row = make("div", "", { class: `suit ${name}` });
    for (const rank of RANKS) {
      const key = `${suit}${rank}`;
      const card = make("button", symbol + (rank === "T" ? "10" : rank), {
        type: "button",
        class: "quiet",
        "aria-label": said.replace("{rank}", rank === "T" ? "10" : rank).replace("{suit}", suits.split(" ")[suit]),
      });
      card.addEventListener("click", () => {
        const held = hands.get(chosen);
        if (!held.delete(key) && held.size < 13) held.add(key);
        writeHand(chosen, held);
        show();
      });
      buttons.set(key, card);
      row.append(card);
    }
    return row;
  });
  document.getElementById("cards").replaceChildren(...rows);
  show();
  picker.hidden = false;
}
