package handlers_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"widerow/model"
)

const shopScript = `CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 3};
CREATE TABLE shop.orders (customer uuid, placed timestamp, note text, items list<text>, PRIMARY KEY (customer, placed));
CREATE TABLE shop.users (id uuid PRIMARY KEY, email text);`

// openShop imports a schema of which no number is known. It returns the address and
// the ids of tables and columns by name.
func openShop(s *site) (path string, ids map[string]string) {
	created := s.want(http.StatusSeeOther,
		s.post("/import/create", form("text", shopScript, "name", "shop", "target", "cassandra-5.0", "into", "",
			"revision", "0")))
	path = strings.TrimSuffix(s.path(created), "/physical")
	m, _ := s.model(path)
	ids = map[string]string{}
	for id, relation := range m.Physical.Relations {
		ids[relation.Name] = string(id)
		for id, column := range relation.Columns {
			ids[column.Name] = string(id)
		}
	}
	return path, ids
}

func wantAll(t *testing.T, what, body string, wanted ...string) {
	t.Helper()
	for _, want := range wanted {
		if !strings.Contains(body, want) {
			t.Errorf("%s lacks %q", what, want)
		}
	}
}

// A schema has sizes at once. What is assumed is marked, and the page asks first for
// what moves the sizes most.
func TestSizesAtOnce(t *testing.T) {
	s := newSite(t)
	path, ids := openShop(s)
	page := s.want(http.StatusOK, s.get(path+"/sizes")).body
	// 31 bytes and 1,000 rows of 1 + 1 + 8 + 2 + 2 + 6 + 1 + 31, and the list: 9 + 1 + 5 ×
	// (1 + 17 + 31). The number of the rows comes first, then that of the elements.
	wantAll(t, "the page", page, "~307 kB", "~72 B", "1,000 assumed", "1: no clustering column", "3 lengths assumed",
		"What moves the sizes most", "×10 → partition ×10")
	asked := regexp.MustCompile(`<b>([^<]*)</b>`).FindAllStringSubmatch(page[strings.Index(page, "asks-title"):strings.Index(page, `id="sizes"`)], -1)
	var words []string
	for _, match := range asked {
		words = append(words, match[1])
	}
	if got, want := strings.Join(words, "; "), "Rows per customer; Elements of items; Length of items; Length of note; Length of email"; got != want {
		t.Errorf("asked for %s, want %s", got, want)
	}

	// A number that is entered in the table of sizes.
	rows := ids["orders"] + ".rows"
	edit := func(values ...string) {
		s.want(http.StatusSeeOther, s.post(path+"/edit", form(append(values, "tab", "sizes")...)))
	}
	edit("was."+rows, "", "set."+rows, "1000/500000", "do", "save")
	m, _ := s.model(path)
	if got := m.Physical.Relations[model.ID(ids["orders"])].Rows; got != "1000/500000" {
		t.Errorf("rows = %q", got)
	}
	wantAll(t, "the page with rows", s.get(path+"/sizes").body, "= 1,000 / 500,000", "~153 MB", `class="warn worst-only"`, `value="clear:`+rows+`"`)
	// Back to what is assumed.
	edit("was."+rows, "1000/500000", "set."+rows, "1000/500000", "do", "clear:"+rows)
	if m, _ := s.model(path); m.Physical.Relations[model.ID(ids["orders"])].Rows != "" {
		t.Error("the rows were not set back")
	}
	// A name that is no quantity leads to the row for a new one, in the table of sizes and in the details.
	edit("was."+rows, "", "set."+rows, "orders_per_day * 7", "do", "save")
	for _, address := range []string{"/sizes", "/physical?select=" + ids["orders"]} {
		wantAll(t, "the link to the missing quantity at "+address, s.get(path+address).body,
			`data-then-focus="new-quantity-typical" data-fill="new-quantity-name=orders_per_day">quantity orders_per_day</a>`)
	}
	edit("was."+rows, "orders_per_day * 7", "set."+rows, "", "do", "save")
	// A division that was meant as two cases.
	edit("was."+rows, "", "set."+rows, "1000 / 5000", "do", "save")
	wantAll(t, "the page with less than a row", s.get(path+"/sizes").body, "has less than one row: 0.2")
	refused := s.want(http.StatusUnprocessableEntity,
		s.post(path+"/edit", form("was."+rows, "1000 / 5000", "set."+rows, "5000/1000", "do", "save", "tab", "sizes")))
	wantAll(t, "the refusal", refused.body, "the worst case, 1000, is below the typical one, 5000", `value="5000/1000"`)
}

