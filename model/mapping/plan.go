package mapping

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/stored"
)

// Plan is what the derivation proposes for one query.
type Plan struct {
	Query model.ID
	Path  Path
	// Alternatives are the legal tables, best first, at most 50. Legal is the
	// number of legal primary keys before those that are equal for Cassandra are
	// taken as one.
	Alternatives []Alternative
	More         int
	Legal        float64
	Problems     []Problem
	// Needs are the numbers of the concepts without which the alternatives, or some
	// of them, are ranked by structure alone.
	Needs []Need
	// Stores are the attributes of which a user may choose how they are stored.
	Stores   []StoreChoice
	designer *designer
	meanings *meanings
	place    int             // among the queries of the document
	asks     *stored.Meaning // what the query asks for: see pattern
}

// IsOpen reports whether the query does not say which path it means.
func (p *Plan) IsOpen() bool { return p.Path.Open }

// Fatal reports whether the query has no table.
func (p *Plan) Fatal() bool { return len(p.Alternatives) == 0 }

// Explore finds the path of a query and its legal tables. It returns nil if the
// query does not exist.
func Explore(m *model.Model, query model.ID) *Plan {
	return explore(&meanings{concepts: newConcepts(m)}, query)
}

func explore(m *meanings, query model.ID) *Plan {
	if m.concepts.model.Workflow.Queries[query] == nil {
		return nil
	}
	q := newQuestion(m.concepts, query)
	plan := &Plan{Query: query, meanings: m}
	plan.explore(q)
	plan.Problems = q.problems
	for i := range plan.Problems {
		plan.Problems[i].Fatal = plan.Fatal()
	}
	return plan
}

func (p *Plan) explore(q *question) {
	if len(q.all()) == 0 && len(q.terminals()) == 0 {
		q.problem(q.id, "empty", "The query asks for nothing yet; add what it finds and what is given")
		return
	}
	tree, path, ok := q.path()
	if !ok {
		return
	}
	p.Path = path
	if !q.isComplete() {
		return
	}
	d := newDesigner(q, tree)
	d.report(path)
	d.reportRoles()
	d.reportStored()
	d.reportImplied()
	d.reportGroups()
	d.reportTwice()
	p.Stores = d.storeChoices()
	p.designer = d
	found, ok := d.alternatives()
	if !ok {
		q.problem(d.firstWithoutKey(), "no-key", d.noKey())
		return
	}
	p.Legal = d.legal
	d.reportNumbers()
	d.reportOptional(&found[0])
	d.reportVolatile(&found[0])
	p.More = max(0, len(found)-maxAlternatives)
	p.Alternatives = found[:min(len(found), maxAlternatives)]
	for _, a := range p.Alternatives {
		for _, need := range a.Estimate.Needs {
			p.Needs = appendNeed(p.Needs, need)
		}
	}
	for i, need := range p.Needs {
		p.Needs[i] = d.graph.volume().named(need)
	}
}

// report adds what a user should know of the path and the query.
func (d *designer) report(path Path) {
	if path.Open {
		d.problem(d.id, "ambiguous", d.openQuestion(path))
	}
	if len(d.graph.model.Concepts.Entities) > 0 && slices.ContainsFunc(d.all(), func(a atom) bool { return a.node < 0 }) {
		d.problem(d.id, "free-name", "A part of the query is only a name; choose the attribute, so that the key of the rows is known")
	}
	for _, at := range d.in.nodes[:d.in.path] {
		if d.graph.isRelationship(at) || !d.graph.model.Concepts.Entities[d.graph.node(at).of].Weak || len(d.graph.owners(d.graph.node(at).of)) > 0 {
			continue
		}
		d.problem(d.graph.node(at).of, NoOwner, fmt.Sprintf("%s is weak, but no identifying relationship leads to its owner", d.graph.title(at)))
	}
}

// openQuestion says why it is open which path a query means.
func (d *designer) openQuestion(path Path) string {
	var others []string
	for _, other := range path.Others {
		others = append(others, other.Words)
	}
	owner := d.commonOwner(d.tree)
	switch {
	case path.Chosen:
		return fmt.Sprintf("VIA %s may mean the path %s or %s; say with roles which instances are meant", d.via(), path.Words, strings.Join(others, " or "))
	case len(others) == 0 && owner >= 0:
		return fmt.Sprintf("Only a common %s connects what the query names, by %s; choose this path if it is meant", d.graph.title(owner), path.Words)
	}
	return fmt.Sprintf("The path %s is as short as %s; choose the one that is meant", path.Words, strings.Join(others, " and "))
}

func (d *designer) firstWithoutKey() model.ID {
	if len(d.in.noKey) > 0 {
		return d.graph.node(d.in.noKey[0]).of
	}
	return d.id
}

// noKey says why nothing identifies the rows.
func (d *designer) noKey() string {
	var names []string
	for _, at := range d.in.noKey {
		names = append(names, d.graph.title(at))
	}
	if owned := d.ownedInCircle(); len(names) == 0 && len(owned) > 0 {
		return fmt.Sprintf("%s own each other, so nothing identifies them; make one of them a strong entity type with a key", strings.Join(owned, " and "))
	}
	if len(names) == 0 {
		return "Nothing identifies the rows of this path: an IsA loop or a relationship without participants; repair the concepts"
	}
	return fmt.Sprintf("%s has no key, so its rows would overwrite each other; mark the attributes that identify it", strings.Join(names, " and "))
}

// ownedInCircle names the weak entity types that are owners of themselves.
func (d *designer) ownedInCircle() []string {
	var names []string
	for _, at := range d.in.nodes {
		if d.in.owns(at, at) {
			names = append(names, d.graph.title(at))
		}
	}
	return names
}
