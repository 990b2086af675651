package moves

import (
	"fmt"
	"slices"

	"widerow/model"
	"widerow/model/edit"
)

// splitByAttribute moves a column to the partition key.
var splitByAttribute = kind{
	name: SplitByAttribute, title: "Split the partition by an attribute",
	offer: func(t *table) (string, []Parameter) {
		candidates := t.splitCandidates()
		if len(candidates) == 0 {
			return "", nil
		}
		best := candidates[0]
		return "A column moves to the partition key. Nothing is computed, but each query must give its value.",
			[]Parameter{
				{Name: "column", Label: "Column", Input: edit.ChoiceInput, Value: string(best.ID), Choices: choices(candidates)},
				t.forColumn(Parameter{Name: "values", Label: "Values in a partition", Input: edit.ExpressionInput, Value: t.valuesOf(best),
					Hint: "How many different values of the column a partition has now."}, t.valuesOf),
			}
	},
	make: func(e *editor) error {
		c := e.column(e.value("column"))
		values := e.value("values")
		wasKey := c.Value.Role == model.Clustering
		if !wasKey {
			for _, view := range e.views() {
				if view.named(c.Value.Name) == nil {
					e.copyColumn(c, view.id, false, map[string]string{"role": string(model.Clustering)})
				}
			}
		}
		e.setRole(c, model.Partition, false)
		rows := replaced(e.rows(), values, "1")
		if clustering := e.inRole(model.Clustering); wasKey && len(clustering) == 1 {
			rows = "1"
		}
		e.resize(rows, times(e.partitions(), values))
		e.words = fmt.Sprintf("split %s by %s", e.Name, c.Value.Name)
		e.cost = fmt.Sprintf("Each query must give %s. One that gives a range of it, or nothing, is not served any more.", c.Value.Name)
		e.warnOfStatic()
		if !wasKey {
			e.cost += fmt.Sprintf(" When %s changes, the row is deleted and inserted again.", c.Value.Name)
		}
		return nil
	},
}

// splitCandidates returns the columns that may join the partition key: first the
// clustering columns, those that most queries give by = before others. The last
// clustering column stays if there are static ones, or if it is a whole row.
func (t *table) splitCandidates() []column {
	if t.isView() {
		return nil
	}
	clustering := t.inRole(model.Clustering)
	candidates := clustering
	if len(clustering) == 1 && len(t.inRole(model.Static)) > 0 {
		candidates = nil
	}
	candidates = slices.Concat(candidates, selected(t.inRole(model.Regular), func(c column) bool {
		return len(clustering) > 0 && isType(c, "text", "ascii", "int", "smallint", "tinyint", "date", "uuid",
			"boolean") && t.attributeOf(c) != nil && !t.isIndexed(c)
	}))
	candidates = selected(candidates, canBeKey)
	given := t.givenByEqual()
	slices.SortStableFunc(candidates, func(a, b column) int { return given[b.ID] - given[a.ID] })
	return candidates
}

// givenByEqual counts, for each column, the queries of the table that give it by =.
func (t *table) givenByEqual() map[model.ID]int {
	count := map[model.ID]int{}
	for _, arrow := range t.model.Logical.Arrows {
		query := t.model.Workflow.Queries[arrow.Access]
		if query == nil || !t.Realizes[arrow.To] {
			continue
		}
		for _, given := range query.Given {
			for _, c := range t.columns {
				if given.Operator == model.Equal && given.Attribute != "" && t.stores(c, given.Attribute) {
					count[c.ID]++
				}
			}
		}
	}
	return count
}

// stores reports whether a column stores an attribute.
func (t *table) stores(c column, attribute model.ID) bool {
	for table := range t.Realizes {
		if logical := t.model.Logical.Tables[table]; logical != nil {
			for id, column := range logical.Columns {
				if c.Value.From[id] && column.Attribute == attribute {
					return true
				}
			}
		}
	}
	return false
}
