package oracle

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"widerow/model"
)

// randomQuery asks along a random connected path of up to three relationship types.
func randomQuery(m *model.Model, random *rand.Rand) *model.Query {
	via := randomVia(m, random)
	query := &model.Query{Find: map[model.ID]*model.Find{}, Given: map[model.ID]*model.Given{}, SortBy: map[model.ID]*model.SortBy{}}
	if len(via) > 0 {
		query.Path = model.SetOfIDs(via...)
	}
	named := namesOn(m, random, via)
	var attributes []reference
	for _, r := range named {
		for _, attribute := range model.Sorted(m.AttributesOf(r.of)) {
			if attribute.Value.Parent == "" && !attribute.Value.Derived {
				attributes = append(attributes, reference{attribute.ID, r.participant})
			}
		}
	}
	if len(attributes) < 2 {
		return nil
	}
	attribute := func(r reference) *model.Attribute {
		element, _ := m.Element(r.of)
		return element.Value.(*model.Attribute)
	}
	random.Shuffle(len(attributes), func(i, j int) { attributes[i], attributes[j] = attributes[j], attributes[i] })
	i := slices.IndexFunc(attributes, func(r reference) bool { return attribute(r).Key != model.NoKey })
	if i < 0 {
		return nil
	}
	if random.IntN(4) == 0 {
		i = 0
	}
	given := attributes[i]
	query.Given["g0"] = &model.Given{Order: model.Nth(0), Attribute: given.of, Participant: given.participant, Operator: model.Equal}
	if random.IntN(8) == 0 && !attribute(given).MultiValued {
		query.Given["g0"].Operator = model.In
	}
	rest := slices.Delete(slices.Clone(attributes), i, i+1)
	isPlain := func(r reference) bool { return !attribute(r).MultiValued && !isWhole(m, r.of) }
	switch {
	case random.IntN(3) > 0:
	case !isPlain(rest[0]) || attribute(rest[0]).Key != model.NoKey:
	case random.IntN(2) == 0:
		query.Given["g1"] = &model.Given{Order: model.Nth(1), Attribute: rest[0].of, Participant: rest[0].participant, Operator: model.Equal}
	default:
		query.Given["g1"] = &model.Given{Order: model.Nth(1), Attribute: rest[0].of, Participant: rest[0].participant, Operator: model.Range, Bounds: pick(random, []model.Bounds{model.AtLeast, model.LessThan, model.BothBounds})}
	}
	if random.IntN(8) == 0 {
		query.Find["f0"] = &model.Find{Attribute: named[0].of, Participant: named[0].participant, Aggregate: model.Count}
		if g := rest[len(rest)-1]; isPlain(g) && random.IntN(2) == 0 {
			query.Find["f1"] = &model.Find{Order: model.Nth(1), Attribute: g.of, Participant: g.participant, Grouped: true}
		}
		return query
	}
	for k, r := range rest[:min(len(rest), 1+random.IntN(4))] {
		query.Find[model.ID(fmt.Sprintf("f%d", k))] = &model.Find{Order: model.Nth(k), Attribute: r.of, Participant: r.participant}
	}
	if last := rest[len(rest)-1]; random.IntN(3) == 0 && isPlain(last) {
		query.SortBy["s0"] = &model.SortBy{Attribute: last.of, Participant: last.participant, Descending: random.IntN(2) == 0}
		if len(rest) == 1 || query.Find[model.ID(fmt.Sprintf("f%d", len(rest)-1))] != nil {
			return query
		}
		query.Find["f9"] = &model.Find{Order: model.Nth(9), Attribute: last.of, Participant: last.participant}
		if random.IntN(3) == 0 {
			query.Limit = 1 + random.IntN(4)
		}
	}
	return query
}

// isWhole reports whether an attribute has parts.
func isWhole(m *model.Model, id model.ID) bool {
	return len(partsOf(m.AttributesOf(ownerOf(m, id)), id)) > 1
}

func randomVia(m *model.Model, random *rand.Rand) []model.ID {
	var via []model.ID
	for range random.IntN(4) {
		var near []model.ID
		for _, item := range model.Sorted(m.Concepts.Relationships) {
			touches := len(via) == 0
			for _, other := range via {
				for _, root := range endsOf(m, other) {
					touches = touches || slices.Contains(endsOf(m, item.ID), root)
				}
			}
			if touches && !slices.Contains(via, item.ID) {
				near = append(near, item.ID)
			}
		}
		if len(near) > 0 {
			via = append(via, pick(random, near))
		}
	}
	return via
}

// namesOn are the types on a path that a query may name, in roles where they have some.
func namesOn(m *model.Model, random *rand.Rand, via []model.ID) []reference {
	if len(via) == 0 {
		return []reference{{pick(random, model.Sorted(m.Concepts.Entities)).ID, ""}}
	}
	var named []reference
	for _, id := range via {
		named = append(named, reference{id, ""})
		ends := model.Sorted(m.Concepts.Relationships[id].Participants)
		for _, end := range ends {
			r := reference{end.Value.Entity, ""}
			if end.Value.Role != "" && end.Value.Role != m.Title(end.Value.Entity) || slices.ContainsFunc(ends, func(other model.Item[*model.Participant]) bool {
				return other.ID != end.ID && other.Value.Entity == end.Value.Entity
			}) {
				r.participant = end.ID
			}
			if !slices.Contains(named, r) {
				named = append(named, r)
			}
		}
	}
	return named
}
