// Scrolls the open tab into view when the window is too narrow for all tabs: after another tab is opened or the width changes.
// In between the user can scroll the tabs by hand.
let seen = ""; // the open tab and the width of the bar

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
