// [data-cursor]: the main field of a page gets the focus unless the user has already put it elsewhere. HTML's own autofocus
// then logs a warning.
if (document.activeElement === document.body) document.querySelector("[data-cursor]")?.focus();
