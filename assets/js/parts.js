// The parts of a drawing: its children as the server drew them. The answer to an edit has only those that changed.

const drawings = new WeakMap(); // svg -> drawing
const keptVersions = 4; // answers to saves that were sent at once begin from the same one

/** Notes a drawing as it came from the server, before scripts change it. */
export function noteDrawn(svg, name) {
  if (!drawings.has(svg)) drawings.set(svg, watch(svg));
  const drawing = drawings.get(svg);
  forget(drawing);
  drawing.versions.clear();
  if (name) drawing.versions.set(name, [...svg.children]);
}

function watch(svg) {
  const drawing = { svg, versions: new Map(), attributes: new Map(), contents: [] };
  drawing.observer = new MutationObserver((records) => note(drawing, records));
  drawing.observer.observe(svg, { subtree: true, childList: true, attributes: true, attributeOldValue: true });
  return drawing;
}

/** Keeps what scripts change inside of the parts. */
function note(drawing, records) {
  for (const { type, target, attributeName, oldValue, addedNodes, removedNodes, nextSibling } of records) {
    if (target === drawing.svg) continue;
    if (type === "childList") {
      drawing.contents.push({ target, addedNodes, removedNodes, nextSibling });
      continue;
    }
    if (!drawing.attributes.has(target)) drawing.attributes.set(target, new Map());
    const before = drawing.attributes.get(target);
    if (!before.has(attributeName)) before.set(attributeName, oldValue);
  }
}

function forget(drawing) {
  drawing.observer.takeRecords();
  drawing.attributes.clear();
  drawing.contents = [];
}

/** Gives the parts back what scripts have changed in them. */
function restore(drawing) {
  note(drawing, drawing.observer.takeRecords());
  for (const { target, addedNodes, removedNodes, nextSibling } of drawing.contents.reverse()) {
    for (const node of addedNodes) if (node.parentNode === target) node.remove();
    for (const node of removedNodes) target.insertBefore(node, nextSibling?.parentNode === target ? nextSibling : null);
  }
  for (const [element, before] of drawing.attributes) {
    for (const [name, value] of before) {
      if (value === null) element.removeAttribute(name);
      else element.setAttribute(name, value);
    }
  }
  forget(drawing);
}

/** Changes a drawing to what fresh says since a version of it. Returns whether it has that version. */
export function patch(svg, fresh, name) {
  const drawing = drawings.get(svg), before = drawing?.versions.get(fresh.dataset.since);
  if (!before) return false;
  restore(drawing);
  const parts = [...fresh.children].flatMap((child) => {
    const [first, last] = (child.dataset.kept ?? "").split(" ").map(Number);
    return "kept" in child.dataset ? before.slice(first, last + 1) : [child];
  });
  place(svg, parts);
  forget(drawing);
  if (name) drawing.versions.set(name, parts);
  for (const old of [...drawing.versions.keys()].slice(0, -keptVersions)) drawing.versions.delete(old);
  return true;
}

/** Makes parts the children of svg; those that are there already stay in place. */
function place(svg, parts) {
  const wanted = new Set(parts);
  for (const node of [...svg.childNodes]) if (!wanted.has(node)) node.remove();
  let at = svg.firstChild;
  for (const part of parts) {
    if (part === at) at = at.nextSibling;
    else svg.insertBefore(part, at);
  }
}

for (const canvas of document.querySelectorAll("[data-picture]:has(> svg)")) {
  noteDrawn(canvas.querySelector(":scope > svg"), canvas.dataset.picture);
}
