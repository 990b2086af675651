package example

import (
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/model"
)

var update = flag.Bool("update", false, "write the documents anew")

var builders = map[string]func(*testing.T) *model.Model{
	"hotel": hotel, "sensors": sensors, "supermarket": supermarket, "magazine": magazine,
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

// differences lists what physical design changed, as "table.column: kind".
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

// TestViewHasTheKeyOfItsBase is Cassandra's rule for materialized views: all
// key columns of the base and at most one other.
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
	if diff := cmp.Diff(append([]string{"confirm_number"}, want...), got); diff != "" {
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
