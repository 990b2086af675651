package submission

import (
	"cmp"
	"fmt"
	"strings"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/querytext"
)

// updateTextCommands is textCommands for an update.
func updateTextCommands(m *model.Model, text edit.Set) ([]edit.Command, error) {
	mine, problems := querytext.ParseUpdate(m, text.Value)
	if len(problems) > 0 {
		return nil, invalidText(text.Element, problems[0].Message)
	}
	now := querytext.OfUpdate(m.Workflow.Updates[text.Element])
	if theirs := querytext.FormatUpdateLines(m, now); theirs != text.Was {
		base, problems := querytext.ParseUpdate(m, text.Was)
		merged, ok := querytext.MergeUpdate(m, base, now, mine)
		if len(problems) > 0 || !ok {
			return nil, &edit.Conflict{Element: text.Element, Field: TextField, Label: "Text", Saw: text.Was, Theirs: theirs, Mine: text.Value}
		}
		mine = merged
	}
	return querytext.UpdateCommands(m, text.Element, mine), nil
}

// entryAdder makes the commands for the entries of a text. The queries and updates come
// before their parts.
type entryAdder struct {
	model       *model.Model
	ids         model.IDs
	text        string
	several     bool
	labels      map[string]model.ID
	adds, parts []edit.Command
	added       []model.ID
}

// add adds one entry. An entry without a text has the kind of its label, or else kind.
func (a *entryAdder) add(entry querytext.Entry, kind model.Kind) error {
	if entry.Text == "" {
		if problem := querytext.NameProblem(a.model, entry); problem != "" {
			return invalidText("", problem)
		}
	}
	if problems := entry.Problems(a.model); len(problems) > 0 {
		message := problems[0].Message
		if a.several {
			message = fmt.Sprintf("Line %d: %s", querytext.LineOf(a.text, entry.Start+problems[0].Start), message)
		}
		return invalidText("", message)
	}
	id := a.ids.New()
	a.added = append(a.added, id)
	values := map[string]string{"name": entry.Name, "label": entry.Label}
	if entry.IsUpdate() || entry.Text == "" && entry.Label == "" && kind == model.UpdateElement {
		update, _ := querytext.ParseUpdate(a.model, entry.Text)
		values["name"] = cmp.Or(entry.Name, querytext.UpdateName(a.model, update))
		a.adds = append(a.adds, edit.Add{Kind: model.UpdateElement, ID: id, Values: values})
		a.parts = append(a.parts, querytext.UpdateCommands(a.model, id, update)...)
		return nil
	}
	query, _ := querytext.Parse(a.model, entry.Text)
	values["name"] = cmp.Or(entry.Name, querytext.Name(a.model, query))
	values["parent"] = string(wholeOf(a.labels, entry.Label))
	a.labels[entry.Label] = id
	a.adds = append(a.adds, edit.Add{Kind: model.QueryKind, ID: id, Values: values})
	a.parts = append(a.parts, querytext.Commands(a.model, id, query)...)
	return nil
}

// isNameOnly reports whether of an added query or update nothing but the name is known.
func isNameOnly(m *model.Model, id model.ID) bool {
	if update := m.Workflow.Updates[id]; update != nil {
		return querytext.OfUpdate(update).IsEmpty()
	}
	return querytext.Of(m.Workflow.Queries[id]).IsEmpty()
}

// accessWords counts queries and updates: "3 queries and 1 update".
func accessWords(m *model.Model, ids []model.ID) string {
	queries, updates := 0, 0
	for _, id := range ids {
		if m.Workflow.Updates[id] != nil {
			updates++
		} else {
			queries++
		}
	}
	var words []string
	for _, count := range []struct {
		number    int
		one, many string
	}{{queries, "query", "queries"}, {updates, "update", "updates"}} {
		switch count.number {
		case 0:
		case 1:
			words = append(words, "1 "+count.one)
		default:
			words = append(words, fmt.Sprint(count.number, " ", count.many))
		}
	}
	return strings.Join(words, " and ")
}

// AddedWords counts the queries and updates that a text has added.
func AddedWords(m *model.Model, ids []model.ID) string { return accessWords(m, ids) + " added" }

func labelOf(m *model.Model, id model.ID) string {
	if update := m.Workflow.Updates[id]; update != nil {
		return update.Label
	}
	return m.Workflow.Queries[id].Label
}
