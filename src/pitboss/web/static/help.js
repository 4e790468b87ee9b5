// The "?" of every screen: what people can do there now, from the state the page shows.

const dialog = document.getElementById("help");
const opener = document.getElementById("help-open");

document.querySelector(".help-place").append(opener);

/** The state of a screen: a table's phase, the section of an office, the step of a guide. */
function stateOf() {
  const step = document.querySelector(".guide [aria-current=step]");
  return (
    step?.dataset.step ??
    document.querySelector(".guide")?.dataset.status ??
    document.querySelector("main[data-standing]")?.dataset.standing ??
    document.querySelector("main[data-phase]")?.dataset.phase ??
    document.querySelector("[data-help]")?.dataset.help ??
    ""
  );
}

function showState() {
  const state = stateOf();
  let found = false;
  for (const text of dialog.querySelectorAll("[data-help-state]")) {
    text.hidden = text.dataset.helpState !== state;
    found ||= !text.hidden;
  }
  const now = dialog.querySelector("#help-now");
  if (now) now.hidden = !found;
}

const ACTS =
  "main details.ask:not(.ask .ask) > summary, main a.button, main form.search button, main .tasks li > a";
const ACTS_MOST = 12;

/** An act's name; with its step if several steps of a guide use the same word. */
function nameOf(act, all) {
  const own = act.getAttribute("aria-label") ?? act.textContent.trim();
  const isShared = all.filter((each) => each.textContent.trim() === own).length > 1;
  const step = act.closest("[data-step]")?.querySelector("h2").firstChild.textContent.trim();
  return step && isShared ? `${step}: ${own}` : own;
}

/** Go to the act on the page: a form opens, a link or button gets the focus. */
function itemOf(act, name) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "small";
  button.textContent = name;
  button.addEventListener("click", () => {
    dialog.close();
    if (act.matches("summary")) act.parentElement.open = true;
    act.focus();
  });
  item.append(button);
  return item;
}

/** All the reader can do on this page: its forms, and the buttons that lead on. */
function showActs() {
  const place = dialog.querySelector("#help-can");
  if (!place) return; // nobody signs in here
  const acts = new Map();
  const all = [...document.querySelectorAll(ACTS)];
  for (const act of all) {
    const name = nameOf(act, all);
    if (name && !acts.has(name) && acts.size < ACTS_MOST && act.checkVisibility()) acts.set(name, act);
  }
  place.hidden = document.querySelector("[data-help]") === null;
  place.querySelector("p").hidden = acts.size > 0;
  place.querySelector("ul").replaceChildren(...[...acts].map(([name, act]) => itemOf(act, name)));
}

function open() {
  showState();
  showActs();
  dialog.showModal();
  dialog.querySelector("#help-title").focus();
}

opener.addEventListener("click", open);

// A badge reader types "?" right after other characters, maybe before the page was ready for them;
// a person presses "?" alone.
const READER_MS = 250;
let typedAt = -Infinity;

addEventListener("keydown", (event) => {
  const isTyped = event.timeStamp - typedAt < READER_MS;
  if (event.key.length === 1) typedAt = event.timeStamp;
  if (event.key !== "?" || isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches?.("input, textarea, select") || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  open();
});
