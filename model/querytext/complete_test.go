package querytext

import (
	"slices"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/edit"
)

// TestComplete has the cursor at |.
func TestComplete(t *testing.T) {
	hotel := load(t, "hotel")
	for _, test := range []struct {
		text string
		want []string // the first completions
	}{
		{"|", []string{"SELECT", "WHERE"}},
		{"sel|", []string{"SELECT"}},
		{"SELECT numb|", []string{"Room.room_number", "Reservation.confirm_number", "Guest.phone_numbers"}},
		{"SELECT Room.|", []string{"Room.room_number", "Room.type", "Room.*"}},
		{"SELECT avail|", []string{`"Room night".is_available`}},
		{"SELECT A|", []string{"Amenity.name", "Amenity.description", "Hotel.address"}},
		{"SELECT a|", []string{"Hotel.address", "Hotel.address.street"}},
		{"SELECT room_n|", []string{"Room.room_number", `"Room night".date`, `"Room night".is_available`}},
		{"SELECT Hotel.name |", []string{"WHERE", "GROUP BY", "ORDER BY"}},
		{"SELECT cou|", []string{"count(", "Hotel.address.country"}},
		{"SELECT Hotel.name, nam| WHERE Hotel.hotel_id = ?", []string{`"Point of interest".name`, "Amenity.name", "Guest.name"}},
		{"SELECT Hotel.name WHERE hotel_id |", []string{"= ?", ">= ?", "<= ?"}},
		{"SELECT Hotel.name WHERE hotel_id = |", []string{"?", ":", "''"}},
		{"SELECT Hotel.name WHERE hotel_id = ? |", []string{"AND", "GROUP BY", "ORDER BY"}},
		{"SELECT Hotel.name WHERE hotel_id = ? AND hotel_id IN |", []string{"?", "?[20]"}},
		{"SELECT Hotel.name ORDER BY |", []string{"Hotel.name"}},
		{"SELECT Hotel.name ORDER BY Hotel.name d|", []string{"DESC"}},
		{"SELECT Hotel.name LIMIT |", nil},
		{"SELECT Hotel.name LIMIT 5|", nil},
		{"SELECT Hotel.name WHERE city = 'na|", nil},
		{`SELECT "Room ni|`, []string{`"Room night".date`, `"Room night".is_available`}},
	} {
		before, after, _ := strings.Cut(test.text, "|")
		var got []string
		for _, completion := range Complete(hotel, before+after, len(before)) {
			got = append(got, completion.Label)
			if completion.End != len(before) {
				t.Errorf("%s: %+v ends before the cursor", test.text, completion)
			}
		}
		if len(test.want) == 0 && len(got) > 0 || len(got) < len(test.want) || !slices.Equal(got[:len(test.want)], test.want) {
			t.Errorf("%s: completions %q, want first %q", test.text, got, test.want)
		}
	}
}

// TestRolesAreCompleted: of an entity type, and of who takes part in a relationship type of the path.
func TestRolesAreCompleted(t *testing.T) {
	m := team(t)
	for text, want := range map[string][]string{
		"SELECT Person(":                      {"manager", "report"},
		"SELECT Person(m":                     {"manager"},
		"SELECT Order VIA where(":             nil,
		"SELECT Order VIA none(":              nil,
		"SELECT Person VIA mentors, manages(": nil,
		"SELECT Person VIA mentors(":          {"manager", "report"},
	} {
		var got []string
		for _, completion := range Complete(m, text, len(text)) {
			got = append(got, completion.Label)
		}
		for _, role := range []string{"manager", "report"} {
			if slices.Contains(got, role) != slices.Contains(want, role) {
				t.Errorf("%s: completions %q, want %q", text, got, want)
			}
		}
	}
}

func TestCompletionsAreAccepted(t *testing.T) {
	hotel := load(t, "hotel")
	for _, text := range []string{"SELECT ", "SELECT Room.type, ", "SELECT Room.type WHERE ", "SELECT Room.type ORDER BY "} {
		for _, completion := range Complete(hotel, text, len(text)) {
			if strings.HasSuffix(completion.Insert, "(") || strings.HasSuffix(completion.Insert, " ") {
				continue
			}
			whole := text + completion.Insert
			if strings.HasSuffix(text, "WHERE ") {
				whole += " = ?"
			}
			if _, problems := Parse(hotel, whole); len(problems) > 0 {
				t.Errorf("Parse(%s) = %+v", whole, problems)
			}
		}
	}
}

func TestFreeNamesAreCompleted(t *testing.T) {
	m, err := edit.Apply(model.New("videos"), model.RandomIDs(),
		edit.Add{Kind: model.QueryKind, ID: "q1", Values: map[string]string{"name": "videos"}},
		edit.Add{Kind: model.FindKind, Parent: "q1", Values: map[string]string{"name": "added date"}})
	if err != nil {
		t.Fatal(err)
	}
	got := Complete(m, "SELECT add", 10)
	if want := (Completion{7, 10, `"added date"`, `"added date"`, ""}); len(got) != 1 || got[0] != want {
		t.Errorf("completions %+v, want %+v", got, want)
	}
}
