package handlers_test

import (
	"net/http"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// outlineTexts returns the items of a page's outline as a screen reader reads them.
func outlineTexts(t *testing.T, body string) []string {
	var texts []string
	for node := range parse(t, body).Descendants() {
		if node.Type == html.ElementNode && node.Data == "li" && strings.HasPrefix(attributeOf(node, "id"), "row-") {
			texts = append(texts, strings.Join(strings.Fields(readOut(node)), " "))
		}
	}
	return texts
}

// readOut returns the text of a node without what is hidden from screen readers.
func readOut(node *html.Node) string {
	if node.Type == html.TextNode {
		return node.Data
	}
	if attributeOf(node, "aria-hidden") == "true" {
		return ""
	}
	var text strings.Builder
	for child := range node.ChildNodes() {
		text.WriteString(readOut(child) + " ")
	}
	return text.String()
}

func attributeOf(node *html.Node, name string) string {
	for _, attribute := range node.Attr {
		if attribute.Key == name {
			return attribute.Val
		}
	}
	return ""
}

// TestOutlineSaysWhatTheDiagramShows reads the outline of the hotel: marks, types,
// arrows and participation are in words.
func TestOutlineSaysWhatTheDiagramShows(t *testing.T) {
	s := newSite(t)
	hotel := s.open("hotel")
	for address, wanted := range map[string][]string{
		"/physical": {
			"hotels_by_poi", "table · reached by Q1 ·", "· from outside", "; poi_name text · partition key column", "; hotel_id text · clustering column, ascending",
			"materialized view of reservations_by_hotel_date", "clustering column, ascending · was a regular column", "table · written by U1 · Book a room · reached by Q4 ·", "· from hotels ;",
		},
		"/logical": {"; room_number clustering column, ascending", "· from hotels",
			"Q9 → guests Find the details of a guest · from reservations_by_guest"},
		"/logical?group=step":     {"table · in step View hotels near a point of interest · reached by Q1"},
		"/logical?group=keyspace": {"table · in the reservation keyspace · written by U1 · Book a room · reached by Q9"},
		"/physical?advice=1":      {"· 1 finding"},
		"/queries": {"task · done by", "task without a query", "· from outside",
			"Q2 Find information about a hotel Hotel.name SELECT;", "Hotel.hotel_id WHERE",
			"Room night.date WHERE range", "Room night.is_available value", "U1 Book a room INSERT ;"},
		"/concepts": {"; hotel_id attribute · key", "weak entity type", "partial key", "multi-valued",
			"each takes part 0..n times", "total participation"},
	} {
		all := strings.Join(outlineTexts(t, s.want(http.StatusOK, s.get(hotel+address)).body), "\n")
		for _, words := range wanted {
			if !strings.Contains(all, words) {
				t.Errorf("%s: the outline does not say %q; it says\n%s", address, words, all)
			}
		}
	}
	open := s.want(http.StatusOK, s.get(hotel+"/physical?select=photelsbypoi")).body
	if all := strings.Join(outlineTexts(t, open), "\n"); !strings.Contains(all, "\npoi_name text · partition key column\n") {
		t.Errorf("the columns of the chosen table are not said one by one:\n%s", all)
	}
}

// TestSignsAreSwitches requests each sign that the menu offers.
func TestSignsAreSwitches(t *testing.T) {
	s := newSite(t)
	hotel := s.open("hotel")
	for address, class := range map[string]string{
		"/physical?legend=1": "legend", "/logical?titleblock=1": "title-block", "/queries?key=1": "key", "/concepts?legend=1": "legend",
	} {
		with := s.want(http.StatusOK, s.get(hotel+address)).body
		plain := s.want(http.StatusOK, s.get(hotel+address[:strings.Index(address, "?")])).body
		if drawn := `<g class="` + class + `">`; !strings.Contains(with, drawn) || strings.Contains(plain, drawn) {
			t.Errorf("%s: the %s is drawn or is not, whatever is asked", address, class)
		}
	}
	page := s.want(http.StatusOK, s.get(hotel+"/concepts?cardinality=ranges")).body
	if !strings.Contains(page, ">0..n</text>") || !strings.Contains(page, `name="cardinality"`) {
		t.Error("the concepts do not show min..max")
	}
	if plain, none := s.get(hotel+"/physical").body,
		s.get(hotel+"/physical?badges=0").body; !strings.Contains(plain, `<circle class="badge`) ||
		strings.Contains(none, `<circle class="badge`) {
		t.Error("the sizes of tables are no switch")
	}
	if plain, none := s.get(hotel+"/logical").body,
		s.get(hotel+"/logical?updates=0").body; !strings.Contains(plain, ">U1</text>") ||
		strings.Contains(none, ">U1</text>") {
		t.Error("the updates of tables are no switch")
	}
}