// The switch of formulas is in the address.
func TestSizesByTheBook(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	for query, want := range map[string]string{"": "1,457,094 bytes on disk",
		"?formula=book": "1,095,005 bytes by the book", "?formula=legacy": "1,095,005 bytes by the formula for 2.2",
		"?formula=nonsense": "1,457,094 bytes on disk"} {
		wantAll(t, "the page"+query, s.want(http.StatusOK, s.get(path+"/sizes"+query)).body, want)
	}
}

// The ledger explains every byte by both formulas.
func TestLedger(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	page := s.want(http.StatusOK, s.get(path+"/ledger?select=pavailablerooms")).body
	wantAll(t, "the ledger", page, "1,457,094 bytes", "1,095,005 bytes", "The book says 25 % less.",
		"deletion time of the partition", "row marker: time of the write", "is_available", "How sure is this?",
		`href="`+path+`/split?select=pavailablerooms">Make it smaller`,
		"a file with the writes of a minute instead of ten days", "rooms_per_hotel * days_of_inventory")
	if strings.Contains(page, "assumed</") || strings.Contains(page, "~1.5 MB") {
		t.Error("something is assumed of a table of which all is known")
	}
	path, ids := openShop(s)
	// The cell of is_available takes 2 of the 19.96 bytes of a row.
	wantAll(t, "the picture of a partition", textOf(page, "ledger-picture"), "One partition 292,000 cells in the worst case: 2.9 times the 100,000 that are advised.", "is_available 10 % 146 kB")
	page = s.want(http.StatusOK, s.get(path+"/ledger?select="+ids["orders"])).body
	wantAll(t, "the ledger of a schema", page, "Around Data.db", "10,000 partitions, assumed, in one copy", "~1.5 GB",
		"8 bytes for each chunk", `name="set.`+ids["orders"]+`.compression"`, "a tenth to ten times rows of orders",
		"Length of note", "×10 → ×8.2", "30 assumed", "elements: flags, times and paths")
}

// A length is asked for once, on the attribute: all columns follow.
func TestAskedOnTheAttribute(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	m, _ := s.model(path)
	name := m.Concepts.Entities["hotel"]
	var attribute string
	for id, a := range name.Attributes {
		if a.Name == "name" {
			attribute = string(id)
		}
	}
	length := attribute + ".length"
	was := string(name.Attributes[model.ID(attribute)].Length)
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("was."+length, was, "set."+length, "", "do", "save", "tab", "concepts")))
	page := s.want(http.StatusOK, s.get(path+"/sizes")).body
	wantAll(t, "the page", page, "Length of Hotel.name", `name="set.`+length+`"`, "hotels_by_poi and 1 more", "×10 → partitions up to ×2.8")
}

