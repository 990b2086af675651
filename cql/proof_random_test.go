package cql_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/cassandratest"
	"widerow/cql/print"
	"widerow/model"
	"widerow/model/example"
	"widerow/model/proof"
)

var (
	proofSeed    = flag.Uint64("proof-seed", 1, "seed of the random tables and queries")
	proofCount   = flag.Int("proof-count", 200, "how many random tables with three queries each a real Cassandra judges")
	derivedCount = flag.Int("derived-count", 6, "how many models with twelve random queries are derived for a real Cassandra")
)

// TestCassandraTakesTheProofs has a real Cassandra check the statements of the
// examples' queries, and of random ones on random tables, against the exported
// schema. It accepts what we show as accepted, and rejects what we show as
// rejected, with the message that we show.
func TestCassandraTakesTheProofs(t *testing.T) {
	for _, e := range example.All() {
		t.Run(e.Slug, func(t *testing.T) { compareProofs(t, loadForOneNode(t, e.Slug)) })
	}
	t.Run("random", func(t *testing.T) {
		compareProofs(t, randomProofs(rand.New(rand.NewPCG(*proofSeed, 7)), *proofCount))
	})
}

func compareProofs(t *testing.T, m *model.Model) {
	session := cassandratest.Session(t)
	for _, keyspace := range m.Physical.Keyspaces {
		cassandratest.DropAfter(t, session, keyspace.Name)
	}
	for _, statement := range statements(t, cql.PrintModel(m, cql.PrintOptions{})) {
		cassandratest.Run(t, session, statement)
	}
	server := cassandratest.Connect(t)
	verdicts, pages, lookups := map[proof.Verdict]int{}, 0, 0
	for _, result := range proof.All(m) {
		for i := range result.Judgements {
			judgement := &result.Judgements[i]
			verdicts[judgement.Verdict]++
			checkProof(t, server, m.Title(result.Query), judgement)
			for k := range judgement.Lookups {
				lookups++
				checkProof(t, server, m.Title(result.Query)+", lookup", &judgement.Lookups[k].Judgement)
			}
			for _, page := range judgement.NextPages() {
				pages++
				statement := print.SelectText(judgement.Access, page.Select)
				if answer := verdictOf(server.Prepare(strings.TrimSuffix(statement, ";"))); answer != "ok" {
					t.Errorf("%s: the server rejects the statement of the next page: %s\n%s", m.Title(result.Query), answer, statement)
				}
			}
		}
	}
	t.Logf("seed %d: verdicts %v, %d statements of next pages, %d of lookups", *proofSeed, verdicts, pages, lookups)
}

// checkProof compares a judgement with the server's, with and without ALLOW
// FILTERING.
func checkProof(t *testing.T, server *cassandratest.Connection, query string, j *proof.Judgement) {
	t.Helper()
	if len(j.Access.Partition) == 0 {
		return // the schema has no such table
	}
	want := "ok"
	if message := print.ProofMessage(j); message != "" {
		want = "cql/invalid: " + message
	}
	plain := j.Select
	plain.AllowFiltering = false
	statement := print.SelectText(j.Access, plain)
	if got := verdictOf(server.Prepare(strings.TrimSuffix(statement, ";"))); sortedCommon(got) != sortedCommon(want) {
		t.Errorf("%s: the server says %s\nwe say %s\n%s", query, got, want, statement)
	}
	if !j.Select.AllowFiltering {
		return
	}
	filtered := print.ProofStatement(j)
	if got := verdictOf(server.Prepare(strings.TrimSuffix(filtered, ";"))); got != "ok" {
		t.Errorf("%s: the server says %s\n%s", query, got, filtered)
	}
}

// proofMaker makes small random tables, logical and physical, and queries with
// arrows to them.
type proofMaker struct {
	*rand.Rand
	m *model.Model
}

func randomProofs(random *rand.Rand, count int) *model.Model {
	m := model.New("proofs")
	m.Concepts.Entities = map[model.ID]*model.Entity{}
	m.Workflow.Queries = map[model.ID]*model.Query{}
	m.Logical.Tables, m.Logical.Arrows = map[model.ID]*model.LogicalTable{}, map[model.ID]*model.QueryArrow{}
	m.Physical.Keyspaces = map[model.ID]*model.Keyspace{"ks": {Name: "proofs", Replication: map[string]string{"class": "SimpleStrategy", "replication_factor": "1"}}}
	m.Physical.Relations = map[model.ID]*model.Relation{}
	p := proofMaker{random, m}
	for number := range count {
		p.addTable(number)
	}
	return m
}

var (
	proofTypes     = []string{"int", "text", "timestamp", "uuid", "bigint", "date", "double", "boolean"}
	proofNames     = []string{"c%d", "c%d", "c%d", "Camel%d", "two words %d", `a "quote" %d`}
	proofConstants = []string{"7", "'open'", "true", "1.5", "123e4567-e89b-12d3-a456-426614174000", "0xcafe", "-3"}
)

