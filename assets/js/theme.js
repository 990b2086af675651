// A classic script in the head: it runs before the first paint, so that a switched theme, columns put away and a moved splitter never flash.
(() => {
  const root = document.documentElement;
  root.dataset.scripts = "";
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    root.dataset.folded = localStorage.getItem("folded") ?? "";
    const share = localStorage.getItem("text-share");
    if (/^[\d.]+%$/.test(share)) root.style.setProperty("--text-share", share);
  } catch { /* storage may be forbidden: then the system's theme holds, and all columns are there */ }
})();
