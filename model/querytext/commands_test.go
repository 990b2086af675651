package querytext

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/model"
	"widerow/model/edit"
)

func TestCommands(t *testing.T) {
	hotel := load(t, "hotel")
	const head = `SELECT "Room night".date, Room.room_number, "Room night".is_available WHERE Hotel.hotel_id = ? AND "Room night".date >= :date_from AND "Room night".date <= :date_to ORDER BY "Room night".date`
	if text := Format(hotel, Of(hotel.Workflow.Queries["q4"])); text != head {
		t.Fatalf("Q4 is %s", text)
	}
	for _, test := range []struct {
		name, text string
		want       []edit.Command
		words      string
	}{
		{"the same", head, nil, ""},
		{"a limit", head + " LIMIT 50", []edit.Command{edit.Set{Element: "q4", Field: "limit", Value: "50"}}, "changed query Q4: LIMIT 50"},
		{"another bound", `SELECT "Room night".date, Room.room_number, "Room night".is_available WHERE Hotel.hotel_id = ? AND "Room night".date >= ? ORDER BY "Room night".date`,
			[]edit.Command{
				edit.Set{Element: "q4givennightdate", Field: "bounds", Value: ">="},
				edit.Set{Element: "q4givennightdate", Field: "source", Was: "user"},
			}, `changed query Q4: WHERE Hotel.hotel_id = ? AND "Room night".date >= ?`},
		{"another order", `SELECT "Room night".is_available, "Room night".date, Room.room_number WHERE hotel_id = ? AND date >= :a AND date <= :b`,
			[]edit.Command{edit.Move{Element: "q4findnightavailable", By: -2}, edit.Remove{Element: "q4sortnightdate"}},
			`changed query Q4: SELECT "Room night".is_available, "Room night".date, Room.room_number, no ORDER BY`},
		{"one more in the middle", `SELECT DISTINCT date, Room.type, room_number, is_available WHERE hotel_id = ? AND date >= :a AND date <= :b ORDER BY date`,
			[]edit.Command{
				edit.Set{Element: "q4", Field: "distinct", Value: "true"},
				edit.Add{Kind: model.FindKind, Parent: "q4", Before: "q4findroomnumber", Values: map[string]string{"attribute": "roomtype"}},
			}, `changed query Q4: SELECT DISTINCT "Room night".date, Room.type, Room.room_number, "Room night".is_available`},
	} {
		t.Run(test.name, func(t *testing.T) {
			parts, problems := Parse(hotel, test.text)
			if len(problems) > 0 {
				t.Fatal(problems)
			}
			got := Commands(hotel, "q4", parts)
			if difference := cmp.Diff(test.want, got); difference != "" {
				t.Errorf("commands (-want +got):\n%s", difference)
			}
			after, err := edit.Apply(hotel, model.RandomIDs(), got...)
			if err != nil {
				t.Fatal(err)
			}
			if words := Words(hotel, after, "q4"); words != test.words {
				t.Errorf("words %q, want %q", words, test.words)
			}
			if text := Format(after, Of(after.Workflow.Queries["q4"])); text != Format(hotel, parts) {
				t.Errorf("the query is now %s", text)
			}
		})
	}
}

func TestNewQuery(t *testing.T) {
	hotel := load(t, "hotel")
	parts, problems := Parse(hotel, "SELECT Guest.* WHERE guest_id = ?")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	commands := append([]edit.Command{edit.Add{Kind: model.QueryKind, ID: "new", Values: map[string]string{"name": "Find a guest"}}}, Commands(hotel, "new", parts)...)
	after, err := edit.Apply(hotel, model.RandomIDs(), commands...)
	if err != nil {
		t.Fatal(err)
	}
	label := after.Workflow.Queries["new"].Label
	if want := "added query " + label + ": SELECT Guest.* WHERE Guest.guest_id = ?"; Words(hotel, after, "new") != want {
		t.Errorf("words %q, want %q", Words(hotel, after, "new"), want)
	}
}
