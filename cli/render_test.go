package cli

import (
	"net/url"
	"reflect"
	"slices"
	"testing"

	"github.com/alecthomas/kong"

	"widerow/diagram"
)

// TestRenderHasAFlagForEachURLParameter sets each field of a display with the
// flag that has the name of its URL parameter.
func TestRenderHasAFlagForEachURLParameter(t *testing.T) {
	const address = "layout=dot&direction=td&spacing=compact&group=tag&columns=keys&cardinality=ranges&focus=hotels&steps=2&keyspace=shop&tag=hot&query=q1" +
		"&collapse=a,b&legend=1&titleblock=1&key=1&badges=0&updates=0&advice=1&uses=1&theme=print&text=outlines&scale=3"
	query, err := url.ParseQuery(address)
	if err != nil {
		t.Fatal(err)
	}
	want, problems := diagram.ParseDisplay(query)
	fields := reflect.ValueOf(want)
	for i := range fields.NumField() {
		if name := fields.Type().Field(i).Name; fields.Field(i).IsZero() && !slices.Contains([]string{"Attributes", "Only", "Page", "ShortLines"}, name) { // no address names them
			t.Errorf("no URL parameter sets %s", name)
		}
	}
	var arguments []string
	for name := range want.Values() {
		switch value := query.Get(name); {
		case name == "legend" || name == "titleblock" || name == "key" || name == "advice":
			arguments = append(arguments, "--"+name)
		case name == "badges" || name == "updates":
			arguments = append(arguments, "--no-"+name)
		default:
			arguments = append(arguments, "--"+name+"="+value)
		}
	}
	slices.Sort(arguments)
	var render renderCommand
	parser, err := kong.New(&render)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse(append(arguments, "model.json")); err != nil {
		t.Fatalf("widerow render %q: %v", arguments, err)
	}
	got, more := diagram.ParseDisplay(render.values())
	if !reflect.DeepEqual(got, want) || len(problems)+len(more) > 0 {
		t.Errorf("widerow render %q draws %+v %v, want %+v %v", arguments, got, more, want, problems)
	}
}

func TestPartFile(t *testing.T) {
	taken := map[string]bool{}
	for _, test := range [][2]string{{"shop", "a/h-shop.pdf"}, {"../x y", "a/h----x-y.pdf"}, {"../x.y", "a/h----x-y2.pdf"}} {
		if got := partFile("a/h.pdf", test[0], taken); got != test[1] {
			t.Errorf("the file of %q is %s, want %s", test[0], got, test[1])
		}
	}
}
