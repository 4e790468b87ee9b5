// A jackpot on a sign: its levels in frames, with posted pays below. Layout runs only when the
// content's shape changes.

import { element, payWords, say, words } from "./live.js";
import { Meter, fit, posted } from "./meter.js";
import { cutSign, isCut, pendingSign } from "./wide.js";

const text = words.sign;
const LONG = 20; // letters of a hand's name that need a wider column
const TIGHTER = 0.93; // from one size of the print to the next
const TIGHT_LEAST = 0.34;
const HOUSE_PRIZES = 4; // of a house jackpot, that stand large

/** Set a text, only if it changed. */
export function write(place, said) {
  if (place.textContent !== said) place.textContent = said;
}

/** Replace a place's children, only if they changed; returns whether. */
export function fill(place, key, children) {
  const wanted = JSON.stringify(key);
  if (place.dataset.key === wanted) return false;
  place.dataset.key = wanted;
  place.replaceChildren(...children());
  place.querySelectorAll(".figure").forEach(fit);
  return true;
}

/** Cards such as 2-3-4 or K-K and scores such as 9 - 0 stay on one line, and no line begins with a dash. */
export function unbroken(title) {
  return title
    .replace(/([\dAKQJ])-(?=[\dAKQJ])/g, "$1\u2011")
    .replace(/ - (?=\d)/g, "\u00a0\u2011\u00a0")
    .replaceAll(" - ", "\u00a0- ");
}

/** Make the print of a place as large as there is room for, from the style sheet's --most down; larger
 *  than usual only while no short one of the `names` in it breaks. */
export function fitPrint(place, overflows, names) {
  let tight = Number(getComputedStyle(place).getPropertyValue("--most")) || 1;
  const isTooLarge = () => overflows() || (tight > 1 && names.some(isShortAndBroken));
  place.style.setProperty("--tight", tight.toFixed(3));
  while (isTooLarge() && tight * TIGHTER > TIGHT_LEAST) {
    tight *= TIGHTER;
    place.style.setProperty("--tight", tight.toFixed(3));
  }
}

/** Whether a part's content overflows. */
export function isOverfull(part) {
  return part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1;
}

function isShortAndBroken(name) {
  if (name.textContent.length > LONG) return false;
  const range = document.createRange();
  range.selectNodeContents(name);
  return range.getClientRects().length > 1;
}

/** Whether a hand wins a level's whole meter: it goes beside the meter. */
function takesAll(hand, level) {
  return hand.takes_all_of === level.level;
}

/** Whether a jackpot's award is recorded or claimed, but its meter hasn't moved yet. */
export function isPending(board) {
  return Boolean(board.wide?.pending.length) || board.levels.some((level) => level.pending.length);
}

/** What is posted for a hand; beside a part of a meter, what that part is now. */
function payOf(hand) {
  const amount = posted(hand.pays_cents);
  return hand.pay === amount ? ["", amount] : [payWords(hand.pay), amount];
}

export class Panel {
  /** `told` says what the sign itself adds: footnotes of its table, where it stands, the time of the
   *  server, and how a time is written. */
  constructor(cell, told) {
    this.cell = cell;
    this.place = cell.querySelector(".jackpot");
    this.jackpot = this.place.dataset.jackpot;
    this.told = told;
    this.board = null;
    this.meters = new Map();
    this.stopped = false;
    new ResizeObserver(() => this.fit()).observe(cell);
  }

  part(name) {
    return this.place.querySelector(name);
  }

  /** Whether it takes no wagers now, anywhere. */
  get isStopped() {
    return this.board.suspended || this.board.stopped || isCut(this.board.wide, this.told.now());
  }

  /** Time has passed. */
  tick() {
    if (this.board && this.stopped !== this.isStopped) this.show(this.board);
  }

