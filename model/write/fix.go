package write

import (
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/mapping"
)

// Fix is an edit after which an update finds the rows that it writes.
type Fix struct {
	// Text says what the edit does: "Derive a lookup table: network by sensor".
	Text     string
	Commands []model.Command
}

// Key returns a short text that identifies the fix among those of its update.
func (f *Fix) Key() string {
	return strings.ToLower(strings.Join(strings.FieldsFunc(f.Text, func(c rune) bool { return c == ' ' || c == ':' || c == ',' }), "-"))
}

// Fixes returns edits that repair an update: a lookup table for a key that no table
// finds, or the missing values as conditions. Each was tried on a copy of the
// model.
func Fixes(m *model.Model, update model.ID, ids model.IDs) []Fix {
	asked := m.Workflow.Updates[update]
	if asked == nil {
		return nil
	}
	f := &fixer{model: m, update: update, label: asked.Label, ids: ids, planner: newPlanner(m, nil)}
	if asked.Statement != "" {
		f.writeOthers(asked)
		return f.fixes
	}
	f.before = f.plan(update, asked)
	f.sayCascade(asked) // first, since it decides what else is deleted
	for _, lookup := range f.before.Lookups {
		f.deriveLookup(lookup)
	}
	for _, lookup := range f.before.Lookups {
		f.give(lookup.Needed)
	}
	if slices.ContainsFunc(f.before.Findings, func(found Finding) bool { return found.Code == CodeKeyAssumed }) {
		f.giveAssumed(f.subject(update, asked))
	}
	f.drawArrows()
	return f.fixes
}

// fixer tries edits on copies of a model.
type fixer struct {
	*planner
	model  *model.Model
	update model.ID
	label  string
	ids    model.IDs
	before Plan
	fixes  []Fix
}

// add offers an edit if fewer keys are missing after it.
func (f *fixer) add(text string, commands ...model.Command) {
	if slices.ContainsFunc(f.fixes, func(fix Fix) bool { return fix.Text == text }) {
		return
	}
	after, err := model.Apply(f.model, f.ids, commands...)
	if err != nil {
		return
	}
	plan := Of(after, f.update)
	if len(plan.Lookups) < len(f.before.Lookups) || len(plan.Lookups) == 0 && len(plan.Findings) < len(f.before.Findings) {
		f.fixes = append(f.fixes, Fix{text, commands})
	}
}

// deriveLookup adds a query that finds what is missing by what is known, and derives
// its table.
func (f *fixer) deriveLookup(lookup Lookup) {
	needed, from := references(lookup.Needed, lookup.NeededIn), references(lookup.From, lookup.FromIn)
	needed = filter(needed, func(one reference) bool { return !slices.Contains(from, one) })
	if len(from) == 0 || len(needed) == 0 {
		return
	}
	id := f.ids.New()
	text := f.names(needed) + " by " + f.names(from)
	if len(lookup.Path) > 0 {
		text += " via " + list(f.viaNames(&lookup))
	}
	commands := []model.Command{model.Add{Kind: model.QueryKind, ID: id, Values: map[string]string{"name": "Find " + text + " for " + f.label}}}
	if len(lookup.Path) > 0 {
		commands = append(commands, model.Set{Element: id, Field: "path", Value: joined(lookup.Via)}, model.Set{Element: id, Field: "twice", Value: joined(lookup.Twice)})
	}
	for _, one := range needed {
		commands = append(commands, model.Add{Kind: model.FindKind, Parent: id, ID: f.ids.New(), Values: one.values()})
	}
	for _, one := range from {
		values := one.values()
		values["operator"] = "="
		commands = append(commands, model.Add{Kind: model.GivenKind, Parent: id, ID: f.ids.New(), Values: values})
	}
	after, err := model.Apply(f.model, f.ids, commands...)
	if err != nil {
		return
	}
	derived := mapping.Derive(after, []model.ID{id}, nil).Commands(f.ids, nil)
	if len(derived) > 0 {
		f.add("Derive a lookup table: "+text, append(commands, derived...)...)
	}
}

// references are attributes in their roles.
func references(attributes, roles []model.ID) []reference {
	var all []reference
	for i, id := range attributes {
		all = append(all, reference{attribute: id, participant: roles[i]})
	}
	return all
}

// values are the fields of a part of a query that names an attribute.
func (r reference) values() map[string]string {
	values := map[string]string{"attribute": string(r.attribute)}
	if r.participant != "" {
		values["participant"] = string(r.participant)
	}
	return values
}

func joined(ids []model.ID) string {
	var words []string
	for _, id := range ids {
		words = append(words, string(id))
	}
	return strings.Join(words, " ")
}

// give offers attributes as further conditions of the update.
func (f *fixer) give(attributes []model.ID) {
	if len(attributes) == 0 {
		return
	}
	var commands []model.Command
	for _, attribute := range attributes {
		values := map[string]string{"attribute": string(attribute), "operator": "="}
		if len(f.prover.Supplied(f.update, attribute)) == 0 {
			values["source"] = string(model.UserInput)
		}
		commands = append(commands, model.Add{Kind: model.GivenKind, Parent: f.update, ID: f.ids.New(), Values: values})
	}
	f.add("Take "+f.namesOf(attributes)+" as given", commands...)
}

// giveAssumed offers the key that was taken as given as conditions.
func (f *fixer) giveAssumed(s *subject) {
	var attributes []model.ID
	for at := range s.stated.known {
		attributes = appendNew(attributes, at.attribute)
	}
	slices.Sort(attributes)
	f.give(attributes)
}

// drawArrows makes the arrows of the update those of the tables that it writes.
func (f *fixer) drawArrows() {
	missing, wrong := f.arrows(&f.before)
	var commands []model.Command
	for _, id := range missing {
		commands = append(commands, model.Add{Kind: model.ArrowKind, ID: f.ids.New(), Values: map[string]string{"access": string(f.update), "to": string(id)}})
	}
	for _, arrow := range model.Sorted(f.model.Logical.Arrows) {
		if arrow.Value.Access == f.update && slices.Contains(wrong, arrow.Value.To) {
			commands = append(commands, model.Remove{Element: arrow.ID})
		}
	}
	if len(commands) > 0 {
		f.fixes = append(f.fixes, Fix{"Draw the arrows of " + f.label, commands})
	}
}

// names names attributes with their roles: "Cook(fan).cook_id".
func (f *fixer) names(of []reference) string {
	var names []string
	for _, one := range of {
		name, title := f.prover.Name(one.attribute), f.model.Title(f.facts.owner[one.attribute])
		if role := f.roleName(one.participant); role != "" {
			name = title + "(" + role + ")" + strings.TrimPrefix(name, title)
		}
		names = append(names, name)
	}
	return list(names)
}

// roleName is the role of a participant, "" if it has none.
func (f *fixer) roleName(participant model.ID) string {
	element, _ := f.model.Element(participant)
	if end, is := element.Value.(*model.Participant); is {
		return end.Role
	}
	return ""
}
