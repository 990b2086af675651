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
	verb, parts := head.ends()
	if parts == nil {
		r.report(head.span, "Write a relationship type as: Hotel 1 has n Room, with further ends after it: Doctor n treats m Patient n Ward")
		return
	}
	var ends []end
	for _, part := range parts {
		name, role := r.cutRole(part.name)
		_, count := r.cutNumbers(part.cardinality)
		ends = append(ends, end{r.named(name), role, part.cardinality.cardinality(), count})
	}
	if slices.ContainsFunc(ends, func(e end) bool { return e.entity == nil }) || !r.checkRoles(parts, ends) {
		return
	}
	if attributes.text() == "" && r.count(verb.text(), ends) {
		return
	}
	weak := identified(ends)
	id := r.add(model.RelationshipKind, "", map[string]string{"name": verb.text(), "identifying": checked(weak != nil)})
	for _, end := range ends {
		values := map[string]string{"entity": string(end.id), "cardinality": end.cardinality, "total": checked(end.entity == weak), "role": end.role}
		end.count.fields(values, "count", "worst_count")
		r.add(model.ParticipantKind, id, values)
	}
	if attributes.text() != "" {
		r.attributes(&entity{id: id, name: verb.text(), attributes: []string{""}, relates: true}, attributes)
	}
}

// end is an end of a relationship type.
type end struct {
	*entity
	role, cardinality string
	count             numbers
}

// checkRoles reports ends of the same entity type that have the same role.
func (r *reader) checkRoles(parts []endText, ends []end) bool {
	for i, one := range ends {
		for _, other := range ends[:i] {
			if one.entity == other.entity && one.role != "" && strings.EqualFold(one.role, other.role) {
				r.report(parts[i].name.span, "Two ends are %s: give each its own role", one.role)
				return false
			}
		}
	}
	return true
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
func (r *reader) count(name string, ends []end) bool {
	if !slices.ContainsFunc(ends, func(e end) bool { return e.count.typical != "" }) {
		return false
	}
	for _, item := range model.Sorted(r.model.Concepts.Relationships) {
		if !strings.EqualFold(item.Value.Name, name) {
			continue
		}
		if found := matching(model.Sorted(item.Value.Participants), ends); found != nil {
			for i, participant := range found {
				r.set(model.ParticipantKind, participant, ends[i].count, "count", "worst_count")
			}
			return true
		}
	}
	return false
}

// matching returns the participant of each end, in whatever order they are, or nil.
// An end without a role is either one of its entity type.
func matching(participants []model.Item[*model.Participant], ends []end) []model.ID {
	if len(participants) != len(ends) {
		return nil
	}
	var found []model.ID
	for _, end := range ends {
		at := slices.IndexFunc(participants, func(p model.Item[*model.Participant]) bool {
			return p.Value.Entity == end.id && (end.role == "" || strings.EqualFold(p.Value.Role, end.role)) && !slices.Contains(found, p.ID)
		})
		if at < 0 {
			return nil
		}
		found = append(found, participants[at].ID)
	}
	return found
}

// identified returns the weak entity type without an owner that the relationship
// type gives one, nil for none.
func identified(ends []end) *entity {
	for i, end := range ends {
		if len(ends) == 2 && end.weak && !end.owned && ends[1-i].cardinality == "1" {
			end.owned = true
			return end.entity
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
