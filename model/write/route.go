package write

import (
	"slices"
	"strings"

	"widerow/model"
)

// route leads from an instance of a type to the one instance of another type that it
// has by some links: from a comment to the user who writes it, or by its video to
// the user who uploads that. The route to itself has no hops.
type route []hop

// hop is a link of a route: a relationship type, or a hierarchy, to a type. end is
// the participant at the far end.
type hop struct{ link, to, end model.ID }

// maxHops and maxRoutes bound the routes that are compared.
const (
	maxHops   = 5
	maxRoutes = 16
)

// routes returns the ways from a type to another one of which it has at most one
// instance, the shortest first.
func (f *facts) routes(from, to model.ID) []route {
	key := [2]model.ID{from, to}
	if found, known := f.ways[key]; known {
		return found
	}
	var found []route
	if from == to {
		found = []route{{}}
	}
	open := []route{{}}
	for hops := 0; hops < maxHops; hops++ {
		var longer []route
		for _, r := range open {
			for _, next := range f.hops(r.last(from)) {
				way := append(slices.Clone(r), next)
				switch {
				case next.to == to:
					found = append(found, way)
				case next.to != from && !r.passes(next.to):
					longer = append(longer, way)
				}
			}
		}
		if open = longer; len(found)+len(open) > maxRoutes {
			break
		}
	}
	f.ways[key] = found[:min(len(found), maxRoutes)]
	return f.ways[key]
}

// last returns the type where a route that starts at a type ends.
func (r route) last(from model.ID) model.ID {
	if len(r) == 0 {
		return from
	}
	return r[len(r)-1].to
}

// passes reports whether a route reaches a type.
func (r route) passes(of model.ID) bool {
	return slices.ContainsFunc(r, func(h hop) bool { return h.to == of })
}

// hops returns the links from an instance of a type to at most one of another type.
func (f *facts) hops(from model.ID) []hop {
	var found []hop
	if of := f.model.Concepts.Relationships[from]; of != nil {
		for _, p := range model.Sorted(of.Participants) {
			found = append(found, hop{from, p.Value.Entity, p.ID})
		}
	}
	for _, link := range f.links[from] {
		participants := model.Sorted(f.model.Concepts.Relationships[link].Participants)
		for i, own := range participants {
			if own.Value.Entity != from {
				continue
			}
			others := slices.Delete(slices.Clone(participants), i, i+1)
			if slices.ContainsFunc(others, func(p model.Item[*model.Participant]) bool { return p.Value.Cardinality != "1" }) {
				continue
			}
			for _, other := range others {
				found = append(found, hop{link, other.Value.Entity, other.ID})
			}
		}
	}
	for _, item := range model.Sorted(f.model.Concepts.Hierarchies) {
		for _, subtype := range item.Value.Subtypes {
			if subtype.Entity == from {
				found = append(found, hop{item.ID, item.Value.Supertype, ""})
			}
		}
	}
	return found
}

// shortest returns the routes with the fewest hops.
func shortest(routes []route) []route {
	return filter(routes, func(r route) bool { return len(r) == len(routes[0]) })
}

// lead is a type that the rows of a table represent with the routes from it to the
// instance whose value a column stores.
type lead struct {
	from   model.ID
	routes []route
}

// leadTo returns which instance a column belongs to, and whether there was a choice:
// the participant that the column's query means or whose role is in the name of the
// column, then the path of the query, then the shortest route.
func (p *planner) leadTo(t *table, c *column) (lead, bool) {
	if len(c.Stores) == 0 {
		return lead{}, false
	}
	owner := p.facts.owner[c.Stores[0]]
	for _, from := range t.represents {
		routes := p.facts.routes(from, owner)
		if len(routes) == 0 {
			continue
		}
		if len(routes) == 1 {
			return lead{from, routes}, false
		}
		for _, meant := range []func(route) bool{p.meantByQuery(t, c), p.meantByRole(c), p.isOnPath(t, c)} {
			if kept := filter(routes, meant); len(kept) > 0 {
				routes = kept
			}
		}
		return lead{from, shortest(routes)}, true
	}
	return lead{}, false
}

// queriesOf returns the queries that the column of a table was derived from.
func (p *planner) queriesOf(t *table, c *column) []*model.Query {
	from := []model.ID{c.ID}
	if physical := t.Relation.Columns[c.ID]; physical != nil && !t.Logical {
		from = physical.From.Sorted()
	}
	var queries []*model.Query
	for _, id := range from {
		if element, found := p.model.Element(id); found {
			if column, ok := element.Value.(*model.LogicalColumn); ok {
				if query := p.model.Workflow.Queries[column.Query]; query != nil {
					queries = append(queries, query)
				}
			}
		}
	}
	return queries
}

// meantByQuery accepts the routes that end as a query of the column says, which
// names the attribute in one role only.
func (p *planner) meantByQuery(t *table, c *column) func(route) bool {
	var roles []model.ID
	add := func(attribute, participant model.ID) {
		if participant != "" && slices.Contains(c.Stores, attribute) {
			roles = appendNew(roles, participant)
		}
	}
	for _, query := range p.queriesOf(t, c) {
		for _, find := range query.Find {
			add(find.Attribute, find.Participant)
		}
		for _, given := range query.Given {
			add(given.Attribute, given.Participant)
		}
	}
	return func(r route) bool { return len(roles) == 1 && len(r) > 0 && r[len(r)-1].end == roles[0] }
}

