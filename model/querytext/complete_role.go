package querytext

import (
	"slices"
	"strings"

	"widerow/model"
)

// roleStart returns the start of the type before an attribute in a role, as of Hero in
// Hero(teacher).na; of anything else it is start itself.
func roleStart(tokens []token, start int) int {
	at := slices.IndexFunc(tokens, func(t token) bool { return t.start == start })
	if at < 1 || !tokens[at].isSign(".") || !tokens[at-1].isSign(")") {
		return start
	}
	for i := at - 2; i > 0; i-- {
		if name := tokens[i-1]; tokens[i].isSign("(") && (name.kind == wordToken || name.kind == nameToken) {
			return name.start
		}
	}
	return start
}

// namesInRole adds the attributes of an instance whose role is typed, those of its supertypes as
// well. It reports whether a role is typed.
func (c *completer) namesInRole(offered offer) bool {
	end := strings.LastIndex(c.exact, ").")
	if end < 0 {
		return false
	}
	path := newParser(c.model, c.exact[:end+1]).segments()
	if len(path) != 1 {
		return true
	}
	for i, kind := range c.types {
		typed, role := c.closeType(i, path[0])
		if typed == different || role == "" {
			continue
		}
		if offered.whole {
			c.complete(c.format(reference{id: kind.id, participant: role}), c.format(reference{id: kind.id, participant: role}), "entity type", 20)
		}
		for _, each := range append([]conceptType{kind}, c.inRole(kind.id, role)...) {
			c.attributesInRole(kind, each, role, offered)
		}
	}
	return true
}

// attributesInRole adds the attributes of one of the types of an instance under the name of the
// type that is typed.
func (c *completer) attributesInRole(typed, owner conceptType, role model.ID, offered offer) {
	name, _, _ := strings.Cut(c.format(reference{id: typed.id, participant: role}), ").")
	for _, item := range owner.attributes {
		if offered.elements && !item.Value.MultiValued {
			continue
		}
		label, detail := name+")."+formatPath(owner.pathOf(item.ID)), attributeDetail(*item.Value)
		if owner.id != typed.id {
			detail = strings.TrimSpace(detail + " of " + owner.name)
		}
		c.complete(label, label, detail, 10)
	}
}

// inheritedNames offers the attributes of the supertypes after a type and a point. The query must name the
// type elsewhere, too: otherwise its instances are not restricted to that type.
func (c *completer) inheritedNames(offered offer) {
	name, _, isPath := strings.Cut(c.exact, ".")
	if !isPath || offered.written {
		return
	}
	for _, kind := range c.types {
		if kind.relationship || compare(strings.Trim(name, `"`), kind.name) == different || !c.isNamedBeside(kind, c.start) {
			continue
		}
		for _, super := range c.model.Supertypes(kind.id) {
			c.attributesOf(super, kind, offered)
		}
	}
}

// attributesOf adds the attributes of a supertype that fit what is typed behind the point.
func (c *completer) attributesOf(super model.ID, of conceptType, offered offer) {
	_, typed, _ := strings.Cut(c.typed, ".")
	for _, item := range model.Sorted(c.model.Concepts.Entities[super].Attributes) {
		if offered.elements && !item.Value.MultiValued || !strings.HasPrefix(simplified(item.Value.Name), typed) {
			continue
		}
		name := c.format(reference{id: item.ID})
		c.found = append(c.found, scored{Completion{c.start, c.end, name, name, "of " + of.name}, 15})
	}
}