// The limits and the growth of a table: G16, and rows from rates, from what is entered,
// or from an assumption.
func TestLedgerGrowth(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	page := s.want(http.StatusOK, s.get(path+"/ledger?select=pavailablerooms")).body
	wantAll(t, "the ledger", page, "days_of_inventory", ">1,000</td>", ">136</td>", "5,010,039",
		"assumed: the rows of a partition come in 730 days", "Nothing ends this growth", `class="growth"`,
		"~ not in 100 years", "Deleted rows and their tombstones do not count")
	if regexp.MustCompile(`\(year \d{3}`).MatchString(page) {
		t.Error("the ledger names a day of another century from an assumed rate")
	}
	page = s.want(http.StatusOK, s.get(path+"/ledger?select=pavailablerooms&rows=100/400")).body
	wantAll(t, "the ledger with rows a day", page, "100 / 400: as entered here", "day 1,001", "day 251", `value="100/400"`)
	page = s.want(http.StatusOK, s.get(path+"/ledger?select=preservationsbyguest")).body
	wantAll(t, "the ledger of inserted rows", page, "from the rates of the updates that insert rows")
	page = s.want(http.StatusOK, s.get(path+"/ledger?select=pavailablerooms&rows=many")).body
	wantAll(t, "the ledger with a wrong number", page, "New rows a day: needs many", `value="many"`)
	page = s.want(http.StatusOK, s.get(path+"/ledger?select=pavailablerooms&limit=1+MB&rows=100")).body
	wantAll(t, "the ledger with a limit", page, ">1.0 MB</th>", ">50,099</td>", `name="rows" value="100"`, `name="limit" value="1 MB"`)
	page = s.want(http.StatusOK, s.get(path+"/ledger?select=pavailablerooms&limit=20,000")).body
	wantAll(t, "the ledger with a limit of cells", page, ">20,000 cells</th>", ">20,000</td>")
	page = s.want(http.StatusOK, s.get(path+"/ledger?select=pavailablerooms&limit=NaN")).body
	wantAll(t, "the ledger with a wrong limit", page, "Another limit: &#34;NaN&#34;: write bytes such as 50 MB", `value="NaN"`)
	options := "pavailablerooms.options"
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("was."+options, "", "set."+options, "default_time_to_live = 864000", "do", "save", "tab", "physical")))
	page = s.want(http.StatusOK, s.get(path+"/ledger?select=pavailablerooms&rows=100")).body
	wantAll(t, "the ledger with a TTL", page, "Rows live 10 days (default_time_to_live), and their tombstones stay 10 more (gc_grace_seconds)", "never")
	if strings.Contains(page, "Nothing ends this growth") {
		t.Error("a TTL does not end the growth")
	}
	if page := s.get(path + "/ledger?select=photelsbyid").body; strings.Contains(page, "How does it grow?") {
		t.Error("a table of one row a partition grows")
	}
}

// The ledger of a table of very many columns stays a page.
func TestLedgerOfManyColumns(t *testing.T) {
	s := newSite(t)
	var script strings.Builder
	script.WriteString("CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\nCREATE TABLE k.wide (a int, b int")
	for i := range 1000 {
		fmt.Fprintf(&script, ", c%d text", i)
	}
	script.WriteString(", PRIMARY KEY (a, b));")
	created := s.want(http.StatusSeeOther,
		s.post("/import/create", form("text", script.String(), "name", "wide", "target", "cassandra-5.0", "into", "",
			"revision", "0")))
	page := s.want(http.StatusOK, s.get(strings.TrimSuffix(s.path(created), "/physical")+"/ledger")).body
	wantAll(t, "the ledger", page, "further columns", "~32.0 MB")
	if lines := strings.Count(page, "<tr>"); lines > 900 {
		t.Errorf("the page has %d lines", lines)
	}
}

