package proof

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/mapping"
)

// Fix is an edit after which a table serves a query, or serves it better.
type Fix struct {
	// Text describes the edit: "Make hotel_id the partition key of pois".
	Text     string
	Commands []edit.Command
	// Verdict is the query's verdict after the edit. Breaks are the queries that the edit leaves
	// without a table.
	Verdict Verdict
	Breaks  []model.ID
}

// Fixes returns edits that improve the verdict on a query, or add what its table
// lacks. Each was tried on a copy of the model. There are none for a query that
// needs none.
func Fixes(m *model.Model, query model.ID, ids model.IDs) []Fix {
	if m.Workflow.Queries[query] == nil {
		return nil
	}
	f := &fixer{model: m, query: query, ids: ids, prover: newProver(m)}
	asked := f.rows.InRoles(m.Workflow.Queries[query])
	f.before = f.prove(query, asked)
	best, found := f.before.Best()
	if found && !best.Faulty() && len(best.Missing) == 0 {
		return nil
	}
	switch {
	case best.Unrealized:
		f.add("Derive the physical table of "+best.Access.Name, edit.Realize{Table: best.Table})
	case found:
		if best.Faulty() {
			f.repair(best)
		}
		f.addMissing(best)
	}
	if !found || best.Faulty() {
		f.assignOther()
	}
	if best.Faulty() && found && !best.Unrealized {
		if commands := mapping.Derive(m, []model.ID{query}, nil).Commands(ids, nil); len(commands) > 0 {
			f.add("Derive another table for "+asked.Label, commands...)
		}
	}
	return f.fixes
}

// fixer tries edits on copies of a model.
type fixer struct {
	*prover
	model  *model.Model
	query  model.ID
	ids    model.IDs
	before Result
	fixes  []Fix
}

// add offers an edit if it improves the query's verdict.
func (f *fixer) add(text string, commands ...edit.Command) {
	after, err := edit.Apply(f.model, f.ids, commands...)
	if len(commands) == 0 || err != nil {
		return
	}
	p := newProver(after)
	result := p.prove(f.query, p.rows.InRoles(after.Workflow.Queries[f.query]))
	if !result.improves(&f.before) {
		return
	}
	fix := Fix{Text: text, Commands: commands, Verdict: result.Verdict()}
	for _, item := range model.Sorted(f.model.Workflow.Queries) {
		if item.ID == f.query || !f.shares(item.ID) {
			continue
		}
		was, is := f.prove(item.ID, item.Value), p.prove(item.ID, item.Value)
		if was.Served() && !is.Served() {
			fix.Breaks = append(fix.Breaks, item.ID)
		}
	}
	f.fixes = append(f.fixes, fix)
}

// improves reports whether the best table serves the query better than before.
func (r *Result) improves(before *Result) bool {
	is, _ := r.Best()
	was, found := before.Best()
	switch {
	case !is.Serves() || is.Faulty() && !was.Serves():
		return false
	case was.Faulty() && !is.Faulty() || !found:
		return true
	}
	return is.Verdict == was.Verdict && len(is.Missing) < len(was.Missing)
}

// shares reports whether another query may read a table of the fixed one. A query
// without arrows may read any table.
func (f *fixer) shares(other model.ID) bool {
	return len(f.assigned[other]) == 0 || slices.ContainsFunc(f.assigned[other], func(t *table) bool {
		return slices.ContainsFunc(f.before.Judgements, func(j Judgement) bool { return j.Table == t.id })
	})
}

// repair gives a table the columns and the primary key that the query needs.
func (f *fixer) repair(j *Judgement) {
	if f.isView(j) {
		return
	}
	added, names := f.addConditions(j)
	after := f.model
	if len(added) > 0 {
		var err error
		if after, err = edit.Apply(f.model, f.ids, added...); err != nil {
			return
		}
	}
	p := newProver(after)
	t := p.byID[j.Table]
	if t == nil {
		return
	}
	again := p.judge(p.rows.InRoles(after.Workflow.Queries[f.query]), t)
	commands, text := (&rekeying{fixer: f, model: after, statement: again.statement}).commands()
	if len(names) > 0 {
		adds := fmt.Sprintf("Add %s to %s", list(names), f.model.Title(j.Table))
		if text == "" {
			text = adds
		} else {
			text = adds + " and " + strings.ToLower(text[:1]) + text[1:]
		}
	}
	f.add(text, append(added, commands...)...)
}

