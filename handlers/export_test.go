package handlers_test

import (
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"widerow/model"
	"widerow/model/example"
)

func TestExports(t *testing.T) {
	oneByOne(t)
	s := newSite(t)
	path := s.open("hotel")
	tests := []struct{ file, contentType, want string }{
		{"er.svg", "image/svg+xml", "Reservation"},
		{"workflow.svg", "image/svg+xml", "Q1"},
		{"logical.svg", "image/svg+xml", "hotels_by_poi"},
		{"physical.svg", "image/svg+xml", "reservations_by_confirmation"},
		{"physical.png", "image/png", "\x89PNG"},
		{"physical.pdf", "application/pdf", "%PDF-1.7"},
		{"er.pdf", "application/pdf", "/Outlines"},
		{"schema.cql", "text/plain", "CREATE MATERIALIZED VIEW"},
		{"stress.zip", "application/zip", "hotel.hotels_by_poi.yaml"},
		{"model.json", "application/json", `"format": "widerow/2"`},
	}
	for _, test := range tests {
		t.Run(test.file, func(t *testing.T) {
			file := s.want(http.StatusOK, s.get(path+"/"+test.file))
			if got := file.Header.Get("Content-Type"); !strings.HasPrefix(got, test.contentType) {
				t.Errorf("Content-Type %s, want %s", got, test.contentType)
			}
			if !strings.Contains(file.body, test.want) {
				t.Errorf("want %q in the file", test.want)
			}
			tag := file.Header.Get("ETag")
			if same := s.get(path+"/"+test.file, "If-None-Match", tag); same.StatusCode != http.StatusNotModified || same.body != "" {
				t.Errorf("with its ETag: status %d, want 304", same.StatusCode)
			}
			s.want(http.StatusOK, s.get(path+"/"+test.file, "If-None-Match", `"other"`))
			s.want(http.StatusNotFound, s.get(path+"/"+test.file+"?rev=7"))
			s.want(http.StatusNotFound, s.get(path+"/"+test.file+"?revision=7"))
		})
	}
}

func TestExportAtARevision(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	m, _ := s.model(path)
	hotels := relationNamed(t, m, "hotels")
	s.want(http.StatusSeeOther, s.post(path+"/edit", set(hotels, "name", "hotels", "inns")))
	old, newest := s.get(path+"/schema.cql?rev=1"), s.get(path+"/schema.cql")
	if strings.Contains(old.body, "inns") || !strings.Contains(newest.body, "inns") {
		t.Error("revision 1 must have the old name and the newest the new one")
	}
	if old.Header.Get("ETag") == newest.Header.Get("ETag") {
		t.Error("two revisions share an ETag")
	}
}

// What the target refuses is left out of the download, and the page says so.
func TestDownloadLeavesOut(t *testing.T) {
	s := newSite(t)
	const script = "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n" +
		"CREATE TABLE k.t (a int PRIMARY KEY) WITH read_repair_chance = 0.1 AND comment = 'x';"
	path := s.path(s.want(http.StatusSeeOther, s.post("/import/create", form("text", script, "name", "Old"))))
	const left = "read_repair_chance = 0.1 is left out: Cassandra 5.0 does not have the table option read_repair_chance, which Cassandra 3.11 has"
	if page := s.want(http.StatusOK, s.get(path+"/cql")).body; !strings.Contains(page, "The download leaves out 1 part,") || !strings.Contains(page, left) {
		t.Error("the page does not say what the download leaves out")
	}
	file := s.want(http.StatusOK, s.get(path+"/schema.cql")).body
	if !strings.Contains(file, "-- Left out: read_repair_chance = 0.1: ") || !strings.Contains(file, "\n) WITH comment = 'x';") {
		t.Errorf("the file is\n%s", file)
	}
	if page := s.want(http.StatusOK, s.get(s.open("hotel")+"/cql")).body; strings.Contains(page, "leaves out") {
		t.Error("the download of the hotel leaves something out")
	}
}

func TestPicturesAreValidXML(t *testing.T) {
	oneByOne(t)
	s := newSite(t)
	for _, entry := range example.All() {
		slug := entry.Slug
		path := s.open(slug)
		for _, file := range []string{path + "/er.svg", path + "/workflow.svg", path + "/logical.svg", path + "/physical.svg", path + "/card.svg",
			"/examples/" + slug + "/card.svg"} {
			picture := s.want(http.StatusOK, s.get(file))
			decoder := xml.NewDecoder(strings.NewReader(picture.body))
			for {
				_, err := decoder.Token()
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					t.Fatalf("%s: %v", file, err)
				}
			}
		}
	}
}

