package write

import (
	"cmp"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/edit"
)

// Fix is an edit after which an update finds the rows that it writes.
type Fix struct {
	// Text describes the edit: "Derive a lookup table: network by sensor". Details are its parts,
	// if they are too long for a button.
	Text     string
	Details  []string
	Commands []edit.Command
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
	f.deleteWhole(asked)
	f.deriveLookups()
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
func (f *fixer) add(offer Fix) {
	if slices.ContainsFunc(f.fixes, func(fix Fix) bool { return fix.Text == offer.Text }) {
		return
	}
	after, err := edit.Apply(f.model, f.ids, offer.Commands...)
	if err != nil {
		return
	}
	plan := Of(after, f.update)
	if plan.blocking() < f.before.blocking() || len(plan.Lookups) < len(f.before.Lookups) ||
		len(plan.Lookups) == 0 && len(plan.Findings) < len(f.before.Findings) {
		f.fixes = append(f.fixes, offer)
	}
}

// blocking counts the missing lookups without which statements cannot run.
func (p *Plan) blocking() int {
	return len(filter(p.Lookups, func(l Lookup) bool { return !l.Copied && l.Without == "" }))
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
	var commands []edit.Command
	for _, attribute := range attributes {
		values := map[string]string{"attribute": string(attribute), "operator": "="}
		if len(f.prover.Supplied(f.update, attribute)) == 0 {
			values["source"] = string(model.UserInput)
		}
		commands = append(commands, edit.Add{Kind: model.GivenKind, Parent: f.update, ID: f.ids.New(), Values: values})
	}
	f.add(Fix{Text: "Take " + f.namesOf(attributes) + " as given", Commands: commands})
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

// drawArrows points the arrows of the update at the tables that it writes.
func (f *fixer) drawArrows() {
	missing, wrong := f.arrows(&f.before)
	var commands []edit.Command
	for _, id := range missing {
		commands = append(commands, edit.Add{Kind: model.ArrowKind, ID: f.ids.New(), Values: map[string]string{"access": string(f.update), "to": string(id)}})
	}
	for _, arrow := range model.Sorted(f.model.Logical.Arrows) {
		if arrow.Value.Access == f.update && slices.Contains(wrong, arrow.Value.To) {
			commands = append(commands, edit.Remove{Element: arrow.ID})
		}
	}
	if len(commands) > 0 {
		f.fixes = append(f.fixes, Fix{Text: "Draw the arrows of " + f.label, Commands: commands})
	}
}

// referenceNames names attributes with their roles: "Cook(fan).cook_id".
func (p *planner) referenceNames(of []reference) string {
	var names []string
	for _, one := range of {
		name, title := p.prover.Name(one.attribute), p.model.Title(p.facts.owner[one.attribute])
		if role := p.roleName(one.participant); role != "" {
			name = title + "(" + role + ")" + strings.TrimPrefix(name, title)
		}
		names = append(names, name)
	}
	return list(names)
}

// roleName is the role of a participant, or else its relationship type, "" for none.
func (p *planner) roleName(participant model.ID) string {
	element, _ := p.model.Element(participant)
	if end, is := element.Value.(*model.Participant); is {
		return cmp.Or(end.Role, p.model.Title(element.Parent))
	}
	return ""
}
