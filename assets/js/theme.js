// A classic script in the head: it runs before the first paint, so that a switched theme and columns put away never flash.
(() => {
  const root = document.documentElement;
  root.dataset.scripts = "";
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    root.dataset.folded = localStorage.getItem("folded") ?? "";
  } catch { /* storage may be forbidden: then the system's theme holds, and all columns are there */ }
})();
