package model

import (
	"fmt"
	"maps"
)

// AddTags adds tags to tables, and keeps those that they have. Tags are words
// separated by commas, as in the field of a table.
type AddTags struct {
	Elements []ID
	Tags     string
}

// Name returns "AddTags".
func (AddTags) Name(*Model) string { return "AddTags" }

func (c AddTags) apply(m *Model, _ IDs) error {
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
		tags := m.draft().tagsOf(element)
		if tags == nil {
			return invalid(id, "", "Only tables have tags; %s is of another kind", m.Title(id))
		}
		all := TagSet{}
		maps.Copy(all, *tags)
		maps.Copy(all, added)
		if len(all) > maxTags {
			return invalid(id, "tags", "%s would have %d tags: at most %d are allowed", m.Title(id), len(all), maxTags)
		}
		*tags = all
	}
	return nil
}

// tagsOf returns where an element has its tags, or nil if it is no table.
func (m draft) tagsOf(e Element) *TagSet {
	switch table := e.Value.(type) {
	case *LogicalTable:
		return &table.Tags
	case *Relation:
		return &table.Tags
	}
	return nil
}

func (c AddTags) words(_, after *Model) string {
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
