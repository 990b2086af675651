package write

import (
	"fmt"
	"slices"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/mapping"
)

// mostLookups bounds the lookup tables that one edit derives.
const mostLookups = 60

// deriveLookups offers the lookup tables of the update: all of them as one edit, then each by itself. A lookup that is
// missing only when others are there comes with them.
func (f *fixer) deriveLookups() {
	all := f.derivation()
	all.complete(f.update)
	for all.merge() && all.complete(f.update) {
	}
	if len(all.texts) > 1 {
		f.add(Fix{Text: fmt.Sprintf("Derive %d lookup tables", len(all.texts)), Details: all.texts, Commands: all.commands()})
	}
	for _, lookup := range f.before.Lookups {
		if one := f.derivation(); one.derive(f.update, f.planner, lookup) {
			f.add(Fix{Text: "Derive a lookup table: " + one.texts[0], Commands: one.commands()})
		}
	}
}

func (f *fixer) derivation() *lookupDerivation {
	return newLookupDerivation(f.model, f.ids)
}

// LookupTables are the tables by which updates find what they write.
type LookupTables struct {
	Commands []edit.Command
	// Texts describe the lookup of each table: "Agent.name by Agent.agent_id".
	Texts []string
	// Left are the updates that still lack a lookup: no table can give it.
	Left []model.ID
}

// AllLookupTables derives the lookup tables that the updates of a model lack, those of the derived tables too.
func AllLookupTables(m *model.Model, ids model.IDs) LookupTables {
	d := newLookupDerivation(m, ids)
	d.completeAll()
	for d.merge() && d.completeAll() { // a merged table may need further lookups
	}
	all := LookupTables{Commands: d.commands(), Texts: d.texts}
	for _, plan := range All(d.model) {
		if len(plan.Lookups) > 0 {
			all.Left = append(all.Left, plan.Update)
		}
	}
	return all
}

// lookupDerivation derives lookup tables one after the other.
type lookupDerivation struct {
	base    *model.Model // without the queries and tables of the derivation
	model   *model.Model // with the tables so far
	ids     model.IDs
	queries []model.ID
	// asked are the commands that make the queries, derived those that make their tables.
	asked, derived []edit.Command
	texts          []string
	// planner plans the updates of planned. settled has the model in which an update lacked nothing that can be derived.
	planner *planner
	planned *model.Model
	settled map[model.ID]*model.Model
}

func newLookupDerivation(m *model.Model, ids model.IDs) *lookupDerivation {
	return &lookupDerivation{base: m, model: m, ids: ids, settled: map[model.ID]*model.Model{}}
}

// current returns the planner of the tables so far.
func (d *lookupDerivation) current() *planner {
	if d.planned != d.model {
		d.planner, d.planned = newPlanner(d.model, nil), d.model
	}
	return d.planner
}

func (d *lookupDerivation) commands() []edit.Command { return slices.Concat(d.asked, d.derived) }

// merge derives the tables of all lookups together, so that one table serves several of them. A lookup
// that a table with others does not serve has a table of its own. It keeps the result, and returns true, if there are
// fewer tables.
func (d *lookupDerivation) merge() bool {
	asked, err := edit.Apply(d.base, d.ids, d.asked...)
	if err != nil || len(d.texts) < 2 {
		return false
	}
	own := map[model.ID]mapping.Choice{}
	for {
		derived := mapping.Derive(asked, d.queries, own).Commands(d.ids, nil)
		after, err := edit.Apply(asked, d.ids, derived...)
		if err != nil || len(after.Logical.Tables) >= len(d.model.Logical.Tables) {
			return false
		}
		lost := d.missing(after)
		if len(lost) == 0 {
			d.model, d.derived = after, derived
			return true
		}
		before := len(own)
		for _, query := range lost {
			own[query] = mapping.Choice{Own: true}
		}
		if len(own) == before {
			return false
		}
	}
}

