// A page whose session ended, or whose token is old: the same person continues, and no typed text
// is lost.

import { element, say, words } from "./live.js";

const OWN_PAGE = "/pin"; // for everyone who signed in
const token = document.querySelector('meta[name="csrf"]');
const badge = document.querySelector('meta[name="badge"]')?.content;
let asking = null; // several requests of a page share one PIN

/** Whether the page may try again: its session continues, or someone typed the PIN. */
export async function regain() {
  if (!badge) return false;
  const page = await load(OWN_PAGE);
  if (isOwn(page)) return true;
  asking ??= askForPin(page).finally(() => (asking = null));
  return asking;
}

async function load(path, form) {
  const answer = await fetch(path, { credentials: "same-origin", ...(form && { method: "POST", body: new URLSearchParams(form) }) });
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/** A page of the same person's session has the current token. */
function isOwn(page) {
  const own = page.querySelector('meta[name="badge"]')?.content === badge;
  if (own) token.content = tokenOf(page);
  return own;
}

const tokenOf = (page) => page.querySelector('meta[name="csrf"]')?.content ?? "";

function askForPin(door) {
  const said = words.common;
  const pin = element("input", { type: "password", inputmode: "numeric", maxlength: 12, autocomplete: "off", required: true });
  const refused = element("p", { class: "toast refused", role: "alert", hidden: true });
  const dialog = element("dialog", { class: "help regain" },
    element("p", {}, say(said.session_over, { badge })),
    element("form", { method: "dialog", onsubmit: again },
      element("label", {}, said.pin, pin), refused,
      element("p", { class: "acts" },
        element("button", { class: "go" }, said.continue),
        element("button", { type: "button", onclick: () => dialog.close() }, said.cancel))));
  let csrf = tokenOf(door);

  async function again(event) {
    event.preventDefault();
    const page = await load("/sign-on", { csrf, badge, pin: pin.value, next: OWN_PAGE });
    pin.value = "";
    if (isOwn(page)) return dialog.close("own");
    csrf = tokenOf(page) || csrf;
    refused.textContent = page.querySelector(".refusal")?.firstChild.textContent ?? said.unreadable;
    refused.hidden = false;
  }

  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "own");
    });
  });
}
