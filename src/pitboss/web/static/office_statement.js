// A bank statement: its file fills in the form, and two people see every line before they sign.

import { dollars, element, post, say } from "./live.js";

/** A bank's file is UTF-8, or what OFX calls 1252. */
async function textOf(file) {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The server parses a bank's file, and the form is filled in; nothing is accepted yet. */
async function readFile(form, file) {
  const result = form.querySelector("[data-read]");
  const chosen = [...form.querySelectorAll("[data-column]")];
  const columns = Object.fromEntries(chosen.map((field) => [field.dataset.column, field.value]));
  const field = (name) => form.querySelector(`[name="${name}"]`);
  field("lines").value = "";
  const answer = await post(file.dataset.statement, { text: await textOf(file.files[0]), columns });
  if (!answer.accepted) {
    result.textContent = answer.reason;
    return;
  }
  const { lines, last_four, from_day, to_day, closing_cents } = answer.statement;
  field("lines").value = JSON.stringify(lines);
  field("from_day").value = from_day;
  field("to_day").value = to_day;
  if (last_four) field("last_four").value = last_four;
  field("closing_cents").value = closing_cents === null ? "" : dollars(closing_cents);
  const [first, last] = answer.gap;
  const gap = first ? ` ${say(file.dataset.gap, { first, last })}` : "";
  result.textContent = say(file.dataset.told, { count: lines.length }) + gap;
  propose(form.querySelector('[data-kind="same"]'), answer.same);
}

/** Lines that may be entries under another reference: someone ticks those that are. */
function propose(place, found) {
  place.querySelectorAll("label").forEach((label) => label.remove());
  place.hidden = !found.length;
  for (const { line, entry, ...told } of found) {
    const box = element("input", { type: "checkbox", "data-line": line, "data-entry": entry });
    const text = element("span", {}, say(place.dataset.told, { line, entry, ...told }));
    place.append(element("label", { class: "flag" }, box, text));
  }
}

function drawTable({ title, columns, rows, amounts }) {
  const look = (place) => (amounts.includes(place) ? "right figure" : null);
  const draw = (tag, texts) => texts.map((text, place) => element(tag, { class: look(place) }, text));
  const head = element("tr", {}, ...draw("th", columns));
  const lines = rows.map((row) => element("tr", {}, ...draw("td", row)));
  return element(
    "table",
    { class: "plain" },
    element("caption", {}, title),
    element("thead", {}, head),
    element("tbody", {}, ...lines),
  );
}

function drawFact([name, amount]) {
  return element("div", {}, element("dt", {}, name), element("dd", { class: "money" }, amount));
}

/** Shows what people would sign after each change; only what is shown can be signed. */
export function watchStatement(form, bodyOf) {
  const place = form.querySelector(".preview");
  const digest = form.querySelector('[name="shown_sha256"]');
  const button = form.querySelector("button");
  let asked = 0;

  async function show() {
    const number = ++asked;
    button.disabled = true;
    digest.value = "";
    place.hidden = true;
    if (!form.querySelector('[name="closing_cents"]').value.trim()) return;
    let answer;
    try {
      const { shown_sha256: _, ...body } = bodyOf(form);
      answer = await post(form.dataset.shows, body);
    } catch (fault) {
      answer = { accepted: false, reason: fault.message };
    }
    if (number !== asked) return; // changed again meanwhile
    place.hidden = false;
    if (!answer.accepted) {
      place.replaceChildren(element("p", { class: "warning" }, answer.reason));
      return;
    }
    const facts = element("dl", { class: "facts" }, ...answer.facts.map(drawFact));
    place.replaceChildren(...answer.tables.map(drawTable), facts);
    digest.value = answer.shown_sha256;
    button.disabled = false;
  }

  button.disabled = true;
  form.addEventListener("change", async ({ target }) => {
    if (target.closest("[data-second]")) return;
    const file = form.querySelector("[data-statement]");
    if (target.matches("[data-statement], [data-column]") && file.files.length) await readFile(form, file);
    await show();
  });
}
