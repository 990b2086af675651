package cql

import (
	"widerow/model"
	"widerow/model/access"
	"widerow/model/schema"
)

// functions applies a statement about functions, aggregates or triggers.
func (r *resolver) functions(statement Statement) *schema.Refusal {
	switch s := statement.(type) {
	case *CreateFunction:
		return r.enabled(s, r.schema.CreateFunction(declareFunction(s)))
	case *CreateAggregate:
		return r.enabled(s, r.schema.CreateAggregate(declareAggregate(s)))
	case *DropFunction:
		return r.schema.DropFunction(schema.DropFunction{Aggregate: s.Aggregate, IfExists: s.IfExists, Name: declareName(s.Name),
			HasArguments: s.HasArguments, Arguments: declareTypes(s.Arguments)})
	case *CreateTrigger:
		return r.schema.CreateTrigger(schema.Trigger{Name: s.Name.Name, IfNotExists: s.IfNotExists, Table: declareName(s.Table), Class: s.Class})
	case *DropTrigger:
		return r.schema.DropTrigger(schema.DropTrigger{Name: s.Name.Name, IfExists: s.IfExists, Table: declareName(s.Table)})
	}
	return nil
}

// enabled warns of functions that are taken.
func (r *resolver) enabled(statement Statement, refusal *schema.Refusal) *schema.Refusal {
	if refusal == nil && !r.lenient {
		r.note(Warning, CodeDisabled, statement,
			"User-defined functions are disabled in cassandra.yaml - set user_defined_functions_enabled=true to enable")
	}
	return refusal
}

func declareFunction(s *CreateFunction) schema.Function {
	d := schema.Function{Name: declareName(s.Name), OrReplace: s.OrReplace, IfNotExists: s.IfNotExists, CalledOnNull: s.CalledOnNull,
		Returns: declareTypeName(s.Returns), Language: s.Language}
	for _, argument := range s.Arguments {
		d.Arguments = append(d.Arguments, schema.Field{Name: argument.Name.Name, Type: declareTypeName(argument.Type)})
	}
	return d
}

func declareAggregate(s *CreateAggregate) schema.Aggregate {
	d := schema.Aggregate{Name: declareName(s.Name), OrReplace: s.OrReplace, IfNotExists: s.IfNotExists,
		Arguments: declareTypes(s.Arguments), StateType: declareTypeName(s.StateType), State: s.State.Name, Final: s.Final.Name}
	if s.Initial != nil {
		d.Initial = s.Initial.String()
	}
	return d
}

func declareTypes(names []TypeName) []schema.Type {
	types := make([]schema.Type, len(names))
	for i, name := range names {
		types[i] = declareTypeName(name)
	}
	return types
}

// checkTerm is Terms.asBytes: it judges a value that belongs to no column.
func checkTerm(s *schema.Schema, keyspace, text string, t model.Type) *schema.Refusal {
	term, ok := parseFragment(text, (*parser).term)
	if !ok {
		return invalid("Invalid CQL term: " + text)
	}
	shaper := shaper{keyspace: keyspace, catalog: s}
	value := shaper.value(&term)
	table := access.Table{Keyspace: keyspace, Types: s.Physical.Types, Functions: shapeSignatures(s.Signatures())}
	refusal := table.CheckValue("(dummy)", t, value)
	switch {
	case shaper.refusal != nil:
		return shaper.refusal
	case refusal != nil:
		return &schema.Refusal{Code: schema.Code(RefusalCode(refusal)), Message: RefusalText(refusal)}
	case shaper.marked:
		return invalid("java.lang.IndexOutOfBoundsException: Index: 0")
	}
	return nil
}
