package edit

import (
	"math"
	"strings"
	"testing"

	"widerow/model"
)

// TestNotes: notes and areas are added, moved, copied and removed like other boxes, and the history says so.
func TestNotes(t *testing.T) {
	m := shop(t)
	for _, test := range []struct {
		command Command
		want    string
	}{
		{Add{Kind: model.NoteKind, ID: "n", Values: map[string]string{"diagram": "logical", "text": "## Who **pays**\nand how"}}, "added note Who pays"},
		{Set{Element: "memo", Field: "text", Was: "# Ask\nWho **pays**?", Value: "none"}, "changed text of Ask"},
		{Set{Element: "memo", Field: "color", Was: "yellow", Value: "pink"}, "set color of Ask from yellow to pink"},
		{Set{Element: "memo", Field: "width", Was: "220", Value: "300"}, "set width of Ask from 220 to 300"},
		{Set{Element: "zone", Field: "x", Was: "", Value: "40"}, "set from the left of Billing to 40"},
		{Pin{Diagram: "er", At: map[model.ID]model.Position{"zone": {X: 10.4, Y: 20}}}, "moved area Billing in the ER diagram"},
		{Remove{"zone"}, "removed area Billing"},
		{Paste{From: m, Elements: []model.ID{"memo", "zone"}, First: "copy", Diagram: "physical", At: map[model.ID]model.Position{"memo": {X: 5, Y: 6}}}, "Ask"},
	} {
		after, err := Apply(m, model.SeededIDs([]byte("notes")), test.command)
		if err != nil {
			t.Errorf("%T: %v", test.command, err)
			continue
		}
		if got := Words(m, after, test.command); !strings.Contains(got, test.want) {
			t.Errorf("%T says %q, want %q", test.command, got, test.want)
		}
		if text, read, err := after.Canonical(); err != nil || string(read.Encode()) != string(text) {
			t.Errorf("%T: the saved form is not read back: %v", test.command, err)
		}
	}
}

func TestPinnedNotes(t *testing.T) {
	after := must(t, shop(t), Pin{Diagram: "er", At: map[model.ID]model.Position{"zone": {X: 10.4, Y: 20}}})
	if got, want := after.Areas["zone"].Frame, (model.Frame{X: 10, Y: 20, Placed: true}); got != want || after.Layout["er"]["zone"] != nil {
		t.Errorf("the area is at %+v, want %+v and no place in the layout", got, want)
	}
	if !model.IsPlacement([]string{"areas", "zone", "frame", "x"}) || model.IsPlacement([]string{"areas", "zone", "name"}) {
		t.Error("the frame of an area is its placement, its name is not")
	}
}

func TestNotesRejected(t *testing.T) {
	m := shop(t)
	for _, test := range []struct {
		command Command
		want    string
	}{
		{Set{Element: "memo", Field: "text", Was: "# Ask\nWho **pays**?", Value: " "}, "Text must not be empty"},
		{Set{Element: "memo", Field: "text", Was: "# Ask\nWho **pays**?", Value: strings.Repeat("ä", 4001)}, "Text has 4001 characters; the limit is 4000"},
		{Set{Element: "memo", Field: "width", Was: "220", Value: "1e9"}, "Width must be a number from 120 to 900"},
		{Set{Element: "zone", Field: "height", Was: "240", Value: "NaN"}, "Height must be a number from 80 to 20000"},
		{Set{Element: "zone", Field: "y", Was: "", Value: "1e7"}, "From the top must be a number up to 1000000"},
		{Set{Element: "zone", Field: "color", Was: "green", Value: "url(x)"}, "Color must be one of yellow, blue, green, pink, grey"},
		{Set{Element: "zone", Field: "diagram", Was: "er", Value: "keys"}, "On must be one of er, workflow, logical, physical"},
		{Pin{Diagram: "logical", At: map[model.ID]model.Position{"zone": {}}}, "An area has no position on the logical diagram"},
		{Pin{Diagram: "er", At: map[model.ID]model.Position{"zone": {X: math.NaN()}}}, "A position must be at most"},
	} {
		if _, err := Apply(m, model.SeededIDs([]byte("notes")), test.command); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: %v, want %q", test.command, err, test.want)
		}
	}
}