// Pictures of all kinds that are drawn at once are those that are drawn one by one.
func TestPicturesAtOnce(t *testing.T) {
	files := []string{"/er.svg", "/workflow.svg", "/logical.svg", "/physical.svg", "/physical.png", "/physical.pdf"}
	together, alone := newSite(t), newSite(t)
	paths := []string{together.open("hotel"), together.open("sensors")}
	pictures := make([]string, len(files)*len(paths))
	var group sync.WaitGroup
	for i := range pictures {
		group.Go(func() {
			pictures[i] = together.visitor().get(paths[i/len(files)] + files[i%len(files)]).body
		})
	}
	group.Wait()
	paths = []string{alone.open("hotel"), alone.open("sensors")}
	for i, picture := range pictures {
		path := paths[i/len(files)] + files[i%len(files)]
		if one := alone.want(http.StatusOK, alone.get(path)).body; picture != one {
			t.Errorf("%s of %d bytes differs from one of %d bytes that was drawn at once with others", path, len(one), len(picture))
		}
	}
}

// The home page shows a picture of each example, cached by its content.
func TestExampleCards(t *testing.T) {
	s := newSite(t)
	home := s.want(http.StatusOK, s.get("/")).body
	for _, entry := range example.All() {
		if picture := "/examples/" + entry.Slug + "/card.svg"; !strings.Contains(home, `src="`+picture+`"`) {
			t.Errorf("the card of %s has no picture %s", entry.Title, picture)
		}
	}
	if tag := s.want(http.StatusOK, s.get("/examples/magazine/card.svg")).Header.Get("ETag"); tag == "" {
		t.Error("the picture has no ETag")
	}
	s.want(http.StatusNotFound, s.get("/examples/nothing/card.svg"))
}

func TestModelJSONComesBack(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	text := s.get(path + "/model.json").body
	decoded, err := model.Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if string(decoded.Encode()) != text {
		t.Error("the export is not the canonical form")
	}
}

func TestDownloadHasASafeName(t *testing.T) {
	s := newSite(t)
	path := strings.TrimSuffix(s.path(s.post("/models", form("name", `../"; rm -rf /`))), "/concepts")
	got := s.get(path + "/schema.cql?download").Header.Get("Content-Disposition")
	if want := `attachment; filename="rm--rf.cql"`; got != want {
		t.Errorf("Content-Disposition %s, want %s", got, want)
	}
}

func TestPicturesAsAsked(t *testing.T) {
	oneByOne(t)
	s := newSite(t)
	path := s.open("hotel")
	plain := s.want(http.StatusOK, s.get(path+"/physical.svg"))
	for query, want := range map[string]string{
		"theme=print": "hatch-light", "theme=dark": "#0f141d", "legend=1": "<svg", "columns=keys": "<svg", "scale=3": "<svg",
		"text=outlines": `aria-label="hotels"`,
	} {
		other := s.want(http.StatusOK, s.get(path+"/physical.svg?"+query))
		if !strings.Contains(other.body, want) {
			t.Errorf("?%s: the picture lacks %s", query, want)
		}
		if other.Header.Get("ETag") == plain.Header.Get("ETag") {
			t.Errorf("?%s has the ETag of the plain picture", query)
		}
	}
	for query, want := range map[string]string{
		"theme=pink": "theme=pink", "scale=9": "scale=9", "paper=a0": "paper=a0", "text=curves": "text=curves", "columns=some&theme=pink": "columns=some",
	} {
		for _, file := range []string{"physical.svg", "physical.png", "er.pdf"} {
			if wrong := s.want(http.StatusBadRequest, s.get(path+"/"+file+"?"+query)); !strings.Contains(wrong.body, want) {
				t.Errorf("%s?%s answers %q", file, query, wrong.body)
			}
		}
	}
	s.want(http.StatusUnprocessableEntity, s.get(path+"/physical.svg?focus=nobody"))
	named := s.want(http.StatusOK, s.get(path+"/physical.png?download&scale=1"))
	if got := named.Header.Get("Content-Disposition"); !strings.HasSuffix(got, `-physical.png"`) {
		t.Errorf("Content-Disposition %q", got)
	}
}