// The cluster page: nodes at once from what is assumed, numbers that are edited in
// place, set back, or refused where they are.
func TestCluster(t *testing.T) {
	s := newSite(t)
	path, ids := openShop(s)
	page := s.want(http.StatusOK, s.get(path+"/cluster")).body
	wantAll(t, "the page", page, "Datacenter datacenter1", "10,000 assumed", "4 TB assumed", "10,000 assumed",
		`placeholder="by strategy"`, "because each replica needs a node of its own", "What takes the disk", "bloom filter",
		"Popular keys: datacenter datacenter1", "Give queries and updates a rate",
		"The number of nodes stays the same until then.")
	edit := func(values ...string) answer { return s.post(path+"/edit", form(append(values, "tab", "cluster")...)) }
	orders := ids["orders"] + ".partitions"
	s.want(http.StatusSeeOther, edit("was."+orders, "", "set."+orders, "1e6/1e7", "was.model.disk", "", "set.model.disk", "100 GB", "do", "save"))
	m, _ := s.model(path)
	if m.Cluster.Disk != "100 GB" || m.Physical.Relations[model.ID(ids["orders"])].Partitions != "1e6/1e7" {
		t.Errorf("disk %q, partitions %q", m.Cluster.Disk, m.Physical.Relations[model.ID(ids["orders"])].Partitions)
	}
	// 307 kB × 10⁶ × 3 copies, half of it compressed, twice for compaction, on 100 GB.
	wantAll(t, "the page of large numbers", s.get(path+"/cluster").body, "<b>10 nodes</b>, because of the disk", "At peak <b>93</b>", `value="clear:model.disk"`)
	s.want(http.StatusSeeOther, edit("was.model.disk", "100 GB", "set.model.disk", "100 GB", "do", "clear:model.disk"))
	if m, _ := s.model(path); m.Cluster != (model.Cluster{}) {
		t.Errorf("the disk was not set back: %+v", m.Cluster)
	}
	for value, want := range map[string]string{
		"0": "must be from 1 GB to 1000 TB; got 0", "-1": "the value is negative",
		"1e30": "must be from 1 GB to 1000 TB; got 1e30", "30 kb": "is no unit: kB is 1,000 bytes",
		"1.5M": "is no unit", "NaN": "NaN is no number",
	} {
		refused := s.want(http.StatusUnprocessableEntity, edit("was.model.disk", "", "set.model.disk", value, "do", "save"))
		wantAll(t, "the refusal of "+value, refused.body, want, `value="`+value+`"`)
	}
	// A name may be that of a quantity to come.
	s.want(http.StatusSeeOther, edit("was.model.disk", "", "set.model.disk", "big_disk", "do", "save"))
	wantAll(t, "the page with a name", s.get(path+"/cluster").body, "needs big_disk: 4 TB is assumed")
	s.want(http.StatusSeeOther, edit("was."+orders, "1e6/1e7", "set."+orders, "1e30", "do", "save"))
	wantAll(t, "the page of too large a number", s.get(path+"/cluster").body, "A number is too large to compute with", "&gt; 1,000,000")
}

// The hotel grows with its reservations. A day that has passed, an old revision, and a
// model without tables have a page too.
func TestClusterOverTime(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	set := func(field, was, value string) {
		s.want(http.StatusSeeOther, s.post(path+"/edit", form("was.model."+field, was, "set.model."+field, value, "do", "save", "tab", "cluster")))
	}
	set("density", "", "40 GB")
	set("until", "", "2199-01-01")
	wantAll(t, "the page", s.want(http.StatusOK, s.get(path+"/cluster")).body, "432,000 rows a day",
		"the hottest gets 11 % of the requests", "part of all writes", "because a node should not hold more data",
		"When more nodes are needed", `class="growth"`, "And so on.")
	set("until", "2199-01-01", "2020-01-01")
	wantAll(t, "the page of a day in the past", s.get(path+"/cluster").body, "That day is not after today")
	old := s.want(http.StatusOK, s.get(path+"/cluster?rev=1")).body
	if strings.Contains(old, `id="cluster-save"`) {
		t.Error("an old revision can be edited")
	}
	empty := s.path(s.want(http.StatusSeeOther, s.post("/models", form("name", "empty"))))
	wantAll(t, "the page of an empty model", s.want(http.StatusOK, s.get(strings.TrimSuffix(empty, "/concepts")+"/cluster")).body, "No physical tables yet")
}

