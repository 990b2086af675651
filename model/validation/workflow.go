package model

func (v *validator) workflow() {
	w := v.model.Workflow
	each("workflow.actors", w.Actors, func(at location, a *Actor) { v.name(at, "name", a.Name, nil) })
	each("workflow.steps", w.Steps, func(at location, s *Step) {
		v.name(at, "name", s.Name, nil)
		v.reference(at, "actor", s.Actor, false, ActorKind)
	})
	each("workflow.transitions", w.Transitions, func(at location, t *Transition) {
		v.reference(at, "from", t.From, false, StepKind)
		v.reference(at, "to", t.To, true, StepKind)
		v.reference(at, "access", t.Access, false, QueryKind, UpdateElement)
	})
	v.cycles(idsOf(w.Queries), subQueries(w.Queries), "Part of closes a loop of sub-queries through %s")
	labels := map[string]bool{}
	each("workflow.queries", w.Queries, func(at location, q *Query) { v.query(at, q, labels) })
	each("workflow.updates", w.Updates, func(at location, u *Update) { v.update(at, u, labels) })
}

func (v *validator) query(at location, q *Query, labels map[string]bool) {
	v.name(at, "label", q.Label, labels)
	v.text(at, "name", q.Name)
	v.reference(at, "parent", q.Parent, false, QueryKind)
	v.reference(at, "actor", q.Actor, false, ActorKind)
	v.references(at, "path", q.Path, RelationshipKind)
	v.rows(at, "limit", q.Limit)
	v.rows(at, "page_size", q.PageSize)
	v.rates(at, q.Rate, q.WorstRate, q.Consistency)
	each(at.path()+".find", q.Find, func(at location, f *Find) {
		v.attributeOrName(at, f.Attribute, f.Name, EntityKind, RelationshipKind)
		v.reference(at, "participant", f.Participant, false, ParticipantKind)
		choice(v, at, "aggregate", f.Aggregate, "", Count, Min, Max, Sum, Avg)
	})
	v.conditions(at, q.Given)
	each(at.path()+".sort_by", q.SortBy, func(at location, s *SortBy) {
		v.attributeOrName(at, s.Attribute, s.Name)
		v.reference(at, "participant", s.Participant, false, ParticipantKind)
	})
}

// subQueries leads from each query to the one that it is a part of.
func subQueries(queries map[ID]*Query) map[ID][]edge {
	edges := map[ID][]edge{}
	for id, query := range queries {
		if queries[query.Parent] != nil {
			edges[id] = []edge{{location{"workflow.queries", id}, "parent", query.Parent}}
		}
	}
	return edges
}

func (v *validator) rows(at location, field string, rows int) {
	if rows < 0 {
		v.add(at, field, valueCode, "%s is %d; it can be 1 or more", label(field), rows)
	}
}

func (v *validator) rates(at location, rate, worst Expression, level Consistency) {
	v.expression(at, "rate", rate)
	v.expression(at, "worst_rate", worst)
	choice(v, at, "consistency", level, append(consistencies[:len(consistencies):len(consistencies)], "")...)
}

func (v *validator) conditions(at location, conditions map[ID]*Given) {
	each(at.path()+".given", conditions, func(at location, g *Given) {
		v.attributeOrName(at, g.Attribute, g.Name)
		v.reference(at, "participant", g.Participant, false, ParticipantKind)
		choice(v, at, "operator", g.Operator, Equal, Range, In, Prefix)
		choice(v, at, "bounds", g.Bounds, append(rangeBounds[:len(rangeBounds):len(rangeBounds)], BothBounds)...)
		choice(v, at, "source", g.Source, PreviousQuery, UserInput, ConstantSource)
		v.expression(at, "count", g.Count)
		v.text(at, "constant", g.Constant)
	})
}

func (v *validator) update(at location, u *Update, labels map[string]bool) {
	v.name(at, "label", u.Label, labels)
	v.text(at, "name", u.Name)
	choice(v, at, "kind", u.Kind, "", Insert, Change, Delete)
	v.reference(at, "actor", u.Actor, false, ActorKind)
	v.rates(at, u.Rate, u.WorstRate, u.Consistency)
	v.conditions(at, u.Given)
	each(at.path()+".writes", u.Writes, func(at location, w *Write) {
		v.reference(at, "element", w.Element, w.Name == "", EntityKind, RelationshipKind, AttributeKind)
		v.reference(at, "participant", w.Participant, false, ParticipantKind)
		v.text(at, "name", w.Name)
	})
}

func (v *validator) attributeOrName(at location, attribute ID, name string, more ...Kind) {
	v.reference(at, "attribute", attribute, name == "", append(more, AttributeKind)...)
	v.text(at, "name", name)
}
