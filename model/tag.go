package model

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// TagSet is a set of labels by which a team groups its tables ("billing", "hot
// path"). It is saved as an object {"billing": true}, so that concurrent
// additions merge.
type TagSet map[string]bool

// Limits on tags.
const (
	MaxTagLength = 40 // characters
	maxTags      = 20 // per table
)

// Sorted returns the tags in alphabetical order.
func (s TagSet) Sorted() []string { return slices.Sorted(maps.Keys(s)) }

// TagsOf returns a relation's own tags and those of the logical tables that it
// realizes, in alphabetical order.
func (m *Model) TagsOf(r *Relation) []string {
	all := maps.Clone(r.Tags)
	for id := range r.Realizes {
		if table := m.Logical.Tables[id]; table != nil {
			if all == nil {
				all = TagSet{}
			}
			maps.Copy(all, table.Tags)
		}
	}
	return all.Sorted()
}

// Tags returns all tags of the document in alphabetical order.
func (m *Model) Tags() []string {
	all := TagSet{}
	for _, table := range m.Logical.Tables {
		maps.Copy(all, table.Tags)
	}
	for _, relation := range m.Physical.Relations {
		maps.Copy(all, relation.Tags)
	}
	return all.Sorted()
}

func tagsField[T any](at func(T) *TagSet) Field {
	return Field{Name: "tags", Label: "Tags", Input: TextInput, Hint: "Words separated by commas. Diagrams can be grouped and filtered by tag.",
		MaxLength: maxTags * (MaxTagLength + 2),
		get:       func(_ *Model, e Element) string { return strings.Join(at(e.Value.(T)).Sorted(), ", ") },
		set: func(_ *Model, e Element, text string) error {
			tags, err := parseTags(text)
			if err != nil {
				return err
			}
			*at(e.Value.(T)) = tags
			return nil
		}}
}

// parseTags returns nil if there are no tags.
func parseTags(text string) (TagSet, error) {
	tags := TagSet{}
	for part := range strings.SplitSeq(text, ",") {
		tag := strings.Join(strings.Fields(part), " ")
		if tag == "" {
			continue
		}
		if utf8.RuneCountInString(tag) > MaxTagLength {
			return nil, fmt.Errorf("the tag %s has more than %d characters", shorten(tag, MaxTagLength), MaxTagLength)
		}
		tags[tag] = true
	}
	if len(tags) > maxTags {
		return nil, fmt.Errorf("there are %d tags; the limit is %d", len(tags), maxTags)
	}
	if len(tags) == 0 {
		return nil, nil
	}
	return tags, nil
}
