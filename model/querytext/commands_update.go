package querytext

import (
	"cmp"

	"widerow/model"
)

// UpdateCommands turns an update into what a text says about it, like Commands.
func UpdateCommands(m *model.Model, update model.ID, parts Update) []model.Command {
	now := m.Workflow.Updates[update]
	if now == nil {
		now = &model.Update{}
	}
	e := &edit{model: m, access: update}
	if parts.Cascade == model.CascadeUnsaid { // while it is a Delete
		e.set(update, "cascade", string(now.Cascade), "")
	}
	e.set(update, "kind", string(cmp.Or(now.Kind, model.Insert)), string(parts.Kind))
	if parts.Cascade != model.CascadeUnsaid {
		e.set(update, "cascade", string(now.Cascade), string(parts.Cascade))
	}
	e.set(update, "conditional", checked(now.Conditional), checked(parts.Conditional))
	synchronize(e, model.WriteKind, now.Writes, parts.Writes, writeLikeness, writeValues)
	synchronize(e, model.GivenKind, now.Given, parts.Given, givenLikeness, givenValues)
	return e.commands
}

func writeLikeness(part, wanted model.Write) int {
	if writeReference(part) == writeReference(wanted) {
		return 2
	}
	return 0
}

func writeValues(_ *model.Model, write model.Write) []fieldValue {
	r := writeReference(write)
	return []fieldValue{{"element", string(r.id)}, {"participant", string(r.participant)}, {"name", r.name}}
}

// MergeUpdate combines what two users made of the same update, like Merge.
func MergeUpdate(m *model.Model, base, theirs, mine Update) (merged Update, ok bool) {
	merged, ok = theirs, true
	text := func(parts Update) string { return FormatUpdate(m, parts) }
	for _, take := range []func(to *Update, from Update){
		func(to *Update, from Update) { to.Kind, to.Writes, to.Cascade = from.Kind, from.Writes, from.Cascade },
		func(to *Update, from Update) { to.Given = from.Given },
		func(to *Update, from Update) { to.Conditional = from.Conditional },
	} {
		my, their := base, base
		take(&my, mine)
		take(&their, theirs)
		switch {
		case text(my) == text(base) || text(my) == text(their):
		case text(their) != text(base):
			ok = false
		default:
			take(&merged, mine)
		}
	}
	return merged, ok
}
