"use strict";
// The hand by clicking cards: toggles that keep the text field in step.

const RANKS = "AKQJT98765432";
const SUITS = [["♠", "spades"], ["♥", "hearts"], ["♦", "diamonds"], ["♣", "clubs"]];

function pickCards() {
  const picker = document.getElementById("picker");
  if (!picker) return;
  const field = document.getElementById("hand");
  const held = new Set();
  field.value.toUpperCase().split(".").forEach((text, suit) => {
    for (const rank of text) held.add(`${suit}${rank}`);
  });
  const write = () => {
    const suits = SUITS.map((_, suit) => [...RANKS].filter((rank) => held.has(`${suit}${rank}`)).join(""));
    field.value = suits.join(".");
    document.getElementById("held").textContent = `${held.size} of 13 cards`;
  };
  const rows = SUITS.map(([symbol, name], suit) => {
    const row = make("div", "", { class: `suit ${name}` });
    for (const rank of RANKS) {
      const key = `${suit}${rank}`;
      const card = make("button", symbol + (rank === "T" ? "10" : rank), {
        type: "button",
        class: "quiet",
        "aria-pressed": String(held.has(key)),
        "aria-label": `${rank === "T" ? "10" : rank} of ${name}`,
      });
      card.addEventListener("click", () => {
        if (!held.delete(key) && held.size < 13) held.add(key);
        card.setAttribute("aria-pressed", String(held.has(key)));
        write();
      });
      row.append(card);
    }
    return row;
  });
  document.getElementById("cards").replaceChildren(...rows);
  picker.hidden = false;
}
