// The form that adjusts a meter: the meter before and after, and for a manual prize the round's
// wagers and what each hand pays.

import { centsOf, dollars, say } from "./live.js";

const NUMBER = /^\d{1,9}$/;

/** Watches a form while someone fills it in. */
export function watchAdjustment(form) {
  const find = (selector) => form.querySelector(selector);
  const [table, round] = ["table", "round"].map((name) => find(`[name="won_at.${name}"]`));
  let asked = "";
  let wagers = null;
  form.addEventListener("input", async () => {
    showChange(form);
    showLines(form);
    const place = NUMBER.test(round.value.trim()) && table.value ? `${encodeURIComponent(table.value)}/${Number(round.value)}` : "";
    if (place !== asked) {
      asked = place;
      wagers = null;
      showWagers(form, wagers);
      const found = place ? await wagersOf(place) : null;
      if (place !== asked) return; // someone kept typing
      wagers = found;
    }
    showWagers(form, wagers);
  });
}

async function wagersOf(place) {
  const answer = await fetch(`/office/adjustments/wagers/${place}`);
  return answer.ok ? (await answer.json()).wagers : [];
}

/** The round's wagers on this jackpot, without those that already won. */
function showWagers(form, wagers) {
  const field = form.querySelector('[name="won_at.spot"]');
  const said = form.querySelector("[data-round]");
  const [jackpot] = form.querySelector("[data-meter]").value.split("|");
  const own = (wagers ?? []).filter((each) => each.jackpot === jackpot);
  const chosen = field.value;
  field.replaceChildren(field.options[0]);
  const over = own.filter((each) => each.status === "ended");
  for (const { seat, sensor, award } of over) {
    const option = new Option(say(award ? field.dataset.hasWon : field.dataset.spot, { seat, sensor, award }), JSON.stringify({ seat, sensor }));
    option.disabled = Boolean(award);
    field.add(option);
  }
  field.value = [...field.options].some((each) => each.value === chosen && !each.disabled) ? chosen : "";
  const { status } = own[0] ?? {};
  said.textContent = wagers === null || over.length ? "" : said.dataset[status ?? "none"];
}

/** The hands this meter pays; a different amount needs a reason. */
function showLines(form) {
  const meter = form.querySelector("[data-meter]").value;
  const field = form.querySelector('[name="won_at.outcome"]');
  for (const hand of field.querySelectorAll("[data-of]")) hand.hidden = hand.disabled = hand.dataset.of !== meter;
  if (field.selectedOptions[0]?.disabled) field.value = "";
  const other = form.querySelector("[data-other]");
  other.hidden = other.disabled = !form.querySelector('[data-kind="prize"]').value.trim();
}

/** What comes off the meter, and what of it may take nothing of the seed; none while a prize is all
 * of the meter, which then restarts. */
function takenBy(form) {
  const [typed, prize] = ["[data-unless] [name=cents]", "[data-kind=prize]"].map((each) => form.querySelector(each));
  if (prize.closest("fieldset").disabled) {
    const paid = -centsOf(typed.value);
    return { paid, beyond: Math.max(0, paid) };
  }
  const { cents, takesAll } = form.querySelector("[name='won_at.outcome']").selectedOptions[0].dataset;
  const pays = takesAll === undefined ? Number(cents) : 0;
  const paid = prize.value.trim() ? centsOf(prize.value) : pays;
  return paid ? { paid, beyond: Math.max(0, paid - pays) } : null;
}

function showChange(form) {
  const shown = form.querySelector("[data-change]");
  const meter = form.querySelector("[data-meter]");
  shown.hidden = true;
  if (!meter.value) return;
  try {
    const { cents, seed } = meter.selectedOptions[0].dataset;
    const before = Number(cents);
    const taken = takenBy(form);
    if (!taken) return;
    const { paid, beyond } = taken;
    shown.querySelector("[data-before]").textContent = dollars(before);
    const after = Math.max(before - paid, Math.min(before - paid + beyond, Number(seed)));
    const added = after - before + paid;
    const topUp = shown.querySelector("[data-top-up]");
    shown.querySelector("[data-after]").textContent = dollars(after);
    topUp.textContent = added ? say(topUp.dataset.topUp, { amount: dollars(added) }) : "";
    shown.hidden = false;
  } catch {
    // nothing to show while the amount is being typed
  }
}
