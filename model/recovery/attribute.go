package recovery

import (
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/english"
)

// placeColumns finds the attribute of each column that identifies nothing.
func (s *schema) placeColumns() {
	for _, t := range s.unknown {
		for _, c := range t.columns {
			if c.identifies != nil || c.bucket || s.attributes[c.id] != nil || len(c.words) == 0 {
				continue
			}
			e := s.holder(t, c)
			a := e.attribute(s.valueName(t, e, c), e.words, model.NoKey)
			if slices.ContainsFunc(t.columns, func(o *column) bool { return o != c && s.attributes[o.id] == a }) {
				a = &Attribute{Name: c.Name} // sub_y and y of one table are two
				e.Attributes = append(e.Attributes, a)
			}
			s.place(c, a)
		}
	}
}

// holder returns the entity type that a column describes: the one at the
// beginning of its name, the one that a static column's partition identifies, or
// what the table is about.
func (s *schema) holder(t *table, c *column) *entity {
	for length := len(c.words) - 1; length > 0; length-- {
		e := s.byName[strings.Join(c.words[:length], " ")]
		if e != nil && (e == t.entity || t.identifier(e) != nil || e.holds(c.words[length:])) {
			return e
		}
	}
	if partition := t.partition(); c.Role == model.Static && len(partition) == 1 && partition[0].identifies != nil {
		return partition[0].identifies
	}
	return t.entity
}

// holds reports whether a table about the entity type has a column of that name.
func (e *entity) holds(words []string) bool {
	return slices.ContainsFunc(e.tables, func(t *table) bool {
		return slices.ContainsFunc(t.columns, func(c *column) bool { return slices.Equal(c.words, words) })
	})
}

// valueName is the name of the attribute that a key column holds one value of, if
// another table has all its values: tag and tags.
func (s *schema) valueName(t *table, e *entity, c *column) string {
	if !c.Role.InKey() || c.Collection != model.SingleValue {
		return c.Name
	}
	plural := english.Plural(strings.Join(c.words, " "))
	for _, other := range e.tables {
		for _, o := range other.columns {
			if o.Collection != model.SingleValue && strings.Join(o.words, " ") == plural {
				return o.Name
			}
		}
	}
	return c.Name
}
