package diagram

import (
	"net/url"
	"reflect"
	"strings"
	"testing"

	"widerow/diagram/figure"
	"widerow/diagram/graph"
	"widerow/diagram/scene"
	"widerow/model"
)

func TestParseDisplay(t *testing.T) {
	for _, test := range []struct {
		query string
		want  Display
		// canonical is the address form of want.
		canonical string
	}{
		{"", Display{}, ""},
		{"rev=3&select=hotels&find=x", Display{}, ""},
		{"direction=lr&spacing=compact&columns=keys", Display{Direction: graph.LeftRight, Compact: true, Columns: figure.ColumnsKeys}, "columns=keys&direction=lr&spacing=compact"},
		{"direction=auto&spacing=normal&group=auto&columns=auto&cardinality=letters&theme=auto&legend=0&badges=auto", Display{}, ""},
		{"direction=&focus=&collapse=&steps=", Display{}, ""},
		{"focus=q1", Display{Focus: "q1"}, "focus=q1"},
		{"focus=q1&steps=1", Display{Focus: "q1"}, "focus=q1"},
		{"focus=q1&steps=3", Display{Focus: "q1", Steps: 3}, "focus=q1&steps=3"},
		{"steps=3", Display{}, ""},
		{"keyspace=shop&tag=%20hot+path&query=q4", Display{Keyspace: "shop", Tag: "hot path", Query: "q4"}, "keyspace=shop&query=q4&tag=hot+path"},
		{"collapse=shop&collapse=bank,shop", Display{Collapsed: []model.ID{"bank", "shop"}}, "collapse=bank%2Cshop"},
		{"legend=1&titleblock=1&key=1&badges=0&advice=1&uses=1", Display{Legend: true, TitleBlock: true, Key: true, Badges: BadgesHidden, Advice: true, Uses: true}, "advice=1&badges=0&key=1&legend=1&titleblock=1&uses=1"},
		{"cardinality=ranges&group=none&theme=contrast&scale=1", Display{Cardinality: figure.CardinalityRanges, Group: GroupNone, Theme: scene.ThemeContrast, Scale: 1}, "cardinality=ranges&group=none&scale=1&theme=contrast"},
		{"text=outlines", Display{Outlines: true}, "text=outlines"},
		{"text=fonts", Display{}, ""},
	} {
		query, err := url.ParseQuery(test.query)
		if err != nil {
			t.Fatal(err)
		}
		got, problems := ParseDisplay(query)
		if len(problems) > 0 {
			t.Errorf("ParseDisplay(%q): problems %v, want none", test.query, problems)
		}
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("ParseDisplay(%q) = %+v, want %+v", test.query, got, test.want)
		}
		if canonical := got.Values().Encode(); canonical != test.canonical {
			t.Errorf("ParseDisplay(%q).Values() = %q, want %q", test.query, canonical, test.canonical)
		}
	}
}

func TestParseDisplayTellsProblems(t *testing.T) {
	query, err := url.ParseQuery("direction=up&columns=keys&steps=10&focus=q1&focus=q2&keyspace=A%20B&collapse=a,,b&scale=0&legend=yes&text=curves&tag=" + strings.Repeat("x", 61))
	if err != nil {
		t.Fatal(err)
	}
	got, problems := ParseDisplay(query)
	if want := (Display{Columns: figure.ColumnsKeys}); !reflect.DeepEqual(got, want) {
		t.Errorf("display = %+v, want %+v", got, want)
	}
	var names []string
	for _, problem := range problems {
		names = append(names, problem.Parameter)
	}
	if got, want := strings.Join(names, " "), "direction focus steps keyspace tag collapse legend text scale"; got != want {
		t.Errorf("problems with %q, want %q", got, want)
	}
	if got, want := problems[0].Text(), "The address says direction=up: it can be auto, lr or td."; got != want {
		t.Errorf("problem = %q, want %q", got, want)
	}
}

// FuzzParseDisplay checks that an address that is read, written and read again
// gives the same display without a problem.
func FuzzParseDisplay(f *testing.F) {
	for _, seed := range []string{
		"", "direction=lr&group=step&columns=none", "focus=q1&steps=9", "collapse=b,a,b&legend=1&badges=0",
		"tag=%00%20x&scale=3", "steps=007&focus=a", "tag=%ff", "keyspace=model",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		query, err := url.ParseQuery(text)
		if err != nil {
			t.Skip()
		}
		first, _ := ParseDisplay(query)
		values := first.Values()
		again, problems := ParseDisplay(values)
		if len(problems) > 0 {
			t.Fatalf("ParseDisplay(%q): problems %v", values.Encode(), problems)
		}
		if !reflect.DeepEqual(again, first) {
			t.Fatalf("ParseDisplay(%q) = %+v, want %+v", values.Encode(), again, first)
		}
		if first.Plain() && first.Filtered() {
			t.Fatalf("%+v is both plain and filtered", first)
		}
	})
}
