package handlers_test

import (
	"encoding/xml"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The card and the tabs of a model show the same numbers.
func TestFactsOfACard(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	if home := s.get("/").body; !strings.Contains(home, `hx-get="`+path+`/facts"`) {
		t.Fatal("the card does not ask for its facts")
	}
	facts := s.want(http.StatusOK, s.get(path+"/facts")).body
	counted := regexp.MustCompile(`<span class="count[^>]*>([^<]*)</span>`)
	if !strings.Contains(facts, "<span>9 tables</span>") {
		t.Errorf("the card counts other tables: %s", facts)
	}
	tabs := s.get(path + "/advice").body
	for _, tab := range []string{"queries", "sizes", "advice"} {
		_, tabCount, found := strings.Cut(tabs, `id="tab-`+tab+`"`)
		_, cardCount, shown := strings.Cut(facts, `href="`+path+"/"+tab+`"`)
		if !found || !shown {
			t.Fatalf("tab %s: on the page %v, on the card %v", tab, found, shown)
		}
		if want, got := counted.FindStringSubmatch(tabCount)[1], counted.FindStringSubmatch(cardCount)[1]; got != want {
			t.Errorf("%s: the card has %s, the tab %s", tab, got, want)
		}
	}
	s.want(http.StatusNotFound, s.get("/m/nothing/facts"))
}

func TestFoldersOfModels(t *testing.T) {
	s := newSite(t)
	for _, name := range []string{"Payments / Ledger", "Shop/Orders", "Payments / Cards", "Hotel", "Pay & Go / One"} {
		s.want(http.StatusSeeOther, s.post("/models", form("name", name)))
	}
	for path, want := range map[string][]string{
		"/?folder=Payments":             {"Payments / Cards", "Payments / Ledger"},
		"/?folder=Shop":                 {"Shop/Orders"},
		"/?folder=Payments&find=ledger": {"Payments / Ledger"},
		"/?folder=Pay+%26+Go":           {"Pay &amp; Go / One"},
		"/?folder=Hotel":                nil,
	} {
		if got := s.cards(path); !slices.Equal(got, want) {
			t.Errorf("%s shows %q, want %q", path, got, want)
		}
	}
	page := s.get("/?folder=Shop&sort=name").body
	for _, part := range []string{`href="/?folder=Payments&amp;sort=name"`, `href="/?folder=Pay+%26+Go&amp;sort=name"`, `name="folder" value="Shop"`} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %s", part)
		}
	}
	if strings.Contains(s.get("/?find=hotel").body, `href="/?folder=Hotel"`) {
		t.Error("a model whose name has no slash is in no folder")
	}
}

// A card shows a window of the same size on each diagram, with a table at its left top.
func TestCardsAreCropped(t *testing.T) {
	s := newSite(t)
	for _, slug := range []string{"hotel", "likes", "supermarket"} {
		picture := s.want(http.StatusOK, s.get("/examples/"+slug+"/card.svg")).body
		var drawn struct {
			ViewBox string `xml:"viewBox,attr"`
		}
		if err := xml.Unmarshal([]byte(picture), &drawn); err != nil {
			t.Fatal(err)
		}
		if window := strings.Fields(drawn.ViewBox); len(window) != 4 || window[2] != "480" || window[3] != "264" {
			t.Errorf("%s: the window is %q", slug, drawn.ViewBox)
		}
		x, _, _ := strings.Cut(drawn.ViewBox, " ")
		left, err := strconv.ParseFloat(x, 64)
		if err != nil {
			t.Fatal(err)
		}
		if begins := strconv.FormatFloat(left+60, 'f', -1, 64); !strings.Contains(picture, `x="`+begins+`"`) {
			t.Errorf("%s: no box begins 60 px from the left, at %s", slug, begins)
		}
	}
}
