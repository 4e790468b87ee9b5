// The pit's plan: where each table stands in the room, and how people arrange it, by dragging or with
// the arrow keys. On a narrow screen there is none.

const LEAST = "(min-width: 700px)";
const SIDE_MOST = 24; // columns, and rows
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Plan {
  /** `redraw` draws all tables again, `moved(table, place)` says where one stands now. */
  constructor(list, { redraw, moved }) {
    Object.assign(this, { list, redraw, moved });
    this.places = {}; // table -> [column, row], as recorded
    this.draft = null; // the same while somebody arranges them
    this.held = null; // the table that a finger holds
    this.isWide = matchMedia(LEAST);
    this.isWide.addEventListener("change", redraw);
    list.addEventListener("pointerdown", (event) => this.hold(event));
    list.addEventListener("pointermove", (event) => this.drag(event));
    for (const kind of ["pointerup", "pointercancel"]) list.addEventListener(kind, () => { this.held = null; });
    list.addEventListener("keydown", (event) => this.step(event));
    for (const kind of ["click", "dragstart"]) {
      list.addEventListener(kind, (event) => this.draft && event.preventDefault(), true);
    }
  }

  /** Each table's column and row, from the plan's corner; those without a place follow in rows. Null
      where tables stand in the order of their needs. */
  layout(tables) {
    const known = this.draft ?? this.places;
    const placed = tables.filter((table) => table in known);
    if (!this.isWide.matches || !(placed.length || this.draft)) return null;
    return laidOut(tables, known, this.draft ? [0, 0] : corner(placed, known));
  }

  /** Begin to arrange tables, each where it is drawn; without a plan, in rows. */
  begin(tables) {
    this.draft = Object.fromEntries(laidOut(tables, this.places, [0, 0]));
    this.redraw();
  }

  end() {
    this.draft = null;
    this.redraw();
  }

  hold(event) {
    const card = this.draft && event.target.closest("[data-table]");
    if (!card) return;
    event.preventDefault();
    card.querySelector("a").focus();
    this.held = { table: card.dataset.table, from: this.draft };
    this.list.setPointerCapture(event.pointerId);
  }

  drag(event) {
    if (this.held) this.move(this.held.table, this.cellAt(event), this.held.from);
  }

  step(event) {
    const card = this.draft && event.target.closest("[data-table]");
    if (!card || !(event.key in STEPS)) return;
    event.preventDefault();
    const { table } = card.dataset;
    this.move(table, this.draft[table].map((at, side) => at + STEPS[event.key][side]), this.draft);
  }

  /** Put a table at a place; whichever stands there goes where the table was. */
  move(table, place, from) {
    if (!place.every((at) => at >= 0 && at < SIDE_MOST) || isSame(this.draft[table], place)) return;
    const other = Object.keys(from).find((name) => isSame(from[name], place));
    this.draft = { ...from, ...(other && { [other]: from[table] }), [table]: place };
    this.redraw();
    this.moved(table, place);
  }

  /** The column and row under a finger. */
  cellAt({ clientX, clientY }) {
    const box = this.list.getBoundingClientRect();
    const style = getComputedStyle(this.list);
    const along = (tracks, gap, rest) => {
      const sizes = tracks.split(" ").map(parseFloat);
      let index = 0;
      for (let at = rest; index < sizes.length - 1 && at > sizes[index] + gap / 2; index += 1) at -= sizes[index] + gap;
      return index;
    };
    const [left, top] = [style.paddingLeft, style.paddingTop].map(parseFloat);
    return [
      along(style.gridTemplateColumns, parseFloat(style.columnGap), clientX - box.left - left),
      along(style.gridTemplateRows, parseFloat(style.rowGap), clientY - box.top - top),
    ];
  }

  /** Draw cards on the plan, with room around them while somebody arranges them. */
  draw(places, cards) {
    const room = this.draft ? 1 : 0;
    const most = (side) => Math.min(SIDE_MOST, Math.max(...[...places.values()].map((place) => place[side])) + 1 + room);
    this.list.style.setProperty("--columns", most(0));
    this.list.style.setProperty("--rows", most(1));
    for (const card of cards) {
      const [column, row] = places.get(card.dataset.table);
      card.style.gridArea = `${row + 1} / ${column + 1}`;
    }
  }
}

function isSame(one, other) {
  return one[0] === other[0] && one[1] === other[1];
}

function corner(placed, known) {
  return [0, 1].map((side) => Math.min(...placed.map((table) => known[table][side])));
}

function laidOut(tables, known, [left, top]) {
  const places = new Map();
  for (const table of tables.filter((each) => each in known)) {
    places.set(table, [known[table][0] - left, known[table][1] - top]);
  }
  const rest = tables.filter((each) => !(each in known));
  const [wide, tall] = [0, 1].map((side) => Math.max(0, ...[...places.values()].map((place) => place[side] + 1)));
  const columns = Math.min(SIDE_MOST, Math.max(wide, Math.ceil(Math.sqrt(2 * rest.length))));
  rest.forEach((table, index) => places.set(table, [index % columns, tall + Math.floor(index / columns)]));
  return places;
}
