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

// randomModel has 2 to 4 entity types in a chain of relationship types, some of
// them weak, and one query.
func randomModel(t *testing.T, random *rand.Rand) *builder {
	b := build(t)
	letters := "ABCD"[:2+random.IntN(3)]
	for i, letter := range letters {
		name := string(letter)
		if i > 0 && random.IntN(3) == 0 {
			b.entity("weak "+name, "part partial", "x")
			b.relationship(fmt.Sprint("identifying r", strings.ToLower(name)), string(letters[i-1])+" 1", name+" n")
			continue
		}
		b.entity(name, "id key", "x")
		if i > 0 {
			ends := [][2]string{{"1", "n"}, {"n", "1"}, {"m", "n"}, {"1", "1"}}[random.IntN(4)]
			relationship := fmt.Sprint("r", strings.ToLower(name))
			b.relationship(relationship, fmt.Sprint(string(letters[i-1]), " ", ends[0]), fmt.Sprint(name, " ", ends[1]))
			if random.IntN(3) == 0 {
				b.attributes(relationship, "w")
			}
		}
	}
	b.query("Q1", randomQuery(b.m, random))
	return b
}

func randomQuery(m *model.Model, random *rand.Rand) string {
	var attributes []string
	for element := range m.ElementsOf(model.AttributeKind) {
		attributes = append(attributes, m.Title(element.ID))
	}
	random.Shuffle(len(attributes), func(i, j int) { attributes[i], attributes[j] = attributes[j], attributes[i] })
	words := []string{"find", attributes[0], "given", attributes[1%len(attributes)]}
	if random.IntN(8) == 0 {
		words = words[:2] // a bucket
	}
	if random.IntN(2) == 0 {
		if !slices.Contains(words, "given") {
			words = append(words, "given")
		}
		words = append(words, attributes[2%len(attributes)]+[]string{"", ":range", ":in=2"}[random.IntN(3)])
	}
	if random.IntN(3) == 0 {
		words = append(words, "sort", attributes[3%len(attributes)]+":desc")
	}
	return strings.Join(words, " ")
}

// addRecursion adds a recursive relationship type of the last entity type, and a query
// that asks by its roles, perhaps with the rest of the model.
func addRecursion(b *builder, query string, random *rand.Rand) {
	entities := model.Sorted(b.m.Concepts.Entities)
	name := entities[len(entities)-1].Value.Name
	ends := [][2]string{{"1", "n"}, {"n", "1"}, {"m", "n"}, {"1", "1"}}[random.IntN(4)]
	b.relationship("leads", fmt.Sprint(name, " ", ends[0], " as head"), fmt.Sprint(name, " ", ends[1], " as tail"))
	b.attributes("leads", "w")
	roles := []string{"/leadspa", "/leadspb"}
	random.Shuffle(2, func(i, j int) { roles[i], roles[j] = roles[j], roles[i] })
	if random.IntN(4) == 0 {
		roles[1] = "" // the end that is left
	}
	attribute := func() string {
		attributes := slices.DeleteFunc(model.Sorted(entities[len(entities)-1].Value.Attributes), func(a model.Item[*model.Attribute]) bool { return a.Value.MultiValued })
		return name + "." + attributes[random.IntN(len(attributes))].Value.Name
	}
	words := []string{"find", attribute() + roles[0], attribute() + roles[random.IntN(2)], "given", attribute() + roles[1]}
	if random.IntN(2) == 0 {
		words = append(words, []string{"leads.w", attribute() + roles[0] + ":range"}[random.IntN(2)])
	}
	if random.IntN(3) == 0 {
		words = append(words, "sort", []string{"leads.w", attribute() + roles[0]}[random.IntN(2)])
	}
	b.query(query, strings.Join(words, " "))
}

// seeds reduces the number of random tests for the race detector.
func seeds(count uint64) uint64 {
	if testing.Short() {
		return count / 10
	}
	return count
}

// samplesOf returns the rows of random data, several times.
func samplesOf(d *designer, random *rand.Rand, count int) [][]Row {
	var samples [][]Row
	for range count {
		samples = append(samples, NewWorld(d.graph.model, random).rows(d))
	}
	return samples
}

// overwritten reports whether two rows of some data have the same key.
func overwritten(d *designer, samples [][]Row, key []atom) bool {
	return slices.ContainsFunc(samples, func(rows []Row) bool {
		seen := map[string]string{}
		for _, row := range rows {
			var values []string
			for _, a := range key {
				value, _ := row.valuesAt(a.node, a.attribute)
				values = append(values, fmt.Sprint(value))
			}
			place, is := strings.Join(values, "|"), fmt.Sprint(row.at)
			if other, taken := seen[place]; taken && other != is {
				return true
			}
			seen[place] = is
		}
		return false
	})
}

// everOverwritten tries more random data before it reports that rows never
// overwrite each other.
func everOverwritten(d *designer, samples [][]Row, key []atom, random *rand.Rand) bool {
	for range 20 {
		if overwritten(d, samples, key) {
			return true
		}
		samples = samplesOf(d, random, 40)
	}
	return false
}

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

// TestRandomTables derives tables for random queries of random ER models, one of them
// by the roles of a recursive relationship type: no two rows of random data overwrite
// each other, Cassandra serves the query, and each key column is needed.
func TestRandomTables(t *testing.T) {
	for seed := range seeds(120) {
		random := rand.New(rand.NewPCG(seed, 1))
		b := randomModel(t, random)
		addRecursion(b, "Q2", random)
		for _, query := range []model.ID{"q1", "q2"} {
			plan := Explore(b.m, query)
			if plan.Fatal() {
				t.Fatalf("seed %d, %s has no table: %v", seed, query, plan.Problems)
			}
			checkAlternatives(t, fmt.Sprint("seed ", seed, ", ", query), plan, random)
		}
	}
}

