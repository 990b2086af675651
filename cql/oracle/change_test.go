package oracle

import (
	"slices"

	"widerow/model"
)

// parameter is a value that the application has when it carries out an update. isNew is set for
// a value that the update writes.
type parameter struct {
	reference
	value value
	isNew bool
}

// event is an update on chosen instances: what the application knows, and the world after it.
type event struct {
	update     *model.Update
	parameters []parameter
	after      *world
	// whole are values that the application computes if it has read the old ones: a composite
	// attribute with a new part, a collection with a new element.
	whole map[model.ID]value
}

func (e *event) know(r reference, v value, isNew bool) {
	if !slices.ContainsFunc(e.parameters, func(p parameter) bool { return p.reference == r && p.isNew == isNew }) {
		e.parameters = append(e.parameters, parameter{r, v, isNew})
	}
}

// event chooses instances for an update, of all updates of the application; nil if there are none.
func (s *site) event(update *model.Update) *event {
	w, _, _ := s.world.clone()
	e := &event{update: update, after: w, whole: map[model.ID]value{}}
	var entities, relationships, attributes []model.ID
	for _, item := range model.Sorted(update.Writes) {
		switch id := item.Value.Element; {
		case w.m.Concepts.Entities[id] != nil:
			entities = append(entities, id)
		case w.m.Concepts.Relationships[id] != nil:
			relationships = append(relationships, id)
		default:
			attributes = append(attributes, id)
		}
	}
	done := false
	switch {
	case update.Kind == model.Insert && len(entities) > 0:
		done = e.insertInstance(entities[0], relationships)
	case update.Kind == model.Insert && len(relationships) > 0:
		done = e.insertFact(relationships[0])
	case update.Kind == model.Insert:
		done = e.changeValues(attributes, addElement)
	case update.Kind == model.Change:
		for _, of := range append(entities, relationships...) {
			for _, attribute := range model.Sorted(w.m.AttributesOf(of)) {
				if attribute.Value.Key == model.NoKey && attribute.Value.Parent == "" {
					attributes = append(attributes, attribute.ID)
				}
			}
		}
		done = e.changeValues(attributes, setValue)
	case len(entities) > 0:
		done = e.deleteInstances(entities[0])
	case len(relationships) > 0:
		done = e.deleteFacts(relationships[0])
	default:
		done = e.changeValues(attributes, removeValue)
	}
	if !done {
		return nil
	}
	return e
}

// comesWith reports whether a new instance of an entity type is related at once by a relationship
// type in which it has one partner, as docs/updates.md says.
func (e *event) comesWith(id, own model.ID, named []model.ID) bool {
	relationship := e.after.m.Concepts.Relationships[id]
	for end, participant := range relationship.Participants {
		if end == own {
			continue
		}
		if participant.Cardinality != "1" {
			return false
		}
		for _, given := range e.update.Given {
			if e.isKeyOf(given.Attribute, participant.Entity) {
				return true
			}
		}
	}
	if slices.Contains(named, id) || relationship.Participants[own].Total || relationship.Identifying {
		return true
	}
	for _, update := range e.after.m.Workflow.Updates {
		for _, write := range update.Writes {
			if write.Element == id && update.Kind == model.Insert {
				return false
			}
		}
	}
	return true
}

func (e *event) isKeyOf(attribute, entity model.ID) bool {
	for _, of := range append([]model.ID{entity}, e.after.m.Supertypes(entity)...) {
		if a := e.after.m.Concepts.Entities[of].Attributes[attribute]; a != nil && a.Key != model.NoKey {
			return true
		}
	}
	return false
}

// insertInstance inserts an instance of an entity type, or gives one a subtype.
func (e *event) insertInstance(entity model.ID, named []model.ID) bool {
	w := e.after
	types := append([]model.ID{entity}, w.m.Supertypes(entity)...)
	root := rootOf(w.m, entity)
	gains := root != entity && slices.ContainsFunc(model.Sorted(e.update.Given), func(item model.Item[*model.Given]) bool { return e.isKeyOf(item.Value.Attribute, root) })
	var made *instance
	switch {
	case gains:
		made = e.gain(entity, types)
	case len(w.ownerships(root)) > 0 && !w.hasOwners(root):
		return false
	default:
		made = e.newInstance(root, types)
	}
	if made == nil {
		return false
	}
	for _, of := range types {
		for _, attribute := range model.Sorted(w.m.Concepts.Entities[of].Attributes) {
			if attribute.Value.Key == model.NoKey || !gains {
				e.know(reference{attribute.ID, ""}, made.values[attribute.ID], true)
			}
		}
	}
	e.knowIdentity(made, "", true)
	for _, item := range model.Sorted(w.m.Concepts.Relationships) {
		for _, own := range model.Sorted(item.Value.Participants) {
			if !slices.Contains(types, own.Value.Entity) || gains && own.Value.Entity != entity {
				continue
			}
			if item.Value.Identifying && ownsIn(w, item.ID, own.ID, root) {
				for _, f := range w.facts[item.ID] {
					if f.ends[own.ID] == made {
						e.knowFact(f)
					}
				}
				continue
			}
			if !item.Value.Identifying && e.comesWith(item.ID, own.ID, named) {
				e.relate(item.ID, own.ID, made, slices.Contains(named, item.ID))
			}
		}
	}
	return true
}

