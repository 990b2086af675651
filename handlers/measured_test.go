package handlers_test

import (
	"net/http"
	"os"
	"strings"
	"testing"

	"widerow/model"
)

// toolOutput returns the output of a tool of Cassandra 5.0.5 for the tables of the hotel.
func toolOutput(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../model/measured/testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Outputs of tools are kept in the model, shown beside the estimates, and used as
// quantities.
func TestMeasuredSizes(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	wantAll(t, "the page", s.want(http.StatusOK, s.get(path+"/measured")).body, "Add a measurement", "nodetool tablestats KEYSPACE")
	s.want(http.StatusSeeOther, s.post(path+"/measured", form("text", toolOutput(t, "tablestats.txt"), "node", "10.0.0.1", "date", "2026-11-02", "do", "read")))
	page := s.want(http.StatusOK, s.get(path+"/measured")).body
	// 65,899 bytes are measured where 1,457,094 are estimated.
	wantAll(t, "the page", page, "tablestats, 2026-11-02, 10.0.0.1", "65.9 kB", "1.5 MB", "×22", "compressed to 0.47", "8 partitions",
		"rows in a partition: rooms_per_hotel * days_of_inventory → available_rooms_by_hotel_date_rows = ",
		"Partition of available_rooms_by_hotel_date: 1.5 MB / 5.8 MB, 73,000 / 292,000 rows → 65.9 kB / ", `value="use:pavailablerooms"`)
	wantAll(t, "the table of sizes", s.get(path+"/sizes").body, "measured 65.9 kB ×22")
	wantAll(t, "the history", s.get(path+"/history").body, "kept measured sizes of 4 tables on 10.0.0.1")

	s.want(http.StatusSeeOther, s.post(path+"/measured", form("do", "use:pavailablerooms")))
	wantAll(t, "the page after calibration", s.get(path+"/measured").body, "×1.00")
	m, _ := s.model(path)
	if got := m.ExpressionText(m.Physical.Relations["pavailablerooms"].Rows); got != "available_rooms_by_hotel_date_rows" {
		t.Errorf("rows = %q", got)
	}
	s.want(http.StatusSeeOther, s.post(path+"/undo", form()))
	if m, _ := s.model(path); m.ExpressionText(m.Physical.Relations["pavailablerooms"].Rows) != "rooms_per_hotel * days_of_inventory" {
		t.Error("undo does not take back the calibration at once")
	}
	var measurement model.ID
	for id := range m.Physical.Relations["pavailablerooms"].Measured {
		measurement = id
	}
	s.want(http.StatusSeeOther, s.post(path+"/measured", form("do", "remove:"+string(measurement))))
	if m, _ := s.model(path); len(m.Physical.Relations["pavailablerooms"].Measured) != 0 {
		t.Error("the measurement is not removed")
	}
}

// What cannot be read is refused with its line, and what was typed stays; the rest can
// be kept.
func TestMeasuredSizesRefused(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	stats := toolOutput(t, "tablestats.txt")
	cut := stats[:strings.Index(stats, "Table: hotels\n")+60]
	for _, test := range []struct{ text, date, want string }{
		{"", "", "Paste the output of a tool, or choose a file with it."},
		{"hello", "", "Line 1: &#34;hello&#34; does not belong to an output that can be read here"},
		{cut, "", "the output ends within hotels, before all its partition sizes: paste it whole"},
		{stats, "yesterday", "The date must be a day such as 2026-11-02."},
		{strings.ReplaceAll(stats, "Keyspace: hotel", "Keyspace: motel"), "", "None of these tables is in the model."},
		{toolOutput(t, "tablehistograms-empty.txt"), "", "none of its tables has any data yet"},
		{"a\x00b", "", "is not text"},
	} {
		body := s.want(http.StatusUnprocessableEntity, s.post(path+"/measured", form("text", test.text, "node", "10.0.0.7", "date", test.date, "do", "read"))).body
		wantAll(t, "the refusal", body, test.want, `value="10.0.0.7"`)
	}
	body := s.post(path+"/measured", form("text", cut, "do", "read")).body
	wantAll(t, "the refusal", body, "Keep 2 tables that were read", "Table: amenities_by_room")
	s.want(http.StatusSeeOther, s.post(path+"/measured", form("text", cut, "do", "keep")))
	wantAll(t, "the page", s.get(path+"/measured").body, "amenities_by_room", "available_rooms_by_hotel_date")
}