func checkAlternatives(t *testing.T, name string, plan *Plan, random *rand.Rand) {
	t.Helper()
	d := plan.designer
	samples := samplesOf(d, random, 40)
	for _, a := range plan.Alternatives {
		if a.Form != Rows {
			continue
		}
		key := a.shape.key()
		if overwritten(d, samples, key) {
			t.Errorf("%s: rows overwrite each other in %s", name, columnsInWords(a.Columns))
		}
		if a.Service == Served && !a.Bucketed && !serves(d, a.shape.partition, a.shape.clustering()) {
			t.Errorf("%s: Cassandra does not serve the query with %s", name, columnsInWords(a.Columns))
		}
		for _, spoilt := range a.shape.missing {
			if !everOverwritten(d, samples, without(key, []atom{spoilt}), random) {
				t.Errorf("%s: %s needs no %s", name, columnsInWords(a.Columns), d.names([]atom{spoilt}))
			}
		}
	}
}

// addSubtypes makes the first entity type that has a key a supertype of two.
func addSubtypes(b *builder, random *rand.Rand) {
	for _, entity := range model.Sorted(b.m.Concepts.Entities) {
		if entity.Value.Weak {
			continue
		}
		total := [...]string{"", "true"}[random.IntN(2)]
		b.add(model.HierarchyKind, "", "isa", "supertype", string(entity.ID), "total", total)
		for _, name := range []string{"Sub", "Other"} {
			b.entity(name, "y")
			b.add(model.SubtypeKind, "isa", id("isa", name), "entity", string(id(name)))
		}
		return
	}
}

// addNumbers gives the concepts random numbers, some of which are missing.
func addNumbers(b *builder, random *rand.Rand) {
	set := func(element model.ID, field string, most int) {
		if random.IntN(4) > 0 {
			b.numbers(fmt.Sprint(element, " ", field, " ", 1+random.IntN(most)))
		}
	}
	for element := range b.m.ElementsOf(model.EntityKind, model.ParticipantKind, model.AttributeKind) {
		switch value := element.Value.(type) {
		case *model.Entity:
			set(element.ID, "instances", 1_000_000)
		case *model.Participant:
			if value.Cardinality != "1" {
				set(element.ID, "count", 1000)
				set(element.ID, "worst_count", 5000)
			}
		case *model.Attribute:
			set(element.ID, "distinct", 1000)
		}
	}
}

// TestRandomSubtypesAndNumbers derives tables of models with a hierarchy and random
// numbers: rows of random data never overwrite each other, in no table of a subtype
// either, and numbers change the order of alternatives only.
func TestRandomSubtypesAndNumbers(t *testing.T) {
	split := 0
	for seed := range seeds(60) {
		random := rand.New(rand.NewPCG(seed, 3))
		b := randomModel(t, random)
		addSubtypes(b, random)
		super := b.m.Concepts.Hierarchies["isa"].Supertype
		element, _ := b.m.Element(super)
		b.query("Q2", randomQuery(b.m, random))
		b.query("Q3", "find Sub.y Other.y given "+element.Value.(*model.Entity).Name+".x")
		for _, query := range []model.ID{"q1", "q2", "q3"} {
			before := signatures(Explore(b.m, query))
			numbered := &builder{t, b.m}
			addNumbers(numbered, random)
			plan := Explore(numbered.m, query)
			if after := signatures(plan); !slices.Equal(before, after) {
				t.Errorf("seed %d, %s: numbers changed the alternatives from %s to %s", seed, query, before, after)
			}
			for i := range plan.Alternatives {
				if plan.Alternatives[i].Form == PerSubtype {
					split++
				}
				checkSamples(t, seed, plan, &plan.Alternatives[i], random)
			}
		}
	}
	if split < 20 && !testing.Short() {
		t.Errorf("only %d alternatives have a table for each subtype", split)
	}
}

// checkSamples stores random data in the tables of an alternative, and checks that
// what its numbers say makes sense.
func checkSamples(t *testing.T, seed uint64, plan *Plan, a *Alternative, random *rand.Rand) {
	t.Helper()
	parts := []SubtypeTable{{Columns: a.Columns, designer: plan.designer, shape: a.shape}}
	if len(a.Tables) > 0 {
		parts = a.Tables
	}
	for _, part := range parts {
		if a.Form != Rows && a.Form != PerSubtype {
			continue
		}
		samples := samplesOf(part.designer, random, 10)
		if overwritten(part.designer, samples, part.shape.key()) {
			t.Errorf("seed %d: rows overwrite each other in %s", seed, columnsInWords(part.Columns))
		}
	}
	e := a.Estimate
	for name, amount := range map[string]Amount{"rows": e.Rows, "partitions": e.Partitions, "cells": e.Cells, "read": e.Read} {
		if amount.Known && (amount.Typical < 1 || amount.Typical != amount.Typical) {
			t.Errorf("seed %d: %s has %v %s", seed, a.Signature(), amount.Typical, name)
		}
	}
	if !e.Rows.Known && len(e.Needs) == 0 {
		t.Errorf("seed %d: the rows of %s are not known, and nothing is missing", seed, a.Signature())
	}
	if e.Rows.Known && e.Read.Known && e.Read.Typical > e.Rows.Typical*max(1, a.Partitions)*1.001 && a.Form != PerSubtype {
		t.Errorf("seed %d: %s reads %v rows of partitions of %v", seed, a.Signature(), e.Read.Typical, e.Rows.Typical)
	}
}

func signatures(p *Plan) []string {
	var found []string
	for i := range p.Alternatives {
		found = append(found, p.Alternatives[i].Signature())
	}
	slices.Sort(found)
	return found
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
