// The order of the columns of a table: a drag of the grip of a column, or Alt with an arrow key on it. A column stays among those
// with its role. Within a key the order is part of the design: the hint and the message say what it will be.
import { idOf, nameOf } from "./drawing.js";
import { attach, detach, announce } from "./layer.js";
import { diagramOf, editForm, sendEdit } from "./edit.js";
import { Hint } from "./hint.js";
import { toast } from "../copy.js";
import { showProblemMessage } from "../messages.js";

const roles = { ".mark-k": "Partition key", ".mark-c": "Clustering order", ".mark-s": "Static columns" };
const gripWidth = 11; // units
const least = 0.55; // scale at which a grip can be taken
const grips = new WeakMap(); // View → the grip that is shown

/** Reports whether the columns of a view can be put in order. */
const orders = (view) => Boolean(editForm(view)) && !("pick" in view.canvas.dataset) && ["logical", "physical"].includes(diagramOf(view));

const roleOf = (column) => Object.keys(roles).find((mark) => column.querySelector(mark)) ?? "";

/** Returns the columns with the role of one, in their order. */
const peersOf = (column) => [...column.parentNode.querySelectorAll(":scope > .column")].filter((other) => roleOf(other) === roleOf(column));

/** Returns the rectangle of a column's row. */
function rowOf(column) {
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(column.querySelector(".row").getAttribute(name)));
  return { x, y, width, height };
}

/** Returns the names of columns moved from one place to another. */
function ordered(peers, from, to) {
  const names = peers.map(nameOf);
  names.splice(to, 0, ...names.splice(from, 1));
  return names.join(", ");
}

function words(column, peers, from, to) {
  const role = roles[roleOf(column)];
  return role && from !== to ? `${role}: ${ordered(peers, from, to)}` : "";
}

/** Shows the grip of the column under the mouse. */
export function hoverGrip(view, event) {
  if (event.pointerType === "touch" || event.buttons !== 0) return;
  const grip = event.target.closest?.(".grip"), over = view.svg.contains(event.target) ? event.target.closest(".column") : null;
  if (!grip) showGrip(view, over && orders(view) && view.scale >= least ? over : null);
}

/** Shows the grip of the selected column, or none. */
export function restGrip(view) {
  const chosen = matchMedia("(pointer: coarse)").matches ? view.element(view.selected ?? "") : null;
  showGrip(view, chosen?.matches(".column") && orders(view) && view.scale >= least ? chosen : null);
}

function showGrip(view, column) {
  const shown = grips.get(view);
  if (shown?.column === column && column?.isConnected) return;
  if (shown) detach(view, shown.item);
  grips.delete(view);
  if (!column?.querySelector(".row") || peersOf(column).length < 2) return;
  const grip = Object.assign(document.createElement("i"), { className: "grip", title: `Drag to move ${nameOf(column)}; Alt+↑ and Alt+↓ do the same` });
  grip.setAttribute("aria-hidden", "true");
  const item = attach(view, grip, () => (column.isConnected ? { ...rowOf(column), width: gripWidth } : null));
  grips.set(view, { column, item });
}

/** Starts to drag the column of a grip. */
export function startColumn(view, start) {
  const { column } = grips.get(view) ?? {};
  return column?.isConnected ? new ColumnDrag(view, column, start) : null;
}

/** A drag of a column among its peers, which make room for it. */
class ColumnDrag {
  constructor(view, column, start) {
    Object.assign(this, { view, id: column.id, start: view.point(start.x, start.y), hint: new Hint(view) });
    this.capture(column);
    view.canvas.dataset.moving = "";
  }

  /** Takes the column, also from a new drawing. */
  capture(column) {
    const peers = peersOf(column), from = peers.indexOf(column);
    Object.assign(this, { column, peers, from, to: from, rows: peers.map(rowOf), next: column.nextSibling });
    column.classList.add("taken");
    column.parentNode.append(column); // over the others
  }

  move(event) {
    if (!this.column.isConnected) {
      const fresh = this.view.element(this.id);
      if (!fresh?.querySelector(".row")) return this.hint.remove(); // it was removed elsewhere
      this.capture(fresh);
    }
    const { view, rows, from, peers } = this, at = view.point(event.clientX, event.clientY), row = rows[from];
    const wanted = row.y + at.y - this.start.y, y = Math.min(Math.max(wanted, rows[0].y), rows.at(-1).y);
    this.to = rows.reduce((best, other, i) => (Math.abs(other.y - y) < Math.abs(rows[best].y - y) ? i : best), from);
    peers.forEach((peer, i) => shift(peer, i === from ? y - row.y : this.gapFor(i)));
    this.hint.show(Math.abs(wanted - y) > row.height ? this.limit() : words(this.column, peers, from, this.to), { x: row.x + row.width, y });
  }

  /** Says why the column goes no farther. */
  limit() {
    return `Only among ${roles[roleOf(this.column)] ? "the columns with its role" : "the regular columns"}: change the role in the details`;
  }

  /** Returns how far a peer gives way. */
  gapFor(i) {
    const { from, to, rows } = this, height = rows.length > 1 ? rows[1].y - rows[0].y : 0;
    if (i > from && i <= to) return -height;
    return i < from && i >= to ? height : 0;
  }

  leave() {
    this.hint.remove();
    this.column.classList.remove("taken");
    const { column, next } = this, { parentNode } = column;
    parentNode?.insertBefore(column, next?.parentNode === parentNode ? next : null);
    delete this.view.canvas.dataset.moving;
  }

  cancel() {
    this.leave();
    for (const peer of this.peers) shift(peer, 0);
  }

  /** Shows the new order at once; the server confirms it. */
  async end() {
    const { view, column, peers, from, to, rows } = this;
    if (from === to || !column.isConnected) return this.cancel();
    this.leave();
    peers.forEach((peer, i) => shift(peer, i === from ? rows[to].y - rows[from].y : this.gapFor(i)));
    const said = words(column, peers, from, to), problem = await save(view, column, to - from);
    if (problem) this.cancel();
    else if (said) toast(`${said}. Ctrl+Z undoes it.`);
  }
}

function shift(column, y) {
  if (y === 0) column.removeAttribute("transform");
  else column.setAttribute("transform", `translate(0 ${y})`);
}

async function save(view, column, by) {
  const problem = await sendEdit(view, [["do", `move:${idOf(column)}:${by}`]]);
  if (problem) showProblemMessage(problem);
  return problem;
}

/** Moves the column that has the focus up or down. Reports whether it is one. */
export function moveColumn(view, link, by) {
  const column = link?.closest(".column");
  if (!column || !orders(view)) return false;
  const peers = peersOf(column), from = peers.indexOf(column), to = from + by;
  if (to < 0 || to >= peers.length) announce(view, `${nameOf(column)} is the ${by < 0 ? "first" : "last"} with its role`);
  else {
    const said = words(column, peers, from, to), name = nameOf(column);
    save(view, column, by).then((problem) => problem || announce(view, `${name} moved ${by < 0 ? "up" : "down"}, ${to + 1} of ${peers.length}. ${said}`));
  }
  return true;
}
