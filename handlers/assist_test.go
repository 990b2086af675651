package handlers_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"widerow/handlers"
)

// asked is a response to the editor.
type asked struct {
	Revision int
	Findings []struct {
		Severity, Code, Message string
		From, To                int
	}
	Items       []struct{ Label, Kind, Detail string }
	From, To    int
	Title, Href string
	Element     string
	Text        string
}

// ask posts a text with the cursor, written as |, to an endpoint.
func (s *site) ask(path, text string, more ...string) asked {
	s.t.Helper()
	before, after, _ := strings.Cut(text, "|")
	answer := s.want(http.StatusOK, s.post(path, form(append([]string{"text", before + after, "at", strconv.Itoa(len(before))}, more...)...)))
	if got := answer.Header.Get("Content-Type"); !strings.HasPrefix(got, "application/json") {
		s.t.Fatalf("%s answers %s", path, got)
	}
	var decoded asked
	if err := json.Unmarshal([]byte(answer.body), &decoded); err != nil {
		s.t.Fatal(err)
	}
	return decoded
}

func TestEditorIsAnswered(t *testing.T) {
	s := newSite(t)
	cql := s.open("hotel") + "/cql"

	checked := s.ask(cql+"/check", "CREATE TABLE t (a int PRIMRY KEY);")
	if len(checked.Findings) != 1 || checked.Revision != 1 || checked.Findings[0].From != 22 ||
		checked.Findings[0].To != 28 || checked.Findings[0].Severity != "error" {
		t.Errorf("check: %+v, want one error over PRIMRY, of revision 1", checked)
	}
	if fine := s.ask(cql+"/check", ""); fine.Findings == nil || len(fine.Findings) != 0 {
		t.Errorf("check of nothing: %+v, want an empty list", fine.Findings)
	}
	completed := s.ask(cql+"/complete", "CREATE TABLE t (a sm|")
	if completed.From != 18 || completed.To != 20 || len(completed.Items) == 0 {
		t.Errorf("complete: %+v", completed)
	}
	hover := s.ask(cql+"/hover", "CREATE TABLE hotel.hot|els (hotel_id text PRIMARY KEY)")
	if hover.Title != "hotels" || !strings.Contains(hover.Href, "/physical?select=") {
		t.Errorf("hover: %+v, want hotels with a link to it", hover)
	}
	defined := s.ask(cql+"/definition", "CREATE TABLE k.t (a int PRIMARY KEY); SELECT |a FROM k.t")
	if defined.From != 18 || defined.To != 19 {
		t.Errorf("definition: %+v, want 18 to 19", defined)
	}
	if got := s.ask(cql+"/subject", "CREATE TABLE hotel.hotels (|").Element; !strings.HasSuffix(hover.Href, "select="+got) || got == "" {
		t.Errorf("subject: %q, want the element of %s", got, hover.Href)
	}
	if got := s.ask(cql+"/format", "use  k").Text; got != "USE k;\n" {
		t.Errorf("format: %q", got)
	}
}

func TestEditorIsAnsweredWithinLimits(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	for _, verb := range []string{"check", "complete", "hover", "definition", "format", "subject"} {
		s.want(http.StatusNotFound, s.post("/m/nosuchmodel/cql/"+verb, form("text", "x")))
		s.want(http.StatusMethodNotAllowed, s.get(path+"/cql/"+verb))
		s.want(http.StatusForbidden, s.post(path+"/cql/"+verb, form("text", "x"), "Sec-Fetch-Site", "cross-site"))
		s.want(http.StatusRequestEntityTooLarge, s.post(path+"/cql/"+verb, url.Values{"text": {strings.Repeat("(", handlers.BodyLimit+1)}}))
		s.want(http.StatusOK, s.post(path+"/cql/"+verb, form("text", strings.Repeat("[{'", 100_000), "at", "150000")))
		s.want(http.StatusOK, s.post(path+"/cql/"+verb, form("text", "SELECT \xff", "at", "-7")))
		s.want(http.StatusOK, s.post(path+"/cql/"+verb, form("text", "SELECT", "at", "99999999999999999999", "element", "nothing")))
	}
}
