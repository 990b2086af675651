package browser

import "strings"

// inspectGeometry reports texts that are cut or covered, and tools of the top bar that have moved since the
// page before: faults that a person sees at once and that axe does not look for.
func (v *Window) inspectGeometry(name string) {
	v.T.Helper()
	for _, fault := range Ask[[]string](v, cutTexts) {
		v.T.Errorf("%s: a text is cut: %s", name, fault)
	}
	for _, fault := range Ask[[]string](v, coveredTexts) {
		v.T.Errorf("%s: a text is covered: %s", name, fault)
	}
	bar := Ask[string](v, barPlaces)
	key, places, _ := strings.Cut(bar, ": ")
	if before, seen := v.bars[key]; seen && before != places {
		v.T.Errorf("%s: the top bar of %s has moved: its tools begin at %s, and before at %s", name, key, places, before)
	}
	if v.bars == nil {
		v.bars = map[string]string{}
	}
	v.bars[key] = places
}

// cutTexts lists the texts that are wider than their box, if nothing tells the rest: no title, no other
// scrolling. In a wide window a narrow input is cut if its value is longer than it shows.
const cutTexts = `(() => {
	const hides = (style) => style.overflowX === "hidden" || style.overflowX === "clip";
	const named = (element) => Boolean(element.closest("[title]") || element.querySelector("[title]"));
	const found = [];
	for (const element of document.querySelectorAll("body *:not(svg, svg *, .cm-editor, .cm-editor *)")) {
		if (!element.checkVisibility() || element.clientWidth < 12 || element.clientHeight < 6) continue;
		if (element.matches("input:not([type=checkbox], [type=radio], [type=file], [type=range])")) {
			const cut = element.value && element.scrollWidth > element.clientWidth + 1;
			if (cut && innerWidth > 900 && element.clientWidth < 260 && !named(element)) found.push("the value “" + element.value + "” of #" + element.id);
			continue;
		}
		const texts = [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim());
		if (!texts || !hides(getComputedStyle(element)) || element.scrollWidth <= element.clientWidth + 1 || named(element)) continue;
		found.push("“" + element.textContent.trim().slice(0, 60) + "” in " + element.tagName.toLowerCase() + "." + element.className);
	}
	return found;
})()`

// coveredTexts lists the texts in view of which something else covers the middle. Of a page under a dialog
// only the dialog counts. Diagrams and their marks lie over each other on purpose, and a link may cover its card.
const coveredTexts = `(() => {
	const top = document.querySelector("dialog:modal") ?? document.body, open = [...document.querySelectorAll(":popover-open, details[open] > .menu")];
	const apart = ".canvas > svg, .layer, .layer *, .zoom, .cm-editor, .live, .toast, .hidden, .skip, option";
	const clips = (element, x, y) => {
		for (let box; element && element !== document.body; element = element.parentElement) {
			if (getComputedStyle(element).clipPath !== "none") return true;
			if (getComputedStyle(element).overflowX === "visible") continue;
			if ((box = element.getBoundingClientRect()).width < 3 || x < box.left || x > box.right || y < box.top || y > box.bottom) return true;
		}
		return false;
	};
	const floats = (element) => element && (/sticky|fixed/.test(getComputedStyle(element).position) || floats(element.parentElement));
	const texts = document.createTreeWalker(top, NodeFilter.SHOW_TEXT), range = document.createRange(), found = [];
	while (texts.nextNode()) {
		const text = texts.currentNode, parent = text.parentElement;
		if (!text.data.trim() || parent.closest(apart) || parent.closest("svg")) continue;
		if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
		range.selectNodeContents(text);
		for (const box of range.getClientRects()) {
			const x = box.left + box.width / 2, y = box.top + box.height / 2;
			if (box.width < 3 || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight || clips(parent, x, y)) continue;
			const over = document.elementFromPoint(x, y);
			if (!over || over.contains(parent) || parent.contains(over) || open.some(menu => menu.contains(over))) continue;
			if (over.closest("label, a, button, .canvas, summary, .letter")?.contains(parent)) continue;
			if (over.closest(".card")?.contains(parent) || parent.closest("label")?.contains(over)) continue;
			if (floats(over) || getComputedStyle(over).opacity === "0") continue;
			if (over.closest(".zoom, .live, .toast, .minimap, [data-splitter], .fold, [role=listbox]")) continue;
			found.push("“" + text.data.trim().slice(0, 50) + "” by " + over.tagName.toLowerCase() + "#" + over.id + "." + over.className);
			break;
		}
	}
	return found;
})()`

// barPlaces says where the tools of the top bar and the tabs begin: "what is there at this width: places".
const barPlaces = `(() => {
	const shown = [...document.querySelectorAll("#topbar .tools > *:not(.present), #tabs")].filter(part => part.checkVisibility());
	const title = document.querySelector("#model-name")?.textContent ?? "";
	const what = innerWidth + " px, " + title + " " + shown.map(part => part.id).join(" ");
	return what + ": " + shown.map(part => Math.round(part.getBoundingClientRect().left)).join(" ");
})()`
