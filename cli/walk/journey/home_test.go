package journey

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"widerow/cli/walk/browser"
)

// TestFindModels finds and sorts models on the home page by keyboard, on a
// phone, and without scripts. Then it deletes one and restores it from the list
// of deleted models.
func TestFindModels(t *testing.T) {
	v := browser.Walk(t)
	for _, name := range []string{"Hotel", "Library", "Hotel group"} {
		v.Open("")
		v.Fill("#new-name", name)
		v.ExpectLoad(func() { v.Click(".new-model button") })
	}
	group := strings.TrimSuffix(v.Path(), "/concepts")
	cards := func() string {
		return browser.Ask[string](v, `[...document.querySelectorAll("#models h3")].map(e => e.textContent).join()`)
	}

	v.Open("")
	v.Stroke(input.DispatchKeyEventParams{Key: "/", Code: "Slash", Text: "/", WindowsVirtualKeyCode: 191})
	v.Keys("hotel")
	v.Wait(`document.querySelectorAll("#models h3").length === 2 && location.search.includes("find=hotel")`)
	if focus := browser.Ask[string](v, "document.activeElement.id"); focus != "models-find-text" {
		t.Errorf("the focus is on %q while the list changes", focus)
	}
	v.Press(kb.Tab)
	v.Keys("N") // the order by name
	v.Wait(`document.querySelector("#models h3").textContent === "Hotel" && location.search.includes("sort=name")`)
	v.Do(chromedp.EmulateViewport(390, 844))
	if wide := browser.Ask[bool](v, "document.documentElement.scrollWidth > innerWidth"); wide {
		t.Error("the home page is wider than a phone")
	}

	plain := v.WithoutScripts()
	plain.Open("")
	plain.Fill("#models-find-text", "library")
	plain.ExpectLoad(func() { plain.EnterKey() })
	if got := plain.Reads("#models h3"); got != "Library" {
		t.Errorf("without scripts, the search shows %q", got)
	}

	v.Open(group + "/delete")
	v.ExpectLoad(func() { v.Click(".button.danger") })
	if got := cards(); got != "Library,Hotel" {
		t.Errorf("after a deletion the home page shows %q", got)
	}
	v.ExpectLoad(func() { v.Click("#deleted-models") })
	if got := v.Reads(".deleted .what"); got != "Hotel group" {
		t.Errorf("the deleted model is %q", got)
	}
	v.ExpectLoad(func() { v.Click(".deleted button") })
	if v.Path() != group+"/history" {
		t.Errorf("a restored model leads to %s", v.Path())
	}
}

// TestExampleAtWork presses queries of the example in its list and its picture, moves its slider by
// keyboard, drops a script on the page, and does the first two without scripts.
func TestExampleAtWork(t *testing.T) {
	v := browser.Walk(t)
	v.Open("")
	v.Click("#demo-q2")
	v.Wait(`document.getElementById("demo-query").textContent.startsWith("Q2") && location.search.includes("query=q2")`)
	v.Click("#d-arrowq4 .label")
	v.Wait(`document.querySelector(".demo-proof pre").textContent.includes("available_rooms_by_hotel_date") && document.querySelector("#d-pavailablerooms.selected")`)
	v.Do(chromedp.Focus("#demo-times"))
	v.Press(kb.End)
	v.Wait(`document.querySelector(".demo-partition.bad") && document.querySelector(".demo-slider output").textContent === "100,000"`)
	if focus := browser.Ask[string](v, "document.activeElement.id"); focus != "demo-times" {
		t.Errorf("after the slider the focus is on %q", focus)
	}
	v.ExpectLoad(func() {
		browser.Ask[bool](v, `(() => {
			const files = new DataTransfer(), form = document.getElementById("home-drop");
			files.items.add(new File(["CREATE TABLE k.t (a int PRIMARY KEY);"], "t.cql"));
			for (const kind of ["dragover", "drop"]) form.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: files }));
			return true;
		})()`)
	})
	if got := v.Path(); got != "import" {
		t.Errorf("a dropped script leads to %s", got)
	}

	plain := v.WithoutScripts()
	plain.Do(chromedp.EmulateViewport(390, 844))
	plain.Open("")
	plain.ExpectLoad(func() { plain.Click("#demo-q1") })
	if got := plain.Reads("#demo-query"); !strings.HasPrefix(got, "Q1") {
		t.Errorf("without scripts, the example shows %q", got)
	}
	if wide := browser.Ask[bool](plain, "document.documentElement.scrollWidth > innerWidth"); wide {
		t.Error("the example is wider than a phone")
	}
}
