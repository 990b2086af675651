package view

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"

	"widerow/cli/walk/browser"
)

// TestWalkDisplay changes the view of a diagram, with the menu and with the URL,
// and returns to the full view.
func TestWalkDisplay(t *testing.T) {
	v := browser.Walk(t)
	hotel := v.MakeHotel()
	v.Open(hotel + "/physical")
	wantTables(v, 9)

	v.Click("#display-button")
	wantPopover(v, "display", true)
	v.ExpectUpdate(func() { v.Choose("#display-columns", "keys only") })
	wantPath(v, hotel+"/physical?columns=keys")
	wantPopover(v, "display", true) // it stays open for the next choice
	if names := browser.Ask[int](v, `document.querySelectorAll("#canvas .type-box .column").length`); names != 0 {
		t.Errorf("the types show %d fields, want none beside the keys of tables", names)
	}
	v.ExpectUpdate(func() { v.Choose("#display-keyspace", "reservation") })
	wantPath(v, hotel+"/physical?columns=keys&keyspace=reservationks")
	wantTables(v, 4)
	wantShown(v, "Showing 4 of 9 tables")
	v.Picture("display-menu")
	v.Stroke(input.DispatchKeyEventParams{Key: "Escape", Code: "Escape", WindowsVirtualKeyCode: 27})
	wantPopover(v, "display", false)

	// The URL determines the view: opened directly, through links, and on Back.
	v.Open(v.Path())
	wantTables(v, 4)
	v.ExpectUpdate(func() { v.Click("#link-pguestsbyid") })
	wantPath(v, hotel+"/physical?columns=keys&keyspace=reservationks&select=pguestsbyid")
	wantTables(v, 4)
	v.ExpectUpdate(func() { v.Click("#tab-logical") })
	wantPath(v, hotel+"/logical?columns=keys&keyspace=reservationks&select=guestsbyid")
	wantTables(v, 4)
	v.ExpectUpdate(func() { v.Click("#display-all") })
	wantPath(v, hotel+"/logical?columns=keys&select=guestsbyid")
	wantTables(v, 9)

	// The neighbours of the selected element, and one step further.
	v.ExpectUpdate(func() { v.Click("#link-hotelsbyid") })
	v.Click("#display-button")
	v.ExpectUpdate(func() { v.Choose("#display-focus", "selected: hotels") })
	wantTables(v, 4)
	v.ExpectUpdate(func() { v.Choose("#display-steps", "2 steps") })
	wantPath(v, hotel+"/logical?columns=keys&focus=hotelsbyid&steps=2&select=hotelsbyid")
	wantTables(v, 5)
	v.ExpectUpdate(func() { v.Click("#display-usual") })
	wantPath(v, hotel+"/logical?select=hotelsbyid")
	wantTables(v, 9)

	// A save keeps the view. An id that no longer exists is reported.
	v.Open(hotel + "/physical?select=pguestsbyid&collapse=hotelks")
	wantTables(v, 4)
	v.Enter(v.Field("name"), "all_guests")
	wantPath(v, hotel+"/physical?collapse=hotelks&select=pguestsbyid")
	wantTables(v, 4)
	v.Open(hotel + "/physical?focus=nosuchtable&direction=lr")
	wantTables(v, 9)
	if notice := v.Reads("#notices"); !strings.Contains(notice, "nosuchtable: this model has no such element") {
		t.Errorf("the page says %q", notice)
	}
}

func TestWalkDisplayWithoutScripts(t *testing.T) {
	v := browser.Walk(t).WithoutScripts()
	hotel := v.MakeHotel()
	v.Open(hotel + "/logical?select=guestsbyid&direction=lr")
	v.Click("#display-button")
	wantPopover(v, "display", true)
	v.Fill("#display-spacing", "yes")
	v.ExpectLoad(func() { v.Click("#display-show") })
	if path := v.Path(); !strings.HasPrefix(path, hotel+"/logical?") || !strings.Contains(path, "select=guestsbyid") ||
		!strings.Contains(path, "direction=lr") || !strings.Contains(path, "spacing=compact") {
		t.Errorf("the form leads to %s", path)
	}
	wantTables(v, 9)
	v.ExpectLoad(func() { v.Click("#link-hotelsbyid") })
	wantPath(v, hotel+"/logical?direction=lr&spacing=compact&select=hotelsbyid")
}

func wantTables(v *browser.Walker, count int) {
	v.T.Helper()
	if got := browser.Ask[int](v, `document.querySelectorAll("#canvas > svg .table").length`); got != count {
		v.Fail("%s draws %d tables, want %d", v.Path(), got, count)
	}
}

// wantPath compares the URL, in any order of its parameters.
func wantPath(v *browser.Walker, path string) {
	v.T.Helper()
	got, want := strings.SplitN(v.Path(), "?", 2), strings.SplitN(path, "?", 2)
	for _, address := range [][]string{got, want} {
		if len(address) > 1 {
			parameters := strings.Split(address[1], "&")
			slices.Sort(parameters)
			address[1] = strings.Join(parameters, "&")
		}
	}
	if !slices.Equal(got, want) {
		v.Fail("the address is %s, want %s", got, want)
	}
}

func wantPopover(v *browser.Walker, id string, open bool) {
	v.T.Helper()
	if got := browser.Ask[bool](v, `document.getElementById(¿).matches(":popover-open")`, id); got != open {
		v.Fail("#%s is open: %v, want %v", id, got, open)
	}
}

func wantShown(v *browser.Walker, text string) {
	v.T.Helper()
	if got := v.Reads("#display-shown"); !strings.HasPrefix(got, text) {
		v.Fail("the page says %q, want %q", got, text)
	}
}
