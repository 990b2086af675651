package walk

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp/kb"
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
			v := walk(t)
			v.open(v.makeHotel() + "/concepts?select=hotel")
			before := v.rows()
			v.slow(latency)
			v.click("#new-attribute-name")
			for _, name := range names {
				v.typeSlowly(name)
				v.enterKey()
				v.wantFocus("new-attribute-name")
			}
			v.settle()
			v.wantRows(before + " " + strings.Join(names, " "))
			v.wantFocus("new-attribute-name")

			// With the mouse, and with a name that is refused while the next is typed,
			// or just before.
			v.expect(422)
			v.typeSlowly("country")
			v.click("#add-attribute")
			v.wantFocus("new-attribute-name")
			if latency == 0 {
				v.wait(`document.getElementById("new-attribute-name").value === "country"`)
			}
			v.typeSlowly("sugar")
			v.settle()
			v.wait(`document.querySelector("#messages .notice, #new-attribute-name-problem")`)
			if got := ask[string](v, `document.getElementById("new-attribute-name").value`); got != "sugar" {
				t.Errorf("at %v ms the row holds %q, want what is typed now", latency, got)
			}
			if got := v.reads("#messages"); !strings.Contains(got, "country was not added.") || !strings.Contains(got, "Restore") {
				t.Errorf("at %v ms the refused name is told as %q", latency, got)
			}
			v.enterKey()
			v.settle()
			v.click("#messages button")
			v.wait(`document.getElementById("new-attribute-name").value === "country" && document.activeElement.id === "new-attribute-name"`)
			v.wantRows(before + " " + strings.Join(names, " ") + " sugar")
			v.enterKey()
			v.settle()
			if got := ask[string](v, `document.getElementById("new-attribute-name").value`); got != "country" {
				t.Errorf("at %v ms a refused name that nothing follows is %q in its row", latency, got)
			}
		})
	}
}

// TestTypingColumns types columns in the grid of a table, whose rows begin with the
// mark: the focus stays at the name.
func TestTypingColumns(t *testing.T) {
	v := walk(t)
	v.open(v.makeHotel() + "/physical?select=photelsbyid")
	before := v.rows()
	v.click("#new-relation-column-name")
	for _, name := range []string{"vintage", "grape"} {
		v.keys(name)
		v.press(kb.Tab)
		v.keys("text")
		v.enterKey()
		v.wantFocus("new-relation-column-name")
	}
	v.settle()
	v.wantRows(before + " vintage grape")
	v.wantFocus("new-relation-column-name")
}

// TestTypingOverTheDiagram adds columns over the diagram in the same way.
func TestTypingOverTheDiagram(t *testing.T) {
	v := walk(t)
	v.open(v.makeHotel() + "/physical?select=photelsbyid")
	before := v.rows()
	v.slow(150)
	v.click("#canvas-plus")
	v.wait(`document.activeElement.matches(".over input")`)
	for _, name := range []string{"country", "style", "vintage"} {
		v.typeSlowly(name)
		v.enterKey()
		if !ask[bool](v, `document.activeElement.matches(".over input")`) {
			t.Fatalf("after %s the focus is at %q", name, v.focus())
		}
	}
	v.settle()
	v.wantRows(before + " country style vintage")
}

// slow adds latency, in ms, to each request of the page.
func (v *walker) slow(latency float64) {
	v.t.Helper()
	command(v, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: []*network.Conditions{
		{Latency: latency, DownloadThroughput: -1, UploadThroughput: -1},
	}})
}

// typeSlowly presses one key after another at the pace of a fast typist.
func (v *walker) typeSlowly(text string) {
	v.t.Helper()
	for _, key := range text {
		v.press(string(key))
		time.Sleep(betweenKeys)
	}
}

// settle waits until no save is under way.
func (v *walker) settle() {
	v.t.Helper()
	v.wait(`walk.done === walk.asked && !["saving", "unsaved"].includes(document.getElementById("saved").dataset.state)`)
}
