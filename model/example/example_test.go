package example

import (
	"flag"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/model"
	"widerow/model/carry"
)

var update = flag.Bool("update", false, "write the documents anew")

var builders = map[string]func(*testing.T) *model.Model{
	"hotel": hotel, "sensors": sensors, "supermarket": supermarket, "magazine": magazine,
	"logs": logs, "suspensions": suspensions, "likes": likes, "videos": videos, "store": ownStore,
}

func TestDocumentsAreWhatTheCommandsMake(t *testing.T) {
	for _, example := range All() {
		t.Run(example.Slug, func(t *testing.T) {
			built := builders[example.Slug](t).Encode()
			file := example.Slug + ".json"
			if *update {
				if err := os.WriteFile(file, built, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			saved, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(saved), string(built)); diff != "" {
				t.Errorf("%s is not what the commands make (-saved +made); go test -update writes it:\n%s", file, diff)
			}
		})
	}
}

func TestLoad(t *testing.T) {
	for _, example := range All() {
		m, err := Load(example.Slug)
		if err != nil {
			t.Errorf("Load(%s): %v", example.Slug, err)
			continue
		}
		if example.Title != m.Name || example.Text == "" {
			t.Errorf("example %s is titled %q, its document %q", example.Slug, example.Title, m.Name)
		}
		other, _ := Load(example.Slug)
		other.Name = "changed"
		if again, _ := Load(example.Slug); again.Name != m.Name {
			t.Errorf("a change of one copy of %s is seen in another", example.Slug)
		}
	}
	if _, err := Load("../go.mod"); err == nil {
		t.Error("Load(../go.mod) succeeded, want an error")
	}
}

// differences returns the changes by physical design, as "table.column: kind".
func differences(m *model.Model) []string {
	var list []string
	for element := range m.Elements() {
		if element.Kind != model.RelationElement {
			continue
		}
		for _, difference := range model.Differences(m, element.ID) {
			title := m.Title(difference.Column)
			if difference.Column == "" {
				title = m.TitleOf(element)
			}
			list = append(list, title+": "+string(difference.Kind))
		}
	}
	return list
}

func TestPhysicalDesignIsSeen(t *testing.T) {
	for slug, want := range map[string][]string{
		"hotel": {"reservations_by_confirmation.hotel_id: role", "reservations_by_confirmation.start_date: role",
			"reservations_by_confirmation.room_number: role"},
		"sensors": {"networks.bucket: added", "networks.name: role", "temperatures_by_network.week: added",
			"temperatures_by_network.date_hour: merged"},
		"supermarket": nil,
		"logs":        {"entries_by_application.day: added", "entries_by_host.hour: added"},
		"suspensions": {"users_by_status.month: added"},
		"likes":       nil,
		"videos":      {"videos_by_tag.year: added", "comments_by_video.comment_id: merged"},
		"store":       nil,
		"magazine":    nil,
	} {
		m, err := Load(slug)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, differences(m)); diff != "" {
			t.Errorf("differences of %s (-want +got):\n%s", slug, diff)
		}
	}
}

