// What every page shares: words, money, the event stream, presses that are never lost or doubled,
// the badge reader, and short messages.

import { regain } from "./regain.js";

export const words = JSON.parse(document.getElementById("words").textContent);

const LOST_AFTER_MS = 3000;
const AGAIN_MS = 400;
const TOAST_MS = 4000;
const TAKE_OVER_MS = 15000;
const NOON_H = 12;
// What a press gets while no engine leads: from one that does not, or has just lost the journal.
const NOBODY_LEADS = new Set([
  "STANDING_BY", "ENGINE_SUPERSEDED", "ENGINE_STOPPED", "JOURNAL_IN_USE", "JOURNAL_MOVED_ON",
  "LEADER_UNREACHABLE",
]);

const NOT_IN = new Set(["NOT_SIGNED_ON", "BADGE_REVOKED", "BADGE_ENDED"]);
const SIGNED_OFF = new Set(["CSRF_WRONG", "NOT_SIGNED_ON"]);

const written = words.notation;

/** Cents as people read them: 1234567 is "$12,345.67". */
export function dollars(cents) {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  const amount = `${figure(digits.slice(0, -2))}${written.decimal}${digits.slice(-2)}`;
  return `${cents < 0 ? "-" : ""}${say(written.money, { amount })}`;
}

/** Whole cents from typed text. */
export function centsOf(text) {
  const match = text.trim().match(/^([+-]?)\$?(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{2}))?$/);
  if (!match) throw new Error(words.desk.amount_wrong);
  const whole = Number(match[2].replaceAll(",", "") + (match[3] ?? "00"));
  return match[1] === "-" && whole ? -whole : whole;
}

/** A whole number: 1204 is "1,204". */
export function figure(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, written.group);
}

/** A clock on the wall of the house: 4:50 PM. */
export function clockTime(at, timeZone) {
  return clockText(partsOf(at, timeZone));
}

/** A day such as 2026-03-08, as the reader writes it; this year is left out. */
export function dayText(iso) {
  const [year, month, day] = iso.split("-");
  const pattern = Number(year) === new Date().getFullYear() ? written.short_day : written.day;
  return say(pattern, { year, day: Number(day), name: written.months_short[Number(month) - 1] });
}

/** A journal time on the house's clock. */
export function moment(at, timeZone) {
  const parts = partsOf(at, timeZone);
  return say(written.time, { day: dayText(parts.day), clock: clockText(parts) });
}

/** The same in a list of now, which leaves out today. */
export function recentMoment(at, timeZone) {
  const [then, now] = [at, Date.now()].map((each) => partsOf(each, timeZone));
  return then.day === now.day ? say(written.time_today, { clock: clockText(then) }) : moment(at, timeZone);
}

function partsOf(at, timeZone) {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone, year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", hourCycle: "h23",
  }).formatToParts(new Date(at));
  const { year, month, day, hour, minute } = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return { day: `${year}-${month}-${day}`, hour, minute };
}

function clockText({ hour, minute }) {
  const half = written.halves[Number(hour) < NOON_H ? 0 : 1];
  return say(written.clock, { hour, hour12: Number(hour) % NOON_H || NOON_H, minute, half });
}

/** A text of the words with its {names} filled in. */
export function say(text, values = {}) {
  return text.replace(/\{(\w+)\}/g, (found, name) => values[name] ?? found);
}

/** Why a table is in its state, from its board. */
export function whyWords(why) {
  return inSentences(why.map((note) => say(words.why[note.word], { ...note, text: stepWords(note.text) })));
}

/** Reasons in a row: one as it is, several as separate sentences. */
export function inSentences(reasons) {
  if (reasons.length < 2) return reasons.join("");
  return reasons.map((each) => each[0].toUpperCase() + each.slice(1) + (/[.!?]$/.test(each) ? "" : ".")).join(" ");
}

/** A letter's step in the reader's words; an unknown step stays as it is. */
export function stepWords(step) {
  return words.why.steps[step] ?? step;
}

/** Whether no round starts at a table between rounds; its `why` says why. */
export function isStopped(board) {
  return board.phase === "idle" && board.next === "wait";
}

/** A table's state as screens and help name it: its phase, or what is special about it. */
export function standingOf(board) {
  if (isStopped(board)) return "stopped";
  const suspended = board.why.filter((note) => note.word === "suspended").length;
  const isSuspended = board.phase === "idle" && board.sensors > 0 && suspended === board.sensors;
  return isSuspended ? "suspended" : board.phase;
}

/** The amount that makes this badge necessary: "over $2,500.00". */
export function limitOf(confirm) {
  const text = confirm.is_over ? words.common.over_limit : words.common.up_to_limit;
  return say(text, { amount: dollars(confirm.limit_cents) });
}

/** For a meter's money or an executive's amount, someone confirms having looked first. */
export function isSerious(confirm) {
  return confirm?.role === "executive" || Boolean(confirm?.awards.some((award) => award.level));
}

/** An element with attributes and children; texts are never markup. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/**
 * A page's event stream. `heard` has a function for each kind of message; a message older than one
 * already shown is skipped. `link.lost` is called after three silent seconds, or when the server
 * says it is too far behind the leader; `link.back` once messages are current again. Messages in
 * between are held back.
 */
