package mapping

import "slices"

// translate returns an atom in terms of another question's graph.
func translate(a atom, from, to *graph) (atom, bool) {
	if a.node < 0 {
		return a, true
	}
	at, found := to.find(from.node(a.node))
	a.node = at
	return a, found
}

func translateAll(atoms []atom, from, to *graph) ([]atom, bool) {
	var translated []atom
	for _, a := range atoms {
		b, ok := translate(a, from, to)
		if !ok {
			return nil, false
		}
		translated = append(translated, b)
	}
	return translated, true
}

func sameAtoms(a, b []atom, from, to *graph) bool {
	a, ok := translateAll(a, from, to)
	return ok && len(a) == len(b) && len(without(a, b)) == 0
}

// shapeIn returns the table's shape in terms of another designer's graph.
func (t *table) shapeIn(d *designer) (shape, bool) {
	s := t.shape
	s.in = d.in
	for _, atoms := range []*[]atom{&s.partition, &s.equal, &s.tail, &s.missing, &s.found, &s.collected, &s.entries, &s.unordered, &s.filtered} {
		var ok bool
		if *atoms, ok = translateAll(*atoms, t.designer.graph, d.graph); !ok {
			return shape{}, false
		}
	}
	s.finds = slices.Clone(s.finds)
	for i := range s.finds {
		s.finds[i], _ = translateAll(s.finds[i], t.designer.graph, d.graph)
	}
	return s, true
}
