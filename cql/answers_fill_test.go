package cql_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/mapping/er"
)

// storedRow is the row of a table at one primary key: the values of each column.
type storedRow struct {
	key    map[string]value
	values map[string][]value
}

// fillTables writes for each query the combinations along its path into its tables.
func (a *answered) fillTables() {
	var statements []string
	for _, item := range model.Sorted(a.m.Physical.Relations) {
		rows := map[string]*storedRow{}
		for _, query := range model.Sorted(a.m.Workflow.Queries) {
			serves := slices.ContainsFunc(a.m.TablesOf(query.ID), func(id model.ID) bool { return item.Value.Realizes[id] })
			if plan := a.plans.Plan(query.ID); serves && !plan.Fatal() {
				a.collect(item, rows, newJoin(a.relations, er.NewConcepts(a.m).InRoles(query.Value), plan.Path.Relationships))
			}
		}
		for _, row := range rows {
			statements = append(statements, a.insert(item, row))
		}
	}
	const writers = 8
	var group sync.WaitGroup
	for writer := range writers {
		group.Go(func() {
			for i := writer; i < len(statements); i += writers {
				if err := a.session.Query(statements[i]).Exec(); err != nil {
					a.t.Errorf("%v: %s", err, statements[i])
				}
			}
		})
	}
	group.Wait()
}

// collect adds what a table has of the combinations of a query.
func (a *answered) collect(relation model.Item[*model.Relation], rows map[string]*storedRow, j *join) {
	combinations := j.combinations()
	if j.unclear {
		return
	}
	for _, c := range combinations {
		for _, key := range a.keys(relation, j, c) {
			place := fmt.Sprint(key)
			row := rows[place]
			if row == nil {
				row = &storedRow{key, map[string][]value{}}
				rows[place] = row
			}
			for name, column := range a.columns[relation.ID] {
				if column.Role.InKey() {
					continue
				}
				v, found := j.value(c, column.Attribute, column.Participant)
				if entry, has := a.entryIn(j, column); found && has {
					other, _ := j.value(c, entry, "")
					v = entryOf(v, other)
				}
				if column.Aggregate == model.Count && !found {
					v, found = value{literal: "1", text: "1"}, true
				}
				isNew := !slices.ContainsFunc(row.values[name], func(other value) bool { return other.text == v.text })
				if found && (isNew || column.Aggregate != "") {
					row.values[name] = append(row.values[name], v)
				}
			}
		}
	}
}

// keys returns the primary keys at which a table has a combination: one for each value
// of an attribute with several.
func (a *answered) keys(relation model.Item[*model.Relation], j *join, c combination) []map[string]value {
	keys := []map[string]value{{}}
	for _, column := range relation.Value.Columns {
		if !column.Role.InKey() {
			continue
		}
		logical := a.columns[relation.ID][column.Name]
		v := bucketValue(column.Type)
		if logical.Attribute != "" {
			found := false
			if v, found = j.value(c, logical.Attribute, logical.Participant); !found {
				return nil
			}
		}
		values := []value{v}
		if a.isMultiValued(logical.Attribute) {
			values = v.parts
		}
		var next []map[string]value
		for _, key := range keys {
			for _, v := range values {
				extended := map[string]value{column.Name: v}
				for name, other := range key {
					extended[name] = other
				}
				next = append(next, extended)
			}
		}
		keys = next
	}
	return keys
}

// bucketValue is the value of the column that the application chooses.
func bucketValue(t model.Type) value { return valueOf(t.Name, 0) }

func (a *answered) insert(relation model.Item[*model.Relation], row *storedRow) string {
	names, literals, counters, where := []string{}, []string{}, []string{}, []string{}
	for name, v := range row.key {
		quoted := syntax.QuoteName(name)
		names, literals, where = append(names, quoted), append(literals, v.literal), append(where, quoted+" = "+v.literal)
	}
	for name, values := range row.values {
		column := a.columns[relation.ID][name]
		physical := model.Sorted(relation.Value.Columns)
		at := slices.IndexFunc(physical, func(c model.Item[*model.Column]) bool { return c.Value.Name == name })
		var literal string
		switch {
		case column.Aggregate != "":
			literal = computedValue(column.Aggregate, values)
		case a.collects(column):
			literal = valueOfSet(values).literal
		case len(values) > 1:
			a.t.Errorf("rows of %s overwrite each other at %v: %s is %v", relation.Value.Name, row.key, name, values)
			literal = values[0].literal
		default:
			literal = values[0].literal
		}
		if physical[at].Value.Type.Unfrozen().Kind == model.ListType && literal != "null" {
			literal = "[" + literal[1:len(literal)-1] + "]"
		}
		if physical[at].Value.Type.IsCounter() {
			counters = append(counters, fmt.Sprintf("%s = %s + %s", name, name, literal))
			continue
		}
		names, literals = append(names, syntax.QuoteName(name)), append(literals, literal)
	}
	table := a.m.Physical.Keyspaces[relation.Value.Keyspace].Name + "." + relation.Value.Name
	if len(counters) > 0 {
		return "UPDATE " + table + " SET " + strings.Join(counters, ", ") + " WHERE " + strings.Join(where, " AND ")
	}
	return "INSERT INTO " + table + " (" + strings.Join(names, ", ") + ") VALUES (" + strings.Join(literals, ", ") + ")"
}

// collects reports whether a column has the values of several instances.
func (a *answered) collects(c *model.LogicalColumn) bool {
	return c.Attribute != "" && c.Collection != model.SingleValue && c.Collection != model.UserDefined && !a.isMultiValued(c.Attribute)
}

// entryIn returns the attribute whose values a map of instances has: that of a relationship
// type on the path of a query, which finds it.
func (a *answered) entryIn(j *join, c *model.LogicalColumn) (model.ID, bool) {
	if c.Collection != model.MapOf || !a.collects(c) {
		return "", false
	}
	for _, find := range j.query.Find {
		if element, _ := a.m.Element(find.Attribute); element.Kind == model.AttributeKind && a.m.Concepts.Relationships[element.Parent] != nil {
			return find.Attribute, true
		}
	}
	return "", false
}

func (a *answered) isMultiValued(id model.ID) bool {
	element, _ := a.m.Element(id)
	attribute, is := element.Value.(*model.Attribute)
	return is && attribute.MultiValued
}

func computedValue(function model.Aggregate, values []value) string {
	if function == model.Count {
		return fmt.Sprint(len(values))
	}
	sum := 0.
	for _, v := range values {
		number, err := strconv.ParseFloat(v.text, 64)
		if err != nil { // min or max of what is no number
			sorted := slices.SortedFunc(slices.Values(values), compareValues)
			if function == model.Min {
				return sorted[0].literal
			}
			return sorted[len(sorted)-1].literal
		}
		sum += number
	}
	sorted := slices.SortedFunc(slices.Values(values), compareValues)
	switch {
	case len(sorted) == 0 && (function == model.Min || function == model.Max):
		return "null"
	case len(sorted) == 0:
		return "0"
	}
	switch function {
	case model.Min:
		return sorted[0].literal
	case model.Max:
		return sorted[len(sorted)-1].literal
	case model.Avg:
		return strconv.FormatFloat(sum/float64(len(values)), 'f', -1, 64)
	}
	return strconv.FormatFloat(sum, 'f', -1, 64)
}
