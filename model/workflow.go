package model

// Workflow describes the application: its tasks, and the access patterns
// (queries Q1…, updates U1…) that they need.
type Workflow struct {
	Actors      map[ID]*Actor      `json:"actors,omitempty"`
	Steps       map[ID]*Step       `json:"steps,omitempty"`
	Transitions map[ID]*Transition `json:"transitions,omitempty"`
	Queries     map[ID]*Query      `json:"queries,omitempty"`
	Updates     map[ID]*Update     `json:"updates,omitempty"`
}

// Actor performs steps: a guest, a clerk, a nightly job.
type Actor struct {
	Order Order  `json:"order,omitempty"`
	Name  string `json:"name"`
}

// Step is a task of the application. It is drawn grey if no query leads to it.
type Step struct {
	Order Order  `json:"order,omitempty"`
	Name  string `json:"name"`
	Note  string `json:"note,omitempty"`
	Actor ID     `json:"actor,omitempty"`
}

// Transition is an arrow of the workflow to the step To. If From is empty, it is
// an entry point. Access is the query or update on the arrow, or empty.
type Transition struct {
	Order  Order `json:"order,omitempty"`
	From   ID    `json:"from,omitempty"`
	To     ID    `json:"to"`
	Access ID    `json:"access,omitempty"`
}

// Query is an access pattern that reads. Label is a short name such as "Q1",
// Name describes the query. Rate is the number of executions per second.
type Query struct {
	Order  Order          `json:"order,omitempty"`
	Label  string         `json:"label"`
	Name   string         `json:"name"`
	Note   string         `json:"note,omitempty"`
	Find   map[ID]*Find   `json:"find,omitempty"`
	Given  map[ID]*Given  `json:"given,omitempty"`
	SortBy map[ID]*SortBy `json:"sort_by,omitempty"`
	Limit  int            `json:"limit,omitempty"`
	Rate   Expression     `json:"rate,omitempty"`
}

// Find is an item of a query's SELECT clause: an attribute of the concepts or,
// in a model without concepts, just a Name. It may be aggregated.
type Find struct {
	Order     Order     `json:"order,omitempty"`
	Attribute ID        `json:"attribute,omitempty"`
	Name      string    `json:"name,omitempty"`
	Aggregate Aggregate `json:"aggregate,omitempty"`
}

// Aggregate is the aggregate function of a Find; empty for none.
type Aggregate string

// The aggregates.
const (
	Count Aggregate = "count"
	Min   Aggregate = "min"
	Max   Aggregate = "max"
	Sum   Aggregate = "sum"
	Avg   Aggregate = "avg"
)

// Given is a condition of a query's WHERE clause.
type Given struct {
	Order     Order    `json:"order,omitempty"`
	Attribute ID       `json:"attribute,omitempty"`
	Name      string   `json:"name,omitempty"`
	Operator  Operator `json:"operator"`
}

// Operator is the comparison of a condition.
type Operator string

// The operators: equality, a range (one or two bounds), one of several.
const (
	Equal Operator = "="
	Range Operator = "range"
	In    Operator = "in"
)

// SortBy is an item of a query's ORDER BY clause.
type SortBy struct {
	Order      Order  `json:"order,omitempty"`
	Attribute  ID     `json:"attribute,omitempty"`
	Name       string `json:"name,omitempty"`
	Descending bool   `json:"descending,omitempty"`
}

// Update is an access pattern that writes. Label is a short name such as "U1".
type Update struct {
	Order  Order         `json:"order,omitempty"`
	Label  string        `json:"label"`
	Name   string        `json:"name"`
	Note   string        `json:"note,omitempty"`
	Kind   UpdateKind    `json:"kind,omitempty"`
	Writes map[ID]*Write `json:"writes,omitempty"`
	Rate   Expression    `json:"rate,omitempty"`
}

// UpdateKind is the kind of write; empty means Insert.
type UpdateKind string

// The kinds of update.
const (
	Insert UpdateKind = "insert"
	Change UpdateKind = "change"
	Delete UpdateKind = "delete"
)

// Write is a value that an update writes: an entity type, a relationship type
// or an attribute of the concepts, or just a Name.
type Write struct {
	Order   Order  `json:"order,omitempty"`
	Element ID     `json:"element,omitempty"`
	Name    string `json:"name,omitempty"`
}

func (a *Actor) order() Order      { return a.Order }
func (s *Step) order() Order       { return s.Order }
func (t *Transition) order() Order { return t.Order }
func (q *Query) order() Order      { return q.Order }
func (f *Find) order() Order       { return f.Order }
func (g *Given) order() Order      { return g.Order }
func (s *SortBy) order() Order     { return s.Order }
func (u *Update) order() Order     { return u.Order }
func (w *Write) order() Order      { return w.Order }
