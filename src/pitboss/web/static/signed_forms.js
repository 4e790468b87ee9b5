// Plain forms of somebody who has signed on: where the session is over, whoever types the PIN goes on.

import { regain } from "./regain.js";

const token = document.querySelector('meta[name="csrf"]');

for (const form of document.querySelectorAll("form[method=post]")) {
  form.addEventListener("submit", async (event) => {
    if (form.dataset.renewed !== undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation(); // it is not sent yet
    if (!(await regain())) return;
    form.querySelector('[name="csrf"]').value = token.content;
    form.dataset.renewed = "";
    form.requestSubmit(event.submitter);
  }, { capture: true });
}
