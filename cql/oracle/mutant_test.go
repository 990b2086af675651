package oracle

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/check"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/proof"
)

// damage changes a table of a document as nobody should, and says how; "" if it cannot.
type damage func(m *model.Model, random *rand.Rand, relation *model.Relation) string

var damages = []damage{dropKey, demoteKey, makeStatic, takeOtherRole, takeOtherAttribute, dropColumn}

// pickColumn chooses a column of a table with the logical one that it comes from.
func pickColumn(m *model.Model, random *rand.Rand, relation *model.Relation, fits func(*model.Column) bool) (model.ID, *model.Column, *model.LogicalTable, model.ID) {
	columns := slices.DeleteFunc(model.Sorted(relation.Columns), func(c model.Item[*model.Column]) bool { return !fits(c.Value) || len(c.Value.From) != 1 })
	if len(columns) == 0 {
		return "", nil, nil, ""
	}
	chosen := pick(random, columns)
	for _, logical := range m.Logical.Tables {
		for id := range logical.Columns {
			if chosen.Value.From[id] {
				return chosen.ID, chosen.Value, logical, id
			}
		}
	}
	return "", nil, nil, ""
}

func isClustering(c *model.Column) bool { return c.Role == model.Clustering }

func isRegular(c *model.Column) bool { return c.Role == model.Regular && !c.Type.IsCounter() }

func dropKey(m *model.Model, random *rand.Rand, relation *model.Relation) string {
	id, c, logical, from := pickColumn(m, random, relation, isClustering)
	if c == nil {
		return ""
	}
	delete(relation.Columns, id)
	delete(logical.Columns, from)
	return "drops the key column " + c.Name
}

func demoteKey(m *model.Model, random *rand.Rand, relation *model.Relation) string {
	_, c, logical, from := pickColumn(m, random, relation, isClustering)
	if c == nil {
		return ""
	}
	c.Role = model.Regular
	if random.IntN(2) == 0 {
		return "takes " + c.Name + " out of the physical key"
	}
	logical.Columns[from].Role = model.Regular
	return "takes " + c.Name + " out of the key"
}

func makeStatic(m *model.Model, random *rand.Rand, relation *model.Relation) string {
	_, c, logical, from := pickColumn(m, random, relation, isRegular)
	if c == nil || !slices.ContainsFunc(model.Sorted(relation.Columns), func(c model.Item[*model.Column]) bool { return isClustering(c.Value) }) {
		return ""
	}
	c.Role = model.Static
	if random.IntN(2) == 0 {
		return "makes " + c.Name + " static in the physical table"
	}
	logical.Columns[from].Role = model.Static
	return "makes " + c.Name + " static"
}

// takeOtherRole makes a column store the attribute of an instance in another role.
func takeOtherRole(m *model.Model, random *rand.Rand, relation *model.Relation) string {
	_, c, logical, from := pickColumn(m, random, relation, func(*model.Column) bool { return true })
	if c == nil {
		return ""
	}
	column := logical.Columns[from]
	var others []model.ID
	for _, item := range model.Sorted(m.Concepts.Relationships) {
		for _, end := range model.Sorted(item.Value.Participants) {
			if end.Value.Entity == ownerOf(m, column.Attribute) && end.ID != column.Participant {
				others = append(others, end.ID)
			}
		}
	}
	if len(others) < 2 {
		return ""
	}
	column.Participant = pick(random, others)
	return "takes " + c.Name + " from " + m.Title(column.Participant)
}

func takeOtherAttribute(m *model.Model, random *rand.Rand, relation *model.Relation) string {
	_, c, logical, from := pickColumn(m, random, relation, func(*model.Column) bool { return true })
	if c == nil {
		return ""
	}
	column := logical.Columns[from]
	var others []model.ID
	for _, of := range model.Sorted(m.Concepts.Entities) {
		for _, attribute := range model.Sorted(of.Value.Attributes) {
			t, _ := m.AttributeType(attribute.ID)
			if attribute.ID != column.Attribute && attribute.Value.Parent == "" && !attribute.Value.MultiValued && t.Name == c.Type.Name {
				others = append(others, attribute.ID)
			}
		}
	}
	if len(others) == 0 {
		return ""
	}
	column.Attribute, column.Participant = pick(random, others), ""
	return "stores " + m.Title(column.Attribute) + " in " + c.Name
}

