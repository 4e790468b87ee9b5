// The search's key, and rows that unfold below their sentence.

const box = document.getElementById("find");

/** Whether a key press is meant for a focused field. */
function isTyping(target) {
  return target.closest("input, select, textarea, [contenteditable]") !== null;
}

if (box) {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target)) return;
    event.preventDefault();
    box.focus();
    box.select();
  });
}

for (const details of document.querySelectorAll("details[data-row]")) {
  details.addEventListener("toggle", async () => {
    const place = details.querySelector("pre");
    if (!details.open || place.textContent) return;
    const answer = await fetch(details.dataset.row);
    place.textContent = await answer.text();
  });
}

// A file uses the same search as the page.
for (const link of document.querySelectorAll("[data-keeps-search]")) {
  const asked = new URLSearchParams(location.search);
  for (const [name, value] of new URLSearchParams(link.search)) asked.set(name, value);
  link.search = asked.toString();
}
