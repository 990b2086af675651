package walk

import (
	"strings"
	"testing"
)

// TestUpdateAndKeys makes an update, whose statements follow each choice, and repairs
// it; then two sample rows with one key overwrite each other.
func TestUpdateAndKeys(t *testing.T) {
	v := walk(t)
	v.openHotel("queries")
	v.add("update", "name", "Describe an amenity")
	if got := v.reads("#plan-verdict"); !strings.Contains(got, "writes nothing") {
		t.Errorf("the new update says %q", got)
	}
	v.expectSave(func() { v.choose(v.field("kind"), "UPDATE") })
	v.choose("#new-write-element", "Amenity.description")
	v.expectSave(func() { v.click("#add-write") })
	v.choose("#new-given-attribute", "Amenity.name")
	v.expectSave(func() { v.click("#add-given") })
	v.wait(`document.querySelector("#plan-tables")`)
	v.picture("update-plan")
	got := v.reads("#plan")
	for _, want := range []string{"No table finds hotel_id and room_number of amenities_by_room by Amenity.name", "UPDATE hotel.amenities_by_room"} {
		if !strings.Contains(got, want) {
			t.Errorf("the plan lacks %q:\n%s", want, got)
		}
	}
	v.expectSave(func() { v.click("#plan-verdict .fixes button") })
	if got := v.reads("#plan-verdict"); !strings.Contains(got, "Writes 1 table after 1 read") {
		t.Errorf("after the repair the update says %q", got)
	}
	v.expectSave(func() { v.click("#undo-button") })

	v.open(v.path()[:strings.LastIndex(v.path(), "/")] + "/keys?select=pavailablerooms")
	v.fill("#keys-rows", "h1, 2026-05-04, 7\nh2, 2026-05-04, 7\nh1, 2026-05-04, 7")
	v.expectLoad(func() { v.click("#keys-show") })
	v.picture("keys")
	if got := v.reads("#key-partitions"); strings.Count(got, "Token") != 2 || !strings.Contains(got, "overwritten by line 3") {
		t.Errorf("the keys of three rows:\n%s", got)
	}
	v.fill("#keys-rows", "h1, yesterday, 7")
	v.expectLoad(func() { v.click("#keys-show") })
	if got := v.reads("#keys-problem"); !strings.Contains(got, `line 1, column date: "yesterday" is not a value of type date`) {
		t.Errorf("a wrong row says %q", got)
	}
}
