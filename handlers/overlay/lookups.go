package overlay

import (
	"strings"

	"widerow/diagram"
	"widerow/model"
	"widerow/model/proof"
)

// Lookups returns the further statements of the queries, between the tables of a
// logical or a physical diagram. Lookups between two relations of one logical table
// are only in the physical one.
func Lookups(m *model.Model, kind diagram.Kind, results []proof.Result) []diagram.Lookup {
	if kind != diagram.KindLogical && kind != diagram.KindPhysical {
		return nil
	}
	var lookups []diagram.Lookup
	for i := range results {
		best, _ := results[i].Best()
		for k := range best.Lookups {
			l := &best.Lookups[k]
			from, to := drawnTable(m, kind, sourceOf(best, l)), drawnTable(m, kind, l.Table)
			if from != "" && to != "" && from != to {
				lookups = append(lookups, diagram.Lookup{Query: results[i].Query, From: from, To: to, Number: k + 2, Words: lookupWords(l)})
			}
		}
	}
	return lookups
}

// sourceOf returns the table whose rows have the key of a lookup, or the first table
// if the query supplies the key.
func sourceOf(first *proof.Judgement, l *proof.Lookup) model.ID {
	for _, source := range l.Sources {
		if !source.FromQuery {
			return source.Table
		}
	}
	return first.Table
}

// drawnTable returns the box of a table in a diagram, "" for none.
func drawnTable(m *model.Model, kind diagram.Kind, table model.ID) model.ID {
	relation := m.Physical.Relations[table]
	switch {
	case kind == diagram.KindPhysical && relation == nil:
		return ""
	case kind == diagram.KindPhysical || m.Logical.Tables[table] != nil:
		return table
	case relation == nil || len(relation.Realizes) == 0:
		return ""
	}
	return relation.Realizes.Sorted()[0]
}

// lookupWords describe a lookup: "looks up name for each row, with its guest_id".
func lookupWords(l *proof.Lookup) string {
	var names []string
	for _, found := range l.Finds {
		names = append(names, found.Name)
	}
	if l.Union {
		return "reads further rows " + l.Text()
	}
	return "looks up " + strings.Join(names, ", ") + " " + l.Text()
}
