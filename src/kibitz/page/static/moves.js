"use strict";
// Links marked data-swap replace the page's content in place, so that the focus is kept;
// the arrow keys move between the places of a board.

// Only the latest visit changes the page; late answers to earlier ones are dropped.
let visits = 0;

async function visit(address, again = false) {
  const mine = ++visits;
  const before = document.activeElement;
  const from = before && before.dataset ? { id: before.id, ...before.dataset } : {};
  let answer;
  try {
    answer = await fetch(address, { headers: { accept: "text/html" } });
  } catch {
    if (mine === visits) location.assign(address);
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (mine !== visits) return;
  const styles = (where) => where.querySelectorAll("link[rel=stylesheet]").length;
  if (styles(page) !== styles(document)) { // a page of another look is loaded whole
    location.replace(address);
    return;
  }
  document.querySelector("main").replaceWith(page.querySelector("main"));
  document.querySelector("nav").replaceWith(page.querySelector("nav"));
  document.title = page.title;
  if (again) history.replaceState(null, "", answer.url);
  else history.pushState(null, "", answer.url);
  const next = document.getElementById(from.id) || nearest(from) || document.querySelector("main");
  if (from.id) next.focus({ preventScroll: true });
  document.getElementById(address.split("#")[1])?.scrollIntoView({ block: "nearest" });
  attend();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-swap]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  link.focus();
  visit(link.getAttribute("href"));
});

window.addEventListener("popstate", () => visit(location.href, true));

const placed = () => [...document.querySelectorAll("a[data-x]")];
const far = (from, to) => Math.hypot(to.dataset.x - from.x, to.dataset.y - from.y);

function nearest(from) {
  if (from.x === undefined) return null;
  return placed().sort((one, other) => far(from, one) - far(from, other))[0];
}

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

document.addEventListener("keydown", (event) => {
  const here = document.activeElement;
  const step = STEPS[event.key];
  if (!step || !here || here.dataset.x === undefined) return;
  event.preventDefault();
  const from = here.dataset;
  const ahead = placed().filter((one) => {
    const [dx, dy] = [one.dataset.x - from.x, one.dataset.y - from.y];
    const along = dx * step[0] + dy * step[1];
    return along > 0 && along >= Math.abs(dx * step[1] + dy * step[0]);
  });
  ahead.sort((one, other) => far(from, one) - far(from, other));
  if (ahead.length) ahead[0].focus();
});
