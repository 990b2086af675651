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
	head, within := r.cutWithin(head)
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
	owner := model.ID("")
	if within.text() != "" {
		named := r.named(within)
		if named == nil {
			return
		}
		owner = named.id
	}
	e := &entity{name: verb.text(), relates: true}
	if e.id = r.change(verb.text(), ends); e.id == "" {
		e.id = r.addRelationship(verb.text(), ends, owner)
	} else if owner != "" {
		r.set(model.RelationshipKind, e.id, "within", string(owner))
	}
	if attributes.text() != "" {
		r.attributes(e, attributes)
	}
}

func (r *reader) addRelationship(name string, ends []end, within model.ID) model.ID {
	weak := identified(ends)
	values := map[string]string{"name": name, "identifying": checked(weak != nil)}
	if within != "" {
		values["within"] = string(within)
	}
	id := r.add(model.RelationshipKind, "", values)
	for _, end := range ends {
		values := map[string]string{"entity": string(end.id), "cardinality": end.cardinality, "total": checked(end.entity == weak), "role": end.role}
		end.count.fields(values, "count", "worst_count")
		r.add(model.ParticipantKind, id, values)
	}
	return id
}

// cutWithin splits "Customer 1 opens n Ticket within Tenant" before within. An entity type
// whose own name has that word is none.
func (r *reader) cutWithin(l line) (head, within line) {
	words, places := l.words(), l.cardinalities()
	last := places[len(places)-1] + 1
	for i := last + 1; i < len(words)-1; i++ {
		if strings.EqualFold(words[i].text(), "within") && r.entities[key(joined(words[last:]).text())] == nil {
			return joined(words[:i]), joined(words[i+1:])
		}
	}
	return l, line{}
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

// change gives a relationship type of the model the numbers and cardinalities that are
// written. It returns "" if there is none with the name and the ends. That there are many is
// written n or m: one does not replace the other.
func (r *reader) change(name string, ends []end) model.ID {
	for _, item := range model.Sorted(r.model.Concepts.Relationships) {
		if !strings.EqualFold(item.Value.Name, name) {
			continue
		}
		found := matching(model.Sorted(item.Value.Participants), ends)
		if found == nil {
			continue
		}
		for i, participant := range found {
			r.setNumbers(model.ParticipantKind, participant, ends[i].count, "count", "worst_count")
			if was := item.Value.Participants[participant].Cardinality; (was == "1") != (ends[i].cardinality == "1") && !isAmbiguous(ends, i) {
				r.set(model.ParticipantKind, participant, "cardinality", ends[i].cardinality)
			}
		}
		return item.ID
	}
	return ""
}

// isAmbiguous reports whether another end is of the same entity type, and this one has no role.
func isAmbiguous(ends []end, i int) bool {
	for j, other := range ends {
		if j != i && other.entity == ends[i].entity && ends[i].role == "" {
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
	id, subs := r.missing(super, subs)
	if id == "" {
		id = r.add(model.HierarchyKind, "", map[string]string{"supertype": string(super.id)})
	}
	for _, sub := range subs {
		r.add(model.SubtypeKind, id, map[string]string{"entity": string(sub.id)})
	}
}

// missing returns the hierarchy of the model that has one of the subtypes already, "" for
// none, and the subtypes that it lacks.
func (r *reader) missing(super *entity, subs []*entity) (model.ID, []*entity) {
	for _, item := range model.Sorted(r.model.Concepts.Hierarchies) {
		if item.Value.Supertype != super.id {
			continue
		}
		lacking := slices.DeleteFunc(slices.Clone(subs), func(sub *entity) bool {
			for _, known := range item.Value.Subtypes {
				if known.Entity == sub.id {
					return true
				}
			}
			return false
		})
		if len(lacking) < len(subs) {
			return item.ID, lacking
		}
	}
	return "", subs
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
