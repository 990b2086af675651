package diagram

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"widerow/diagram/engine/enginetest"

	"testing"

	"widerow/diagram/engine"
	"widerow/diagram/figure"
	"widerow/diagram/graph"
	"widerow/diagram/graph/graphtest"
	"widerow/diagram/layout"
	"widerow/model"
)

// keep stores the positions that an edit requires.
func keep(t *testing.T, layouter graph.Layouter, before, after *model.Model, kind Kind) (*model.Model, map[model.ID]model.Position) {
	t.Helper()
	at, err := Settle(t.Context(), layouter, Build(before, kind, Display{}), Build(after, kind, Display{}))
	if err != nil {
		t.Fatal(err)
	}
	after = after.Clone()
	model.SetPositions(after, string(kind), at)
	return after, at
}

func TestSettleGrownTable(t *testing.T) {
	engine := engine.New(enginetest.Pool(t, nil), nil)
	m := hotelModel()
	first, at := keep(t, engine, m, m.Clone(), KindPhysical)
	if boxes := len(Build(m, KindPhysical, Display{}).Graph().Boxes); len(at) != boxes {
		t.Errorf("%d positions for %d boxes", len(at), boxes)
	}
	second := first.Clone()
	var hotels model.ID
	for id, relation := range second.Physical.Relations {
		if relation.Name == "hotels" {
			hotels = id
		}
	}
	for i := range 5 {
		second.Physical.Relations[hotels].Columns[model.ID(fmt.Sprint("added", i))] =
			&model.Column{Order: model.Order(fmt.Sprint("z", i)), Name: fmt.Sprint("added", i), Type: model.Type{Kind: "text"}}
	}
	kept, moved := keep(t, engine, first, second, KindPhysical)
	if _, itself := moved[hotels]; itself {
		t.Error("the grown table left its corner")
	}
	for id, position := range moved {
		if old := first.Layout["physical"][id]; position.X < old.X || position.Y < old.Y {
			t.Errorf("%s moved back from %+v to %+v", m.Title(id), *old, position)
		}
	}
	if _, again := keep(t, engine, kept, kept.Clone(), KindPhysical); len(again) != 0 {
		t.Errorf("without an edit %d boxes move: %v", len(again), again)
	}
}

// A relationship is placed by itself until it has participants, then between them.
func TestSettleJoinedRelationship(t *testing.T) {
	engine := (inProcess{})
	b := newBuilder("Reviews")
	for _, id := range []model.ID{"guest", "hotel"} {
		b.Concepts.Entities[id] = &model.Entity{Order: model.Order(id), Name: string(id)}
	}
	b.Layout = model.Layout{"er": {"guest": {X: 0, Y: 0}, "hotel": {X: 600, Y: 0}}}
	alone := b.Clone()
	alone.Concepts.Relationships["likes"] = &model.Relationship{Order: "a", Name: "likes", Participants: map[model.ID]*model.Participant{}}
	alone, _ = keep(t, engine, b.Model, alone, KindER)
	joined := alone.Clone()
	participants := joined.Concepts.Relationships["likes"].Participants
	participants["p1"] = &model.Participant{Order: "a", Entity: "guest"}
	participants["p2"] = &model.Participant{Order: "b", Entity: "hotel"}
	joined, _ = keep(t, engine, alone, joined, KindER)
	guest, hotel, likes := joined.Layout["er"]["guest"], joined.Layout["er"]["hotel"], joined.Layout["er"]["likes"]
	if guest.X != 0 && hotel.X != 600 {
		t.Errorf("both entities moved: %+v and %+v", guest, hotel)
	}
	left, right := min(guest.X, hotel.X), max(guest.X, hotel.X)
	if likes.X < left || likes.X > right {
		t.Errorf("the relationship is at %+v, want it between %+v and %+v", *likes, *guest, *hotel)
	}
}

