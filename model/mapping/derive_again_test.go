package mapping

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/example"
)

// A counter that was chosen stays a counter, whatever its column is named.
func TestDerivingAgainKeepsACounter(t *testing.T) {
	b := albums(t)
	b.query("Q5", "find Album.title:count group Album.genre given Performer.name")
	b.derive(map[model.ID]Choice{"q5": {Key: "((performer_name), genre) counter"}})
	counters := b.table("album_counts_by_performer_genre")
	for id, column := range b.m.Logical.Tables[counters].Columns {
		if column.Aggregate != "" {
			b.do(edit.Set{Element: id, Field: "name", Was: column.Name, Value: "number_of_albums"})
		}
	}
	before := tablesInWords(b.m)
	b.derive(nil)
	if diff := cmp.Diff(before, tablesInWords(b.m)); diff != "" {
		t.Errorf("tables (-before +after):\n%s", diff)
	}
}

// TestDerivingExamplesAgain: whoever derives the tables of an example twice has those of the first time.
func TestDerivingExamplesAgain(t *testing.T) {
	for _, e := range example.All() {
		m, err := example.Load(e.Slug)
		if err != nil {
			t.Fatal(err)
		}
		if m, err = edit.Apply(m, model.RandomIDs(), Derive(m, nil, nil).Commands(model.RandomIDs(), nil)...); err != nil {
			t.Fatal(err)
		}
		again := Derive(m, nil, nil)
		for _, p := range again.Proposals {
			if p.Kind != Kept {
				t.Errorf("%s: %s is %s", e.Slug, p.Name, p.Kind)
			}
		}
		if len(again.Unused) > 0 {
			t.Errorf("%s: unused tables %v", e.Slug, again.Unused)
		}
	}
}

// TestDerivingAgainKeepsWhatWasChangedByHand derives, changes by hand, undoes,
// renames, changes a query, and derives again.
func TestDerivingAgainKeepsWhatWasChangedByHand(t *testing.T) {
	b := albums(t)
	b.derive(nil)
	column := func(table, name string) model.ID {
		t.Helper()
		for id, column := range b.m.Logical.Tables[b.table(table)].Columns {
			if column.Name == name {
				return id
			}
		}
		t.Fatalf("%s has no column %s", table, name)
		return ""
	}
	set := func(element model.ID, field, was, value string) {
		t.Helper()
		b.do(edit.Set{Element: element, Field: field, Was: was, Value: value})
	}
	// By hand: a direction, a name, a column more, a column less.
	set(column("albums_by_title", "year"), "descending", "true", "")
	set(column("albums_by_title", "genre"), "name", "genre", "style")
	b.add(model.ColumnKind, b.table("albums_by_title"), "note", "name", "note")
	b.do(edit.Remove{Element: column("albums_by_title", "performer_name")})
	set(b.table("albums_by_title"), "name", "albums_by_title", "albums")
	// A change that is undone leaves no trace.
	set(column("performers", "country"), "name", "country", "land")
	set(column("performers", "land"), "name", "land", "country")
	// The query asks for one column more.
	b.add(model.FindKind, "q2", "cover", "attribute", "albumcover")
	b.add(model.FindKind, "q4", "q4name", "attribute", "performername")
	derivation := b.derive(nil)
	if got := kindsInWords(derivation); got != "albums_by_performer kept, albums changed, performers kept" {
		t.Errorf("deriving again: %s", got)
	}
	want := []string{
		"albums(title K, year C↑, style, note, cover) Q2 Q3",
		"albums_by_performer(performer_name K, year C↓, title C↑) Q1",
		"performers(name K, country) Q4",
	}
	got := tablesInWords(b.m)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("tables (-want +got):\n%s", diff)
	}
	// Another key: the query is given the year, too, and leaves the shared table.
	b.add(model.GivenKind, "q2", "q2year", "attribute", "albumyear")
	derivation = b.derive(map[model.ID]Choice{"q2": {Own: true}})
	if got := kindsInWords(derivation); !strings.Contains(got, "new") {
		t.Errorf("deriving again: %s", got)
	}
}

func (b *builder) table(name string) model.ID {
	for id, table := range b.m.Logical.Tables {
		if table.Name == name {
			return id
		}
	}
	b.t.Fatalf("there is no table %s", name)
	return ""
}

// TestRepairsATableMadeByHand: the application logs whose key is only the name of
// the application keep one row an application.
func TestRepairsATableMadeByHand(t *testing.T) {
	b := build(t)
	b.entity("Application", "name key")
	b.entity("weak Log", "id partial", "at", "message")
	b.relationship("identifying writes", "Application 1", "Log n")
	b.query("Q1", "find Log.at Log.message given Application.name sort Log.at:desc")
	b.add(model.TableKind, "", "logs", "name", "application_logs")
	for _, column := range [][3]string{{"appname", "app_name", "applicationname"}, {"at", "env_time", "logat"}, {"message", "message", "logmessage"}} {
		b.add(model.ColumnKind, "logs", model.ID(column[0]), "name", column[1])
		b.m.Logical.Tables["logs"].Columns[model.ID(column[0])].Attribute = model.ID(column[2])
	}
	b.do(edit.Set{Element: "appname", Field: "role", Was: "regular", Value: "partition"},
		edit.ServeQuery{Query: "q1", Table: "logs"})
	if lost := Overwrites(b.m); len(lost) != 1 || lost[0].Element != "logs" {
		t.Errorf("tables whose rows overwrite each other: %+v, want application_logs", lost)
	}
	derivation := b.derive(nil)
	want := []string{"application_logs(app_name K, env_time C↓, id C↑, message) Q1"}
	if diff := cmp.Diff(want, tablesInWords(b.m)); diff != "" || kindsInWords(derivation) != "application_logs changed" {
		t.Errorf("%s; tables (-want +got):\n%s", kindsInWords(derivation), diff)
	}
	if lost := Overwrites(b.m); len(lost) != 0 {
		t.Errorf("tables whose rows overwrite each other: %+v", lost)
	}
}

