// Light and dark: as the device is set, or as somebody chooses in this browser, for every page.

/** The button says what it would bring. */
function offerScheme(button) {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: light)");
  const other = () => {
    const now = root.dataset.scheme ?? (system.matches ? "light" : "dark");
    return now === "light" ? "dark" : "light";
  };
  const label = () => (button.textContent = button.dataset[other()]);
  button.addEventListener("click", () => {
    root.dataset.scheme = other();
    document.cookie = `scheme=${root.dataset.scheme}; path=/; max-age=31536000; samesite=strict`;
    label();
  });
  system.addEventListener("change", label);
  label();
  button.hidden = false;
}

offerScheme(document.getElementById("scheme"));
