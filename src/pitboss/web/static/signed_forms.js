// Plain forms of a signed-in person: after the session ends, typing the PIN continues.

import { regain } from "./regain.js";

const token = document.querySelector('meta[name="csrf"]');

for (const form of document.querySelectorAll("form[method=post]")) {
  form.addEventListener("submit", async (event) => {
    if (form.dataset.renewed !== undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation(); // not sent yet
    if (!(await regain())) return;
    form.querySelector('[name="csrf"]').value = token.content;
    form.dataset.renewed = "";
    form.requestSubmit(event.submitter);
  }, { capture: true });
}
