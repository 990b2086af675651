// [data-cursor]: the field that a page is for. The cursor goes there unless the visitor has been quicker; HTML's own
// autofocus then complains on the console.
if (document.activeElement === document.body) document.querySelector("[data-cursor]")?.focus();
