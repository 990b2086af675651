package walk

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestDesignMoves makes two moves and adds a pattern, with scripts and without.
func TestDesignMoves(t *testing.T) {
	t.Parallel()
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

// TestSplitByKeyboard sees a table that is too large, splits it with the keyboard alone,
// and sees it within the limits, with its query proved.
func TestSplitByKeyboard(t *testing.T) {
	v := walk(t)
	hotel := v.makeHotel()
	v.open(hotel + "/sizes")
	v.wait(`document.querySelector("#size-pavailablerooms").classList.contains("warn")`)
	v.tabTo("split-pavailablerooms")
	v.expectUpdate(func() { v.enterKey() })
	v.wait(`document.querySelector("#split-summary").textContent.includes("Best: bucket of 3 months")`)
	v.picture("split")
	v.tabTo("split-choose-1")
	v.expectUpdate(func() { v.enterKey() })
	v.wait(`document.querySelector("#split-choice-title").textContent.includes("bucket of a month") && document.querySelector("#split-1").ariaCurrent === "true"`)
	v.tabTo("design-apply")
	v.expectSave(func() { v.enterKey() })
	v.wait(`location.pathname.endsWith("/physical") && document.querySelector("#inspector h2").textContent.includes("available")`)
	v.open(hotel + "/sizes")
	v.wait(`document.querySelector("#size-pavailablerooms").classList.contains("ok")`)
	if got := ask[string](v, `document.querySelector("#tab-queries .count")?.textContent`); got != "9/9" {
		t.Errorf("the badge of the queries is %q, want 9/9", got)
	}
	v.open(hotel + "/queries?select=q4")
	v.wait(`document.querySelector("#inspector").textContent.includes("Run once for each month, in the order of date")`)
}
