// [data-minimap] in a canvas: the whole drawing, small, with a frame round the visible part. A press or a drag in it goes there.
// Beside an outline it is drawn at its foot, and on a phone it fades when the view is at rest: display.css.
import { placeOf, svgElement } from "./drawing.js";
import { eachView } from "./views.js";

const largest = { width: 152, height: 100 }, largestOnPhone = { width: 104, height: 76 }; // px
const phone = matchMedia("(max-width: 900px)");
const rest = 2500; // ms that the map of a phone stays
const maps = new WeakMap(); // canvas → its map

const outline = ({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h${-width}z`;

/** Draws the boxes and the containers round them. */
function draw(view) {
  const { canvas, home } = view;
  const place = canvas.querySelector("[data-minimap]");
  if (!place) return null;
  const boxes = [...view.svg.querySelectorAll(":scope > [data-box]")].map(placeOf);
  const containers = [...view.svg.querySelectorAll(":scope > .keyspace:not(.collapsed) > .container")].map((rect) => rect.getBBox());
  const most = phone.matches ? largestOnPhone : largest;
  const scale = Math.min(most.width / home.width, most.height / home.height);
  const picture = svgElement("svg", { viewBox: `${home.x} ${home.y} ${home.width} ${home.height}`, width: home.width * scale, height: home.height * scale });
  const frame = svgElement("rect", { class: "frame" });
  picture.append(svgElement("path", { class: "containers", d: containers.map(outline).join("") }), svgElement("path", { class: "boxes", d: boxes.map(outline).join("") }), frame);
  place.replaceChildren(picture);
  const map = { place, picture, frame, svg: view.svg };
  maps.set(canvas, map);
  return map;
}

/** Moves the frame. The map is hidden while the whole drawing is visible. */
function follow(view) {
  const { canvas, home, size, scale, x, y } = view;
  const map = maps.get(canvas)?.svg === view.svg ? maps.get(canvas) : draw(view);
  if (!map || !size || scale === undefined) return;
  const width = size.width / scale, height = size.height / scale, left = x - width / 2, top = y - height / 2;
  const all = left <= home.x && top <= home.y && left + width >= home.x + home.width && top + height >= home.y + home.height;
  map.place.hidden = all;
  const from = { x: Math.max(left, home.x), y: Math.max(top, home.y) };
  const seen = {
    ...from, width: Math.max(0, Math.min(left + width, home.x + home.width) - from.x),
    height: Math.max(0, Math.min(top + height, home.y + home.height) - from.y),
  };
  for (const [key, value] of Object.entries(seen)) map.frame.setAttribute(key, value);
  map.view = view;
  stay(map);
}

/** Keeps the map on a phone visible for a moment. */
function stay(map) {
  clearTimeout(map.rests);
  map.place.dataset.near = "";
  map.rests = setTimeout(() => delete map.place.dataset.near, rest);
}

function go(event) {
  const map = maps.get(event.target.closest("[data-canvas]"));
  if (!map?.view) return;
  const { home } = map.view, box = map.picture.getBoundingClientRect();
  cancelAnimationFrame(map.view.flight);
  map.view.change({
    x: home.x + (event.clientX - box.left) / box.width * home.width,
    y: home.y + (event.clientY - box.top) / box.height * home.height,
  });
}

document.addEventListener("widerow:view", ({ detail: view }) => follow(view));
document.addEventListener("widerow:redrawn", ({ detail: view }) => {
  maps.delete(view.canvas);
  follow(view);
});
phone.addEventListener("change", () => eachView((view) => {
  maps.delete(view.canvas);
  follow(view);
}));
document.addEventListener("pointerdown", (event) => {
  const map = event.button === 0 && event.target.closest?.("[data-minimap]");
  if (!map) return;
  event.preventDefault();
  map.setPointerCapture(event.pointerId);
  go(event);
});
document.addEventListener("pointermove", (event) => {
  if (event.target.closest?.("[data-minimap]")?.hasPointerCapture(event.pointerId)) go(event);
});
