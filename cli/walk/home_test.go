package walk

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestFindModels finds and sorts models on the home page by keyboard, on a
// phone, and without scripts. Then it deletes one and restores it from the list
// of deleted models.
func TestFindModels(t *testing.T) {
	v := walk(t)
	for _, name := range []string{"Hotel", "Library", "Hotel group"} {
		v.open("")
		v.fill("#new-name", name)
		v.expectLoad(func() { v.click(".new-model button") })
	}
	group := strings.TrimSuffix(v.path(), "/concepts")
	cards := func() string {
		return ask[string](v, `[...document.querySelectorAll("#models h3")].map(e => e.textContent).join()`)
	}

	v.open("")
	v.stroke(input.DispatchKeyEventParams{Key: "/", Code: "Slash", Text: "/", WindowsVirtualKeyCode: 191})
	v.keys("hotel")
	v.wait(`document.querySelectorAll("#models h3").length === 2 && location.search.includes("find=hotel")`)
	if focus := ask[string](v, "document.activeElement.id"); focus != "models-find-text" {
		t.Errorf("the focus is on %q while the list changes", focus)
	}
	v.press(kb.Tab)
	v.keys("N") // the order by name
	v.wait(`document.querySelector("#models h3").textContent === "Hotel" && location.search.includes("sort=name")`)
	v.do(chromedp.EmulateViewport(390, 844))
	if wide := ask[bool](v, "document.documentElement.scrollWidth > innerWidth"); wide {
		t.Error("the home page is wider than a phone")
	}

	plain := v.withoutScripts()
	plain.open("")
	plain.fill("#models-find-text", "library")
	plain.expectLoad(func() { plain.enterKey() })
	if got := plain.reads("#models h3"); got != "Library" {
		t.Errorf("without scripts, the search shows %q", got)
	}

	v.open(group + "/delete")
	v.expectLoad(func() { v.click(".button.danger") })
	if got := cards(); got != "Library,Hotel" {
		t.Errorf("after a deletion the home page shows %q", got)
	}
	v.expectLoad(func() { v.click("#deleted-models") })
	if got := v.reads(".deleted .what"); got != "Hotel group" {
		t.Errorf("the deleted model is %q", got)
	}
	v.expectLoad(func() { v.click(".deleted button") })
	if v.path() != group+"/history" {
		t.Errorf("a restored model leads to %s", v.path())
	}
}
