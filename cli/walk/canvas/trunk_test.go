package canvas

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"

	"widerow/cli/walk/browser"
	"widerow/model"
)

// TestMoveHub drags a table that 40 others lead to. While it moves, the trunk of the
// arrows is hidden, each of them ends at the table and no label lies on a box. In the saved picture the trunk
// is back, and no line crosses a box.
func TestMoveHub(t *testing.T) {
	v := browser.Walk(t)
	m := manyTables(41)
	m.Logical.Arrows = map[model.ID]*model.QueryArrow{}
	for i := 1; i < 41; i++ {
		m.Logical.Arrows[model.ID(fmt.Sprintf("a%d", i))] = &model.QueryArrow{Access: "q1", From: model.ID(fmt.Sprintf("t%d", i)), To: "t0"}
	}
	openLogical(v, m)
	v.Click("#zoom [data-zoom=fit]")
	v.Wait(`document.querySelector("#canvas .bus .line")`)
	if crossed := crossedBoxes(v); crossed != "" {
		t.Fatalf("before the move: %s", crossed)
	}
	x, y := v.Middle("#canvas [data-box=t0] .bar")
	to := browser.Ask[[]float64](v, `(canvas => [canvas.left + canvas.right - ¿, canvas.top + canvas.bottom - ¿])(document.getElementById("canvas").getBoundingClientRect())`, x, y)
	v.ExpectSave(func() {
		v.DragTo(x, y, to[0], to[1]+40)
		v.Wait(`document.querySelector("#canvas .bus .line[visibility=hidden]")`)
		v.Picture("hub-moves")
		if astray := browser.Ask[string](v, linesAstray); astray != "" {
			t.Errorf("while the table moves, these lines do not end at it: %s", astray)
		}
		if covered := browser.Ask[string](v, labelsOnBoxes); covered != "" {
			t.Errorf("while the table moves, these labels lie on boxes: %s", covered)
		}
		v.Mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseReleased, X: to[0], Y: to[1] + 40})
	})
	v.Wait(`document.querySelector("#canvas .bus .line:not([visibility])")`)
	v.Picture("hub-moved")
	if crossed := crossedBoxes(v); crossed != "" {
		t.Errorf("after the move: %s", crossed)
	}
}

// linesAstray lists the lines to the table t0 that do not end at it.
const linesAstray = `(hub => [...document.querySelectorAll("#canvas [data-edge][data-to=t0]")].filter(edge => {
	const line = edge.querySelector(".line");
	if (!line) return false;
	const {x, y} = line.getPointAtLength(line.getTotalLength()).matrixTransform(line.getScreenCTM());
	return x < hub.left || x > hub.right || y < hub.top || y > hub.bottom;
}).map(edge => edge.dataset.edge).join(" "))(document.querySelector("#canvas [data-box=t0]").getBoundingClientRect())`

// labelsOnBoxes lists the labels of lines to the table t0 that lie on a box. Lines from
// boxes below the table have no free place.
const labelsOnBoxes = `(() => {
	const place = element => element.querySelector("rect").getBoundingClientRect();
	const meet = (a, b) => a.left < b.right - 1 && a.right > b.left + 1 && a.top < b.bottom - 1 && a.bottom > b.top + 1;
	const boxes = new Map([...document.querySelectorAll("#canvas [data-box]")].map(box => [box.dataset.box, place(box)]));
	return [...document.querySelectorAll("#canvas .arrow[data-edge][data-to=t0]")]
		.filter(label => !meet(boxes.get(label.dataset.from), boxes.get("t0")) && [...boxes.values()].some(box => meet(place(label), box)))
		.map(label => label.dataset.edge).join(" ");
})()`

// crossedBoxes lists the boxes that a line of the diagram crosses.
func crossedBoxes(v *browser.Walker) string {
	v.T.Helper()
	return browser.Ask[string](v, `(() => {
		const boxes = [...document.querySelectorAll("#canvas [data-box]")].map(box => [box.dataset.box, box.querySelector("rect").getBoundingClientRect()]);
		const crossed = new Set();
		for (const line of document.querySelectorAll("#canvas :is([data-edge], .bus) .line:not(.shared)")) {
			const screen = line.getScreenCTM();
			for (let at = 0, length = line.getTotalLength(); at <= length; at += 4) {
				const {x, y} = line.getPointAtLength(at).matrixTransform(screen);
				for (const [id, {left, right, top, bottom}] of boxes)
					if (x > left + 1 && x < right - 1 && y > top + 1 && y < bottom - 1) crossed.add(id);
			}
		}
		return [...crossed].map(id => "a line crosses " + id).join(", ");
	})()`)
}
