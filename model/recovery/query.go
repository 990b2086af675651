package recovery

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/english"
)

// queries returns the query of each table that serves none yet, and puts each after the first one
// that returns its given values.
func (s *schema) queries() []*Query {
	steps := map[string]bool{}
	for _, step := range s.model.Workflow.Steps {
		steps[step.Name] = true
	}
	var queries []*Query
	for _, t := range s.tables {
		if t.served {
			continue
		}
		q := s.query(t)
		q.step = freeName(q.step, steps)
		queries = append(queries, q)
	}
	order(queries)
	return queries
}

// freeName returns a name that is not taken, and takes it. The steps of two tables
// about the same have the same name at first, and a step may be there already.
func freeName(name string, taken map[string]bool) string {
	free := name
	for number := 2; taken[free]; number++ {
		free = fmt.Sprintf("%s (%d)", name, number)
	}
	taken[free] = true
	return free
}

// order puts each query after the first one that returns its given values. If queries depend on
// each other in a cycle, the first one is an entry point.
func order(queries []*Query) {
	reached := map[*Query]bool{}
	for _, q := range queries {
		reached[q] = !slices.ContainsFunc(queries, q.canFollow)
	}
	for next(queries, reached) {
	}
}

// next reaches one more query: after an earlier one if it can, else the first one
// that is left, after a later one or as an entry point.
func next(queries []*Query, reached map[*Query]bool) bool {
	after := func(q *Query, before []*Query) bool {
		i := slices.IndexFunc(before, func(b *Query) bool { return reached[b] && q.canFollow(b) && b.one && !q.one })
		if i < 0 {
			i = slices.IndexFunc(before, func(b *Query) bool { return reached[b] && q.canFollow(b) })
		}
		if i >= 0 {
			q.Before = before[i]
		}
		return i >= 0
	}
	for i, q := range queries {
		if !reached[q] && after(q, queries[:i]) {
			reached[q] = true
			return true
		}
	}
	for _, q := range queries {
		if !reached[q] {
			after(q, queries)
			reached[q] = true
			return true
		}
	}
	return false
}

// canFollow reports whether another query returns all identifiers that this one
// is given, or is given some of them itself. One that is given them all comes
// before if it shows one instance, and this one lists what goes with it.
func (q *Query) canFollow(before *Query) bool {
	if q == before {
		return false
	}
	identifiers := 0
	for _, part := range q.Given {
		if part.Attribute == nil || part.Attribute.Key == model.NoKey {
			continue // a user types it
		}
		identifiers++
		returned := slices.ContainsFunc(before.Find, func(p Part) bool { return p.Attribute == part.Attribute })
		given := slices.ContainsFunc(before.Given, func(p Part) bool { return p.Attribute == part.Attribute })
		if !returned && !given {
			return false
		}
	}
	fresh := slices.ContainsFunc(q.Given, func(part Part) bool {
		return slices.ContainsFunc(before.Find, func(p Part) bool { return p.Attribute != nil && p.Attribute == part.Attribute })
	})
	return identifiers > 0 && (fresh || before.one && !q.one)
}

// query returns the query that a table's key was made for: given the partition
// key, buckets by their names, in the order of the clustering columns.
func (s *schema) query(t *table) *Query {
	q := &Query{Table: t.id, one: t.isOne()}
	q.Name, q.step = t.queryName(q.one)
	sorting := true
	for _, c := range t.columns {
		part := Part{Attribute: s.attributes[c.id], Name: c.Name, Descending: c.Descending}
		if part.Attribute == nil && c.Attribute != "" {
			part.Attribute = &Attribute{ID: c.Attribute, Name: c.Name}
			s.attributes[c.id] = part.Attribute
		}
		switch {
		case c.Role == model.Partition:
			q.Given = append(q.Given, part)
			continue
		case c.Role == model.Clustering && sorting && (c.identifies == nil || c.Descending):
			q.SortBy = append(q.SortBy, part)
		case c.Role == model.Clustering:
			sorting = false
		}
		q.Find = append(q.Find, part)
	}
	if len(q.Find) == 0 {
		q.Find = slices.Clone(q.Given)
	}
	q.Reason = "the key of " + t.name + ": " + t.keyInWords()
	return q
}

// isOne reports whether the partition key alone identifies a row.
func (t *table) isOne() bool {
	return !slices.ContainsFunc(t.columns, func(c *column) bool { return c.Role == model.Clustering })
}

// queryName returns the names of the query and its step: "Find rooms by hotel", "View rooms by
// hotel".
func (t *table) queryName(one bool) (query, step string) {
	what := english.Plural(t.phrase)
	if one {
		what = article(t.phrase)
	}
	if t.phrase == "" {
		what = strings.Join(words(t.name), " ")
	}
	if len(t.by) > 0 {
		what += " by " + strings.Join(t.by, " and ")
	}
	verb := "Find "
	if one {
		verb = "Show "
	}
	return verb + what, "View " + what
}

func article(noun string) string {
	if noun != "" && strings.ContainsRune("aeio", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

func (t *table) keyInWords() string {
	var given, sorted []string
	for _, c := range t.columns {
		switch {
		case c.bucket:
			given = append(given, c.Name+" (a bucket)")
		case c.Role == model.Partition:
			given = append(given, c.Name)
		case c.Role == model.Clustering && c.Descending:
			sorted = append(sorted, c.Name+" descending")
		case c.Role == model.Clustering:
			sorted = append(sorted, c.Name)
		}
	}
	if len(sorted) == 0 {
		return "one row for " + strings.Join(given, ", ")
	}
	return fmt.Sprintf("rows for %s in the order of %s", strings.Join(given, ", "), strings.Join(sorted, ", "))
}
