package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"widerow/diagram/typeface"
	"widerow/model"
)

func TestLettersAreKeptForEver(t *testing.T) {
	s := newSite(t)
	base := "/letters/" + typeface.FontVersion()
	for path, kind := range map[string]string{
		"/style.css?text=%E9%85%92": "text/css; charset=utf-8", "/cjk-regular.woff?text=%E9%85%92": "font/woff", "/NotoSansThai-Bold.ttf": "font/ttf",
	} {
		answer := s.want(http.StatusOK, s.get(base+path))
		if got := answer.Header.Get("Content-Type"); got != kind {
			t.Errorf("%s is sent as %s, want %s", path, got, kind)
		}
		if got := answer.Header.Get("Cache-Control"); !strings.Contains(got, "immutable") {
			t.Errorf("%s: Cache-Control %q", path, got)
		}
		s.want(http.StatusNotModified, s.get(base+path, "If-None-Match", answer.Header.Get("ETag")))
		old := s.want(http.StatusOK, s.get("/letters/0123456789ab"+path))
		if got := old.Header.Get("Cache-Control"); got != "no-cache" {
			t.Errorf("%s of another version: Cache-Control %q", path, got)
		}
	}
	plain := s.want(http.StatusOK, s.get(base+"/NotoSansThai-Bold.ttf", "Accept-Encoding", "identity"))
	if !strings.HasPrefix(plain.body, "\x00\x01\x00\x00") || plain.Header.Get("Content-Encoding") != "" { // TrueType's first bytes
		t.Errorf("a font that is not packed begins with %q", plain.body[:4])
	}
	s.want(http.StatusNotFound, s.get(base+"/OFL.txt"))
	s.want(http.StatusRequestURITooLong, s.get(base+"/style.css?text="+strings.Repeat("x", 5000)))
}

// A page names the fonts that its picture needs beyond its own, and no others.
func TestPagesNameTheirLetters(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	if page := s.want(http.StatusOK, s.get(path+"/logical")); strings.Contains(page.body, "/letters/") {
		t.Error("a page in Latin letters asks for others")
	}
	m, _ := s.model(path)
	table := model.Sorted(m.Logical.Tables)[0]
	s.want(http.StatusSeeOther, s.post(path+"/edit", set(table.ID, "name", table.Value.Name, "酒店")))
	page := s.want(http.StatusOK, s.get(path+"/logical"))
	want := "/letters/" + typeface.FontVersion() + "/style.css?text=" + url.QueryEscape("店 酒")
	if strings.Count(page.body, want) != 2 { // in the head, and for scripts
		t.Errorf("the page does not name %s twice", want)
	}
}
