package fields

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"widerow/cli/walk/browser"
)

// TestDesignMoves makes two moves and adds a pattern, with scripts and without.
func TestDesignMoves(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"scripts", "plain"} {
		t.Run(name, func(t *testing.T) {
			v := browser.Walk(t)
			if name == "plain" {
				v = v.WithoutScripts()
			}
			v.Open(v.MakeHotel() + "/physical")
			v.Pick("available_rooms_by_hotel_date")
			v.ExpectUpdate(func() { v.Click(`[id="action-Design moves"]`) })
			v.ExpectUpdate(func() { v.Click("#choose-split-by-hash") })
			if got := v.Reads("#move-split-by-hash h3"); got != "Split the partition by a hash" || v.Reads("#design-apply") != "Apply this move" {
				t.Errorf("the chosen move is %q", got)
			}
			v.Click("#move-parameters > summary")
			if v.Scripts {
				v.ExpectUpdate(func() {
					v.Fill("[name='new.move.buckets']", "73")
					v.Press(kb.Tab)
				})
			} else {
				v.Fill("[name='new.move.buckets']", "73")
				v.ExpectLoad(func() { v.Click("#design-show") })
			}
			v.Wait(`document.querySelector(".design-queries").textContent.includes("73 partitions")`)
			v.Picture("design-" + name)
			v.ExpectSave(func() { v.Click("#design-apply") })
			v.Wait(`location.pathname.endsWith("/physical") && document.querySelector("#inspector h2").textContent.includes("available")`)

			v.ExpectUpdate(func() { v.Click("#design-moves") })
			v.ExpectUpdate(func() { v.Click("#choose-merge-partitions") })
			v.Wait(`document.querySelector(".design-change").textContent.includes("73,000 cells")`)
			v.ExpectSave(func() { v.Click("#design-apply") })

			v.ExpectUpdate(func() { v.Click("#design-moves") })
			v.ExpectUpdate(func() { v.Click("#choose-time-series-pattern") })
			v.ExpectSave(func() { v.Click("#design-apply") })
			if got := v.Reads("#inspector h2"); got != "readings" {
				t.Errorf("%q is selected, want the new table", got)
			}
			v.ExpectSave(func() { v.Click("#undo-button") })
		})
	}
}

// TestSplitByKeyboard sees a table that is too large, splits it with the keyboard alone,
// and sees it within the limits, with its query proved.
func TestSplitByKeyboard(t *testing.T) {
	v := browser.Walk(t)
	hotel := v.MakeHotel()
	v.Open(hotel + "/sizes")
	v.Wait(`document.querySelector("#size-pavailablerooms").classList.contains("warn")`)
	v.TabTo("split-pavailablerooms")
	v.ExpectUpdate(func() { v.EnterKey() })
	v.Wait(`document.querySelector("#split-summary").textContent.includes("Best: bucket of 3 months")`)
	v.Picture("split")
	v.TabTo("split-choose-1")
	v.ExpectUpdate(func() { v.EnterKey() })
	v.Wait(`document.querySelector("#split-choice-title").textContent.includes("bucket of a month") && document.querySelector("#split-1").ariaCurrent === "true"`)
	v.TabTo("design-apply")
	v.ExpectSave(func() { v.EnterKey() })
	v.Wait(`location.pathname.endsWith("/physical") && document.querySelector("#inspector h2").textContent.includes("available")`)
	v.Open(hotel + "/sizes")
	v.Wait(`document.querySelector("#size-pavailablerooms").classList.contains("ok")`)
	if got := browser.Ask[string](v, `document.querySelector("#tab-queries .count")?.textContent`); got != "9/9" {
		t.Errorf("the badge of the queries is %q, want 9/9", got)
	}
	v.Open(hotel + "/queries?select=q4")
	v.Wait(`document.querySelector("#inspector").textContent.includes("Run once for each month that the range covers, in the order of date")`)
}
