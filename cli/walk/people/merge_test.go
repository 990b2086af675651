package people

import (
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"widerow/cli/walk/browser"
)

// TestMergeCopy proposes changes in a copy: they are compared from the History
// and merged into the original, by keys where both have changed one column.
func TestMergeCopy(t *testing.T) {
	v := browser.Walk(t)
	v.Expect(409)
	hotel := v.MakeHotel()
	v.Open(hotel + "/history")
	v.ExpectLoad(func() { v.Click("#copy-model button") })
	fork := v.Path()[:len(hotel)]
	for model, name := range map[string]string{hotel: "given_name", fork: "forename"} {
		v.Server.Post(model+"/edit", url.Values{"was.pq9firstname.name": {"first_name"}, "set.pq9firstname.name": {name}})
	}
	v.Server.Post(fork+"/edit", url.Values{"do": {"remove-anyway:pq9title"}})

	v.Open(fork + "/history")
	nameByKeys(v)
	v.ExpectLoad(func() { v.Click("#compare-others button") })
	v.Wait(`document.querySelector("#canvas > svg") && document.querySelectorAll("#compare-rows > li").length === 2`)
	v.Picture("compare-models")
	v.ExpectLoad(func() { v.Click("#merge button") })
	if got := v.Reads(".merge fieldset"); got != "guests.first_name As in Hotel column reservation.guests.first_name renamed to given_name As in Copy of Hotel column reservation.guests.first_name renamed to forename" {
		t.Errorf("the conflict is %q", got)
	}
	v.Look(browser.AxeCore(t), "merge")
	v.Do(chromedp.Focus(`.merge input[value=target]`))
	v.Press(kb.ArrowDown)
	if !browser.Ask[bool](v, `document.querySelector(".merge input[value=source]").checked`) {
		t.Error("an arrow key does not choose the other side")
	}
	v.ExpectLoad(v.EnterKey)
	v.Wait(`document.querySelectorAll("#compare-rows > li").length === 2`)
	if got := v.Reads("#compare-rows"); got != "~ 1 column reservation.guests.given_name renamed to forename breaking − 2 column reservation.guests.title removed breaking" {
		t.Errorf("the merge made %q", got)
	}
}

// nameByKeys names the first revision from the History, after a name that is
// none.
func nameByKeys(v *browser.Walker) {
	v.T.Helper()
	v.Expect(422)
	v.Click("#menu-of-1")
	v.Do(chromedp.Focus("#name-1"))
	v.ExpectLoad(v.EnterKey)
	v.Keys("12")
	v.ExpectLoad(v.EnterKey)
	if got := v.Problems(); !strings.Contains(got, "means a revision by its number") {
		v.Fail("the name 12: %q", got)
	}
	v.Look(browser.AxeCore(v.T), "name")
	v.Do(chromedp.Focus("#name"))
	v.Press("a", chromedp.ModifierCtrl)
	v.Keys("as copied")
	v.ExpectLoad(v.EnterKey)
	if got := v.Reads("#rev-1 .version"); got != "as copied" {
		v.Fail("the history names r1 %q", got)
	}
}
