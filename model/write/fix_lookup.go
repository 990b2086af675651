package write

import (
	"fmt"
	"slices"

	"widerow/model"
	"widerow/model/mapping"
)

// mostLookups bounds the lookup tables that one edit derives.
const mostLookups = 60

// deriveLookups offers the lookup tables of the update: all of them as one edit, then each by itself. A lookup that is
// missing only when others are there comes with them.
func (f *fixer) deriveLookups() {
	all := f.derivation()
	all.complete(f.update)
	if len(all.texts) > 1 {
		f.add(Fix{Text: fmt.Sprintf("Derive %d lookup tables", len(all.texts)), Details: all.texts, Commands: all.commands})
	}
	for _, lookup := range f.before.Lookups {
		if one := f.derivation(); one.derive(f.update, f.planner, lookup) {
			f.add(Fix{Text: "Derive a lookup table: " + one.texts[0], Commands: one.commands})
		}
	}
}

func (f *fixer) derivation() *lookupDerivation {
	return &lookupDerivation{model: f.model, ids: f.ids}
}

// LookupTables are the tables by which updates find what they write.
type LookupTables struct {
	Commands []model.Command
	// Texts describe the lookup of each table: "Agent.name by Agent.agent_id".
	Texts []string
	// Left are the updates that still lack a lookup: no table can give it.
	Left []model.ID
}

// AllLookupTables derives the lookup tables that the updates of a model lack, those of the derived tables too.
func AllLookupTables(m *model.Model, ids model.IDs) LookupTables {
	d := &lookupDerivation{model: m, ids: ids}
	for before := -1; before < len(d.texts); {
		before = len(d.texts)
		for _, update := range model.Sorted(m.Workflow.Updates) {
			d.complete(update.ID)
		}
	}
	all := LookupTables{Commands: d.commands, Texts: d.texts}
	for _, plan := range All(d.model) {
		if len(plan.Lookups) > 0 {
			all.Left = append(all.Left, plan.Update)
		}
	}
	return all
}

// lookupDerivation derives lookup tables one after the other.
type lookupDerivation struct {
	model    *model.Model // with the tables so far
	ids      model.IDs
	commands []model.Command
	texts    []string
}

// complete derives the tables that an update lacks, until it lacks none that can be derived.
func (d *lookupDerivation) complete(update model.ID) {
	for d.deriveOne(update) {
	}
}

// deriveOne derives the first table that an update lacks, and reports whether there was one.
func (d *lookupDerivation) deriveOne(update model.ID) bool {
	asked := d.model.Workflow.Updates[update]
	if asked.Statement != "" || len(d.texts) >= mostLookups {
		return false
	}
	planner := newPlanner(d.model, nil)
	plan := planner.plan(update, asked)
	return slices.ContainsFunc(plan.Lookups, func(lookup Lookup) bool { return d.derive(update, planner, lookup) })
}

// derive adds a query that finds the missing values by the known ones, and its table. It reports
// whether it added any.
func (d *lookupDerivation) derive(update model.ID, planner *planner, lookup Lookup) bool {
	needed, from := references(lookup.Needed, lookup.NeededIn), references(lookup.From, lookup.FromIn)
	needed = filter(needed, func(one reference) bool { return !slices.Contains(from, one) })
	if len(from) == 0 || len(needed) == 0 || len(lookup.Confused) > 0 {
		return false
	}
	text := planner.referenceNames(needed) + " by " + planner.referenceNames(from)
	if len(lookup.Path) > 0 {
		text += " via " + list(planner.viaNames(&lookup))
	}
	if slices.Contains(d.texts, text) {
		return false
	}
	id := d.ids.New()
	name := "Find " + text + " for " + d.model.Workflow.Updates[update].Label
	commands := append([]model.Command{model.Add{Kind: model.QueryKind, ID: id, Values: map[string]string{"name": name}}},
		d.parts(id, &lookup, needed, from)...)
	after, err := model.Apply(d.model, d.ids, commands...)
	if err != nil {
		return false
	}
	derived := mapping.Derive(after, []model.ID{id}, nil).Commands(d.ids, nil)
	after, err = model.Apply(after, d.ids, derived...)
	if err != nil || len(derived) == 0 {
		return false
	}
	d.model, d.texts = after, append(d.texts, text)
	d.commands = append(append(d.commands, commands...), derived...)
	return true
}

// parts adds to a query what it finds, what it is given and its path.
func (d *lookupDerivation) parts(query model.ID, lookup *Lookup, needed, from []reference) []model.Command {
	var commands []model.Command
	if len(lookup.Path) > 0 {
		commands = append(commands, model.Set{Element: query, Field: "path", Value: joined(lookup.Via)},
			model.Set{Element: query, Field: "twice", Value: joined(lookup.Twice)})
	}
	for _, one := range needed {
		commands = append(commands, model.Add{Kind: model.FindKind, Parent: query, ID: d.ids.New(), Values: one.values()})
	}
	for _, one := range from {
		values := one.values()
		values["operator"] = "="
		commands = append(commands, model.Add{Kind: model.GivenKind, Parent: query, ID: d.ids.New(), Values: values})
	}
	return commands
}
