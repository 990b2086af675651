package cql_test

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"widerow/model"
)

// variable is an instance that a query means: of an entity type without supertypes, in a
// role or in none.
type variable struct{ entity, participant model.ID }

// combination is one combination of instances and facts along the path of a query.
type combination struct {
	at    map[variable]*instance
	facts map[model.ID]*fact
}

// join is the query on the relational data: the combinations along its path.
type join struct {
	*relations
	query *model.Query // in roles
	path  []model.ID
	named map[variable]bool
	types model.IDSet // the entity types that the query names
	// unclear reports that the concepts alone do not determine the instance.
	unclear bool
}

func newJoin(r *relations, query *model.Query, path []model.ID) *join {
	j := &join{r, query, path, map[variable]bool{}, model.IDSet{}, false}
	name := func(attribute, participant model.ID) {
		of := attribute
		if element, found := r.m.Element(attribute); found && element.Kind == model.AttributeKind {
			of = element.Parent
		}
		if r.m.Concepts.Entities[of] != nil {
			j.named[variable{rootOf(r.m, of), participant}] = true
			j.types[of] = true
		}
	}
	for _, find := range query.Find {
		name(find.Attribute, find.Participant)
	}
	for _, given := range query.Given {
		name(given.Attribute, given.Participant)
	}
	for _, sort := range query.SortBy {
		name(sort.Attribute, sort.Participant)
	}
	return j
}

// endOf returns the variable of an end of a relationship type.
func (j *join) endOf(relationship *model.Relationship, id model.ID) variable {
	entity := rootOf(j.m, relationship.Participants[id].Entity)
	if own := (variable{entity, id}); j.named[own] {
		return own
	}
	var elsewhere []variable
	inRole := false
	for v := range j.named {
		switch {
		case v.entity != entity || v.participant == "":
		case relationship.Participants[v.participant] != nil:
			inRole = true
		default:
			elsewhere = append(elsewhere, v)
		}
	}
	plain := variable{entity, ""}
	switch {
	case j.named[plain]:
		return plain
	case len(elsewhere) == 1:
		return elsewhere[0]
	case len(elsewhere) > 1:
		j.unclear = true
	case inRole:
		return variable{entity, id}
	}
	return plain
}

// combinations returns the rows that the query asks for, before its conditions.
func (j *join) combinations() []combination {
	rows := []combination{{map[variable]*instance{}, map[model.ID]*fact{}}}
	for _, id := range j.path {
		relationship := j.m.Concepts.Relationships[id]
		var next []combination
		for _, row := range rows {
			for _, f := range j.facts[id] {
				extended := combination{maps.Clone(row.at), maps.Clone(row.facts)}
				extended.facts[id] = f
				fits := true
				for _, end := range model.Sorted(relationship.Participants) {
					v := j.endOf(relationship, end.ID)
					if taken, bound := extended.at[v]; bound && taken != f.ends[end.ID] {
						fits = false
					}
					extended.at[v] = f.ends[end.ID]
				}
				if fits {
					next = append(next, extended)
				}
			}
		}
		rows = next
	}
	for v := range j.named {
		if len(rows) > 0 && rows[0].at[v] == nil {
			var next []combination
			for _, row := range rows {
				for _, one := range j.instances[v.entity] {
					extended := combination{maps.Clone(row.at), row.facts}
					extended.at[v] = one
					next = append(next, extended)
				}
			}
			rows = next
		}
	}
	return slices.DeleteFunc(rows, func(c combination) bool { return !j.areMembers(c) })
}

// areMembers reports whether instances belong to the subtypes that the query names.
func (j *join) areMembers(c combination) bool {
	for of := range j.types {
		for v, one := range c.at {
			if v.entity == rootOf(j.m, of) && j.named[v] && !one.members[of] {
				return false
			}
		}
	}
	return true
}

// value returns the value of an attribute in a role: of an instance of the combination,
// or of an owner of one.
func (j *join) value(c combination, attribute, participant model.ID) (value, bool) {
	element, _ := j.m.Element(attribute)
	if f := c.facts[element.Parent]; f != nil {
		v, found := f.values[attribute]
		return v, found
	}
	root := rootOf(j.m, element.Parent)
	if one := c.at[variable{root, participant}]; one != nil {
		v, found := one.values[attribute]
		return v, found
	}
	var found []*instance
	for _, v := range slices.SortedFunc(maps.Keys(c.at), func(a, b variable) int {
		return cmp.Or(cmp.Compare(a.entity, b.entity), cmp.Compare(a.participant, b.participant))
	}) {
		if v.entity == root && v.participant == "" {
			found = append([]*instance{c.at[v]}, found...)
		} else if one := c.at[v].ownerIn(root); one != nil && (participant == "" || v.participant == participant) {
			found = append(found, one)
		}
	}
	if len(found) == 0 {
		return value{}, false
	}
	v, has := found[0].values[attribute]
	return v, has
}

