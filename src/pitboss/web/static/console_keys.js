// The console by keyboard: digits are seats, letters hands, Enter the next step.

import { has, isOpen } from "./console_parts.js";

// A badge reader ends its track with Enter: that isn't a press.
const READER_MS = 500;

/** Listen for keys while neither a sheet nor the help covers the table. */
export function listenToKeys({ view, main, hands, touched, nextStep }) {
  // A touch leaves no focus, so Enter after it is the next step, not the same press.
  main.addEventListener("click", (event) => event.detail && main.contains(document.activeElement) && document.activeElement.blur());
  // Neither does the help: Enter after it is the next step, and doesn't reopen it.
  document.getElementById("help").addEventListener("close", () => document.activeElement.blur());

  addEventListener("keydown", (event) => {
    const { key } = event;
    if (key === "Enter" && performance.now() - view.swipedAt < READER_MS) {
      event.preventDefault();
      return;
    }
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]") || main.inert || !view.board) return;
    if (/^[1-9]$/.test(key)) {
      if (Number(key) <= view.board.seats) touched(Number(key), nextSensor(Number(key)));
    } else if (key === "ArrowDown" || key === "ArrowUp") hands.beside(key === "ArrowDown" ? 1 : -1)?.focus();
    else if (key === "ArrowLeft" || key === "ArrowRight") besideSeat(key === "ArrowRight" ? 1 : -1);
    else if (key === "Enter" && !document.activeElement.matches("button, a")) nextStep();
    else if (/^[a-h]$/i.test(key)) hands.byLetter(key)?.click();
    else return;
    event.preventDefault();
  });

  /** With two wagers, a second press of a seat's digit selects the other one. */
  function nextSensor(seat) {
    const { chosen, board } = view;
    if (board.sensors === 1 || !isOpen(board)) return view.sensor;
    const other = 3 - view.sensor;
    if (chosen?.seat === seat) return has(board.spots, seat, other) ? other : view.sensor;
    return has(board.spots, seat, view.sensor) ? view.sensor : other;
  }

  /** The next locked wager to the left or right. */
  function besideSeat(step) {
    const spots = view.board.spots.filter((spot) => spot.sensor === view.sensor);
    if (!spots.length) return;
    const at = spots.findIndex((spot) => spot.seat === view.chosen?.seat);
    const next = at < 0 ? 0 : Math.max(0, Math.min(spots.length - 1, at + step));
    touched(spots[next].seat, spots[next].sensor);
  }
}
