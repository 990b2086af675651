// The menu of the canvas, opened by the right button or the menu key.
import { actionsOfBoxes, actionsOfElement, actionsOfPlace } from "./actions.js";
import { isFree } from "./create.js";
import { boxAt, boxElement, elementAt } from "./drawing.js";
import { marked } from "./marks.js";
import { memoActions } from "./memos.js";
import { placeActions } from "./spot.js";

function actionsAt(view, target, at) {
  const box = boxAt(target), element = elementAt(target) ?? (box ? boxElement(view, box) : null); // zoomed out, a name lies outside its box
  if (box && marked(view).has(box) && marked(view).size > 1) return actionsOfBoxes(view, [...marked(view)]);
  if (!element) return actionsOfPlace(view, at);
  return [...actionsOfElement(view, element), ...(isFree(view, target) ? [...memoActions(view, at), ...placeActions(view, at)] : [])]; // of a keyspace
}

let menu = null;

function open(view, actions, { x, y }) {
  menu?.remove();
  menu = Object.assign(document.createElement("div"), { id: "canvas-menu", className: "menu", popover: "auto" });
  menu.setAttribute("role", "menu");
  menu.setAttribute("aria-label", "Actions");
  for (const action of actions) menu.append(item(action));
  document.body.append(menu);
  const before = document.activeElement;
  menu.addEventListener("toggle", ({ newState }) => {
    if (newState !== "closed") return;
    menu?.remove();
    menu = null;
    if (document.activeElement === document.body) before?.focus?.({ preventScroll: true });
  });
  menu.showPopover();
  const { width, height } = menu.getBoundingClientRect(), inside = (at, size, room) => `${Math.max(4, Math.min(at, room - size - 4))}px`;
  Object.assign(menu.style, { left: inside(x, width, innerWidth), top: inside(y, height, innerHeight) });
  menu.firstElementChild.focus();
}

function item({ words, keys, danger, run }) {
  const made = Object.assign(document.createElement("button"), { type: "button", tabIndex: -1, className: danger ? "danger" : "" });
  made.setAttribute("role", "menuitem");
  made.append(Object.assign(document.createElement("span"), { textContent: words }));
  if (keys) made.append(Object.assign(document.createElement("kbd"), { textContent: keys }));
  made.addEventListener("click", () => {
    menu.hidePopover();
    run();
  });
  return made;
}

const steps = { ArrowDown: 1, ArrowUp: -1 };

function key(event) {
  const items = [...menu.children], at = items.indexOf(document.activeElement), by = steps[event.key];
  if (by) items[(at + by + items.length) % items.length].focus();
  else if (event.key === "Home" || event.key === "End") items.at(event.key === "Home" ? 0 : -1).focus();
  else if (event.key === "Tab") menu.hidePopover();
  else return;
  event.preventDefault();
}
document.addEventListener("keydown", (event) => menu?.contains(event.target) && key(event));

/** Opens the menu for a part of the drawing, at a point of the window or, by default, at the part. Reports whether it did. */
export function openMenu(view, part, at = null) {
  if (!view.svg.contains(part) || "pick" in view.canvas.dataset) return false;
  const { left, top, width, height } = part.getBoundingClientRect();
  const place = at ?? { x: left + Math.min(width, 40), y: top + Math.min(height, 24) };
  open(view, actionsAt(view, part, place), place);
  return true;
}
