package handlers_test

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"widerow/model"
)

// Changes of one field by one person are one row, whose comparison covers all of them.
func TestHistoryFoldsRuns(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	change := func(by *site, element, was, value string) {
		by.want(http.StatusSeeOther, by.post(path+"/edit", set(model.ID(element), "typical", was, value, "tab", "sizes")))
	}
	ada, ben := s.named("Ada"), s.visitor().named("Ben")
	change(ada, "roomsperhotel", "100", "110") // r2
	change(ada, "roomsperhotel", "110", "120")
	change(ada, "roomsperhotel", "120", "130")
	change(ben, "roomsperhotel", "130", "140") // r5, another person
	change(ben, "poisperhotel", "10", "11")    // r6, another field
	change(ben, "poisperhotel", "11", "12")
	s.want(http.StatusSeeOther, s.name(path, "6", "agreed"))

	page := s.want(http.StatusOK, s.get(path+"/history")).body
	list := page[strings.Index(page, `<ol class="history rows"`):]
	var got []string
	for _, match := range regexp.MustCompile(`id="(rev-\d+)"|<summary>([^<]*)</summary>|</ol>`).FindAllStringSubmatch(list, -1) {
		got = append(got, match[1]+match[2])
	}
	want := []string{"rev-7", "rev-6", "rev-5", "rev-4", "2 changes of this field before, from r2", "rev-3", "rev-2", "", "rev-1", ""}
	if !slices.Equal(got, want) { // "" ends a list
		t.Errorf("the history is %q, want %q", got, want)
	}
	for _, link := range []string{`id="compare-4" href="` + path + `/compare?from=1&amp;to=4"`, `id="compare-3" href="` + path + `/compare?from=2&amp;to=3"`} {
		if !strings.Contains(page, link) {
			t.Errorf("the history lacks %s", link)
		}
	}
	open := s.want(http.StatusOK, s.get(path+"/history?rev=3")).body
	if !strings.Contains(open, `<details class="run" open>`) {
		t.Error("the run of the open revision is closed")
	}
}
