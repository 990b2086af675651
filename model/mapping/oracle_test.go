package mapping

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/access"
)

// accessTable is a table of text columns c0, c1, … for the rules of Cassandra.
func accessTable(partition, clustering []atom) *access.Table {
	relation := &model.Relation{Name: "t", Kind: model.Table, Columns: map[model.ID]*model.Column{}}
	m := model.New("x")
	m.Physical.Keyspaces = map[model.ID]*model.Keyspace{"k": {Name: "k"}}
	relation.Keyspace = "k"
	m.Physical.Relations = map[model.ID]*model.Relation{"t": relation}
	add := func(a atom, role model.Role, number int) {
		relation.Columns[model.ID(fmt.Sprint("c", number))] = &model.Column{Name: columnOf(a), Type: model.Native("text"), Role: role,
			Descending: role == model.Clustering && a.descending, Order: model.Order(fmt.Sprintf("%02d1", number))}
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

func columnOf(a atom) string { return fmt.Sprintf("c_%d_%s", a.node, a.attribute) }

// serves asks the rules of Cassandra whether a table answers the question without
// filtering, in its order.
func serves(d *designer, partition, clustering []atom) bool {
	marker := []access.Value{{Kind: access.Marker}}
	var s access.Select
	condition := func(a atom, operator access.Operator, list bool) {
		values := marker // of IN on the partition key: a statement for each value
		if list && !contains(partition, a) {
			values = append(values, marker...)
		}
		s.Where = append(s.Where, access.Condition{Columns: []string{columnOf(a)}, Operator: operator, Values: values, List: list})
	}
	for _, a := range d.equal {
		condition(a, access.Equal, false)
	}
	for _, a := range d.many {
		condition(a, access.In, true)
	}
	for _, a := range d.ranges {
		condition(a, access.GreaterOrEqual, false)
		condition(a, access.LessOrEqual, false)
	}
	for _, a := range d.sorted {
		s.OrderBy = append(s.OrderBy, access.Order{Column: columnOf(a), Descending: a.descending})
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
		demanded := union(d.equal, d.many, d.ranges, d.sorted)
		candidates := demanded
		for _, at := range d.in.nodes {
			candidates = union(candidates, d.in.own[at])
		}
		if len(candidates) > 5 || len(d.equal)+len(d.many) == 0 {
			continue
		}
		tried++
		samples := samplesOf(d, random, 60)
		identifies := func(key []atom) bool { return !overwritten(d, samples, key) }
		var got []string
		missing := map[string]bool{}
		for _, a := range plan.Alternatives {
			if a.Form == Rows && a.Service == Served {
				got = append(got, d.canonical(a.shape.partition, a.shape.clustering()))
				missing[d.canonical(a.shape.missing, nil)] = true
			}
		}
		var want []string
		eachKey(candidates, func(partition, clustering []atom) {
			clustering = d.directed(clustering)
			key := union(partition, clustering)
			extra := without(key, demanded)
			if len(without(demanded, key)) > 0 || !identifies(key) || !missing[d.canonical(extra, nil)] || !serves(d, partition, clustering) {
				return
			}
			for _, a := range extra {
				if identifies(without(key, []atom{a})) {
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
func (d *designer) directed(clustering []atom) []atom {
	directed := slices.Clone(clustering)
	for i, a := range directed {
		for _, sort := range d.sorted {
			if sort.same(a) {
				directed[i].descending = sort.descending
			}
		}
	}
	return directed
}

// canonical writes a primary key so that those that are the same for Cassandra
// are the same text: what is given, and the missing keys at the end, are sets.
func (d *designer) canonical(partition, clustering []atom) string {
	words := func(atoms []atom) []string {
		var names []string
		for _, a := range atoms {
			names = append(names, columnOf(a))
		}
		slices.Sort(names)
		return names
	}
	given := union(d.equal, d.many)
	fixed := union(d.ranges, d.sorted)
	var equal, tail, last []atom
	for _, a := range clustering {
		switch {
		case contains(given, a):
			equal = append(equal, a)
		case contains(fixed, a):
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
func eachKey(candidates []atom, try func(partition, clustering []atom)) {
	var extend func(partition, clustering, rest []atom)
	extend = func(partition, clustering, rest []atom) {
		try(partition, clustering)
		for i, a := range rest {
			left := slices.Delete(slices.Clone(rest), i, i+1)
			extend(partition, append(slices.Clone(clustering), a), left)
		}
	}
	for _, subset := range subsets(len(candidates)) {
		var partition, rest []atom
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
