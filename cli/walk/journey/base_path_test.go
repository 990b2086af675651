package journey

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"widerow/cli/walk/browser"
)

// TestBasePathInTheBrowser checks that all requests of the pages, with
// JavaScript, stay below the base path.
func TestBasePathInTheBrowser(t *testing.T) {
	v := browser.Walk(t, "--base-path=/x/y")
	if !strings.HasSuffix(v.Site, "/x/y/") {
		t.Fatalf("the program printed the URL %s", v.Site)
	}
	hotel := v.ClickHotel()
	v.Tab("physical")
	v.Pick("guests")
	v.Set("comment", "Who stays with us.")
	wantField(v, "comment", "Who stays with us.")
	v.ExpectSave(func() { v.Press("z", chromedp.ModifierCtrl) })
	if got := browser.Ask[string](v, "document.querySelector(¿).value", v.Field("comment")); got == "Who stays with us." {
		t.Error("Ctrl+Z did not undo the comment")
	}
	if !strings.HasPrefix(v.Path(), hotel+"/physical?select=") {
		t.Errorf("after the undo the address is %s", v.Path())
	}
	for _, address := range browser.Ask[[]string](v, `performance.getEntriesByType("resource").map(entry => entry.name).filter(name => name.startsWith("http"))`) {
		if !strings.HasPrefix(address, v.Site) {
			t.Errorf("the page asked for %s", address)
		}
	}
}

// TestLongNames checks that the longest possible name does not make the page
// wider than the window, and that the pictures show all of it.
func TestLongNames(t *testing.T) {
	v := browser.Walk(t)
	long := strings.Repeat("W", 200)
	v.Open("")
	v.Fill("#new-name", long)
	v.ExpectLoad(func() { v.Click(".new-model button") })
	model := filepath.Dir(v.Path())
	addHostile(v, long, 0)
	for _, tab := range []string{"concepts", "queries", "logical", "physical", "sizes", "cql", "statement-lists", "advice", "history"} {
		for _, width := range []int64{1280, 390} {
			v.Do(chromedp.EmulateViewport(width, 844))
			v.Open(model + "/" + tab)
			if wide := browser.Ask[float64](v, "document.documentElement.scrollWidth - innerWidth"); wide > 0 {
				t.Errorf("%s: the page is %v px wider than a window of %d px", tab, wide, width)
			}
		}
	}
	for _, kind := range []string{"er", "workflow", "logical"} {
		_, svg := v.Server.Get(model + "/" + kind + ".svg")
		drawing(t, svg)
		if !strings.Contains(svg, "<title>"+long) && !strings.Contains(svg, long) {
			t.Errorf("%s.svg lacks the long name", kind)
		}
	}
}
