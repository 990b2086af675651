package handlers_test

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/proof"
)

// splits opens the hotel and returns its path and that of the splits of a table.
func splits(s *site, table string) (path, split string) {
	path = s.open("hotel")
	return path, path + "/split?select=" + table
}

// optionOf is the address of an option by its words.
func optionOf(t *testing.T, page, words string) string {
	t.Helper()
	link := regexp.MustCompile(`href="([^"]*)">` + regexp.QuoteMeta(words) + `</a>`).FindStringSubmatch(page)
	if link == nil {
		t.Fatalf("there is no option %q", words)
	}
	return html.UnescapeString(link[1])
}

// TestSplitsAreComparedAndApplied: from a table that is too large to smaller partitions,
// as one revision, and back.
func TestSplitsAreComparedAndApplied(t *testing.T) {
	s := newSite(t)
	path, split := splits(s, "pavailablerooms")
	page := s.want(http.StatusOK, s.get(split)).body
	wantAll(t, "the page", page, "Best: bucket of 3 months.", "too large at worst", ">1–2 <", "Q4 not served",
		"merges rows", "second table", "400 a day", "0.02 % of all", "7 assumed",
		"Statements that read several partitions", "Run once for each bucket_3_months that the range covers, in "+
			"the order of date.", "CREATE", "Not possible here", "It has 1 regular column besides its key")

	month := s.want(http.StatusOK, s.get(optionOf(t, page, "Bucket of a month")+"&range.q4=60")).body
	wantAll(t, "the month", month, "Split the partition by time: bucket of a month", ">2–3 <", "61.9 kB on disk, 3,100 cells", `value="60"`)
	apply := form("select", "pavailablerooms", "tab", "split", "move", "split-by-time", "new.move.source", "pq4date",
		"new.move.bucket", "month", "new.move.count", "1",
		"new.move.days", "days_of_inventory", "new.move.shards", "1", "range.q4", "60", "do", "apply", "mark", markOf(t, month))
	s.want(http.StatusSeeOther, s.post(path+"/design", apply))
	if _, revision := s.model(path); revision.Number != 2 || revision.Words != "split available_rooms_by_hotel_date by the month of date" {
		t.Errorf("revision %d says %q", revision.Number, revision.Words)
	}
	if page := s.get(split).body; !strings.Contains(page, "nothing needs to be split") {
		t.Error("the split table is not within the limits")
	}
	s.want(http.StatusSeeOther, s.post(path+"/undo", form("tab", "physical")))
	if m, _ := s.model(path); len(m.Physical.Relations["pavailablerooms"].Columns) != 4 {
		t.Error("undo does not undo the split")
	}
}

// TestSplitAtARate: the rows come from the rate that was entered, on the page and in what
// is applied.
func TestSplitAtARate(t *testing.T) {
	s := newSite(t)
	path, ids := openShop(s)
	split := path + "/split?select=" + ids["orders"]
	page := s.want(http.StatusOK, s.get(split+"&rate=100&days=365&cells=none&largest=500MB")).body
	wantAll(t, "the page in other units", s.get(split+"&rate=6000+per+minute&days=365+days&cells=none&largest=500MB").body, "100/s", "3,153,600,000")
	wantAll(t, "the page", page, `value="100"`, `value="500MB"`, "100/s", "3,153,600,000")
	choice := s.want(http.StatusOK, s.get(optionOf(t, page, "Bucket of an hour"))).body
	values := form("select", ids["orders"], "tab", "split", "do", "apply", "mark", markOf(t, choice))
	hidden := regexp.MustCompile(`<input type="hidden" id="design-[^"]*" name="([^"]*)" value="([^"]*)"`)
	for _, match := range hidden.FindAllStringSubmatch(choice, -1) {
		if name := match[1]; !values.Has(name) {
			values.Set(name, html.UnescapeString(match[2]))
		}
	}
	for name, value := range map[string]string{"source": ids["placed"], "bucket": "hour", "count": "1", "shards": "1"} {
		values.Set("new.move."+name, value)
	}
	s.want(http.StatusSeeOther, s.post(path+"/design", values))
	m, _ := s.model(path)
	orders := m.Physical.Relations[model.ID(ids["orders"])]
	if rows, _, err := m.Evaluate(orders.Rows); err != nil || rows.Typical != 360_000 {
		t.Errorf("%v rows in an hour (%s), want 360,000; %v", rows.Typical, orders.Rows, err)
	}
}

