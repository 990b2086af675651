package stored

import "slices"

// Embedding has, for each node of one meaning, its node in another one.
type Embedding []int

// Embeddings returns the ways in which a meaning is a part of another one: each node is
// one of the same type, no two are the same, and they are related by the same links. fixed
// are nodes whose place is known.
func (m *Meaning) Embeddings(whole *Meaning, fixed map[int]int) []Embedding {
	s := &embedder{part: m, whole: whole, fixed: fixed, order: m.connected(fixed), found: make(Embedding, len(m.Nodes)), used: make([]bool, len(whole.Nodes))}
	for i := range s.found {
		s.found[i] = -1
	}
	if len(m.Nodes) <= len(whole.Nodes) && len(m.Nodes) > 0 {
		s.place(0)
	}
	return s.all
}

// connected returns the nodes so that each follows one that it is related to, if it can.
func (m *Meaning) connected(fixed map[int]int) []int {
	var order []int
	add := func(at int) {
		if !slices.Contains(order, at) {
			order = append(order, at)
		}
	}
	for at := range m.Nodes {
		if _, is := fixed[at]; is {
			add(at)
		}
	}
	for start, next := 0, 0; start < len(m.Nodes); start++ {
		if next == len(order) {
			add(start)
		}
		for ; next < len(order); next++ {
			for _, l := range m.Links {
				switch order[next] {
				case l.From:
					add(l.To)
				case l.To:
					add(l.From)
				}
			}
		}
	}
	return order
}

// embedder searches the embeddings of a part in a whole.
type embedder struct {
	part, whole *Meaning
	fixed       map[int]int
	order       []int
	found       Embedding
	used        []bool
	all         []Embedding
}

// maxEmbeddings bounds how many ways are found.
const maxEmbeddings = 64

func (s *embedder) place(next int) {
	if len(s.all) == maxEmbeddings {
		return
	}
	if next == len(s.order) {
		s.all = append(s.all, slices.Clone(s.found))
		return
	}
	at := s.order[next]
	for to := range s.whole.Nodes {
		if place, is := s.fixed[at]; is && place != to || s.used[to] || s.whole.Nodes[to].Of != s.part.Nodes[at].Of {
			continue
		}
		if s.found[at] = to; s.fits(at) {
			s.used[to] = true
			s.place(next + 1)
			s.used[to] = false
		}
		s.found[at] = -1
	}
}

// fits reports whether the whole has each link of a node to those that have a place.
func (s *embedder) fits(at int) bool {
	for _, l := range s.part.Links {
		if l.From != at && l.To != at || s.found[l.From] < 0 || s.found[l.To] < 0 {
			continue
		}
		if !slices.Contains(s.whole.Links, Link{s.found[l.From], s.found[l.To], l.Participant}) {
			return false
		}
	}
	return true
}

// Equal reports whether two meanings are the same, apart from the order of their nodes.
// Columns do not count.
func Equal(a, b *Meaning) bool {
	if len(a.Nodes) != len(b.Nodes) || len(a.Links) != len(b.Links) || a.Grouped != b.Grouped {
		return false
	}
	return slices.ContainsFunc(a.Embeddings(b, nil), func(e Embedding) bool {
		for at, to := range e {
			if a.Nodes[at].Optional != b.Nodes[to].Optional || a.Nodes[at].Collected != b.Nodes[to].Collected {
				return false
			}
		}
		return true
	})
}