export function stream(url, heard, link = {}) {
  let source;
  let last = performance.now();
  let lost = false;
  let behind = false;
  const newest = new Map();
  const held = new Map(); // topic -> what shows its newest picture
  // An event stream has no headers: its address has the page's language.
  const spoken = `${url}${url.includes("?") ? "&" : "?"}language=${document.documentElement.lang}`;

  function alive() {
    last = performance.now();
    if (lost && !behind) {
      lost = false;
      link.back?.();
      for (const show of held.values()) show();
      held.clear();
    }
  }

  function lose(beat = null) {
    if (!lost) {
      lost = true;
      link.lost?.(beat);
    }
  }

  /** A follower's own state: shown at the page's edge, and whether to trust it. */
  function heed(beat) {
    behind = beat.journal === "behind";
    if (beat.behind) document.body.dataset.behind = behindWords(beat.behind);
    if (behind) lose(beat);
  }

  function open() {
    source?.close();
    newest.clear();
    source = new EventSource(spoken);
    for (const kind of new Set([...Object.keys(heard), "beat"])) {
      source.addEventListener(kind, (message) => {
        const picture = JSON.parse(message.data);
        const topic = `${kind} ${picture.table ?? picture.jackpot ?? ""}`;
        const seq = BigInt(picture.seq ?? 0);
        if (kind === "beat") heed(picture);
        alive();
        if (seq < (newest.get(topic) ?? 0n)) return;
        newest.set(topic, seq);
        if (behind) held.set(topic, () => heard[kind]?.(picture));
        else heard[kind]?.(picture);
      });
    }
    // A connection the browser reopened starts with the newest pictures, whatever came before.
    source.addEventListener("open", () => newest.clear());
    // The browser doesn't retry a refused stream.
    source.addEventListener("error", async () => {
      if (source.readyState !== EventSource.CLOSED) return;
      const code = await knocks(spoken);
      if (NOT_IN.has(code)) return location.reload(); // to the door and back here, or to the reason
      if (code === "DEVICE_UNKNOWN") link.unknown?.();
      setTimeout(open, 2 * AGAIN_MS);
    });
  }

  // After a stall, a page first reads what arrived meanwhile.
  let looked = performance.now();
  setInterval(() => {
    const now = performance.now();
    if (now - last > LOST_AFTER_MS && now - looked < LOST_AFTER_MS / 2) lose();
    looked = now;
  }, 250);
  open();
  return { close: () => source.close() };
}

/** How far a follower is behind, as people read it. */
export function behindWords(behind) {
  const text = behind.seconds === null ? words.common.behind_unknown : words.common.behind;
  return say(text, behind);
}

/** The same, and since when: what the page shows is as old as that. */
export function lostSince(beat, heardMs, timeZone) {
  const since = heardMs === null ? "" : say(words.common.as_of, { time: clockTime(heardMs, timeZone) });
  return [lostWords(beat), since].filter(Boolean).join(". ");
}

/** Why a page isn't current: it is disconnected, or its server is too far behind. */
export function lostWords(beat) {
  return beat ? say(words.common.too_far_behind, { behind: behindWords(beat.behind) }) : words.common.lost;
}

/** Why a stream is refused, by code; nothing if it isn't, or nobody answers. */
async function knocks(url) {
  const leave = new AbortController();
  try {
    const answer = await fetch(url, { credentials: "same-origin", signal: leave.signal });
    if (answer.ok) return "";
    return (await answer.json()).code ?? "";
  } catch {
    return "";
  } finally {
    leave.abort();
  }
}

/** A unique id for a press. Ids of one time are neighbors in the journal's index. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const random = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${Date.now().toString(16).padStart(12, "0")}-${random}`;
}

/**
 * POST JSON and return the answer's body, whatever its status. After the session ends, signing in
 * again continues.
 */
export async function post(path, body) {
  const answer = await postOnce(path, body);
  return SIGNED_OFF.has(answer.code) && (await regain()) ? postOnce(path, body) : answer;
}

