package edit

import (
	"errors"
	"math"
	"testing"

	"widerow/model"
)

func TestPinAndRelease(t *testing.T) {
	m := shop(t)
	m.Layout = model.Layout{"er": {"customer": {X: 1, Y: 2}, "order": {X: 3, Y: 4}}}
	pinned, err := Apply(m, model.SeededIDs(nil), Pin{"er", map[model.ID]model.Position{"order": {X: 10.4, Y: -20.6}, "places": {X: 5, Y: 5}}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := *pinned.Layout["er"]["order"], (model.Position{X: 10, Y: -21, Pinned: true}); got != want {
		t.Errorf("order is at %+v, want %+v", got, want)
	}
	if got, want := *pinned.Layout["er"]["customer"], (model.Position{X: 1, Y: 2, Pinned: false}); got != want {
		t.Errorf("customer is at %+v, want %+v", got, want)
	}
	one, err := Apply(pinned, model.SeededIDs(nil), Release{"er", []model.ID{"order"}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := *one.Layout["er"]["order"], (model.Position{X: 10, Y: -21, Pinned: false}); got != want {
		t.Errorf("released order is at %+v, want %+v", got, want)
	}
	if !one.Layout["er"]["places"].Pinned {
		t.Error("the release of one box released another")
	}
	all, err := Apply(pinned, model.SeededIDs(nil), Release{Diagram: "er"})
	if err != nil {
		t.Fatal(err)
	}
	if all.Layout["er"]["order"].Pinned || all.Layout["er"]["places"].Pinned {
		t.Error("the release of all left a pin")
	}
}

func TestTidyKeepsPins(t *testing.T) {
	m := shop(t)
	m.Layout = model.Layout{"er": {"customer": {X: 1, Y: 2, Pinned: true}, "order": {X: 3, Y: 4}, "gone": {X: 5, Y: 6}}}
	tidied, err := Apply(m, model.SeededIDs(nil), Tidy{"er", map[model.ID]model.Position{"customer": {X: 7}, "order": {X: 8, Y: 9}, "nobody": {}}, 1200})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := *tidied.Layout["er"]["customer"], (model.Position{X: 1, Y: 2, Pinned: true}); got != want {
		t.Errorf("the pinned customer is at %+v, want %+v", got, want)
	}
	if got, want := *tidied.Layout["er"]["order"], (model.Position{X: 8, Y: 9, Pinned: false}); got != want {
		t.Errorf("order is at %+v, want %+v", got, want)
	}
	if cost := tidied.Tidied["er"]; cost != 1200 {
		t.Errorf("the cost is stored as %v", cost)
	}
	again, err := Apply(tidied, model.SeededIDs(nil), Tidy{Diagram: "er", Cost: 900})
	if err != nil || again.Tidied["er"] != 1200 {
		t.Errorf("a tidying that moves nothing changes the cost to %v (%v)", again.Tidied["er"], err)
	}
	if len(tidied.Layout["er"]) != 2 {
		t.Errorf("%d positions, want those of the two elements that there are", len(tidied.Layout["er"]))
	}
}

func TestPinWords(t *testing.T) {
	for _, test := range []struct {
		command Command
		want    string
	}{
		{Pin{"er", map[model.ID]model.Position{"order": {X: 1}}}, "moved entity type Order in the ER diagram"},
		{Pin{"er", map[model.ID]model.Position{"order": {X: 1}, "customer": {X: 900}, "isa": {X: 400}}}, "moved entity type Customer and 2 more in the ER diagram"},
		{Pin{"er", map[model.ID]model.Position{"places": {X: 7, Y: 7}}}, ""},
		{Release{"er", []model.ID{"places"}}, "released relationship type places in the ER diagram"},
		{Release{"er", nil}, "released relationship type places in the ER diagram"},
		{Release{"er", []model.ID{"order"}}, ""},
		{Tidy{"er", map[model.ID]model.Position{"order": {X: 50}}, 1}, "tidied the ER diagram"},
		{Tidy{"er", map[model.ID]model.Position{"places": {X: 50}}, 1}, ""},
	} {
		m := shop(t)
		m.Layout = model.Layout{"er": {"places": {X: 7, Y: 7, Pinned: true}}}
		after, err := Apply(m, model.SeededIDs(nil), test.command)
		if err != nil {
			t.Fatal(err)
		}
		if got := Words(m, after, test.command); got != test.want {
			t.Errorf("words of %+v are %q, want %q", test.command, got, test.want)
		}
	}
}

func TestPinRejects(t *testing.T) {
	var invalid *InvalidError
	var gone *GoneError
	for _, test := range []struct {
		command Command
		want    any
	}{
		{Pin{"er", map[model.ID]model.Position{"nobody": {}}}, &gone},
		{Pin{"sketch", map[model.ID]model.Position{"order": {}}}, &invalid},
		{Pin{"logical", map[model.ID]model.Position{"order": {}}}, &invalid},
		{Pin{"er", map[model.ID]model.Position{"order": {X: math.NaN()}}}, &invalid},
		{Pin{"er", map[model.ID]model.Position{"order": {Y: math.Inf(1)}}}, &invalid},
		{Pin{"er", map[model.ID]model.Position{"order": {X: 1e7}}}, &invalid},
		{Release{"er", []model.ID{"nobody"}}, &gone},
		{Tidy{Diagram: "sketch"}, &invalid},
	} {
		if _, err := Apply(shop(t), model.SeededIDs(nil), test.command); !errors.As(err, test.want) {
			t.Errorf("Apply(%+v) = %v, want a %T", test.command, err, test.want)
		}
	}
}
