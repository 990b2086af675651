package mapping

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"widerow/model"
)

// keysOf lists the primary keys of the tables that are derived.
func keysOf(m *model.Model) []string {
	var keys []string
	for _, p := range Derive(m, nil, nil).Proposals {
		var partition, clustering []string
		for _, c := range p.Columns {
			switch c.Role {
			case model.Partition:
				partition = append(partition, c.Name)
			case model.Clustering:
				clustering = append(clustering, c.Name)
			}
		}
		keys = append(keys, fmt.Sprintf("((%s), %s)", strings.Join(partition, ", "), strings.Join(clustering, ", ")))
	}
	return keys
}

// TestSharedPrefix: ((a), c, b) serves the queries that give a, a and c, and all three, in
// whatever order they are asked for.
func TestSharedPrefix(t *testing.T) {
	queries := []string{"a", "a c", "a b c", "b a c"}
	for _, order := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}, {0, 1, 3}, {3, 0, 1}} {
		b := build(t)
		b.entity("Row", "id key", "a", "b", "c", "x")
		for i, at := range order {
			text := "find Row.x given"
			for name := range strings.FieldsSeq(queries[at]) {
				text += " Row." + name
			}
			b.query(fmt.Sprint("Q", i+1), text)
		}
		if got := keysOf(b.m); !slices.Equal(got, []string{"((a), c, b, id)"}) {
			t.Errorf("in the order %v: %v", order, got)
		}
	}
}

// TestNoPrefix: of queries that give a and b, and a and c, no table serves both.
func TestNoPrefix(t *testing.T) {
	b := build(t)
	b.entity("Row", "id key", "a", "b", "c", "x")
	b.query("Q1", "find Row.x given Row.a")
	b.query("Q2", "find Row.x given Row.a Row.b")
	b.query("Q3", "find Row.x given Row.a Row.c")
	if got := keysOf(b.m); len(got) != 2 {
		t.Errorf("derived %v, want two tables", got)
	}
}

// TestSharingKeepsTheLimits: a table that would be over a limit by the columns of both
// queries is not shared, and neither is one whose partitions are larger than a query needs.
func TestSharingKeepsTheLimits(t *testing.T) {
	for name, test := range map[string]struct {
		numbers, queries []string
		tables           int
	}{
		"the columns of both fit": {[]string{"rowx length 100", "rowy length 100"}, []string{"find Row.x given Row.a", "find Row.y given Row.a"}, 1},
		"the columns of both do not": {[]string{"rowx length 15000", "rowy length 15000"},
			[]string{"find Row.x given Row.a", "find Row.y given Row.a"}, 2},
		"a smaller partition is enough for one": {[]string{"rowx length 40000", "rowb distinct 10"},
			[]string{"find Row.x given Row.a", "find Row.x given Row.a Row.b"}, 2},
		"a typical partition comes over, the worst one of both is": {[]string{"row instances 20000000/200000000", "rowx length 10", "rowb distinct 10"},
			[]string{"find Row.x given Row.a", "find Row.x given Row.a Row.b"}, 2},
	} {
		b := build(t)
		b.entity("Row", "id key", "a", "b", "x", "y")
		b.numbers("row instances 500000", "rowa distinct 100", "rowid type uuid", "rowa length 10")
		b.numbers(test.numbers...)
		for i, text := range test.queries {
			b.query(fmt.Sprint("Q", i+1), text)
		}
		if got := keysOf(b.m); len(got) != test.tables {
			t.Errorf("%s: derived %v, want %d tables", name, got, test.tables)
		}
	}
}

// TestUnknownIsNotBest: an alternative of unknown size is not better than one that is known
// to be good, but better than one that is known to be too large.
func TestUnknownIsNotBest(t *testing.T) {
	for instances, want := range map[string]string{"50000": "((team), queue, id)", "900000000": "((team, queue), id)"} {
		b := build(t)
		b.entity("Ticket", "id key", "team", "queue", "title")
		b.query("Q1", "find Ticket.title given Ticket.team Ticket.queue")
		b.numbers("ticket instances "+instances, "ticketteam distinct 100")
		if got := Explore(b.m, "q1").Alternatives[0].Signature(); got != want {
			t.Errorf("of %s tickets: %s is first, want %s", instances, got, want)
		}
	}
}

// TestUnknownIsAfterKnown: an alternative of unknown size is after each that is known, but for a
// part of a partition that is known to be too large.
func TestUnknownIsAfterKnown(t *testing.T) {
	for _, test := range []struct {
		name, query string
		numbers     []string
		want        string
	}{
		{"neither is a part of the other", "find Permit.holder given Permit.zone:in=3 Permit.plate", []string{"permit instances 900000000", "permitzone distinct 40"},
			"((plate, zone), id) ((zone), plate, id) ((plate), zone, id)"},
		{"the known one is hot", "find Permit.holder given Permit.zone Permit.plate", []string{"permit instances 4000", "permitzone distinct 4"},
			"((zone, plate), id) ((zone), plate, id) ((plate), zone, id)"},
		{"all are known", "find Permit.holder given Permit.zone Permit.plate", []string{"permit instances 40000", "permitzone distinct 40", "permitplate distinct 9000"},
			"((zone, plate), id) ((zone), plate, id) ((plate), zone, id)"},
	} {
		b := build(t)
		b.entity("Permit", "id key", "zone", "plate", "holder")
		b.query("Q1", test.query)
		b.numbers(test.numbers...)
		var got []string
		for _, alternative := range Explore(b.m, "q1").Alternatives {
			got = append(got, alternative.Signature())
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: %s, want %s", test.name, strings.Join(got, " "), test.want)
		}
	}
}

// TestTimeIsTheRange: of two ranges, that of a time is served by the order of the rows, in
// whatever order the query gives them. A query in the order of the other keeps its order.
func TestTimeIsTheRange(t *testing.T) {
	for query, want := range map[string]string{
		"find Trade.id given Trade.account Trade.price:range Trade.at:range":                     "((account), at, id)",
		"find Trade.id given Trade.account Trade.at:range Trade.price:range":                     "((account), at, id)",
		"find Trade.id given Trade.account Trade.price:range Trade.at:range sort Trade.price":    "((account), price, id)",
		"find Trade.id given Trade.account Trade.price:range Trade.at:range sort Trade.at:desc":  "((account), at desc, id)",
		"find Trade.id given Trade.account Trade.price:range Trade.at:range sort Trade.venue":    "((account), at, venue, id)",
		"find Trade.id given Trade.account Trade.price:range Trade.venue:range sort Trade.venue": "((account), venue, id)",
	} {
		b := build(t)
		b.entity("Trade", "id key", "account", "price", "at", "venue")
		b.query("Q1", query)
		if got := Explore(b.m, "q1").Alternatives[0].Signature(); got != want {
			t.Errorf("%s: %s is first, want %s", query, got, want)
		}
	}
}
