package handlers_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

var pictureAddress = regexp.MustCompile(`<img src="([^"]+)"`)

// The help page shows the method with pictures of the hotel, all of which exist.
func TestHelpShowsTheHotel(t *testing.T) {
	s := newSite(t)
	page := s.want(http.StatusOK, s.get("/help")).body
	pictures := pictureAddress.FindAllStringSubmatch(page, -1)
	if len(pictures) != 4 {
		t.Fatalf("there are %d pictures, want one for each diagram", len(pictures))
	}
	for _, picture := range pictures {
		if drawn := s.want(http.StatusOK, s.get(picture[1])).body; !strings.Contains(drawn, "<svg") {
			t.Errorf("%s is no picture", picture[1])
		}
	}
	s.want(http.StatusNotFound, s.get("/examples/hotel/sizes.svg"))
	s.want(http.StatusNotFound, s.get("/examples/nosuch/er.svg"))
}
