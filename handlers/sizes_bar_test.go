package handlers_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// The bar of a table is as long as the logarithm of its share of the advised 100,000 cells or 100 MB:
// seven decades, of which the limit is the fifth.
func TestBarsOfSizes(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	page := s.want(http.StatusOK, s.get(path+"/sizes")).body
	row := regexp.MustCompile(`(?s)<tr id="size-pavailablerooms".*?</tr>`).FindString(page)
	for _, want := range []string{
		`<svg class="size-bar warn"`,
		`class="typical" y="2" width="69.5"`, // log10(73,000 / 100,000 · 10^5) / 7
		`class="worst" y="2" width="78.1"`,   // log10(292,000 / 100,000 · 10^5) / 7
		`class="limit" x="71.4"`,
		`aria-label="73 % of the advised limit, 292 % in the worst case"`,
		"292,000 cells in the worst case: 2.9 times the 100,000 that are advised",
	} {
		if !strings.Contains(row, want) {
			t.Errorf("the row of available rooms lacks %s:\n%s", want, row)
		}
	}
	if hotels := regexp.MustCompile(`(?s)<tr id="size-photelsbyid".*?</tr>`).FindString(page); hotels == "" || strings.Contains(hotels, `class="reason"`) {
		t.Error("a small table needs no reason")
	}
}
