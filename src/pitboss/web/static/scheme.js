// Light and dark: the device's setting, or this browser's choice, for every page.

/** The button names the other scheme. */
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