// TestExamplesKeepTheirTables: the tables of the finished examples serve their
// queries, so deriving proposes nothing.
func TestExamplesKeepTheirTables(t *testing.T) {
	for _, e := range example.All() {
		m, err := example.Load(e.Slug)
		if err != nil {
			t.Fatal(err)
		}
		d := Derive(m, nil, nil)
		for _, proposal := range d.Proposals {
			if proposal.Kind != Kept {
				t.Errorf("%s: %s is %s", e.Slug, proposal.Name, proposal.Kind)
			}
		}
		if len(d.Failed) > 0 || len(d.Unused) > 0 || len(d.Proposals) == 0 {
			t.Errorf("%s: %d proposals, failed %v, unused %v", e.Slug, len(d.Proposals), d.Failed, d.Unused)
		}
	}
}

// TestKeepsABucketOfPhysicalDesign: a table whose bucket is only a column of the
// physical one serves a query that gives nothing, as long as the bucket's rows are in
// its order.
func TestKeepsABucketOfPhysicalDesign(t *testing.T) {
	bucket := func(m *model.Model) *model.Column {
		return m.Physical.Relations["pnetworksbyname"].Columns["networkbucket"]
	}
	for _, test := range []struct {
		name   string
		change func(*model.Model)
		want   Kind
	}{
		{"as it is", func(*model.Model) {}, Kept},
		{"no bucket", func(m *model.Model) { delete(m.Physical.Relations["pnetworksbyname"].Columns, "networkbucket") }, Added},
		{"not in the partition key", func(m *model.Model) { bucket(m).Role = model.Clustering }, Added},
		{"another order", func(m *model.Model) { m.Physical.Relations["pnetworksbyname"].Columns["pq1name"].Descending = true }, Added},
		{"nothing realizes the table", func(m *model.Model) { m.Physical.Relations = nil }, Added},
		{"a column is missing", func(m *model.Model) { delete(m.Logical.Tables["networksbyname"].Columns, "q1region") }, Changed},
	} {
		m, err := example.Load("sensors")
		if err != nil {
			t.Fatal(err)
		}
		test.change(m)
		d := Derive(m, []model.ID{"q1"}, nil)
		if got := d.Proposals[0].Kind; got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
		for _, column := range d.Proposals[0].Columns {
			if test.want == Changed && (column.Name == "bucket" || column.New != (column.Name == "region")) {
				t.Errorf("%s: column %s, new %v", test.name, column.Name, column.New)
			}
		}
	}
}

// TestRenamedAttributesKeepTables derives the tables of each example, renames every
// attribute in turn, and derives again: names that the columns took over are those
// that a derivation would give them.
func TestRenamedAttributesKeepTables(t *testing.T) {
	for _, e := range example.All() {
		m, err := example.Load(e.Slug)
		if err != nil {
			t.Fatal(err)
		}
		m.Logical, m.Physical, m.Layout = model.Logical{}, model.Physical{}, nil
		for _, attributes := range m.Concepts.Entities {
			for _, attribute := range attributes.Attributes {
				attribute.Type = model.Type{} // some are user-defined
			}
		}
		b := &builder{t, m}
		b.derive(nil)
		for attribute := range m.ElementsOf(model.AttributeKind) {
			was := attribute.Value.(*model.Attribute).Name
			renamed := &builder{t, b.m}
			renamed.do(edit.Set{Element: attribute.ID, Field: "name", Was: was, Value: "renamed thing"})
			for _, proposal := range Derive(renamed.m, nil, nil).Proposals {
				for _, column := range proposal.Columns {
					if column.ByHand || column.New || column.Was != "" {
						t.Errorf("%s: after renaming %s, %s.%s: by hand %v, new %v, was %q", e.Slug, b.m.Title(attribute.ID), proposal.Name, column.Name, column.ByHand, column.New, column.Was)
					}
				}
			}
		}
	}
}

// Deriving one query alone takes nothing from the tables of the others, and none of them whose
// rows are about something else.
func TestDerivingOneQueryKeepsTheTablesOfOthers(t *testing.T) {
	b := albums(t)
	b.relationship("inspires", "Performer n model", "Performer n pupil")
	b.query("Q5", "find Performer.name/inspirespb Performer.country/inspirespb given Performer.name/inspirespa")
	b.do(edit.Remove{Element: "q4"})
	b.derive(nil)
	want := tablesInWords(b.m)
	b.query("Q6", "find Album.genre given Album.title")
	b.query("Q7", "find Performer.country given Performer.name")
	for _, query := range []model.ID{"q6", "q7"} {
		b.do(Derive(b.m, []model.ID{query}, nil).Commands(model.RandomIDs(), nil)...)
	}
	for i, table := range want {
		want[i] = strings.Replace(table, " Q2 Q3", " Q2 Q3 Q6", 1)
	}
	want = append(want, "performers(name K, country) Q7")
	got := tablesInWords(b.m)
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("tables (-want +got):\n%s", diff)
	}
}
