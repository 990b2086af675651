package fields

import (
	"strings"
	"testing"

	"widerow/cli/walk/browser"
)

// TestUpdateAndKeys makes an update, whose statements follow each choice, and repairs
// it; then two sample rows with one key overwrite each other.
func TestUpdateAndKeys(t *testing.T) {
	v := browser.Walk(t)
	v.OpenHotel("queries")
	v.Add("update", "name", "Describe an amenity")
	if got := v.Reads("#plan-verdict"); !strings.Contains(got, "writes nothing") {
		t.Errorf("the new update says %q", got)
	}
	v.ExpectSave(func() { v.Choose(v.Field("kind"), "UPDATE") })
	v.Choose("#new-write-element", "Amenity.description")
	v.ExpectSave(func() { v.Click("#add-write") })
	v.Choose("#new-given-attribute", "Amenity.name")
	v.ExpectSave(func() { v.Click("#add-given") })
	v.Wait(`document.querySelector("#plan-tables")`)
	v.Picture("update-plan")
	got := v.Reads("#plan")
	for _, want := range []string{"No table finds hotel_id and room_number of amenities_by_room by Amenity.name", "UPDATE hotel.amenities_by_room"} {
		if !strings.Contains(got, want) {
			t.Errorf("the plan lacks %q:\n%s", want, got)
		}
	}
	v.ExpectSave(func() { v.Click("#plan-verdict .fixes button") })
	if got := v.Reads("#plan-verdict"); !strings.Contains(got, "Writes 1 table after 1 read") {
		t.Errorf("after the repair the update says %q", got)
	}
	v.ExpectSave(func() { v.Click("#undo-button") })

	v.Open(v.Path()[:strings.LastIndex(v.Path(), "/")] + "/keys?select=pavailablerooms")
	v.Fill("#keys-rows", "h1, 2026-05-04, 7\nh2, 2026-05-04, 7\nh1, 2026-05-04, 7")
	v.ExpectLoad(func() { v.Click("#keys-show") })
	v.Picture("keys")
	if got := v.Reads("#key-partitions"); strings.Count(got, "Token") != 2 || !strings.Contains(got, "overwritten by line 3") {
		t.Errorf("the keys of three rows:\n%s", got)
	}
	v.Fill("#keys-rows", "h1, yesterday, 7")
	v.ExpectLoad(func() { v.Click("#keys-show") })
	if got := v.Reads("#keys-problem"); !strings.Contains(got, `line 1, column date: "yesterday" is not a value of type date`) {
		t.Errorf("a wrong row says %q", got)
	}
}
