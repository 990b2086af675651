// What a turn of the wheel means. A pinch on a trackpad arrives as turns with Ctrl, each of a few pixels.
const line = 16; // px
const notch = 100; // px of a notch of most wheels
const byNotch = Math.log(1.1);
const byPixel = 0.01; // of the logarithm of the scale: the drawing follows the fingers

/** Returns a turn in px, whatever its unit: Firefox counts lines, and some mice pages. */
export function pixels({ deltaX, deltaY, deltaMode }, page) {
  const across = [1, line, page.width][deltaMode], down = [1, line, page.height][deltaMode];
  return { x: deltaX * across, y: deltaY * down };
}

/** Returns by how much a turn of px down zooms: in proportion to a small turn, and by 1.1 for each notch. */
export function zoomFactor(px) {
  const way = Math.abs(px), notches = Math.max(1, Math.round(way / notch));
  return Math.exp(-Math.sign(px) * Math.min(way * byPixel, notches * byNotch));
}
