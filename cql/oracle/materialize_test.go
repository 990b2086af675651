package oracle

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"widerow/model"
)

// content holds the rows of a table by their primary key. Free rows may be missing.
type content struct {
	rows map[string]storedRow
	free map[string]bool
}

// twiceError reports two columns that store one value.
type twiceError string

func (e twiceError) Error() string { return string(e) }

// materialize computes the rows of a table from a query that the table serves: all columns along
// the path of the query. about is the subject, which each row must have.
func (w *world) materialize(t *table, p *path, query *model.Query, about subject) (content, error) {
	made := content{map[string]storedRow{}, map[string]bool{}}
	places, err := t.placesOn(p)
	if err != nil {
		return made, err
	}
	groups := map[string][]choice{}
	isHere := t.subtypesOnly(p, query, w.m)
	for _, c := range w.choices(p, t.optional(p, query, places, about)) {
		if !isHere(c) {
			continue
		}
		for _, row := range w.keysOf(t, places, c) {
			at := t.place(row)
			if made.rows[at] == nil {
				made.rows[at] = row
				made.free[at] = true
			}
			groups[at] = append(groups[at], c)
			made.free[at] = made.free[at] && w.isFreeStored(t, places, c)
		}
	}
	for at, row := range made.rows {
		for _, c := range t.columns {
			if !c.inKey() && !c.isUnknown() {
				v, err := w.stored(t, p, c, places[c.name], groups[at])
				if err != nil {
					return made, err
				}
				row[c.name] = v
			}
		}
	}
	return made, w.checkStatic(t, made)
}

// placesOn finds the instance of each column on a path.
func (t *table) placesOn(p *path) (map[string]place, error) {
	places := map[string]place{}
	rank := func(c *tableColumn) int { // those in a role first, but last what the role does not tell
		switch {
		case c.reference.participant == "":
			return 1
		case len(p.places(c.reference)) > 1 && !p.isClear(c.reference):
			return 2
		}
		return 0
	}
	inOrder := slices.Clone(t.columns)
	slices.SortStableFunc(inOrder, func(a, b *tableColumn) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), -cmp.Compare(a.reference.participant, b.reference.participant))
	})
	for _, c := range inOrder {
		if c.reference.of == "" || p.m.Concepts.Entities[c.reference.of] != nil || p.m.Concepts.Relationships[c.reference.of] != nil {
			continue
		}
		at := p.places(c.reference)
		if len(at) == 0 {
			return nil, unclearError(fmt.Sprintf("%s.%s is of nothing on the path %s", t.name, c.name, p.words()))
		}
		if named := slices.IndexFunc(at, func(one place) bool { return p.isNamedIn(c.name, one) }); named > 0 && !p.isEnd(c.reference.participant) {
			at = at[named:]
		}
		if len(at) > 1 { // the document names none of them: take one that its twins do not have
			if free := slices.IndexFunc(at, func(one place) bool { return !t.isTaken(c, one, places) && !t.isRoleOfOther(p, c, one) }); free > 0 {
				at = at[free:]
			}
		}
		isOfOneInNoRole := func(one place) bool {
			return len(one.owners) > 0 && one.owners[len(one.owners)-1].owner == c.reference.participant && len(p.variables[one.variable].roles) == 0
		}
		if plain := slices.IndexFunc(at, isOfOneInNoRole); plain > 0 { // the owner of one in a role has that role
			at = at[plain:]
		}
		isKeyOfOwner := func(one place) bool {
			return len(one.owners) > 0 && t.storesKeyOf(p, one.variable) && !t.isTaken(c, one, places)
		}
		if owned := slices.IndexFunc(at, isKeyOfOwner); owned > 0 && c.inKey() && p.isUnnamed(at[0]) {
			at = at[owned:]
		}
		for name, other := range places {
			if twin := t.column(name); samePlace(other, at[0]) && twin.reference.of == c.reference.of && twin.aggregate == c.aggregate && !c.multi && !c.collects() && !twin.collects() {
				if v := at[0].variable; v >= 0 && p.isOfSeveralTypes(v) {
					return nil, unclearError(fmt.Sprintf("a subtype of %s on the path may be another instance", p.m.Title(p.variables[v].root)))
				}
				return nil, twiceError(fmt.Sprintf("%s stores one value twice: %s and %s", t.name, name, c.name))
			}
		}
		places[c.name] = at[0]
	}
	return places, nil
}

