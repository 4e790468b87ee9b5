// A till: prizes as they come, and a drawer counted by denomination.

import { centsOf } from "./live.js";

const LOOK_MS = 5000;
const prizes = document.getElementById("prizes");

/** New prizes appear by themselves; the keyboard stays at its card. */
async function look() {
  let text = "";
  try {
    const answer = await fetch("/till");
    text = answer.ok && !answer.redirected ? await answer.text() : "";
  } catch {
    return; // the next look may find the server again
  }
  const found = new DOMParser().parseFromString(text, "text/html").getElementById("prizes");
  if (!found || found.innerHTML === prizes.innerHTML) return;
  const at = prizes.contains(document.activeElement) ? document.activeElement.getAttribute("href") : "";
  prizes.replaceChildren(...found.childNodes);
  if (at) prizes.querySelector(`[href="${CSS.escape(at)}"]`)?.focus();
}

if (prizes) setInterval(look, LOOK_MS);

/** What was counted, kind by kind; chips and the rest are one amount. */
function piecesOf(count) {
  const pieces = [...count.querySelectorAll("[data-each]")]
    .map(({ value, dataset }) => ({ cents_each: Number(dataset.each), number: Number(value.trim() || 0) }))
    .filter(({ number }) => number > 0);
  const rest = count.querySelector("[data-rest]").value;
  return rest.trim() ? [...pieces, { cents_each: centsOf(rest), number: 1 }] : pieces;
}

for (const count of document.querySelectorAll("[data-count-pieces]")) {
  const [total, kept] = ["cents", "pieces"].map((name) => count.form.querySelector(`[name="${name}"]`));
  const add = ({ target }) => {
    if (target === total) return;
    try {
      const pieces = piecesOf(count);
      if (!pieces.length && !kept.value) return; // only a total
      const cents = pieces.reduce((sum, each) => sum + each.cents_each * each.number, 0);
      kept.value = pieces.length ? JSON.stringify(pieces) : "";
      total.value = pieces.length ? (cents / 100).toFixed(2) : "";
    } catch {
      total.value = ""; // an amount half typed, or a card's track on its way through the field
    }
  };
  for (const kind of ["input", "focusin", "pointerdown"]) count.form.addEventListener(kind, add);
  total.addEventListener("input", () => {
    kept.value = "";
    for (const field of count.querySelectorAll("input")) field.value = "";
  });
}
