package proof_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/edit"
	"widerow/model/example"
	"widerow/model/proof"
	"widerow/model/sizing"
)

func load(t testing.TB, slug string) *model.Model {
	t.Helper()
	m, err := example.Load(slug)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// modelEdit is a change that a test makes to an example.
type modelEdit func(*model.Model) edit.Command

func set(element model.ID, field, value string) modelEdit {
	return func(m *model.Model) edit.Command {
		found, _ := m.Element(element)
		known, _ := edit.FieldOf(found.Kind, field)
		return edit.Set{Element: element, Field: field, Was: known.Text(m, found), Value: value}
	}
}

func remove(element model.ID) modelEdit {
	return func(*model.Model) edit.Command { return edit.Remove{Element: element} }
}

func add(kind model.Kind, parent, id model.ID, values map[string]string) modelEdit {
	return func(*model.Model) edit.Command { return edit.Add{Kind: kind, Parent: parent, ID: id, Values: values} }
}

func edited(t testing.TB, m *model.Model, edits ...modelEdit) *model.Model {
	t.Helper()
	ids := model.SeededIDs([]byte("proof"))
	for _, one := range edits {
		after, err := edit.Apply(m, ids, one(m))
		if err != nil {
			t.Fatal(err)
		}
		m = after
	}
	return m
}

func best(t testing.TB, m *model.Model, query model.ID) *proof.Judgement {
	t.Helper()
	result := proof.Of(m, query)
	judgement, found := result.Best()
	if !found {
		t.Fatalf("no table for %s", query)
	}
	return judgement
}

// The examples serve their queries, and every parameter has a source.
func TestExamplesAreServed(t *testing.T) {
	for _, e := range example.All() {
		m := load(t, e.Slug)
		for _, result := range proof.All(m) {
			judgement, _ := result.Best()
			if judgement.Faulty() || len(judgement.Missing) > 0 || len(result.MissingParameters()) > 0 {
				t.Errorf("%s %s: %s, missing columns %v, parameters %v", e.Slug, m.Title(result.Query), result.Verdict(), judgement.Missing, result.MissingParameters())
			}
		}
	}
}

// A query is judged on what there is: physical tables, else logical ones, also
// if nothing but names connects the queries with the tables.
func TestWhatIsJudged(t *testing.T) {
	withoutPhysical := func(m *model.Model) { m.Physical = model.Physical{} }
	withoutLogical := func(m *model.Model) { m.Logical = model.Logical{} }
	for _, test := range []struct {
		name, example string
		change        func(*model.Model)
		query         model.ID
		want          proof.Verdict
		tables        []model.ID
	}{
		{"physical", "hotel", func(*model.Model) {}, "q1", proof.Partition, []model.ID{"photelsbypoi"}},
		{"logical", "hotel", withoutPhysical, "q1", proof.Partition, []model.ID{"hotelsbypoi"}},
		{"logical beside physical ones", "hotel", func(m *model.Model) { delete(m.Physical.Relations, "pamenitiesbyroom") }, "q5", proof.None, nil},
		{"logical, no bucket", "sensors", withoutPhysical, "q1", proof.None, nil},
		{"logical, a type that a constant reveals", "magazine", func(m *model.Model) {
			withoutPhysical(m)
			given := m.Workflow.Queries["q1"].Given["q1givenmagazineid"]
			given.Source, given.Constant = model.ConstantSource, "7"
		}, "q1", proof.Partition, []model.ID{"magazines"}},
		{"by the names of columns", "hotel", withoutLogical, "q1", proof.Partition, []model.ID{"photelsbypoi"}},
		{"no arrows", "magazine", func(m *model.Model) { m.Logical.Arrows = nil }, "q2", proof.Partition, []model.ID{"pmagazinesbypublisher"}},
		{"arrows of updates do not count", "hotel", func(m *model.Model) {
			m.Logical.Arrows = map[model.ID]*model.QueryArrow{"a": {Access: "u1", To: "hotelsbypoi"}}
		}, "q5", proof.Partition, []model.ID{"pamenitiesbyroom"}},
		{"no tables", "hotel", func(m *model.Model) { withoutLogical(m); withoutPhysical(m) }, "q1", proof.None, nil},
		{"an arrow to a table that does not serve", "hotel", func(m *model.Model) {
			m.Logical.Arrows = map[model.ID]*model.QueryArrow{"a": {Access: "q1", To: "guestsbyid"}}
		}, "q1", proof.None, nil},
	} {
		m := load(t, test.example)
		test.change(m)
		result := proof.Of(m, test.query)
		if result.Verdict() != test.want || !slices.Equal(result.Tables(), test.tables) {
			t.Errorf("%s: got %s by %v, want %s by %v", test.name, result.Verdict(), result.Tables(), test.want, test.tables)
		}
	}
}

func TestMissingColumns(t *testing.T) {
	m := edited(t, load(t, "hotel"), remove("q1phone"))
	if got := best(t, m, "q1").Missing; !cmp.Equal(got, []proof.Missing{{Attribute: "hotelphone", Name: "Hotel.phone"}}) {
		t.Errorf("got %v", got)
	}
	whole := edited(t, load(t, "hotel"), add(model.FindKind, "q2", "whole", map[string]string{"attribute": "guest"}))
	var names []string
	for _, missing := range best(t, whole, "q2").Missing {
		names = append(names, missing.Name)
	}
	if len(names) < 5 || !slices.Contains(names, "Guest.last_name") {
		t.Errorf("SELECT a whole guest lacks %q", names)
	}
}

// A query is served by a table that has all that it selects. A scan serves it only
// without a condition.
func TestServed(t *testing.T) {
	hotel := load(t, "hotel")
	for _, test := range []struct {
		name  string
		model *model.Model
		query model.ID
		want  bool
	}{
		{"one partition", hotel, "q1", true},
		{"a column is dropped", edited(t, hotel, remove("q1phone"), remove("pq2phone")), "q1", false},
		{"a scan for a condition", edited(t, hotel, set("pq2hotelid", "role", "regular"), set("pq2name", "role", "partition")), "q2", false},
	} {
		if result := proof.Of(test.model, test.query); result.Served() != test.want {
			t.Errorf("%s: %s served: %v, want %v", test.name, result.Verdict(), !test.want, test.want)
		}
	}
}

func TestParameters(t *testing.T) {
	hotel := load(t, "hotel")
	for _, test := range []struct {
		name  string
		model *model.Model
		query model.ID
		want  []proof.Parameter
	}{
		{"entry point", hotel, "q1", []proof.Parameter{{Given: "q1givenpoiname", Name: "Point of interest.name", Source: proof.FromUser}}},
		{"earlier queries", hotel, "q3", []proof.Parameter{{Given: "q3givenhotelid", Name: "Hotel.hotel_id", Source: proof.FromQuery, From: []model.ID{"q2", "q1"}}}},
		{"an update", hotel, "q6", []proof.Parameter{{Given: "q6givenreservationconfirm", Name: "Reservation.confirm_number", Source: proof.FromQuery, From: []model.ID{"u1"}}}},
		{"a range of an earlier query", edited(t, hotel, add(model.GivenKind, "q5", "again", map[string]string{"attribute": "nightdate", "operator": "range"}),
			remove("q5givenhotelid"), remove("q5givenroomnumber")), "q5",
			[]proof.Parameter{{Given: "again", Name: "Room night.date", Source: proof.FromQuery, From: []model.ID{"q4"}}}},
		{"nowhere", edited(t, hotel, set("goq8byguest", "from", "byhoteldate"), set("q8givenguestlast", "source", "")), "q8",
			[]proof.Parameter{{Given: "q8givenguestlast", Name: "Guest.last_name"}}},
		{"constant", edited(t, hotel, set("q8givenguestlast", "source", "constant"), set("q8givenguestlast", "constant", "'O''Hara'")), "q8",
			[]proof.Parameter{{Given: "q8givenguestlast", Name: "Guest.last_name", Source: proof.FromConstant, Constant: "'O''Hara'"}}},
		{"part of another query", edited(t, hotel, remove("goq9oneguest"), set("q9", "parent", "q7")), "q9",
			[]proof.Parameter{{Given: "q9givenguestid", Name: "Guest.guest_id", Source: proof.FromQuery, From: []model.ID{"q7"}}}},
	} {
		result := proof.Of(test.model, test.query)
		if diff := cmp.Diff(test.want, result.Parameters); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// The figures follow from the hotel's quantities: 20 hotels near a point of interest, at the worst
// 300; 100 rooms and 730 days, at the worst 400 rooms. Bytes are bytes on disk.
func TestReads(t *testing.T) {
	one := proof.Amount{Known: true, Typical: 1, Worst: 1}
	hotel := load(t, "hotel")
	for _, test := range []struct {
		name string
		m    *model.Model
		id   model.ID
		want proof.Reads
	}{
		{"partition", hotel, "q1", proof.Reads{Partitions: one, Rows: proof.Amount{Known: true, Typical: 20, Worst: 300}, Bytes: proof.Amount{Known: true, Typical: 2731, Worst: 40520}}},
		{"whole primary key", hotel, "q2", proof.Reads{Partitions: one, Rows: one, Bytes: proof.Amount{Known: true, Typical: 358, Worst: 1358}}},
		{"range", hotel, "q4", proof.Reads{Partitions: one, Rows: proof.Amount{Known: true, Typical: 73000, Worst: 292000},
			Bytes: proof.Amount{Known: true, Typical: 1457094, Worst: 5828316}, AtMost: true}},
		{"limit", edited(t, hotel, set("q4", "limit", "10")), "q4", proof.Reads{Partitions: one, Rows: proof.Amount{Known: true, Typical: 10, Worst: 10},
			Bytes: proof.Amount{Known: true, Typical: 220, Worst: 220}, AtMost: true}},
		{"several partitions", edited(t, hotel, set("q1givenpoiname", "operator", "in"), set("q1givenpoiname", "count", "3")), "q1",
			proof.Reads{Partitions: proof.Amount{Known: true, Typical: 3, Worst: 3}, Rows: proof.Amount{Known: true, Typical: 60, Worst: 900},
				Bytes: proof.Amount{Known: true, Typical: 8194, Worst: 121560}}},
		{"quantities unknown", edited(t, hotel, set("photelsbypoi", "rows", ""), set("nearhotel", "count", ""), set("nearpoi", "count", "")), "q1", proof.Reads{Partitions: one}},
	} {
		got := best(t, test.m, test.id).Reads
		got.Bytes.Typical, got.Bytes.Worst = math.Round(got.Bytes.Typical), math.Round(got.Bytes.Worst) // expected values
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestSpread(t *testing.T) {
	sensors := load(t, "sensors")
	got := best(t, sensors, "q2")
	if want := (&proof.Spread{Columns: []string{"week"}, Merge: []access.Order{{Column: "date_hour", Descending: true}}, InOrder: true}); !cmp.Equal(got.Spread, want) || !cmp.Equal(got.Buckets, []string{"week"}) {
		t.Errorf("a range over buckets: got %+v, %v", got.Spread, got.Buckets)
	}
	if got = best(t, sensors, "q1"); got.Spread != nil {
		t.Errorf("the only bucket: got %+v", got.Spread)
	}
	several := edited(t, load(t, "magazine"), set("q2givenpublishername", "operator", "in"), set("q2givenpublishername", "count", "4"), set("q2", "limit", "20"))
	want := &proof.Spread{Columns: []string{"publisher"}, Values: proof.Amount{Known: true, Typical: 4, Worst: 4}, Merge: []access.Order{{Column: "id", Descending: true}}, Limit: 20}
	if got = best(t, several, "q2"); !cmp.Equal(got.Spread, want) || got.Ordered || got.Verdict != proof.Partitions {
		t.Errorf("an order over partitions: got %+v, %s", got.Spread, got.Verdict)
	}
}

func TestPages(t *testing.T) {
	m := edited(t, load(t, "hotel"), set("q4", "page_size", "1000"))
	if got, want := best(t, m, "q4").Pages(), (proof.Amount{Known: true, Typical: 73, Worst: 292}); got != want {
		t.Errorf("got %v pages, want %v", got, want)
	}
	if got := best(t, m, "q1").Pages(); got.Known {
		t.Errorf("without a page size: %v", got)
	}
}

// model200 is a model of 200 queries, each with a table of its own: copies of the
// hotel's.
func model200(t testing.TB) *model.Model {
	m := load(t, "hotel")
	hotel := load(t, "hotel")
	for copies := 1; len(m.Workflow.Queries) < 200; copies++ {
		suffix := model.ID(fmt.Sprintf("n%d", copies))
		for id, query := range hotel.Workflow.Queries {
			m.Workflow.Queries[id+suffix] = query
		}
		for id, table := range hotel.Logical.Tables {
			copied := *table
			copied.Columns = map[model.ID]*model.LogicalColumn{}
			for column, value := range table.Columns {
				moved := *value
				if moved.Query != "" {
					moved.Query += suffix
				}
				copied.Columns[column+suffix] = &moved
			}
			m.Logical.Tables[id+suffix] = &copied
		}
		for id, arrow := range hotel.Logical.Arrows {
			m.Logical.Arrows[id+suffix] = &model.QueryArrow{Access: arrow.Access + suffix, To: arrow.To + suffix}
		}
		for id, relation := range hotel.Physical.Relations {
			copied := *relation
			copied.Realizes, copied.Columns = model.IDSet{}, map[model.ID]*model.Column{}
			for table := range relation.Realizes {
				copied.Realizes[table+suffix] = true
			}
			for column, value := range relation.Columns {
				moved := *value
				moved.From = model.IDSet{}
				for from := range value.From {
					moved.From[from+suffix] = true
				}
				copied.Columns[column+suffix] = &moved
			}
			m.Physical.Relations[id+suffix] = &copied
		}
	}
	return m
}

func BenchmarkHotel(b *testing.B) { benchmark(b, load(b, "hotel")) }

func Benchmark200Queries(b *testing.B) { benchmark(b, model200(b)) }

// Benchmark200WithoutArrows judges each query on the 23 tables that store what it
// names.
func Benchmark200WithoutArrows(b *testing.B) {
	m := model200(b)
	m.Logical.Arrows = nil
	benchmark(b, m)
}

// benchmark measures what a page does, which knows the sizes.
func benchmark(b *testing.B, m *model.Model) {
	sizes := sizing.Options{Formula: sizing.Book}.All(m)
	for b.Loop() {
		for _, result := range proof.WithSizes(m, sizes) {
			if !result.Served() {
				b.Fatal(result.Query, "is not served")
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/1000, "ms/op")
}
