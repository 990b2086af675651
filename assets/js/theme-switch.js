// [data-theme-switch]: cycles through the themes system, light and dark, and remembers the choice.
const order = ["system", "light", "dark"];
const root = document.documentElement;
const current = () => root.dataset.theme ?? "system";

function label(button) {
  const text = `Theme: ${current()}`;
  const words = button.querySelector("span") ?? button;
  if (words.textContent !== text) words.textContent = text;
}
const labelAll = () => document.querySelectorAll("[data-theme-switch]").forEach(label);

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-theme-switch]");
  if (!button) return;
  const next = order[(order.indexOf(current()) + 1) % order.length];
  if (next === "system") delete root.dataset.theme;
  else root.dataset.theme = next;
  try {
    localStorage.setItem("theme", next);
  } catch { /* not remembered */ }
  label(button);
});
document.addEventListener("htmx:after:swap", labelAll);
labelAll();