// meantByRole accepts the routes that end with the participant that the column says,
// or whose role is in its name: manager_name.
func (p *planner) meantByRole(c *column) func(route) bool {
	return func(r route) bool {
		if len(r) == 0 {
			return false
		}
		end := r[len(r)-1].end
		role := p.facts.role(end)
		return slices.Contains(c.Participants, end) || role != "" && slices.Contains(strings.Split(c.Name, "_"), role)
	}
}

// isOnPath accepts the routes along the path of a query of the column.
func (p *planner) isOnPath(t *table, c *column) func(route) bool {
	queries := p.queriesOf(t, c)
	return func(r route) bool {
		return slices.ContainsFunc(queries, func(query *model.Query) bool {
			return len(query.Path) > 0 && !slices.ContainsFunc(r, func(h hop) bool {
				return p.model.Concepts.Relationships[h.link] != nil && !query.Path[h.link]
			})
		})
	}
}

// role returns the role of a participant as a name of CQL, "" if it has none.
func (f *facts) role(participant model.ID) string {
	for _, relationship := range f.model.Concepts.Relationships {
		if p := relationship.Participants[participant]; p != nil {
			return model.Identifier(p.Role)
		}
	}
	return ""
}

// fits reports whether a parameter is the value of a column in the row of a new
// instance: the user who comments, not the one who has uploaded the video.
func (w *planning) fits(t *table, c *column, p *parameter) bool {
	lead, several := w.leadTo(t, c)
	if !several || w.kind != model.Insert || !slices.Contains(w.types, lead.from) || p.attribute == "" {
		return true
	}
	ends := func(r route) bool { return len(r) > 0 && r[len(r)-1].end == p.participant }
	if p.participant != "" && slices.ContainsFunc(w.facts.routes(lead.from, w.facts.owner[p.attribute]), ends) {
		return slices.ContainsFunc(lead.routes, ends)
	}
	near := shortest(w.facts.routes(lead.from, w.facts.owner[p.attribute]))
	return slices.ContainsFunc(lead.routes, func(r route) bool {
		return slices.ContainsFunc(near, func(n route) bool { return slices.Equal(n, r) })
	})
}

// leads reports whether conditions lead to the instances that columns of a new row
// belong to: the user of a comment is not found by the video, who uploads that is.
func (w *planning) leads(t *target, given []*model.Given, columns []*column) bool {
	var attributes []model.ID
	for _, g := range given {
		attributes = append(attributes, g.Attribute)
	}
	types := w.knownTypes(attributes)
	return !slices.ContainsFunc(columns, func(c *column) bool {
		lead, several := w.leadTo(t.table, c)
		if !several || w.kind != model.Insert || !slices.Contains(w.types, lead.from) {
			return false
		}
		return !slices.ContainsFunc(types, func(of model.ID) bool {
			if of == lead.routes[0].last(lead.from) {
				return w.knowsEnd(t, lead)
			}
			return of == lead.from || slices.ContainsFunc(lead.routes, func(r route) bool { return r.passes(of) })
		})
	})
}

// knowsEnd reports whether the identity of the instance at the end of routes is known:
// as a parameter, or in a column that belongs to the same instance.
func (w *planning) knowsEnd(t *target, to lead) bool {
	end := to.routes[0].last(to.from)
	return !slices.ContainsFunc(w.facts.identity(end), func(id model.ID) bool {
		return !slices.ContainsFunc(w.parameters, func(p parameter) bool {
			near := shortest(w.facts.routes(to.from, end))
			return p.attribute == id && slices.ContainsFunc(to.routes, func(r route) bool {
				if p.participant != "" {
					return len(r) > 0 && r[len(r)-1].end == p.participant
				}
				return slices.ContainsFunc(near, func(n route) bool { return slices.Equal(n, r) })
			})
		}) && !slices.ContainsFunc(t.table.columns, func(c *column) bool {
			if !t.known[c] || !slices.Contains(c.Stores, id) {
				return false
			}
			other, _ := w.leadTo(t.table, c)
			return slices.ContainsFunc(other.routes, func(r route) bool {
				return slices.ContainsFunc(to.routes, func(n route) bool { return slices.Equal(n, r) })
			})
		})
	})
}

// sameLink reports whether the rows that a lookup reads are linked with an instance
// as the changed or wanted columns are: the comments that a user writes are not
// found among the videos that the user uploads.
func (w *planning) sameLink(t *target, found *table, given []*model.Given) bool {
	for _, column := range slices.Concat(t.changed, t.wanted) {
		lead, several := w.leadTo(t.table, column)
		if !several || len(lead.routes[0]) == 0 {
			continue
		}
		owner := lead.routes[0].last(lead.from)
		for _, g := range given {
			if w.facts.owner[g.Attribute] != owner {
				continue
			}
			for _, c := range w.planner.find(found, reference{attribute: g.Attribute, participant: g.Participant}) {
				other, _ := w.leadTo(found, c)
				if !sharesEnd(lead.routes, other.routes) {
					return false
				}
			}
		}
	}
	return true
}

// sharesEnd reports whether some routes may end by the same link. Routes without
// hops end by any.
func sharesEnd(a, b []route) bool {
	for _, r := range a {
		for _, other := range b {
			if len(r) == 0 || len(other) == 0 || r[len(r)-1] == other[len(other)-1] {
				return true
			}
		}
	}
	return len(b) == 0
}
