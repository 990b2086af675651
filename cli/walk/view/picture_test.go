package view

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"widerow/cli/walk/browser"
)

// TestWalkPicture exports the current view of a diagram, as files and to the
// clipboard, by mouse, touch and keyboard.
func TestWalkPicture(t *testing.T) {
	v := browser.Walk(t)
	hotel := v.MakeHotel()
	v.AllowClipboard()
	v.Open(hotel + "/physical?columns=keys&keyspace=hotelks")
	v.Click("#picture-button")
	wantPopover(v, "picture", true)
	const seen = "?columns=keys&keyspace=hotelks&"
	for id, file := range map[string]string{
		"download-svg": "svg" + seen, "download-png": "png" + seen, "download-pdf": "pdf" + seen,
		"download-outlines": "svg" + seen + "text=outlines&", "download-a4": "pdf" + seen + "paper=a4&", "download-letter": "pdf" + seen + "paper=letter&",
	} {
		address := browser.Ask[string](v, `document.getElementById(¿).href`, id)
		if want := v.Site + hotel + "/physical." + file + "download=1"; address != want {
			t.Errorf("%s leads to %s, want %s", id, address, want)
		}
	}

	copied(v, "#copy-svg", `(text => [text.startsWith("<?xml"), text.includes("hotels_by_poi"), text.includes("guests")])(await navigator.clipboard.readText())`, "true,true,false")
	copied(v, "#copy-png", `(items => items[0].types.join())(await navigator.clipboard.read())`, "image/png")
	copied(v, "#copy-png", `(async ([item]) => (await createImageBitmap(await item.getType("image/png"))).width > 400)(await navigator.clipboard.read())`, "true")
	link := strings.Replace(hotel, "m/", "embed/", 1) + "/physical.svg?columns=keys&keyspace=hotelks"
	copied(v, "#copy-link", `navigator.clipboard.readText()`, v.Site+link)
	if answer, body := v.Server.Get(link); answer.StatusCode != 200 || !strings.Contains(body, "hotels_by_poi") || strings.Contains(body, "guests") {
		t.Errorf("the link leads to status %d, or to another picture", answer.StatusCode)
	}

	// An error of the server is shown, and the clipboard is unchanged.
	v.Expect(404)
	browser.Ask[bool](v, `document.getElementById("copy-svg").dataset.copyPicture = ¿; true`, "/"+hotel+"x/physical.svg")
	v.Click("#copy-svg")
	v.Wait(`document.getElementById("toast").textContent.startsWith("Not copied: There is no such")`)
	if got := v.Evaluated(`navigator.clipboard.readText()`); got != v.Site+link {
		t.Errorf("the clipboard holds %q", got)
	}
	v.Stroke(input.DispatchKeyEventParams{Key: "Escape", Code: "Escape", WindowsVirtualKeyCode: 27})
	wantPopover(v, "picture", false)

	printed(v, hotel)

	// On a phone the menu opens above the tools and does not cover them.
	v.Do(chromedp.EmulateViewport(390, 844))
	v.Open(hotel + "/physical")
	v.Click("#picture-button")
	wantPopover(v, "picture", true)
	if !browser.Ask[bool](v, `(menu => menu.bottom <= document.getElementById("zoom").getBoundingClientRect().top && menu.left >= 0 && menu.right <= innerWidth)(document.getElementById("picture").getBoundingClientRect())`) {
		v.Picture("picture-menu-390")
		t.Error("the menu covers its tools")
	}
}

// printed checks that the whole diagram is printed, and nothing else, whatever
// part of it is visible.
func printed(v *browser.Walker, model string) {
	v.T.Helper()
	v.Open(model + "/physical")
	v.Click("#zoom-actual")
	const seen = `document.querySelector("#canvas > svg").style.cssText`
	before := browser.Ask[string](v, seen)
	// As in the browser, beforeprint comes before the layout changes.
	browser.Ask[bool](v, `dispatchEvent(new Event("beforeprint"))`)
	browser.Command(v, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	cut := browser.Ask[int](v, `(paper => [...document.querySelectorAll("#canvas .keyspace, #canvas [data-box]")].filter(element => {
		const box = element.getBoundingClientRect();
		return box.width === 0 || box.left < paper.left || box.right > paper.right || box.top < paper.top || box.bottom > paper.bottom;
	}).length)(document.querySelector("#canvas > svg").getBoundingClientRect())`)
	if cut > 0 {
		v.Picture("printed")
		v.T.Errorf("%d parts of the diagram are not on the paper", cut)
	}
	for _, part := range []string{"outline", "inspector", "notices", "zoom", "fold-outline", "canvas-layer", "minimap"} {
		if v.Height("#"+part) > 0 {
			v.T.Errorf("#%s is printed", part)
		}
	}
	browser.Command(v, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
	browser.Ask[bool](v, `dispatchEvent(new Event("afterprint"))`)
	v.Wait(seen+` === ¿`, before)
}

// copied clicks a button that copies, and checks the clipboard. code reads it
// as text.
func copied(v *browser.Walker, button, code, want string) {
	v.T.Helper()
	browser.Ask[bool](v, `(document.getElementById("toast").replaceChildren(), true)`)
	v.Click(button)
	v.Wait(`document.getElementById("toast").textContent === "Copied"`)
	if got := v.Evaluated(code); got != want {
		v.T.Errorf("%s: the clipboard holds %.200q, want %q", button, got, want)
	}
}
