package edit

import (
	"fmt"
	"maps"

	"widerow/model"
)

// AddTags adds tags to tables, and keeps those that they have. Tags are words
// separated by commas, as in the field of a table.
type AddTags struct {
	Elements []model.ID
	Tags     string
}

// Name returns "AddTags".
func (AddTags) Name(*model.Model) string { return "AddTags" }

func (c AddTags) apply(m *model.Model, _ model.IDs) error {
	added, err := parseTags(c.Tags)
	switch {
	case err != nil:
		return invalid("", "", "Nothing was tagged: %s", err)
	case len(added) == 0:
		return invalid("", "", "Type at least one tag")
	}
	for _, id := range c.Elements {
		element, found := m.Element(id)
		if !found {
			return &GoneError{id}
		}
		tags := newDraft(m).tagsOf(element)
		if tags == nil {
			return invalid(id, "", "Only tables have tags; %s is of another kind", m.Title(id))
		}
		all := model.TagSet{}
		maps.Copy(all, *tags)
		maps.Copy(all, added)
		if len(all) > model.MaxTags {
			return invalid(id, "tags", "%s would have %d tags: at most %d are allowed", m.Title(id), len(all), model.MaxTags)
		}
		*tags = all
	}
	return nil
}

// tagsOf returns where an element has its tags, or nil if it is no table.
func (m draft) tagsOf(e model.Element) *model.TagSet {
	switch table := e.Value.(type) {
	case *model.LogicalTable:
		return &table.Tags
	case *model.Relation:
		return &table.Tags
	}
	return nil
}

func (c AddTags) words(_, after *model.Model) string {
	tags, err := parseTags(c.Tags)
	if err != nil || len(c.Elements) == 0 {
		return ""
	}
	tables := after.ShortTitle(c.Elements[0])
	if more := len(c.Elements) - 1; more > 0 {
		tables += fmt.Sprintf(" and %d more", more)
	}
	return fmt.Sprintf("tagged %s as %s", tables, listTitles(tags.Sorted()))
}
