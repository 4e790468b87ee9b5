// What seats get for other players' hands: at the console and in the pit.

import { dollars, words } from "./live.js";

/** Each seat's pay for other players' hands, one line a seat: seat, hands and cents. */
export function envyBySeat(envy) {
  const seats = new Map();
  for (const pay of envy) {
    const line = seats.get(pay.seat) ?? { seat: pay.seat, hands: [], cents: 0 };
    line.hands.push(pay);
    line.cents += pay.cents;
    seats.set(pay.seat, line);
  }
  return [...seats.values()];
}

/** Seat by seat in one sentence. */
export function envyWords(envy) {
  return envyBySeat(envy)
    .map((line) => `${words.common.seat.toLowerCase()} ${line.seat} ${dollars(line.cents)}`)
    .join(", ");
}
