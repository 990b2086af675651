package write_test

import (
	"maps"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/example"
	"widerow/model/write"
)

// A fix gives the update what it lacks, in one revision.
func TestFixes(t *testing.T) {
	for _, test := range []struct {
		example       string
		kind          model.UpdateKind
		writes, given []model.ID
		want          []string
	}{
		{"magazine", model.Delete, []model.ID{"magazine"}, []model.ID{"magazineid"},
			[]string{"Derive a lookup table: Publisher.name by Magazine.id", "Take Publisher.name as given"}},
		{"sensors", model.Change, []model.ID{"sensorlatitude"}, []model.ID{"sensorid"}, []string{
			"Derive a lookup table: Network.name, Temperature.date and Temperature.hour by Sensor.sensor_id", "Derive a lookup table: Network.name by Sensor.sensor_id",
			"Take Network.name as given"}},
		{"supermarket", model.Change, []model.ID{"orderstatus"}, []model.ID{"orderid"}, []string{
			"Derive a lookup table: Customer.customer_id and Order.submission_time by Order.order_id",
			"Derive a lookup table: Delivery slot.delivery_date, Delivery team.delivery_team_id and Delivery slot.start_time by Order.order_id",
			"Take Customer.customer_id and Order.submission_time as given", "Take Delivery slot.delivery_date, Delivery team.delivery_team_id and Delivery slot.start_time as given"}},
		{"hotel", model.Change, []model.ID{"guestemails"}, nil, []string{"Take Guest.guest_id as given"}},
		{"hotel", model.Change, []model.ID{"guestemails"}, []model.ID{"guestid"}, nil},
	} {
		m, err := example.Load(test.example)
		if err != nil {
			t.Fatal(err)
		}
		m = withUpdate(m, model.Update{Kind: test.kind}, test.writes, test.given)
		maps.DeleteFunc(m.Logical.Arrows, func(_ model.ID, arrow *model.QueryArrow) bool { return arrow.Access == "u1" })
		fixes := write.Fixes(m, "u1", model.SeededIDs([]byte("fix")))
		var got []string
		for _, fix := range fixes {
			got = append(got, fix.Text)
			after, err := model.Apply(m, model.SeededIDs([]byte("other")), fix.Commands...)
			if err != nil {
				t.Errorf("%s: %s: %v", test.example, fix.Text, err)
				continue
			}
			before, now := write.Of(m, "u1"), write.Of(after, "u1")
			if len(now.Lookups) >= len(before.Lookups) && len(now.Findings) >= len(before.Findings) {
				t.Errorf("%s: %s repairs nothing:\n%s", test.example, fix.Text, summary(&now))
			}
		}
		if len(got) != len(test.want) {
			t.Errorf("%s: got %q\nwant %q", test.example, got, test.want)
			continue
		}
		for i := range got {
			if got[i] != test.want[i] {
				t.Errorf("%s: got %q\nwant %q", test.example, got[i], test.want[i])
			}
		}
	}
}

// Arrows of an update that name other tables than it writes are redrawn.
func TestArrowsFollowThePlan(t *testing.T) {
	m := small(t, "entity Video video_id title", "table videos K:Video.video_id:uuid R:Video.title:text",
		"table by_title K:Video.title:text C:Video.video_id:uuid", "table other K:Video.video_id:uuid")
	m = withUpdate(m, model.Update{Kind: model.Change}, []model.ID{"Video.title"}, []model.ID{"Video.video_id"})
	m.Logical.Arrows = map[model.ID]*model.QueryArrow{"a": {Access: "u1", To: "videos"}, "b": {Access: "u1", To: "other"}}
	fixes := write.Fixes(m, "u1", model.SeededIDs([]byte("arrows")))
	if len(fixes) != 1 || fixes[0].Text != "Draw the arrows of U1" {
		t.Fatalf("got %v", fixes)
	}
	after, err := model.Apply(m, model.SeededIDs([]byte("other")), fixes[0].Commands...)
	if err != nil {
		t.Fatal(err)
	}
	plan := write.Of(after, "u1")
	if got := summary(&plan); strings.Contains(got, "arrows") || len(after.Logical.Arrows) != 2 {
		t.Errorf("%d arrows: %s", len(after.Logical.Arrows), got)
	}
}
