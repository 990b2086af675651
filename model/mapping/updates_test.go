package mapping_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/mapping"
	meaning "widerow/model/stored"
	"widerow/model/write"
)

// TestPlansOfUpdates applies random updates to random data of random ER models, and
// compares what differs in the derived tables with what the plans of the updates write.
// 300 seeds take 30 s.
func TestPlansOfUpdates(t *testing.T) {
	count := uint64(30)
	if testing.Short() {
		count = 12
	}
	seen := map[string]int{}
	for seed := range count {
		random := rand.New(rand.NewPCG(seed, 15))
		m := mapping.WideModel(t, random, 3)
		d := mapping.Derive(m, nil, nil)
		ids := model.SeededIDs([]byte("updates"))
		after, err := edit.Apply(m, ids, d.Commands(ids, nil)...)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		after.Physical.Relations = nil
		world := mapping.NewWorld(after, random)
		before := fill(t, fmt.Sprint("seed ", seed), after, d, world)
		for _, u := range updatesOf(after, world, random) {
			u.t, u.seen, u.name = t, seen, fmt.Sprintf("seed %d, %s", seed, u.name)
			u.check(before)
		}
	}
	t.Log(seen)
	for _, what := range []string{"added", "removed", "changed", "skipped", "lookups"} {
		if seen[what] < int(count)*2 {
			t.Errorf("only %d tables: %s", seen[what], what)
		}
	}
}

// update is an update with what it does to the data.
type update struct {
	t             *testing.T
	seen          map[string]int
	name          string
	kind          model.UpdateKind
	writes, given []model.ID
	// apply reports whether the data allow the update.
	apply func(*mapping.World) bool
}

// updatesOf returns updates of each kind for each type of a model.
func updatesOf(m *model.Model, world *mapping.World, random *rand.Rand) []update {
	var all []update
	one := func(of model.ID, kind model.UpdateKind, given []model.ID, apply func(*mapping.World) bool) {
		all = append(all, update{name: string(kind) + " " + m.Title(of), kind: kind, writes: []model.ID{of}, given: given, apply: apply})
	}
	attributes := func(of map[model.ID]*model.Attribute, given []model.ID, number int) {
		for _, item := range model.Sorted(of) {
			one(item.ID, model.Change, given, func(w *mapping.World) bool { w.Change(item.ID, number); return true })
		}
	}
	for _, item := range model.Sorted(m.Concepts.Entities) {
		one(item.ID, model.Insert, nil, func(w *mapping.World) bool { return w.Insert(item.ID) })
		if members := world.Members(item.ID); len(members) > 0 {
			number, given := members[random.IntN(len(members))], identity(m, item.ID)
			one(item.ID, model.Delete, given, func(w *mapping.World) bool { w.Delete(item.ID, number); return true })
			attributes(item.Value.Attributes, given, number)
		}
	}
	for _, item := range model.Sorted(m.Concepts.Relationships) {
		if item.Value.Identifying {
			continue
		}
		one(item.ID, model.Insert, nil, func(w *mapping.World) bool { return w.InsertFact(item.ID) })
		if facts := world.Facts(item.ID); facts > 0 {
			var given []model.ID
			for _, end := range model.Sorted(item.Value.Participants) {
				given = append(given, identity(m, end.Value.Entity)...)
			}
			number := random.IntN(facts)
			one(item.ID, model.Delete, given, func(w *mapping.World) bool { w.DeleteFact(item.ID, number); return true })
			attributes(item.Value.Attributes, given, number)
		}
	}
	return all
}

