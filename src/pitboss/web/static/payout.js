// The payout guide: figures follow typing, and typed text stays until it is recorded.

import { centsOf } from "./live.js";

const FOLLOW_MS = 200; // after the last key
const guide = document.querySelector(".guide");
const KEPT = `payout ${guide.dataset.award}`; // no winner's data: it is for the vault alone
const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");

function keep() {
  sessionStorage.setItem(KEPT, JSON.stringify(kept));
}

// ---- what is typed ------------------------------------------------------------------------------

const stepOf = (field) => (field.closest("[data-part]")?.dataset.part ?? field.closest("[data-step]").dataset.step);

/** How to find a field again: a share or check belongs to the person, whatever the position. */
function keyOf(field) {
  return `${stepOf(field)} ${field.closest("[data-person]")?.dataset.person ?? field.name}`;
}

function isKept(field) {
  const isTyped = field.matches("[name][data-kind]:not([type=hidden], [type=checkbox])");
  return isTyped && !field.closest("[data-post]") && isOpen(stepOf(field));
}

function isOpen(step) {
  return guide.querySelector(`[data-step="${step}"]`).dataset.state !== "done";
}

/** Whether there was something to restore. */
function restore() {
  let isChanged = false;
  for (const field of [...guide.querySelectorAll("input, select")].filter(isKept)) {
    const value = kept[keyOf(field)];
    const isThere = field.tagName !== "SELECT" || [...field.options].some((one) => one.value === value);
    if (value === undefined || !isThere) continue;
    field.value = value;
    isChanged = true;
  }
  return isChanged;
}

/** The named people stay too, when someone leaves the page and returns. */
function keepPeople() {
  const named = new URLSearchParams(location.search).get("people");
  if (!isOpen("person")) delete kept.people;
  else if (named !== null) kept.people = named;
  else if (kept.people) {
    const asked = new URLSearchParams(location.search);
    asked.set("people", kept.people);
    location.replace(`?${asked}`);
  }
}

// ---- figures ------------------------------------------------------------------------------------

const shares = () => [...guide.querySelectorAll('[data-person] [name$=".cents"]')];

function centsOrNone(field) {
  try {
    return Math.max(0, centsOf(field.value));
  } catch {
    return 0;
  }
}

let turn = 0;

/** The same page with what is typed; no figures if the server doesn't answer. */
async function follow() {
  const mine = ++turn;
  const asked = new URLSearchParams(location.search);
  asked.set("shares", shares().map(centsOrNone).join(","));
  asked.set("form", guide.querySelector('[name="payment.tax_form"]')?.value ?? "");
  const places = document.querySelectorAll("[data-figures]");
  let there = [];
  try {
    const text = await (await fetch(`?${asked}`)).text();
    there = new DOMParser().parseFromString(text, "text/html").querySelectorAll("[data-figures]");
  } catch {
    // the places are emptied below
  }
  if (mine !== turn) return;
  for (const [at, place] of places.entries()) place.replaceChildren(...(there[at]?.childNodes ?? []));
}

let waiting = 0;
guide.addEventListener("input", ({ target }) => {
  if (isKept(target)) {
    kept[keyOf(target)] = target.value;
    keep();
  }
  if (!target.matches('[name="payment.tax_form"], [data-person] [name$=".cents"]')) return;
  clearTimeout(waiting);
  waiting = setTimeout(follow, FOLLOW_MS);
});

if (guide.dataset.status === "paid") sessionStorage.removeItem(KEPT);
else {
  keepPeople();
  keep();
  if (restore()) follow();
}