func TestSettleWithoutEngine(t *testing.T) {
	drawing := Build(hotelModel(), KindPhysical, Display{})
	if _, err := Settle(t.Context(), (inProcess{}), drawing, drawing); !errors.Is(err, errMakeshift) {
		t.Errorf("a makeshift layout gives positions: %v", err)
	}
}

// Standalone pictures use the document's places too.
func TestRenderTakesPositions(t *testing.T) {
	b := newBuilder("Two")
	b.table("a", "first", "id:K")
	b.table("b", "second", "id:K")
	width := func(x float64) float64 {
		b.Layout = model.Layout{"logical": {"a": {X: 0, Y: 0}, "b": {X: x, Y: 40}}}
		drawing := Build(b.Model, KindLogical, Display{})
		layout, err := inProcess{}.Layout(t.Context(), drawing.Graph())
		if err != nil {
			t.Fatal(err)
		}
		return drawing.Scene(layout, figure.Options{Standalone: true}).Width
	}
	if near, far := width(500), width(1500); far-near != 1000 {
		t.Errorf("a table 1000 px further on makes the picture %g px wider", far-near)
	}
}

// TestRandomModelEdits renames, adds, grows and removes tables with hostile names:
// pins keep their places, no two boxes overlap, and a rename that changes no size
// moves nothing.
func TestRandomModelEdits(t *testing.T) {
	engine := engine.New(enginetest.Pool(t, nil), nil)
	for seed, tables := range []int{3, 12, 40, 200} {
		t.Run(fmt.Sprintf("tables=%d", tables), func(t *testing.T) {
			random := rand.New(rand.NewPCG(uint64(seed), 5))
			m := manyTables(tables)
			m, _ = keep(t, engine, m, m.Clone(), KindPhysical)
			for step := range 12 {
				next := m.Clone()
				what := editTables(random, next, step)
				next, moved := keep(t, engine, m, next, KindPhysical)
				graph := Build(next, KindPhysical, Display{}).Graph()
				made, err := engine.Layout(context.Background(), graph)
				if err != nil {
					t.Fatal(err)
				}
				graphtest.CheckPlaces(t, graph, made, layout.LeastBoxGap)
				for _, box := range graph.Boxes {
					position := next.Layout["physical"][model.ID(box.ID)]
					if at := inDocument(made, box.ID); position == nil || at.X != position.X || at.Y != position.Y {
						t.Errorf("%s is drawn at %v, stored at %v", box.ID, at, position)
					}
				}
				if what == "nothing" && len(moved) > 0 {
					t.Errorf("an edit that changes no box moves %v", moved)
				}
				if t.Failed() {
					t.Fatalf("step %d: %s", step, what)
				}
				m = next
			}
		})
	}
}

// editTables makes a random change to the physical model and describes it.
func editTables(random *rand.Rand, m *model.Model, step int) string {
	ids := make([]model.ID, 0, len(m.Physical.Relations))
	for id := range m.Physical.Relations {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	id := ids[random.IntN(len(ids))]
	relation := m.Physical.Relations[id]
	switch random.IntN(6) {
	case 0:
		relation.Name = hostileNames[random.IntN(len(hostileNames))] + fmt.Sprint(step)
		return "rename " + string(id)
	case 1:
		if len(ids) > 2 {
			delete(m.Physical.Relations, id)
			model.SetPositions(m, "physical", nil)
			return "remove " + string(id)
		}
	case 2, 3:
		added := model.ID(fmt.Sprint("column", step))
		relation.Columns[added] = &model.Column{Order: model.Order(fmt.Sprint("z", step)), Name: hostileNames[step%len(hostileNames)], Type: model.Type{Kind: "text"}}
		return "grow " + string(id)
	case 4:
		added := model.ID(fmt.Sprint("table", step))
		m.Physical.Relations[added] = &model.Relation{Order: model.Order(fmt.Sprint("z", step)), Name: fmt.Sprint("added", step), Keyspace: relation.Keyspace,
			Realizes: relation.Realizes, Columns: map[model.ID]*model.Column{}}
		return "add " + string(added)
	}
	relation.Note = "a note"
	return "nothing"
}