// TestSplitExplainsMistakes at the number, and keeps what was typed.
func TestSplitExplainsMistakes(t *testing.T) {
	oneByOne(t)
	s := newSite(t)
	path, split := splits(s, "pavailablerooms")
	for query, want := range map[string]string{
		"rate=0": "New rows a second: must be more than 0", "rate=-1": "New rows a second: ",
		"rate=NaN": "New rows a second: ", "days=0": "Days: 0 is not more than 0",
		"days=x+y": "Days: ", "range.q4=-3": "Days: ", "largest=30": "want a number and a unit, such as 512MB",
		"cells=0": "0 is not more than 0, or &#34;none&#34;", "writes=1%2F0": "division by zero",
		"rate=1e300": "size cannot be computed",
	} {
		page := s.want(http.StatusOK, s.get(split+"&"+query)).body
		name, value, _ := strings.Cut(query, "=")
		typed, _ := url.QueryUnescape(value)
		wantAll(t, "the page with "+query, page, want, `name="`+name+`" value="`+html.EscapeString(typed)+`"`)
	}
	move := func(status int, do, parameter, value string) string {
		t.Helper()
		values := form("select", "pavailablerooms", "tab", "split", "move", "split-by-time", "new.move.source", "pq4date", "new.move.bucket", "month",
			"new.move.count", "1", "new.move.shards", "1", "new.move.days", "730", "mark", "", "do", do)
		values.Set("new.move."+parameter, value)
		return s.want(status, s.post(path+"/design", values)).body
	}
	for _, test := range []struct{ name, value, want string }{
		{"count", "0", "a bucket has at least 1 month, not 0"}, {"count", "-2", "a bucket has at least 1 month, not -2"}, {"count", "many", "is not a whole number"},
		{"source", "pq4roomnumber", "room_number is a column of type smallint, which is not a time"},
		{"source", "pq4hotelid", "hotel_id is not a clustering column"},
		{"source", "nothing", "must be one of those listed"},
		{"shards", "0", "Hash buckets in each must be 1, or at least 2"}, {"shards", "2.5", "a whole number"},
	} {
		for do, status := range map[string]int{"show": http.StatusOK, "apply": http.StatusUnprocessableEntity} {
			page := move(status, do, test.name, test.value)
			if !strings.Contains(html.UnescapeString(page), test.want) ||
				!strings.Contains(page, `id="new-move-`+test.name+`-problem"`) ||
				!strings.Contains(page, "Split partitions of") {
				t.Errorf("%s with %s = %q: the page lacks %q at its place", do, test.name, test.value, test.want)
			}
		}
	}
}

// TestSplitIsLinked from the places that show a large table.
func TestSplitIsLinked(t *testing.T) {
	oneByOne(t)
	s := newSite(t)
	path, split := splits(s, "pavailablerooms")
	for _, page := range []string{"/sizes", "/ledger?select=pavailablerooms", "/design?select=pavailablerooms", "/physical?select=pavailablerooms"} {
		wantAll(t, page, s.want(http.StatusOK, s.get(path+page)).body, `href="`+split+`"`)
	}
	if strings.Contains(s.get(path+"/sizes").body, "/split?select=photelsbyid") {
		t.Error("a table within the limits is to be split")
	}
	for _, query := range []string{"&move=%3Cscript%3E&mark=", "&move=split-by-hash",
		"&new.move.bucket=x&mark=x&move=split-by-time", "&select=nothing", "&rev=1"} {
		if page := s.want(http.StatusOK, s.get(split+query)).body; !strings.Contains(page, "Ways to split") || strings.Contains(page, "<script>") {
			t.Errorf("%s: the page lacks the splits", query)
		}
	}
	wantAll(t, "a table of one row a partition", s.want(http.StatusOK, s.get(path+"/split?select=photelsbyid")).body,
		"Without clustering columns, a partition is one row.")
}

// TestSplitIntoListedBuckets shows the statement that reads their list, and adds its table.
func TestSplitIntoListedBuckets(t *testing.T) {
	s := newSite(t)
	path, split := splits(s, "pavailablerooms")
	page := s.want(http.StatusOK, s.get(split+"&move=dynamic-bucket&mark=&new.move.rows=50000&new.move.name=buckets_of_hotels")).body
	wantAll(t, "the page", page, "each query reads the list of buckets", "buckets_of_hotels", "second table: ")
	refused := form("select", "pavailablerooms", "tab", "split", "move", "dynamic-bucket", "new.move.rows", "0",
		"new.move.name", "buckets_of_hotels", "mark", "", "do", "apply")
	wantAll(t, "the refusal", s.want(http.StatusUnprocessableEntity, s.post(path+"/design", refused)).body,
		"Rows in a bucket must be at least 1", `id="new-move-rows-problem"`)
	apply := form("select", "pavailablerooms", "tab", "split", "move", "dynamic-bucket", "new.move.rows", "50000",
		"new.move.name", "buckets_of_hotels", "do", "apply", "mark", markOf(t, page))
	s.want(http.StatusSeeOther, s.post(path+"/design", apply))
	m, revision := s.model(path)
	if revision.Words != "split available_rooms_by_hotel_date into buckets of 50000 rows, listed in buckets_of_hotels" {
		t.Errorf("the revision says %q", revision.Words)
	}
	result := proof.Of(m, "q4")
	if best, _ := result.Best(); best.Verdict != proof.Partitions || !best.Ordered {
		t.Errorf("Q4 reads %s, in order: %v", best.Verdict, best.Ordered)
	}
	for _, tab := range []string{"physical", "sizes", "cql", "keys?select=pavailablerooms", "queries?select=q4", "logical"} {
		s.want(http.StatusOK, s.get(path+"/"+tab))
	}
}
