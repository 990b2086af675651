package proof_test

import (
	"slices"
	"testing"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/proof"
	"widerow/model/validation"
)

// Each fix, once applied, does what it says: the query is served as it promises.
func TestFixes(t *testing.T) {
	for _, test := range []struct {
		name, example string
		edits         []modelEdit
		query         model.ID
		want          []string // the texts of the fixes
		verdict       proof.Verdict
	}{
		{"nothing to do", "hotel", nil, "q1", nil, proof.Partition},
		{"partition key", "hotel", []modelEdit{set("q1hotelid", "role", "partition"), set("q1poiname", "role", "regular")}, "q1",
			[]string{"Make poi_name the partition key of hotels_by_poi and cluster it by hotel_id", "Derive another table for Q1"}, proof.Partition},
		{"no partition key", "hotel", []modelEdit{set("q1poiname", "role", "regular")}, "q1",
			[]string{"Make poi_name the partition key of hotels_by_poi", "Derive another table for Q1"}, proof.Partition},
		{"column of the condition", "magazine", []modelEdit{remove("q1id"), set("q1name", "role", "partition")}, "q1",
			[]string{"Add id to magazines and make id the partition key of magazines and cluster it by name", "Derive another table for Q1"}, proof.Partition},
		{"clustering order", "supermarket", []modelEdit{set("q5submissiontime", "role", "regular"), set("q5submissiontime", "role", "clustering")}, "q5",
			[]string{"Cluster orders_by_customer by submission_time descending and order_id", "Derive another table for Q5"}, proof.Partition},
		{"missing columns", "hotel", []modelEdit{remove("q1phone"), remove("q1name")}, "q1",
			[]string{"Add name and phone to hotels_by_poi"}, proof.Partition},
		{"no physical table", "hotel", []modelEdit{remove("pamenitiesbyroom")}, "q5", []string{"Derive the physical table of amenities_by_room"}, proof.Partition},
		{"another table", "magazine", []modelEdit{set("arrowq1", "to", "magazinesbypublisher")}, "q1",
			[]string{"Make id the partition key of magazines_by_publisher and cluster it by publisher", "Let magazines serve Q1", "Derive another table for Q1"}, proof.Partition},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := edited(t, load(t, test.example), test.edits...)
			fixes := proof.Fixes(m, test.query, model.SeededIDs([]byte("fix")))
			var texts []string
			for _, fix := range fixes {
				texts = append(texts, fix.Text)
				after, err := edit.Apply(m, model.SeededIDs([]byte("apply")), fix.Commands...)
				if err != nil {
					t.Fatalf("%s: %v", fix.Text, err)
				}
				if result := proof.Of(after, test.query); result.Verdict() != fix.Verdict || fix.Verdict != test.verdict {
					t.Errorf("%s: got %s, promised %s, want %s", fix.Text, result.Verdict(), fix.Verdict, test.verdict)
				}
				if problems := validation.Problems(after); len(problems) > len(validation.Problems(m)) {
					t.Errorf("%s: %v", fix.Text, problems)
				}
			}
			if !slices.Equal(texts, test.want) {
				t.Errorf("got  %q\nwant %q", texts, test.want)
			}
		})
	}
}

// BenchmarkFixes repairs one query of 200.
func BenchmarkFixes(b *testing.B) {
	m := model200(b)
	for _, column := range m.Physical.Relations["photelsbypoin3"].Columns {
		column.Role = model.Regular
	}
	for b.Loop() {
		if len(proof.Fixes(m, "q1n3", model.SeededIDs([]byte("fix")))) == 0 {
			b.Fatal("no fix")
		}
	}
}

// A fix names the other queries that it breaks.
func TestFixNamesWhatItBreaks(t *testing.T) {
	m := edited(t, load(t, "magazine"), set("arrowq1", "to", "magazinesbypublisher"))
	fixes := proof.Fixes(m, "q1", model.SeededIDs([]byte("fix")))
	if len(fixes) == 0 || !slices.Equal(fixes[0].Breaks, []model.ID{"q2"}) {
		t.Errorf("got %+v, want the first to break q2", fixes)
	}
}
