// A classic script in the head: it runs before the first paint, so that the theme, hidden columns and the splitter do not flash.
(() => {
  const root = document.documentElement;
  root.dataset.scripts = "";
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    root.dataset.folded = localStorage.getItem("folded") ?? "";
    const share = localStorage.getItem("text-share");
    if (/^[\d.]+%$/.test(share)) root.style.setProperty("--text-share", share);
  } catch { /* no storage: the theme of the system, and all columns */ }
})();
