// Typed text survives the browser's back button and reload. PINs, files and winners' data aren't
// kept; a payout keeps its own.

const badge = document.querySelector('meta[name="badge"]')?.content ?? "";
const KEY = `typed ${badge} ${location.pathname}`;
const FIELDS = "[name]:is(input, select, textarea):enabled:not([type=hidden], [type=password], [type=file])";
const LEFT_OUT = '.guide form, form[data-post^="/api/people"]';

const all = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
const save = () => sessionStorage.setItem(KEY, JSON.stringify(all));
const valueOf = (field) => (field.type === "checkbox" ? field.checked : field.value);

/** A form by what it asks for, and which of those it is. */
function nameOf(form, forms) {
  const asks = ({ dataset }) => dataset.command ?? dataset.post;
  const alike = forms.filter((other) => asks(other) === asks(form));
  return `${asks(form)} ${alike.indexOf(form)}`;
}

/** Keep typed text from now on, and restore it when someone comes back. */
export function keepForms(forms) {
  const [came] = performance.getEntriesByType("navigation"); // a window opened by a script has none
  const isBack = (came && came.type !== "navigate") || document.referrer.includes("/sign-on");
  if (!isBack) sessionStorage.removeItem(KEY);
  for (const form of forms.filter((one) => !one.matches(LEFT_OUT))) {
    const name = nameOf(form, forms);
    if (isBack) putBack(form, all[name] ?? {});
    else delete all[name];
    form.addEventListener("input", ({ target }) => {
      if (!target.matches(FIELDS)) return;
      (all[name] ??= {})[target.name] = valueOf(target);
      save();
    });
    form.addEventListener("sent", () => {
      delete all[name];
      save();
    });
  }
}

function putBack(form, typed) {
  for (const [name, value] of Object.entries(typed)) {
    const field = [...form.querySelectorAll(FIELDS)].find((each) => each.name === name);
    if (!field || valueOf(field) === value) continue;
    if (field.type === "checkbox") field.checked = value;
    else field.value = value;
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
    const folded = field.closest("details");
    if (folded) folded.open = true;
  }
}
