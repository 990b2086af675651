package model

import "strings"

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
// Name describes the query. Parent is the query that a sub-query (Q3.1) is a
// part of. Statement is the CQL statement that the query was recovered from, or empty.
type Query struct {
	Order    Order          `json:"order,omitempty"`
	Label    string         `json:"label"`
	Name     string         `json:"name"`
	Note     string         `json:"note,omitempty"`
	Parent   ID             `json:"parent,omitempty"`
	Actor    ID             `json:"actor,omitempty"`
	Find     map[ID]*Find   `json:"find,omitempty"`
	Given    map[ID]*Given  `json:"given,omitempty"`
	SortBy   map[ID]*SortBy `json:"sort_by,omitempty"`
	Distinct bool           `json:"distinct,omitempty"`
	// Limit is the LIMIT clause and PageSize the driver's page size, both in
	// rows. 0 means none.
	Limit    int `json:"limit,omitempty"`
	PageSize int `json:"page_size,omitempty"`
	// Path is the set of relationship types that connect the entity types that
	// the query names. If it is empty, the path is inferred.
	Path IDSet `json:"path,omitempty"`
	// Twice marks the relationship types of Path that the path follows twice in a row, as
	// from an employee to the manager of the manager.
	Twice IDSet `json:"twice,omitempty"`
	// Ends maps a participant in a relationship type of Path to the role that the same instance has
	// in another one: the cook who publishes is the chef.
	Ends map[ID]ID `json:"ends,omitempty"`
	// Rate is the number of executions per second, WorstRate the number in the busiest period. An
	// empty WorstRate defaults to the worst value of Rate.
	Rate        Expression  `json:"rate,omitempty"`
	WorstRate   Expression  `json:"worst_rate,omitempty"`
	Consistency Consistency `json:"consistency,omitempty"`
	Statement   string      `json:"statement,omitempty"`
}

// Consistency is the consistency level of a query or an update; empty for the
// driver's default.
type Consistency string

// The consistency levels of CQL.
const (
	One         Consistency = "ONE"
	LocalOne    Consistency = "LOCAL_ONE"
	Two         Consistency = "TWO"
	Three       Consistency = "THREE"
	Quorum      Consistency = "QUORUM"
	LocalQuorum Consistency = "LOCAL_QUORUM"
	EachQuorum  Consistency = "EACH_QUORUM"
	All         Consistency = "ALL"
	Serial      Consistency = "SERIAL"
	LocalSerial Consistency = "LOCAL_SERIAL"
	Any         Consistency = "ANY"
)

