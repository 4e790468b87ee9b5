// One table in the pit: confirm awards, pause, resume, void; its memory refreshes automatically.

import {
  bothWords, dollars, element, fillBadge, limitOf, lostSince, press, readTrack, say, sharedWords, standingOf, stream,
  tell, whyWords, words,
} from "./live.js";
import { envyWords } from "./envy.js";
import { stepList } from "./shuffler.js";

const w = words.pit;
const t = words.pit.table;
const { table, role, badge, time_zone: timeZone, meters, titles } = JSON.parse(document.getElementById("data").textContent);
const part = (id) => document.getElementById(id);
const band = part("band");
const pit = document.querySelector(".pit");
const REFRESH_MS = 1200;

const confirmForm = part("confirm-form"); // missing if awards are confirmed only at the table

let board = null;
let shuffler = null; // the ticked steps for a failing shuffler
let refreshing = 0;
let heardMs = null; // the server's clock when it was last heard

// ---- what the floor shows -----------------------------------------------------------------------

/** Where an award comes from; a jackpot's only meter goes by the jackpot's title. */
function source(award) {
  const from = [];
  if (award.level) from.push(meters[award.jackpot] ?? award.level_name);
  if (award.house_cents) from.push(t.house);
  if (award.tray_cents) from.push(t.tray);
  return from.join(" + ");
}

function showConfirm(confirm) {
  const atKeypad = board.has_key && board.marks.length > 0;
  part("awards").hidden = !confirm || atKeypad;
  part("no-awards").hidden = Boolean(confirm) || atKeypad;
  part("at-keypad").hidden = !atKeypad;
  part("confirm").classList.toggle("needs", Boolean(confirm) || atKeypad);
  if (!confirm) return;
  part("prizes").replaceChildren(
    ...confirm.awards.map((award) =>
      element(
        "tr",
        {},
        element("td", { class: "figure", "data-label": t.seat }, String(award.seat)),
        element("td", {}, award.hand, titles.length > 1 ? element("small", {}, titles[award.sensor - 1]) : null),
        element("td", {}, source(award)),
        element("td", { class: "right money" }, dollars(award.total_cents)),
      ),
    ),
  );
  part("total").textContent = dollars(confirm.total_cents);
  part("shared").textContent = confirm.shared.map(sharedWords).join(" ");
  part("envy").textContent = confirm.envy.length ? `${t.envy}: ${envyWords(confirm.envy)}` : "";
  const also = confirm.unmarked.map((spot) => say(t.also, spot));
  part("also").textContent = [...also, ...bothWords(confirm)].join(" ");
  const needs = confirm.role === "executive" ? t.needs_executive : t.needs_supervisor;
  part("authority").textContent = `${needs} (${limitOf(confirm)})`;
  const field = part("badge");
  if (confirm.role === "executive" && role !== "executive" && field?.value === badge) field.value = "";
  showChecks(confirm);
}

function showAwarded() {
  part("awarded").hidden = !board.awards.length;
  part("awarded-list").replaceChildren(
    ...board.awards.map((award) =>
      element(
        "li",
        {},
        element(
          "a",
          { href: `/wins/${encodeURIComponent(award.award)}` },
          `${t.seat} ${award.seat}: ${award.hand} ${dollars(award.total_cents)}`,
        ),
        ` · ${t.status[award.status.replace(" ", "_")]}`,
      ),
    ),
  );
}

/** What people check before confirming awards of this size. */
function showChecks(confirm) {
  const most = Math.max(...confirm.awards.map((award) => award.total_cents));
  for (const line of document.querySelectorAll(".checks li")) line.hidden = most < Number(line.dataset.from);
}

