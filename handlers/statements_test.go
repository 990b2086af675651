package handlers_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"widerow/handlers/cql"
)

var tags = regexp.MustCompile(`<[^>]*>`)

// verdictsOf returns the verdicts of a page, one a line.
func verdictsOf(t *testing.T, body string) []string {
	t.Helper()
	_, list, found := strings.Cut(body, `id="verdicts"`)
	if !found {
		t.Fatalf("no verdicts in\n%.500s", body)
	}
	list, _, _ = strings.Cut(list, "</section>")
	var lines []string
	for _, item := range strings.Split(list, "<li")[1:] {
		text := tags.ReplaceAllString(item[strings.Index(item, ">")+1:], " ")
		lines = append(lines, strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "&#34;", `"`))
	}
	return lines
}

func TestStatementsAreJudged(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel") + "/statements"
	if page := s.want(http.StatusOK, s.get(path)).body; !strings.Contains(page, "SELECT * FROM hotel.hotels_by_poi WHERE poi_name = ?;") ||
		!strings.Contains(page, `aria-current="page"`) {
		t.Error("the pane has no example of the model, or is not marked as the current one")
	}
	script := `SELECT * FROM hotels WHERE hotel_id = ?;
SELECT * FROM available_rooms_by_hotel_date WHERE room_number = 4;
SELECT * FROM hotels WHERE hotel_id IN ('a', 'b');
SELECT * FROM hotels;
INSERT INTO hotels (hotel_id, name) VALUES (?, ?);
TRUNCATE reservation.guests;
SELEC;`
	want := []string{
		"1 SELECT * FROM hotels WHERE hotel_id = ? one partition hotel.hotels One partition is read by its key.",
		`2 SELECT * FROM available_rooms_by_hotel_date WHERE room_number = 4 rejected ` +
			`PRIMARY KEY column "room_number" cannot be restricted as preceding column "date" is not restricted`,
		"3 SELECT * FROM hotels WHERE hotel_id IN (&#39;a&#39;, &#39;b&#39;) 2 partitions hotel.hotels Each partition is read separately.",
		"4 SELECT * FROM hotels scan hotel.hotels The whole table is read: latency grows with its size.",
		"5 INSERT INTO hotels (hotel_id, name) VALUES (?, ?) one partition hotel.hotels One partition is written.",
		"6 TRUNCATE reservation.guests accepted reservation.guests",
		"7 SELEC rejected expected a statement, got SELEC",
	}
	check := func(answer answer) {
		t.Helper()
		got := verdictsOf(t, s.want(http.StatusOK, answer).body)
		for i := range max(len(got), len(want)) {
			if i >= len(got) || i >= len(want) || !strings.HasPrefix(got[i], want[i]) {
				t.Errorf("verdicts are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
				return
			}
		}
	}
	check(s.post(path, form("text", script)))
	part := s.post(path, form("text", script), "HX-Request-Type", "partial")
	check(part)
	if strings.Contains(part.body, "<html") || !strings.HasPrefix(part.body, `<section class="verdicts"`) {
		t.Errorf("a page with scripts gets more than the verdicts: %.200s", part.body)
	}
	if got := verdictsOf(t, s.post(path, form("text", "SELECT * FROM guests", "keyspace",
		"reservation")).body); !strings.Contains(got[0], " scan reservation.guests") {
		t.Errorf("in keyspace reservation: %s", got)
	}
	if checked := s.ask(path+"/check", "SELECT nothing FROM hotels"); len(checked.Findings) != 1 ||
		checked.Findings[0].Message != "Undefined column name nothing in table hotel.hotels" {
		t.Errorf("the editor hears %+v", checked.Findings)
	}
}

// Typed text is only text on the page, and a long script is truncated rather than
// slow.
func TestStatementsAreHarmless(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel") + "/statements"
	page := s.want(http.StatusOK, s.post(path, form("text", `SELECT '</textarea><script>alert(1)</script>' FROM hotels`))).body
	if strings.Contains(page, "<script>alert") {
		t.Error("a statement became markup")
	}
	page = s.want(http.StatusOK, s.post(path, form("text", strings.Repeat("SELECT * FROM hotels;\n", 20_000)))).body
	if got := len(verdictsOf(t, page)); got != cql.MaxVerdicts {
		t.Errorf("%d verdicts on the page, want %d", got, cql.MaxVerdicts)
	}
}
