package write

import (
	"slices"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/mapping"
)

// isGrouped reports whether a row of a table represents a group of combinations.
func (t *table) isGrouped() bool {
	return slices.ContainsFunc(t.meanings, func(meaning mapping.Meaning) bool { return meaning.Grouped })
}

// computedOf returns the columns of a table whose values are computed from groups.
func (p *planner) computedOf(t *table) []*column {
	return filter(t.columns, func(c *column) bool { return c.aggregate != "" || p.isComputed(t, c) })
}

// isComputed reports whether a logical column is, or is realized by, an aggregate.
func (p *planner) isComputed(t *table, c *column) bool {
	ids := []model.ID{c.ID}
	if physical := t.Relation.Columns[c.ID]; physical != nil && !t.Logical {
		ids = physical.From.Sorted()
	}
	return slices.ContainsFunc(ids, func(id model.ID) bool {
		element, found := p.model.Element(id)
		if !found {
			return false
		}
		logical, is := element.Value.(*model.LogicalColumn)
		return is && logical.Aggregate != "" && !c.Role.InKey()
	})
}

// compute sets the aggregates of the groups that an update changes.
func (w *planning) compute(target *target) {
	columns := w.computedOf(target.table)
	if len(columns) == 0 {
		return
	}
	var set []access.Assignment
	for _, c := range columns {
		w.computed = appendNew(w.computed, target.table.Access.Name+"."+c.Name)
		set = append(set, access.Assignment{Column: c.Name})
	}
	s := updateStatement(target, set)
	s.Purpose = "computes " + listNames(columns)
	w.add(s)
}

// computeGroups computes the groups from which a deletion takes something. A group
// of which nothing is left keeps its row until the application deletes it.
func (w *planning) computeGroups(t *table) {
	target := w.aim(t)
	w.complete(target, t.key())
	w.settle(target, t.key())
	w.compute(target)
}

// collectedColumns are the collections whose elements are instances that the update
// inserts or deletes, or relates to the rows.
func (w *planning) collectedColumns(t *table) []*column {
	var types []model.ID
	for _, meaning := range t.meanings {
		for _, part := range meaning.Parts {
			if !part.Collected || w.facts.isRelationship(part.Of) {
				continue
			}
			for _, link := range part.Links {
				relationship := meaning.Parts[link.To].Of
				if slices.Contains(w.types, relationship) || slices.Contains(w.types, part.Of) && (w.kind == model.Delete || w.facts.isRelationship(relationship) && w.facts.comesWith(relationship, link.Participant)) {
					types = appendNew(types, part.Of)
				}
			}
		}
	}
	return filter(t.columns, func(c *column) bool {
		return isRegular(c) && c.isCollection() && slices.ContainsFunc(c.Stores, func(id model.ID) bool {
			return slices.Contains(types, w.facts.owner[id]) && !w.facts.known[id].MultiValued
		})
	})
}

// hasElements reports whether a new row may have elements for a collection at once: a new
// album has no songs yet, a new song has its singers.
func (w *planning) hasElements(t *table, c *column) bool {
	return slices.ContainsFunc(t.meanings, func(meaning mapping.Meaning) bool {
		return slices.ContainsFunc(meaning.Parts, func(part mapping.Part) bool {
			return part.Collected && w.facts.isRelationship(part.Of) && slices.ContainsFunc(part.Links, func(link mapping.PartLink) bool {
				stored := slices.ContainsFunc(c.Stores, func(id model.ID) bool { return w.facts.owner[id] == meaning.Parts[link.To].Of })
				return stored && !slices.ContainsFunc(part.Links, func(end mapping.PartLink) bool {
					return end.To != link.To && slices.Contains(w.types, meaning.Parts[end.To].Of) && !w.facts.comesWith(part.Of, end.Participant)
				})
			})
		})
	})
}

// reportShared reports elements that another instance may have, too: the title of one
// of two songs.
func (w *planning) reportShared(t *table, columns []*column) {
	for _, c := range columns {
		if w.kind == model.Delete && slices.ContainsFunc(c.Stores, func(id model.ID) bool { return w.facts.known[id].Key == model.NoKey }) {
			w.computed = appendNew(w.computed, t.Access.Name+"."+c.Name)
		}
	}
}
