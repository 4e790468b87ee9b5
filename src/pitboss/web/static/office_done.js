// What an office form says after a press, and where the keyboard focus goes.

import { element, messageOf, tell } from "./live.js";

const DONE = "done"; // what was done, for the next page

/** The field that is wrong is known by its name, or by the refusal's code, within the part of the form that
    was refused: why stands beside it. Where none is, a PIN has to be typed again; else the keyboard stays
    where it is. */
export function showRefused(form, { reason, code = "", part = form, field = "" }) {
  clearRefused(form);
  const named = part.querySelector(`[name="${CSS.escape(field)}"]:not([type=hidden])`);
  const place = named ? named.closest("[data-wrong]") : part.querySelector(`[data-wrong~="${code}"]`);
  const wrong = named ?? place?.querySelector("input, select");
  const pin = [...form.querySelectorAll("[data-pin]")].find((each) => each.value);
  const next = wrong ?? pin ?? form.querySelector(":focus:enabled") ?? form.querySelector("button");
  const folded = next.closest("details:not([open])");
  if (folded) folded.open = true;
  next.focus();
  const shown = tell(place ?? (named ? placeBeside(named) : form), inWords(reason, named), "refused", code);
  if (wrong) mark(wrong, shown);
}

/** A field only programs know gets its label from the form. */
function inWords(reason, field) {
  if (!field || !reason.startsWith(`${field.name}: `)) return reason;
  const label = field.ariaLabel ?? field.labels[0]?.firstChild.textContent.trim() ?? "";
  return `${label}${reason.slice(field.name.length)}`;
}

/** Below a field's label; in a table, a row below its own. */
function placeBeside(field) {
  const row = field.closest("tr");
  const place = element(row ? "td" : "div", { class: "said", colspan: row?.cells.length });
  if (row) row.after(element("tr", { class: "said" }, place));
  else (field.closest("label") ?? field).after(place);
  return place;
}

/** A new press clears the old errors, or shows them again. */
export function clearRefused(form) {
  for (const field of form.querySelectorAll("[aria-invalid]")) unmark(field);
  for (const said of form.querySelectorAll(".said, .toast.refused")) said.remove();
}

/** Until it is changed, a wrong field says so, and why. */
function mark(field, shown) {
  shown.id = "refusal";
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", shown.id);
  field.addEventListener("input", () => unmark(field), { once: true });
}

function unmark(field) {
  field.removeAttribute("aria-invalid");
  field.removeAttribute("aria-describedby");
}

/** What was done, for the page that comes next; `guided` where a step of a guide did it. */
export function keepDone(text, small, guided) {
  sessionStorage.setItem(DONE, JSON.stringify({ text, small, guided }));
}

/** What the page before this one has done stays until the next press, and the keyboard goes on from there:
    it is seen and said first. A step of a guide leads to the next one, which itself shows the one before. */
export function showDone() {
  const next = document.querySelector("form[data-next] :is(input:not([type=hidden]), select, button)");
  const { text, small, guided } = JSON.parse(sessionStorage.getItem(DONE) ?? "{}");
  sessionStorage.removeItem(DONE);
  const shown = text && !(guided && next) ? messageOf(text, "done", small) : null;
  if (shown) {
    shown.setAttribute("role", "status");
    shown.tabIndex = -1;
    document.querySelector("main .head").after(shown);
    document.addEventListener("click", removeOnPress);
  }
  (shown ?? next)?.focus();

  /** Enter in a field also presses its form's button. */
  function removeOnPress({ target }) {
    if (!target.closest("button")) return;
    shown.remove();
    document.removeEventListener("click", removeOnPress);
  }
}
