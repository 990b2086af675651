package walk

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestRenameSaysWhatFollows edits the name of an attribute: the field names the columns
// that follow, only while the name differs from the saved one.
func TestRenameSaysWhatFollows(t *testing.T) {
	v := walk(t)
	v.openHotel("concepts")
	v.pick("Hotel")
	const shown = `document.querySelector('.follows[id*="hotelphone"]')?.checkVisibility() ?? false`
	v.click(`[name="set.hotelphone.name"]`)
	if ask[bool](v, shown) {
		t.Error("the note is shown before anything was typed")
	}
	v.press(kb.End)
	v.press("x")
	v.wait(shown)
	if got, want := v.reads(`.follows[id*="hotelphone"]`), "2 columns are renamed, too (hotels.phone, hotels_by_poi.phone)"; got != want {
		t.Errorf("the note is %q, want %q", got, want)
	}
	v.picture("follows-1280-light")
	v.press(kb.Backspace)
	v.wait("!(" + shown + ")")
	v.press("s")
	v.wait(shown)
	v.expectSave(func() { v.press(kb.Enter) })
	v.wait("!(" + shown + ")")
	v.tab("logical")
	if page := v.reads("#canvas"); strings.Count(page, "phones") < 2 {
		t.Errorf("the columns did not follow: %s", page)
	}
}
