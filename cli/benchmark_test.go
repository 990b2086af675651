package cli_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"widerow/cql"
	"widerow/diagram"
	"widerow/diagram/engine"
	"widerow/diagram/engine/process"
	"widerow/diagram/figure"
	"widerow/handlers"
	"widerow/model"
	"widerow/model/diff"
	"widerow/model/edit"
	"widerow/model/validation"
	"widerow/store"
	"widerow/store/bolt"
)

// countingStore counts the bytes of the documents and patches that are saved.
type countingStore struct {
	store.Store
	saved int
}

func (s *countingStore) Save(ctx context.Context, save store.Save) (store.Revision, error) {
	s.saved += len(save.Document) + len(save.Patch)
	return s.Store.Save(ctx, save)
}

// benchSite is the whole app as serve builds it, with its data on disk and its
// own layout processes, and one client.
type benchSite struct {
	testing.TB
	store   *countingStore
	base    string
	visitor *http.Client // its cookie identifies the author of a change
}

func newBenchSite(b testing.TB) *benchSite {
	b.Helper()
	return newBenchSiteOn(b, filepath.Join(b.TempDir(), "widerow.db"))
}

// newBenchSiteOn serves a data file.
func newBenchSiteOn(b testing.TB, path string) *benchSite {
	b.Helper()
	quiet := slog.New(slog.DiscardHandler)
	models, err := bolt.Open(path, bolt.Options{Options: store.Options{Apply: diff.Apply}})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { models.Close() })
	counted := &countingStore{Store: models}
	pool := benchPool(b, quiet)
	app, err := handlers.New(handlers.Config{Store: counted, Layouter: engine.New(pool, quiet), Log: quiet})
	if err != nil {
		b.Fatal(err)
	}
	server := httptest.NewServer(app)
	b.Cleanup(server.Close)
	return &benchSite{TB: b, store: counted, base: server.URL, visitor: newGuest(b)}
}

func newGuest(b testing.TB) *http.Client {
	b.Helper()
	cookies, err := cookiejar.New(nil)
	if err != nil {
		b.Fatal(err)
	}
	return &http.Client{Jar: cookies}
}

func benchPool(b testing.TB, log *slog.Logger) *engine.Pool {
	b.Helper()
	pool, err := engine.NewPool(engine.PoolOptions{Cache: b.TempDir(), Options: process.Options{Logger: log}})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { pool.Close() })
	return pool
}

// ask sends a request as htmx does and returns the body and the path after
// redirects.
func (s *benchSite) ask(method, address string, form url.Values, header ...string) (body, path string) {
	s.Helper()
	request, err := http.NewRequestWithContext(s.Context(), method, s.base+address, strings.NewReader(form.Encode()))
	if err != nil {
		s.Fatal(err)
	}
	if form != nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i+1 < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	response, err := s.visitor.Do(request)
	if err != nil {
		s.Fatal(err)
	}
	defer response.Body.Close()
	read, err := io.ReadAll(response.Body)
	if err != nil {
		s.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		s.Fatalf("%s %s: %s\n%.2000s", method, address, response.Status, read)
	}
	return string(read), response.Request.URL.Path
}

// open creates a copy of an example and returns its address.
func (s *benchSite) open(slug string) string {
	s.Helper()
	_, path := s.ask("POST", "/examples/"+slug, url.Values{})
	return path[:strings.LastIndex(path, "/")]
}

// put imports a document and returns the address of the new model.
func (s *benchSite) put(document *model.Model) string {
	s.Helper()
	_, path := s.ask("POST", "/import/create", url.Values{"text": {string(document.Encode())}})
	return path[:strings.LastIndex(path, "/")]
}

func (s *benchSite) model(address string) *model.Model {
	s.Helper()
	text, _ := s.ask("GET", address+"/model.json", nil)
	document, err := model.Decode([]byte(text))
	if err != nil {
		s.Fatal(err)
	}
	return document
}

