package mapping

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/example"
	"widerow/model/mapping/er"
)

// derive applies a derivation of all queries.
func (b *builder) derive(choices map[model.ID]Choice) *Derivation {
	b.t.Helper()
	derivation := Derive(b.m, nil, choices)
	b.do(derivation.Commands(model.RandomIDs(), nil)...)
	return derivation
}

// tablesInWords lists the logical tables of a document with the queries that
// they serve.
func tablesInWords(m *model.Model) []string {
	var tables []string
	for _, item := range model.Sorted(m.Logical.Tables) {
		var columns []Column
		for _, column := range item.Value.SortedColumns() {
			columns = append(columns, Column{Name: column.Value.Name, Role: column.Value.Role, Descending: column.Value.Descending, Collection: column.Value.Collection})
		}
		var queries []string
		for _, query := range model.Sorted(m.Workflow.Queries) {
			if slices.Contains(m.TablesOf(query.ID), item.ID) {
				queries = append(queries, query.Value.Label)
			}
		}
		tables = append(tables, fmt.Sprintf("%s(%s) %s", item.Value.Name, columnsInWords(columns), strings.Join(queries, " ")))
	}
	return tables
}

func kindsInWords(d *Derivation) string {
	var kinds []string
	for _, proposal := range d.Proposals {
		kinds = append(kinds, proposal.Name+" "+string(proposal.Kind))
	}
	return strings.Join(kinds, ", ")
}

// albums is the digital library of DS220's labs: albums by title serve two
// queries.
func albums(t *testing.T) *builder {
	b := build(t)
	b.entity("Performer", "name key", "country")
	b.entity("Album", "title key", "year key", "genre", "cover")
	b.relationship("records", "Performer 1", "Album n")
	b.query("Q1", "find Album.title Album.year given Performer.name sort Album.year:desc")
	b.query("Q2", "find Album.genre Performer.name given Album.title")
	b.query("Q3", "find Album.genre given Album.title sort Album.year:desc")
	b.query("Q4", "find Performer.country given Performer.name")
	return b
}

func TestOneTableServesSeveralQueries(t *testing.T) {
	b := albums(t)
	b.derive(nil)
	// Q4 asks for a performer, also for one without albums, so it has a table of its own.
	want := []string{
		"albums_by_performer(performer_name K, year C↓, title C↑) Q1",
		"albums_by_title(title K, year C↓, genre, performer_name) Q2 Q3",
		"performers(name K, country) Q4",
	}
	got := tablesInWords(b.m)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("tables (-want +got):\n%s", diff)
	}
	again := Derive(b.m, nil, nil)
	for _, proposal := range again.Proposals {
		if proposal.Kind != Kept {
			t.Errorf("deriving again would change %s", proposal.Name)
		}
	}
	apart := Derive(b.m, nil, map[model.ID]Choice{"q3": {Own: true}})
	if len(apart.Proposals) != 4 {
		t.Errorf("%d tables with one of its own for Q3, want 4", len(apart.Proposals))
	}
}

// TestSharingDecidesAmongEquals: of two keys that read one partition and only the
// requested rows, the one that also serves another query comes first, and both reasons
// say so. It does not if the other query needs another order, or if partitions would
// be too large.
func TestSharingDecidesAmongEquals(t *testing.T) {
	for _, test := range []struct {
		name, other   string
		numbers, want []string
	}{
		{"the same rows", "find Hotel.name given Hotel.city", nil, []string{"hotels_by_city_stars(city K, stars C↑, id C↑, name) Q1 Q2"}},
		{"another order", "find Hotel.name given Hotel.city sort Hotel.name", nil, []string{"hotels_by_city_stars(city K, stars K, id C↑, name) Q1", "hotels_by_city(city K, name C↑, id C↑) Q2"}},
		{"too large", "find Hotel.name given Hotel.city", []string{"hotel instances 500000", "hotelcity distinct 5", "hotelstars distinct 100"}, []string{"hotels_by_city_stars(city K, stars K, id C↑, name) Q1", "hotels_by_city(city K, id C↑, name) Q2"}},
	} {
		b := build(t)
		b.entity("Hotel", "id key", "name", "city", "stars")
		b.numbers(test.numbers...)
		b.query("Q1", "find Hotel.name given Hotel.city Hotel.stars")
		b.query("Q2", test.other)
		d := b.derive(nil)
		if diff := cmp.Diff(test.want, tablesInWords(b.m)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
		first, second := d.Plan("q1").Alternatives[0], d.Plan("q1").Alternatives[1]
		shared := slices.Contains(first.Reasons, "one table serves Q2 too: no further table and no further write") &&
			slices.Contains(second.Reasons, "reads as little, but needs a table and a write of its own")
		if shared != (len(test.want) == 1) {
			t.Errorf("%s: the reasons are %q and %q", test.name, first.Reasons, second.Reasons)
		}
	}
}

func BenchmarkDeriveSupermarket(b *testing.B) {
	m, err := example.Load("supermarket")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		Derive(m, nil, nil)
	}
}