// TestViewHasTheKeyOfItsBase checks Cassandra's rule for materialized views: the
// key has all key columns of the base table and at most one other.
func TestViewHasTheKeyOfItsBase(t *testing.T) {
	m, err := Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	view := m.Physical.Relations["preservationsbyconfirmation"]
	base := m.Physical.Relations[view.Base]
	var got, want []string
	for _, column := range view.SortedColumns() {
		if column.Value.Role.InKey() {
			got = append(got, column.Value.Name)
		}
	}
	for _, column := range base.SortedColumns() {
		if column.Value.Role.InKey() {
			want = append(want, column.Value.Name)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("key of the view (-want +got):\n%s", diff)
	}
	for _, column := range view.Columns {
		found := false
		for _, other := range base.Columns {
			found = found || other.Name == column.Name && other.Type.Equal(column.Type)
		}
		if !found {
			t.Errorf("the base has no column %s of that type", column.Name)
		}
	}
}

func TestQueriesAreNumberedAsInTheChapter(t *testing.T) {
	m, err := Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	tables := map[string]string{}
	for _, arrow := range m.Logical.Arrows {
		if query := m.Workflow.Queries[arrow.Access]; query != nil {
			tables[query.Label] = m.Title(arrow.To)
		}
	}
	want := map[string]string{"Q1": "hotels_by_poi", "Q2": "hotels", "Q3": "pois_by_hotel", "Q4": "available_rooms_by_hotel_date",
		"Q5": "amenities_by_room", "Q6": "reservations_by_confirmation", "Q7": "reservations_by_hotel_date", "Q8": "reservations_by_guest", "Q9": "guests"}
	if diff := cmp.Diff(want, tables); diff != "" {
		t.Errorf("tables of the queries (-want +got):\n%s", diff)
	}
}

// TestEveryTableHasItsNumbers checks that a size can be computed for every table:
// it has rows and partitions, typical and worst, and a length for every value
// without a fixed size.
func TestEveryTableHasItsNumbers(t *testing.T) {
	for _, example := range All() {
		m, err := Load(example.Slug)
		if err != nil {
			t.Fatal(err)
		}
		for element := range m.Elements() {
			switch value := element.Value.(type) {
			case *model.Relation:
				evaluates(t, m, element, value.Rows)
				evaluates(t, m, element, value.Partitions)
			case *model.Column:
				sized(t, m, element, value.Type, value.Length, value.KeyLength, value.Elements)
			case *model.TypeField:
				sized(t, m, element, value.Type, value.Length, "", value.Elements)
			}
		}
	}
}

func evaluates(t *testing.T, m *model.Model, element model.Element, e model.Expression) {
	t.Helper()
	value, missing, err := m.Evaluate(e)
	if err != nil || len(missing) > 0 || value.Typical <= 0 || value.Worst < value.Typical {
		t.Errorf("%s %s: %q gives %+v, missing %v, error %v", m.Name, m.TitleOf(element), m.ExpressionText(e), value, missing, err)
	}
}

func sized(t *testing.T, m *model.Model, element model.Element, of model.Type, length, keyLength, elements model.Expression) {
	t.Helper()
	value := of.Unfrozen()
	switch value.Kind {
	case model.MapType:
		if variable(value.Arguments[0]) {
			evaluates(t, m, element, keyLength)
		}
		value = value.Arguments[1].Unfrozen()
		evaluates(t, m, element, elements)
	case model.ListType, model.SetType:
		value = value.Arguments[0].Unfrozen()
		evaluates(t, m, element, elements)
	}
	if variable(value) {
		evaluates(t, m, element, length)
	}
}

func variable(t model.Type) bool {
	return t.Kind == model.NativeType && slices.Contains([]string{"text", "ascii", "blob", "decimal", "varint"}, t.Name)
}

// TestRoomsOfAHotel checks the numbers in the chapter: 100 rooms for 730 days.
func TestRoomsOfAHotel(t *testing.T) {
	m, err := Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	rooms := m.Physical.Relations["pavailablerooms"]
	rows, _, err := m.Evaluate(rooms.Rows)
	if want := (model.Value{Typical: 73_000, Worst: 292_000}); err != nil || rows != want {
		t.Errorf("rows of %s = %+v, %v, want %+v", rooms.Name, rows, err, want)
	}
	if length := rooms.Columns["pq4hotelid"].Length; length != "5" {
		t.Errorf("length of hotel_id = %s, want 5", length)
	}
}

// TestWorkflowAndTablesAgree: query arrows start at the tables of the queries
// that come before in the workflow.
func TestWorkflowAndTablesAgree(t *testing.T) {
	for _, entry := range All() {
		m, err := Load(entry.Slug)
		if err != nil {
			t.Fatal(err)
		}
		for id := range carry.ArrowsByHand(m) {
			t.Errorf("%s: the arrow %s does not follow the workflow", entry.Slug, m.Title(id))
		}
	}
}
