package handlers_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// A finding is beside the field that causes it, and not above the form, too; a column with advice is marked in the diagram.
func TestAdviceBesideFields(t *testing.T) {
	s := newSite(t)
	path := s.imported(badScript)
	page := s.want(http.StatusOK, s.get(path+"/physical")).body
	table := regexp.MustCompile(`physical\?[^"]*select=([a-z0-9]+)[^"]*"[^>]*>[^<]*(?:<[^>]*>)*jobs`).FindStringSubmatch(page)
	if table == nil {
		t.Fatal("the outline has no link to jobs")
	}
	form := s.want(http.StatusOK, s.get(path+"/physical?select="+table[1])).body
	_, beside, found := strings.Cut(form, `id="set-`+table[1]+`-options-advice"`)
	if beside, _, _ = strings.Cut(beside, "</div>"); !found || !strings.Contains(beside, "gc_grace_seconds = 0") || !strings.Contains(beside, "rule=option%2Fgc-grace") {
		t.Error("the advice about gc_grace_seconds is not beside the options")
	}
	if regexp.MustCompile(`class="notice warn advised">\s*<p>[^<]*gc_grace_seconds`).MatchString(form) {
		t.Error("the advice is above the form, too")
	}
}
