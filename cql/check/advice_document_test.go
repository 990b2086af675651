package check_test

import (
	"strings"
	"testing"

	"widerow/cql/check"
	"widerow/model/advice"
	"widerow/model/mapping"
	"widerow/model/sizing"
)

// Each rule fires on an example after an edit, with its number, and is silent on one that is close to it.
func TestAdviceOnDocuments(t *testing.T) {
	for _, test := range []struct {
		code, example string
		edits         []fieldEdit
		says          string
		silent        string
		but           []fieldEdit
	}{
		{"schema/nowhere", "hotel", nil, "warning Room: No table stores type of Room", "videos", nil},
		{"model/double-booking", "hotel", nil, "info U1: U1 inserts Reservation from start_date to end_date", "hotel", []fieldEdit{{"u1", "conditional", "true"}}},
		{"model/double-booking", "supermarket", []fieldEdit{{"u2", "conditional", ""}}, "info U2: U2 reserves Delivery slot without a condition", "supermarket", nil},
		{"schema/unwritten", "sensors", nil, "info Sensor network: No update writes networks, sensors_by_network", "likes", nil},
		{"query/tombstones", "suspensions", nil, "warning Q1: Q1 passes about 1,800 tombstones in each partition of moderation.users_by_status: 180 a day × 10 days", "hotel", nil},
		{"write/counter-retry", "likes", nil, "warning U1: U1 increments a counter of like_counts", "videos", nil},
		{"size/partition", "hotel", nil, "warning hotel.available_rooms_by_hotel_date: A partition of hotel.available_rooms_by_hotel_date has 5.8 MB and 292,000 cells", "logs", nil},
		{"size/collection", "supermarket", nil, "warning customer.basket_by_customer.products: customer.basket_by_customer.products has 200 elements at worst; the limit is 100", "videos", nil},
		{"key/few-partitions", "hotel", nil, "info hotel.available_rooms_by_hotel_date: hotel.available_rooms_by_hotel_date keeps 7.3 GB in 5,000 partitions", "videos", nil},
		{"key/hot-partition", "supermarket", nil, "warning order_delivery.delivery_timeslots: The partition key of order_delivery.delivery_timeslots is only a time", "videos", nil},
		{"query/page", "hotel", nil, "info Q4: Q4 returns up to 292,000 rows without LIMIT or PAGE", "hotel", []fieldEdit{{"q4", "page_size", "500"}, {"q8", "limit", "500"}}},
		{"size/tiny-partitions", "logs", []fieldEdit{{"entriesperhour", "typical", "6"}}, "info Q3: Q3 reads about 34 partitions of 1.4 kB each before it has 200 rows", "logs", nil},
		{"write/fan-out", "videos", []fieldEdit{{"tagspervideo", "worst", "200"}}, "warning U1: U1 writes up to 200 rows of videos_by_tag: the number grows with the data, 400 rows a second at worst", "videos", nil},
		{"option/twcs", "sensors", nil, "warning sensor_data.temperatures_by_sensor: sensor_data.temperatures_by_sensor has TimeWindowCompactionStrategy and no TTL", "videos", nil},
	} {
		m := load(t, test.example)
		for _, e := range test.edits {
			m = changed(t, m, e)
		}
		report := check.Report{}
		check.AddDocumentAdvice(&report, "", m, mapping.Sizes(m, sizing.Disk), nil)
		found := ""
		for _, f := range report.Findings {
			if f.Code == test.code && found == "" {
				found = string(f.Severity) + " " + f.Element + ": " + f.Message
			}
		}
		if !strings.HasPrefix(found, test.says) {
			t.Errorf("%s on %s: got %q, want %q", test.code, test.example, found, test.says)
		}
		m = load(t, test.silent)
		for _, e := range test.but {
			m = changed(t, m, e)
		}
		if found := withCode(advice.OfDocument(m, advice.Known{}), test.code); len(found) > 0 {
			t.Errorf("%s on %s: got %q, want nothing", test.code, test.silent, found[0].Message)
		}
	}
}

// A view that is off by default has one finding, that of check, with what advice says.
func TestOneFindingForAFact(t *testing.T) {
	m := load(t, "hotel")
	sizes := mapping.Sizes(m, sizing.Disk)
	report := check.Document("", m, sizes)
	check.AddDocumentAdvice(&report, "", m, sizes, nil)
	count := 0
	for _, f := range report.Findings {
		if f.Code == "view/experimental" || f.Code == "cql/disabled" {
			count++
			if f.Advised == nil || !strings.Contains(f.Advised.Fix.Words, "Make a table") {
				t.Errorf("%s: %+v", f.Code, f.Advised)
			}
		}
	}
	if count != 1 {
		t.Errorf("%d findings about the view", count)
	}
}
