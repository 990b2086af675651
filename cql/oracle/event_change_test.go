package oracle

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
)

// valueChange changes an attribute of an instance or a fact.
type valueChange func(e *event, values map[model.ID]value, attribute model.ID) bool

func setValue(e *event, values map[model.ID]value, attribute model.ID) bool {
	attributes := e.after.m.AttributesOf(ownerOf(e.after.m, attribute))
	if attributes[attribute].Key != model.NoKey { // to one that nothing has
		e.after.made++
		values[attribute] = e.after.value(attribute, 100+e.after.made)
		return true
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

// addNumber adds one to a number.
func addNumber(e *event, values map[model.ID]value, attribute model.ID) bool {
	t, _ := e.after.m.AttributeType(attribute)
	number, text := 0, values[attribute].text
	if dot := strings.IndexByte(text, '.'); dot >= 0 {
		text = text[:dot]
	}
	if _, err := fmt.Sscan(text, &number); err != nil {
		return false // to nothing nothing is added
	}
	values[attribute] = valueOf(t.Unfrozen().Name, number+1)
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
	if len(instances) == 1 {
		e.about = instances[0]
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
			e.old[attribute] = values[attribute]
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
	w.dropUnknownKeys(p, all, bounds)
	for _, b := range bounds {
		e.knowBound(b)
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

// dropUnknownKeys leaves out the values of IN that identify nothing: keys that an update gives are of instances that
// exist.
func (w *world) dropUnknownKeys(p *path, all []choice, bounds []bound) {
	for i := range bounds {
		b := &bounds[i]
		if element, _ := w.m.Element(b.given.Attribute); b.given.Operator != model.In || b.given.Source == model.ConstantSource || element.Value.(*model.Attribute).Key == model.NoKey {
			continue
		}
		b.values = slices.DeleteFunc(slices.Clone(b.values), func(v value) bool {
			only := *b
			only.values = []value{v}
			return !slices.ContainsFunc(all, func(c choice) bool {
				for k := range bounds {
					other := &bounds[k]
					if k == i {
						other = &only
					}
					if !other.passes(w.valueIn(p, c, reference{other.given.Attribute, other.given.Participant})) {
						return false
					}
				}
				return true
			})
		})
	}
}

// knowBound adds the values of a condition.
func (e *event) knowBound(b bound) {
	r := reference{b.given.Attribute, b.given.Participant}
	switch {
	case b.given.Source == model.ConstantSource && b.given.Operator == model.Equal: // it is in the statement
	case b.given.Operator == model.Equal:
		e.know(r, b.values[0], false)
	case b.given.Operator == model.In:
		var literals []string
		for _, v := range b.values {
			literals = append(literals, v.literal)
		}
		e.know(r, value{literal: strings.Join(literals, ", "), text: strings.Join(literals, ", "), parts: b.values}, false)
	case b.given.Operator == model.Prefix:
		e.parameters = append(e.parameters, parameter{r, b.values[0], false, ">="}, parameter{r, value{literal: "'w'", text: "w"}, false, "<"})
	default:
		for i, operator := range b.given.Bounds.Operators() {
			e.parameters = append(e.parameters, parameter{r, b.values[i], false, operator})
		}
	}
}
