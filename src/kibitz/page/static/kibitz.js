"use strict";
// Small helpers; every form and link works without them.

function make(tag, text, attributes = {}) {
  const element = document.createElement(tag);
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

// All words are in words.toml; the body's data attributes carry those needed here.
const say = () => document.body.dataset;

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// Follow long work: show its progress and a cancel button, then its outcome.
async function follow(id, box, ended) {
  const bar = make("progress", "", { "aria-label": say().underWay });
  const stop = make("button", say().cancel, { type: "button", class: "quiet" });
  stop.addEventListener("click", () => fetch(`/api/jobs/${id}/cancel`, { method: "POST" }));
  box.replaceChildren(bar, stop);
  for (;;) {
    const answer = await fetch(`/api/jobs/${id}`);
    const job = await answer.json();
    if (!answer.ok || job.state !== "running") return ended(job, box);
    if (job.total) [bar.max, bar.value] = [job.total, job.done];
    const list = document.getElementById("said");
    if (list) job.said.slice(list.children.length).forEach((line) => list.append(make("li", line)));
    await pause(250);
    if (!box.isConnected) return undefined;
  }
}

// Show the outcome of work on the current page.
async function report(job) {
  if (job.state === "done") await visit(location.href, true);
  const box = document.getElementById("job");
  if (!box) return;
  const lines = { failed: [job.problem], cancelled: [say().cancelled] };
  const parts = (lines[job.state] || job.words).map((line) => make("p", line));
  const refused = (job.result && job.result.refused) || [];
  if (refused.length) {
    const list = make("ul", "");
    refused.forEach((line) => list.append(make("li", line)));
    parts.push(list);
  }
  box.replaceChildren(...parts);
}

async function begin(path, body, box) {
  box.replaceChildren(make("p", say().sending));
  const answer = await fetch(path, { method: "POST", body });
  const job = await answer.json();
  if (!answer.ok) return box.replaceChildren(make("p", job.detail, { role: "alert" }));
  return follow(job.id, box, report);
}

function send(files) {
  const form = new FormData();
  for (const file of files) form.append("files", file);
  return begin("/api/library", form, document.getElementById("job"));
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.id !== "upload" && form.dataset.learn === undefined) return;
  event.preventDefault();
  if (form.id === "upload") send(form.elements.files.files);
  else begin(`/api${form.getAttribute("action")}`, null, document.getElementById("job"));
});

// Files dropped on a form are submitted with it.
for (const name of ["dragover", "dragleave", "drop"]) {
  document.addEventListener(name, (event) => {
    const place = event.target instanceof Element && event.target.closest("#upload, [data-drop]");
    if (!place) return;
    event.preventDefault();
    place.classList.toggle("over", name === "dragover");
    if (name !== "drop") return;
    if (place.id === "upload") return void send(event.dataTransfer.files);
    place.querySelector("[type=file]").files = event.dataTransfer.files;
    place.requestSubmit();
  });
}

document.addEventListener("change", (event) => {
  if (event.target.id === "ask-file" && event.target.files.length) event.target.form.requestSubmit();
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
  button.textContent = say().copied;
});

// Set up a page that was loaded or swapped in.
function attend() {
  const here = visits;
  for (const box of document.querySelectorAll("[data-follow]")) {
    const ended = (job) => (box.id === "job" ? report(job) : visit(location.href, true));
    follow(box.dataset.follow, box, (job) => here === visits && ended(job));
  }
  for (const button of document.querySelectorAll("[data-copy]"))
    button.hidden = !document.getElementById(button.dataset.copy);
  pickCards();
}

document.addEventListener("DOMContentLoaded", attend);
