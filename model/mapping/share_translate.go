package mapping

import (
	"slices"

	"widerow/model/mapping/er"
)

// translate returns an atom in terms of another question's graph.
func translate(a er.Atom, from, to *er.Graph) (er.Atom, bool) {
	if a.Node < 0 {
		return a, true
	}
	at, found := to.Find(from.Node(a.Node))
	a.Node = at
	return a, found
}

func translateAll(atoms []er.Atom, from, to *er.Graph) ([]er.Atom, bool) {
	var translated []er.Atom
	for _, a := range atoms {
		b, ok := translate(a, from, to)
		if !ok {
			return nil, false
		}
		translated = append(translated, b)
	}
	return translated, true
}

func sameAtoms(a, b []er.Atom, from, to *er.Graph) bool {
	a, ok := translateAll(a, from, to)
	return ok && len(a) == len(b) && len(er.Without(a, b)) == 0
}

// shapeIn returns the table's shape in terms of another designer's graph.
func (t *table) shapeIn(d *designer) (shape, bool) {
	s := t.shape
	s.in = d.In
	for _, atoms := range []*[]er.Atom{&s.partition, &s.equal, &s.tail, &s.missing, &s.found, &s.collected, &s.entries, &s.unordered, &s.filtered} {
		var ok bool
		if *atoms, ok = translateAll(*atoms, t.designer.Graph, d.Graph); !ok {
			return shape{}, false
		}
	}
	s.finds = slices.Clone(s.finds)
	for i := range s.finds {
		s.finds[i], _ = translateAll(s.finds[i], t.designer.Graph, d.Graph)
	}
	return s, true
}
