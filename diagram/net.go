package diagram

import (
	"widerow/model"
)

// net holds everything that one diagram of a model can draw: the boxes by ID, and
// the arrows between them.
type net struct {
	kind   Kind
	boxes  []string
	arrows []arrow
}

// arrow connects two boxes; an entry arrow has no from. access is the query or the
// update on it, if any.
type arrow struct {
	id, access model.ID
	from, to   string
	lookup     *Lookup // nil unless the arrow is a lookup
}

func netOf(m *model.Model, kind Kind) net {
	n := net{kind: kind}
	switch kind {
	case KindER:
		n.addConcepts(m)
	case KindWorkflow:
		n.addWorkflow(m)
	case KindLogical:
		n.addLogical(m)
	case KindPhysical:
		n.addPhysical(m)
	}
	return n
}

func (n *net) add(id model.ID) { n.boxes = append(n.boxes, string(id)) }

func (n *net) join(id, access model.ID, from, to model.ID) {
	n.arrows = append(n.arrows, arrow{id: id, access: access, from: string(from), to: string(to)})
}

func (n *net) addConcepts(m *model.Model) {
	for _, item := range model.Sorted(m.Concepts.Entities) {
		n.add(item.ID)
	}
	for _, item := range model.Sorted(m.Concepts.Relationships) {
		n.add(item.ID)
		for _, participant := range model.Sorted(item.Value.Participants) {
			if m.Concepts.Entities[participant.Value.Entity] != nil {
				n.join(participant.ID, "", item.ID, participant.Value.Entity)
			}
		}
	}
	for _, item := range model.Sorted(m.Concepts.Hierarchies) {
		if m.Concepts.Entities[item.Value.Supertype] == nil {
			continue
		}
		n.add(item.ID)
		n.join(item.ID, "", item.Value.Supertype, item.ID)
		for _, subtype := range model.Sorted(item.Value.Subtypes) {
			if m.Concepts.Entities[subtype.Value.Entity] != nil {
				n.join(subtype.ID, "", item.ID, subtype.Value.Entity)
			}
		}
	}
}

func (n *net) addWorkflow(m *model.Model) {
	for _, item := range model.Sorted(m.Workflow.Steps) {
		n.add(item.ID)
	}
	for _, item := range model.Sorted(m.Workflow.Transitions) {
		t := item.Value
		if m.Workflow.Steps[t.To] != nil && (t.From == "" || m.Workflow.Steps[t.From] != nil) {
			n.join(item.ID, t.Access, t.From, t.To)
		}
	}
}

func (n *net) addLogical(m *model.Model) {
	for _, item := range model.Sorted(m.Logical.Tables) {
		n.add(item.ID)
	}
	for _, item := range model.Sorted(m.Logical.Arrows) {
		a := item.Value
		if m.Logical.Tables[a.To] != nil && (a.From == "" || m.Logical.Tables[a.From] != nil) {
			n.join(item.ID, a.Access, a.From, a.To)
		}
	}
}

// addPhysical maps the logical arrows to the relations that realise their tables.
// An arrow from a table that no relation realises becomes an entry arrow: the
// parameters of the query come from elsewhere.
func (n *net) addPhysical(m *model.Model) {
	realising := map[model.ID][]model.ID{}
	for _, item := range model.Sorted(m.Physical.Relations) {
		n.add(item.ID)
		for _, table := range item.Value.Realizes.Sorted() {
			realising[table] = append(realising[table], item.ID)
		}
	}
	for _, item := range model.Sorted(m.Physical.Types) {
		n.add(item.ID)
	}
	for _, item := range model.Sorted(m.Logical.Arrows) {
		sources := realising[item.Value.From]
		if len(sources) == 0 {
			sources = []model.ID{""}
		}
		for _, to := range realising[item.Value.To] {
			for _, from := range sources {
				n.join(item.ID, item.Value.Access, from, to)
			}
		}
	}
}
