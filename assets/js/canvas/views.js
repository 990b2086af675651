// The views of the canvases that are on the page; start.js makes them.
export const views = new WeakMap(); // canvas element → View

export const viewOf = (element) => views.get(element?.closest?.(".canvas") ?? document.querySelector(".canvas[data-canvas]"));

export const eachView = (act) => document.querySelectorAll(".canvas[data-canvas]").forEach((canvas) => views.has(canvas) && act(views.get(canvas)));
