package walk

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
)

// TestWalkDisplay changes the view of a diagram, with the menu and with the URL,
// and returns to the full view.
func TestWalkDisplay(t *testing.T) {
	v := walk(t)
	hotel := v.makeHotel()
	v.open(hotel + "/physical")
	v.wantTables(9)

	v.click("#display-button")
	v.wantPopover("display", true)
	v.expectUpdate(func() { v.choose("#display-columns", "keys only") })
	v.wantPath(hotel + "/physical?columns=keys")
	v.wantPopover("display", true) // it stays open for the next choice
	if names := ask[int](v, `document.querySelectorAll("#canvas .type-box .column").length`); names != 0 {
		t.Errorf("the types show %d fields, want none beside the keys of tables", names)
	}
	v.expectUpdate(func() { v.choose("#display-keyspace", "reservation") })
	v.wantPath(hotel + "/physical?columns=keys&keyspace=reservationks")
	v.wantTables(4)
	v.wantShown("Showing 4 of 9 tables")
	v.picture("display-menu")
	v.stroke(input.DispatchKeyEventParams{Key: "Escape", Code: "Escape", WindowsVirtualKeyCode: 27})
	v.wantPopover("display", false)

	// The URL determines the view: opened directly, through links, and on Back.
	v.open(v.path())
	v.wantTables(4)
	v.expectUpdate(func() { v.click("#link-pguestsbyid") })
	v.wantPath(hotel + "/physical?columns=keys&keyspace=reservationks&select=pguestsbyid")
	v.wantTables(4)
	v.expectUpdate(func() { v.click("#tab-logical") })
	v.wantPath(hotel + "/logical?columns=keys&keyspace=reservationks&select=guestsbyid")
	v.wantTables(4)
	v.expectUpdate(func() { v.click("#display-all") })
	v.wantPath(hotel + "/logical?columns=keys&select=guestsbyid")
	v.wantTables(9)

	// The neighbours of the selected element, and one step further.
	v.expectUpdate(func() { v.click("#link-hotelsbyid") })
	v.click("#display-button")
	v.expectUpdate(func() { v.choose("#display-focus", "selected: hotels") })
	v.wantTables(4)
	v.expectUpdate(func() { v.choose("#display-steps", "2 steps") })
	v.wantPath(hotel + "/logical?columns=keys&focus=hotelsbyid&steps=2&select=hotelsbyid")
	v.wantTables(5)
	v.expectUpdate(func() { v.click("#display-usual") })
	v.wantPath(hotel + "/logical?select=hotelsbyid")
	v.wantTables(9)

	// A save keeps the view. An id that no longer exists is reported.
	v.open(hotel + "/physical?select=pguestsbyid&collapse=hotelks")
	v.wantTables(4)
	v.enter(v.field("name"), "all_guests")
	v.wantPath(hotel + "/physical?collapse=hotelks&select=pguestsbyid")
	v.wantTables(4)
	v.open(hotel + "/physical?focus=nosuchtable&direction=lr")
	v.wantTables(9)
	if notice := v.reads("#notices"); !strings.Contains(notice, "nosuchtable: this model has no such element") {
		t.Errorf("the page says %q", notice)
	}
}

func TestWalkDisplayWithoutScripts(t *testing.T) {
	v := walk(t).withoutScripts()
	hotel := v.makeHotel()
	v.open(hotel + "/logical?select=guestsbyid&direction=lr")
	v.click("#display-button")
	v.wantPopover("display", true)
	v.fill("#display-spacing", "yes")
	v.expectLoad(func() { v.click("#display-show") })
	if path := v.path(); !strings.HasPrefix(path, hotel+"/logical?") || !strings.Contains(path, "select=guestsbyid") ||
		!strings.Contains(path, "direction=lr") || !strings.Contains(path, "spacing=compact") {
		t.Errorf("the form leads to %s", path)
	}
	v.wantTables(9)
	v.expectLoad(func() { v.click("#link-hotelsbyid") })
	v.wantPath(hotel + "/logical?direction=lr&spacing=compact&select=hotelsbyid")
}

func (v *walker) wantTables(count int) {
	v.t.Helper()
	if got := ask[int](v, `document.querySelectorAll("#canvas > svg .table").length`); got != count {
		v.fail("%s draws %d tables, want %d", v.path(), got, count)
	}
}

// wantPath compares the URL, in any order of its parameters.
func (v *walker) wantPath(path string) {
	v.t.Helper()
	got, want := strings.SplitN(v.path(), "?", 2), strings.SplitN(path, "?", 2)
	for _, address := range [][]string{got, want} {
		if len(address) > 1 {
			parameters := strings.Split(address[1], "&")
			slices.Sort(parameters)
			address[1] = strings.Join(parameters, "&")
		}
	}
	if !slices.Equal(got, want) {
		v.fail("the address is %s, want %s", got, want)
	}
}

func (v *walker) wantPopover(id string, open bool) {
	v.t.Helper()
	if got := ask[bool](v, `document.getElementById(¿).matches(":popover-open")`, id); got != open {
		v.fail("#%s is open: %v, want %v", id, got, open)
	}
}

func (v *walker) wantShown(text string) {
	v.t.Helper()
	if got := v.reads("#display-shown"); !strings.HasPrefix(got, text) {
		v.fail("the page says %q, want %q", got, text)
	}
}
