package compare_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/cql/compare"
	"widerow/model"
	"widerow/model/example"
)

// Each change has the effects on its own table and queries, and no others; a quantity has
// those that no other change explains.
func TestFollowing(t *testing.T) {
	hotel, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	after := hotel.Clone()
	delete(after.Physical.Relations, "pamenitiesbyroom")
	guests := after.Physical.Relations["pguestsbyid"].Columns
	for id, column := range guests {
		if column.Name == "title" {
			delete(guests, id)
		}
	}
	for _, quantity := range after.Quantities {
		if quantity.Name == "pois_per_hotel" {
			quantity.Typical, quantity.Worst = "1000", "5000"
		}
	}
	changes := compare.Models(hotel, after, true)
	following := compare.NewFollowing(hotel, after, changes, compare.EffectsOf(compare.StateOf(hotel), compare.StateOf(after)))
	got := map[string][]string{}
	for _, change := range changes {
		of := following.Of(change)
		var effects []string
		for _, table := range of.Tables {
			effects = append(effects, "size of "+table.Table)
		}
		for _, query := range of.Queries {
			effects = append(effects, query.Query+" "+string(query.After))
		}
		for _, finding := range of.New {
			effects = append(effects, finding.Message)
		}
		words, _, _ := strings.Cut(change.Words, ":")
		got[words] = effects
	}
	want := map[string][]string{
		"table hotel.amenities_by_room removed":   {"size of hotel.amenities_by_room", "Q5 none", "No table serves Q5: no physical table realizes amenities_by_room"},
		"column reservation.guests.title removed": {"size of reservation.guests", "reservation.guests lacks Guest.title"},
		"quantity pois_per_hotel":                 {"size of hotel.hotels", "size of hotel.pois_by_hotel"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The effects of a change of a logical table or of an arrow are those on its physical tables.
func TestFollowingOfLogicalTables(t *testing.T) {
	hotel, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	following := compare.NewFollowing(hotel, hotel, nil, compare.Effects{Tables: []compare.Table{{Table: "hotel.hotels", ID: "photelsbyid"}},
		Queries: []compare.Query{{Query: "Q2", ID: "q2", Tables: []model.ID{"photelsbyid"}}}})
	for id, want := range map[model.ID]int{"hotelsbyid": 2, "arrowq2": 2, "q2": 1, "photelsbyid": 2, "hotelsbypoi": 0, "hotel": 0} {
		of := following.Of(compare.Change{ID: id})
		if got := len(of.Tables) + len(of.Queries); got != want {
			t.Errorf("%s has %d effects, want %d: %+v", id, got, want, of)
		}
	}
}
