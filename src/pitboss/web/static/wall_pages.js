// The pages of a wall: as many jackpots at once as people can read, in full rows. If there are
// more, pages alternate without a new layout. A page with a hit or a pending award comes at once,
// and stays until that is over.

import { element } from "./live.js";

const CELL_SHAPE = 1.7; // width to height of the cell that a jackpot looks best in
const READ_WIDE_PX = 480; // what a jackpot with three levels needs, up to a picture of FULL_PX
const READ_TALL_PX = 240;
const FULL_PX = 1080; // the shorter side of a picture above which a jackpot grows with it

/** Split a number into parts as evenly as possible, larger parts first. */
function shared(count, parts) {
  const least = Math.floor(count / parts);
  return Array.from({ length: parts }, (_, part) => least + (part < count % parts ? 1 : 0));
}

/** How many rows bring so many cells nearest to the shape that they look best in; 0 where none of them
 *  could be read. A picture that is itself too small for one has one. */
function rowsOf(count, wide, tall) {
  const grown = Math.max(1, Math.min(innerWidth, innerHeight) / FULL_PX);
  const isRead = (rows) =>
    wide / shared(count, rows)[0] >= Math.min(READ_WIDE_PX * grown, wide) &&
    tall / rows >= Math.min(READ_TALL_PX * grown, tall);
  const farness = (rows) => {
    const shape = (beside) => wide / beside / (tall / rows);
    const far = shared(count, rows).map((beside) => beside * Math.abs(Math.log(shape(beside) / CELL_SHAPE)));
    return far.reduce((one, other) => one + other, 0);
  };
  const found = Array.from({ length: count }, (_, index) => index + 1).filter(isRead);
  return found.sort((one, other) => farness(one) - farness(other))[0] ?? 0;
}

export class WallPages {
  /** `held` is the page that stays, counted from 1; 0 where they take turns of `turnMs`. `matters` says
   *  whether a cell must be seen now. */
  constructor(place, dots, { cells, turnMs, held, matters }) {
    this.place = place;
    this.dots = dots;
    this.cells = cells;
    this.turnMs = turnMs;
    this.held = held;
    this.matters = matters;
    this.pages = [];
    this.at = 0;
  }

  /** Show the first page, then alternate. */
  begin() {
    this.arrange();
    addEventListener("resize", () => this.arrange());
    if (!this.held) setInterval(() => this.turn(), this.turnMs);
  }

  /** The fewest pages on which every jackpot is readable, filled as evenly as possible. */
  arrange() {
    const { clientWidth: wide, clientHeight: tall } = this.place;
    let count = 1;
    while (!rowsOf(Math.ceil(this.cells.length / count), wide, tall) && count < this.cells.length) count += 1;
    let from = 0;
    this.pages = shared(this.cells.length, count).map((size) => {
      const page = this.cells.slice(from, from + size);
      from += size;
      this.arrangePage(page, rowsOf(size, wide, tall));
      return page;
    });
    this.dots.replaceChildren(...(count > 1 ? this.pages.map(() => element("i")) : []));
    this.at = Math.min(this.held ? this.held - 1 : this.at, count - 1);
    this.show();
  }

  arrangePage(page, rows) {
    const places = shared(page.length, rows).flatMap((beside, row) =>
      Array.from({ length: beside }, (_, column) => ({ rows, "row-at": row, beside, "column-at": column })),
    );
    page.forEach((cell, index) => {
      for (const [name, value] of Object.entries(places[index])) cell.style.setProperty(`--${name}`, String(value));
    });
  }

  turn() {
    this.at = this.nextFrom(this.at + 1);
    this.show();
  }

  /** Bring what must be seen, if it is on another page; `newest` is the cell of a hit that has just come,
   *  which is seen before what is on the page already. */
  heed(newest) {
    if (this.held) return;
    const page = this.pages.findIndex((cells) => cells.includes(newest));
    this.at = this.nextFrom(page < 0 ? this.at : page);
    this.show();
  }

  /** The first page from here on with anything that must be seen; else this one. */
  nextFrom(at) {
    const order = this.pages.map((_, step) => (at + step) % this.pages.length);
    return order.find((page) => this.pages[page].some(this.matters)) ?? order[0];
  }

  show() {
    this.pages.forEach((page, index) => {
      for (const cell of page) cell.toggleAttribute("data-shown", index === this.at);
      this.dots.children[index]?.toggleAttribute("data-shown", index === this.at);
    });
  }
}
