package workload

import (
	"slices"
	"strconv"

	"widerow/cql/syntax"
	"widerow/model"
)

// batch reads a batch as one update, since its statements keep tables consistent.
func (r *reader) batch(batch *syntax.Batch) (*Access, string) {
	var all *Access
	for _, statement := range batch.Statements {
		a, why := r.update(statement)
		if a == nil {
			return nil, why
		}
		if all == nil {
			all = a
			continue
		}
		for _, p := range a.parts {
			all.add(p.kind, p.column, p.values)
		}
		for _, table := range a.tables {
			if !slices.Contains(all.tables, table) {
				all.tables = append(all.tables, table)
			}
		}
		if a.update != all.update {
			all.update = model.Change // a delete and an insert replace a row
		}
	}
	if all == nil {
		return nil, "The batch is empty"
	}
	return all, ""
}

func (r *reader) update(statement syntax.Statement) (*Access, string) {
	switch s := statement.(type) {
	case *syntax.Insert:
		return r.written(s.Table, model.Insert, "Add ", s.IfNotExists, func(a *Access, relation *model.Relation) {
			for _, name := range s.Columns {
				a.add(model.WriteKind, r.column(relation, name.Name), nil)
			}
			if s.JSON != nil {
				for _, c := range relation.SortedColumns() {
					a.add(model.WriteKind, r.traced(c.Value), nil)
				}
			}
		})
	case *syntax.Update:
		return r.written(s.Table, model.Change, "Change ", s.IfExists || len(s.If) > 0, func(a *Access, relation *model.Relation) {
			for _, assignment := range s.Assignments {
				a.add(model.WriteKind, r.column(relation, assignment.Column.Name), nil)
			}
			r.conditions(a, relation, s.Where)
		})
	case *syntax.Delete:
		return r.written(s.Table, model.Delete, "Delete ", s.IfExists || len(s.If) > 0, func(a *Access, relation *model.Relation) {
			for _, deletion := range s.Deletions {
				a.add(model.WriteKind, r.column(relation, deletion.Column.Name), nil)
			}
			if len(s.Deletions) == 0 {
				for _, c := range relation.SortedColumns() {
					a.add(model.WriteKind, r.traced(c.Value), nil)
				}
			}
			r.conditions(a, relation, s.Where)
		})
	}
	return nil, neither
}

func (r *reader) conditions(a *Access, relation *model.Relation, conditions []syntax.Condition) {
	for _, condition := range conditions {
		r.condition(a, relation, condition)
	}
}

func (r *reader) written(table syntax.QualifiedName, kind model.UpdateKind, verb string, conditional bool,
	parts func(*Access, *model.Relation)) (*Access, string) {
	id, relation := r.relation(table)
	if relation == nil {
		return nil, "The model has no table " + table.Name.Name
	}
	a := &Access{update: kind, values: map[string]string{"kind": string(kind), "conditional": strconv.FormatBool(conditional)}}
	if logical := r.logical[id]; logical != "" {
		a.tables = []model.ID{logical}
	}
	parts(a, relation)
	a.Name = a.nameOf(verb, relation.Name)
	return a, ""
}