// Find is an item of a query's SELECT clause. Attribute is an attribute of the
// concepts, or an entity or relationship type for all of its attributes. In a
// model without concepts it is just a Name. An item may be aggregated, or
// Grouped by, which also returns it.
type Find struct {
	Order     Order     `json:"order,omitempty"`
	Attribute ID        `json:"attribute,omitempty"`
	Name      string    `json:"name,omitempty"`
	Aggregate Aggregate `json:"aggregate,omitempty"`
	Grouped   bool      `json:"grouped,omitempty"`
	// Participant tells the instances of an entity type apart that take part in
	// a relationship twice ("manager" and "report"). It is usually empty.
	Participant ID `json:"participant,omitempty"`
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

// Given is a condition of the WHERE clause of a query or an update. Attribute,
// Name and Participant are as in Find.
type Given struct {
	Order       Order    `json:"order,omitempty"`
	Attribute   ID       `json:"attribute,omitempty"`
	Name        string   `json:"name,omitempty"`
	Participant ID       `json:"participant,omitempty"`
	Operator    Operator `json:"operator"`
	// Bounds are the bounds of a Range.
	Bounds Bounds `json:"bounds,omitempty"`
	// Count is the number of values of an In.
	Count  Expression  `json:"count,omitempty"`
	Source GivenSource `json:"source,omitempty"`
	// Constant is the CQL literal of a ConstantSource, such as 'open'.
	Constant string `json:"constant,omitempty"`
}

// GivenSource is the source of a condition's value.
type GivenSource string

// The sources. PreviousQuery means a column that an earlier query of the
// workflow returns or, for an entry point of the application, the user.
const (
	PreviousQuery  GivenSource = ""
	UserInput      GivenSource = "user"
	ConstantSource GivenSource = "constant"
)

// Bounds are the operators of a range. BothBounds is ">= <=".
type Bounds string

// The bounds.
const (
	BothBounds     Bounds = ""
	ExclusiveBoth  Bounds = "> <"
	ExclusiveLower Bounds = "> <="
	ExclusiveUpper Bounds = ">= <"
	AtLeast        Bounds = ">="
	MoreThan       Bounds = ">"
	AtMost         Bounds = "<="
	LessThan       Bounds = "<"
)

// Operators returns the operators of the bounds, one or two.
func (b Bounds) Operators() []string {
	if b == BothBounds {
		return []string{">=", "<="}
	}
	return strings.Fields(string(b))
}

// Operator is the comparison of a condition.
type Operator string

// The operators: equality, a range (see Bounds), one of several, and a prefix of
// a text, which CQL expresses as a range.
const (
	Equal  Operator = "="
	Range  Operator = "range"
	In     Operator = "in"
	Prefix Operator = "prefix"
)

// IsRange reports whether the condition restricts a column to a range of values.
func (o Operator) IsRange() bool { return o == Range || o == Prefix }

// SortBy is an item of a query's ORDER BY clause. Attribute, Name and
// Participant are as in Find.
type SortBy struct {
	Order       Order  `json:"order,omitempty"`
	Attribute   ID     `json:"attribute,omitempty"`
	Name        string `json:"name,omitempty"`
	Participant ID     `json:"participant,omitempty"`
	Descending  bool   `json:"descending,omitempty"`
}

// Update is an access pattern that writes. Label is a short name such as "U1".
// Given are the conditions that identify what is changed or deleted. Rate, WorstRate
// and Statement are as in Query.
type Update struct {
	Order   Order         `json:"order,omitempty"`
	Label   string        `json:"label"`
	Name    string        `json:"name"`
	Note    string        `json:"note,omitempty"`
	Actor   ID            `json:"actor,omitempty"`
	Kind    UpdateKind    `json:"kind,omitempty"`
	Cascade Cascade       `json:"cascade,omitempty"`
	Writes  map[ID]*Write `json:"writes,omitempty"`
	Given   map[ID]*Given `json:"given,omitempty"`
	// Conditional means that the write happens only if the row is as expected: a
	// lightweight transaction.
	Conditional bool        `json:"conditional,omitempty"`
	Rate        Expression  `json:"rate,omitempty"`
	WorstRate   Expression  `json:"worst_rate,omitempty"`
	Consistency Consistency `json:"consistency,omitempty"`
	Statement   string      `json:"statement,omitempty"`
}

// UpdateKind is the kind of write; empty means Insert. To add a value to a multi-valued
// attribute is an Insert of the attribute, and to remove one a Delete of it.
type UpdateKind string

// The kinds of update.
const (
	Insert    UpdateKind = "insert"
	Change    UpdateKind = "change"
	Delete    UpdateKind = "delete"
	Increment UpdateKind = "increment"
)

// Cascade is the effect of deleting an instance on the weak entities and relationships that depend
// on it.
type Cascade string

// The effects: not specified; delete the dependents too; delete only an instance without
// dependents.
const (
	CascadeUnsaid Cascade = ""
	Cascades      Cascade = "cascade"
	Restricts     Cascade = "restrict"
)

// Write is a value that an update writes: an entity type, a relationship type
// or an attribute of the concepts, or just a Name.
type Write struct {
	Order   Order  `json:"order,omitempty"`
	Element ID     `json:"element,omitempty"`
	Name    string `json:"name,omitempty"`
	// Participant is as in Find.
	Participant ID `json:"participant,omitempty"`
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

// Consistencies are all consistency levels.
var Consistencies = []Consistency{Any, One, LocalOne, Two, Three, Quorum, LocalQuorum, EachQuorum, All, Serial, LocalSerial}

// RangeBounds are all bounds but BothBounds.
var RangeBounds = []Bounds{ExclusiveBoth, ExclusiveLower, ExclusiveUpper, AtLeast, MoreThan, AtMost, LessThan}
