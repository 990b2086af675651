package example

import (
	"math"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/sizing"
)

// instances sets how many instances an entity type has, and at worst if that is
// not the worst value of the same expression.
func (b *builder) instances(entity model.ID, typical, worst string) {
	b.t.Helper()
	b.set(entity, "instances", typical, "worst_instances", worst)
}

// count sets how many instances at an end one instance of the other end has.
func (b *builder) count(participant model.ID, typical, worst string) {
	b.t.Helper()
	b.set(participant, "count", typical, "worst_count", worst)
}

// distinct sets how many values an attribute has, and the share of the most
// frequent one if it is far more frequent than others.
func (b *builder) distinct(attribute model.ID, values, largestShare string) {
	b.t.Helper()
	b.set(attribute, "distinct", values, "largest_share", largestShare)
}

// timeBuckets holds the number of values of the buckets that physical design added.
// The documents lack them: the number of rows in a bucket of time follows from how
// long rows are kept, which Buckets of a column does not express.
var timeBuckets = map[model.ID]string{
	"entryday": "days_kept", "entryhour": "24 * days_kept", "statusmonth": "months_kept", "tagyear": "years_kept", "networkweek": "weeks_kept", "networkbucket": "1",
}

// The numbers of the concepts agree with those of the physical tables: without rows
// of its own, a table would get the same ones.
func TestRowsFollowFromTheConcepts(t *testing.T) {
	for _, entry := range All() {
		stated, m := load(t, entry.Slug), load(t, entry.Slug)
		for _, relation := range m.Physical.Relations {
			relation.Rows, relation.Partitions = "", ""
			for id, values := range timeBuckets {
				if column := relation.Columns[id]; column != nil {
					column.Buckets = m.BindExpression(values)
				}
			}
		}
		compared := 0
		for id, size := range mapping.Sizes(m, sizing.Book) {
			if m.Physical.Relations[id].Kind != model.Table {
				continue
			}
			compared++
			want, _, err := stated.Evaluate(stated.Physical.Relations[id].Rows)
			got := size.Terms.Rows
			if err != nil || !near(got.Typical, want.Typical) || !near(got.Worst, want.Worst) {
				t.Errorf("%s: %s has %v rows a partition, from the concepts %v", entry.Slug, m.Title(id), want, got)
			}
		}
		if compared == 0 {
			t.Errorf("%s has no table", entry.Slug)
		}
	}
}

// near allows for rounding.
func near(got, want float64) bool { return math.Abs(got-want) <= 0.01*want }

// Every query of an example is ranked with its numbers: none is missing.
func TestAlternativesHaveNumbers(t *testing.T) {
	for _, entry := range All() {
		m := load(t, entry.Slug)
		for _, item := range model.Sorted(m.Workflow.Queries) {
			plan := mapping.Explore(m, item.ID)
			for _, alternative := range plan.Alternatives {
				var missing []string
				for _, need := range alternative.Estimate.Needs {
					missing = append(missing, need.What+" "+need.Field+" of "+m.Title(need.Element)+"="+string(need.Element))
				}
				if len(missing) > 0 {
					t.Errorf("%s %s %s: missing %s", entry.Slug, item.Value.Label, alternative.Signature(), strings.Join(missing, ", "))
				}
			}
		}
	}
}

func load(t *testing.T, slug string) *model.Model {
	t.Helper()
	m, err := Load(slug)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// BenchmarkSizes computes all sizes of the hotel: what they add to an edit.
func BenchmarkSizes(b *testing.B) {
	m, err := Load("hotel")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		mapping.Sizes(m, sizing.Disk)
	}
}
