package model

import (
	"maps"
	"slices"
)

// TagSet is a set of labels by which a team groups its tables ("billing", "hot
// path"). It is saved as an object {"billing": true}, so that concurrent
// additions merge.
type TagSet map[string]bool

// Limits on tags.
const (
	MaxTagLength = 40 // characters
	MaxTags      = 20 // per table
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