func ownsIn(w *world, relationship, end, root model.ID) bool {
	return slices.ContainsFunc(w.ownerships(root), func(o ownership) bool { return o.relationship == relationship && o.owned == end })
}

// newInstance adds an instance of a type with its supertypes only.
func (e *event) newInstance(root model.ID, types []model.ID) *instance {
	w := e.after
	for range 20 {
		before := len(w.instances[root])
		if !w.addInstance(root) {
			continue
		}
		made := w.instances[root][before]
		for of := range made.members {
			if !slices.Contains(types, of) {
				for id := range w.m.Concepts.Entities[of].Attributes {
					delete(made.values, id)
				}
				delete(made.members, of)
			}
		}
		for _, of := range types {
			if !made.members[of] {
				made.members[of] = true
				w.fill(made.values, w.m.Concepts.Entities[of].Attributes)
			}
		}
		return made
	}
	return nil
}

// gain gives an instance of the supertype a subtype.
func (e *event) gain(entity model.ID, types []model.ID) *instance {
	w := e.after
	var candidates []*instance
	for _, one := range w.instances[rootOf(w.m, entity)] {
		isIn := !one.members[entity]
		for _, super := range types[1:] {
			isIn = isIn && one.members[super]
		}
		for _, hierarchy := range w.m.Concepts.Hierarchies {
			for _, sub := range hierarchy.Subtypes {
				isIn = isIn && (!hierarchy.Disjoint || hierarchy.Supertype != types[1] || !one.members[sub.Entity])
			}
		}
		if isIn {
			candidates = append(candidates, one)
		}
	}
	if len(candidates) == 0 {
		return nil
	}
	one := candidates[w.random.IntN(len(candidates))]
	one.members[entity] = true
	w.fill(one.values, w.m.Concepts.Entities[entity].Attributes)
	return one
}

// relate relates a new instance with one partner, or with none where it need not have one.
func (e *event) relate(id, own model.ID, made *instance, must bool) {
	w := e.after
	if must || w.m.Concepts.Relationships[id].Participants[own].Total || w.random.IntN(3) > 0 {
		for range 20 {
			if f := w.addFact(id, map[model.ID]*instance{own: made}); f != nil {
				e.knowFact(f)
				return
			}
		}
	}
	for end, participant := range w.m.Concepts.Relationships[id].Participants {
		if end != own {
			for _, r := range identityOf(w.m, participant.Entity) {
				e.know(reference{r.of, end}, null, true)
			}
		}
	}
	for attribute := range w.m.Concepts.Relationships[id].Attributes {
		e.know(reference{attribute, ""}, null, true)
	}
}

// identified is a key attribute of an instance, or of an owner of it.
type identified struct {
	of     model.ID
	owners []ownership
}

// identityOf lists the attributes that identify an instance of an entity type.
func identityOf(m *model.Model, entity model.ID) []identified {
	var found []identified
	var visit func(entity model.ID, owners []ownership)
	visit = func(entity model.ID, owners []ownership) {
		for _, of := range append([]model.ID{entity}, m.Supertypes(entity)...) {
			for _, attribute := range model.Sorted(m.Concepts.Entities[of].Attributes) {
				if attribute.Value.Key != model.NoKey {
					found = append(found, identified{attribute.ID, owners})
				}
			}
		}
		for _, o := range ownershipsOf(m, rootOf(m, entity)) {
			if len(owners) < 6 {
				visit(m.Concepts.Relationships[o.relationship].Participants[o.owner].Entity, append(slices.Clone(owners), o))
			}
		}
	}
	visit(entity, nil)
	return found
}

// knowIdentity adds what identifies an instance, in a role or in none.
func (e *event) knowIdentity(one *instance, participant model.ID, isNew bool) {
	for _, r := range identityOf(e.after.m, one.root) {
		at, role := one, participant
		for _, o := range r.owners {
			at, role = e.after.ownerBy(at, o), o.owner
		}
		if at == nil {
			continue
		}
		e.know(reference{r.of, participant}, at.values[r.of], isNew)
		if len(r.owners) > 0 {
			e.know(reference{r.of, role}, at.values[r.of], isNew)
		}
	}
}

