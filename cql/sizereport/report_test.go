package sizereport_test

import (
	"strings"
	"testing"

	"widerow/cql/sizereport"
	"widerow/model"
	"widerow/model/example"
)

func TestReport(t *testing.T) {
	m, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	rooms := m.Physical.Relations["pavailablerooms"]
	rooms.Measured = map[model.ID]*model.Measurement{"m1": {Tool: "tablestats", Date: "2026-11-02", Figures: model.Figures{model.MeanBytes: 1e6, model.MaxBytes: 2e6}}}
	for _, quantity := range m.Quantities {
		if quantity.Name == "rooms_per_hotel" {
			quantity.Source = "measured 2026-11-02"
		}
	}
	m.Quantities["retention"] = &model.Quantity{Name: "retention", Typical: "90/365 days"}
	report := sizereport.OfDocument(m)
	for _, want := range []string{"| hotel.available\\_rooms\\_by\\_hotel\\_date | 1.0 MB | 1.5 MB | 1.46 | 2.0 MB | 2026-11-02 |", "| rooms\\_per\\_hotel | 100 | 400 | measured 2026-11-02 |", "| retention | 90 days | 365 days |  |"} {
		if text := string(report.Markdown()); !strings.Contains(text, want) {
			t.Errorf("the Markdown lacks %s:\n%s", want, text)
		}
	}
	for _, want := range []string{"hotel.available_rooms_by_hotel_date,73000,73000,1457094.06,1095005,292000,292000,5828316.25,4380005,1000000,2000000,2026-11-02,0,\r\n"} {
		if text := string(report.CSV()); !strings.Contains(text, want) {
			t.Errorf("the CSV lacks %s:\n%s", want, text)
		}
	}
	// A spreadsheet reads no name as a formula.
	m.Physical.Keyspaces[rooms.Keyspace].Name = "=1+1"
	if text := string(sizereport.OfDocument(m).CSV()); !strings.Contains(text, "\n'=1+1.available_rooms") {
		t.Errorf("a name that looks like a formula:\n%s", text)
	}
}