// largeModel returns the model of an imported script with count tables of ten
// columns, and 4/3 query arrows per table.
func largeModel(b testing.TB, count int) *model.Model {
	b.Helper()
	document, report := cql.Import(largeScript(count), "Large")
	if len(report.Refused) > 0 {
		b.Fatal(report.Refused[0].Message)
	}
	tables := model.Sorted(document.Logical.Tables)
	document.Workflow.Queries = map[model.ID]*model.Query{"query": {Label: "Q1", Name: "Find it"}}
	document.Logical.Arrows = map[model.ID]*model.QueryArrow{}
	for i := 1; i < len(tables); i++ {
		for _, share := range []int{2, 3} {
			if i%share == 0 || share == 2 {
				id := model.ID(fmt.Sprintf("arrow%dx%d", share, i))
				document.Logical.Arrows[id] = &model.QueryArrow{Access: "query", From: tables[i/share].ID, To: tables[i].ID}
			}
		}
	}
	if problems := validation.Problems(document); len(problems) > 0 {
		b.Fatal(problems[0])
	}
	return document
}

func largeScript(tables int) string {
	var script strings.Builder
	script.WriteString("CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n")
	for i := range tables {
		fmt.Fprintf(&script, `CREATE TABLE shop.orders_%d (
    customer uuid, day date, at timestamp, number timeuuid, note text STATIC,
    items map<text, frozen<tuple<int, decimal>>>, tags set<text>, total decimal, status text, paid boolean,
    PRIMARY KEY ((customer, day), at, number)
) WITH CLUSTERING ORDER BY (at DESC, number ASC) AND comment = 'orders of a day' AND gc_grace_seconds = 86400;
`, i)
	}
	return script.String()
}

// times holds the time of each round. The benchmark prints their mean, which
// is sensitive to other load, so report adds the median.
type times []time.Duration

func (t *times) measure(work func()) {
	started := time.Now()
	work()
	*t = append(*t, time.Since(started))
}

func (t times) report(b *testing.B) {
	b.ReportMetric(t.percentile(50), "p50-ms")
	b.ReportMetric(t.percentile(95), "p95-ms")
}

func (t times) percentile(percent int) float64 {
	sorted := slices.Sorted(slices.Values(t))
	return float64(sorted[len(sorted)*percent/100]) / float64(time.Millisecond)
}

// BenchmarkEdit measures the round trip of a form: parse, apply, save to disk,
// compute sizes, draw, and respond with fragments. A rename changes the width of
// boxes, so the diagram is laid out again; a length changes only the sizes.
func BenchmarkEdit(b *testing.B) {
	for _, field := range []string{"name", "length"} {
		b.Run(field, func(b *testing.B) {
			site := newBenchSite(b)
			benchEdits(b, site, site.open("hotel"), field)
		})
	}
	for _, tables := range []int{100, 300} {
		b.Run(fmt.Sprintf("name/tables=%d", tables), func(b *testing.B) {
			site := newBenchSite(b)
			benchEdits(b, site, site.put(largeModel(b, tables)), "name")
		})
	}
}

func benchEdits(b *testing.B, site *benchSite, address, field string) {
	edit := site.edits(address, field)
	edit() // starts the worker
	var took times
	for b.Loop() {
		took.measure(edit)
	}
	took.report(b)
}

// edits returns a function that edits a field of two columns, in two tables.
// The values repeat after editWidths² rounds.
func (s *benchSite) edits(address, field string) func() {
	columns := textColumns(s, s.model(address), field)
	selected := columns[0].id
	if field == "name" {
		selected = columns[0].table // its form has a row for each column
	}
	round, picture := 0, ""
	return func() {
		round++
		form := url.Values{"tab": {"physical"}, "select": {string(selected)}, "operation": {fmt.Sprint("edit", round)}}
		for i, width := range []int{round % editWidths, round / editWidths % editWidths} {
			column := &columns[i]
			wanted := strconv.Itoa(1 + width)
			if field == "name" {
				wanted = strings.Repeat("w", 1+width) + "_" + strconv.Itoa(i)
			}
			form.Set("was."+string(column.id)+"."+field, column.was)
			form.Set("set."+string(column.id)+"."+field, wanted)
			column.was = wanted
		}
		body, _ := s.ask("POST", address+"/edit", form, "HX-Request", "true", "HX-Request-Type", "partial", "Widerow-Picture", picture)
		if _, rest, found := strings.Cut(body, `data-picture="`); found {
			picture, _, _ = strings.Cut(rest, `"`)
		}
		if !strings.Contains(body, `value="`+columns[0].was+`"`) || !strings.Contains(body, "<svg") {
			s.Fatalf("the response lacks %s or the picture:\n%.2000s", columns[0].was, body)
		}
	}
}

const editWidths = 40

// textColumn is a column and the value of the edited field.
type textColumn struct {
	table, id model.ID
	was       string
}

