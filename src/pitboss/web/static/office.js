// The office: tables that sort and filter, forms that send one command, live meters.

import { dollars, element, figure, fillBadge, lostWords, newId, post, press, readTrack, say, stream, tell, words } from "./live.js";
import { clearRefused, keepDone, showDone, showRefused } from "./office_done.js";
import { bodyOf, dropCards, secondOf, takeCard } from "./office_fields.js";
import { keepForms } from "./kept_forms.js";
import { showFreshRows } from "./office_rows.js";
import { watchAdjustment } from "./office_adjust.js";
import { watchStatement } from "./office_statement.js";
import { upload } from "./upload.js";

const w = words.desk;
const RELOAD_MS = 700;
const ATTACHED_BYTES_MOST = 5_000_000;

// ---- tables -------------------------------------------------------------------------------------

/** What a cell is sorted by: a number where it is one, else its text. */
function orderOf(row, column) {
  const cell = row.cells[column];
  const order = cell?.dataset.order ?? cell?.textContent.trim() ?? "";
  const number = Number(order);
  return order !== "" && Number.isFinite(number) ? number : order;
}

function compare(one, other) {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one).localeCompare(String(other), undefined, { numeric: true });
}

function sortBy(table, head) {
  const column = head.cellIndex;
  const down = head.getAttribute("aria-sort") === "ascending";
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  const rows = [...table.tBodies[0].rows];
  rows.sort((a, b) => compare(orderOf(a, column), orderOf(b, column)) * (down ? -1 : 1));
  table.tBodies[0].append(...rows);
}

function filter(sheet, text) {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const row of sheet.querySelectorAll("tbody tr")) {
    const plain = [...row.cells].map((cell) => cell.dataset.found ?? ""); // 2026-11-17
    const said = [row.textContent, ...plain].join(" ").toLowerCase();
    row.hidden = !wanted.every((word) => said.includes(word));
    count += row.hidden ? 0 : 1;
  }
  sheet.querySelector("[data-count]").textContent = figure(count);
  sheet.querySelector("[data-rows]").textContent = count === 1 ? w.row : w.rows;
}

for (const table of document.querySelectorAll(".sheet table")) {
  const sheet = table.closest(".sheet");
  for (const head of table.tHead.rows[0].cells) {
    head.querySelector("button").addEventListener("click", () => sortBy(table, head));
  }
  sheet.querySelector(".filter").addEventListener("input", (event) => filter(sheet, event.target.value));
  // The address keeps its query when a table is exported.
  const link = sheet.querySelector(".export");
  if (!link) continue;
  const asked = new URLSearchParams(location.search);
  for (const [name, value] of new URLSearchParams(link.search)) asked.set(name, value);
  link.search = asked.toString();
}

// ---- forms --------------------------------------------------------------------------------------

/** Several commands by one button, in their order, until one is refused; what is done stays done,
    and is shown so: the answer to a refusal says which parts are recorded. */
async function askParts(form, parts) {
  parts.forEach(bodyOf); // an unreadable field stops all of them
  const recorded = [];
  let answer = null;
  for (const part of parts) {
    const name = part.querySelector("legend").textContent;
    const { command, post: path, gives } = part.dataset;
    answer = await (command ? press(command, bodyOf(part)) : post(path, bodyOf(part)));
    if (!answer.accepted) {
      if (!recorded.length) return { ...answer, part };
      const said = { recorded: recorded.join(", "), left: name, reason: answer.reason };
      return { ...answer, part, reason: say(form.dataset.partly, said) };
    }
    recorded.push(name);
    part.disabled = true;
    if (gives) passOn(form, gives, answer[gives]);
    else showRecorded(form, part);
  }
  return answer;
}

/** What one part's answer gives to the next one, and to this page's address for a reload. */
function passOn(form, name, value) {
  for (const field of form.querySelectorAll(`[data-given="${name}"]`)) field.value = value;
  const address = new URL(location);
  address.searchParams.set("people", value);
  history.replaceState(null, "", address);
}

/** A step of a guide that was recorded while the page stays. */
function showRecorded(form, part) {
  const step = document.querySelector(`.guide [data-step="${part.dataset.part}"]`);
  step.dataset.state = "done";
  step.querySelector(".state").textContent = form.dataset.recorded;
}

/** Send a form's file first; the form then names it by its digest. */
async function attach(form) {
  const [file] = form.querySelector("[type=file]").files;
  if (!file) return null;
  if (file.size > ATTACHED_BYTES_MOST) throw new Error(w.attachment_bytes);
  const { digest, refused } = await upload(file, form.dataset.attaches, { needsHttps: w.attachment_https });
  if (refused) return refused;
  form.elements.sha256.value = digest;
  form.elements.file_name.value = file.name;
  return null;
}

async function ask(form) {
  const parts = [...form.querySelectorAll("fieldset:is([data-command], [data-post]):enabled")];
  if (parts.length) return askParts(form, parts);
  if (form.dataset.attaches) {
    const refused = await attach(form);
    if (refused) return refused;
  }
  const body = { ...bodyOf(form), ...secondOf(form) };
  if (form.dataset.command) return press(form.dataset.command, body);
  const path = form.dataset.post.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(form.querySelector(`[name="${name}"]`).value),
  );
  return post(path, form.hasAttribute("data-new-id") ? { command_id: newId(), ...body } : body);
}

