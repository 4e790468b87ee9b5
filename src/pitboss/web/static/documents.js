// The documents' search: every typed word is in a section's heading or text.

const SHOWN_MOST = 20;
const AROUND = 60;
const field = document.getElementById("find");
const found = document.getElementById("found");
const article = document.querySelector("article");
let sections;

/** The sections of all pages, loaded at the first search. */
async function allSections() {
  sections ??= fetch("search.json").then((answer) => answer.json());
  return sections;
}

/** How well a section fits: in its heading, or in its text; 0 where a word is missing. */
function fit([, page, title, text], words) {
  const head = `${page} ${title}`.toLowerCase();
  const body = text.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const points = (head.includes(word) ? 10 : 0) + (body.includes(word) ? 1 : 0);
    if (points === 0) return 0;
    sum += points;
  }
  return sum;
}

function line([address, page, title, text], words) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = address;
  link.textContent = title === page ? page : `${page}: ${title}`;
  const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - AROUND);
  const part = document.createElement("p");
  const shown = text.slice(at, at + 3 * AROUND);
  part.textContent = at > 0 ? `… ${shown} …` : `${shown} …`;
  item.append(link, part);
  return item;
}

async function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const all = words.length > 0 ? await allSections() : [];
  const fitting = all
    .map((section) => [fit(section, words), section])
    .filter(([points]) => points > 0)
    .sort(([a], [b]) => b - a)
    .slice(0, SHOWN_MOST);
  found.querySelector("ul").replaceChildren(...fitting.map(([, section]) => line(section, words)));
  found.querySelector("p").hidden = fitting.length > 0;
  found.hidden = words.length === 0;
  article.hidden = words.length > 0;
}

field.addEventListener("input", search);
found.addEventListener("click", (event) => {
  if (event.target.closest("a")) {
    field.value = "";
    search();
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== field) {
    event.preventDefault();
    field.focus();
  }
});
