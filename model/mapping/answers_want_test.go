package mapping_test

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/mapping"
)

// condition is the set of values that a condition lets pass.
type conditionSet map[*model.Given][]int

func (s *stored) given(query *model.Query, one mapping.Row, all []mapping.Row) (conditionSet, bool) {
	given := conditionSet{}
	for _, g := range query.Given {
		values, found := one.Values(g.Attribute, g.Participant)
		if !found || len(values) == 0 {
			return nil, false
		}
		value := values[s.random.IntN(len(values))]
		given[g] = []int{value}
		if g.Operator != model.Equal {
			given[g] = []int{value, value + 1}
		}
	}
	return given, true
}

// want evaluates the query on the instances along its path.
func (s *stored) want(query *model.Query, plan *mapping.Plan, instances []mapping.Row, given conditionSet) ([]string, bool) {
	var matching []mapping.Row
	for _, instance := range instances {
		passes := true
		for g, values := range given {
			found, _ := instance.Values(g.Attribute, g.Participant)
			passes = passes && slices.ContainsFunc(found, func(v int) bool { return slices.Contains(values, v) })
		}
		if passes {
			matching = append(matching, instance)
		}
	}
	finds := s.finds(query)
	if slices.ContainsFunc(finds, func(f found) bool { return f.aggregate != "" }) {
		return s.wantGroups(finds, plan, matching)
	}
	var want []string
	for _, instance := range matching {
		var values []string
		for _, f := range finds {
			v, _ := instance.Values(f.attribute, f.participant)
			// DISTINCT has one row for each value of a multi-valued attribute that is given.
			for g, set := range given {
				if query.Distinct && g.Attribute == f.attribute && g.Participant == f.participant && f.multi {
					v = slices.DeleteFunc(slices.Clone(v), func(one int) bool { return !slices.Contains(set, one) })
				}
			}
			values = append(values, fmt.Sprint(v))
		}
		want = append(want, strings.Join(values, " "))
	}
	return want, true
}

type found struct {
	attribute, participant model.ID
	aggregate              model.Aggregate
	grouped, multi, isType bool
}

// finds lists what a query selects, types as their attributes.
func (s *stored) finds(query *model.Query) []found {
	var finds []found
	add := func(f found) {
		if !slices.Contains(finds, f) {
			finds = append(finds, f)
		}
	}
	for _, f := range model.Sorted(query.Find) {
		element, _ := s.m.Element(f.Value.Attribute)
		if attribute, is := element.Value.(*model.Attribute); is {
			add(found{f.Value.Attribute, f.Value.Participant, f.Value.Aggregate, f.Value.Grouped, attribute.MultiValued, false})
			continue
		}
		if f.Value.Aggregate != "" {
			add(found{f.Value.Attribute, f.Value.Participant, f.Value.Aggregate, false, false, true})
			continue
		}
		for _, of := range append([]model.ID{f.Value.Attribute}, s.m.Supertypes(f.Value.Attribute)...) {
			for _, attribute := range model.Sorted(s.m.Concepts.Entities[of].Attributes) {
				add(found{attribute.ID, f.Value.Participant, "", false, attribute.Value.MultiValued, false})
			}
		}
	}
	return finds
}

func (s *stored) wantGroups(finds []found, plan *mapping.Plan, matching []mapping.Row) ([]string, bool) {
	groups := map[string][]mapping.Row{}
	isGrouped := slices.ContainsFunc(finds, func(f found) bool { return f.grouped })
	for _, instance := range matching {
		place := ""
		for _, f := range finds {
			if f.grouped {
				v, _ := instance.Values(f.attribute, f.participant)
				place += fmt.Sprint(v)
			}
		}
		for _, group := range plan.Implied() {
			v, _ := instance.Values(group.Attribute, group.Participant)
			place += fmt.Sprint(v)
		}
		groups[place] = append(groups[place], instance)
	}
	var want []string
	for _, rows := range groups {
		var values []string
		for _, f := range finds {
			switch {
			case f.multi:
				return nil, false // one row for each value, or for each set
			case f.aggregate == model.Count:
				values = append(values, fmt.Sprint([]int{len(rows)}))
			case f.aggregate != "":
				values = append(values, fmt.Sprint(aggregate(f.aggregate, f.attribute, f.participant, rows)))
			default:
				v, _ := rows[0].Values(f.attribute, f.participant)
				for _, r := range rows {
					if other, _ := r.Values(f.attribute, f.participant); !slices.Equal(v, other) && (isGrouped || len(plan.Implied()) > 0) {
						return nil, false // a single value of the group's first row
					}
				}
				values = append(values, fmt.Sprint(v))
			}
		}
		want = append(want, strings.Join(values, " "))
	}
	return want, true
}