/** One part of what a change replaces. */
function partLine([part, before, after]) {
  return element("li", {}, `${part} `, element("b", { class: "figure" }, `${before} → ${after}`));
}

/** What the exact math says about a change, before anyone requests it. */
async function look(form, button) {
  const answer = await post(form.dataset.preview, bodyOf(form));
  if (!answer.accepted) {
    showRefused(form, answer);
    return;
  }
  const place = form.querySelector(".preview");
  place.replaceChildren(
    element("ul", { class: "parts" }, ...answer.changes.map(partLine)),
    ...(answer.approvals.length ? [element("h3", {}, w.approvals)] : []),
    ...answer.approvals.map((text) => element("p", { class: "warning grave" }, text)),
    element("h3", {}, w.warn),
    ...answer.warnings.map((text) => element("p", { class: "warning" }, text)),
    ...(answer.warnings.length ? [] : [element("p", { class: "quiet" }, w.no_warning)]),
    ...(answer.proof ? [element("p", { class: "quiet" }, answer.proof)] : []),
  );
  place.hidden = false;
  form.dataset.looked = "";
  button.textContent = button.dataset.sure;
}

/** Anything changed after the review needs a new review. */
function unlook(form) {
  const button = form.querySelector("button");
  delete form.dataset.looked;
  form.querySelector(".preview").hidden = true;
  button.textContent = button.dataset.look;
}

async function send(form) {
  const button = form.querySelector("button");
  if (button.hasAttribute("aria-busy")) return; // a disabled one would lose the keyboard focus
  button.setAttribute("aria-busy", "true");
  clearRefused(form);
  try {
    if (form.dataset.preview && form.dataset.looked === undefined) {
      await look(form, button);
      return;
    }
    const second = secondOf(form);
    const answer = await ask(form);
    if (!answer.accepted) {
      showRefused(form, answer);
      return;
    }
    form.dispatchEvent(new Event("sent"));
    if (form.dataset.keys) Object.assign(answer, await firstKeys(form, second));
    showOnce(form, answer);
    finish(form, answer);
  } catch (fault) {
    showRefused(form, { reason: fault.message, field: fault.field?.name });
  } finally {
    button.removeAttribute("aria-busy");
    for (const secret of form.querySelectorAll("[data-pin]")) secret.value = "";
    dropCards(form);
  }
}

/** Say what was done: here, or on the next page. */
function finish(form, answer) {
  const text = answer.told || form.dataset.told || w.done;
  const small = answer.seq ? say(words.common.entry, answer) : "";
  const reloads = form.hasAttribute("data-reload");
  if (!reloads && !form.dataset.then) {
    tell(form, text, "done", small);
    return;
  }
  keepDone(text, small, Boolean(form.closest(".guide")));
  history.scrollRestoration = "manual"; // the next page starts with what was done
  if (reloads) location.reload();
  else location.assign(say(form.dataset.then, answer));
}

/** A new badge gets its PIN and card at once, by the same two people. */
async function firstKeys(form, second) {
  const badge = form.querySelector('[name="badge"]').value;
  const path = form.dataset.keys.replace("{badge}", encodeURIComponent(badge));
  const keys = await post(path, { reason: "@first_keys", ...second });
  if (!keys.accepted) throw new Error(keys.reason);
  showFreshRows();
  return { pin: keys.pin, track: keys.track, code: keys.code };
}

/** What the server shows only once: a code, a PIN, a track. */
function showOnce(form, answer) {
  const output = form.querySelector("output");
  if (!output) return;
  for (const place of output.querySelectorAll("[data-once]")) {
    const shown = answer[place.dataset.once];
    if (place.tagName === "IMG") place.src = shown;
    else place.textContent = typeof shown === "object" ? JSON.stringify(shown, null, 2) : shown;
  }
  for (const place of output.querySelectorAll("[data-slip]")) {
    const field = form.querySelector(`[name="${place.dataset.slip}"]`);
    place.textContent = field?.selectedOptions?.[0]?.textContent ?? field?.value ?? "";
  }
  output.hidden = false;
}

for (const button of document.querySelectorAll("[data-print-slip]")) {
  button.addEventListener("click", () => {
    const slip = button.closest(".slip");
    slip.dataset.printing = "";
    document.documentElement.dataset.slip = "";
    globalThis.print();
    delete slip.dataset.printing;
    delete document.documentElement.dataset.slip;
  });
}

/** A chosen file fills the field where its text could be pasted. */
for (const file of document.querySelectorAll("[data-fills-text]")) {
  file.addEventListener("change", async () => {
    if (file.files.length) file.form.querySelector(`[name="${file.dataset.fillsText}"]`).value = await file.files[0].text();
  });
}

for (const form of document.querySelectorAll("form[data-shows]")) watchStatement(form, bodyOf);