func (f *fixer) isView(j *Judgement) bool {
	relation := f.model.Physical.Relations[j.Table]
	return relation != nil && relation.Kind == model.MaterializedView
}

// addConditions adds the columns of the WHERE clause that the table lacks. Those
// given by = or IN join the primary key where rekeying puts them.
func (f *fixer) addConditions(j *Judgement) (commands []edit.Command, names []string) {
	for _, item := range model.Sorted(j.statement.query.Given) {
		r := reference{item.Value.Attribute, item.Value.Name, item.Value.Participant}
		if len(f.columnsOf(j.statement.table, r)) > 0 {
			continue
		}
		role := model.Clustering
		if len(j.statement.table.partition) == 0 && !item.Value.Operator.IsRange() {
			role = model.Partition
		}
		name := j.statement.unknownName(r)
		commands = append(commands, f.addColumn(j, r, name, role))
		names = append(names, name)
	}
	return commands, names
}

// addMissing adds the columns of the SELECT clause that the table lacks.
func (f *fixer) addMissing(j *Judgement) {
	if len(j.Missing) == 0 || f.isView(j) {
		return
	}
	var commands []edit.Command
	var names []string
	for _, missing := range j.Missing {
		r := reference{missing.Attribute, missing.Name, missing.Participant}
		name := j.statement.unknownName(r)
		if missing.Aggregate != "" || slices.Contains(names, name) {
			continue
		}
		commands = append(commands, f.addColumn(j, r, name, model.Regular))
		names = append(names, name)
	}
	f.add(fmt.Sprintf("Add %s to %s", list(names), f.model.Title(j.Table)), commands...)
}

// addColumn adds a column to the logical table that a table realizes, which
// carries it over, or to the table itself.
func (f *fixer) addColumn(j *Judgement, r reference, name string, role model.Role) edit.Command {
	if logical := f.logicalOf(j); logical != "" {
		values := map[string]string{"name": name, "role": string(role), "attribute": string(r.attribute),
			"participant": string(r.participant), "query": string(f.query)}
		if role == model.Regular {
			values["collection"] = string(f.collectionOf(r.attribute))
		}
		return edit.Add{Kind: model.ColumnKind, Parent: logical, ID: f.ids.New(), Values: values}
	}
	values := map[string]string{"name": name, "role": string(role), "type": "text"}
	return edit.Add{Kind: model.RelationColumnKind, Parent: j.Table, ID: f.ids.New(), Values: values}
}

func (f *fixer) collectionOf(id model.ID) model.Collection {
	known := f.concepts.known[id]
	switch {
	case known.Attribute != nil && known.MultiValued:
		return model.SetOf
	case len(f.concepts.parts[id]) > 0:
		return model.UserDefined
	}
	return model.SingleValue
}

// logicalOf returns the logical table of a judged table, "" if it realizes none
// or several.
func (f *fixer) logicalOf(j *Judgement) model.ID {
	if j.Logical {
		return j.Table
	}
	if realizes := f.model.Physical.Relations[j.Table].Realizes.Sorted(); len(realizes) == 1 && f.model.Logical.Tables[realizes[0]] != nil {
		return realizes[0]
	}
	return ""
}

// maxOthers bounds the tables that are offered instead of the assigned ones.
const maxOthers = 2

// assignOther offers query arrows to tables that serve the query although no
// arrow says so.
func (f *fixer) assignOther() {
	offered := 0
	query := f.rows.InRoles(f.model.Workflow.Queries[f.query])
	for _, t := range f.candidates(query) {
		j := f.judge(query, t)
		logical := f.logicalOf(&j)
		if slices.Contains(f.assigned[f.query], t) || j.Faulty() || len(j.Missing) > 0 || logical == "" || offered == maxOthers {
			continue
		}
		offered++
		f.add(fmt.Sprintf("Let %s serve %s", f.model.Title(t.id), query.Label),
			edit.Add{Kind: model.ArrowKind, ID: f.ids.New(), Values: map[string]string{"access": string(f.query), "to": string(logical)}})
	}
}

// list joins names: "a", "a and b", "a, b and c".
func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