// The table sorts by each column, an edit keeps the order, and the selected table shows
// its lengths.
func TestSizesSorted(t *testing.T) {
	s := newSite(t)
	path, ids := openShop(s)
	order := func(query string) string {
		body := s.want(http.StatusOK, s.get(path+"/sizes"+query)).body
		var names []string
		for _, match := range regexp.MustCompile(`id="size-([a-z0-9]+)"`).FindAllStringSubmatch(body, -1) {
			for name, id := range ids {
				if id == match[1] {
					names = append(names, name)
				}
			}
		}
		return strings.Join(names, " ")
	}
	for query, want := range map[string]string{"?sort=bytes": "users orders", "?sort=-bytes": "orders users",
		"?sort=table": "orders users", "?sort=-table": "users orders", "?sort=rows": "users orders",
		"?sort=nonsense": "orders users"} {
		if got := order(query); got != want {
			t.Errorf("sizes%s: %s, want %s", query, got, want)
		}
	}
	body := s.get(path + "/sizes?sort=bytes&select=" + ids["orders"]).body
	wantAll(t, "the sorted page", body, `aria-sort="ascending"`, "sort=-bytes&amp;select="+ids["orders"])
	hotel := s.open("hotel")
	wantAll(t, "the selected table", s.get(hotel+"/sizes?select=photelsbyid").body, `id="numbers-photelsbyid"`, "Length of Hotel.name")
	rows := ids["orders"] + ".rows"
	saved := s.want(http.StatusSeeOther, s.post(path+"/edit", form("was."+rows, "", "set."+rows, "7", "do", "save", "tab", "sizes", "sort", "-bytes")))
	if got := saved.Header.Get("Location"); !strings.Contains(got, "sort=-bytes") {
		t.Errorf("an edit leads to %s, without the order", got)
	}
}

// Sizes and what they rest on, as files.
func TestSizesAsFiles(t *testing.T) {
	s := newSite(t)
	path, _ := openShop(s)
	wantAll(t, "the CSV", s.want(http.StatusOK, s.get(path+"/sizes.csv")).body, "table,rows,cells,bytes,",
		"shop.orders,1000,2000,306930.73,204016,", "shop.users,1,1,")
	wantAll(t, "the JSON", s.want(http.StatusOK, s.get(path+"/sizes.json")).body, `"table": "shop.orders"`, `"bytes": 306930.73`, `"number": "rows of orders"`)
	wantAll(t, "the Markdown", s.want(http.StatusOK, s.get(path+"/sizes.md?download")).body, "# Partition sizes",
		"| shop.orders | 1,000 | 2,000 | ~307 kB |", "## Assumed", "- rows of orders: 1000")
	wantAll(t, "the page", s.get(path+"/sizes").body, path+"/sizes.md", path+"/sizes.csv", path+"/sizes.json")
}

// A quantity is varied in the address: what moves is shown, and nothing is saved.
func TestWhatIf(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	m, revision := s.model(path)
	var rooms model.ID
	for id, quantity := range m.Quantities {
		if quantity.Name == "rooms_per_hotel" {
			rooms = id
		}
	}
	page := s.want(http.StatusOK, s.get(path+"/sizes")).body
	wantAll(t, "the page", page, "What if?", "Move the slider", "Changes the size of", "Used by")
	page = s.want(http.StatusOK, s.get(path+"/sizes?what="+string(rooms)+"&by=100")).body
	// 1,457,094 bytes with 100 rooms, ten times the rows with 1,000.
	wantAll(t, "the page of a thousand rooms", page, "100 / 400 → <b>1,000 / 4,000</b>", "<b>14.6 MB</b>", "Nothing is saved", `value="100"`)
	if strings.Contains(page[strings.Index(page, "what-if-sizes"):strings.Index(page, "quantities-title")], "pois_by_hotel") {
		t.Error("a table moves that does not depend on the quantity")
	}
	for _, query := range []string{"?what=" + string(rooms) + "&by=0", "?what=" + string(rooms) + "&by=1000",
		"?what=" + string(rooms) + "&by=NaN", "?what=gone&by=10", "?what=%2e%2e&by=10"} {
		if body := s.want(http.StatusOK, s.get(path+"/sizes"+query)).body; !strings.Contains(body, "Move the slider") {
			t.Errorf("sizes%s varies a quantity", query)
		}
	}
	if _, after := s.model(path); after.Number != revision.Number {
		t.Error("a question makes a revision")
	}
}
