package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

const listed = "SELECT * FROM hotel.hotels WHERE hotel_id = ?;\nSELECT * FROM hotel.hotels;\nSELECT * FROM hotel.hotels_by_poi WHERE poi_name IN (?, ?, ?);\n" +
	"SELECT nick FROM hotel.hotels WHERE hotel_id = ?;\nINSERT INTO hotel.hotels (hotel_id, phone) VALUES (?, NULL);\nSELCT 1;\nCREATE TABLE hotel.x (a int PRIMARY KEY);\n"

// listRows returns the rows of the list on a page, as texts.
func listRows(t *testing.T, body string) (rows []string) {
	t.Helper()
	_, table, _ := strings.Cut(body, `id="list-table"`)
	_, table, _ = strings.Cut(table, "<tbody>")
	table, _, _ = strings.Cut(table, "</tbody>")
	for _, row := range strings.Split(strings.ReplaceAll(table, "<wbr>", ""), "<tr")[1:] {
		rows = append(rows, strings.Join(strings.Fields(tags.ReplaceAllString(row[strings.Index(row, ">")+1:], " ")), " "))
	}
	return rows
}

// Statements that are kept with a model are listed with their verdicts; the list is filtered by
// verdict and sorted by column, and exported as it is shown.
func TestStatementList(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	to := s.want(http.StatusSeeOther, s.post(path+"/statement-lists", form("do", "keep", "name", "Reservations", "text", listed))).Header.Get("Location")
	page := s.want(http.StatusOK, s.get(to)).body
	want := []string{
		"1 SELECT * FROM hotel.hotels WHERE hotel_id = ? one partition hotel.hotels 1 1 yes –",
		"2 SELECT * FROM hotel.hotels SELECT reads the whole of hotel.hotels: all nodes, and more with each row. Why? scan hotel.hotels all ~5,000 yes 1",
		"3 SELECT * FROM hotel.hotels_by_poi WHERE poi_name IN (?, ?, ?) several partitions hotel.hotels_by_poi 3 ~60 yes –",
		"4 SELECT nick FROM hotel.hotels WHERE hotel_id = ? Undefined column name nick in table hotel.hotels rejected hotel.hotels – – – 1",
		"5 INSERT INTO hotel.hotels (hotel_id, phone) VALUES (?, NULL) INSERT of hotel.hotels writes NULL to phone: a tombstone for each row, also where there was no value. Why? one partition hotel.hotels 1 – yes 1",
		"6 SELCT 1 ",
	}
	rows := listRows(t, page)
	if len(rows) != len(want) {
		t.Fatalf("%d rows: %q", len(rows), rows)
	}
	for i := range want {
		if !strings.HasPrefix(rows[i], want[i]) {
			t.Errorf("row %d is %q, want %q", i, rows[i], want[i])
		}
	}
	if !strings.Contains(page, "1 statement more in the text") || !strings.Contains(page, ">2 rejected</a>") {
		t.Error("the page does not count the statements")
	}
	if got := listRows(t, s.get(to+"&verdict=scan").body); len(got) != 1 || !strings.HasPrefix(got[0], "2 ") {
		t.Errorf("only scans: %q", got)
	}
	if got := listRows(t, s.get(to+"&sort=-rows").body); len(got) != 6 || !strings.HasPrefix(got[0], "2 ") || !strings.HasPrefix(got[1], "3 ") {
		t.Errorf("most rows first: %q", got)
	}
	file := strings.Replace(to, "statement-lists", "statement-lists.csv", 1)
	if got := s.want(http.StatusOK, s.get(file+"&verdict=scan")).body; strings.Count(got, "\n") != 2 || !strings.Contains(got, ",2,SELECT,hotel.hotels,scan,0,true,query/scan,5000,8000,") {
		t.Errorf("as CSV: %s", got)
	}
	if got := s.want(http.StatusOK, s.get(strings.Replace(file, ".csv", ".json", 1))).body; !strings.Contains(got, `"verdict": "several partitions"`) {
		t.Errorf("as JSON: %s", got)
	}
}

// A list is changed, and deleted, in revisions that can be undone. What was typed is not lost if the
// list has changed meanwhile, or has no statements.
func TestStatementListChanges(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	empty := s.post(path+"/statement-lists", form("do", "keep", "name", "Mine", "text", "  "))
	if s.want(http.StatusUnprocessableEntity, empty); !strings.Contains(empty.body, "Type or paste statements, or choose a file.") || !strings.Contains(empty.body, `value="Mine"`) {
		t.Error("an empty list is not refused in words")
	}
	to := s.want(http.StatusSeeOther, s.post(path+"/statement-lists", form("do", "keep", "text", listed))).Header.Get("Location")
	address, _ := url.Parse(to)
	list := address.Query().Get("list")
	page := s.get(to).body
	if !strings.Contains(page, "Statements 1") {
		t.Error("a list without a name gets none")
	}
	_, base, _ := strings.Cut(page, `id="list-edit-base" name="base" value="`)
	base, _, _ = strings.Cut(base, `"`)
	s.want(http.StatusSeeOther, s.post(path+"/statement-lists", form("do", "keep", "list", list, "base", base, "name", "Two", "text", "SELECT * FROM hotel.hotels;")))
	stale := s.post(path+"/statement-lists", form("do", "keep", "list", list, "base", base, "name", "Three", "text", "SELECT * FROM hotel.guests; -- typed"))
	if s.want(http.StatusConflict, stale); !strings.Contains(stale.body, "somebody has changed this list meanwhile") || !strings.Contains(stale.body, "-- typed") {
		t.Error("a change of an older state is not refused with what was typed")
	}
	if page := s.get(to).body; !strings.Contains(page, `id="list-title"`) || !strings.Contains(page, "Two") {
		t.Error("the list has not changed")
	}
	s.want(http.StatusSeeOther, s.post(path+"/statement-lists", form("do", "delete", "list", list)))
	if page := s.want(http.StatusOK, s.get(to)).body; !strings.Contains(page, "No statements are kept yet") {
		t.Error("the list is still there")
	}
	s.want(http.StatusNotFound, s.get(path+"/statement-lists.csv?list="+list))
	s.want(http.StatusSeeOther, s.post(path+"/undo", form()))
	if page := s.get(to).body; !strings.Contains(page, "Two") {
		t.Error("the deletion cannot be undone")
	}
	if page := s.get(path + "/history").body; !strings.Contains(page, "kept the statements Statements 1") || !strings.Contains(page, "changed the statements Two") {
		t.Error("the history does not name the changes")
	}
}
