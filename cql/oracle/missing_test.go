package oracle

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/write"
)

// givenBy looks for a table that gives what a plan says no table gives: in several events of several
// worlds, the rows that it has by what is known have exactly the values that are needed. It returns its name, or "".
func (s *site) givenBy(lookup *write.Lookup, update *model.Update) string {
	target := s.table(lookup.Table)
	if target == nil || s.unclear[target.id] != nil || len(lookup.Needed) == 0 || lookup.Without != "" {
		return "" // the plan has a table that gives what there is
	}
	inRoles := *lookup
	lookup, inRoles.NeededIn = &inRoles, slices.Clone(lookup.NeededIn)
	for i, name := range lookup.Names {
		c := target.column(name)
		if c == nil {
			return "" // whether there is an instance, not a value of it
		}
		if len(lookup.Names) == len(lookup.Needed) && lookup.Needed[i] == c.reference.of && lookup.NeededIn[i] == "" {
			inRoles.NeededIn[i] = c.reference.participant
		}
	}
	for i, id := range lookup.Needed {
		if !target.storesIn(id, lookup.NeededIn[i]) {
			return "" // of an instance that the table has in another role, or not at all
		}
	}
	var candidates []*table
	for _, t := range s.tables {
		stores := s.unclear[t.id] == nil
		for i, id := range lookup.Needed {
			stores = stores && t.storing(id, lookup.NeededIn[i]) != nil
		}
		if stores {
			candidates = append(candidates, t)
		}
	}
	const events, proofs, inWorld = 300, 20, 5
	worlds := []func(*model.Model, *rand.Rand) *world{newSparseWorld, newCrowdedWorld}
	proven, elsewhere := map[*table]int{}, *s
	elsewhere.known = map[*table]content{}
	for try := 0; try < events && len(candidates) > 0; try++ {
		if try > 0 && try%inWorld == 0 {
			elsewhere.world = worlds[try/inWorld%len(worlds)](s.m, s.world.random)
			clear(elsewhere.known)
		}
		s := &elsewhere
		happened := s.event(update)
		if happened == nil {
			continue
		}
		needed, ok := s.needed(happened, target, lookup)
		if !ok || len(needed) == 0 {
			continue
		}
		candidates = slices.DeleteFunc(candidates, func(t *table) bool {
			got, can := s.found(happened, t, lookup)
			if can && slices.Equal(got, needed) {
				proven[t]++
				return false
			}
			return true
		})
	}
	for _, t := range candidates {
		if proven[t] >= proofs {
			return t.name
		}
	}
	return ""
}

// presentContent returns the rows of a table in the present world, which it computes once.
func (s *site) presentContent(t *table) (content, error) {
	if known, is := s.known[t]; is {
		return known, nil
	}
	made, err := s.contentOf(s.world, t)
	if err == nil && s.known != nil {
		s.known[t] = made
	}
	return made, err
}

// storesIn reports whether a table has an attribute of the instance in a role, "" for any.
func (t *table) storesIn(attribute, role model.ID) bool {
	return slices.ContainsFunc(t.columns, func(c *tableColumn) bool {
		return c.reference.of == attribute && (role == "" || c.reference.participant == "" || c.reference.participant == role)
	})
}

// storing returns the column that stores an attribute, if it can that of the instance in a role.
func (t *table) storing(attribute, role model.ID) *tableColumn {
	var found *tableColumn
	for _, c := range t.columns {
		isIn := role == "" || c.reference.participant == "" || c.reference.participant == role
		if isIn && c.reference.of == attribute && c.aggregate == "" && !c.collects() && (c.inKey() || !c.multi) && (found == nil || role != "" && c.reference.participant == role) {
			found = c
		}
	}
	return found
}

// needed are the values of attributes in the rows of a table that an event changes: the new ones where an insert copies
// them.
func (s *site) needed(happened *event, t *table, lookup *write.Lookup) ([]string, bool) {
	before, err := s.presentContent(t)
	after, err2 := s.contentOf(happened.after, t)
	if err != nil || err2 != nil {
		return nil, false
	}
	var found []string
	add := func(row storedRow) {
		var words []string
		for i, id := range lookup.Needed {
			c := t.storing(id, lookup.NeededIn[i])
			if c == nil || row[c.name].isNull() {
				return
			}
			words = append(words, row[c.name].text)
		}
		if text := strings.Join(words, "|"); !slices.Contains(found, text) {
			found = append(found, text)
		}
	}
	isCopy := lookup.Copied && happened.update.Kind == model.Insert
	for place, row := range before.rows {
		if other := after.rows[place]; !isCopy && (other == nil || other.text(t) != row.text(t)) {
			add(row)
		}
	}
	for place, row := range after.rows {
		other := before.rows[place]
		if isNew := other == nil && happened.update.Kind == model.Insert; isNew || isCopy && other.text(t) != row.text(t) {
			add(row)
		}
	}
	slices.Sort(found)
	return found, true
}

// found are the values of attributes that a table has by what the application knows. It cannot
// look if a column of the partition key is not known.
func (s *site) found(happened *event, t *table, lookup *write.Lookup) ([]string, bool) {
	x := s.execution(happened)
	content, err := s.presentContent(t)
	if err != nil {
		return nil, false
	}
	given := map[string]value{}
	for _, c := range t.columns {
		if c.reference.of == "" || c.aggregate != "" {
			continue
		}
		p := x.parameterOf(c.reference, false, "")
		if p != nil && !p.value.isNull() && (!p.isNew || happened.update.Kind == model.Insert) && len(p.value.parts) == 0 {
			given[c.name] = p.value
		} else if c.role == model.Partition {
			return nil, false
		}
	}
	var found []string
	for _, row := range content.rows {
		fits := true
		for name, v := range given {
			fits = fits && compareValues(row[name], v) == 0
		}
		var words []string
		for i, id := range lookup.Needed {
			words = append(words, row[t.storing(id, lookup.NeededIn[i]).name].text)
		}
		if text := strings.Join(words, "|"); fits && !slices.Contains(found, text) {
			found = append(found, text)
		}
	}
	slices.Sort(found)
	return found, true
}

// unneeded lists the missing lookups of a plan that a table gives.
func (s *site) unneeded(plan *write.Plan, update *model.Update) string {
	var words []string
	for i := range plan.Lookups {
		if by := s.givenBy(&plan.Lookups[i], update); by != "" {
			words = append(words, fmt.Sprintf("%s gives %v of %s by %v", by, plan.Lookups[i].Names, s.m.Title(plan.Lookups[i].Table), plan.Lookups[i].Known))
		}
	}
	return strings.Join(words, "; ")
}
