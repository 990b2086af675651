package model

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTypeConflicts(t *testing.T) {
	set := func(id ID, field, was, value string) Command { return Set{id, field, was, value} }
	for _, test := range []struct {
		name   string
		change []Command
		want   []string
	}{
		{"all follow", nil, nil},
		{"one column was changed", []Command{set("prid", "type", "uuid", "text")}, []string{"Hotel.hotel_id is uuid in hotels.hotel_id; text in rooms_by_hotel.hotel_id"}},
		{"and the attribute too", []Command{set("prid", "type", "uuid", "text"), set("id", "type", "", "text")}, nil},
		{"frozen is the same", []Command{set("prid", "type", "uuid", "frozen<uuid>")}, nil},
		{"element of a collection", []Command{set("rhotel", "attribute", "name", "phones"), set("phphones", "type", "set<text>", "list<ascii>")},
			[]string{"Hotel.phones is ascii in hotels.phones; text in rooms_by_hotel.hotel_name"}},
		{"map", []Command{set("prid", "type", "uuid", "map<text, int>")}, nil},
		{"aggregate", []Command{set("hname", "aggregate", "", "count")}, nil},
		{"column of two attributes", []Command{set("prid", "type", "uuid", "text"), set("prid", "from", "rid", "rid rnumber")}, nil},
		{"two attributes", []Command{set("prid", "type", "uuid", "bigint"), set("phname", "type", "text", "ascii")},
			[]string{"Hotel.hotel_id is uuid in hotels.hotel_id; bigint in rooms_by_hotel.hotel_id", "Hotel.name is ascii in hotels.name; text in rooms_by_hotel.hotel_name"}},
	} {
		m := must(t, booking(t), test.change...)
		var got []string
		for _, conflict := range m.TypeConflicts() {
			got = append(got, conflict.Words(m))
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}
