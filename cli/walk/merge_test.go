package walk

import (
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestMergeCopy proposes changes in a copy: they are compared from the History
// and merged into the original, by keys where both have changed one column.
func TestMergeCopy(t *testing.T) {
	v := walk(t)
	v.expect(409)
	hotel := v.makeHotel()
	v.open(hotel + "/history")
	v.expectLoad(func() { v.click("#copy-model button") })
	fork := v.path()[:len(hotel)]
	for model, name := range map[string]string{hotel: "given_name", fork: "forename"} {
		v.server.post(model+"/edit", url.Values{"was.pq9firstname.name": {"first_name"}, "set.pq9firstname.name": {name}})
	}
	v.server.post(fork+"/edit", url.Values{"do": {"remove-anyway:pq9title"}})

	v.open(fork + "/history")
	v.nameByKeys()
	v.expectLoad(func() { v.click("#compare-others button") })
	v.wait(`document.querySelector("#canvas > svg") && document.querySelectorAll("#compare-rows > li").length === 2`)
	v.picture("compare-models")
	v.expectLoad(func() { v.click("#merge button") })
	if got := v.reads(".merge fieldset"); got != "guests.first_name As in Hotel column reservation.guests.first_name renamed to given_name As in Copy of Hotel column reservation.guests.first_name renamed to forename" {
		t.Errorf("the conflict is %q", got)
	}
	v.look(axeCore(t), "merge")
	v.do(chromedp.Focus(`.merge input[value=target]`))
	v.press(kb.ArrowDown)
	if !ask[bool](v, `document.querySelector(".merge input[value=source]").checked`) {
		t.Error("an arrow key does not choose the other side")
	}
	v.expectLoad(v.enterKey)
	v.wait(`document.querySelectorAll("#compare-rows > li").length === 2`)
	if got := v.reads("#compare-rows"); got != "~ 1 column reservation.guests.given_name renamed to forename breaking − 2 column reservation.guests.title removed breaking" {
		t.Errorf("the merge made %q", got)
	}
}

// nameByKeys names the first revision from the History, after a name that is
// none.
func (v *walker) nameByKeys() {
	v.t.Helper()
	v.expect(422)
	v.do(chromedp.Focus("#name-1"))
	v.expectLoad(v.enterKey)
	v.keys("12")
	v.expectLoad(v.enterKey)
	if got := v.problems(); !strings.Contains(got, "means a revision by its number") {
		v.fail("the name 12: %q", got)
	}
	v.look(axeCore(v.t), "name")
	v.do(chromedp.Focus("#name"))
	v.press("a", chromedp.ModifierCtrl)
	v.keys("as copied")
	v.expectLoad(v.enterKey)
	if got := v.reads("#rev-1 .version"); got != "as copied" {
		v.fail("the history names r1 %q", got)
	}
}
