package mapping

import (
	"slices"

	"widerow/model"
	"widerow/model/mapping/er"
	"widerow/model/stored"
)

// Stored gives the meaning of the rows of each table of a document, and of each query. Each
// meaning is computed on first use.
type Stored struct {
	facts    *stored.Concepts // nil before the first use
	concepts *er.Concepts
	queries  map[model.ID][]model.ID // by logical table
	tables   map[model.ID]*stored.Meaning
	asked    map[model.ID]*asking
	// types are the types that queries and tables are about, by ID, and definedBy the queries that
	// define a table: see Mirrors.
	types, definedBy map[model.ID][]model.ID
}

// asking is a query with its path and what it asks for.
type asking struct {
	*er.Question
	routes   []er.Tree // best first
	found    bool
	open     bool // it is in question which route is meant
	patterns []*stored.Meaning
	designer *designer
}

// NewStored returns what the tables of a document store.
func NewStored(m *model.Model) *Stored { return newStored(er.NewConcepts(m)) }

// meanings holds the meanings of tables and queries for a derivation, computed on first use.
type meanings struct {
	concepts *er.Concepts
	made     *Stored
}

func (m *meanings) stored() *Stored {
	if m.made == nil {
		m.made = newStored(m.concepts)
	}
	return m.made
}

func newStored(c *er.Concepts) *Stored {
	return &Stored{concepts: c, queries: queriesOfTables(c.Model),
		tables: map[model.ID]*stored.Meaning{}, asked: map[model.ID]*asking{},
		types: map[model.ID][]model.ID{}, definedBy: map[model.ID][]model.ID{}}
}

// Facts describes the document's ER model, by which meanings are compared.
func (s *Stored) Facts() *stored.Concepts {
	if s.facts == nil {
		s.facts = stored.NewConcepts(s.concepts.Model)
	}
	return s.facts
}

// Roles returns the participants of the document.
func (s *Stored) Roles() er.Roles { return s.concepts.Roles }

// Of returns the meaning of the rows of a relation or a logical table, nil if it is not known.
func (s *Stored) Of(table model.ID) *stored.Meaning {
	meaning, known := s.tables[table]
	if known {
		return meaning
	}
	if relation := s.concepts.Model.Physical.Relations[table]; relation != nil {
		meaning = s.ofRelation(relation)
	} else if logical := s.concepts.Model.Logical.Tables[table]; logical != nil {
		meaning = s.ofLogical(table, logical)
	}
	s.tables[table] = meaning
	return meaning
}

// OfQuery returns the pattern of a query, nil if no path leads to all types that the query names.
// Its columns are the finds, conditions and orders of the query, by their IDs. The column of a
// whole type has no attribute.
func (s *Stored) OfQuery(query model.ID) *stored.Meaning {
	if patterns := s.Patterns(query); len(patterns) > 0 {
		return patterns[0]
	}
	return nil
}

// Patterns returns the possible patterns of a query: along its path, and along other paths of the
// same length until one is chosen.
func (s *Stored) Patterns(query model.ID) []*stored.Meaning {
	asked := s.ask(query)
	if asked.found && asked.patterns == nil {
		asked.patterns = append(asked.patterns, s.ofQuery(asked.designer, nil))
		for _, other := range asked.routes[1:] {
			asked.patterns = append(asked.patterns, s.ofQuery(newDesigner(asked.Question, other), nil))
		}
	}
	return asked.patterns
}

// PatternsIn returns the patterns of a query like Patterns, but marks the nodes that an answer from
// a table may lack; these depend on the key of the table.
func (s *Stored) PatternsIn(query, table model.ID) []*stored.Meaning {
	asked, logical := s.ask(query), s.logicalOf(table)
	if !asked.found || logical == nil {
		return s.Patterns(query)
	}
	patterns := slices.Clone(s.Patterns(query))
	for i, route := range asked.routes {
		d := asked.designer
		if i > 0 {
			d = newDesigner(asked.Question, route)
		}
		if key, known := (tableReading{d}).keyOf(logical); known {
			optional := d.optional(key)
			if len(optional) > 0 || len(d.split.leaves) > 0 && len(s.concepts.Model.TablesOf(query)) < 2 {
				patterns[i] = s.ofQuery(d, optional)
			}
		}
	}
	return patterns
}

