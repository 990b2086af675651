package canvas

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/performance"

	"widerow/cli/walk/browser"
)

// olderVariable names the binary of an older widerow, to measure in turns with this one.
const olderVariable = "WIDEROW_OLDER"

// TestMeasureFrames measures panning and dropping with 100 and 300 tables, and, if there
// is one, with an older binary in turns, so that a busy machine slows both. It fails only
// if something does not happen at all.
func TestMeasureFrames(t *testing.T) {
	if os.Getenv("WIDEROW_ATTACK") == "" {
		t.Skip("measures times: runs only in make attack")
	}
	for _, count := range []int{100, 300} {
		walkers := map[string]*browser.Walker{"this": browser.WalkAlone(t)}
		if older := os.Getenv(olderVariable); older != "" {
			walkers["older"] = browser.NewWalker(t, browser.StartBuilt(t, older, t.TempDir()))
		}
		for _, v := range walkers {
			openTables(v, count)
			browser.Command(v, performance.Enable, performance.EnableParams{})
		}
		var rows []measured
		for round := range 3 {
			for _, name := range []string{"older", "this"} {
				if v := walkers[name]; v != nil {
					rows = append(rows, measurePan(v, fmt.Sprintf("%s, %d tables, pan %d", name, count, round)), measureDrop(v, fmt.Sprintf("%s, %d tables, drop %d", name, count, round)))
				}
			}
		}
		slices.SortStableFunc(rows, func(a, b measured) int { return len(a.name) - len(b.name) })
		for _, row := range rows {
			t.Log(row.name+":", row.words)
		}
	}
}

type measured struct{ name, words string }

// measurePan drags free space to and fro. "busy" is the time of the page's thread for each frame.
func measurePan(v *browser.Walker, name string) measured {
	v.T.Helper()
	x, y := freePlace(v)
	v.Mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMousePressed, X: x, Y: y})
	v.Mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: x + 8, Y: y + 8})
	browser.Ask[bool](v, watchFrames)
	before := metrics(v)
	const steps = 120
	for i := range steps {
		far := float64(6 * min(i, steps-i))
		v.Mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: x - far, Y: y - far/2})
		time.Sleep(8 * time.Millisecond)
	}
	after := metrics(v)
	times := browser.Ask[[]float64](v, `(frames60.on = false, frames60.times)`)
	v.Mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseReleased, X: x, Y: y})
	slices.Sort(times)
	frames := float64(len(times))
	each := func(what string) float64 { return 1000 * (after[what] - before[what]) / frames }
	return measured{name, fmt.Sprintf("%.0f frames, median %.1f ms, 95 %% %.1f ms, longest %.1f ms; busy %.2f ms (script %.2f, style %.2f, layout %.2f)", frames, times[len(times)/2],
		times[len(times)*95/100], times[len(times)-1], each("TaskDuration"), each("ScriptDuration"), each("RecalcStyleDuration"), each("LayoutDuration"))}
}

// measureDrop drags a table and measures from the release of the button to the first frame
// with the lines at the new place, and until the server has confirmed it.
func measureDrop(v *browser.Walker, name string) measured {
	v.T.Helper()
	table := browser.Ask[string](v, tableInSight)
	x, y := v.Middle(`#canvas [data-box="` + table + `"] .name`)
	v.DragTo(x, y, x+60, y+44)
	browser.Ask[bool](v, `(() => {
		const times = window.dropped = { seen: 0, confirmed: 0, bytes: 0 };
		const svg = document.querySelector("#canvas > svg"), saved = document.getElementById("saved").dataset.revision;
		addEventListener("pointerup", () => {
			times.from = performance.now();
			const look = () => {
				const now = performance.now() - times.from;
				times.seen ||= document.querySelector("#canvas .linking, #canvas .guide") ? 0 : now;
				if (document.getElementById("saved").dataset.revision !== saved) times.confirmed ||= now;
				if (!times.confirmed || !times.seen) requestAnimationFrame(look);
				else times.bytes = performance.getEntriesByType("resource").filter(entry => entry.name.includes("/layout")).at(-1)?.encodedBodySize ?? 0;
			};
			requestAnimationFrame(look);
		}, { capture: true, once: true });
		return true;
	})()`)
	release(v, x+60, y+44)
	v.Wait(`window.dropped.bytes > 0 || (window.dropped.confirmed > 0 && window.dropped.seen > 0)`)
	got := browser.Ask[map[string]float64](v, "window.dropped")
	return measured{name, fmt.Sprintf("lines seen after %.0f ms, confirmed after %.0f ms, answer %.0f kB", got["seen"], got["confirmed"], got["bytes"]/1000)}
}
