package handlers_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"widerow/diagram/graph"
	"widerow/handlers"
	"widerow/model"
)

// attributesIn returns the values of an attribute of the page's elements of one
// tag.
func attributesIn(page *html.Node, tag, name string) []string {
	var values []string
	for node := range page.Descendants() {
		if node.Type == html.ElementNode && node.Data == tag {
			for _, attribute := range node.Attr {
				if attribute.Key == name {
					values = append(values, attribute.Val)
				}
			}
		}
	}
	return values
}

// A focus on an element of another diagram does not affect this one: its boxes keep
// their places and can be moved. The other tab still applies it.
func TestFocusOfAnotherDiagram(t *testing.T) {
	s := newSite(t)
	hotel := s.open("hotel")
	for _, test := range []struct{ address, has, lacks string }{
		{"/concepts?focus=hotelsbyid", `id="layout-tidy"`, `id="focus"`},
		{"/concepts?focus=hotelsbyid", "/logical?focus=hotelsbyid", ""},
		{"/logical?focus=hotelsbyid&select=hotelsbyid", ">Show all</a>", `id="layout-tidy"`},
		{"/logical?select=hotelsbyid", `id="focus" href="` + hotel + `/logical?focus=hotelsbyid`, ""},
		{"/sizes?select=photelsbyid", `id="inspector"`, `id="focus"`},
		{"/queries?select=u1", `id="focus"`, ""},
	} {
		body := s.want(http.StatusOK, s.get(hotel+test.address)).body
		if !strings.Contains(body, test.has) {
			t.Errorf("%s lacks %s", test.address, test.has)
		}
		if test.lacks != "" && strings.Contains(body, test.lacks) {
			t.Errorf("%s has %s", test.address, test.lacks)
		}
	}
}

func TestDisplayInAddress(t *testing.T) {
	s := newSite(t)
	hotel := s.open("hotel")
	for _, test := range []struct {
		address, says string
		drawn         []string // ids of tables that are drawn
		missing       string   // one that is not
	}{
		{"/physical?focus=photelsbyid", "Showing 4 of 9 tables", []string{"photelsbyid", "photelsbypoi", "ppoisbyhotel"}, "pguestsbyid"},
		{"/physical?focus=hotels", "Showing 4 of 9 tables", []string{"photelsbyid", "photelsbypoi", "ppoisbyhotel"}, "pguestsbyid"},
		{"/physical?keyspace=reservationks", "Showing 4 of 9 tables", []string{"pguestsbyid"}, "photelsbyid"},
		{"/physical?keyspace=reservation", "Showing 4 of 9 tables", []string{"pguestsbyid"}, "photelsbyid"},
		{"/physical?collapse=hotelks", "Showing 4 of 9 tables", []string{"hotelks", "pguestsbyid"}, "photelsbyid"},
		{"/logical?query=q1", "Showing 1 of 9 tables <", []string{"hotelsbypoi"}, "hotelsbyid"},
		{"/logical?query=q1&select=hotelsbypoi", "Showing 1 of 9 tables <", []string{"hotelsbypoi"}, "hotelsbyid"},
		{"/logical?query=q1&select=hotelsbyid", "Showing 1 of 9 tables, not hotels <", []string{"hotelsbypoi"}, "hotelsbyid"},
		{"/physical?collapse=hotelks&select=photelsbyid", "Showing 4 of 9 tables, not hotels <", nil, "photelsbyid"},
		{"/physical?collapse=hotelks&select=hotelks", "Showing 4 of 9 tables <", nil, "photelsbyid"},
		{"/logical?direction=lr&columns=keys", "", []string{"hotelsbypoi", "hotelsbyid"}, ""},
		{"/logical?focus=gone", "The address says focus=gone: this model has no such element.", []string{"hotelsbypoi", "hotelsbyid"}, ""},
		{"/logical?select=gone", "The address says select=gone: this model has no such element.", []string{"hotelsbypoi", "hotelsbyid"}, ""},
		{"/logical?direction=up", "The address says direction=up: it can be auto, lr or td.", []string{"hotelsbypoi", "hotelsbyid"}, ""},
		{"/concepts?focus=hotelsbyid", "The address says focus=hotelsbyid: hotels is not in this diagram.", nil, ""},
	} {
		answer := s.want(http.StatusOK, s.get(hotel+test.address))
		if !strings.Contains(answer.body, test.says) {
			t.Errorf("%s does not say %q", test.address, test.says)
		}
		if strings.Contains(answer.body, `id="display-all"`) != strings.HasPrefix(test.says, "Showing") {
			t.Errorf("%s: a way back to all is there or is not there: %q", test.address, test.says)
		}
		for _, id := range test.drawn {
			if !strings.Contains(answer.body, `id="d-`+id+`"`) {
				t.Errorf("%s does not draw %s", test.address, id)
			}
		}
		if test.missing != "" && strings.Contains(answer.body, `id="d-`+test.missing+`"`) {
			t.Errorf("%s draws %s", test.address, test.missing)
		}
	}
}

// No transition of the sensors' workflow makes the update.
func TestFocusIsOfferedWhereItShowsSomething(t *testing.T) {
	s := newSite(t)
	sensors := s.open("sensors")
	for _, test := range []struct {
		tab    string
		offers bool
	}{{"queries", false}, {"logical", true}} {
		body := s.want(http.StatusOK, s.get(sensors+"/"+test.tab+"?select=u1")).body
		if offers := strings.Contains(body, `id="focus"`); offers != test.offers || !strings.Contains(body, `id="inspector"`) {
			t.Errorf("%s: a focus on the update is offered: %v", test.tab, offers)
		}
	}
}