// knowFact adds what identifies the ends of a fact, and its values.
func (e *event) knowFact(f *fact) {
	for _, end := range model.Sorted(e.after.m.Concepts.Relationships[f.of].Participants) {
		e.knowIdentity(f.ends[end.ID], end.ID, true)
	}
	for _, attribute := range model.Sorted(e.after.m.Concepts.Relationships[f.of].Attributes) {
		e.know(reference{attribute.ID, ""}, f.values[attribute.ID], true)
	}
}

// insertFact relates instances that exist. What the cardinalities exclude is replaced.
func (e *event) insertFact(id model.ID) bool {
	w := e.after
	if w.m.Concepts.Relationships[id].Identifying {
		return false
	}
	for range 20 {
		f := w.randomFact(id, nil)
		if f == nil {
			continue
		}
		rivals := w.rivals(f)
		w.facts[id] = append(slices.DeleteFunc(w.facts[id], func(other *fact) bool { return slices.Contains(rivals, other) }), f)
		e.knowFact(f)
		return true
	}
	return false
}

// valueChange is what happens to an attribute of an instance or a fact.
type valueChange func(e *event, values map[model.ID]value, attribute model.ID) bool

func setValue(e *event, values map[model.ID]value, attribute model.ID) bool {
	attributes := e.after.m.AttributesOf(ownerOf(e.after.m, attribute))
	if attributes[attribute].Key != model.NoKey {
		return false
	}
	for try := 0; try < 10; try++ {
		before := values[attribute].text
		if e.after.refill(values, attributes, attribute); !values[attribute].isNull() && values[attribute].text != before {
			break
		}
	}
	whole(attributes, values, attribute)
	return true
}

// whole makes a composite attribute what its parts are.
func whole(attributes map[model.ID]*model.Attribute, values map[model.ID]value, part model.ID) {
	for parent := attributes[part].Parent; parent != "" && !attributes[parent].MultiValued; parent = attributes[parent].Parent {
		parts := map[model.ID]value{}
		for id, attribute := range attributes {
			if attribute.Parent == parent {
				parts[id] = values[id]
			}
		}
		values[parent] = composed(attributes, parts)
	}
}

func addElement(e *event, values map[model.ID]value, attribute model.ID) bool {
	attributes := e.after.m.AttributesOf(ownerOf(e.after.m, attribute))
	if !attributes[attribute].MultiValued {
		return false
	}
	added := e.after.compound(attribute, attributes, nil)
	values[attribute] = valueOfSet(append(slices.Clone(values[attribute].parts), added))
	e.know(reference{attribute, ""}, added, true)
	return true
}

func removeValue(e *event, values map[model.ID]value, attribute model.ID) bool {
	attributes := e.after.m.AttributesOf(ownerOf(e.after.m, attribute))
	parts := values[attribute].parts
	switch {
	case attributes[attribute].Key != model.NoKey:
		return false
	case !attributes[attribute].MultiValued:
		for _, part := range partsOf(attributes, attribute) {
			values[part] = null
		}
		return attributes[attribute].Parent == ""
	case len(parts) == 0:
		return false
	}
	at := e.after.random.IntN(len(parts))
	e.know(reference{attribute, ""}, parts[at], true)
	values[attribute] = valueOfSet(slices.Delete(slices.Clone(parts), at, at+1))
	return true
}

// changeValues changes attributes of the instances or facts that the conditions select.
func (e *event) changeValues(attributes []model.ID, change valueChange) bool {
	if len(attributes) == 0 {
		return false
	}
	instances, facts, ok := e.selected(ownerOf(e.after.m, attributes[0]))
	if !ok {
		return false
	}
	var changed []map[model.ID]value
	for _, one := range instances {
		changed = append(changed, one.values)
	}
	for _, f := range facts {
		changed = append(changed, f.values)
	}
	for i, values := range changed {
		for _, attribute := range attributes {
			if i > 0 {
				for _, part := range partsOf(e.after.m.AttributesOf(ownerOf(e.after.m, attribute)), attribute) {
					values[part] = changed[0][part]
				}
				continue
			}
			if !change(e, values, attribute) {
				return false
			}
			for at := attribute; at != ""; at = e.after.m.AttributesOf(ownerOf(e.after.m, attribute))[at].Parent {
				e.whole[at] = values[at]
			}
			for _, part := range partsOf(e.after.m.AttributesOf(ownerOf(e.after.m, attribute)), attribute) {
				e.know(reference{part, ""}, values[part], true)
			}
		}
	}
	return true
}

