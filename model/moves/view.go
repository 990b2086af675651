package moves

import (
	"fmt"
	"slices"

	"widerow/model"
)

// tableToView replaces a table by a materialized view of another one that has all
// its columns.
var tableToView = kind{
	name: TableToView, title: "Replace by a materialized view",
	offer: func(t *table) (string, []Parameter) {
		bases := t.possibleBases()
		if len(bases) == 0 {
			return "", nil
		}
		return fmt.Sprintf("The table %s has all columns of this one. As a view, the server keeps it in step.", bases[0].Name),
			[]Parameter{tableParameter("base", "Base table", bases)}
	},
	make: func(e *editor) error {
		base := newTable(e.model, model.ID(e.value("base")))
		for _, c := range base.key() {
			switch own := e.idNamed(c.Value.Name); {
			case own == "":
				e.copyColumn(c, e.id, false, map[string]string{"role": string(model.Clustering), "descending": "", "buckets": ""})
			case !e.Columns[own].Role.InKey():
				e.setRole(e.column(string(own)), model.Clustering, false)
			}
		}
		e.set(e.id, "kind", string(model.MaterializedView))
		e.set(e.id, "base", string(base.id))
		e.words = fmt.Sprintf("replaced %s by a materialized view of %s", e.Name, base.Name)
		e.cost = fmt.Sprintf("The application writes %s only. Each write there reads the row first, and the view "+
			"follows a moment later. Views are experimental, and disabled by default since Cassandra 4.0.",
			base.Name)
		return nil
	},
}

// viewToTable makes a table of a materialized view.
var viewToTable = kind{
	name: ViewToTable, title: "Replace by a table",
	offer: func(t *table) (string, []Parameter) {
		if !t.isView() {
			return "", nil
		}
		return "A table of its own is faster to write, can be repaired, and needs no feature that is disabled by default.", []Parameter{}
	},
	make: func(e *editor) error {
		e.set(e.id, "kind", string(model.Table))
		e.words = fmt.Sprintf("replaced the materialized view %s by a table", e.Name)
		e.cost = fmt.Sprintf("The application writes %s and %s, in one batch if they must not differ. When a "+
			"value in a key changes, it deletes the old row and inserts the new one.",
			e.model.Title(e.Base), e.Name)
		return nil
	},
}

// possibleBases returns the tables that the table could be a view of: they have
// all its columns, and its key has at most one column more than theirs.
func (t *table) possibleBases() []*table {
	withoutViews := []model.Target{model.AstraDB, model.Keyspaces}
	special := slices.ContainsFunc(t.columns, func(c column) bool { return c.Value.Role == model.Static || isType(c, "counter") })
	if t.isView() || special || len(t.views())+len(t.Indexes) > 0 || slices.Contains(withoutViews, t.model.Target) || len(t.inRole(model.Clustering)) == 0 {
		return nil
	}
	var bases []*table
	for _, item := range model.Sorted(t.model.Physical.Relations) {
		base := newTable(t.model, item.ID)
		if item.ID != t.id && !base.isView() && base.Keyspace == t.Keyspace && t.canBeViewOf(base) {
			bases = append(bases, base)
		}
	}
	return bases
}

func (t *table) canBeViewOf(base *table) bool {
	more := 0
	for _, c := range t.columns {
		of := base.named(c.Value.Name)
		if of == nil || !of.Type.Equal(c.Value.Type) || of.Role == model.Static {
			return false
		}
		if c.Value.Role.InKey() && !of.Role.InKey() {
			more++
		}
	}
	counters := slices.ContainsFunc(base.columns, func(c column) bool { return isType(c, "counter") })
	return more <= 1 && !counters
}

func (t *table) idNamed(name string) model.ID {
	for _, c := range t.columns {
		if c.Value.Name == name {
			return c.ID
		}
	}
	return ""
}