  show(board) {
    this.board = board;
    this.stopped = this.isStopped;
    this.place.dataset.kind = board.kind;
    this.place.dataset.state = this.stopped ? "suspended" : "playing";
    write(this.part(".name"), board.title);
    write(this.part(".wager"), say(text.wager, { amount: posted(board.wager_cents) }));
    this.part(".wager").hidden = this.stopped;
    const changed = [
      this.stopped ? this.showStopped() : board.kind === "house" ? this.showHouse() : this.showLevels(),
      this.showHands(),
      this.showEnvy(),
      this.showNotes(),
    ];
    // Below one another, no level is in larger figures than the highest.
    const first = this.part(".first .figure");
    if (first) this.place.style.setProperty("--widest", first.style.getPropertyValue("--wide"));
    if (changed.some(Boolean)) this.fit();
  }

  /** A typeface has arrived: all figures have other widths. */
  refit() {
    this.place.querySelectorAll(".figure").forEach(fit);
    this.fit();
  }

  /** The print as large as there is room for. */
  fit() {
    fitPrint(this.place, () => this.overflows(), [...this.place.querySelectorAll(".hand")]);
  }

  overflows() {
    this.stackNames();
    const parts = [this.place, this.part(".posted"), this.part("h2"), ...this.place.querySelectorAll(".level, .hand")];
    return parts.some(isOverfull);
  }

  /** Where one level's hand has no room beside its name, the others' stand below theirs too. */
  stackNames() {
    const others = this.part(".others");
    others.removeAttribute("data-stacked");
    const isBelow = (hand) => hand.offsetTop >= hand.previousElementSibling.offsetTop + hand.offsetHeight / 2;
    const hands = [...others.querySelectorAll(".level-name > b + span")];
    others.toggleAttribute("data-stacked", hands.some(isBelow));
  }

  /** Hide what isn't current. */
  blank() {
    for (const meter of this.meters.values()) meter.blank();
  }

  showStopped() {
    const { board, told } = this;
    const said = board.suspended
      ? [text.suspended, text.suspended_more]
      : [words.wide.sign_closed, board.stopped ? text.stopped_more : cutSign(board, told.clock)];
    const claimed = board.levels.map(({ level }) => pendingSign(board, level, told.table)).filter(Boolean);
    const hits = [...new Set(claimed)];
    const first = fill(this.part(".first"), [...said, ...hits], () => [
      element("p", { class: "word" }, said[0]),
      element("p", { class: "under" }, said[1]),
      ...hits.map((hit) => element("p", { class: "under hit-pending" }, hit)),
    ]);
    this.part(".word").style.setProperty("--letters", String(said[0].length));
    return fill(this.part(".others"), [], () => []) || first;
  }

  /** The first level large, the others below it, each with its own rolling meter. */
  showLevels() {
    const { levels } = this.board;
    const named = levels.map((level) => [level.level, this.handsOf(level)]);
    const made = (level) => this.levelOf(level, levels.indexOf(level) + 1);
    const first = fill(this.part(".first"), named.slice(0, 1), () => levels.slice(0, 1).map(made));
    const others = fill(this.part(".others"), named.slice(1), () => levels.slice(1).map(made));
    const under = levels.map((level) => this.showLevel(level));
    return first || others || under.some(Boolean);
  }

  showLevel(level) {
    const meter = this.meters.get(level.level);
    meter.show(level.meter_cents);
    const place = meter.place.closest(".level");
    const claimed = pendingSign(this.board, level.level, this.told.table);
    place.toggleAttribute("data-pending", level.pending.length > 0 || Boolean(claimed));
    place.toggleAttribute("data-limited", level.maximum_cents !== null);
    const under = place.querySelector(".under");
    const before = under.textContent;
    write(under, claimed || this.underneath(level));
    return !before !== !under.textContent;
  }

  handsOf(level) {
    return this.board.hands.filter((hand) => takesAll(hand, level)).map((hand) => unbroken(hand.hand_long));
  }

  levelOf(level, rank) {
    const figure = element("div", { class: "figure" });
    this.meters.set(level.level, new Meter(figure));
    return element(
      "div",
      { class: "level", "data-level": level.level, "data-rank": Math.min(rank, 6) },
      element(
        "p",
        { class: "level-name" },
        this.board.levels.length > 1 ? element("b", {}, level.name) : null,
        element("span", {}, this.handsOf(level).join(text.or)),
      ),
      figure,
      element("p", { class: "under" }),
    );
  }

