package mapping

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/mapping/er"
)

// samplesOf returns the rows of random data, several times.
func samplesOf(d *designer, random *rand.Rand, count int) [][]Row {
	var samples [][]Row
	for range count {
		samples = append(samples, NewWorld(d.Graph.Model, random).rows(d))
	}
	return samples
}

// overwritten reports whether two rows of some data have the same key.
func overwritten(d *designer, samples [][]Row, key []er.Atom) bool {
	return slices.ContainsFunc(samples, func(rows []Row) bool {
		seen := map[string]string{}
		for _, row := range rows {
			var values []string
			for _, a := range key {
				value, _ := row.valuesAt(a.Node, a.Attribute)
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
func everOverwritten(d *designer, samples [][]Row, key []er.Atom, random *rand.Rand) bool {
	for range 20 {
		if overwritten(d, samples, key) {
			return true
		}
		samples = samplesOf(d, random, 40)
	}
	return false
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
			if !everOverwritten(d, samples, er.Without(key, []er.Atom{spoilt}), random) {
				t.Errorf("%s: %s needs no %s", name, columnsInWords(a.Columns), d.names([]er.Atom{spoilt}))
			}
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
	for name, amount := range map[string]er.Amount{"rows": e.Rows, "partitions": e.Partitions, "cells": e.Cells, "read": e.Read} {
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
