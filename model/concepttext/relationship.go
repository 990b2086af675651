package concepttext

import (
	"slices"
	"strings"

	"widerow/model"
)

// relate reads a relationship type or a hierarchy.
func (r *reader) relate(l line) {
	head, attributes, _ := l.cut(':')
	if head.isHierarchy() {
		r.hierarchy(head)
		return
	}
	words, places := head.words(), head.cardinalities()
	verb := words[places[0]+1 : places[1]]
	far := words[places[1]+1:]
	if len(verb) == 0 || len(far) == 0 {
		r.report(head.span, "Write a relationship type as: Hotel 1 has n Room")
		return
	}
	near, nearRole := r.cutRole(joined(words[:places[0]]))
	other, otherRole := r.cutRole(joined(far))
	ends, roles := []*entity{r.named(near), r.named(other)}, []string{nearRole, otherRole}
	if ends[0] == nil || ends[1] == nil {
		return
	}
	if ends[0] == ends[1] && nearRole != "" && strings.EqualFold(nearRole, otherRole) {
		r.report(far[0].span, "Both ends are %s: give each its own role", otherRole)
		return
	}
	var cardinalities []string
	var counts []numbers
	for _, place := range places {
		_, count := r.cutNumbers(words[place])
		cardinalities, counts = append(cardinalities, words[place].cardinality()), append(counts, count)
	}
	if attributes.text() == "" && r.count(joined(verb).text(), ends, roles, counts) {
		return
	}
	weak := identified(ends, cardinalities)
	id := r.add(model.RelationshipKind, "", map[string]string{"name": joined(verb).text(), "identifying": checked(weak != nil)})
	for i, end := range ends {
		values := map[string]string{"entity": string(end.id), "cardinality": cardinalities[i], "total": checked(end == weak), "role": roles[i]}
		counts[i].fields(values, "count", "worst_count")
		r.add(model.ParticipantKind, id, values)
	}
	if attributes.text() != "" {
		r.attributes(&entity{id: id, name: joined(verb).text(), attributes: []string{""}}, attributes)
	}
}

// cutRole splits "Employee(manager)" into the name of the entity type and its role. An
// entity type whose own name ends like that has none.
func (r *reader) cutRole(l line) (name line, role string) {
	text := l.text()
	open := strings.LastIndexByte(text, '(')
	if open <= 0 || !strings.HasSuffix(text, ")") || r.entities[key(text)] != nil {
		return l, ""
	}
	inside := newLine(l.of, l.start+open+1, l.end-1)
	if inside.text() == "" {
		r.report(l.span, "Write the role between the parentheses: Employee(manager)")
	}
	return newLine(l.of, l.start, l.start+open), inside.text()
}

// count sets the numbers at the ends of a relationship type of the model. It
// returns false if there is none, or no number.
func (r *reader) count(name string, ends []*entity, roles []string, counts []numbers) bool {
	if counts[0].typical+counts[1].typical == "" {
		return false
	}
	for _, item := range model.Sorted(r.model.Concepts.Relationships) {
		participants := model.Sorted(item.Value.Participants)
		if !strings.EqualFold(item.Value.Name, name) || len(participants) != 2 {
			continue
		}
		for _, order := range [][2]int{{0, 1}, {1, 0}} {
			is := func(end int) bool {
				p := participants[order[end]].Value
				return p.Entity == ends[end].id && (roles[end] == "" || strings.EqualFold(p.Role, roles[end]))
			}
			if is(0) && is(1) {
				for i, at := range order {
					r.set(model.ParticipantKind, participants[at].ID, counts[i], "count", "worst_count")
				}
				return true
			}
		}
	}
	return false
}

// identified returns the weak entity type without an owner that the relationship
// type gives one, nil for none.
func identified(ends []*entity, cardinalities []string) *entity {
	for i, end := range ends {
		if end.weak && !end.owned && cardinalities[1-i] == "1" {
			end.owned = true
			return end
		}
	}
	return nil
}

func (r *reader) named(l line) *entity {
	e := r.entities[key(l.text())]
	if e == nil {
		r.report(l.span, "There is no entity type %s: add a line \"%s: …\" with its attributes", l.text(), l.text())
	}
	return e
}

func (r *reader) noteSubtypes(l line) {
	words := l.words()
	at := slices.IndexFunc(words, func(w line) bool { return strings.EqualFold(w.text(), "isa") })
	if !l.isHierarchy() || at <= 0 {
		return
	}
	for _, name := range joined(words[:at]).list() {
		r.subtypes[key(name.text())] = true
	}
}

// hierarchy reads "Suite, Studio isa Room".
func (r *reader) hierarchy(l line) {
	words := l.words()
	at := slices.IndexFunc(words, func(w line) bool { return strings.EqualFold(w.text(), "isa") })
	if at == 0 || at == len(words)-1 {
		r.report(l.span, "Write a hierarchy as: Suite, Studio isa Room")
		return
	}
	super := r.named(joined(words[at+1:]))
	var subs []*entity
	for _, name := range joined(words[:at]).list() {
		sub := r.named(name)
		if sub != nil && sub == super {
			r.report(name.span, "%s cannot be a subtype of itself", sub.name)
			return
		}
		subs = append(subs, sub)
	}
	if super == nil || slices.Contains(subs, nil) {
		return
	}
	id := r.add(model.HierarchyKind, "", map[string]string{"supertype": string(super.id)})
	for _, sub := range subs {
		r.add(model.SubtypeKind, id, map[string]string{"entity": string(sub.id)})
	}
}

// hasOwner reports whether an identifying relationship type joins the entity type.
func hasOwner(m *model.Model, entity model.ID) bool {
	for _, relationship := range m.Concepts.Relationships {
		for _, participant := range relationship.Participants {
			if relationship.Identifying && participant.Entity == entity {
				return true
			}
		}
	}
	return false
}