// isOfSeveralTypes reports whether a variable takes part as a subtype here and as its supertype there.
func (p *path) isOfSeveralTypes(variable int) bool {
	types := maps.Clone(p.variables[variable].types)
	for _, a := range p.atoms {
		for end, at := range a.ends {
			if at == variable {
				types[p.m.Concepts.Relationships[a.of].Participants[end].Entity] = true
			}
		}
	}
	return len(types) > 1
}

// isEnd reports whether a participant is one of the path's.
func (p *path) isEnd(participant model.ID) bool {
	return slices.ContainsFunc(p.atoms, func(a atom) bool { _, is := a.ends[participant]; return is })
}

// isNamedIn reports whether the name of a column begins with a type of the instance at a place: of two people on a
// path, mechanic_person_id is of the mechanic.
func (p *path) isNamedIn(column string, at place) bool {
	if at.atom >= 0 || len(at.owners) > 0 {
		return false
	}
	for as := range p.variables[at.variable].as {
		for _, of := range append([]model.ID{as}, p.m.Supertypes(as)...) {
			if of != p.variables[at.variable].root && strings.HasPrefix(column, model.Identifier(p.m.Title(of))+"_") {
				return true
			}
		}
	}
	return false
}

// optional returns the parts that a row may lack: parts that neither the key nor the subject needs,
// and parts in collections.
func (t *table) optional(p *path, query *model.Query, places map[string]place, about subject) optional {
	found, collected := referencesOf(query), map[int]bool{}
	variables, atoms := map[int]bool{}, map[int]bool{}
	for _, c := range t.columns {
		at, has := places[c.name]
		if has {
			found = append(found, c.reference)
		}
		switch {
		case c.aggregate != "":
			return optional{}
		case has && c.inKey() && at.atom >= 0:
			atoms[at.atom] = true
		case has && c.inKey():
			variables[at.variable] = true
		case has && c.collects() && at.atom < 0:
			collected[at.variable] = true
		}
	}
	if !collected[about.variable] {
		about.add(variables, atoms)
	}
	about.addCounted(p, atoms)
	return p.optional(found, variables, atoms, collected)
}

// subtypesOnly returns whether a table has the instances of a choice: of several tables of a query, each
// has those of one subtype, or of none.
func (t *table) subtypesOnly(p *path, query *model.Query, m *model.Model) func(choice) bool {
	several := false
	for id, other := range m.Workflow.Queries {
		several = several || other == query && len(m.TablesOf(id)) > 1
	}
	return func(c choice) bool {
		for i, v := range p.variables {
			if !several || len(v.anyOf) == 0 || c.at[i] == nil {
				continue
			}
			some := false
			for _, of := range v.anyOf {
				here := slices.ContainsFunc(t.columns, func(c *tableColumn) bool { return ownerOf(m, c.reference.of) == of })
				if some = some || here; here && !c.at[i].members[of] {
					return false
				}
			}
			for _, of := range v.anyOf {
				if !some && c.at[i].members[of] {
					return false
				}
			}
		}
		return true
	}
}

// isTaken reports whether another column stores the same attribute at a place.
func (t *table) isTaken(c *tableColumn, at place, places map[string]place) bool {
	for name, other := range places {
		if twin := t.column(name); twin.reference.of == c.reference.of && twin.aggregate == c.aggregate && samePlace(other, at) {
			return true
		}
	}
	return false
}

// storesKeyOf reports whether a table has a part of the key of an instance: it needs the keys of its owners, too.
func (t *table) storesKeyOf(p *path, variable int) bool {
	return slices.ContainsFunc(t.key(), func(c *tableColumn) bool {
		attribute, _ := p.m.Attribute(c.reference.of)
		return attribute != nil && attribute.Key != model.NoKey && rootOf(p.m, ownerOf(p.m, c.reference.of)) == p.variables[variable].root
	})
}

