// What a form of the office says of its press, and where the keyboard goes on from there.

import { messageOf, tell } from "./live.js";

const DONE = "done"; // what was done, for the page that comes next

/** The field that is wrong is known by the refusal's code, within the part of the form that was refused, or
    by itself. Where none is, a PIN has to be typed again; else the keyboard stays where it is. */
export function showRefused(form, { reason, code = "", part = form, field = null }) {
  for (const other of form.querySelectorAll("[aria-invalid]")) unmark(other);
  const place = part.querySelector(`[data-wrong~="${code}"]`);
  const wrong = field ?? place?.querySelector("input, select");
  const pin = [...form.querySelectorAll("[data-pin]")].find((each) => each.value);
  const next = wrong ?? pin ?? form.querySelector(":focus:enabled") ?? form.querySelector("button");
  next.focus();
  const shown = tell(place ?? form, reason, "refused", code);
  if (wrong) mark(wrong, shown);
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

/** What the page before this one has done stays until the next press. The keyboard goes on with the next
    step of a guide, which itself shows the one before; where there is none, from what was done. */
export function showDone() {
  const next = document.querySelector("form[data-next] :is(input:not([type=hidden]), select, button)");
  const { text, small, guided } = JSON.parse(sessionStorage.getItem(DONE) ?? "{}");
  sessionStorage.removeItem(DONE);
  const shown = text && !(guided && next) ? messageOf(text, "done", small) : null;
  if (shown) {
    shown.setAttribute("role", "status");
    shown.tabIndex = -1;
    document.querySelector("main .head").after(shown);
  }
  (next ?? shown)?.focus();
}