function show() {
  const standing = standingOf(board);
  part("phase").textContent = [w.phase[standing] ?? w.phase[board.phase], whyWords(board.why)].filter(Boolean).join(": ");
  document.querySelector("main").dataset.phase = board.phase;
  document.querySelector("main").dataset.standing = standing;
  part("phase").className = `phase ${board.phase}`;
  showConfirm(board.confirm);
  showAwarded();
  const open = ["open", "marked"].includes(board.phase) || (board.phase === "paused" && board.spots.length);
  const shown = {
    "answer-call": board.called,
    "report-shuffler": Boolean(board.shuffler) && !board.shuffler.out,
    "clear-shuffler": Boolean(board.shuffler?.out),
    "pause-table": board.phase !== "paused" && board.phase !== "closed",
    "resume-table": board.phase === "paused",
    "void-round": open && !board.awards.length,
  };
  for (const form of document.querySelectorAll("[data-act]")) {
    if (form.dataset.act in shown) form.hidden = !shown[form.dataset.act];
  }
  showSteps();
}

/** The steps for a shuffler that failed; ticks stay until a step is recorded. */
function showSteps() {
  const form = part("shuffler-form");
  const failed = board.shuffler?.out ? board.shuffler : null;
  if (!form) return;
  form.hidden = !failed;
  const now = failed ? `${failed.done}` : "";
  if (!failed || form.dataset.shown === now) return;
  form.dataset.shown = now;
  shuffler = stepList(failed.steps, failed.done);
  part("shuffler-steps").replaceChildren(shuffler.list);
}

// ---- what a person does -------------------------------------------------------------------------

async function act(name, body, button) {
  button.disabled = true;
  const answer = await press(name, body);
  button.disabled = false;
  const place = button.closest(".side") ?? part("confirm"); // new pictures leave it alone
  if (answer.accepted) tell(place, answer.told || w.done, "done", say(words.common.entry, answer));
  else tell(place, answer.reason, "refused", answer.code);
  if (!answer.accepted) refreshSoon(); // it is listed under refused presses now
  return answer.accepted;
}

confirmForm?.addEventListener("submit", (event) => {
  event.preventDefault();
  const pin = part("pin").value;
  part("pin").value = "";
  const swipe = { badge: part("badge").value.trim(), pin };
  if (board?.confirm) act("confirm-awards", { table, swipe }, confirmForm.querySelector("button"));
});
part("shuffler-form")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const button = event.target.querySelector("button");
  act("take-shuffler-steps", { table, through: shuffler.through() }, button);
});
if (confirmForm) readTrack((track) => fillBadge(track, part("badge"), part("pin")));

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("[data-act]");
  if (!form) return;
  event.preventDefault();
  const fields = Object.fromEntries(new FormData(form));
  const body = fields.jackpot ? fields : { table, ...fields };
  if (await act(form.dataset.act, body, form.querySelector("button"))) form.reset();
});

// ---- the memory of the table --------------------------------------------------------------------

function refreshSoon() {
  if (!refreshing) refreshing = setTimeout(refresh, REFRESH_MS);
}

async function refresh() {
  refreshing = 0;
  const answer = await fetch(location.href, { credentials: "same-origin" });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  // Keep what someone is typing: the search, and the reason for an unchanged jackpot.
  for (const id of ["story", "lists", "jackpots"]) {
    const [old, fresh] = [part(id), page.getElementById(id)];
    const isSame = id === "jackpots" && old?.dataset.state === fresh?.dataset.state;
    if (old && fresh && !isSame) old.replaceWith(document.adoptNode(fresh));
  }
}

function sayBand(text) {
  band.textContent = text;
  band.hidden = !text;
}

stream(
  `/api/stream/pit?table=${encodeURIComponent(table)}`,
  {
    table(picture) {
      const first = board === null;
      board = picture;
      show();
      if (!first) refreshSoon();
    },
    beat(beat) {
      heardMs = beat.at_ms;
      sayBand(beat.journal === "ok" ? "" : w.journal);
    },
  },
  {
    lost(beat) {
      pit.dataset.link = "lost";
      sayBand(lostSince(beat, heardMs, timeZone));
    },
    back() {
      pit.dataset.link = "live";
      sayBand("");
    },
  },
);
