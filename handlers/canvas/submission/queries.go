package submission

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/querytext"
)

// The text of a query or an update is edited like a field of its own, "text", although the
// document has its parts instead. See docs/queries.md for the language.
const TextField = "text"

// MaxQueriesText is the length of the longest text of several queries, in bytes.
const MaxQueriesText = 200_000

// maxQueries bounds the queries and updates that one text adds.
const maxQueries = 500

// queryTexts separates the changed texts of queries and updates, and the columns of
// queries, from the other commands.
func queryTexts(m *model.Model, commands []edit.Command) (others []edit.Command, texts []edit.Set) {
	for _, command := range commands {
		set, is := command.(edit.Set)
		if is && (set.Field == TextField || set.Field == ColumnsField) && isAccess(m, set.Element) {
			texts = append(texts, set)
		} else {
			others = append(others, command)
		}
	}
	return others, texts
}

func isAccess(m *model.Model, id model.ID) bool {
	return m.Workflow.Queries[id] != nil || m.Workflow.Updates[id] != nil
}

// textCommands returns the commands for a changed text. Clauses that only somebody
// else has changed meanwhile stay as they are.
func textCommands(m *model.Model, text edit.Set) ([]edit.Command, error) {
	mine, problems := querytext.Parse(m, text.Value)
	if len(problems) > 0 {
		return nil, invalidText(text.Element, problems[0].Message)
	}
	now := querytext.Of(m.Workflow.Queries[text.Element])
	if theirs := querytext.FormatLines(m, now); theirs != text.Was {
		base, problems := querytext.Parse(m, text.Was)
		merged, ok := querytext.Merge(m, base, now, mine)
		if len(problems) > 0 || !ok {
			return nil, &edit.Conflict{Element: text.Element, Field: TextField, Label: "Text", Saw: text.Was, Theirs: theirs, Mine: text.Value}
		}
		mine = merged
	}
	return querytext.Commands(m, text.Element, mine), nil
}

func invalidText(query model.ID, message string) error {
	return &edit.InvalidError{Problems: []model.Problem{{Code: "querytext/invalid", Element: query, Field: TextField, Message: message}}}
}

// addQueries adds the queries and updates of a text. name is the name of a single one; entries
// without a name are named after the values that they find or write. kind is the kind of an entry
// that is only a name.
func addQueries(m *model.Model, ids model.IDs, text, name string, kind model.Kind) (after *model.Model, added []model.ID, err error) {
	if len(text) > MaxQueriesText {
		return nil, nil, invalidText("", fmt.Sprintf("The text has %d bytes; the limit is %d", len(text), MaxQueriesText))
	}
	entries := querytext.Entries(text)
	switch {
	case len(entries) == 0:
		return nil, nil, invalidText("", "There is no query in this text")
	case len(entries) > maxQueries:
		return nil, nil, invalidText("", fmt.Sprintf("The text has %d queries; add at most %d at once", len(entries), maxQueries))
	case len(entries) > 1 && name != "":
		return nil, nil, invalidText("", fmt.Sprintf("The text has %d queries: write each description before its text, with a colon", len(entries)))
	case name != "":
		entries[0].Name = name
	}
	a := &entryAdder{model: m, ids: ids, text: text, several: len(entries) > 1, labels: labelsOf(m)}
	for _, entry := range entries {
		if err := a.add(entry, kind); err != nil {
			return nil, nil, err
		}
	}
	if after, err = edit.Apply(m, ids, a.adds...); err == nil {
		after, err = edit.Apply(after, ids, a.parts...)
	}
	return after, a.added, newTextError(err)
}

// labelsOf returns the queries of a model by their labels.
func labelsOf(m *model.Model) map[string]model.ID {
	labels := map[string]model.ID{}
	for id, query := range m.Workflow.Queries {
		labels[query.Label] = id
	}
	return labels
}

// wholeOf returns the query that one with a label is a part of: Q3 for Q3.1. There is
// none for other labels.
func wholeOf(labels map[string]model.ID, label string) model.ID {
	last := strings.LastIndexByte(label, '.')
	if last < 0 {
		return ""
	}
	return labels[label[:last]]
}

// newTextError reports an error about any field of a new query at its text, which
// is all that the form has.
func newTextError(err error) error {
	var invalid *edit.InvalidError
	if errors.As(err, &invalid) && len(invalid.Problems) > 0 {
		return invalidText("", invalid.Problems[0].Message)
	}
	return err
}

// queryWords describes written texts: one query or update with its clauses, several by
// their labels.
func queryWords(before, after *model.Model, written []model.ID) string {
	switch {
	case len(written) == 0:
		return ""
	case len(written) == 1 && after.Workflow.Updates[written[0]] != nil:
		return querytext.UpdateWords(before, after, written[0])
	case len(written) == 1:
		return querytext.Words(before, after, written[0])
	}
	verb := "added"
	if isAccess(before, written[0]) {
		verb = "changed"
	}
	const named = 8
	labels := Mapped(written[:min(len(written), named)], func(id model.ID) string { return labelOf(after, id) })
	words := verb + " " + accessWords(after, written) + ": " + strings.Join(labels, ", ")
	if len(written) > named {
		words += ", …"
	}
	return words
}

// Mapped returns what a function makes of each item.
func Mapped[T, R any](items []T, to func(T) R) []R {
	results := make([]R, len(items))
	for i, item := range items {
		results[i] = to(item)
	}
	return results
}

// maxWords is the maximum length of a description in the history, in characters.
const maxWords = 200

func joinWords(words ...string) string {
	text := strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), ", ")
	if runes := []rune(text); len(runes) > maxWords {
		return string(runes[:maxWords-1]) + "…"
	}
	return text
}