// isUnnamed reports whether a place is an instance that only a relationship type of the path names, in no role: the
// company that employs an engineer.
func (p *path) isUnnamed(at place) bool {
	if at.variable < 0 || len(at.owners) > 0 {
		return false
	}
	v := p.variables[at.variable]
	return len(v.types)+len(v.anyOf)+len(v.roles) == 0
}

// isRoleOfOther reports whether other columns name the instance at a place by its role, and this one does not: museum_id
// beside borrower_country is of another museum.
func (t *table) isRoleOfOther(p *path, c *tableColumn, at place) bool {
	if c.reference.participant != "" || at.variable < 0 || len(at.owners) > 0 {
		return false
	}
	return slices.ContainsFunc(t.columns, func(other *tableColumn) bool { return p.variables[at.variable].roles[other.reference.participant] })
}

// isFreeStored reports whether a choice tells nothing but its key: what the table is about is
// missing.
func (w *world) isFreeStored(t *table, places map[string]place, c choice) bool {
	if !slices.Contains(c.facts, nil) {
		return false
	}
	for _, column := range t.columns {
		if at, has := places[column.name]; has && !column.inKey() && !w.valueAt(c, at, column.reference.of).isNull() {
			return false
		}
	}
	return true
}

// keysOf returns the primary keys of a choice: one for each value of an attribute with several,
// none if a value is missing.
func (w *world) keysOf(t *table, places map[string]place, c choice) []storedRow {
	rows := []storedRow{{}}
	key := t.key()
	slices.SortStableFunc(key, func(a, b *tableColumn) int { return cmp.Compare(len(a.source), len(b.source)) }) // what is computed last
	for _, column := range key {
		v := bucketValue(column.typ)
		if at, has := places[column.name]; has {
			v = w.valueAt(c, at, column.reference.of)
		}
		values := []value{v}
		if column.multi {
			values = v.parts
		}
		var next []storedRow
		for _, row := range rows {
			for _, v := range values {
				if v.isNull() {
					continue
				}
				extended := maps.Clone(row)
				extended[column.name] = v
				if column.source != "" {
					extended[column.name] = column.bucketOf(row)
				}
				next = append(next, extended)
			}
		}
		rows = next
	}
	return rows
}

// bucketValue is the value of the column that the application chooses.
func bucketValue(t model.Type) value { return valueOf(t.Unfrozen().Name, 0) }

func (w *world) stored(t *table, p *path, c *tableColumn, at place, group []choice) (value, error) {
	if c.aggregate != "" {
		return w.aggregate(p, find{c.reference, c.aggregate, false}, group, false), nil
	}
	if c.collects() && c.collection == model.MapOf {
		return null, unclearError("a map of instances: the document does not say whose values it has")
	}
	var values []value
	for _, one := range group {
		v := w.valueAt(one, at, c.reference.of)
		if c.collects() || !slices.ContainsFunc(values, func(other value) bool { return other.text == v.text }) {
			values = append(values, v)
		}
	}
	switch {
	case c.collects():
		return valueOfSet(values), nil
	case len(values) > 1:
		return null, fmt.Errorf("rows of %s overwrite each other: %s is %s and %s", t.name, c.name, values[0].text, values[1].text)
	}
	return values[0], nil
}

// checkStatic reports a static column whose value differs within a partition.
func (w *world) checkStatic(t *table, made content) error {
	seen := map[string]value{}
	for _, row := range made.rows {
		place := ""
		for _, c := range t.columns {
			if c.role == model.Partition {
				place += row[c.name].text + "|"
			}
		}
		for _, c := range t.columns {
			if c.role != model.Static || c.isUnknown() {
				continue
			}
			if other, has := seen[place+c.name]; has && !isSame(other, row[c.name]) {
				return fmt.Errorf("the static column %s of %s differs within a partition", c.name, t.name)
			}
			seen[place+c.name] = row[c.name]
		}
	}
	return nil
}
