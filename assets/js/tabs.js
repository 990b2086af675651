// The tab that is open stays in sight where there is too little room for all, also when it was opened without a new page or
// the window has become narrow. Otherwise whoever scrolls the tabs by hand is left alone.
let seen = ""; // the tab, and the room for all

function show() {
  const tabs = document.getElementById("tabs"), open = tabs?.querySelector("[aria-current]");
  if (!open || seen === `${open.id} ${tabs.clientWidth}`) return;
  seen = `${open.id} ${tabs.clientWidth}`;
  const room = tabs.getBoundingClientRect(), { left, width } = open.getBoundingClientRect();
  if (left < room.left || left + width > room.right) tabs.scrollLeft += left + width / 2 - room.left - room.width / 2;
}

document.addEventListener("htmx:after:swap", show);
window.addEventListener("resize", show);
show();