showDone();
const forms = [...document.querySelectorAll("form.command")];
for (const form of forms) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form);
  });
  if (form.dataset.preview) form.addEventListener("input", () => unlook(form));
}

/** What is being printed now is no longer unprinted; a reload says so too. */
for (const form of document.querySelectorAll('form[action="/office/payout-form"]'))
  form.addEventListener("submit", () => {
    for (const mark of document.querySelectorAll("[data-unprinted]")) mark.remove();
  });

// ---- what a choice means ------------------------------------------------------------------------

/** Shows the current state of a choice beside it, and fills its fields. */
for (const field of document.querySelectorAll("select:has(option[data-now])")) {
  const place = field.parentElement.querySelector("small[data-now]");
  field.addEventListener("change", () => {
    const { now = "", fills = "{}" } = field.selectedOptions[0]?.dataset ?? {};
    place.textContent = now;
    place.hidden = !now;
    for (const [name, value] of Object.entries(JSON.parse(fills))) {
      field.form.querySelector(`[name="${name}"]`).value = value;
    }
  });
}

/** Fields that only one choice needs, or all but one. */
for (const choice of document.querySelectorAll("select[data-opens], [data-opens] select")) {
  choice.addEventListener("input", () => {
    for (const part of choice.form.querySelectorAll("[data-when]")) part.hidden = part.disabled = part.dataset.when !== choice.value;
    for (const part of choice.form.querySelectorAll("[data-unless]")) part.hidden = part.disabled = part.dataset.unless === choice.value;
  });
}

for (const form of forms.filter((one) => one.querySelector("[data-round]"))) watchAdjustment(form);

// ---- swipes -------------------------------------------------------------------------------------

/** A swipe goes to the active form, or to the only one that needs a second person. */
function swiped(track) {
  const asking = document.querySelector("[data-print][data-waiting]");
  if (asking) {
    print(asking, { swipe: { track } });
    return;
  }
  const wanting = forms.filter((form) => form.querySelector("[data-second]"));
  const form = wanting.find((one) => one.contains(document.activeElement)) ?? wanting[0];
  if (!form) return;
  if (!takeCard(form.querySelector("[data-cards]"), track))
    fillBadge(track, form.querySelector("[data-badge]"), form.querySelector("[data-pin]"));
}

// ---- printing -----------------------------------------------------------------------------------

/** Record a print first; then the page says which copy it is. */
async function print(button, who = {}) {
  const award = button.dataset.print;
  const answer = await press("print-win-page", { award, table: button.dataset.table ?? "", ...who });
  if (!answer.accepted) {
    tell(button.closest(".print"), answer.reason, "refused", answer.code);
    return;
  }
  delete button.dataset.waiting;
  const paper = document.getElementById("paper").value;
  open(`/wins/${encodeURIComponent(award)}/page.pdf?paper=${paper}&printed=${answer.seq}`, "_blank", "noopener");
  setTimeout(() => location.reload(), RELOAD_MS);
}

for (const button of document.querySelectorAll("[data-print]")) {
  button.addEventListener("click", () => {
    if (button.hasAttribute("data-swipe")) {
      button.dataset.waiting = "";
      document.getElementById("print-swipe").hidden = false;
    } else print(button);
  });
  button.disabled = false; // earlier clicks would be lost
}
readTrack(swiped);

const menu = document.querySelector(".office nav > ul");
const isRow = matchMedia("(max-width: 860px)");

/** Open the groups of the menu for which a low screen has room; the current one is open. */
function openMenu() {
  const others = [...(menu?.querySelectorAll("details:not(:has([aria-current]))") ?? [])];
  for (const group of others) group.open = false;
  for (const group of others) {
    group.open = true;
    if (!isRow.matches && menu.scrollHeight > menu.clientHeight) group.open = false;
  }
}

/** On a phone the menu scrolls sideways: center the current entry. */
function showPlace() {
  openMenu();
  document.querySelector(".office nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
}
isRow.addEventListener("change", showPlace); // also once it is turned
addEventListener("resize", openMenu);
addEventListener("load", showPlace); // fonts have moved it
showPlace();

// ---- meters that live ---------------------------------------------------------------------------

if (document.getElementById("meters")) {
  const link = document.getElementById("link");
  stream(
    "/api/stream/office",
    {
      jackpot(board) {
        for (const level of board.levels) {
          const name = `[data-jackpot="${CSS.escape(board.jackpot)}"][data-level="${CSS.escape(level.level)}"]`;
          for (const place of document.querySelectorAll(name)) {
            (place.querySelector(".money") ?? place).textContent = dollars(level.meter_cents);
          }
        }
      },
      beat() {
        if (!link.firstChild) link.append(element("span", { class: "ok" }, w.live));
      },
    },
    {
      lost: (beat) => link.replaceChildren(element("span", { class: "bad" }, beat ? lostWords(beat) : w.lost)),
      back: () => link.replaceChildren(),
    },
  );
}

keepForms(forms);
document.documentElement.dataset.ready = ""; // earlier presses would be lost
