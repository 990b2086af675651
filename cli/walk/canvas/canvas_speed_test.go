package canvas

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/performance"

	"widerow/cli/walk/browser"
	"widerow/model"
)

// watchFrames records the times between frames and the changes that each frame
// makes in the diagram, until it is stopped.
const watchFrames = `(() => {
	const seen = window.frames60 = {times: [], changes: 0, elements: new Set(), on: true};
	new MutationObserver(records => {
		seen.changes += records.length;
		for (const record of records) seen.elements.add(record.target);
	}).observe(document.querySelector("#canvas > svg"), {subtree: true, attributes: true, childList: true});
	let last = performance.now();
	const frame = now => {
		seen.times.push(now - last);
		last = now;
		if (seen.on) requestAnimationFrame(frame);
	};
	requestAnimationFrame(frame);
	return true;
})()`

// TestDragTouchesLittle drags one of 100 tables. Each frame may change only that
// table, its lines and their labels, and the browser may lay out at most once
// per frame. The duration of frames is only logged, since it depends on the
// machine.
func TestDragTouchesLittle(t *testing.T) {
	v := browser.Walk(t)
	openTables(v, 100)
	browser.Command(v, performance.Enable, performance.EnableParams{})
	table := browser.Ask[string](v, tableInSight)
	around := browser.Ask[int](v, `document.querySelectorAll("#canvas :is([data-from='" + ¿ + "'], [data-to='" + ¿ + "'])").length`, table, table)
	x, y := v.Middle(`#canvas [data-box="` + table + `"] .name`)
	v.Mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMousePressed, X: x, Y: y})
	v.Mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: x + 8, Y: y + 8})
	browser.Ask[bool](v, watchFrames)
	before := metrics(v)
	const steps = 120
	for i := range steps {
		v.Mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: x + float64(8+i), Y: y + float64(8+i%60)})
		time.Sleep(8 * time.Millisecond)
	}
	after := metrics(v)
	times := browser.Ask[[]float64](v, `(frames60.on = false, frames60.times)`)
	changes, elements := browser.Ask[int](v, "frames60.changes"), browser.Ask[int](v, "frames60.elements.size")
	v.ExpectSave(func() {
		v.Mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseReleased, X: x + 128, Y: y + 68})
	})

	most := 2 + 3*around // the box, the guide, and the path, head and label of each line
	if elements > most || changes > len(times)*most {
		t.Errorf("%d frames changed %d attributes of %d elements, want at most %d elements a frame", len(times), changes, elements, most)
	}
	layouts := after["LayoutCount"] - before["LayoutCount"]
	if layouts > float64(len(times)+steps/10) {
		t.Errorf("%v layouts in %d frames", layouts, len(times))
	}
	slices.Sort(times)
	t.Logf("%d frames: median %.1f ms, 95%% %.1f ms, longest %.1f ms; a frame takes %.2f ms of script, %.2f ms of layout and %.2f ms of style, and changes %.1f attributes",
		len(times), times[len(times)/2], times[len(times)*95/100], times[len(times)-1], 1000*(after["ScriptDuration"]-before["ScriptDuration"])/float64(len(times)),
		1000*(after["LayoutDuration"]-before["LayoutDuration"])/float64(len(times)), 1000*(after["RecalcStyleDuration"]-before["RecalcStyleDuration"])/float64(len(times)),
		float64(changes)/float64(len(times)))
}

// tableInSight finds a table whose name can be clicked, with room to drag it.
const tableInSight = `[...document.querySelectorAll("#canvas [data-box]")].find((table) => {
	const name = table.querySelector(".name").getBoundingClientRect(), canvas = document.querySelector("#canvas").getBoundingClientRect();
	return name.left > canvas.left + 10 && name.right < canvas.right - 150 && name.top > canvas.top + 10 && name.bottom < canvas.bottom - 100;
}).dataset.box`

// metrics returns the browser's performance counters for the page.
func metrics(v *browser.Walker) map[string]float64 {
	v.T.Helper()
	values := map[string]float64{}
	for _, metric := range browser.Command(v, performance.GetMetrics, cdp.Empty{}).Metrics {
		values[metric.Name] = metric.Value
	}
	return values
}

// openTables creates a model of count tables and opens its logical diagram.
func openTables(v *browser.Walker, count int) {
	v.T.Helper()
	openLogical(v, manyTables(count))
}

// openLogical imports a model and opens its logical diagram.
func openLogical(v *browser.Walker, m *model.Model) {
	v.T.Helper()
	v.Open("import")
	v.Fill("#import-text", string(m.Encode()))
	v.ExpectLoad(func() { v.Click(".import-form button") })
	v.ExpectLoad(func() { v.Click("#import-confirm") })
	v.Open(filepath.Dir(v.Path()) + "/logical")
	v.Wait(`document.querySelectorAll("#canvas [data-box]").length === ¿`, len(m.Logical.Tables))
}

// manyTables returns a model of logical tables with five columns. Each table but
// the first has a query arrow from another one, every third from two.
func manyTables(count int) *model.Model {
	m := model.New("Many")
	m.Workflow.Queries = map[model.ID]*model.Query{"q1": {Label: "Q1", Name: "Find it"}}
	m.Logical.Tables, m.Logical.Arrows = map[model.ID]*model.LogicalTable{}, map[model.ID]*model.QueryArrow{}
	for i := range count {
		table := &model.LogicalTable{Name: fmt.Sprintf("table_%d", i), Order: model.Order(fmt.Sprintf("%04d1", i)), Columns: map[model.ID]*model.LogicalColumn{}}
		for c := range 5 {
			column := &model.LogicalColumn{Name: fmt.Sprintf("column_%d", c), Order: model.Order(fmt.Sprintf("%d1", c)), Role: model.Regular}
			if c == 0 {
				column.Role = model.Partition
			}
			table.Columns[model.ID(fmt.Sprintf("t%dc%d", i, c))] = column
		}
		m.Logical.Tables[model.ID(fmt.Sprintf("t%d", i))] = table
		if i > 0 {
			m.Logical.Arrows[model.ID(fmt.Sprintf("a%d", i))] = &model.QueryArrow{Access: "q1", From: model.ID(fmt.Sprintf("t%d", i/2)), To: model.ID(fmt.Sprintf("t%d", i))}
		}
		if i > 0 && i%3 == 0 {
			m.Logical.Arrows[model.ID(fmt.Sprintf("b%d", i))] = &model.QueryArrow{Access: "q1", From: model.ID(fmt.Sprintf("t%d", i/3)), To: model.ID(fmt.Sprintf("t%d", i))}
		}
	}
	return m
}