// Unconnected names the relationship types of VIA that do not connect what a query names, "" for a query without VIA
// or with a path along it. An unconnected query has no rows.
func (s *Stored) Unconnected(query model.ID) string {
	asked := s.ask(query)
	if asked.found || asked.Question == nil || len(asked.Query.Path) == 0 {
		return ""
	}
	for _, problem := range asked.Problems {
		if problem.Code == "no-path" {
			return problem.Message
		}
	}
	return ""
}

// IsOpen reports whether the path of a query is in question.
func (s *Stored) IsOpen(query model.ID) bool {
	asked := s.ask(query)
	return asked.found && (asked.open || asked.HasReadings(asked.routes[0]))
}

// FindsOne reports whether a query finds one row at most: nulls in it stand for absent instances.
func (s *Stored) FindsOne(query model.ID) bool {
	asked := s.ask(query)
	return asked.found && asked.designer.findsOne()
}

// logicalOf returns a logical table, or one that a relation realizes, nil if there is none.
func (s *Stored) logicalOf(table model.ID) *model.LogicalTable {
	if relation := s.concepts.Model.Physical.Relations[table]; relation != nil {
		for _, id := range relation.Realizes.Sorted() {
			return s.concepts.Model.Logical.Tables[id]
		}
		return nil
	}
	return s.concepts.Model.Logical.Tables[table]
}

// ask returns a query with its path.
func (s *Stored) ask(query model.ID) *asking {
	asked, known := s.asked[query]
	if known {
		return asked
	}
	asked = &asking{}
	s.asked[query] = asked
	if s.concepts.Model.Workflow.Queries[query] == nil {
		return asked
	}
	asked.Question = er.NewQuestion(s.concepts, query)
	if len(asked.Terminals()) == 0 {
		return asked
	}
	if asked.routes, asked.open, asked.found = asked.Question.Routes(); asked.found {
		asked.designer = newDesigner(asked.Question, asked.routes[0])
	}
	return asked
}

// ofQuery returns the pattern of a question along a path. optional are the nodes that an answer may
// lack; nil marks none.
func (s *Stored) ofQuery(d *designer, optional map[int]bool) *stored.Meaning {
	q := d.Question
	flags := func(int) stored.Node { return stored.Node{} }
	if optional != nil {
		flags = d.flags(optional, func(int) bool { return false })
	}
	pattern, places := s.instances(d, flags)
	add := func(part, attribute, participant model.ID, aggregate model.Aggregate) {
		n := er.Node{Of: attribute}
		value := stored.Value{Aggregate: aggregate}
		if element, found := q.Graph.Element(attribute); found && element.Kind == model.AttributeKind {
			n.Of, value.Attribute = element.Parent, attribute
			value.Element = element.Value.(*model.Attribute).MultiValued && aggregate == ""
		}
		if at, found := q.Graph.Find(q.Graph.NodeOf(n.Of, participant)); found {
			if place, is := places[at]; is {
				value.Node = place
				pattern.Columns[part] = value
			}
		}
	}
	for id, find := range q.Query.Find {
		add(id, find.Attribute, find.Participant, find.Aggregate)
	}
	for id, given := range q.Query.Given {
		add(id, given.Attribute, given.Participant, "")
	}
	for id, sort := range q.Query.SortBy {
		add(id, sort.Attribute, sort.Participant, "")
	}
	return pattern
}

// InRoles is InRoles for a query of the document, or for one like its.
func (s *Stored) InRoles(q *model.Query) *model.Query { return s.concepts.InRoles(q) }
