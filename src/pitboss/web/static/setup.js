// The setup: the few things a plain form can't do.

const FOLLOWED = "[data-follow]";
const FOLLOW_MS = 2000;

// Offer this computer's time zone first, without choosing it: it may be someone's laptop.
const zones = document.querySelector("select[data-here]");
const here = [...(zones?.options ?? [])].find(
  ({ value }) => value === Intl.DateTimeFormat().resolvedOptions().timeZone,
);
if (here) {
  zones.options[0].after(here);
  here.textContent = zones.dataset.here.replace("{zone}", here.textContent);
}

/** On a phone the steps scroll sideways: center the current one. */
function showStep() {
  document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
}
matchMedia("(max-width: 800px)").addEventListener("change", showStep); // also once it is turned
showStep();

// A step that was saved but not left: show the reason first.
document.getElementById("to-fix")?.focus();

/** A step that was refused: why stands beside the field that is wrong, and the keyboard is there; where no
    field is, at why. */
function showRefused(refusal) {
  const field = document.querySelector(`main [name="${CSS.escape(refusal.dataset.field)}"]`);
  if (field) {
    putBeside(field, refusal);
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", refusal.id);
    field.addEventListener("input", () => field.removeAttribute("aria-invalid"), { once: true });
  }
  (field ?? refusal).focus();
  refusal.scrollIntoView({ block: "nearest" });
}

/** In a table it gets its own row, under the field's. */
function putBeside(field, refusal) {
  const row = field.closest("tr");
  if (!row) {
    field.closest("fieldset, label").after(refusal);
    return;
  }
  const cell = row.parentElement.insertRow(row.sectionRowIndex + 1).insertCell();
  cell.colSpan = row.cells.length;
  cell.append(refusal);
}

const refusal = document.getElementById("refusal");
if (refusal) showRefused(refusal);

/** Show what others do meanwhile, such as pairing a screen. */
async function follow() {
  const answer = await fetch(location.pathname).catch(() => null); // the next try may succeed
  if (!answer?.ok) return;
  const now = new DOMParser().parseFromString(await answer.text(), "text/html").querySelectorAll(FOLLOWED);
  document.querySelectorAll(FOLLOWED).forEach((part, place) => {
    const found = now[place];
    if (found && found.textContent !== part.textContent) part.replaceChildren(...found.childNodes);
  });
}

// ---- figures that move while somebody types -----------------------------------------------------

const STILL_MS = 200; // since the last key

/**
 * The server computes from the typed values and saves nothing; its answer fills the same places.
 */
async function figure(form, signal) {
  const body = new URLSearchParams(new FormData(form));
  const answer = await fetch(form.dataset.figures, { method: "POST", body, signal }).catch(() => null);
  if (!answer?.ok) return; // saving says what is wrong
  const now = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [why, told] = [now, document].map((page) => page.getElementById("figures-refused"));
  const field = form.querySelector(`[name="${CSS.escape(why?.dataset.field ?? "")}"]`);
  field?.closest("section")?.querySelector(".figures").before(told);
  told.textContent = why?.textContent ?? "";
  told.hidden = !why;
  for (const part of now.querySelectorAll("body [id]:not(#figures-refused)")) {
    document.getElementById(part.id)?.replaceWith(part);
  }
}

function figureAlong(form) {
  let last = new AbortController();
  let still = 0;
  form.addEventListener("input", () => {
    clearTimeout(still);
    last.abort();
    last = new AbortController();
    still = setTimeout(figure, STILL_MS, form, last.signal);
  });
}

const figured = document.querySelector("form[data-figures]");
if (figured) figureAlong(figured);

if (document.querySelector(FOLLOWED)) setInterval(() => document.hidden || follow(), FOLLOW_MS);

for (const button of document.querySelectorAll("[data-print]")) {
  button.addEventListener("click", () => window.print());
}

// A press counts once: a second one would send the step again.
for (const form of document.querySelectorAll("form[method=post]")) {
  form.addEventListener("submit", () => {
    requestAnimationFrame(() => {
      for (const button of form.querySelectorAll("button")) {
        button.disabled = true;
        button.setAttribute("aria-busy", "true");
      }
    });
  });
}
// A page restored from the browser's memory can be sent again.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