// ownerIn returns the instance of an entity type that the instance is or, at any distance,
// is owned by.
func (i *instance) ownerIn(root model.ID) *instance {
	if i.entity == root {
		return i
	}
	for _, id := range slices.Sorted(maps.Keys(i.owners)) {
		if found := i.owners[id].ownerIn(root); found != nil {
			return found
		}
	}
	return nil
}

// bound is a condition with what it is compared with: one value, both ends of a range, or
// several values.
type bound struct {
	given  *model.Given
	values []value
}

// bounds chooses values of a combination for the conditions of a query, of which some
// have constants.
func (j *join) bounds(c combination) ([]bound, bool) {
	var bounds []bound
	for _, item := range model.Sorted(j.query.Given) {
		given := item.Value
		v, found := j.value(c, given.Attribute, given.Participant)
		if !found || v.text == "null" {
			return nil, false
		}
		if len(v.parts) > 0 {
			v = v.parts[j.random.IntN(len(v.parts))]
		}
		values := []value{v}
		t, _ := j.m.AttributeType(given.Attribute)
		switch {
		case given.Source == model.ConstantSource && given.Operator == model.In:
			values = nil
			for _, constant := range j.constants[given.Attribute] {
				values = append(values, value{literal: constant, text: strings.Trim(constant, "'")})
			}
		case given.Source == model.ConstantSource:
			values = []value{{literal: given.Constant, text: strings.Trim(given.Constant, "'")}}
		case given.Operator == model.In:
			values = append(values, valueOf(t.Unfrozen().Name, j.random.IntN(differentValues)))
		case given.Operator == model.Range && len(given.Bounds.Operators()) == 2:
			values = append(values, valueOf(t.Unfrozen().Name, 1+j.random.IntN(differentValues)))
			slices.SortFunc(values, compareValues)
		case given.Operator == model.Prefix:
			values = []value{{literal: "'v'", text: "v"}, {literal: "'w'", text: "w"}}
		}
		if given.Operator == model.In {
			slices.SortFunc(values, compareValues)
			values = slices.CompactFunc(values, func(a, b value) bool { return a.text == b.text })
		}
		bounds = append(bounds, bound{given, values})
	}
	return bounds, true
}

func compareValues(a, b value) int {
	x, err := strconv.ParseFloat(a.text, 64)
	y, err2 := strconv.ParseFloat(b.text, 64)
	if err == nil && err2 == nil {
		return cmp.Compare(x, y)
	}
	return cmp.Compare(a.text, b.text)
}

// passes reports whether a value, or an element of it, meets a condition.
func (b *bound) passes(v value) bool {
	if len(v.parts) > 0 {
		return slices.ContainsFunc(v.parts, b.passes)
	}
	switch b.given.Operator {
	case model.Range:
		for i, operator := range b.given.Bounds.Operators() {
			order := compareValues(v, b.values[i])
			if operator[0] == '>' && order < 0 || operator[0] == '<' && order > 0 || len(operator) == 1 && order == 0 {
				return false
			}
		}
		return true
	case model.Prefix:
		return compareValues(v, b.values[0]) >= 0 && compareValues(v, b.values[1]) < 0
	}
	return slices.ContainsFunc(b.values, func(one value) bool { return one.text == v.text })
}

// found is an attribute that a query returns, or an aggregate.
type found struct {
	attribute, participant model.ID
	aggregate              model.Aggregate
	grouped                bool
}

// finds lists what the query returns, types as their attributes. Derived attributes
// are left to the application.
func (j *join) finds() []found {
	var finds []found
	add := func(f found) {
		element, _ := j.m.Element(f.attribute)
		attribute, is := element.Value.(*model.Attribute)
		if is && (attribute.Derived && !attribute.Immutable || slices.Contains(finds, f)) {
			return
		}
		finds = append(finds, f)
	}
	for _, item := range model.Sorted(j.query.Find) {
		find := item.Value
		of := j.m.Concepts.Entities[find.Attribute]
		relationship := j.m.Concepts.Relationships[find.Attribute]
		switch {
		case find.Aggregate != "" || of == nil && relationship == nil:
			add(found{find.Attribute, find.Participant, find.Aggregate, find.Grouped})
		case relationship != nil:
			for _, attribute := range model.Sorted(relationship.Attributes) {
				add(found{attribute: attribute.ID})
			}
		default:
			for _, super := range append([]model.ID{find.Attribute}, j.m.Supertypes(find.Attribute)...) {
				for _, attribute := range model.Sorted(j.m.Concepts.Entities[super].Attributes) {
					if attribute.Value.Parent == "" {
						add(found{attribute: attribute.ID, participant: find.Participant})
					}
				}
			}
		}
	}
	return finds
}

// matching returns the combinations that meet all conditions.
func (j *join) matching(rows []combination, bounds []bound) []combination {
	return slices.DeleteFunc(slices.Clone(rows), func(c combination) bool {
		return slices.ContainsFunc(bounds, func(b bound) bool {
			v, _ := j.value(c, b.given.Attribute, b.given.Participant)
			return !b.passes(v)
		})
	})
}
