package syntax

// CreateFunction = CREATE [OR REPLACE] FUNCTION [IF NOT EXISTS] name
// ( [argument {, argument}] ) (CALLED | RETURNS NULL) ON NULL INPUT
// RETURNS type LANGUAGE language AS 'body'
type CreateFunction struct {
	Base
	OrReplace, IfNotExists bool
	Name                   QualifiedName
	Arguments              []Field
	// CalledOnNull tells CALLED ON NULL INPUT from RETURNS NULL ON NULL INPUT.
	CalledOnNull bool
	Returns      TypeName
	Language     string
	Body         string
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
	// Final is the final function, empty for none; Initial the first state,
	// nil for none.
	Final   Identifier
	Initial *Term
}

// DropFunction = DROP (FUNCTION | AGGREGATE) [IF EXISTS] name [( types )]
type DropFunction struct {
	Base
	Aggregate, IfExists bool
	Name                QualifiedName
	// HasArguments tells `f()` from `f`.
	HasArguments bool
	Arguments    []TypeName
}

// CreateTrigger = CREATE TRIGGER [IF NOT EXISTS] name ON table USING 'class'
type CreateTrigger struct {
	Base
	IfNotExists bool
	Name        Identifier
	Table       QualifiedName
	Class       string
}

// DropTrigger = DROP TRIGGER [IF EXISTS] name ON table
type DropTrigger struct {
	Base
	IfExists bool
	Name     Identifier
	Table    QualifiedName
}
