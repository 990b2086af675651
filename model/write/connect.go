package write

import (
	"slices"

	"widerow/model"
	"widerow/model/stored"
)

// step is a link of the concepts between two types: from a relationship type to a
// participant, from a subtype to its supertype, or back.
type step struct {
	to          model.ID
	participant model.ID
	back        bool // against the direction of a link
}

// connect adds the shortest path from the nodes of the pattern to a type in a role, and reports
// whether there is one. Of equally short paths the one from the first node counts.
func (b *stating) connect(of, participant model.ID) bool {
	var ways []way
	for at := range b.Nodes {
		ways = append(ways, way{start: at})
	}
	for range maxSteps {
		var longer []way
		for _, w := range ways {
			from := b.Nodes[w.start].Of
			if len(w.steps) > 0 {
				from = w.steps[len(w.steps)-1].to
			}
			for _, s := range b.stepsFrom(from) {
				next := way{w.start, append(slices.Clone(w.steps), s)}
				switch {
				case w.returns(s):
				case s.to == of && (participant == "" || s.participant == participant):
					b.follow(next.start, next.steps)
					return true
				case !w.passes(s.to, b.Nodes[w.start].Of):
					longer = append(longer, next)
				}
			}
		}
		ways = longer
	}
	return false
}

// maxSteps bounds the paths to what conditions are on.
const maxSteps = 6

// way is a path from a node of a pattern.
type way struct {
	start int
	steps []step
}

// passes reports whether a path has a type, or starts at it.
func (w *way) passes(of, start model.ID) bool {
	return of == start || slices.ContainsFunc(w.steps, func(s step) bool { return s.to == of })
}

// returns reports whether a step leads back to where the path comes from.
func (w *way) returns(s step) bool {
	return len(w.steps) > 0 && w.steps[len(w.steps)-1].participant == s.participant && s.participant != ""
}

// stepsFrom returns the links of a type, those to one instance first.
func (p *planner) stepsFrom(of model.ID) []step {
	var found []step
	if relationship := p.model.Concepts.Relationships[of]; relationship != nil {
		for _, item := range model.Sorted(relationship.Participants) {
			found = append(found, step{to: item.Value.Entity, participant: item.ID})
		}
		return found
	}
	for _, super := range p.facts.supers(of) {
		found = append(found, step{to: super})
	}
	for _, link := range p.facts.links[of] {
		for _, item := range model.Sorted(p.model.Concepts.Relationships[link].Participants) {
			if item.Value.Entity == of {
				found = append(found, step{to: link, participant: item.ID, back: true})
			}
		}
	}
	for _, sub := range p.facts.subtypes(of) {
		found = append(found, step{to: sub, back: true})
	}
	slices.SortStableFunc(found, func(a, b step) int { return p.manyBy(a) - p.manyBy(b) })
	return found
}

// manyBy is 1 for a relationship type by which an instance has several others.
func (p *planner) manyBy(s step) int {
	relationship := p.model.Concepts.Relationships[s.to]
	if relationship == nil || !s.back {
		return 0
	}
	for id, other := range relationship.Participants {
		if id != s.participant && other.Cardinality != "1" {
			return 1
		}
	}
	return 0
}

// follow adds the nodes of a path.
func (b *stating) follow(from int, steps []step) {
	for _, s := range steps {
		role := model.ID("")
		if !s.back && s.participant != "" {
			role = b.roleOf(s.participant)
		}
		at := b.addNode(nodeIn(s.to, role), false)
		l := stored.Link{From: from, To: at, Participant: s.participant}
		if s.back {
			l.From, l.To = at, from
		}
		b.Links = append(b.Links, l)
		from = at
	}
}
