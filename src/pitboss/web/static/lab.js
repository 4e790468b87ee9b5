// The lab: sliders beside the fields, and figures that move with them. The server computes; the newest
// change is asked for as soon as the answer before it is there, so nothing queues.

const form = document.querySelector("form.fields");
const wishes = document.querySelector("form.wishes");
const ladder = form?.dataset.ladder?.split("|") ?? [];

// ---- figures ------------------------------------------------------------------------------------

let isAsking = false;
let isStale = false;

const language = new URLSearchParams(location.search).get("language");

/** The part of the page that the server makes of a form; it leaves out what is as it was. */
async function ask(sent, only) {
  const asked = new URLSearchParams(new FormData(sent));
  asked.set("only", only);
  if (document.querySelector("#cases [open]")) asked.set("cases", "1"); // a long list is made if seen
  if (language) asked.set("language", language);
  const answer = await fetch(`${location.pathname}?${asked}`).catch(() => null);
  return answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
}

/** The address shows what was typed, so that it can be sent. */
function showAddress(query) {
  const shown = new URLSearchParams(query);
  if (language) shown.set("language", language);
  history.replaceState(null, "", `${location.pathname}?${shown}`);
}

async function figure() {
  if (isAsking) {
    isStale = true;
    return;
  }
  isAsking = true;
  do {
    isStale = false;
    const now = await ask(form, "figures");
    if (now && !isStale) take(now);
  } while (isStale);
  isAsking = false;
}

const FOLDED = "#panel details:not([data-law]), #cases details";

/** Put each part of the answer in its place; what is open stays open. */
function take(now) {
  for (const old of document.querySelectorAll("output.why")) {
    const found = now.getElementById(old.id);
    old.textContent = found?.textContent ?? "";
    const field = document.getElementById(old.id.replace("why-", "f-"));
    if (old.textContent) field?.setAttribute("aria-invalid", "true");
    else field?.removeAttribute("aria-invalid");
  }
  const opened = [...document.querySelectorAll(FOLDED)].map(({ open }) => open);
  for (const part of now.querySelectorAll("body > [id]:not(.why)")) {
    document.getElementById(part.id)?.replaceWith(part);
  }
  [...document.querySelectorAll(FOLDED)].forEach((part, place) => {
    part.open = opened[place] ?? part.open;
  });
  const panel = document.getElementById("panel");
  showAddress(panel.dataset.query);
  const said = [...panel.querySelector(".first").children].map(({ textContent }) => textContent);
  document.getElementById("spoken").textContent = said.join(": ");
}

// ---- tables on one meter ------------------------------------------------------------------------

const link = document.querySelector("form.link");

async function askShared() {
  const now = (await ask(link, "answer"))?.getElementById("panel");
  if (!now) return;
  document.getElementById("panel").replaceChildren(...now.childNodes);
  showAddress(now.dataset.query);
}

/** A table is on the meter while its box is checked, whether it was dragged or pressed. */
function put(item) {
  const box = item.querySelector("input");
  document.getElementById(box.checked ? "shared" : "pool").prepend(item);
  box.focus();
  askShared();
}

if (link) {
  document.getElementById("compute").hidden = true;
  let dragged = null;
  link.addEventListener("change", (event) => event.target.name === "w" && put(event.target.closest("li")));
  link.addEventListener("dragstart", (event) => (dragged = event.target.closest?.("li")));
  for (const [place, isOn] of [["sharing", true], ["pool", false]]) {
    const zone = link.querySelector(`.${place}`);
    zone.addEventListener("dragover", (event) => dragged && event.preventDefault());
    zone.addEventListener("drop", (event) => {
      event.preventDefault();
      const box = dragged?.querySelector("input");
      if (!box || box.checked === isOn) return;
      box.checked = isOn;
      put(dragged);
    });
  }
}

// ---- a search for designs -----------------------------------------------------------------------

const AGAIN_MS = 400;

