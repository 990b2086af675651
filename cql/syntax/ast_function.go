package syntax

// CreateFunction = CREATE [OR REPLACE] FUNCTION [IF NOT EXISTS] name
// ( [argument {, argument}] ) (CALLED | RETURNS NULL) ON NULL INPUT
// RETURNS type LANGUAGE language AS 'body'
type CreateFunction struct {
	Base
	OrReplace, IfNotExists bool
	Name                   QualifiedName
	Arguments              []Field
	// CalledOnNull distinguishes CALLED ON NULL INPUT from RETURNS NULL ON NULL
	// INPUT.
	CalledOnNull bool
	Returns      TypeName
	Language     string
	Body         string
}

func (*CreateFunction) keyword() string { return "CREATE FUNCTION" }

func (s *CreateFunction) subject() QualifiedName { return s.Name }

func (s *CreateFunction) walk(w walker) {
	Walk(&s.Name, w)
	walkAll(s.Arguments, w)
	Walk(&s.Returns, w)
}

// CreateAggregate = CREATE [OR REPLACE] AGGREGATE [IF NOT EXISTS] name
// ( [type {, type}] ) SFUNC name STYPE type [FINALFUNC name] [INITCOND term]
type CreateAggregate struct {
	Base
	OrReplace, IfNotExists bool
	Name                   QualifiedName
	Arguments              []TypeName
	State                  Identifier
	StateType              TypeName
	// Final is the final function, "" for none. Initial is the initial state,
	// nil for none.
	Final   Identifier
	Initial *Term
}

func (*CreateAggregate) keyword() string { return "CREATE AGGREGATE" }

func (s *CreateAggregate) subject() QualifiedName { return s.Name }

func (s *CreateAggregate) walk(w walker) {
	Walk(&s.Name, w)
	walkAll(s.Arguments, w)
	w.names(s.State)
	Walk(&s.StateType, w)
	w.names(s.Final)
	w.optional(s.Initial)
}

// DropFunction = DROP (FUNCTION | AGGREGATE) [IF EXISTS] name [( types )]
type DropFunction struct {
	Base
	Aggregate, IfExists bool
	Name                QualifiedName
	// HasArguments distinguishes `f()` from `f`.
	HasArguments bool
	Arguments    []TypeName
}

func (s *DropFunction) keyword() string {
	return either(s.Aggregate, "DROP AGGREGATE", "DROP FUNCTION")
}

func (s *DropFunction) walk(w walker) {
	Walk(&s.Name, w)
	walkAll(s.Arguments, w)
}

// CreateTrigger = CREATE TRIGGER [IF NOT EXISTS] name ON table USING 'class'
type CreateTrigger struct {
	Base
	IfNotExists bool
	Name        Identifier
	Table       QualifiedName
	Class       string
}

func (*CreateTrigger) keyword() string { return "CREATE TRIGGER" }

func (s *CreateTrigger) subject() QualifiedName { return s.Table }

func (s *CreateTrigger) walk(w walker) {
	w.names(s.Name)
	Walk(&s.Table, w)
}

// DropTrigger = DROP TRIGGER [IF EXISTS] name ON table
type DropTrigger struct {
	Base
	IfExists bool
	Name     Identifier
	Table    QualifiedName
}

func (*DropTrigger) keyword() string { return "DROP TRIGGER" }

func (s *DropTrigger) subject() QualifiedName { return s.Table }

func (s *DropTrigger) walk(w walker) {
	w.names(s.Name)
	Walk(&s.Table, w)
}
