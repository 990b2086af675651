package handlers_test

import (
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"widerow/handlers/identity"
	"widerow/model/example"
	"widerow/store"
)

// TestLinks: a link shows what it is for, to whoever has it, until it is taken back.
func TestLinks(t *testing.T) {
	s := newTeam(t, identity.Password)
	hotel, err := example.Load("hotel")
	s.must(err)
	_, err = s.models.Save(t.Context(), store.Save{Model: s.model, Base: 1, Operation: "hotel",
		Author: store.Author{Name: "ada"}, At: time.Now(), Words: "drew it", Kind: store.KindEdit, Title: hotel.Name,
		Document: hotel.Encode()})
	s.must(err)
	page := "/m/" + string(s.model) + "/share"
	link := func(form ...string) string {
		t.Helper()
		values := url.Values{}
		for i := 0; i+1 < len(form); i += 2 {
			values.Set(form[i], form[i+1])
		}
		made := s.do("POST", page+"/links", values, s.as("ada")...)
		found := regexp.MustCompile(`/s/[^<"/]+/[A-Za-z0-9_-]{43}`).FindString(made.body)
		if made.StatusCode != 200 || found == "" {
			t.Fatalf("make a link: %d\n%.500s", made.StatusCode, made.body)
		}
		return found
	}
	whole, one, old := link("what", "model", "name", "all"), link("what", "diagram logical"), link("what", "revision 1")
	says := link("what", "diagram er", "comments", "true")
	for _, test := range []struct {
		path string
		want int
	}{
		{whole, 200}, {whole + "/er", 200}, {whole + "/physical.svg", 200}, {whole + "/logical.png", 200},
		{whole + "/logical?frame=1", 200}, {whole + "/history", 404}, {whole + "/schema.txt", 404},
		{one, 200}, {one + "/logical", 200}, {one + "/logical.svg", 200}, {one + "/er", 404}, {one + "/er.svg", 404}, {one + "/physical.pdf", 404},
		{old, 200}, {old + "/er.svg", 200}, {whole[:len(whole)-1] + "_", 404}, {strings.Replace(whole, string(s.model), "another", 1), 404},
	} {
		got := s.do("GET", test.path, nil)
		if got.StatusCode != test.want {
			t.Errorf("GET %s: %d, want %d", test.path, got.StatusCode, test.want)
		}
		for name, want := range map[string]string{"Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex, nofollow, noarchive"} {
			if got.Header.Get(name) != want {
				t.Errorf("GET %s: %s is %q", test.path, name, got.Header.Get(name))
			}
		}
		if test.want == 404 && strings.Contains(got.body, hotel.Name) {
			t.Errorf("GET %s: the error names the model", test.path)
		}
	}
	// No history: the revision in the address does not count.
	if newest, asked := s.do("GET", one+"/logical.svg", nil), s.do("GET", one+"/logical.svg?rev=1&revision=1", nil); newest.body != asked.body {
		t.Error("a link shows another revision than its own")
	}
	if newest, first := s.do("GET", whole+"/er.svg", nil), s.do("GET", old+"/er.svg", nil); newest.body == first.body {
		t.Error("a link to a revision shows the newest")
	}
	// Comments come only by a link that takes them, and under no member's name.
	said := func(link, name string) int {
		return s.do("POST", link+"/comments", url.Values{"view": {"er"}, "name": {name}, "text": {"Why?"}}).StatusCode
	}
	for _, test := range []struct {
		link, name string
		want       int
	}{{whole, "Guest", 403}, {says, "Guest", 303}, {says, "ada", 422}, {says, "\u0430da", 422}, {says, "", 422}} {
		if got := said(test.link, test.name); got != test.want {
			t.Errorf("%q comments: %d, want %d", test.name, got, test.want)
		}
	}
	if got := s.do("GET", says, nil); !strings.Contains(got.body, "Why?") {
		t.Error("the comment is not shown")
	}
	// Who has a link gets nowhere else.
	for _, path := range []string{"/m/" + string(s.model) + "/concepts", "/m/" + string(s.model) + "/er.svg", "/"} {
		if got := s.do("GET", path, nil, "Referer", s.base+whole).StatusCode; got != 303 && got != 401 {
			t.Errorf("GET %s: %d", path, got)
		}
	}
	listed := s.do("GET", page, nil, s.as("ada")...)
	id := regexp.MustCompile(`name="remove" value="([^"]+)"`).FindAllStringSubmatch(listed.body, -1)
	if len(id) != 4 {
		t.Fatalf("%d links are listed", len(id))
	}
	for _, one := range id {
		s.do("POST", page+"/links", url.Values{"remove": {one[1]}}, s.as("ada")...)
	}
	for _, path := range []string{whole, one + "/logical.svg", old, says} {
		if got := s.do("GET", path, nil).StatusCode; got != 404 {
			t.Errorf("GET %s after it was taken back: %d", path, got)
		}
	}
}
