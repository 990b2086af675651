package walk

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// TestWalkPicture exports the current view of a diagram, as files and to the
// clipboard, by mouse, touch and keyboard.
func TestWalkPicture(t *testing.T) {
	v := walk(t)
	hotel := v.makeHotel()
	v.allowClipboard()
	v.open(hotel + "/physical?columns=keys&keyspace=hotelks")
	v.click("#picture-button")
	v.wantPopover("picture", true)
	const seen = "?columns=keys&keyspace=hotelks&"
	for id, file := range map[string]string{
		"download-svg": "svg" + seen, "download-png": "png" + seen, "download-pdf": "pdf" + seen,
		"download-outlines": "svg" + seen + "text=outlines&", "download-a4": "pdf" + seen + "paper=a4&", "download-letter": "pdf" + seen + "paper=letter&",
	} {
		address := ask[string](v, `document.getElementById(¿).href`, id)
		if want := v.site + hotel + "/physical." + file + "download=1"; address != want {
			t.Errorf("%s leads to %s, want %s", id, address, want)
		}
	}

	v.copied("#copy-svg", `(text => [text.startsWith("<?xml"), text.includes("hotels_by_poi"), text.includes("guests")])(await navigator.clipboard.readText())`, "true,true,false")
	v.copied("#copy-png", `(items => items[0].types.join())(await navigator.clipboard.read())`, "image/png")
	v.copied("#copy-png", `(async ([item]) => (await createImageBitmap(await item.getType("image/png"))).width > 400)(await navigator.clipboard.read())`, "true")
	link := strings.Replace(hotel, "m/", "embed/", 1) + "/physical.svg?columns=keys&keyspace=hotelks"
	v.copied("#copy-link", `navigator.clipboard.readText()`, v.site+link)
	if answer, body := v.server.get(link); answer.StatusCode != 200 || !strings.Contains(body, "hotels_by_poi") || strings.Contains(body, "guests") {
		t.Errorf("the link leads to status %d, or to another picture", answer.StatusCode)
	}

	// An error of the server is shown, and the clipboard is unchanged.
	v.expect(404)
	ask[bool](v, `document.getElementById("copy-svg").dataset.copyPicture = ¿; true`, "/"+hotel+"x/physical.svg")
	v.click("#copy-svg")
	v.wait(`document.getElementById("toast").textContent.startsWith("Not copied: There is no such")`)
	if got := v.evaluated(`navigator.clipboard.readText()`); got != v.site+link {
		t.Errorf("the clipboard holds %q", got)
	}
	v.stroke(input.DispatchKeyEventParams{Key: "Escape", Code: "Escape", WindowsVirtualKeyCode: 27})
	v.wantPopover("picture", false)

	v.printed(hotel)

	// On a phone the menu opens above the tools and does not cover them.
	v.do(chromedp.EmulateViewport(390, 844))
	v.open(hotel + "/physical")
	v.click("#picture-button")
	v.wantPopover("picture", true)
	if !ask[bool](v, `(menu => menu.bottom <= document.getElementById("zoom").getBoundingClientRect().top && menu.left >= 0 && menu.right <= innerWidth)(document.getElementById("picture").getBoundingClientRect())`) {
		v.picture("picture-menu-390")
		t.Error("the menu covers its tools")
	}
}

// printed checks that the whole diagram is printed, and nothing else, whatever
// part of it is visible.
func (v *walker) printed(model string) {
	v.t.Helper()
	v.open(model + "/physical")
	v.click("#zoom-actual")
	const seen = `document.querySelector("#canvas > svg").getAttribute("viewBox")`
	before := ask[string](v, seen)
	// As in the browser, beforeprint comes before the layout changes.
	ask[bool](v, `dispatchEvent(new Event("beforeprint"))`)
	command(v, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	cut := ask[int](v, `(paper => [...document.querySelectorAll("#canvas .keyspace, #canvas [data-box]")].filter(element => {
		const box = element.getBoundingClientRect();
		return box.width === 0 || box.left < paper.left || box.right > paper.right || box.top < paper.top || box.bottom > paper.bottom;
	}).length)(document.querySelector("#canvas > svg").getBoundingClientRect())`)
	if cut > 0 {
		v.picture("printed")
		v.t.Errorf("%d parts of the diagram are not on the paper", cut)
	}
	for _, part := range []string{"outline", "inspector", "notices", "zoom", "fold-outline", "canvas-layer", "minimap"} {
		if v.height("#"+part) > 0 {
			v.t.Errorf("#%s is printed", part)
		}
	}
	command(v, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
	ask[bool](v, `dispatchEvent(new Event("afterprint"))`)
	v.wait(seen+` === ¿`, before)
}

// copied clicks a button that copies, and checks the clipboard. code reads it
// as text.
func (v *walker) copied(button, code, want string) {
	v.t.Helper()
	ask[bool](v, `(document.getElementById("toast").replaceChildren(), true)`)
	v.click(button)
	v.wait(`document.getElementById("toast").textContent === "Copied"`)
	if got := v.evaluated(code); got != want {
		v.t.Errorf("%s: the clipboard holds %.200q, want %q", button, got, want)
	}
}

// evaluated returns the result of asynchronous code.
func (v *walker) evaluated(code string) string {
	v.t.Helper()
	value, err := chromedp.Run(v.ctx, chromedp.Evaluate[string]("(async () => String(await ("+code+")))()", chromedp.EvalAwaitPromise))
	if err != nil {
		v.fail("%s: %v", code, err)
	}
	return value
}

// allowClipboard grants all pages access to the clipboard.
func (v *walker) allowClipboard() {
	v.t.Helper()
	for _, permission := range []string{"clipboard-read", "clipboard-write"} {
		if _, err := chromedp.CallBrowser(v.ctx, browser.SetPermission, browser.SetPermissionParams{
			Permission: &browser.PermissionDescriptor{Name: permission}, Setting: browser.PermissionSettingGranted,
			BrowserContextID: chromedp.FromContext(v.ctx).BrowserContextID,
		}); err != nil {
			v.t.Fatal(err)
		}
	}
}
