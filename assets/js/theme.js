// A classic script in the head: it runs before the first paint, so that the theme, hidden columns and the splitters do not flash.
(() => {
  const root = document.documentElement;
  root.dataset.scripts = "";
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    root.dataset.folded = localStorage.getItem("folded") ?? "";
    for (const name of ["text-share", "inspector-width"]) {
      const size = localStorage.getItem(name);
      if (/^[\d.]+(%|px)$/.test(size)) root.style.setProperty(`--${name}`, size);
    }
  } catch { /* no storage: the theme of the system, and all columns */ }
})();
