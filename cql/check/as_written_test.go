package check

import (
	"slices"
	"testing"

	"widerow/model/example"
	"widerow/model/write"
)

// TestValuesOfStatementsAsWritten lists one value for each bind marker of a recovered statement, in the order of the text.
func TestValuesOfStatementsAsWritten(t *testing.T) {
	m, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][]string{
		"INSERT INTO hotel.hotels (hotel_id, name, phone) VALUES (?, 'Ritz', :phone) USING TTL ?":         {"hotel_id Hotel.hotel_id new", "phone Hotel.phone new", " "},
		"UPDATE hotel.hotels USING TIMESTAMP ? SET phone = ?, name = 'x' WHERE hotel_id = ? IF phone = ?": {" ", "phone Hotel.phone new", "hotel_id Hotel.hotel_id", "phone Hotel.phone"},
		"DELETE FROM hotel.hotels WHERE hotel_id IN (?, ?)":                                               {"hotel_id Hotel.hotel_id", "hotel_id Hotel.hotel_id"},
		"BEGIN BATCH UPDATE hotel.hotels SET pois = pois + {?, ?} WHERE hotel_id = 1; APPLY BATCH":        {"pois Point of interest.name new", "pois Point of interest.name new"},
		"INSERT INTO hotel.hotels JSON ?":                                                                 {"  new"},
	} {
		s := write.Statement{Text: text}
		for id, relation := range m.Physical.Relations {
			if relation.Name == "hotels" {
				s.Table = id
			}
		}
		got := []string{}
		for _, v := range valuesAsWritten(m, &s) {
			word := v.Column + " " + v.Attribute
			if v.New {
				word += " new"
			}
			got = append(got, word)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}
