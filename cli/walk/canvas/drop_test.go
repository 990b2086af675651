package canvas

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"widerow/cli/walk/browser"
)

// league returns a script with 15 tables of different sizes.
func league() string {
	var script strings.Builder
	script.WriteString("CREATE KEYSPACE league WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n")
	for i, table := range strings.Fields("teams players matches goals venues referees seasons transfers injuries tickets broadcasters sponsors coaches training_sessions statistics_by_team_and_season") {
		fmt.Fprintf(&script, "CREATE TABLE league.%s (id uuid PRIMARY KEY", table)
		for c := range 1 + i*5%7 {
			fmt.Fprintf(&script, ", detail_%d%s text", c, strings.Repeat("_more", i*3%4))
		}
		script.WriteString(");\n")
	}
	return script.String()
}

func release(v *browser.Walker, x, y float64) {
	v.Mouse(input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseReleased, X: x, Y: y})
}

// off returns how far one rectangle is from another, each of its sides counted.
func off(a, b [4]float64) float64 {
	far := 0.0
	for side := range a {
		far = max(far, math.Abs(a[side]-b[side]))
	}
	return far
}

// TestDropMovesNothingElse drags a table of an import a little, and onto another one: it
// stays where it was held or where the outline showed, and neither another table nor the
// view moves.
func TestDropMovesNothingElse(t *testing.T) {
	v := browser.Walk(t)
	v.Do(chromedp.EmulateViewport(1280, 900))
	v.Open("import")
	v.Fill("#import-text", league())
	v.ExpectLoad(func() { v.Click(".import-form button") })
	v.ExpectLoad(func() { v.Click("#import-confirm") })
	v.Wait(`document.querySelectorAll("#canvas [data-box]").length === 15`)
	teams := boxID(v, "teams")
	for i, by := range [][2]float64{{0, -30}, {60, 40}, {-45, 5}} {
		before := onScreen(v)
		x, y := v.Middle(headOf(v, "teams"))
		v.ExpectSave(func() {
			v.DragTo(x, y, x+by[0], y+by[1])
			v.Wait(`document.querySelector("#canvas [data-box][transform]")`)
			v.Picture(fmt.Sprintf("drop-%d-held", i))
			want := onScreen(v)[teams]
			if shown := landing(v); shown != nil {
				want = [4]float64(shown)
			}
			release(v, x+by[0], y+by[1])
			v.Wait(`!document.querySelector("#canvas [data-box][transform], #canvas .landing")`)
			v.Picture(fmt.Sprintf("drop-%d-dropped", i))
			if is := onScreen(v)[teams]; off(is, want) > 1 {
				t.Errorf("teams was to be at %.1f and is at %.1f", want, is)
			}
		})
		wantStill(v, fmt.Sprintf("drop %d", i), before, teams)
	}

	// On another table: the outline is beside it.
	before, onto := onScreen(v), boxID(v, "players")
	x, y := v.Middle(headOf(v, "teams"))
	toX, toY := v.Middle(headOf(v, "players"))
	v.ExpectSave(func() {
		v.DragTo(x, y, toX+20, toY+30)
		v.Wait(`document.querySelector("#canvas .landing")`)
		shown := [4]float64(landing(v))
		v.Picture("drop-on-held")
		release(v, toX+20, toY+30)
		v.Wait(`!document.querySelector("#canvas .landing")`)
		v.Picture("drop-on-dropped")
		other := before[onto]
		if shown[0] < other[0]+other[2] && shown[0]+shown[2] > other[0] && shown[1] < other[1]+other[3] && shown[1]+shown[3] > other[1] {
			t.Errorf("the outline, %.1f, lies on players, %.1f", shown, other)
		}
		v.Wait(`!document.querySelector("#canvas [data-box][transform]")`)
		if is := onScreen(v)[teams]; off(is, shown) > 1 {
			t.Errorf("the outline was at %.1f and teams is at %.1f", shown, is)
		}
	})
	wantStill(v, "drop on players", before, teams)
}

// landing returns where the outline is that shows where a box will go, or nil.
func landing(v *browser.Walker) []float64 {
	return browser.Ask[[]float64](v, `(outline => {
		if (!outline) return null;
		const {x, y, width, height} = outline.getBBox(), at = new DOMPoint(x, y).matrixTransform(outline.getScreenCTM()), scale = outline.getScreenCTM().a;
		return [at.x, at.y, width * scale, height * scale];
	})(document.querySelector("#canvas .landing"))`)
}
