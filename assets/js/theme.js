// A classic script in the head: it runs before the first paint, so that a switched theme never flashes.
(() => {
  const root = document.documentElement;
  root.dataset.scripts = "";
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch { /* storage may be forbidden: then the system's theme holds */ }
})();