func TestEmbed(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	embed := "/embed/" + strings.TrimPrefix(path, "/m/")
	m, _ := s.model(path)
	table := string(relationNamed(t, m, "hotels"))
	page := s.want(http.StatusOK, s.get(embed+"/physical?theme=dark&revision=1&columns=keys"))
	for _, want := range []string{
		`<svg xmlns="http://www.w3.org/2000/svg" class="diagram physical dark wide"`, path + `/physical?columns=keys&amp;rev=1"`, `<base target="_blank"`, "r1",
		`<a class="bar-link" href="` + path + "/physical?columns=keys&amp;rev=1&amp;select=" + table + `"`,
	} {
		if !strings.Contains(page.body, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if strings.Contains(page.body, "<script") || strings.Contains(page.body, `<a class="column`) {
		t.Error("the page has scripts, or each column is a link")
	}
	if policy := page.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "frame-ancestors *") || strings.Contains(policy, "script-src") {
		t.Errorf("the page's policy is %q", policy)
	}
	for _, file := range []string{"/er.svg", "/er.svg?text=outlines", "/workflow.png", "/logical.pdf"} {
		if got := s.want(http.StatusOK, s.get(embed+file)).Header.Get("Cross-Origin-Resource-Policy"); got != "cross-origin" {
			t.Errorf("%s: Cross-Origin-Resource-Policy %q", file, got)
		}
	}
	if policy := s.get(path + "/physical").Header.Get("Content-Security-Policy"); !strings.Contains(policy, "frame-ancestors 'none'") {
		t.Errorf("a model's page may be framed: %q", policy)
	}
	for _, refused := range []answer{
		s.want(http.StatusBadRequest, s.get(embed+"/physical?theme=pink")), s.want(http.StatusNotFound, s.get(embed+"/physical?revision=9")),
	} {
		if policy := refused.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "frame-ancestors *") {
			t.Errorf("a frame cannot tell why it is empty: %q", policy)
		}
		if strings.Contains(refused.body, "<script") || !strings.Contains(refused.body, `<base target="_blank"`) {
			t.Error("an empty frame asks for scripts that its policy forbids, or its links stay in it")
		}
	}
}

// In pages, text remains text, and no address of a file has the parameter twice.
func TestOutlinesAreForFiles(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	for _, address := range []string{path + "/physical?text=outlines", "/embed/" + strings.TrimPrefix(path, "/m/") + "/physical?text=outlines"} {
		page := s.want(http.StatusOK, s.get(address))
		if strings.Contains(page.body, "aria-label=\"hotel_id\"") || !strings.Contains(page.body, ">hotel_id</text>") {
			t.Errorf("%s: the page draws outlines", address)
		}
		if strings.Count(page.body, "text=outlines") > 1 || strings.Contains(page.body, "text=outlines&amp;text=") {
			t.Errorf("%s: text=outlines is in other addresses than the picture's", address)
		}
	}
}

// The newest revision is revalidated each time; an old one never changes.
func TestEmbedsAreKept(t *testing.T) {
	oneByOne(t)
	s := newSite(t)
	path := s.open("hotel")
	embed := "/embed/" + strings.TrimPrefix(path, "/m/")
	for file, want := range map[string]string{
		"/physical": "no-cache", "/physical?revision=1": "no-cache", // it names style sheets of this version of the program
		"/physical.svg": "no-cache", "/physical.png": "no-cache", "/physical.svg?revision=1": "private, max-age=31536000, immutable",
	} {
		answer := s.want(http.StatusOK, s.get(embed+file))
		if got := answer.Header.Get("Cache-Control"); got != want {
			t.Errorf("%s: Cache-Control %q, want %q", file, got, want)
		}
		s.want(http.StatusNotModified, s.get(embed+file, "If-None-Match", answer.Header.Get("ETag")))
	}
	before := s.get(embed + "/physical").Header.Get("ETag")
	m, _ := s.model(path)
	s.want(http.StatusSeeOther, s.post(path+"/edit", set(relationNamed(t, m, "hotels"), "name", "hotels", "inns")))
	after := s.want(http.StatusOK, s.get(embed+"/physical", "If-None-Match", before))
	if !strings.Contains(after.body, ">inns</text>") {
		t.Error("the page shows an older revision")
	}
	if old := s.want(http.StatusOK, s.get(embed+"/physical?revision=1")); !strings.Contains(old.body, ">hotels</text>") {
		t.Error("the page does not show the revision that was asked for")
	}
	if got := s.want(http.StatusNotFound, s.get(embed+"/physical.svg?revision=9")).Header.Get("Cache-Control"); strings.Contains(got, "immutable") {
		t.Error("a revision to come is missing for ever")
	}
}