async function postOnce(path, body) {
  const answer = await fetch(path, {
    method: "POST",
    credentials: "same-origin",
    headers: {
      "Content-Type": "application/json",
      "X-Language": document.documentElement.lang,
      "X-CSRF-Token": document.querySelector('meta[name="csrf"]').content,
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  try {
    return JSON.parse(text);
  } catch {
    return { accepted: false, code: `HTTP_${answer.status}`, reason: words.common.unreadable };
  }
}

/**
 * Send one command. If the connection is lost, or the server can't say whether the command was
 * done, the same press with its id is sent again, so it is done or refused exactly once. During a
 * takeover nothing is done: it is retried for a while and then reported, unless an earlier try may
 * have been done.
 */
export async function press(name, body = {}, waiting = () => {}) {
  const asked = { command_id: newId(), ...body };
  const begun = performance.now();
  let unsure = false;
  for (;;) {
    try {
      const answer = await post(`/api/commands/${name}`, asked);
      // An answer no engine gave comes from a proxy, or from an engine that was cut off.
      const unknown = answer.code === "JOURNAL_UNSURE" || answer.code.startsWith("HTTP_5");
      unsure ||= unknown;
      const patient = unsure || performance.now() - begun < TAKE_OVER_MS;
      if (!unknown && !(patient && NOBODY_LEADS.has(answer.code))) return answer;
    } catch {
      unsure = true; // The connection is lost.
    }
    waiting();
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

/**
 * A keyboard-wedge badge reader types ;BADGE=CODE? and Enter, faster than a person. A swipe's
 * characters are removed from a field; a person's typing stays.
 */
export function readTrack(swiped) {
  const A_KEY_MS = 1000; // a reader is far faster; a busy machine may not be
  let typed = "";
  let at = 0;
  let ended = -Infinity;
  let field = null;
  let before = "";

  addEventListener(
    "keydown",
    (event) => {
      const now = event.timeStamp; // the time of the press, however late a busy page hears of it
      if (event.key === "Enter" && now - ended < A_KEY_MS) {
        // The reader's own Enter must not press a button.
        event.preventDefault();
        event.stopImmediatePropagation();
        return;
      }
      if (event.key === ";") {
        field = document.activeElement?.matches("input, textarea") ? document.activeElement : null;
        before = field?.value ?? "";
        typed = "";
      } else if (!typed || now - at > A_KEY_MS || event.key === "Shift") {
        if (event.key !== "Shift") typed = "";
        return;
      }
      at = now;
      if (event.key.length === 1) typed += event.key;
      event.stopImmediatePropagation();
      if (!field) event.preventDefault();
      if (!/^;[^?]+\?$/.test(typed)) return;
      const track = typed;
      typed = "";
      ended = now;
      event.preventDefault();
      if (field) field.value = before;
      // The help would hide what a badge did: show the page first, and wait for a second swipe.
      const help = document.getElementById("help");
      if (help?.open) help.close();
      else swiped(track);
    },
    true,
  );
}

/** Away from a table a card only identifies; its owner types the PIN. */
export function fillBadge(track, badge, pin) {
  badge.value = track.slice(1).split("=")[0];
  pin.focus();
}

/** A pay as a layout prints it (300 for 1, $250 from Mega) in the reader's words; an amount or a
    share stays as it is. */
export function payWords(pay) {
  const [prize, level] = pay.split(" from ");
  const [, odds, kind, unit] = /^([\d,]+) (for|to) (\d+)$/.exec(prize) ?? [];
  const said = odds ? say(words.pays[kind], { odds, unit }) : prize;
  if (!level) return said;
  return say(words.pays[level === "the meter" ? "from_the_meter" : "from"], { pay: said, level });
}

/** One seat or several, by their numbers. */
export function seatWords(seats) {
  return `${seats.length > 1 ? words.common.seats : words.common.seat} ${seats.join(", ")}`;
}

/** How many seats share a hand, what each gets, and the total. */
export function sharedWords({ hand, seats, each_cents, total_cents }) {
  const amounts = { amount: dollars(each_cents), total: dollars(total_cents) };
  return say(words.common.shared, { hand, count: seats.length, ...amounts });
}

/** Seats that win on both of their wagers: one look at the same cards. */
export function bothWords({ both }) {
  return both.map(({ seat, hands }) => say(words.common.both, { seat, hands: hands.join(", ") }));
}

/** A message to someone, with a link for its code, or its entry; kind is "refused" or "done". */
export function messageOf(text, kind, small) {
  const shown = element("div", { class: `toast ${kind}` }, text);
  const [before, code] = kind === "refused" ? small.split(/([A-Z]+(?:_[A-Z]+)+)$/) : [small];
  if (small) shown.append(element("small", {}, before, code ? codeLink(code) : null));
  return shown;
}

/** What leads from a refusal to its page, by its code. */
export function codeLink(code) {
  return element("a", { href: `/help/refusals/${code}`, target: "_blank" }, words.common.what_to_do);
}

/** A message for four seconds, above a screen that leaves room; the caller may end it sooner. */
export function toast(text, kind = "refused", small = "") {
  const shown = messageOf(text, kind, small);
  document.getElementById("toasts").append(shown);
  setTimeout(() => shown.remove(), TOAST_MS);
  return shown;
}

let standing = null; // the last message inside a page

/** The same in a row of its own at the end of what it is about, where it covers no field and no
    button. A refusal stays to be read while it is mended, until the next message. */
export function tell(place, text, kind = "refused", small = "") {
  standing?.remove();
  const shown = messageOf(text, kind, small);
  shown.setAttribute("role", "alert");
  place.append(shown);
  shown.scrollIntoView({ block: "nearest" });
  if (kind === "done") setTimeout(() => shown.remove(), TOAST_MS);
  standing = shown;
  return shown;
}

/** The column of pays for this round's bets; none until someone counts the hands. */
export function showColumn(hands) {
  for (const cell of document.querySelectorAll("[data-column]")) {
    cell.toggleAttribute("data-chosen", cell.dataset.column === String(hands));
  }
}