func (p *proofMaker) addTable(number int) {
	entity := &model.Entity{Name: fmt.Sprintf("Thing %d", number), Attributes: map[model.ID]*model.Attribute{}}
	logical := &model.LogicalTable{Name: fmt.Sprintf("t%d", number), Columns: map[model.ID]*model.LogicalColumn{}}
	relation := &model.Relation{Keyspace: "ks", Name: logical.Name, Kind: model.Table, Columns: map[model.ID]*model.Column{}}
	id := model.ID(fmt.Sprintf("t%d", number))
	relation.Realizes = model.SetOfIDs(id)
	partition, clustering := 1+p.IntN(2), p.IntN(4)
	var attributes []model.ID
	for i := range partition + clustering + 1 + p.IntN(3) {
		attribute, column := model.ID(fmt.Sprintf("a%dx%d", number, i)), model.ID(fmt.Sprintf("c%dx%d", number, i))
		role, descending := model.Regular, false
		switch {
		case i < partition:
			role = model.Partition
		case i < partition+clustering:
			role, descending = model.Clustering, p.IntN(2) == 0
		case clustering > 0 && p.IntN(4) == 0:
			role = model.Static
		}
		name, order := fmt.Sprintf(proofNames[p.IntN(len(proofNames))], i), model.Nth(i)
		entity.Attributes[attribute] = &model.Attribute{Order: order, Name: name}
		logical.Columns[column] = &model.LogicalColumn{Order: order, Name: name, Role: role, Descending: descending, Attribute: attribute}
		relation.Columns["p"+column] = &model.Column{Order: order, Name: name, Type: p.columnType(role), Role: role, Descending: descending, From: model.SetOfIDs(column)}
		if role == model.Regular && p.IntN(6) == 0 {
			p.addIndex(relation, "p"+column)
		}
		attributes = append(attributes, attribute)
	}
	if p.IntN(4) == 0 {
		relation.Columns[id+"bucket"] = &model.Column{Order: "z", Name: "bucket", Type: model.Native("int"), Role: model.Partition}
	}
	missing := model.ID(fmt.Sprintf("a%dmissing", number))
	entity.Attributes[missing] = &model.Attribute{Order: "z", Name: "missing"}
	p.m.Concepts.Entities[model.ID(fmt.Sprintf("e%d", number))] = entity
	p.m.Logical.Tables[id], p.m.Physical.Relations["p"+id] = logical, relation
	for question := range 3 {
		p.addQuery(fmt.Sprintf("%dx%d", number, question), id, append(attributes, missing), partition)
	}
}

func (p *proofMaker) columnType(role model.Role) model.Type {
	if !role.InKey() && p.IntN(6) == 0 {
		return model.Type{Kind: model.SetType, Arguments: []model.Type{model.Native("text")}}
	}
	return model.Native(proofTypes[p.IntN(len(proofTypes))])
}

func (p *proofMaker) addIndex(relation *model.Relation, column model.ID) {
	if c := relation.Columns[column]; c.Type.Kind == model.NativeType && !strings.Contains(c.Name, " ") {
		relation.Indexes = map[model.ID]*model.Index{column + "i": {Column: column, Class: []string{"", "sai"}[p.IntN(2)]}}
	}
}

// addQuery adds a query that usually gives the partition key, sorts by some of the
// following columns, and returns some.
func (p *proofMaker) addQuery(number string, table model.ID, attributes []model.ID, partition int) {
	id := model.ID("q" + number)
	query := &model.Query{Label: "Q" + number, Find: map[model.ID]*model.Find{}, Given: map[model.ID]*model.Given{}, SortBy: map[model.ID]*model.SortBy{},
		Distinct: p.IntN(12) == 0, Limit: p.IntN(3) * 10, PageSize: p.IntN(2) * 100}
	last := len(attributes) - 1
	aggregate, grouped := p.IntN(6) == 0, p.IntN(8) == 0
	for i, attribute := range attributes {
		part := id + model.ID(fmt.Sprintf("y%d", i))
		if i == last && p.IntN(20) > 0 {
			continue // an attribute that the table lacks
		}
		if i < partition && p.IntN(8) > 0 || p.IntN(6) == 0 {
			query.Given[part+"g"] = p.given(attribute, i < partition)
		}
		if i >= partition && p.IntN(10) == 0 {
			query.SortBy[part+"s"] = &model.SortBy{Order: model.Nth(i), Attribute: attribute, Descending: p.IntN(2) == 0}
		}
		if p.IntN(2) == 0 {
			find := &model.Find{Order: model.Nth(i), Attribute: attribute, Grouped: grouped && i < partition+2}
			if aggregate && !find.Grouped {
				find.Aggregate = []model.Aggregate{model.Count, model.Min, model.Max, model.Sum, model.Avg}[p.IntN(5)]
			}
			query.Find[part+"f"] = find
		}
	}
	p.m.Workflow.Queries[id] = query
	p.m.Logical.Arrows[id+"arrow"] = &model.QueryArrow{Access: id, To: table}
}

func (p *proofMaker) given(attribute model.ID, key bool) *model.Given {
	given := &model.Given{Attribute: attribute, Operator: model.Equal}
	switch chance := p.IntN(10); {
	case chance == 0:
		given.Operator = model.In
	case !key && chance < 4:
		given.Operator = model.Range
		given.Bounds = []model.Bounds{model.BothBounds, model.ExclusiveBoth, model.AtLeast, model.LessThan}[p.IntN(4)]
	case !key && chance == 4:
		given.Operator = model.Prefix
	}
	if p.IntN(8) == 0 {
		given.Source, given.Constant = model.ConstantSource, proofConstants[p.IntN(len(proofConstants))]
		if given.Operator == model.In {
			given.Constant = "(" + given.Constant + ", " + proofConstants[p.IntN(len(proofConstants))] + ")"
		}
	}
	return given
}