  underneath(level) {
    if (level.pending.length) {
      const elsewhere = level.pending.filter((table) => table !== this.told.table);
      return elsewhere.length ? say(text.pending, { tables: elsewhere.join(", ") }) : text.pending_here;
    }
    return level.maximum_cents === null ? "" : say(text.limit, { amount: posted(level.maximum_cents) });
  }

  /** A house jackpot is a fixed amount: nothing in it ever moves (WA-671k). */
  showHouse() {
    const prizes = this.board.hands.filter((hand) => hand.from === "house").slice(0, HOUSE_PRIZES);
    const made = (hand, index) =>
      element(
        "div",
        { class: "level", "data-rank": index + 1 },
        element("p", { class: "level-name" }, element("span", {}, unbroken(hand.hand_long))),
        fixed(hand.pays_cents),
      );
    const first = fill(this.part(".first"), prizes.slice(0, 1), () => prizes.slice(0, 1).map(made));
    const others = fill(this.part(".others"), prizes.slice(1), () =>
      prizes.slice(1).map((hand, index) => made(hand, index + 1)),
    );
    return first || others;
  }

  /** The posted awards without a meter, best first. */
  showHands() {
    const { board } = this;
    const large =
      board.kind === "house"
        ? board.hands.filter((hand) => hand.from === "house").slice(0, HOUSE_PRIZES)
        : board.hands.filter((hand) => board.levels.some((level) => takesAll(hand, level)));
    const hands = this.stopped ? [] : board.hands.filter((hand) => !large.includes(hand));
    const list = this.part(".hands");
    list.toggleAttribute("data-long", hands.some((hand) => hand.hand_long.length > LONG));
    const pays = hands.map(payOf);
    // A part of a meter changes with every wager: its figures are written anew, and nothing else is.
    const shape = hands.map((hand, at) => [hand.hand_long, pays[at][0], pays[at][1].length]);
    const changed = fill(list, shape, () =>
      hands.map((hand, at) =>
        element(
          "li",
          {},
          element("span", { class: "hand" }, unbroken(hand.hand_long)),
          element("span", { class: "pay" }, pays[at][0] ? element("small", {}, `${pays[at][0]} `) : null, element("span")),
        ),
      ),
    );
    list.querySelectorAll(".pay > span").forEach((place, at) => write(place, pays[at][1]));
    return changed;
  }

  /** What others get for a hit. */
  showEnvy() {
    const { board } = this;
    const envious = this.stopped ? [] : board.hands.filter((hand) => hand.envy_cents);
    const place = this.part(".envy");
    place.hidden = !envious.length;
    const key = envious.map((hand) => [hand.hand_long, hand.envy_cents]);
    return fill(place, [board.kind, key], () => [
      element("b", {}, board.kind === "house" ? text.house_envy : text.envy),
      ...envious.map((hand) =>
        element("span", {}, hand.hand_long, " ", element("b", {}, posted(hand.envy_cents))),
      ),
    ]);
  }

  showNotes() {
    const { board } = this;
    // Lines of a sign end without a dot, as letters print them; a rule's own sentences have one.
    const paragraphs = (said) => said.map((each) => element("p", {}, each.replace(/\.$/, "")));
    const said = [
      ...board.notices,
      board.tells_reserve && text.reserve,
      board.last_day && say(text.removal, { day: spokenDay(board.last_day) }),
    ].filter(Boolean);
    const notices = fill(this.part(".notices"), said, () => paragraphs(said));
    const printed = board.footnotes.map((each) => this.told.footnotes?.[each] ?? each);
    const lines = [...printed, text.stake[board.stake], text.split[board.split], this.told.folded];
    const footnotes = this.stopped ? [] : lines.filter(Boolean);
    return fill(this.part(".footnotes"), footnotes, () => paragraphs(footnotes)) || notices;
  }
}

/** A day as a sentence says it: November 25, 2026. */
function spokenDay(day) {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long", timeZone: "UTC" });
  return format.format(new Date(day));
}

/** An amount that never moves. */
export function fixed(cents) {
  const figures = posted(cents).replace("$", "");
  return element("div", { class: "figure", "data-cents": cents }, element("span", { class: "mark" }, "$"), figures);
}
