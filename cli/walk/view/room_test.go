package view

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"widerow/cli/walk/browser"
)

// TestRoomForTheDiagram checks that a diagram has the room of details of nothing
// and of notices, and that the panels beside it can be hidden, stay hidden, and
// return when they are needed.
func TestRoomForTheDiagram(t *testing.T) {
	v := browser.Walk(t)
	v.OpenHotel("physical")
	if scale, notice, details := percent(v), v.Height("#notices"), v.Height("#inspector"); scale < 85 || notice > 0 || details > 0 {
		t.Errorf("the hotel is shown at %d %%, want 85 or more; the notices are %v px high, the details %v", scale, notice, details)
	}
	v.Click("#fold-inspector")
	v.Wait(`document.getElementById("inspector").checkVisibility() && document.getElementById("fold-inspector").ariaExpanded === "true"`)
	v.Click("#fold-inspector")
	v.Wait(`!document.getElementById("inspector").checkVisibility()`)
	v.Pick("hotels")
	v.Wait(`document.getElementById("inspector").checkVisibility()`)
	v.Click("#fold-outline")
	v.Click("#fold-inspector")
	v.Wait(`!document.getElementById("outline").checkVisibility() && !document.getElementById("inspector").checkVisibility()`)
	v.ExpectUpdate(func() { v.Click("#tab-logical") })
	v.ExpectUpdate(func() { v.Click("#tab-physical") })
	v.Open(v.Path())
	if v.Height("#outline") != 0 || v.Height("#inspector") != 0 || browser.Ask[string](v, `document.getElementById("fold-inspector").ariaExpanded`) != "false" {
		t.Error("the hidden panel is shown again")
	}

	// A rejected save shows its form.
	v.Click("#fold-outline")
	v.Pick("guests")
	v.Click("#fold-inspector")
	v.Wait(`document.getElementById("inspector").checkVisibility()`)
	v.Expect(422)
	v.ExpectUpdate(func() {
		v.Fill(v.Field("name"), "reservations_by_guest")
		v.Press(kb.Tab)
		v.Click("#fold-inspector")
	})
	v.Wait(`document.getElementById("saved").dataset.state === "failed" && document.getElementById("inspector").checkVisibility()`)
}

// TestTabsStayInSight checks the tabs beside the longest texts of the top bar.
func TestTabsStayInSight(t *testing.T) {
	v := browser.Walk(t)
	long := "Reservations of the Grand Hotel and its five sisters"
	v.Open("you")
	v.Fill("#name", long)
	v.ExpectLoad(func() { v.EnterKey() })
	v.OpenHotel("physical")
	v.Set("name", long)
	for _, width := range []int64{1280, 1024, 960, 390} {
		v.Do(chromedp.EmulateViewport(width, 800))
		for _, state := range []string{"Saved · r1", "Not saved: see the form", "Not saved: offline, your text is kept"} {
			hidden := browser.Ask[string](v, `(text => {
				Object.assign(document.getElementById("saved"), {textContent: text}).dataset.state = text.startsWith("Not") ? "failed" : "saved";
				const room = document.getElementById("tabs").getBoundingClientRect();
				return [...document.querySelectorAll("#tabs a")].filter(tab => tab.getBoundingClientRect().left < room.left - 1 || tab.getBoundingClientRect().right > room.right + 1).map(tab => tab.id).join(" ");
			})(¿)`, state)
			if width == 1280 && hidden != "" {
				v.Picture("top-bar")
				t.Errorf("%d px, %q: these tabs are out of sight: %s", width, state, hidden)
			}
			if browser.Ask[bool](v, `(line => line.scrollWidth > line.clientWidth || line.scrollHeight > line.clientHeight)(document.getElementById("saved"))`) {
				t.Errorf("%d px: %q is cut", width, state)
			}
			if wide := browser.Ask[float64](v, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
				t.Errorf("%d px, %q: the page is %v px wider than the window", width, state, wide)
			}
		}
	}

	// So is the open tab, if the window becomes narrow after it was opened.
	v.ExpectUpdate(func() { v.Click("#tab-history") })
	v.Do(chromedp.EmulateViewport(390, 844))
	v.Wait(`(room => {
		const open = document.querySelector("#tabs [aria-current]").getBoundingClientRect();
		return open.left >= room.left && open.right <= room.right + 1;
	})(document.getElementById("tabs").getBoundingClientRect())`)
}

// percent returns the scale that the tools show.
func percent(v *browser.Walker) int {
	v.T.Helper()
	return browser.Ask[int](v, `parseInt(document.querySelector("[data-zoom-level]").textContent)`)
}
