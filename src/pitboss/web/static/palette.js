// The palette: Ctrl-K, a few letters, Enter. It finds things and pages, and opens the form of what is
// to be done.

import { element, figure, say } from "./live.js";

const WAIT_MS = 120;

const dialog = document.querySelector("dialog.palette");
const opener = document.querySelector(".palette-open");

/** Open the form that an address names, and put the reader into it. */
function openForm() {
  const name = decodeURIComponent(location.hash.slice(1));
  const form = name && document.querySelector(`details[data-ask="${CSS.escape(name)}"]`);
  if (!form) return;
  form.open = true;
  form.querySelector("input:not([type=hidden]), select, textarea, button")?.focus();
  form.scrollIntoView({ block: "center" });
}

function watchPalette() {
  const field = dialog.querySelector("input");
  const list = dialog.querySelector("[role=listbox]");
  const status = dialog.querySelector("[role=status]");
  let asked = 0;
  let timer = 0;
  let shown = ""; // the text whose results are shown

  const options = () => [...list.querySelectorAll("[role=option]")];
  const chosen = () => list.querySelector("[aria-selected=true]");

  function choose(option) {
    chosen()?.setAttribute("aria-selected", "false");
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option) field.setAttribute("aria-activedescendant", option.id);
    else field.removeAttribute("aria-activedescendant");
  }

  function show(groups) {
    let count = 0;
    list.replaceChildren(...groups.map(({ title, hits }, n) => element(
      "div", { role: "group", "aria-labelledby": `palette-${n}` },
      element("div", { id: `palette-${n}`, role: "presentation", class: "group" }, title),
      ...hits.map(({ name, line, address }) => element(
        "div", { role: "option", id: `palette-hit-${count++}`, "aria-selected": "false", "data-address": address },
        element("span", {}, name), element("small", { class: "quiet" }, line),
      )),
    )));
    field.setAttribute("aria-expanded", String(count > 0));
    if (!field.value.trim()) status.textContent = "";
    else if (count) status.textContent = say(dialog.dataset.count, { count: figure(count) });
    else status.textContent = dialog.dataset.nothing;
    choose(options()[0]);
  }

  /** What the text means; an answer that a later one has overtaken is dropped. */
  async function look() {
    const number = ++asked;
    const text = field.value.trim();
    const answer = text ? await fetch(`/office/palette?q=${encodeURIComponent(text)}`).catch(() => null) : null;
    if (number !== asked) return;
    shown = text;
    show(answer?.ok ? await answer.json() : []);
  }

  function go(option) {
    if (!option) return;
    dialog.close();
    location.assign(option.dataset.address);
  }

  function open() {
    if (dialog.open || document.querySelector("dialog[open]")) return;
    dialog.showModal();
    field.select();
  }

  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(look, WAIT_MS);
  });
  field.addEventListener("keydown", async (event) => {
    const all = options();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && all.length) {
      event.preventDefault();
      choose(all[(all.indexOf(chosen()) + step + all.length) % all.length]);
    } else if (event.key === "Enter") {
      event.preventDefault();
      clearTimeout(timer);
      if (shown !== field.value.trim()) await look(); // Enter came before the answer to the last letter
      go(chosen());
    }
  });
  list.addEventListener("click", (event) => go(event.target.closest("[role=option]")));
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    open();
  });
  opener.hidden = false;
  opener.addEventListener("click", open);
}

if (dialog) watchPalette();
openForm();
addEventListener("hashchange", openForm);
