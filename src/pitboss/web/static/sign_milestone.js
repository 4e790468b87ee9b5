// A meter that passes a round amount says so, for three seconds.

import { element, say, words } from "./live.js";
import { posted } from "./meter.js";

const SHOWN_MS = 3000;

/** The highest multiple of `step` that lies above `before` and not above `after`; 0 if there is none. */
export function passed(before, after, step) {
  const reached = step ? Math.floor(after / step) * step : 0;
  return reached > before ? reached : 0;
}

export class Milestones {
  constructor({ step, cellOf }) {
    this.step = step;
    this.cellOf = cellOf;
    this.known = new Map(); // cents by jackpot and level, while the stream is there
  }

  /** Look at a newer picture of a jackpot. */
  see(board) {
    if (!this.step || board.kind === "house") return;
    for (let at = board.levels.length - 1; at >= 0; at -= 1) { // the highest is told last, and stays
      const level = board.levels[at];
      const key = `${board.jackpot} ${level.level}`;
      const reached = passed(this.known.get(key) ?? Infinity, level.meter_cents, this.step);
      this.known.set(key, level.meter_cents);
      if (reached) this.tell(board, level, reached);
    }
  }

  /** Nothing was passed while nobody looked. */
  forget() {
    this.known.clear();
  }

  tell(board, level, cents) {
    const cell = this.cellOf(board.jackpot);
    const said = { level: board.levels.length > 1 ? level.name : board.title, amount: posted(cents) };
    const line = element("p", { class: "milestone", role: "status" }, say(words.sign.milestone, said));
    cell.querySelector(".milestone")?.remove();
    cell.append(line);
    setTimeout(() => line.remove(), SHOWN_MS);
  }
}
