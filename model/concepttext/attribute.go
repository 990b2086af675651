package concepttext

import (
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/suggest"
)

// attributes adds the attributes that an entity or relationship type does not have, and gives those
// that it has the numbers and marks that are written. Without a mark, the first attribute of a new
// entity type is its key; a subtype has the key of its supertype.
func (r *reader) attributes(e *entity, list line) {
	items := list.list()
	known := r.attributesOf(e.id)
	marked := e.relates || len(known)+len(e.named) > 0 || r.subtypes[key(e.name)] ||
		slices.ContainsFunc(items, func(l line) bool { return strings.HasPrefix(l.text(), "*") })
	for i, item := range items {
		a, ok := r.attribute(item)
		if !ok {
			continue
		}
		if slices.Contains(e.named, strings.ToLower(a.name)) {
			r.report(item.span, "%s has the attribute %s already", e.name, a.name)
			continue
		}
		e.named = append(e.named, strings.ToLower(a.name))
		a.key = a.key || !marked && i == 0
		r.give(e, known, "", a)
	}
}

// give adds an attribute to an entity or relationship type, or to a composite attribute of
// it, or changes the one that is known by its name.
func (r *reader) give(e *entity, known map[model.ID]*model.Attribute, composite model.ID, a attribute) {
	values := a.values(composite)
	if a.key {
		values["key"] = string(keyOf(e, a.name))
	}
	id := attributeNamed(known, composite, a.name)
	if id == "" {
		id = r.add(model.AttributeKind, e.id, values)
	} else {
		for _, field := range []string{"multi_valued", "derived", "unique", "key", "distinct"} {
			if value := values[field]; value != "" && value != "false" {
				r.set(model.AttributeKind, id, field, value)
			}
		}
	}
	if a.within.text() != "" {
		r.owners = append(r.owners, uniqueIn{id, a.within})
	}
	r.parts(e, known, id, a)
}

func (r *reader) attributesOf(owner model.ID) map[model.ID]*model.Attribute {
	if entity := r.model.Concepts.Entities[owner]; entity != nil {
		return entity.Attributes
	}
	if relationship := r.model.Concepts.Relationships[owner]; relationship != nil {
		return relationship.Attributes
	}
	return nil
}

func attributeNamed(known map[model.ID]*model.Attribute, composite model.ID, name string) model.ID {
	for id, a := range known {
		if a.Parent == composite && strings.EqualFold(a.Name, name) {
			return id
		}
	}
	return ""
}

// keyOf returns the kind of key of a marked attribute. In a relationship type the key distinguishes
// instances with the same participants, unless it is an ID.
func keyOf(e *entity, name string) model.KeyKind {
	if e.weak || e.relates && !suggest.IsID(name) {
		return model.PartialKey
	}
	return model.Key
}

// parts gives a composite attribute its parts. Their names are unique among themselves
// only: pickup and dropoff may both have a latitude.
func (r *reader) parts(e *entity, known map[model.ID]*model.Attribute, composite model.ID, a attribute) {
	var names []string
	for _, part := range a.parts {
		if slices.Contains(names, strings.ToLower(part.name)) {
			r.report(part.span, "%s has the part %s already", a.name, part.name)
			continue
		}
		names = append(names, strings.ToLower(part.name))
		part.key = false
		r.give(e, known, composite, part)
	}
}

// attribute is an attribute as written: *key, {multi-valued}, /derived, composite (part, part). A
// number in parentheses is the number of its distinct values: city (5000). A unique attribute ends
// in "unique" or "unique within Tenant".
type attribute struct {
	span
	name                        string
	key, multi, derived, unique bool
	within                      line
	distinct                    string
	parts                       []attribute
}

// uniqueIn is an attribute with the name of the entity type within which it is unique.
type uniqueIn struct {
	attribute model.ID
	owner     line
}

// setOwners sets the entity types within which attributes are unique, when all are known.
func (r *reader) setOwners() {
	for _, unique := range r.owners {
		if owner := r.named(unique.owner); owner != nil {
			r.set(model.AttributeKind, unique.attribute, "unique_within", string(owner.id))
		}
	}
}

// cutUnique splits "email unique within Tenant" before unique.
func (l line) cutUnique() (rest, within line, found bool) {
	words := l.words()
	for i := len(words) - 1; i > 0; i-- {
		if !strings.EqualFold(words[i].text(), "unique") {
			continue
		}
		switch {
		case i == len(words)-1:
			return joined(words[:i]), line{}, true
		case i < len(words)-2 && strings.EqualFold(words[i+1].text(), "within"):
			return joined(words[:i]), joined(words[i+2:]), true
		}
	}
	return l, line{}, false
}

func (a attribute) values(parent model.ID) map[string]string {
	values := map[string]string{"name": a.name, "multi_valued": checked(a.multi), "derived": checked(a.derived), "unique": checked(a.unique)}
	if a.distinct != "" {
		values["distinct"] = a.distinct
	}
	if parent != "" {
		values["parent"] = string(parent)
	}
	return values
}

func (r *reader) attribute(l line) (attribute, bool) {
	a := attribute{span: l.span}
	l, a.within, a.unique = l.cutUnique()
	for l.text() != "" {
		if mark := l.text()[0]; mark == '*' {
			a.key = true
		} else if mark == '/' {
			a.derived = true
		} else {
			break
		}
		l = newLine(l.of, l.start+1, l.end)
	}
	if strings.HasPrefix(l.text(), "{") && strings.HasSuffix(l.text(), "}") {
		a.multi = true
		l = newLine(l.of, l.start+1, l.end-1)
	}
	if before, after, found := l.cut('('); found {
		if !strings.HasSuffix(after.text(), ")") {
			r.report(l.span, "The parentheses of %s are not closed", before.text())
			return a, false
		}
		inner := newLine(after.of, after.start, after.end-1)
		if isNumber(inner.text()) {
			_, n := r.cutNumbers(l)
			a.distinct, inner = n.typical, newLine(after.of, after.end-1, after.end-1)
		}
		for _, part := range inner.parts() {
			if p, ok := r.attribute(part); ok {
				a.parts = append(a.parts, p)
			}
		}
		if l = before; !a.unique {
			l, a.within, a.unique = l.cutUnique()
		}
	}
	a.name = l.text()
	if a.name == "" || strings.ContainsAny(a.name, "{}()*/:") {
		r.report(a.span, "Write the name of an attribute: *key, {multi-valued}, /derived, composite (part, part)")
		return a, false
	}
	return a, true
}