// selected chooses values for the conditions of the update, and returns what they select of a
// type. Without conditions it is one instance by its key.
func (e *event) selected(of model.ID) ([]*instance, []*fact, bool) {
	w := e.after
	if len(e.update.Given) == 0 {
		if all := w.facts[of]; w.m.Concepts.Relationships[of] != nil {
			if len(all) == 0 {
				return nil, nil, false
			}
			f := all[w.random.IntN(len(all))]
			for _, end := range model.Sorted(w.m.Concepts.Relationships[of].Participants) {
				e.knowIdentity(f.ends[end.ID], end.ID, false)
			}
			for id, attribute := range w.m.Concepts.Relationships[of].Attributes {
				if attribute.Key != model.NoKey {
					e.know(reference{id, ""}, f.values[id], false)
				}
			}
			return nil, []*fact{f}, true
		}
		all := w.members(of)
		if len(all) == 0 {
			return nil, nil, false
		}
		one := all[w.random.IntN(len(all))]
		e.knowIdentity(one, "", false)
		return []*instance{one}, nil, true
	}
	return e.selectedBy(of)
}

func (e *event) selectedBy(of model.ID) ([]*instance, []*fact, bool) {
	w := e.after
	query := &model.Query{Find: map[model.ID]*model.Find{"f": {Attribute: of}}, Given: e.update.Given}
	p, err := pathOf(w.m, query, nil, nil)
	if err != nil {
		return nil, nil, false
	}
	all := w.choices(p, optional{})
	if len(all) == 0 {
		return nil, nil, false
	}
	bounds, ok := w.bounds(p, query, all[w.random.IntN(len(all))])
	if !ok {
		return nil, nil, false
	}
	for _, b := range bounds {
		if b.given.Source != model.ConstantSource && b.given.Operator == model.Equal {
			e.know(reference{b.given.Attribute, b.given.Participant}, b.values[0], false)
		} else if b.given.Operator != model.Equal {
			return nil, nil, false // several values: not understood yet
		}
	}
	var instances []*instance
	var facts []*fact
	for _, c := range all {
		if slices.ContainsFunc(bounds, func(b bound) bool {
			return !b.passes(w.valueIn(p, c, reference{b.given.Attribute, b.given.Participant}))
		}) {
			continue
		}
		for i, v := range p.variables {
			if v.root == rootOf(w.m, of) && v.plain && !slices.Contains(instances, c.at[i]) {
				instances = append(instances, c.at[i])
			}
		}
		for i, a := range p.atoms {
			if a.of == of && !slices.Contains(facts, c.facts[i]) {
				facts = append(facts, c.facts[i])
			}
		}
	}
	return instances, facts, len(instances)+len(facts) > 0
}

// deleteInstances deletes what the conditions select with all that exists only with it; an
// instance of a subtype stays without it.
func (e *event) deleteInstances(entity model.ID) bool {
	instances, _, ok := e.selected(entity)
	if !ok {
		return false
	}
	for _, one := range instances {
		if one.root == entity {
			e.after.remove(one)
		} else {
			e.after.lose(one, entity)
		}
	}
	return true
}

func (w *world) remove(gone *instance) {
	w.instances[gone.root] = slices.DeleteFunc(w.instances[gone.root], func(other *instance) bool { return other == gone })
	w.removeFacts(gone, func(model.ID) bool { return true })
}

// removeFacts removes the facts in which an instance takes part as one of some types, with
// the weak instances that it owns by them.
func (w *world) removeFacts(gone *instance, as func(entity model.ID) bool) {
	var owned []*instance
	for id, relationship := range w.m.Concepts.Relationships {
		w.facts[id] = slices.DeleteFunc(w.facts[id], func(f *fact) bool {
			removed := false
			for end, one := range f.ends {
				removed = removed || one == gone && as(relationship.Participants[end].Entity)
			}
			for end, one := range f.ends {
				if removed && relationship.Identifying && one != gone && ownsIn(w, id, end, one.root) {
					owned = append(owned, one)
				}
			}
			return removed
		})
	}
	for _, one := range owned {
		w.remove(one)
	}
}

// lose takes a subtype from an instance, with the subtypes of that.
func (w *world) lose(one *instance, entity model.ID) {
	isLost := func(of model.ID) bool { return of == entity || slices.Contains(w.m.Supertypes(of), entity) }
	for of := range w.m.Concepts.Entities {
		if isLost(of) {
			delete(one.members, of)
			for id := range w.m.Concepts.Entities[of].Attributes {
				delete(one.values, id)
			}
		}
	}
	w.removeFacts(one, isLost)
}

func (e *event) deleteFacts(relationship model.ID) bool {
	_, facts, ok := e.selected(relationship)
	if !ok || e.after.m.Concepts.Relationships[relationship].Identifying {
		return false
	}
	e.after.facts[relationship] = slices.DeleteFunc(e.after.facts[relationship], func(f *fact) bool { return slices.Contains(facts, f) })
	return true
}
