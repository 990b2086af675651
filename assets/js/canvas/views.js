// The views of the canvases on the page. start.js adds them.
export const views = new WeakMap(); // canvas element → View
export const pointersOf = new WeakMap(); // View → Pointers

export const viewOf = (element) => views.get(element?.closest?.(".canvas") ?? document.querySelector(".canvas[data-canvas]"));

export const eachView = (act) => document.querySelectorAll(".canvas[data-canvas]").forEach((canvas) => views.has(canvas) && act(views.get(canvas)));
