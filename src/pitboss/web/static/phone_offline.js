// A phone without a connection: since when, in the words the page left here, and back by itself.

const AGAIN_MS = 10_000;
const said = localStorage.getItem("phone.lost");
if (said) document.getElementById("since").textContent = said;
setInterval(async () => {
  try {
    if ((await fetch("/healthz")).ok) location.reload();
  } catch {
    // Still no connection.
  }
}, AGAIN_MS);