// missing returns the queries of lookups that updates of a model lack although they were derived.
func (d *lookupDerivation) missing(m *model.Model) (queries []model.ID) {
	planner := newPlanner(m, nil)
	for _, update := range model.Sorted(m.Workflow.Updates) {
		for _, lookup := range planner.plan(update.ID, update.Value).Lookups {
			text, _, _ := planner.lookupText(&lookup)
			if at := slices.Index(d.texts, text); at >= 0 {
				queries = appendNew(queries, d.queries[at])
			}
		}
	}
	return queries
}

// completeAll derives the tables that all updates lack, until they lack none that can be derived. It
// reports whether it added any.
func (d *lookupDerivation) completeAll() bool {
	start := len(d.texts)
	for before := -1; before < len(d.texts); {
		before = len(d.texts)
		for _, update := range model.Sorted(d.base.Workflow.Updates) {
			d.complete(update.ID)
		}
	}
	return len(d.texts) > start
}

// complete derives the tables that an update lacks, until it lacks none that can be derived. It
// reports whether it added any.
func (d *lookupDerivation) complete(update model.ID) (added bool) {
	for d.deriveOne(update) {
		added = true
	}
	return added
}

// deriveOne derives the first table that an update lacks, and reports whether there was one.
func (d *lookupDerivation) deriveOne(update model.ID) bool {
	asked := d.model.Workflow.Updates[update]
	if asked.Statement != "" || len(d.texts) >= mostLookups || d.settled[update] == d.model {
		return false
	}
	planner := d.current()
	plan := planner.plan(update, asked)
	if slices.ContainsFunc(plan.Lookups, func(lookup Lookup) bool { return d.derive(update, planner, lookup) }) {
		return true
	}
	d.settled[update] = d.model
	return false
}

// derive adds a query that finds the missing values by the known ones, and its table. It reports
// whether it added any.
func (d *lookupDerivation) derive(update model.ID, planner *planner, lookup Lookup) bool {
	text, needed, from := planner.lookupText(&lookup)
	if len(from) == 0 || len(needed) == 0 || len(lookup.Confused) > 0 || slices.Contains(d.texts, text) {
		return false
	}
	id := d.ids.New()
	name := "Find " + text + " for " + d.model.Workflow.Updates[update].Label
	commands := append([]edit.Command{edit.Add{Kind: model.QueryKind, ID: id, Values: map[string]string{"name": name}}},
		d.parts(id, &lookup, needed, from)...)
	after, err := edit.Apply(d.model, d.ids, commands...)
	if err != nil {
		return false
	}
	derived := mapping.Derive(after, []model.ID{id}, nil).Commands(d.ids, nil)
	after, err = edit.Apply(after, d.ids, derived...)
	if err != nil || len(derived) == 0 {
		return false
	}
	d.model, d.texts = after, append(d.texts, text)
	d.queries, d.asked, d.derived = append(d.queries, id), append(d.asked, commands...), append(d.derived, derived...)
	return true
}

// lookupText names the values that a lookup needs and those that it knows, which it returns, and its path.
func (p *planner) lookupText(lookup *Lookup) (text string, needed, from []reference) {
	needed, from = references(lookup.Needed, lookup.NeededIn), references(lookup.From, lookup.FromIn)
	needed = filter(needed, func(one reference) bool { return !slices.Contains(from, one) })
	text = p.referenceNames(needed) + " by " + p.referenceNames(from)
	if len(lookup.Path) > 0 {
		text += " via " + list(p.viaNames(lookup))
	}
	return text, needed, from
}

// parts adds to a query what it finds, what it is given and its path.
func (d *lookupDerivation) parts(query model.ID, lookup *Lookup, needed, from []reference) []edit.Command {
	var commands []edit.Command
	if len(lookup.Path) > 0 {
		commands = append(commands, edit.Set{Element: query, Field: "path", Value: joined(lookup.Via)},
			edit.Set{Element: query, Field: "twice", Value: joined(lookup.Twice)})
	}
	for _, one := range needed {
		commands = append(commands, edit.Add{Kind: model.FindKind, Parent: query, ID: d.ids.New(), Values: one.values()})
	}
	for _, one := range from {
		values := one.values()
		values["operator"] = "="
		commands = append(commands, edit.Add{Kind: model.GivenKind, Parent: query, ID: d.ids.New(), Values: values})
	}
	return commands
}
