// The "?" of every screen: what can be done there now, by the state that the page itself shows.

const dialog = document.getElementById("help");
const opener = document.getElementById("help-open");

document.querySelector(".help-place").append(opener);

/** The state of a screen: a table's phase, the section of an office, the step of a guide. */
function stateOf() {
  const step = document.querySelector(".guide [aria-current=step]");
  return (
    step?.dataset.step ??
    document.querySelector(".guide")?.dataset.status ??
    document.querySelector("main[data-phase]")?.dataset.phase ??
    document.querySelector("[data-help]")?.dataset.help ??
    ""
  );
}

function showState() {
  const state = stateOf();
  let found = false;
  for (const text of dialog.querySelectorAll("[data-help-state]")) {
    text.hidden = text.dataset.helpState !== state;
    found ||= !text.hidden;
  }
  const now = dialog.querySelector("#help-now");
  if (now) now.hidden = !found;
}

/** Every form of the page that whoever reads may send: a press opens it. */
function showForms() {
  const place = dialog.querySelector("#help-can");
  const forms = [...document.querySelectorAll("main details.ask > summary")];
  const isOffice = document.querySelector("[data-help]") !== null;
  place.hidden = !isOffice;
  place.querySelector("p").hidden = forms.length > 0;
  place.querySelector("ul").replaceChildren(
    ...forms.map((summary) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.className = "small";
      const step = summary.closest("[data-step]")?.querySelector("h2").firstChild.textContent.trim();
      button.textContent = step ? `${step}: ${summary.textContent}` : summary.textContent;
      button.addEventListener("click", () => {
        dialog.close();
        summary.parentElement.open = true;
        summary.focus();
      });
      item.append(button);
      return item;
    }),
  );
}

function open() {
  showState();
  showForms();
  dialog.showModal();
  dialog.querySelector("#help-title").focus();
}

opener.addEventListener("click", open);

addEventListener("keydown", (event) => {
  if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches?.("input, textarea, select") || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  open();
});
