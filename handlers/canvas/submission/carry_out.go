package submission

import (
	"maps"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/web"
)

// CarryOut applies the form to the newest document: its fields and its button,
// then the texts of queries, then fixes and derived tables, which are made from
// the result.
func (f *Form) CarryOut(head *model.Model, ids model.IDs) (after *model.Model, words string, err error) {
	commands, texts := queryTexts(head, suggestKeys(head, f.commands))
	after, err = edit.Apply(head, ids, commands...)
	if err != nil {
		return nil, "", err
	}
	after, written, err := f.writeQueries(after, ids, texts)
	if err != nil {
		return nil, "", err
	}
	placed := ""
	if f.placement != nil {
		if after, err = f.placement.apply(after, ids); err != nil {
			return nil, "", err
		}
		placed = f.placement.words(after)
	}
	more, err := f.following(after, ids)
	if err != nil {
		return nil, "", err
	}
	if len(more) > 0 {
		if after, err = edit.Apply(after, ids, more...); err != nil {
			return nil, "", err
		}
	}
	words = joinWords(edit.Words(head, after, slices.Concat(commands, more)...), queryWords(head, after, written), placed)
	if drops := f.dropStatements(head, after); len(drops) > 0 {
		if after, err = edit.Apply(after, ids, drops...); err != nil {
			return nil, "", err
		}
	}
	return after, joinWords(words, droppedWords(after, f.Dropped)), nil
}

// following returns the commands that are made from the edited document.
func (f *Form) following(edited *model.Model, ids model.IDs) ([]edit.Command, error) {
	switch {
	case f.concepts != "":
		commands, err := conceptCommands(edited, ids, f.concepts)
		if entity, only := onlyEntity(commands); only {
			f.View.Select = entity
		}
		return commands, err
	case f.fix != nil:
		return f.fix.commands(edited, ids)
	case f.derive != "":
		return f.derivation(edited, ids)
	case f.Pasted != nil:
		return f.Pasted.commands(&f.View)
	case f.connection != nil:
		return f.connection.commands(edited, f.View.Select, ids)
	}
	return append(f.partCommands(edited), f.pinning()...), nil
}

// derivation returns the commands that derive the table of a query. The table is selected then. If
// the query has its table already, or several paths fit it, the page shows the choices.
func (f *Form) derivation(edited *model.Model, ids model.IDs) ([]edit.Command, error) {
	if edited.Workflow.Queries[f.derive] == nil {
		return nil, &edit.GoneError{Element: f.derive}
	}
	derivation := mapping.Derive(edited, []model.ID{f.derive}, nil)
	for _, plan := range derivation.Failed {
		problem := plan.Problems[len(plan.Problems)-1]
		return nil, &edit.InvalidError{Problems: []model.Problem{{Code: "mapping/" + problem.Code, Element: f.derive, Message: problem.Message}}}
	}
	if len(derivation.Open) > 0 {
		f.View.Tab, f.View.Select = web.TabDerive, f.derive
		return nil, nil
	}
	derived := derivation.Commands(ids, nil)
	for _, proposal := range derivation.Proposals {
		if proposal.Kind == mapping.Kept && slices.Contains(edited.TablesOf(f.derive), proposal.Table) {
			f.View.Tab, f.View.Select = web.TabDerive, f.derive
			return nil, nil
		}
	}
	for _, command := range derived {
		if serve, is := command.(edit.ServeQuery); is {
			f.View.Select = serve.Table
		}
	}
	return derived, nil
}

// pinning puts the added box where the visitor wants it.
func (f *Form) pinning() []edit.Command {
	if f.at == nil || f.added == "" || f.Diagram == "" {
		return nil
	}
	return []edit.Command{edit.Pin{Diagram: string(f.Diagram), At: map[model.ID]model.Position{f.added: *f.at}}}
}

// partCommands add the parts of the element that the form has added. A relationship type
// that joins a weak entity type to its only owner is identifying, and each instance
// takes part in it.
func (f *Form) partCommands(edited *model.Model) []edit.Command {
	if len(f.parts) != 2 || edited.Concepts.Relationships[f.added] == nil {
		return commandsOf(f.parts)
	}
	one, other := maps.Clone(f.parts[0].Values), maps.Clone(f.parts[1].Values)
	ends := []edit.Add{f.parts[0], f.parts[1]}
	ends[0].Values, ends[1].Values = one, other
	owned := ownedBy(edited, model.ID(one["entity"]), model.ID(other["entity"]))
	if one["entity"] == string(owned) {
		one, other = other, one
	}
	if owned == "" || one["cardinality"] != "1" {
		return commandsOf(f.parts)
	}
	other["total"] = "true"
	return append(commandsOf(ends), edit.Set{Element: f.added, Field: "identifying", Value: "true"})
}

// writeQueries changes queries and updates to their texts and adds the new ones. It
// returns the IDs of both.
func (f *Form) writeQueries(m *model.Model, ids model.IDs, texts []edit.Set) (after *model.Model, written []model.ID, err error) {
	after = m
	for _, text := range texts {
		if !isAccess(after, text.Element) {
			continue // the form removes it
		}
		read := textCommands
		switch {
		case after.Workflow.Updates[text.Element] != nil:
			read = updateTextCommands
		case text.Field == ColumnsField:
			read = columnCommands
		}
		commands, err := read(after, text)
		if err != nil {
			return nil, nil, err
		}
		if after, err = edit.Apply(after, ids, commands...); err != nil {
			return nil, nil, err
		}
		if !slices.Contains(written, text.Element) {
			written = append(written, text.Element)
		}
	}
	if f.query != nil {
		after, err = f.query.apply(after, ids)
		return after, append(written, f.query.id), err
	}
	if f.pick != nil {
		after, err = f.pick.apply(after, ids)
		return after, append(written, f.pick.query), err
	}
	if f.queries == "" {
		return after, written, nil
	}
	after, f.Made, err = addQueries(after, ids, f.queries, strings.TrimSpace(f.Values.Get("new."+string(f.queriesKind)+".name")), f.queriesKind)
	if err == nil && len(f.Made) == 1 && isNameOnly(after, f.Made[0]) {
		f.View.Select = f.Made[0] // only its name is known
	}
	return after, slices.Concat(written, f.Made), err
}
