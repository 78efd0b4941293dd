"use strict";
// Small helpers of the page; without them every form still works.

const job = document.getElementById("job");
const upload = document.getElementById("upload");

function say(element, ...parts) {
  element.replaceChildren(...parts);
}

function make(tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

async function follow(id) {
  const bar = document.createElement("progress");
  bar.setAttribute("aria-label", "Import");
  const stop = make("button", "Cancel");
  stop.className = "quiet";
  stop.addEventListener("click", () => fetch(`/api/jobs/${id}/cancel`, { method: "POST" }));
  say(job, bar, stop);
  for (;;) {
    const told = await (await fetch(`/api/jobs/${id}`)).json();
    if (told.total) {
      bar.max = told.total;
      bar.value = told.done;
    }
    if (told.state !== "running") return finished(told);
    await new Promise((done) => setTimeout(done, 250));
  }
}

function finished(told) {
  if (told.state === "failed") return say(job, make("p", told.problem));
  if (told.state === "cancelled") return say(job, make("p", "Cancelled; whole files already imported are kept."));
  const { kept, duplicates, refused, refusals } = told.result;
  const parts = [make("p", `${kept} kept, ${duplicates} already there, ${refusals} refused.`)];
  if (refusals) {
    const list = document.createElement("ul");
    refused.forEach((line) => list.append(make("li", line)));
    parts.push(list);
  }
  const again = make("a", "Show the library");
  again.href = "/library";
  say(job, ...parts, again);
}

async function send(files) {
  const form = new FormData();
  for (const file of files) form.append("files", file);
  say(job, make("p", "Sending…"));
  const answer = await fetch("/api/library", { method: "POST", body: form });
  const told = await answer.json();
  if (!answer.ok) return say(job, make("p", told.detail));
  return follow(told.id);
}

if (upload) {
  upload.addEventListener("submit", (event) => {
    event.preventDefault();
    send(upload.elements.files.files);
  });
  for (const name of ["dragover", "dragleave", "drop"]) {
    upload.addEventListener(name, (event) => {
      event.preventDefault();
      upload.classList.toggle("over", name === "dragover");
      if (name === "drop") send(event.dataTransfer.files);
    });
  }
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.textContent = "Copied";
  });
}

// The hand by clicking cards: toggles that keep the text field in step.
const picker = document.getElementById("picker");
if (picker) {
  const field = document.getElementById("hand");
  const ranks = "AKQJT98765432";
  const suits = [["♠", "spades"], ["♥", "hearts"], ["♦", "diamonds"], ["♣", "clubs"]];
  const held = new Set();
  field.value.toUpperCase().split(".").forEach((text, suit) => {
    for (const rank of text) held.add(`${suit}${rank}`);
  });
  const rows = suits.map(([symbol, name], suit) => {
    const row = document.createElement("div");
    row.className = `suit ${name}`;
    for (const rank of ranks) {
      const card = make("button", symbol + (rank === "T" ? "10" : rank));
      card.type = "button";
      card.className = "quiet";
      card.setAttribute("aria-pressed", String(held.has(`${suit}${rank}`)));
      card.addEventListener("click", () => {
        const key = `${suit}${rank}`;
        if (!held.delete(key) && held.size < 13) held.add(key);
        card.setAttribute("aria-pressed", String(held.has(key)));
        field.value = suits.map((_, s) => [...ranks].filter((r) => held.has(`${s}${r}`)).join("")).join(".");
      });
      row.append(card);
    }
    return row;
  });
  document.getElementById("cards").replaceChildren(...rows);
  picker.hidden = false;
}
