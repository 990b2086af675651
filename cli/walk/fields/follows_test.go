package fields

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"widerow/cli/walk/browser"
)

// TestRenameSaysWhatFollows edits the name of an attribute: the field names the columns
// that follow, only while the name differs from the saved one.
func TestRenameSaysWhatFollows(t *testing.T) {
	v := browser.Walk(t)
	v.OpenHotel("concepts")
	v.Pick("Hotel")
	const shown = `document.querySelector('.follows[id*="hotelphone"]')?.checkVisibility() ?? false`
	v.Click(`[name="set.hotelphone.name"]`)
	if browser.Ask[bool](v, shown) {
		t.Error("the note is shown before anything was typed")
	}
	v.Press(kb.End)
	v.Press("x")
	v.Wait(shown)
	if got, want := v.Reads(`.follows[id*="hotelphone"]`), "2 columns are renamed, too (hotels.phone, hotels_by_poi.phone)"; got != want {
		t.Errorf("the note is %q, want %q", got, want)
	}
	v.Picture("follows-1280-light")
	v.Press(kb.Backspace)
	v.Wait("!(" + shown + ")")
	v.Press("s")
	v.Wait(shown)
	v.ExpectSave(func() { v.Press(kb.Enter) })
	v.Wait("!(" + shown + ")")
	v.Tab("logical")
	if page := v.Reads("#canvas"); strings.Count(page, "phones") < 2 {
		t.Errorf("the columns did not follow: %s", page)
	}
}
