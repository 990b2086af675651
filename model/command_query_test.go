package model

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestAddTableForQuery includes the golden examples 1 and 2 of the mapping rules:
// K from equality, C from ORDER BY and ranges, then the rest of the key.
func TestAddTableForQuery(t *testing.T) {
	values := func(pairs ...string) map[string]string {
		m := map[string]string{}
		for i := 0; i < len(pairs); i += 2 {
			m[pairs[i]] = pairs[i+1]
		}
		return m
	}
	m := must(t, New("Videos"),
		Add{Kind: EntityKind, ID: "user", Values: values("name", "User")},
		Add{Kind: AttributeKind, Parent: "user", ID: "userid", Values: values("name", "user_id", "key", "key")},
		Add{Kind: EntityKind, ID: "video", Values: values("name", "Video")},
		Add{Kind: AttributeKind, Parent: "video", ID: "videoid", Values: values("name", "video id", "key", "key")},
		Add{Kind: AttributeKind, Parent: "video", ID: "uploaded", Values: values("name", "uploaded timestamp")},
		Add{Kind: AttributeKind, Parent: "video", ID: "tags", Values: values("name", "tags", "multi_valued", "true")},
		Add{Kind: AttributeKind, Parent: "video", ID: "place", Values: values("name", "place")},
		Add{Kind: AttributeKind, Parent: "video", ID: "lat", Values: values("name", "latitude", "parent", "place")},
		Add{Kind: QueryKind, ID: "q1", Values: values("name", "Videos of a user, newest first")},
		Add{Kind: GivenKind, Parent: "q1", Values: values("attribute", "userid")},
		Add{Kind: GivenKind, Parent: "q1", Values: values("attribute", "uploaded", "operator", "range")},
		Add{Kind: SortKind, Parent: "q1", Values: values("attribute", "uploaded", "descending", "true")},
		Add{Kind: FindKind, Parent: "q1", Values: values("attribute", "tags")},
		Add{Kind: FindKind, Parent: "q1", Values: values("attribute", "place")},
		Add{Kind: QueryKind, ID: "q2", Values: values("name", "One video")},
		Add{Kind: GivenKind, Parent: "q2", Values: values("attribute", "videoid")},
		Add{Kind: FindKind, Parent: "q2", Values: values("attribute", "uploaded")},
		Add{Kind: QueryKind, ID: "q3", Values: values("name", "Without concepts")},
		Add{Kind: GivenKind, Parent: "q3", Values: values("name", "Location")},
		Add{Kind: GivenKind, Parent: "q3", Values: values("name", "at", "operator", "range")},
		Add{Kind: FindKind, Parent: "q3", Values: values("name", "measurement")},
		Add{Kind: StepKind, ID: "list", Values: values("name", "List")},
		Add{Kind: StepKind, ID: "show", Values: values("name", "Show")},
		Add{Kind: TransitionKind, Values: values("to", "list", "access", "q1")},
		Add{Kind: TransitionKind, Values: values("from", "list", "to", "show", "access", "q2")},
	)
	before := m
	m = must(t, m, AddTableForQuery{Query: "q1", ID: "t1"}, AddTableForQuery{Query: "q2", ID: "t2"}, AddTableForQuery{Query: "q3", ID: "t3"},
		AddTableForQuery{Query: "q1", ID: "t4"})
	want := map[ID]string{
		"t1": "videos_by_user_uploaded_timestamp: user_id K, uploaded_timestamp C↓, video_id C, {tags}, *place*",
		"t2": "videos: video_id K, uploaded_timestamp",
		"t3": "measurements_by_location_at: location K, at C, measurement",
		"t4": "videos_by_user_uploaded_timestamp_2: user_id K, uploaded_timestamp C↓, video_id C, {tags}, *place*",
	}
	got := map[ID]string{}
	for id, table := range m.Logical.Tables {
		got[id] = table.Name + ": " + columnsInWords(table)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("tables (-want +got):\n%s", diff)
	}
	for _, arrow := range m.Logical.Arrows {
		from := map[ID]ID{"t2": "t1"}[arrow.To]
		if arrow.From != from {
			t.Errorf("the arrow to %s comes from %q, want %q", arrow.To, arrow.From, from)
		}
	}
	if words := Words(before, m, AddTableForQuery{Query: "q2"}); words != "added table videos for Q2" {
		t.Errorf("words are %q", words)
	}
	if len(m.Physical.Relations) != 4 {
		t.Errorf("%d relations realise the 4 tables", len(m.Physical.Relations))
	}
}

func columnsInWords(table *LogicalTable) string {
	var columns []string
	for _, item := range table.SortedColumns() {
		column := item.Value
		name := map[Collection]string{SetOf: "{" + column.Name + "}", UserDefined: "*" + column.Name + "*"}[column.Collection]
		if name == "" {
			name = column.Name
		}
		mark := map[Role]string{Partition: " K", Clustering: " C"}[column.Role]
		if column.Descending {
			mark = " C↓"
		}
		columns = append(columns, name+mark)
	}
	return strings.Join(columns, ", ")
}

func TestNextLabel(t *testing.T) {
	m := must(t, shop(t), Add{Kind: QueryKind, Values: map[string]string{"name": "a", "label": "Q3"}}, Add{Kind: QueryKind, Values: map[string]string{"name": "b"}})
	if got := m.NextLabel(QueryKind) + " " + m.NextLabel(UpdateElement); got != "Q4 U2" {
		t.Errorf("next labels are %s, want Q4 U2", got)
	}
}

func TestIdentifier(t *testing.T) {
	for text, want := range map[string]string{"Point of interest": "point_of_interest", "confirm no.": "confirm_no", "  2nd Name": "nd_name",
		"ключ": "", "__x__y": "x_y", "GPS": "gps"} {
		if got := Identifier(text); got != want {
			t.Errorf("Identifier(%q) = %q, want %q", text, got, want)
		}
	}
}