// TestLinksKeepTheDisplay: every link to a tab or an element keeps the display,
// except those that change it.
func TestLinksKeepTheDisplay(t *testing.T) {
	s := newSite(t)
	hotel := s.open("hotel")
	page := s.want(http.StatusOK, s.get(hotel+"/physical?select=photelsbyid&focus=photelsbyid&steps=2&direction=up"))
	kept := 0
	for _, address := range attributesIn(parse(t, page.body), "a", "href") {
		target, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(target.Path, hotel+"/") || strings.Contains(target.Path, ".") {
			continue
		}
		query := target.Query()
		switch {
		case query.Has("direction"):
			t.Errorf("%s keeps what is not known", address)
		case query.Get("focus") == "photelsbyid" && query.Get("steps") == "2":
			kept++
		case query.Get("select") != "photelsbyid" || query.Has("steps"):
			t.Errorf("%s loses the display", address)
		}
	}
	if kept < 30 {
		t.Errorf("%d links keep the display, want those of the outline, the tabs and the drawing", kept)
	}
}

func TestFormsKeepTheDisplay(t *testing.T) {
	s := newSite(t)
	hotel := s.open("hotel")
	change := set("photelsbyid", "name", "hotels", "hotels_by_id", "tab", "physical", "select", "photelsbyid", "display", "focus=photelsbyid&steps=2&focus2=x")
	answer := s.want(http.StatusSeeOther, s.post(hotel+"/edit", change))
	if got, want := answer.Header.Get("Location"), hotel+"/physical?focus=photelsbyid&steps=2&select=photelsbyid"; got != want {
		t.Errorf("the form leads to %s, want %s", got, want)
	}
}

func TestTagsInTheMenu(t *testing.T) {
	s := newSite(t)
	hotel := s.open("hotel")
	if page := s.get(hotel + "/logical"); strings.Contains(page.body, `name="tag"`) {
		t.Error("a model without tags is asked for one")
	}
	s.want(http.StatusSeeOther, s.post(hotel+"/edit", set(model.ID("hotelsbyid"), "tags", "", "hot path, search", "tab", "logical")))
	page := s.want(http.StatusOK, s.get(hotel+"/logical?tag=hot+path"))
	for _, want := range []string{`<option value="hot path" selected>`, `<option value="search">`, "Showing 1 of 9 tables"} {
		if !strings.Contains(page.body, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if page := s.get(hotel + "/logical?tag=hot+path&query=q1"); !strings.Contains(page.body, "Nothing to show") ||
		!strings.Contains(page.body, `id="display-form"`) {
		t.Error("a page without a table does not say why, or has no way back")
	}
}

// TestPictureIsDrawnOnce: a picture that the browser has is not drawn again for
// another selection, only for another view or revision.
func TestPictureIsDrawnOnce(t *testing.T) {
	s := newSite(t)
	hotel := s.open("hotel")
	known := attributesIn(parse(t, s.get(hotel+"/logical").body), "section", "data-picture")
	if len(known) != 1 || known[0] == "" {
		t.Fatalf("the page names the pictures %q, want one", known)
	}
	ask := func(address string) bool {
		answer := s.want(http.StatusOK, s.get(hotel+address, "HX-Request-Type", "partial", "Widerow-Picture", known[0]))
		return strings.Contains(answer.body, `class="diagram`)
	}
	for address, drawn := range map[string]bool{
		"/logical": false, "/logical?select=hotelsbyid": false, "/logical?columns=keys": true, "/physical": true,
	} {
		if got := ask(address); got != drawn {
			t.Errorf("%s is drawn: %v, want %v", address, got, drawn)
		}
	}
	s.want(http.StatusSeeOther, s.post(hotel+"/edit", set("hotelsbyid", "name", "hotels", "all_hotels", "tab", "logical")))
	if !ask("/logical") {
		t.Error("another revision is not drawn")
	}
}

// smallEngine draws nothing, since every graph is too large for it.
type smallEngine struct{}

func (smallEngine) Layout(context.Context, *graph.Graph) (*graph.Layout, error) {
	return nil, graph.ErrTooLarge
}

// TestTooManyBoxes: a page that cannot draw all boxes shows their number.
func TestTooManyBoxes(t *testing.T) {
	s := newSite(t)
	hotel := s.open("hotel")
	app, err := handlers.New(handlers.Config{Store: s.store, Layouter: smallEngine{}, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(app)
	t.Cleanup(server.Close)
	small := *s
	small.base = server.URL
	for _, test := range []struct{ tab, says, advises string }{
		{"/concepts", "7 entity types are too many for one diagram", "Open View and filter"},
		{"/physical", "9 tables are too many for one diagram", "Open View and filter"},
		{"/cql", "9 tables are too many for one diagram", "The Physical tab can show a part of them."},
	} {
		if body := small.want(http.StatusOK, small.get(hotel+test.tab)).body; !strings.Contains(body, test.says) || !strings.Contains(body, test.advises) {
			t.Errorf("%s does not say %q and %q", test.tab, test.says, test.advises)
		}
	}
}
