package syntax

// CreateView = CREATE MATERIALIZED VIEW [IF NOT EXISTS] name AS SELECT
// selectors FROM table [WHERE conditions] PRIMARY KEY key [WITH options]
type CreateView struct {
	Base
	IfNotExists bool
	Name        QualifiedName
	// Selectors is empty for `*`.
	Selectors []Selector
	Table     QualifiedName
	Where     []Condition
	Key       PrimaryKey
	Options   []Option
}

func (*CreateView) keyword() string { return "CREATE MATERIALIZED VIEW" }

func (s *CreateView) subject() QualifiedName { return s.Name }

func (s *CreateView) walk(w walker) {
	Walk(&s.Name, w)
	walkAll(s.Selectors, w)
	Walk(&s.Table, w)
	walkAll(s.Where, w)
	w.key(s.Key)
	walkAll(s.Options, w)
}

// Selector = term [AS alias]; in a selector a term may name columns.
type Selector struct {
	*Remarks
	Term  Term
	Alias Identifier
}
