package handlers_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// unpacked returns the decompressed body of a response.
func (a answer) unpacked(t *testing.T) string {
	t.Helper()
	reader, err := gzip.NewReader(strings.NewReader(a.body))
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestAnswersArePacked(t *testing.T) {
	s := newSiteAt(t, "/models")
	hotel := s.open("hotel")
	embed := strings.Replace(hotel, "/m/", "/embed/", 1)
	click := []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-User", "?1"}
	for _, test := range []struct {
		what, method, path string
		header             []string
		packed             bool
	}{
		{"a page", "GET", hotel + "/physical", nil, true},
		{"a fragment", "GET", hotel + "/physical", []string{"HX-Request-Type", "partial"}, true},
		{"an error page", "GET", "/m/nosuchmodel", nil, true},
		{"a link that was clicked elsewhere", "GET", hotel + "/physical", click, true},
		{"a page that another site asks for", "GET", hotel + "/physical?find=guess", []string{"Sec-Fetch-Site", "cross-site"}, false},
		{"the same from a sister site", "GET", hotel + "/physical", []string{"Sec-Fetch-Site", "same-site"}, false},
		{"the picture in another site's page", "GET", embed + "/physical.svg", []string{"Sec-Fetch-Site", "cross-site"}, true},
		{"SVG", "GET", hotel + "/physical.svg", nil, true},
		{"CQL", "GET", hotel + "/schema.cql", nil, true},
		{"JSON", "GET", hotel + "/model.json", nil, true},
		{"PNG", "GET", hotel + "/physical.png", nil, false},
		{"PDF", "GET", hotel + "/physical.pdf", nil, false},
		{"a short text", "GET", "/healthz", nil, false},
		{"HEAD", "HEAD", hotel + "/schema.cql", nil, false},
	} {
		t.Run(test.what, func(t *testing.T) {
			got := s.do(test.method, test.path, nil, append(test.header, "Accept-Encoding", "gzip, br")...)
			if encoding := got.Header.Get("Content-Encoding"); (encoding == "gzip") != test.packed {
				t.Errorf("Content-Encoding is %q, want gzip: %v", encoding, test.packed)
			}
			if vary := got.Header.Values("Vary"); !slices.Contains(vary, "Accept-Encoding") {
				t.Errorf("Vary is %q", vary)
			}
			if plain := s.do(test.method, test.path, nil, append(test.header, "Accept-Encoding", "identity")...); plain.Header.Get("Content-Encoding") != "" {
				t.Error("packed, though the browser could not read it")
			} else if test.packed && len(got.unpacked(t)) != len(plain.body) {
				t.Errorf("%d bytes when unpacked, want %d", len(got.unpacked(t)), len(plain.body))
			}
		})
	}
}

func TestPageVariesWithWhoAsks(t *testing.T) {
	s := newSite(t)
	got := s.get(s.open("hotel") + "/physical")
	if vary := strings.Join(got.Header.Values("Vary"), ", "); !strings.Contains(vary, "HX-Request-Type") || !strings.Contains(vary, "Accept-Encoding") {
		t.Errorf("Vary is %q", vary)
	}
}

// A file has the same tag, whether it is compressed or not.
func TestTagOfPackedFile(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel") + "/physical.svg"
	packed, plain := s.get(path, "Accept-Encoding", "gzip"), s.get(path, "Accept-Encoding", "identity")
	tag := packed.Header.Get("ETag")
	if !strings.HasPrefix(tag, `W/"`) || tag != plain.Header.Get("ETag") {
		t.Errorf("tags %s and %s, want one weak tag", tag, plain.Header.Get("ETag"))
	}
	if packed.unpacked(t) != plain.body {
		t.Error("the packed file is another one")
	}
	for _, encoding := range []string{"gzip", "identity"} {
		for _, asked := range []string{tag, strings.TrimPrefix(tag, "W/"), `"other", ` + tag} {
			got := s.want(http.StatusNotModified, s.get(path, "Accept-Encoding", encoding, "If-None-Match", asked))
			if got.body != "" || got.Header.Get("Content-Encoding") != "" {
				t.Errorf("304 for %s with %d bytes, Content-Encoding %q", asked, len(got.body), got.Header.Get("Content-Encoding"))
			}
		}
	}
	if head := s.do("HEAD", path, nil, "Accept-Encoding", "gzip"); head.Header.Get("ETag") != tag || head.Header.Get("Content-Encoding") != "" {
		t.Errorf("HEAD: tag %s, Content-Encoding %q, want %s and none", head.Header.Get("ETag"), head.Header.Get("Content-Encoding"), tag)
	}
}
