package validation

import "widerow/model"

func (v *validator) workflow() {
	w := v.model.Workflow
	each("workflow.actors", w.Actors, func(at location, a *model.Actor) { v.name(at, "name", a.Name, nil) })
	each("workflow.steps", w.Steps, func(at location, s *model.Step) {
		v.name(at, "name", s.Name, nil)
		v.reference(at, "actor", s.Actor, false, model.ActorKind)
	})
	each("workflow.transitions", w.Transitions, func(at location, t *model.Transition) {
		v.reference(at, "from", t.From, false, model.StepKind)
		v.reference(at, "to", t.To, true, model.StepKind)
		v.reference(at, "access", t.Access, false, model.QueryKind, model.UpdateElement)
	})
	v.cycles(idsOf(w.Queries), subQueries(w.Queries), "Part of closes a loop of sub-queries through %s")
	labels := map[string]bool{}
	each("workflow.queries", w.Queries, func(at location, q *model.Query) { v.query(at, q, labels) })
	each("workflow.updates", w.Updates, func(at location, u *model.Update) { v.update(at, u, labels) })
}

func (v *validator) query(at location, q *model.Query, labels map[string]bool) {
	v.name(at, "label", q.Label, labels)
	v.text(at, "name", q.Name)
	v.reference(at, "parent", q.Parent, false, model.QueryKind)
	v.reference(at, "actor", q.Actor, false, model.ActorKind)
	v.references(at, "path", q.Path, model.RelationshipKind)
	v.references(at, "twice", q.Twice, model.RelationshipKind)
	for end, role := range q.Ends {
		v.reference(at, "ends", end, false, model.ParticipantKind)
		v.reference(at, "ends", role, false, model.ParticipantKind)
	}
	v.rows(at, "limit", q.Limit)
	v.rows(at, "page_size", q.PageSize)
	v.rates(at, q.Rate, q.WorstRate, q.Consistency)
	each(at.path()+".find", q.Find, func(at location, f *model.Find) {
		v.attributeOrName(at, f.Attribute, f.Name, model.EntityKind, model.RelationshipKind)
		v.reference(at, "participant", f.Participant, false, model.ParticipantKind)
		choice(v, at, "aggregate", f.Aggregate, "", model.Count, model.Min, model.Max, model.Sum, model.Avg)
	})
	v.conditions(at, q.Given)
	each(at.path()+".sort_by", q.SortBy, func(at location, s *model.SortBy) {
		v.attributeOrName(at, s.Attribute, s.Name)
		v.reference(at, "participant", s.Participant, false, model.ParticipantKind)
	})
}

// subQueries leads from each query to the one that it is a part of.
func subQueries(queries map[model.ID]*model.Query) map[model.ID][]edge {
	edges := map[model.ID][]edge{}
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

func (v *validator) rates(at location, rate, worst model.Expression, level model.Consistency) {
	v.expression(at, "rate", rate)
	v.expression(at, "worst_rate", worst)
	choice(v, at, "consistency", level, append(model.Consistencies[:len(model.Consistencies):len(model.Consistencies)], "")...)
}

func (v *validator) conditions(at location, conditions map[model.ID]*model.Given) {
	each(at.path()+".given", conditions, func(at location, g *model.Given) {
		v.attributeOrName(at, g.Attribute, g.Name)
		v.reference(at, "participant", g.Participant, false, model.ParticipantKind)
		choice(v, at, "operator", g.Operator, model.Equal, model.Range, model.In, model.Prefix)
		choice(v, at, "bounds", g.Bounds, append(model.RangeBounds[:len(model.RangeBounds):len(model.RangeBounds)], model.BothBounds)...)
		choice(v, at, "source", g.Source, model.PreviousQuery, model.UserInput, model.ConstantSource)
		v.expression(at, "count", g.Count)
		v.text(at, "constant", g.Constant)
	})
}

func (v *validator) update(at location, u *model.Update, labels map[string]bool) {
	v.name(at, "label", u.Label, labels)
	v.text(at, "name", u.Name)
	choice(v, at, "kind", u.Kind, "", model.Insert, model.Change, model.Delete, model.Increment)
	choice(v, at, "cascade", u.Cascade, model.CascadeUnsaid, model.Cascades, model.Restricts)
	v.reference(at, "actor", u.Actor, false, model.ActorKind)
	v.rates(at, u.Rate, u.WorstRate, u.Consistency)
	v.conditions(at, u.Given)
	each(at.path()+".writes", u.Writes, func(at location, w *model.Write) {
		v.reference(at, "element", w.Element, w.Name == "", model.EntityKind, model.RelationshipKind, model.AttributeKind)
		v.reference(at, "participant", w.Participant, false, model.ParticipantKind)
		v.text(at, "name", w.Name)
	})
}

func (v *validator) attributeOrName(at location, attribute model.ID, name string, more ...model.Kind) {
	v.reference(at, "attribute", attribute, name == "", append(more, model.AttributeKind)...)
	v.text(at, "name", name)
}
