package oracle

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"widerow/model"
)

// randomized returns the domain with random queries and updates instead of its own.
func (d *domain) randomized(random *rand.Rand, queries, updates int) *domain {
	made := &domain{d.name + "_random", d.m.Clone(), map[model.ID][]model.ID{}, map[model.ID]map[model.ID]model.ID{}, map[model.ID]bool{}, map[string]bool{}}
	made.m.Workflow = model.Workflow{Queries: map[model.ID]*model.Query{}, Updates: map[model.ID]*model.Update{}}
	made.m.Logical, made.m.Physical.Relations, made.m.Physical.Types = model.Logical{}, nil, nil
	made.m.Physical.Keyspaces = map[model.ID]*model.Keyspace{"ks": {Name: keyspaceOf("random_" + d.name), Replication: map[string]string{"class": "SimpleStrategy", "replication_factor": "1"}}}
	for try := 0; try < 50*queries && len(made.m.Workflow.Queries) < queries; try++ {
		query := randomQuery(d.m, random)
		if query == nil {
			continue
		}
		if _, err := pathOf(d.m, query, nil, nil); err != nil {
			continue // the text does not say what is meant
		}
		number := len(made.m.Workflow.Queries) + 1
		query.Label, query.Name, query.Order = fmt.Sprint("R", number), fmt.Sprint("Random ", number), model.Nth(number)
		id := model.ID(fmt.Sprintf("r%d", number))
		query.Find, query.Given, query.SortBy = under(id, query.Find), under(id, query.Given), under(id, query.SortBy)
		made.m.Workflow.Queries[id] = query
	}
	for try := 0; try < 20*updates && len(made.m.Workflow.Updates) < updates; try++ {
		update := randomUpdate(d.m, random)
		if update == nil || slices.ContainsFunc(model.Sorted(made.m.Workflow.Updates), func(other model.Item[*model.Update]) bool { return other.Value.Name == update.Name }) {
			continue
		}
		number := len(made.m.Workflow.Updates) + 1
		update.Label, update.Order = fmt.Sprint("V", number), model.Nth(number)
		id := model.ID(fmt.Sprintf("v%d", number))
		update.Writes = under(id, update.Writes)
		made.m.Workflow.Updates[id] = update
	}
	return made
}

// under gives the parts of a query or an update IDs of their own.
func under[T any](id model.ID, parts map[model.ID]T) map[model.ID]T {
	made := map[model.ID]T{}
	for part, value := range parts {
		made[id+part] = value
	}
	return made
}

func pick[T any](random *rand.Rand, among []T) T { return among[random.IntN(len(among))] }

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

// randomUpdate writes a random type or attribute.
func randomUpdate(m *model.Model, random *rand.Rand) *model.Update {
	kind := pick(random, []model.UpdateKind{model.Insert, model.Change, model.Change, model.Delete})
	var of model.ID
	if random.IntN(2) == 0 || len(m.Concepts.Relationships) == 0 {
		of = pick(random, model.Sorted(m.Concepts.Entities)).ID
	} else {
		of = pick(random, model.Sorted(m.Concepts.Relationships)).ID
		if m.Concepts.Relationships[of].Identifying {
			return nil
		}
	}
	update := &model.Update{Kind: kind, Writes: map[model.ID]*model.Write{}, Name: fmt.Sprint(kind, " ", m.Title(of))}
	element := of
	if kind == model.Change || kind == model.Delete && random.IntN(4) == 0 {
		attributes := slices.DeleteFunc(model.Sorted(m.AttributesOf(of)), func(a model.Item[*model.Attribute]) bool {
			return a.Value.Key != model.NoKey || a.Value.Derived || a.Value.Parent != ""
		})
		if len(attributes) == 0 {
			return nil
		}
		chosen := pick(random, attributes)
		if element = chosen.ID; chosen.Value.MultiValued {
			update.Kind = pick(random, []model.UpdateKind{model.Insert, model.Delete})
		}
		update.Name = fmt.Sprint(update.Kind, " ", m.Title(element))
	}
	update.Writes["w0"] = &model.Write{Element: element}
	return update
}
