package assist

import (
	"cmp"
	"fmt"
	"strings"

	"widerow/cql/syntax"
	"widerow/model"
)

// Hover describes a word. Element is the ID in the saved model, if the model
// has it.
type Hover struct {
	Place
	Title   string   `json:"title"`
	Detail  string   `json:"detail,omitempty"`
	Lines   []string `json:"lines"`
	Element model.ID `json:"-"`
}

// Hover describes the word at a place. It returns the zero Hover if there is
// nothing to describe.
func (t *Text) Hover(at int) Hover {
	found, ok := t.lookup(t.units.byteAt(at))
	if !ok {
		return Hover{}
	}
	hover := Hover{Place: t.place(found.word), Lines: []string{}, Element: t.element(found)}
	hover.tell(found)
	for _, line := range t.saved(found, hover.Element) {
		if line != "" {
			hover.Lines = append(hover.Lines, line)
		}
	}
	return hover
}

func (h *Hover) tell(f found) {
	switch {
	case f.isOption:
		h.Title, h.Lines = f.option.name, append(h.Lines, f.option.info)
		if f.option.initial != "" {
			h.Detail = "default " + f.option.initial
		}
	case f.function != "":
		h.tellFunction(f.function)
	case f.keyword != "":
		h.Title = f.keyword
		if info := typeInfo[strings.ToLower(f.keyword)]; info != "" && keywordInfo[f.keyword] == "" {
			h.Title, h.Detail = strings.ToLower(f.keyword), info
		} else {
			h.Title = cmp.Or(phrases[f.keyword], f.keyword)
			h.Lines = append(h.Lines, keywordInfo[f.keyword])
		}
	case f.column != nil:
		h.Title, h.Detail = syntax.QuoteName(f.column.name), f.column.kind
		h.Lines = append(h.Lines, capital(strings.TrimPrefix(roleInfo(f.column)+" of ", " ")+f.table.name))
	case f.table != nil:
		h.Title, h.Detail = f.table.name, describe(f)
	case f.keyspace != nil:
		h.Title, h.Detail = f.keyspace.name, "keyspace"
	case f.thing != nil:
		h.Title, h.Detail = f.thing.name, f.thing.detail
	}
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

func describe(f found) string {
	count := func(one string) string {
		if len(f.table.columns) == 1 {
			return "1 " + one
		}
		return fmt.Sprintf("%d %ss", len(f.table.columns), one)
	}
	switch {
	case f.isType:
		return "type of " + f.table.keyspace + " with " + count("field")
	case f.table.view:
		return "view of " + f.table.keyspace + " with " + count("column")
	}
	return "table of " + f.table.keyspace + " with " + count("column")
}

// saved returns what the model adds: the note, and the size of a table.
func (t *Text) saved(f found, element model.ID) []string {
	if element == "" {
		return nil
	}
	physical := t.model.Physical
	if relation := physical.Relations[element]; relation != nil {
		return []string{relation.Note, t.size(element)}
	}
	if keyspace := physical.Keyspaces[element]; keyspace != nil {
		return []string{keyspace.Note}
	}
	for id, relation := range physical.Relations {
		if column := relation.Columns[element]; column != nil {
			return []string{column.Note, t.size(id)}
		}
	}
	if userType := physical.Types[element]; userType != nil {
		return []string{userType.Note}
	}
	for _, userType := range physical.Types {
		if field := userType.Fields[element]; field != nil {
			return []string{field.Note}
		}
	}
	return nil
}
