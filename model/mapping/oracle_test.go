package mapping

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/mapping/er"
)

// accessTable is a table of text columns c0, c1, … for the rules of Cassandra.
func accessTable(partition, clustering []er.Atom) *access.Table {
	relation := &model.Relation{Name: "t", Kind: model.Table, Columns: map[model.ID]*model.Column{}}
	m := model.New("x")
	m.Physical.Keyspaces = map[model.ID]*model.Keyspace{"k": {Name: "k"}}
	relation.Keyspace = "k"
	m.Physical.Relations = map[model.ID]*model.Relation{"t": relation}
	add := func(a er.Atom, role model.Role, number int) {
		relation.Columns[model.ID(fmt.Sprint("c", number))] = &model.Column{Name: columnOf(a), Type: model.Native("text"), Role: role,
			Descending: role == model.Clustering && a.Descending, Order: model.Order(fmt.Sprintf("%02d1", number))}
	}
	for i, a := range partition {
		add(a, model.Partition, i)
	}
	for i, a := range clustering {
		add(a, model.Clustering, 20+i)
	}
	relation.Columns["v"] = &model.Column{Name: "v", Type: model.Native("text"), Role: model.Regular}
	return access.NewTable(m, "t")
}

func columnOf(a er.Atom) string { return fmt.Sprintf("c_%d_%s", a.Node, a.Attribute) }

// serves asks the rules of Cassandra whether a table answers the question without
// filtering, in its order.
func serves(d *designer, partition, clustering []er.Atom) bool {
	marker := []access.Value{{Kind: access.Marker}}
	var s access.Select
	condition := func(a er.Atom, operator access.Operator, list bool) {
		values := marker // of IN on the partition key: a statement for each value
		if list && !er.Contains(partition, a) {
			values = append(values, marker...)
		}
		s.Where = append(s.Where, access.Condition{Columns: []string{columnOf(a)}, Operator: operator, Values: values, List: list})
	}
	for _, a := range d.Equal {
		condition(a, access.Equal, false)
	}
	for _, a := range d.Many {
		condition(a, access.In, true)
	}
	for _, a := range d.Ranges {
		condition(a, access.GreaterOrEqual, false)
		condition(a, access.LessOrEqual, false)
	}
	for _, a := range d.Sorted {
		s.OrderBy = append(s.OrderBy, access.Order{Column: columnOf(a), Descending: a.Descending})
	}
	plan, refusal := accessTable(partition, clustering).Select(s)
	return refusal == nil && (plan.Kind == access.OnePartition || plan.Kind == access.Partitions)
}

// TestAlternativesAgainstOracle compares the alternatives with those found by
// trying every primary key, some by roles: those that Cassandra serves, in which no rows of
// random data overwrite each other, and from which no key column can be left out.
func TestAlternativesAgainstOracle(t *testing.T) {
	tried := 0
	for seed := range seeds(120) {
		random := rand.New(rand.NewPCG(seed, 2))
		b := randomModel(t, random)
		query := model.ID("q1")
		if seed%3 == 0 {
			addRecursion(b, "Q2", random)
			query = "q2"
		}
		plan := Explore(b.m, query)
		d := plan.designer
		demanded := er.Union(d.Equal, d.Many, d.Ranges, d.Sorted)
		candidates := demanded
		for _, at := range d.In.Nodes {
			candidates = er.Union(candidates, d.In.Own[at])
		}
		if len(candidates) > 5 || len(d.Equal)+len(d.Many) == 0 {
			continue
		}
		tried++
		samples := samplesOf(d, random, 60)
		identifies := func(key []er.Atom) bool { return !overwritten(d, samples, key) }
		var got []string
		missing := map[string]bool{}
		for _, a := range plan.Alternatives {
			if a.Form == Rows && a.Service == Served {
				got = append(got, d.canonical(a.shape.partition, a.shape.clustering()))
				missing[d.canonical(a.shape.missing, nil)] = true
			}
		}
		var want []string
		eachKey(candidates, func(partition, clustering []er.Atom) {
			clustering = d.directed(clustering)
			key := er.Union(partition, clustering)
			extra := er.Without(key, demanded)
			if len(er.Without(demanded, key)) > 0 || !identifies(key) || !missing[d.canonical(extra, nil)] || !serves(d, partition, clustering) {
				return
			}
			for _, a := range extra {
				if identifies(er.Without(key, []er.Atom{a})) {
					return
				}
			}
			want = append(want, d.canonical(partition, clustering))
		})
		slices.Sort(got)
		slices.Sort(want)
		if want = slices.Compact(want); !slices.Equal(got, want) {
			t.Errorf("seed %d: alternatives\n%s\nwant\n%s", seed, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	if tried < 50 && !testing.Short() {
		t.Errorf("only %d models were small enough", tried)
	}
}

// directed gives clustering columns the directions of ORDER BY.
func (d *designer) directed(clustering []er.Atom) []er.Atom {
	directed := slices.Clone(clustering)
	for i, a := range directed {
		for _, sort := range d.Sorted {
			if sort.Same(a) {
				directed[i].Descending = sort.Descending
			}
		}
	}
	return directed
}

// canonical writes a primary key so that those that are the same for Cassandra
// are the same text: what is given, and the missing keys at the end, are sets.
func (d *designer) canonical(partition, clustering []er.Atom) string {
	words := func(atoms []er.Atom) []string {
		var names []string
		for _, a := range atoms {
			names = append(names, columnOf(a))
		}
		slices.Sort(names)
		return names
	}
	given := er.Union(d.Equal, d.Many)
	fixed := er.Union(d.Ranges, d.Sorted)
	var equal, tail, last []er.Atom
	for _, a := range clustering {
		switch {
		case er.Contains(given, a):
			equal = append(equal, a)
		case er.Contains(fixed, a):
			tail = append(tail, a)
		default:
			last = append(last, a)
		}
	}
	var ordered []string
	for _, a := range tail {
		ordered = append(ordered, columnOf(a))
	}
	return fmt.Sprint(words(partition), words(equal), ordered, words(last))
}

// eachKey tries every ordered choice of clustering columns with every set as the
// partition key.
func eachKey(candidates []er.Atom, try func(partition, clustering []er.Atom)) {
	var extend func(partition, clustering, rest []er.Atom)
	extend = func(partition, clustering, rest []er.Atom) {
		try(partition, clustering)
		for i, a := range rest {
			left := slices.Delete(slices.Clone(rest), i, i+1)
			extend(partition, append(slices.Clone(clustering), a), left)
		}
	}
	for _, subset := range subsets(len(candidates)) {
		var partition, rest []er.Atom
		for i, a := range candidates {
			if slices.Contains(subset, i) {
				partition = append(partition, a)
			} else {
				rest = append(rest, a)
			}
		}
		extend(partition, nil, rest)
	}
}
