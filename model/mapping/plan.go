package mapping

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/mapping/er"
	"widerow/model/stored"
)

// Plan is the proposal of the derivation for one query.
type Plan struct {
	Query model.ID
	Path  er.Path
	// Alternatives are the legal tables, best first, at most 50. Legal is the
	// number of legal primary keys before those that are equal for Cassandra are
	// taken as one.
	Alternatives []Alternative
	More         int
	Legal        float64
	Problems     []er.Problem
	// Needs are the numbers of the concepts without which the alternatives, or some
	// of them, are ranked by structure alone.
	Needs []er.Need
	// Stores are the attributes of which a user may choose how they are stored.
	Stores   []StoreChoice
	designer *designer
	meanings *meanings
	place    int             // among the queries of the document
	asks     *stored.Meaning // what the query asks for: see pattern
}

// IsOpen reports whether the path of the query is in question.
func (p *Plan) IsOpen() bool { return p.Path.Open }

// Fatal reports whether the query has no table.
func (p *Plan) Fatal() bool { return len(p.Alternatives) == 0 }

// Explore finds the path of a query and its legal tables. It returns nil if the
// query does not exist.
func Explore(m *model.Model, query model.ID) *Plan {
	return explore(&meanings{concepts: er.NewConcepts(m)}, query)
}

// ExploreAll is Explore for all queries, in their order. It compares no plans of different queries, unlike Derive.
func ExploreAll(m *model.Model) []*Plan {
	shared := &meanings{concepts: er.NewConcepts(m)}
	var plans []*Plan
	for _, query := range model.SortedIDs(m.Workflow.Queries) {
		plans = append(plans, explore(shared, query))
	}
	return plans
}

func explore(m *meanings, query model.ID) *Plan {
	if m.concepts.Model.Workflow.Queries[query] == nil {
		return nil
	}
	q := er.NewQuestion(m.concepts, query)
	plan := &Plan{Query: query, meanings: m}
	plan.explore(q)
	plan.Problems = q.Problems
	for i := range plan.Problems {
		plan.Problems[i].Fatal = plan.Fatal()
	}
	return plan
}

func (p *Plan) explore(q *er.Question) {
	if len(q.All()) == 0 && len(q.Terminals()) == 0 {
		q.Problem(q.ID, "empty", "The query asks for nothing yet; add what it finds and what is given")
		return
	}
	tree, path, ok := q.Path()
	if !ok {
		return
	}
	p.Path = path
	if !q.IsComplete() {
		return
	}
	d := newDesigner(q, tree)
	d.report(path)
	d.reportRoles()
	d.reportSameInstance()
	d.reportStored()
	grouping{d}.reportImplied()
	grouping{d}.reportGroups()
	grouping{d}.reportTwice()
	p.Stores = d.storeChoices()
	p.designer = d
	found, ok := d.alternatives()
	if !ok {
		q.Problem(d.firstWithoutKey(), "no-key", d.noKey())
		return
	}
	p.Legal = d.legal
	notes{d}.reportNumbers()
	notes{d}.reportOptional(&found[0])
	volatility{d}.reportVolatile(&found[0])
	p.More = max(0, len(found)-maxAlternatives)
	p.Alternatives = found[:min(len(found), maxAlternatives)]
	for _, a := range p.Alternatives {
		for _, need := range a.Estimate.Needs {
			p.Needs = er.AppendNeed(p.Needs, need)
		}
	}
	for i, need := range p.Needs {
		p.Needs[i] = d.Graph.Volume().Named(need)
	}
}

// report adds what a user should know of the path and the query.
func (d *designer) report(path er.Path) {
	if path.Open {
		d.Problem(d.ID, "ambiguous", d.openQuestion(path))
	}
	if len(d.Graph.Model.Concepts.Entities) > 0 && slices.ContainsFunc(d.All(), func(a er.Atom) bool { return a.Node < 0 }) {
		d.Problem(d.ID, "free-name", "A part of the query is only a name; choose the attribute, so that the key of the rows is known")
	}
	for _, at := range d.In.Nodes[:d.In.Path] {
		if d.Graph.IsRelationship(at) || !d.Graph.Model.Concepts.Entities[d.Graph.Node(at).Of].Weak || len(d.Graph.Owners(d.Graph.Node(at).Of)) > 0 {
			continue
		}
		d.Problem(d.Graph.Node(at).Of, NoOwner, fmt.Sprintf("%s is weak, but no identifying relationship leads to its owner", d.Graph.Title(at)))
	}
}

// openQuestion explains why the path of a query is open.
func (d *designer) openQuestion(path er.Path) string {
	var others []string
	for _, other := range path.Others {
		others = append(others, other.Words)
	}
	owner := d.CommonOwner(d.Tree)
	switch {
	case path.Chosen:
		return fmt.Sprintf("VIA %s may mean the path %s or %s; %s", d.Via(), path.Words, strings.Join(others, " or "), d.howToSay(path))
	case len(others) == 0 && owner >= 0:
		return fmt.Sprintf("Only a common %s connects what the query names, by %s; choose this path if it is meant", d.Graph.Title(owner), path.Words)
	}
	if len(others) > 1 {
		all := append([]string{path.Words}, others...)
		return fmt.Sprintf("%d paths are as short as each other: %s; choose the one that is meant", len(all), strings.Join(all, "; "))
	}
	return fmt.Sprintf("The path %s is as short as %s; choose the one that is meant", path.Words, strings.Join(others, " and "))
}

// howToSay explains how the text of a query selects one of several paths.
func (d *designer) howToSay(path er.Path) string {
	for _, part := range slices.Sorted(maps.Keys(path.Roles)) {
		for _, other := range path.Others {
			if role := other.Roles[part]; role != path.Roles[part] && role != "" {
				return fmt.Sprintf("say which one is meant, as in %s(%s)", d.Graph.Model.Title(d.typeOfPart(part)),
					cmp.Or(d.Graph.Roles[role].Role, d.Graph.Model.Title(d.Graph.Roles[role].Relationship)))
			}
		}
	}
	for _, other := range path.Others {
		for end, role := range other.Ends {
			if name := d.Graph.Roles[role].Role; path.Ends[end] != role && name != "" {
				return fmt.Sprintf("say which one takes part, as in VIA %s(%s)", d.Graph.Model.Title(d.Graph.Roles[end].Relationship), name)
			}
		}
	}
	return "say with roles which instances are meant"
}

// typeOfPart returns the type that a part of the query names.
func (d *designer) typeOfPart(part model.ID) model.ID {
	var attribute model.ID
	switch find, given, sort := d.Query.Find[part], d.Query.Given[part], d.Query.SortBy[part]; {
	case find != nil:
		attribute = find.Attribute
	case given != nil:
		attribute = given.Attribute
	case sort != nil:
		attribute = sort.Attribute
	}
	return d.Graph.Model.OwnerOfAttribute(attribute)
}

func (d *designer) firstWithoutKey() model.ID {
	if len(d.In.NoKey) > 0 {
		return d.Graph.Node(d.In.NoKey[0]).Of
	}
	return d.ID
}

// noKey explains why nothing identifies the rows.
func (d *designer) noKey() string {
	var names []string
	for _, at := range d.In.NoKey {
		names = append(names, d.Graph.Title(at))
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
	for _, at := range d.In.Nodes {
		if d.In.Owns(at, at) {
			names = append(names, d.Graph.Title(at))
		}
	}
	return names
}
