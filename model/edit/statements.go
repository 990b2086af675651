package edit

import (
	"strings"
	"unicode/utf8"

	"widerow/model"
)

// KeepStatements keeps a text of statements with the model, or replaces the list with that ID.
type KeepStatements struct {
	List model.ID // "" for a new one
	model.StatementList
}

// Name returns "KeepStatements".
func (KeepStatements) Name(*model.Model) string { return "KeepStatements" }

func (c KeepStatements) apply(m *model.Model, ids model.IDs) error {
	list := c.StatementList
	list.Name = strings.TrimSpace(list.Name)
	switch {
	case list.Name == "":
		return invalid("", "name", "Name the list")
	case utf8.RuneCountInString(list.Name) > 100:
		return invalid("", "name", "The name has %d characters; the limit is 100", utf8.RuneCountInString(list.Name))
	case strings.TrimSpace(list.Text) == "":
		return invalid("", "text", "Type or paste statements, or choose a file")
	case !utf8.ValidString(list.Text):
		return invalid("", "text", "This is not text in UTF-8")
	case len(list.Text) > model.MaxStatementList:
		return invalid("", "text", "The statements have %d bytes; the limit of a list is %d. widerow check --format csv "+
			"reads more", len(list.Text), model.MaxStatementList)
	case c.List == "" && len(m.StatementLists) >= model.MaxStatementLists:
		return invalid("", "name", "A model keeps %d lists at most: delete one first", model.MaxStatementLists)
	case c.List != "" && m.StatementLists[c.List] == nil:
		return invalid("", "name", "This list has been deleted meanwhile: keep the statements as a new one")
	}
	if m.StatementLists == nil {
		m.StatementLists = map[model.ID]*model.StatementList{}
	}
	id := c.List
	if id == "" {
		id = ids.New()
	}
	m.StatementLists[id] = &list
	return nil
}

func (c KeepStatements) words(before, after *model.Model) string {
	was := before.StatementLists[c.List]
	switch {
	case was == nil:
		return "kept the statements " + model.Shorten(strings.TrimSpace(c.StatementList.Name), 60)
	case *was == *after.StatementLists[c.List]:
		return ""
	}
	return "changed the statements " + model.Shorten(strings.TrimSpace(c.StatementList.Name), 60)
}

// DeleteStatements deletes a list of statements.
type DeleteStatements struct{ List model.ID }

// Name returns "DeleteStatements".
func (DeleteStatements) Name(*model.Model) string { return "DeleteStatements" }

func (c DeleteStatements) apply(m *model.Model, _ model.IDs) error {
	if delete(m.StatementLists, c.List); len(m.StatementLists) == 0 {
		m.StatementLists = nil
	}
	return nil
}

func (c DeleteStatements) words(before, _ *model.Model) string {
	list := before.StatementLists[c.List]
	if list == nil {
		return ""
	}
	return "deleted the statements " + model.Shorten(list.Name, 60)
}
