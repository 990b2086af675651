package walk

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestBasePathInTheBrowser checks that all requests of the pages, with
// JavaScript, stay below the base path.
func TestBasePathInTheBrowser(t *testing.T) {
	v := walk(t, "--base-path=/x/y")
	if !strings.HasSuffix(v.site, "/x/y/") {
		t.Fatalf("the program printed the URL %s", v.site)
	}
	hotel := v.clickHotel()
	v.tab("physical")
	v.pick("guests")
	v.set("comment", "Who stays with us.")
	v.wantField("comment", "Who stays with us.")
	v.expectSave(func() { v.press("z", chromedp.ModifierCtrl) })
	if got := ask[string](v, "document.querySelector(¿).value", v.field("comment")); got == "Who stays with us." {
		t.Error("Ctrl+Z did not undo the comment")
	}
	if !strings.HasPrefix(v.path(), hotel+"/physical?select=") {
		t.Errorf("after the undo the address is %s", v.path())
	}
	for _, address := range ask[[]string](v, `performance.getEntriesByType("resource").map(entry => entry.name).filter(name => name.startsWith("http"))`) {
		if !strings.HasPrefix(address, v.site) {
			t.Errorf("the page asked for %s", address)
		}
	}
}

// TestLongNames checks that the longest possible name does not make the page
// wider than the window, and that the pictures show all of it.
func TestLongNames(t *testing.T) {
	v := walk(t)
	long := strings.Repeat("W", 200)
	v.open("")
	v.fill("#new-name", long)
	v.expectLoad(func() { v.click(".new-model button") })
	model := filepath.Dir(v.path())
	v.addHostile(long, 0)
	for _, tab := range []string{"concepts", "queries", "logical", "physical", "sizes", "cql", "history"} {
		for _, width := range []int64{1280, 390} {
			v.do(chromedp.EmulateViewport(width, 844))
			v.open(model + "/" + tab)
			if wide := ask[float64](v, "document.documentElement.scrollWidth - innerWidth"); wide > 0 {
				t.Errorf("%s: the page is %v px wider than a window of %d px", tab, wide, width)
			}
		}
	}
	for _, kind := range []string{"er", "workflow", "logical"} {
		_, svg := v.server.get(model + "/" + kind + ".svg")
		drawing(t, svg)
		if !strings.Contains(svg, "<title>"+long) && !strings.Contains(svg, long) {
			t.Errorf("%s.svg lacks the long name", kind)
		}
	}
}
