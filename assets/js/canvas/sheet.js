// The sheet of a view: the drawing with free space on all sides of it, as far as can be panned. It is a layer of its own, so that
// panning only shifts it, without style, layout or paint. While the scale changes it is stretched; at rest it is drawn anew.
const rest = 160; // ms without a change of the scale
const stretched = 2; // times, at most
const beyond = 2; // sizes of the canvas on each side of the drawing
const dots = 22; // units between the dots of the background

export class Sheet {
  constructor(view) {
    this.view = view;
  }

  /** Shows the point x, y of the drawing in the middle of the canvas, within half a pixel: drawn is the exact one. */
  show() {
    const { view } = this;
    if (!this.serves()) this.draw();
    else if (view.scale !== this.scale) this.drawLater();
    const { svg, size, scale, x, y } = view, { left, top } = this.area, factor = scale / this.scale;
    const across = size.width / 2 - (x - left) * scale, down = size.height / 2 - (y - top) * scale;
    const whole = (px) => (factor === 1 ? Math.round(px - 0.01) : px), at = [whole(across), whole(down)]; // half a pixel is common, and must not flicker
    this.drawn = { x: x - (at[0] - across) / scale, y: y - (at[1] - down) / scale };
    svg.style.transform = `translate(${at[0]}px, ${at[1]}px)${factor === 1 ? "" : ` scale(${factor})`}`;
  }

  /** Reports whether the sheet can be shown as it is: shifted and, for a moment, stretched. */
  serves() {
    const { svg, home, size, scale, flightTo } = this.view, factor = scale / this.scale;
    if (!this.area || this.svg !== svg || this.home !== home || this.size !== size || !svg.style.width) return false;
    return factor === 1 || (factor > 1 / stretched && factor < stretched && (this.moving || Boolean(flightTo)));
  }

  /** Draws the sheet at the scale of the view. */
  draw() {
    const { svg, home, size, scale } = this.view;
    Object.assign(this, { svg, home, size, scale });
    clearTimeout(this.waiting);
    const across = (beyond * size.width) / scale, down = (beyond * size.height) / scale;
    const pixel = (length) => Math.floor(length * scale) / scale; // so that the drawing lies the same, whatever the sheet
    this.area = { left: pixel(home.x - across), top: pixel(home.y - down), width: home.width + 2 * across, height: home.height + 2 * down };
    const { left, top, width, height } = this.area, viewBox = `${left} ${top} ${width} ${height}`;
    if (svg.getAttribute("viewBox") !== viewBox) svg.setAttribute("viewBox", viewBox);
    const gap = dots * scale * 2 ** Math.max(0, Math.ceil(Math.log2(0.5 / scale)));
    Object.assign(svg.style, {
      width: `${width * scale}px`, height: `${height * scale}px`,
      backgroundSize: `${gap}px ${gap}px`, backgroundPosition: `${-left * scale}px ${-top * scale}px`,
    });
  }

  /** Draws it once the scale is at rest. */
  drawLater() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      this.moving = false;
      if (this.view.flightTo) this.drawLater();
      else this.view.draw();
    }, rest);
  }

  /** Lets the sheet be stretched until the scale is at rest: a wheel or two fingers change it. */
  stretch() {
    this.moving = true;
    this.drawLater();
  }

  /** Leaves the drawing to the page, which prints it. */
  leave() {
    const { svg } = this.view;
    this.area = null;
    for (const name of ["width", "height", "transform", "backgroundSize", "backgroundPosition"]) svg.style[name] = "";
  }
}