// textColumns returns the last regular text column of each of two tables, with
// the value of the field called name.
func textColumns(b testing.TB, document *model.Model, name string) [2]textColumn {
	b.Helper()
	field, _ := edit.FieldOf(model.RelationColumnKind, name)
	var found []textColumn
	for _, relation := range model.Sorted(document.Physical.Relations) {
		columns := relation.Value.SortedColumns()
		slices.Reverse(columns)
		for _, column := range columns {
			if relation.Value.Kind == model.Table && column.Value.Role == model.Regular && column.Value.Type.Name == "text" {
				element, _ := document.Element(column.ID)
				found = append(found, textColumn{relation.ID, column.ID, field.Text(document, element)})
				break
			}
		}
	}
	if len(found) < 2 {
		b.Fatal("the model has too few tables with a text column")
	}
	return [2]textColumn(found)
}

// BenchmarkAgain requests pages and pictures that are cached, of a model with
// some history.
func BenchmarkAgain(b *testing.B) {
	site := newBenchSite(b)
	address := site.open("hotel")
	edit := site.edits(address, "length")
	for range 500 {
		edit()
	}
	for _, path := range []string{"/physical.svg", "/physical", "/concepts", "/sizes", "/cql", "/history"} {
		b.Run(path[1:], func(b *testing.B) { benchGet(b, site, address+path) })
	}
	b.Run("home", func(b *testing.B) { benchGet(b, site, "/") })
	site.visitor = newGuest(b)
	b.Run("physical/guest", func(b *testing.B) { benchGet(b, site, address+"/physical") })
}

// BenchmarkLarge requests the pages of large models, with one table selected.
func BenchmarkLarge(b *testing.B) {
	for _, tables := range []int{100, 300} {
		site := newBenchSite(b)
		address := site.put(largeModel(b, tables))
		table := textColumns(b, site.model(address), "name")[0].table
		for _, tab := range []string{"logical", "physical", "sizes", "cql"} {
			b.Run(fmt.Sprintf("%s/tables=%d", tab, tables), func(b *testing.B) {
				benchGet(b, site, address+"/"+tab+"?select="+string(table))
			})
		}
	}
}

// BenchmarkWide requests the form of a table with 300 columns and edits one.
func BenchmarkWide(b *testing.B) {
	document := wideModel(b, 300)
	b.Run("physical", func(b *testing.B) {
		site := newBenchSite(b)
		address := site.put(document)
		table := textColumns(b, site.model(address), "name")[0].table
		benchGet(b, site, address+"/physical?select="+string(table))
	})
	b.Run("edit", func(b *testing.B) {
		site := newBenchSite(b)
		benchEdits(b, site, site.put(document), "name")
	})
}

// wideModel returns a model of two tables, one of which has many columns.
func wideModel(b testing.TB, columns int) *model.Model {
	b.Helper()
	var script strings.Builder
	script.WriteString("CREATE TABLE wide (id uuid PRIMARY KEY")
	for i := range columns {
		fmt.Fprintf(&script, ", column_%d text", i)
	}
	script.WriteString(");\nCREATE TABLE narrow (id uuid PRIMARY KEY, name text);\n")
	document, report := cql.Import(script.String(), "Wide")
	if len(report.Refused) > 0 {
		b.Fatal(report.Refused[0].Message)
	}
	return document
}

func benchGet(b *testing.B, site *benchSite, path string) {
	site.ask("GET", path, nil)
	var took times
	var size int
	for b.Loop() {
		took.measure(func() {
			body, _ := site.ask("GET", path, nil)
			size = len(body)
		})
	}
	took.report(b)
	b.ReportMetric(float64(size>>10), "KiB")
}

// BenchmarkDiagram lays out and draws models that are not cached, in a worker
// that has already started.
func BenchmarkDiagram(b *testing.B) {
	pool := benchPool(b, slog.New(slog.DiscardHandler))
	for _, tables := range []int{30, 100, 300, 1000} {
		document := largeModel(b, tables)
		b.Run(fmt.Sprintf("tables=%d", tables), func(b *testing.B) {
			draw := func() {
				forgetful := engine.New(pool, slog.New(slog.DiscardHandler))
				if _, err := diagram.Render(b.Context(), forgetful, document, diagram.KindPhysical, diagram.Display{}, figure.Options{}); err != nil {
					b.Fatal(err)
				}
			}
			draw() // starts the worker
			var took times
			for b.Loop() {
				took.measure(draw)
			}
			took.report(b)
		})
	}
}
