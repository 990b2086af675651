package walk

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestRoomForTheDiagram checks that a diagram has the room of details of nothing
// and of notices, and that the panels beside it can be hidden, stay hidden, and
// return when they are needed.
func TestRoomForTheDiagram(t *testing.T) {
	v := walk(t)
	v.openHotel("physical")
	if scale, notice, details := v.percent(), v.height("#notices"), v.height("#inspector"); scale < 85 || notice > 0 || details > 0 {
		t.Errorf("the hotel is shown at %d %%, want 85 or more; the notices are %v px high, the details %v", scale, notice, details)
	}
	v.click("#fold-inspector")
	v.wait(`document.getElementById("inspector").checkVisibility() && document.getElementById("fold-inspector").ariaExpanded === "true"`)
	v.click("#fold-inspector")
	v.wait(`!document.getElementById("inspector").checkVisibility()`)
	v.pick("hotels")
	v.wait(`document.getElementById("inspector").checkVisibility()`)
	v.click("#fold-outline")
	v.click("#fold-inspector")
	v.wait(`!document.getElementById("outline").checkVisibility() && !document.getElementById("inspector").checkVisibility()`)
	v.expectUpdate(func() { v.click("#tab-logical") })
	v.expectUpdate(func() { v.click("#tab-physical") })
	v.open(v.path())
	if v.height("#outline") != 0 || v.height("#inspector") != 0 || ask[string](v, `document.getElementById("fold-inspector").ariaExpanded`) != "false" {
		t.Error("the hidden panel is shown again")
	}

	// A rejected save shows its form.
	v.click("#fold-outline")
	v.pick("guests")
	v.click("#fold-inspector")
	v.wait(`document.getElementById("inspector").checkVisibility()`)
	v.expect(422)
	v.expectUpdate(func() {
		v.fill(v.field("name"), "reservations_by_guest")
		v.press(kb.Tab)
		v.click("#fold-inspector")
	})
	v.wait(`document.getElementById("saved").dataset.state === "failed" && document.getElementById("inspector").checkVisibility()`)
}

// TestTabsStayInSight checks the tabs beside the longest texts of the top bar.
func TestTabsStayInSight(t *testing.T) {
	v := walk(t)
	long := "Reservations of the Grand Hotel and its five sisters"
	v.open("you")
	v.fill("#name", long)
	v.expectLoad(func() { v.enterKey() })
	v.openHotel("physical")
	v.set("name", long)
	for _, width := range []int64{1280, 1024, 960, 390} {
		v.do(chromedp.EmulateViewport(width, 800))
		for _, state := range []string{"Saved · r1", "Not saved: see the form", "Not saved: offline, your text is kept"} {
			hidden := ask[string](v, `(text => {
				Object.assign(document.getElementById("saved"), {textContent: text}).dataset.state = text.startsWith("Not") ? "failed" : "saved";
				const room = document.getElementById("tabs").getBoundingClientRect();
				return [...document.querySelectorAll("#tabs a")].filter(tab => tab.getBoundingClientRect().left < room.left - 1 || tab.getBoundingClientRect().right > room.right + 1).map(tab => tab.id).join(" ");
			})(¿)`, state)
			if width == 1280 && hidden != "" {
				v.picture("top-bar")
				t.Errorf("%d px, %q: these tabs are out of sight: %s", width, state, hidden)
			}
			if ask[bool](v, `(line => line.scrollWidth > line.clientWidth || line.scrollHeight > line.clientHeight)(document.getElementById("saved"))`) {
				t.Errorf("%d px: %q is cut", width, state)
			}
			if wide := ask[float64](v, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
				t.Errorf("%d px, %q: the page is %v px wider than the window", width, state, wide)
			}
		}
	}

	// So is the open tab, if the window becomes narrow after it was opened.
	v.expectUpdate(func() { v.click("#tab-history") })
	v.do(chromedp.EmulateViewport(390, 844))
	v.wait(`(room => {
		const open = document.querySelector("#tabs [aria-current]").getBoundingClientRect();
		return open.left >= room.left && open.right <= room.right + 1;
	})(document.getElementById("tabs").getBoundingClientRect())`)
}

// percent returns the scale that the tools show.
func (v *walker) percent() int {
	v.t.Helper()
	return ask[int](v, `parseInt(document.querySelector("[data-zoom-level]").textContent)`)
}

func (v *walker) height(selector string) float64 {
	v.t.Helper()
	return ask[float64](v, `document.querySelector(¿)?.getBoundingClientRect().height ?? 0`, selector)
}
