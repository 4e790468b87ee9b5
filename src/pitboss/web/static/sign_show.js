// What a sign shows beside its meters: their strip above other pages, the last winners, and the
// turns of the pages.

import { dollars, element, say, words } from "./live.js";
import { Meter } from "./meter.js";
import { fill, fitPrint, fixed, isOverfull, unbroken, write } from "./sign_panel.js";

const text = words.sign;
const WINNERS_SHOWN = 5;

/** The meters of the jackpots in one row, with the highest first. */
export class Strip {
  constructor(place, cells) {
    this.place = place;
    this.jackpots = new Map();
    for (const [name, cell] of cells) {
      const made = element(
        "div",
        { class: "strip-jackpot", "data-theme": cell.dataset.theme },
        element("p"),
        element("div", { class: "strip-levels" }),
      );
      this.jackpots.set(name, { place: made, meters: new Map() });
      place.append(made);
    }
  }

  /** `stopped` jackpots say so, and show no amounts. */
  show(board, stopped) {
    const { place, meters } = this.jackpots.get(board.jackpot);
    write(place.querySelector("p"), board.title);
    if (stopped) {
      const said = board.suspended ? text.suspended : words.wide.sign_closed;
      meters.clear();
      fill(place.querySelector(".strip-levels"), [said], () => [element("p", { class: "strip-word" }, said)]);
      return;
    }
    const levels = amountsOf(board);
    const rolls = board.kind !== "house";
    fill(place.querySelector(".strip-levels"), rolls ? levels.map(({ name }) => name) : levels, () => {
      meters.clear();
      return levels.map(({ name, cents }, index) => {
        const figure = rolls ? element("div", { class: "figure" }) : fixed(cents);
        if (rolls) meters.set(name, new Meter(figure));
        const named = element("p", {}, name);
        named.style.setProperty("--letters", String(name.length));
        return element("div", { class: "strip-level", "data-rank": index + 1 }, named, figure);
      });
    });
    if (rolls) for (const { name, cents } of levels) meters.get(name).show(cents);
  }

  blank() {
    for (const { meters } of this.jackpots.values()) for (const meter of meters.values()) meter.blank();
  }
}

/** A jackpot's top pays now, by the names of its levels or hands. */
function amountsOf(board) {
  if (board.kind === "house") {
    const prizes = board.hands.filter((hand) => hand.from === "house").slice(0, 3);
    return prizes.map((hand) => ({ name: hand.hand_long, cents: hand.pays_cents }));
  }
  return board.levels.map((level) => ({
    name: board.levels.length > 1 ? level.name : (board.hands[0]?.hand_long ?? level.name),
    cents: level.meter_cents,
  }));
}

/** The last winners in the largest print that fits. */
export function fitWinners(place) {
  const rows = [...place.querySelectorAll("li")];
  const names = [...place.querySelectorAll(".won > *")];
  const isTooFull = () => [place, ...rows].some(isOverfull) || names.some(isCut) || rows.some(isCrowded);
  fitPrint(place, isTooFull, []);
}

/** Whether a name is cut off: half a pixel is enough. */
function isCut(name) {
  const range = document.createRange();
  range.selectNodeContents(name);
  return range.getBoundingClientRect().width > name.getBoundingClientRect().width;
}

/** Whether an amount reaches the table beside it. */
function isCrowded(row) {
  const [amount, at] = ["b", ".at"].map((part) => row.querySelector(part).getBoundingClientRect());
  return amount.right > at.left;
}

/** The newest winners of these jackpots, in a list. */
export function showWinners(place, boards, { boardOf, cellOf, clock }) {
  const all = [...boards.values()].flatMap((board) =>
    board.winners.map((winner) => ({ ...winner, jackpot: board.jackpot })),
  );
  all.sort((one, other) => other.at_ms - one.at_ms);
  const shown = all.slice(0, WINNERS_SHOWN).map((winner) => ({ ...winner, ...levelOf(winner, boardOf(winner.jackpot)) }));
  const changed = fill(place, shown, () =>
    shown.map((winner) =>
      element(
        "li",
        { "data-rank": winner.rank, "data-theme": cellOf(winner.jackpot)?.dataset.theme },
        element("b", {}, dollars(winner.cents)),
        element(
          "span",
          { class: "won" },
          element("span", {}, unbroken(winner.hand_long)),
          element("small", {}, winner.named),
        ),
        element("span", { class: "at" }, say(text.winner_at, { table: winner.table })),
        element("span", { class: "when" }, clock(winner.at_ms)),
      ),
    ),
  );
  if (changed) fitWinners(place);
}

/** The rank and the name of what was won, once its jackpot is known. */
function levelOf(winner, board) {
  const levels = board?.levels ?? [];
  const rank = Math.max(0, levels.findIndex((level) => level.level === winner.level)) + 1;
  const named = [levels.length > 1 ? winner.level_name : "", board?.title ?? ""];
  return { rank, named: named.filter(Boolean).join(" · ") };
}

/** The pages of a sign take turns. `asked` says which page is held, whether the jackpots must stay,
 *  whether the table is idle, and which pages have anything to show. */
export class Turns {
  constructor(sign, data, asked) {
    this.sign = sign;
    this.data = data;
    this.asked = asked;
    this.page = "jackpots";
  }

  begin() {
    this.show();
    this.timer = setTimeout(() => this.next(), this.lasts());
  }

  next() {
    const pages = this.data.pages.filter((page) => page === "jackpots" || this.asked.has(page));
    this.page = pages[(pages.indexOf(this.page) + 1) % pages.length];
    this.begin();
  }

  lasts() {
    return (this.asked.idle() ? this.data.idle_turn_ms : this.data.turn_ms)[this.page];
  }

  show() {
    const page = this.data.page || (this.asked.busy() ? "jackpots" : this.page);
    if (this.sign.dataset.page !== page) this.sign.dataset.page = page;
  }
}