/** Ask until the search is done; the address holds the wishes. */
async function followSearch() {
  const panel = document.getElementById("panel");
  if (!panel.hasAttribute("data-again")) return;
  const asked = new URLSearchParams(location.search);
  asked.set("only", "designs");
  const answer = await fetch(`${location.pathname}?${asked}`).catch(() => null);
  if (answer?.ok) {
    const now = new DOMParser().parseFromString(await answer.text(), "text/html");
    panel.replaceWith(now.getElementById("panel"));
  }
  setTimeout(followSearch, AGAIN_MS);
}

if (wishes) followSearch();

// ---- the size of an award, which takes a moment --------------------------------------------------

document.addEventListener(
  "toggle",
  async ({ target }) => {
    if (!target.open || !target.dataset.law || target.ariaBusy) return;
    target.ariaBusy = "true";
    const address = new URL(target.dataset.law, location.href);
    if (language) address.searchParams.set("language", language);
    const answer = await fetch(address).catch(() => null);
    const law = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("law");
    if (law) target.querySelector(".law").replaceChildren(...law.childNodes);
    target.ariaBusy = "false";
  },
  true, // a toggle doesn't bubble
);

// ---- sliders ------------------------------------------------------------------------------------

/** The number in a field; a pay's is what it pays on one unit. */
function numberIn(text) {
  return Number(text.match(/[\d,]*\.?\d+/)?.[0].replaceAll(",", "") ?? 0);
}

/** Where a slider is for what its field says. */
function follow(slider, field) {
  if (field.tagName === "SELECT") {
    slider.value = field.selectedIndex;
    slider.setAttribute("aria-valuetext", field.selectedOptions[0].textContent);
    return;
  }
  const number = numberIn(field.value);
  slider.value = slider.dataset.pattern
    ? ladder.reduce((best, each, place) => (Math.abs(each - number) < Math.abs(ladder[best] - number) ? place : best), 0)
    : number;
  slider.setAttribute("aria-valuetext", field.value);
}

function move(slider, field) {
  if (field.tagName === "SELECT") field.selectedIndex = Number(slider.value);
  else if (slider.dataset.pattern) {
    const paid = ladder[slider.value].replace(/\B(?=(\d{3})+$)/g, ",");
    field.value = slider.dataset.pattern.replace("{n}", paid);
  } else field.value = slider.value;
  slider.setAttribute("aria-valuetext", field.value);
}

function slide(slider) {
  const field = form.elements[slider.dataset.of];
  if (slider.dataset.pattern) [slider.min, slider.max] = [0, ladder.length - 1];
  slider.hidden = false;
  follow(slider, field);
  slider.addEventListener("input", () => move(slider, field));
  field.addEventListener("input", () => follow(slider, field));
}

if (form) {
  for (const slider of form.querySelectorAll("input[type=range]")) slide(slider);
}

if (form && !wishes) {
  form.addEventListener("input", (event) => event.target.id === "other" || figure());
  document.addEventListener("click", (event) => event.target.closest("#cases summary") && setTimeout(figure));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    figure();
  });
  document.getElementById("compute").hidden = true;
}

const other = document.getElementById("other");
other?.addEventListener("change", () => location.assign(other.dataset.to + other.value));

document.addEventListener("focusin", (event) => event.target.id === "python" && event.target.select());

// ---- the list of games --------------------------------------------------------------------------

const find = document.getElementById("find");
find?.addEventListener("input", () => {
  const wanted = find.value.trim().toLowerCase();
  let isAny = false;
  for (const game of document.querySelectorAll(".game, .pool")) {
    const whole = game.querySelector("h2")?.textContent.toLowerCase().includes(wanted);
    let shown = 0;
    for (const item of game.querySelectorAll("li")) {
      item.hidden = !whole && !item.textContent.toLowerCase().includes(wanted);
      shown += !item.hidden;
    }
    if (game.matches(".game")) game.hidden = !shown;
    isAny ||= shown > 0;
  }
  document.getElementById("none").hidden = isAny;
});
