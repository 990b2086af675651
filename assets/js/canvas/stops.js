// The drawing by keyboard. Tab reaches one of its links. From there the arrow keys go in reading order, from box to box and
// through the parts of a box. The labels of the lines that lead to a box follow it.
const linksIn = (element) => [element, ...element.querySelectorAll("a[href]")].filter((one) => one.matches("a[href]") && one.checkVisibility());

/** Returns all links of a drawing in reading order, in groups: a box, a keyspace or a label with its parts. */
function stopsOf(svg) {
  const groups = [];
  const byBox = new Map();
  for (const child of svg.children) {
    const { box, owner, to, edge } = child.dataset ?? {};
    const links = edge ? linksIn(child) : child.matches("a, g") ? linksIn(child) : [];
    if (links.length === 0) continue;
    const group = { links, labels: [] };
    if (box) byBox.set(box, group);
    if (owner && byBox.has(owner)) byBox.get(owner).links.push(...links);
    else if (!edge) groups.push(group);
    else groups.push(Object.assign(group, { to }));
  }
  const labels = groups.filter(({ to }) => byBox.has(to));
  for (const group of labels) byBox.get(group.to).labels.push(group.links);
  return groups.filter((group) => !labels.includes(group)).flatMap((group) => [group.links, ...group.labels]);
}

/** Makes one link of the drawing reachable by Tab: the given one, or the last one, or the selected one, or the first. */
export function rove(view, link = null) {
  const before = view.tabbed?.isConnected ? view.tabbed : null; // otherwise the drawing is new
  if (link) view.stop = link.getAttribute("href");
  const links = before ? [before] : [...view.svg.querySelectorAll("a[href]")];
  const known = view.stop && links.find((other) => other.getAttribute("href") === view.stop);
  const stop = link ?? known ?? view.svg.querySelector("a[href][aria-current]") ?? before ?? stopsOf(view.svg)[0]?.[0];
  for (const other of links) other.setAttribute("tabindex", "-1");
  stop?.setAttribute("tabindex", "0");
  view.tabbed = stop;
}

/** Moves the focus from a link to the next or previous one: of the next group, or else of the next part. */
export function step(view, link, by, groups) {
  const stops = stopsOf(view.svg), group = stops.findIndex((links) => links.includes(link));
  const part = stops[group]?.indexOf(link);
  const within = groups ? undefined : stops[group]?.[part + by];
  const beside = stops[group + by];
  // Left of a part is the head of its own box.
  const head = groups && by < 0 && part > 0 ? stops[group][0] : null;
  const next = within ?? head ?? (groups || by > 0 ? beside?.[0] : beside?.at(-1));
  next?.focus({ preventScroll: true });
}

/** Moves the focus to the first or the last box. */
export function stepToEnd(view, last) {
  const stops = stopsOf(view.svg);
  (last ? stops.at(-1) : stops[0])?.[0].focus({ preventScroll: true });
}
