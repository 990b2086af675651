package recovery

import (
	"cmp"
	"slices"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/suggest"
)

// Accepted selects the parts of a recovery that a person accepts. A nil function accepts all.
type Accepted struct {
	Entity       func(*Entity) bool
	Relationship func(*Relationship) bool
	Query        func(*Query) bool
}

func accepts[T any](is func(T) bool, value T) bool { return is == nil || is(value) }

// Commands adds what is accepted. A query names the columns whose attributes are
// not accepted, and a relationship type without one of its participants is left
// out.
func (r *Recovery) Commands(ids model.IDs, accepted Accepted) []edit.Command {
	b := &builder{ids: ids, known: map[*Attribute]model.ID{}, entities: map[*Entity]model.ID{}, steps: map[*Query]model.ID{}, queries: map[*Query]model.ID{}}
	b.keep(r)
	for _, e := range r.Entities {
		if accepts(accepted.Entity, e) {
			b.entity(e)
		}
	}
	for _, relationship := range r.Relationships {
		if accepts(accepted.Relationship, relationship) {
			b.relationship(relationship)
		}
	}
	b.uniqueWithin(r)
	b.trace(r)
	for _, q := range r.Queries {
		if accepts(accepted.Query, q) {
			b.query(q)
		}
	}
	for _, q := range r.Queries {
		if b.steps[q] != "" {
			b.transition(q)
		}
	}
	return slices.Concat(b.commands, b.serves, b.transitions)
}

// builder collects the commands: those that give queries their tables, and the
// transitions, after what they refer to. Commands of one kind in a row are fast.
type builder struct {
	ids         model.IDs
	commands    []edit.Command
	serves      []edit.Command
	transitions []edit.Command
	known       map[*Attribute]model.ID // the attributes that the model will have
	entities    map[*Entity]model.ID
	steps       map[*Query]model.ID
	queries     map[*Query]model.ID
}

func (b *builder) add(kind model.Kind, parent model.ID, values map[string]string) model.ID {
	id := b.ids.New()
	b.commands = append(b.commands, edit.Add{Kind: kind, Parent: parent, ID: id, Values: values})
	return id
}

// keep notes the elements that the model already has.
func (b *builder) keep(r *Recovery) {
	for _, a := range r.attributes {
		if a.ID != "" {
			b.known[a] = a.ID
		}
	}
	for _, relationship := range r.Relationships {
		for _, end := range relationship.Ends {
			if end.Entity.ID != "" {
				b.entities[end.Entity] = end.Entity.ID
			}
		}
	}
}

func (b *builder) entity(e *Entity) {
	id := e.ID
	if id == "" {
		id = b.add(model.EntityKind, "", map[string]string{"name": e.Name, "weak": checked(e.Weak)})
	}
	b.entities[e] = id
	for _, a := range e.Attributes {
		if a.ID == "" {
			b.attribute(id, a)
		}
	}
}

func (b *builder) attribute(parent model.ID, a *Attribute) {
	values := map[string]string{"name": a.Name, "key": string(a.Key), "multi_valued": checked(a.MultiValued), "unique": checked(a.Unique)}
	if !a.Type.IsZero() && !a.Type.Equal(model.Native(suggest.Type(a.Name))) {
		values["type"] = a.Type.Name
	}
	b.known[a] = b.add(model.AttributeKind, parent, values)
}

func (b *builder) relationship(r *Relationship) {
	for _, end := range r.Ends {
		if b.entities[end.Entity] == "" {
			return
		}
	}
	id := b.add(model.RelationshipKind, "", map[string]string{"name": r.Name, "identifying": checked(r.Identifying)})
	for _, end := range r.Ends {
		b.add(model.ParticipantKind, id, map[string]string{
			"entity": string(b.entities[end.Entity]), "cardinality": end.Cardinality, "total": checked(end.Total)})
	}
}

// uniqueWithin sets the owners within which attributes are unique; one that is not accepted
// leaves them as any other attribute.
func (b *builder) uniqueWithin(r *Recovery) {
	for _, e := range r.Entities {
		for _, a := range e.Attributes {
			id := b.known[a]
			if a.UniqueWithin == nil || id == "" {
				continue
			}
			owner := cmp.Or(b.entities[a.UniqueWithin], a.UniqueWithin.ID)
			if owner == "" {
				b.commands = append(b.commands, edit.Set{Element: id, Field: "unique", Was: "true", Value: "false"})
				continue
			}
			b.commands = append(b.commands, edit.Set{Element: id, Field: "unique_within", Value: string(owner)})
		}
	}
}

// trace links the columns to their attributes.
func (b *builder) trace(r *Recovery) {
	links := map[model.ID]model.ID{}
	for column, a := range r.attributes {
		if id := b.known[a]; id != "" && slices.Contains(a.Columns, column) {
			links[column] = id
		}
	}
	if len(links) > 0 {
		b.commands = append(b.commands, edit.TraceColumns{Attributes: links})
	}
}

func (b *builder) query(q *Query) {
	id := b.add(model.QueryKind, "", map[string]string{"name": q.Name})
	for _, part := range q.Find {
		b.add(model.FindKind, id, b.part(part))
	}
	for _, part := range q.Given {
		values := b.part(part)
		values["operator"] = string(model.Equal)
		b.add(model.GivenKind, id, values)
	}
	for _, part := range q.SortBy {
		values := b.part(part)
		values["descending"] = checked(part.Descending)
		b.add(model.SortKind, id, values)
	}
	b.serves = append(b.serves, edit.ServeQuery{Query: id, Table: q.Table})
	b.steps[q] = b.add(model.StepKind, "", map[string]string{"name": q.step})
	b.queries[q] = id
}

func (b *builder) part(p Part) map[string]string {
	if id := b.known[p.Attribute]; p.Attribute != nil && id != "" {
		return map[string]string{"attribute": string(id)}
	}
	return map[string]string{"name": p.Name}
}

// transition leads to the query's step from that of the query before it, if that
// is accepted too.
func (b *builder) transition(q *Query) {
	values := map[string]string{"to": string(b.steps[q]), "access": string(b.queries[q])}
	if q.Before != nil && b.steps[q.Before] != "" {
		values["from"] = string(b.steps[q.Before])
	}
	b.transitions = append(b.transitions, edit.Add{Kind: model.TransitionKind, ID: b.ids.New(), Values: values})
}

func checked(is bool) string {
	if is {
		return "true"
	}
	return "false"
}
