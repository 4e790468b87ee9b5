// The paytables as posted: nothing moves; the button prints.

document.getElementById("print").addEventListener("click", () => window.print());
