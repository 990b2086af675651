package submission

import (
	"strings"

	"widerow/model"
	"widerow/model/edit"
)

// WithConcepts returns a model with the concepts that a text describes, and WithQueries one with its queries and
// updates. An empty text adds nothing. What is wrong in a text is a *model.InvalidError.
func WithConcepts(m *model.Model, ids model.IDs, text string) (*model.Model, error) {
	if text = NormalLines(text); strings.TrimSpace(text) == "" {
		return m, nil
	}
	commands, err := conceptCommands(m, ids, text)
	if err != nil {
		return nil, err
	}
	return edit.Apply(m, ids, commands...)
}

// WithQueries is described at WithConcepts.
func WithQueries(m *model.Model, ids model.IDs, text string) (*model.Model, error) {
	if text = NormalLines(text); strings.TrimSpace(text) == "" {
		return m, nil
	}
	after, _, err := addQueries(m, ids, text, "", model.QueryKind)
	return after, err
}