// identity returns the attributes that identify an instance of an entity type.
func identity(m *model.Model, of model.ID) []model.ID {
	var found []model.ID
	for _, item := range model.Sorted(m.Concepts.Entities[of].Attributes) {
		if item.Value.Key != model.NoKey {
			found = append(found, item.ID)
		}
	}
	for _, super := range m.Supertypes(of) {
		found = append(found, identity(m, super)...)
	}
	for _, item := range model.Sorted(m.Concepts.Relationships) {
		owner, owns := model.ID(""), false
		for _, end := range item.Value.Participants {
			if end.Cardinality == "1" {
				owner = end.Entity
			} else if end.Entity == of {
				owns = true
			}
		}
		if owns && item.Value.Identifying {
			found = append(found, identity(m, owner)...)
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// fill returns the derived tables with the data of a world.
func fill(t *testing.T, name string, m *model.Model, d *mapping.Derivation, world *mapping.World) *stored {
	s := &stored{t: t, name: name, m: m, d: d, world: world, tables: map[model.ID]map[string]row{}}
	for _, query := range model.Sorted(m.Workflow.Queries) {
		for _, table := range m.TablesOf(query.ID) {
			s.write(table, query.ID)
		}
	}
	return s
}

func (u *update) check(before *stored) {
	changed := before.world.Clone()
	if !u.apply(changed) {
		u.seen["impossible"]++
		return
	}
	after := fill(u.t, u.name, before.m, before.d, changed)
	m := before.m.Clone()
	written := &model.Update{Label: "U1", Kind: u.kind, Writes: map[model.ID]*model.Write{}, Given: map[model.ID]*model.Given{}}
	for i, element := range u.writes {
		written.Writes[model.ID(fmt.Sprint("write", i))] = &model.Write{Order: model.Nth(i), Element: element}
	}
	for i, attribute := range u.given {
		written.Given[model.ID(fmt.Sprint("given", i))] = &model.Given{Order: model.Nth(i), Attribute: attribute, Operator: model.Equal}
	}
	m.Workflow.Updates = map[model.ID]*model.Update{"u1": written}
	plan := write.Of(m, "u1")
	for id := range before.tables {
		u.compare(before, after, writingOf(&plan, id), id)
	}
}

// writing holds the writes of a plan to one table.
type writing struct {
	inserts, deletes int
	sets             map[string]bool
	skipped          string
	lookups          []string
	// reads reports that the application reads before it writes, and so finds out
	// that there is nothing to write.
	reads, copies bool
}

func writingOf(plan *write.Plan, table model.ID) *writing {
	w := &writing{sets: map[string]bool{}}
	for _, step := range plan.Steps {
		w.reads = w.reads || step.Kind == write.Read
		for _, s := range step.Statements {
			if s.Table == table && s.Select == nil {
				w.add(&s)
			}
		}
	}
	for _, s := range plan.Skipped {
		if s.Table == table {
			w.skipped = s.Reason
		}
	}
	for _, l := range plan.Lookups {
		if l.Table == table {
			w.lookups = append(w.lookups, l.Names...)
		}
	}
	w.copies = slices.ContainsFunc(plan.Findings, func(f write.Finding) bool { return f.Code == write.CodeCopy })
	return w
}

func (w *writing) add(s *write.Statement) {
	switch {
	case s.Write.Insert != nil:
		w.inserts++
		for _, c := range s.Write.Insert.Columns {
			w.sets[c] = true
		}
	case s.Write.Update != nil:
		for _, a := range s.Write.Update.Set {
			w.sets[a.Column] = true
		}
	default:
		if len(s.Write.Delete.Columns) == 0 {
			w.deletes++
		}
		for _, c := range s.Write.Delete.Columns {
			w.sets[c.Column] = true
		}
	}
}

// compare compares what differs in a table with what the plan writes there. A row of a
// group, or one with a collection of several instances, may stay without them.
func (u *update) compare(before, after *stored, w *writing, id model.ID) {
	added, removed, changed := difference(before.tables[id], after.tables[id])
	columns := before.m.Logical.Tables[id].SortedColumns()
	isCounter, summarizes, unset, empty := false, false, false, false
	for _, c := range columns {
		isCounter = isCounter || c.Value.Role == model.RoleCounter
		summarizes = summarizes || c.Value.Aggregate != "" || before.collects(c.Value)
		unset = unset || changed[c.ID] && !w.sets[c.Value.Name]
		for place, r := range after.tables[id] {
			empty = empty || before.tables[id][place] == nil && len(r[c.ID]) > 0 && c.Value.Attribute != "" && !w.sets[c.Value.Name]
		}
	}
	for what, is := range map[string]bool{"added": added > 0, "removed": removed > 0, "changed": len(changed) > 0, "skipped": w.skipped != "", "lookups": len(w.lookups) > 0} {
		if is {
			u.seen[what]++
		}
	}
	same := added+removed+len(changed) == 0
	if rows := mapping.NewStored(before.m).Of(id); rows != nil { // a row may stay without its courier
		summarizes = summarizes || slices.ContainsFunc(rows.Nodes, func(n meaning.Node) bool { return n.Optional })
	}
	certain := len(w.lookups) == 0 && !w.reads && !summarizes
	problem := ""
	switch {
	case isCounter && !same && len(w.sets) == 0:
		problem = "counts nothing"
	case isCounter && same && len(w.sets) > 0 && u.kind == model.Insert && certain:
		problem = "counts what is not there"
	case isCounter:
	case added > 0 && w.inserts == 0 && len(w.sets) == 0:
		problem = "inserts no row"
	case same && certain && u.kind != model.Delete && w.inserts+len(w.sets) > 0:
		problem = "writes what is not there"
	case removed > 0 && w.deletes == 0 && !(summarizes && len(w.sets) > 0):
		problem = "deletes no row"
	case empty && w.inserts > 0 && len(w.lookups) == 0 && !w.copies:
		problem = "leaves a column of a new row empty"
	case unset && w.deletes == 0:
		problem = "leaves a column as it was"
	}
	if problem != "" {
		u.t.Errorf("%s: %s: %s\n\tadded %d, removed %d, changed %v: %+v", u.name, before.words(id), problem, added, removed, slices.Sorted(maps.Keys(changed)), *w)
	}
}

// difference counts the rows that one table has and the other has not, and returns
// the columns that differ in rows of both.
func difference(before, after map[string]row) (added, removed int, changed map[model.ID]bool) {
	changed = map[model.ID]bool{}
	for place, r := range after {
		old, was := before[place]
		if !was {
			added++
			continue
		}
		for id := range r {
			changed[id] = changed[id] || !slices.Equal(old[id], r[id])
		}
		for id := range old {
			changed[id] = changed[id] || !slices.Equal(old[id], r[id])
		}
	}
	for place := range before {
		if _, is := after[place]; !is {
			removed++
		}
	}
	maps.DeleteFunc(changed, func(_ model.ID, differs bool) bool { return !differs })
	return added, removed, changed
}
