package querytext

import (
	"cmp"

	"widerow/model"
	"widerow/model/edit"
)

// UpdateCommands turns an update into what a text says about it, like Commands.
func UpdateCommands(m *model.Model, update model.ID, parts Update) []edit.Command {
	now := m.Workflow.Updates[update]
	if now == nil {
		now = &model.Update{}
	}
	e := &textEdit{model: m, access: update}
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
	for _, part := range updateParts(newScope(m)) {
		was, their, my := part.text(base), part.text(theirs), part.text(mine)
		switch {
		case my == was || my == their:
		case their != was:
			ok = false
		default:
			part.take(&merged, mine)
		}
	}
	return merged, ok && (merged.Kind == model.Delete || merged.Cascade == model.CascadeUnsaid)
}

// updatePart is a part of an update that a merge takes whole from one user or the other.
type updatePart struct {
	text func(Update) string
	take func(to *Update, from Update)
}

func updateParts(s *scope) []updatePart {
	return []updatePart{
		{func(u Update) string { return string(u.Kind) + s.written(u.Writes) }, func(to *Update, from Update) { to.Kind, to.Writes = from.Kind, from.Writes }},
		{func(u Update) string { return s.conditions(u.Given) }, func(to *Update, from Update) { to.Given = from.Given }},
		{func(u Update) string { return string(u.Cascade) }, func(to *Update, from Update) { to.Cascade = from.Cascade }},
		{func(u Update) string { return checked(u.Conditional) }, func(to *Update, from Update) { to.Conditional = from.Conditional }},
	}
}
