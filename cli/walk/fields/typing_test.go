package fields

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp/kb"

	"widerow/cli/walk/browser"
)

const betweenKeys = 40 * time.Millisecond

// TestTypingFasterThanSaves types attributes of an entity type at 40 ms a key,
// with and without 150 ms of network. Each name is an attribute of its own, and
// the next one is typed without waiting.
func TestTypingFasterThanSaves(t *testing.T) {
	t.Parallel()
	names := strings.Fields("country style vintage colour grape region")
	for _, latency := range []float64{0, 150} {
		t.Run(fmt.Sprint(latency), func(t *testing.T) {
			v := browser.Walk(t)
			v.Open(v.MakeHotel() + "/concepts?select=hotel")
			before := v.Rows()
			slow(v, latency)
			v.Click("#new-attribute-name")
			for _, name := range names {
				typeSlowly(v, name)
				v.EnterKey()
				v.WantFocus("new-attribute-name")
			}
			settle(v)
			v.WantRows(before + " " + strings.Join(names, " "))
			v.WantFocus("new-attribute-name")

			// With the mouse, and with a name that is refused while the next is typed,
			// or just before.
			v.Expect(422)
			typeSlowly(v, "country")
			v.Click("#add-attribute")
			v.WantFocus("new-attribute-name")
			if latency == 0 {
				v.Wait(`document.getElementById("new-attribute-name").value === "country"`)
			}
			typeSlowly(v, "sugar")
			settle(v)
			v.Wait(`document.querySelector("#messages .notice, #new-attribute-name-problem")`)
			if got := browser.Ask[string](v, `document.getElementById("new-attribute-name").value`); got != "sugar" {
				t.Errorf("at %v ms the row holds %q, want what is typed now", latency, got)
			}
			if got := v.Reads("#messages"); !strings.Contains(got, "country was not added.") || !strings.Contains(got, "Restore") {
				t.Errorf("at %v ms the refused name is told as %q", latency, got)
			}
			v.EnterKey()
			settle(v)
			v.Click("#messages button")
			v.Wait(`document.getElementById("new-attribute-name").value === "country" && document.activeElement.id === "new-attribute-name"`)
			v.WantRows(before + " " + strings.Join(names, " ") + " sugar")
			v.EnterKey()
			settle(v)
			if got := browser.Ask[string](v, `document.getElementById("new-attribute-name").value`); got != "country" {
				t.Errorf("at %v ms a refused name that nothing follows is %q in its row", latency, got)
			}
		})
	}
}

// TestTypingColumns types columns in the grid of a table, whose rows begin with the
// mark: the focus stays at the name.
func TestTypingColumns(t *testing.T) {
	v := browser.Walk(t)
	v.Open(v.MakeHotel() + "/physical?select=photelsbyid")
	before := v.Rows()
	v.Click("#new-relation-column-name")
	for _, name := range []string{"vintage", "grape"} {
		v.Keys(name)
		v.Press(kb.Tab)
		v.Keys("text")
		v.EnterKey()
		v.WantFocus("new-relation-column-name")
	}
	settle(v)
	v.WantRows(before + " vintage grape")
	v.WantFocus("new-relation-column-name")
}

// TestTypingOverTheDiagram adds columns over the diagram in the same way.
func TestTypingOverTheDiagram(t *testing.T) {
	v := browser.Walk(t)
	v.Open(v.MakeHotel() + "/physical?select=photelsbyid")
	before := v.Rows()
	slow(v, 150)
	v.Click("#canvas-plus")
	v.Wait(`document.activeElement.matches(".over input")`)
	for _, name := range []string{"country", "style", "vintage"} {
		typeSlowly(v, name)
		v.EnterKey()
		if !browser.Ask[bool](v, `document.activeElement.matches(".over input")`) {
			t.Fatalf("after %s the focus is at %q", name, v.Focus())
		}
	}
	settle(v)
	v.WantRows(before + " country style vintage")
}

// slow adds latency, in ms, to each request of the page.
func slow(v *browser.Walker, latency float64) {
	v.T.Helper()
	browser.Command(v, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: []*network.Conditions{
		{Latency: latency, DownloadThroughput: -1, UploadThroughput: -1},
	}})
}

// typeSlowly presses one key after another at the pace of a fast typist.
func typeSlowly(v *browser.Walker, text string) {
	v.T.Helper()
	for _, key := range text {
		v.Press(string(key))
		time.Sleep(betweenKeys)
	}
}

// settle waits until no save is under way.
func settle(v *browser.Walker) {
	v.T.Helper()
	v.Wait(`walk.done === walk.asked && !["saving", "unsaved"].includes(document.getElementById("saved").dataset.state)`)
}
