package model

func (v *validator) workflow() {
	w := v.model.Workflow
	each("workflow.actors", w.Actors, func(at spot, a *Actor) { v.name(at, "name", a.Name, nil) })
	each("workflow.steps", w.Steps, func(at spot, s *Step) {
		v.name(at, "name", s.Name, nil)
		v.reference(at, "actor", s.Actor, false, ActorKind)
	})
	each("workflow.transitions", w.Transitions, func(at spot, t *Transition) {
		v.reference(at, "from", t.From, false, StepKind)
		v.reference(at, "to", t.To, true, StepKind)
		v.reference(at, "access", t.Access, false, QueryKind, UpdateElement)
	})
	labels := map[string]bool{}
	each("workflow.queries", w.Queries, func(at spot, q *Query) { v.query(at, q, labels) })
	each("workflow.updates", w.Updates, func(at spot, u *Update) { v.update(at, u, labels) })
}

func (v *validator) query(at spot, q *Query, labels map[string]bool) {
	v.name(at, "label", q.Label, labels)
	v.text(at, "name", q.Name)
	if q.Limit < 0 {
		v.add(at, "limit", valueCode, "Limit is %d; it can be 1 or more", q.Limit)
	}
	v.expression(at, "rate", q.Rate)
	each(at.path()+".find", q.Find, func(at spot, f *Find) {
		v.attributeOrName(at, f.Attribute, f.Name)
		choice(v, at, "aggregate", f.Aggregate, "", Count, Min, Max, Sum, Avg)
	})
	each(at.path()+".given", q.Given, func(at spot, g *Given) {
		v.attributeOrName(at, g.Attribute, g.Name)
		choice(v, at, "operator", g.Operator, Equal, Range, In)
	})
	each(at.path()+".sort_by", q.SortBy, func(at spot, s *SortBy) { v.attributeOrName(at, s.Attribute, s.Name) })
}

func (v *validator) update(at spot, u *Update, labels map[string]bool) {
	v.name(at, "label", u.Label, labels)
	v.text(at, "name", u.Name)
	choice(v, at, "kind", u.Kind, "", Insert, Change, Delete)
	v.expression(at, "rate", u.Rate)
	each(at.path()+".writes", u.Writes, func(at spot, w *Write) {
		v.reference(at, "element", w.Element, w.Name == "", EntityKind, RelationshipKind, AttributeKind)
		v.text(at, "name", w.Name)
	})
}

func (v *validator) attributeOrName(at spot, attribute ID, name string) {
	v.reference(at, "attribute", attribute, name == "", AttributeKind)
	v.text(at, "name", name)
}