func dropColumn(m *model.Model, random *rand.Rand, relation *model.Relation) string {
	id, c, logical, from := pickColumn(m, random, relation, isRegular)
	if c == nil {
		return ""
	}
	delete(relation.Columns, id)
	delete(logical.Columns, from)
	return "drops " + c.Name
}

// judgeMutants damages tables, and looks whether check notices each damage that changes answers.
func (s *site) judgeMutants(t *testing.T, random *rand.Rand, count int, total counts) {
	before := findingsOf(s.m)
	for number := range count {
		relation := pick(random, model.Sorted(s.m.Physical.Relations))
		if s.unclear[relation.ID] != nil {
			continue
		}
		m := s.m.Clone()
		damaged := m.Physical.Relations[relation.ID]
		what := pick(random, damages)(m, random, damaged)
		if what == "" {
			continue
		}
		damaged.Name = fmt.Sprintf("%s_m%d", damaged.Name[:min(len(damaged.Name), 40)], number)
		o := s.judgeMutant(m, relation.ID, before)
		total.add("mutant", o)
		if o.kind == wrong {
			t.Errorf("%s %s: not noticed: %s", relation.Value.Name, what, o.details)
		}
	}
}

// findingsOf counts the errors and warnings of check by their codes.
func findingsOf(m *model.Model) map[string]int {
	found := map[string]int{}
	for _, f := range check.Model("", m).Findings {
		if f.Severity != cql.Info {
			found[f.Code]++
		}
	}
	return found
}

func (s *site) judgeMutant(m *model.Model, relation model.ID, before map[string]int) outcome {
	for code, count := range findingsOf(m) {
		if count > before[code] {
			return outcome{right, "noticed by " + code, ""}
		}
	}
	mutant := *s
	made := *s.domain
	made.m = m
	mutant.domain, mutant.cluster, mutant.unclear = &made, &cluster{s.session, tablesOf(m)}, maps.Clone(s.unclear)
	table := mutant.table(relation)
	if text := createOf(m, table); text == "" || s.session.Query(text).Exec() != nil {
		return outcome{right, "refused by Cassandra", ""}
	}
	mutant.checkKeys(rand.New(rand.NewPCG(1, 1)))
	content, err := mutant.contentOf(s.world, table)
	if err == nil {
		err = mutant.repair(table, content.rows)
	}
	if errors.As(err, new(twiceError)) {
		return outcome{notJudged, "stores one value twice", ""}
	}
	if err != nil {
		mutant.unclear[relation] = err
	}
	for _, result := range proof.All(m) {
		was := proof.Of(s.m, result.Query)
		if was.Served() != result.Served() {
			return outcome{right, "a query is not served", ""}
		}
		best, found := result.Best()
		if s.wrong[result.Query] || !found || best.Table != relation && !slices.Contains(lookupTables(best), relation) {
			continue
		}
		if o := mutant.judgeQuery(&result, 4); o.kind == wrong {
			return outcome{wrong, o.reason, s.m.Title(result.Query) + ": " + o.details}
		} else if o.kind == notJudged {
			return o
		}
	}
	return outcome{notJudged, "changes no answer", ""}
}

// createOf is the statement that makes a table.
func createOf(m *model.Model, t *table) string {
	text := cql.PrintModel(m, cql.PrintOptions{})
	script := syntax.Parse(text)
	for _, statement := range script.Statements {
		at := syntax.Place(statement)
		if one := text[at.Start.Offset:at.End.Offset]; strings.HasPrefix(one, "CREATE TABLE "+t.name+" ") {
			return one
		}
	}
	return ""
}
