// A jackpot shared by several card rooms: whether it takes wagers now, and its texts. Its lease
// expires by the clock: no picture announces that.

import { dollars, say, words } from "./live.js";

const SLACK_MS = 2000; // how far this screen's idea of the server's clock may lag

/** Whether a shared jackpot takes no wagers at this time of the server: nobody has confirmed its
 *  amount for too long. What has no time yet is not known to be current. */
export function isCut(wide, atMs) {
  if (!wide) return false;
  return atMs === null || atMs < wide.confirmed_ms - SLACK_MS || atMs >= wide.open_until_ms;
}

/** Since when a shared jackpot is closed, in words for staff; `time` formats a time. */
export function cutWords(wide, title, time) {
  const { cut, cut_never: never } = words.wide;
  return say(wide.confirmed_ms ? cut : never, { title, time: time(wide.confirmed_ms) });
}

/** The same for players, with the last confirmed amounts. */
export function cutSign(board, time) {
  const { wide, levels } = board;
  const named = ({ name, meter_cents: cents }) => (levels.length > 1 ? `${name} ${dollars(cents)}` : dollars(cents));
  const fields = { time: time(wide.confirmed_ms), amounts: levels.map(named).join(" · ") };
  return wide.confirmed_ms ? say(words.wide.sign_cut, fields) : words.wide.sign_cut_never;
}

/** Where a level was hit, while its amount is being verified; nothing if it wasn't. */
export function pendingSign(board, level, table) {
  const tables = (board.wide?.pending ?? []).filter((each) => each.level === level).map((each) => each.table);
  if (!tables.length) return "";
  const elsewhere = [...new Set(tables)].filter((each) => each !== table);
  return elsewhere.length ? say(words.wide.sign_pending, { tables: elsewhere.join(", ") }) : words.wide.sign_pending_here;
}
