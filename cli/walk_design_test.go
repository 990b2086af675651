package cli_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestDesignMoves makes two moves and adds a pattern, with scripts and without.
func TestDesignMoves(t *testing.T) {
	for _, name := range []string{"scripts", "plain"} {
		t.Run(name, func(t *testing.T) {
			v := walk(t)
			if name == "plain" {
				v = v.withoutScripts()
			}
			v.open(v.makeHotel() + "/physical")
			v.pick("available_rooms_by_hotel_date")
			v.expectUpdate(func() { v.click(`[id="action-Design moves"]`) })
			v.expectUpdate(func() { v.click("#choose-split-by-hash") })
			if got := v.reads("#move-split-by-hash h3"); got != "Split the partition by a hash" || v.reads("#design-apply") != "Apply this move" {
				t.Errorf("the chosen move is %q", got)
			}
			if v.scripts {
				v.expectUpdate(func() {
					v.fill("[name='new.move.buckets']", "73")
					v.press(kb.Tab)
				})
			} else {
				v.fill("[name='new.move.buckets']", "73")
				v.expectLoad(func() { v.click("#design-show") })
			}
			v.wait(`document.querySelector(".design-queries").textContent.includes("73 partitions")`)
			v.picture("design-" + name)
			v.expectSave(func() { v.click("#design-apply") })
			v.wait(`location.pathname.endsWith("/physical") && document.querySelector("#inspector h2").textContent.includes("available")`)

			v.expectUpdate(func() { v.click("#design-moves") })
			v.expectUpdate(func() { v.click("#choose-merge-partitions") })
			v.wait(`document.querySelector(".design-change").textContent.includes("73,000 cells")`)
			v.expectSave(func() { v.click("#design-apply") })

			v.expectUpdate(func() { v.click("#design-moves") })
			v.expectUpdate(func() { v.click("#choose-time-series-pattern") })
			v.expectSave(func() { v.click("#design-apply") })
			if got := v.reads("#inspector h2"); got != "readings" {
				t.Errorf("%q is selected, want the new table", got)
			}
			v.expectSave(func() { v.click("#undo-button") })
		})
	}
}