// BenchmarkDeriveLarge has 60 entity types in a chain and 200 queries.
func BenchmarkDeriveLarge(b *testing.B) {
	large := build(&testing.T{})
	name := func(i int) string { return fmt.Sprint("E", string(rune('a'+i/26)), string(rune('a'+i%26))) }
	for i := range 60 {
		large.entity(name(i), "id key", "x", "y")
		if i > 0 {
			large.relationship(fmt.Sprint("r", name(i)), name(i-1)+" 1", name(i)+" n")
		}
	}
	for i := range 200 {
		from, to := i%60, (i*7+3)%60
		if from > to+4 || to > from+4 {
			to = max(0, from-3)
		}
		large.query(fmt.Sprint("Q", i), fmt.Sprintf("find %s.x %s.y given %s.id", name(from), name(from), name(to)))
	}
	for b.Loop() {
		Derive(large.m, nil, nil)
	}
}

// TestCountOfRowsIsNoName: count(*) has the name "*" and means no attribute.
func TestCountOfRowsIsNoName(t *testing.T) {
	b := albums(t)
	b.query("Q5", "find Album.genre given Performer.name")
	b.add(model.FindKind, "q5", "counted", "name", "*", "aggregate", "count")
	for _, found := range er.NewQuestion(er.NewConcepts(b.m), "q5").Found {
		if found.Attribute == "" {
			t.Errorf("the query finds the name %q", found.Name)
		}
	}
}

// TestTypesAndNamesFollowAttributes derives tables, renames attributes, and derives
// again: nothing is left to change, and nothing counts as changed by hand.
func TestTypesAndNamesFollowAttributes(t *testing.T) {
	b := albums(t)
	b.add(model.KeyspaceKind, "", "ks", "name", "library")
	b.add(model.UserTypeKind, "ks", "picture", "name", "picture")
	b.do(edit.Set{Element: "albumyear", Field: "type", Value: "smallint"}, edit.Set{Element: "albumcover", Field: "type", Value: "frozen<picture>"})
	b.query("Q5", "find Album.cover given Album.title")
	b.query("Q6", "find Album.year:max given Album.genre group Album.genre")
	b.derive(map[model.ID]Choice{"q6": {Key: precomputed(t, b.m, "q6")}})
	types := func() map[string]string {
		found := map[string]string{}
		for _, relation := range b.m.Physical.Relations {
			for _, column := range relation.Columns {
				found[relation.Name+"."+column.Name] = b.m.TypeText(column.Type)
			}
			for _, difference := range model.Differences(b.m, b.find(relation.Name)) {
				t.Errorf("%s differs from its logical table: %+v", relation.Name, difference)
			}
		}
		return found
	}
	got := types()
	for column, want := range map[string]string{"albums_by_performer.year": "smallint", "albums_by_title.year": "smallint", "albums_by_title.cover": "frozen<picture>",
		"album_statistics_by_genre.max_year": "smallint", "albums_by_performer.performer_name": "text"} {
		if got[column] != want {
			t.Errorf("%s has type %q, want %s; columns: %v", column, got[column], want, got)
		}
	}
	b.do(edit.Set{Element: "albumyear", Field: "name", Was: "year", Value: "released"}, edit.Set{Element: "performername", Field: "name", Was: "name", Value: "stage name"})
	got = types()
	for _, column := range []string{"albums_by_performer.released", "albums_by_performer.performer_stage_name", "performers.stage_name", "album_statistics_by_genre.max_released"} {
		if got[column] == "" {
			t.Errorf("there is no column %s; columns: %v", column, got)
		}
	}
	for _, proposal := range Derive(b.m, nil, nil).Proposals {
		for _, column := range proposal.Columns {
			if column.ByHand || column.New || column.Was != "" {
				t.Errorf("%s.%s: by hand %v, new %v, was %q", proposal.Name, column.Name, column.ByHand, column.New, column.Was)
			}
		}
	}
}

// precomputed returns the signature of the alternative of a query that stores
// aggregates.
func precomputed(t *testing.T, m *model.Model, query model.ID) string {
	t.Helper()
	for _, a := range Explore(m, query).Alternatives {
		if a.Form == Precomputed {
			return a.Signature()
		}
	}
	t.Fatalf("%s has no alternative with computed aggregates", query)
	return ""
}

// find returns the relation of that name.
func (b *builder) find(name string) model.ID {
	for id, relation := range b.m.Physical.Relations {
		if relation.Name == name {
			return id
		}
	}
	return ""
}
