package cql

import (
	"strings"

	"widerow/cql/convert"
	"widerow/cql/hint"
	"widerow/cql/parse"
	"widerow/cql/print"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/access"
	"widerow/model/schema"
)

// A lenient resolver keeps refused functions, aggregates and triggers as text
// if they are new.

func (r *resolver) createFunction(s *syntax.CreateFunction) *schema.Refusal {
	r.assume(s, s.Name)
	d := declareFunction(s)
	if r.target&from50 == 0 && r.target.isOwn(s) {
		d.Language = "java" // the target's language is judged like it
	}
	d.Text = r.keptText(s, s.Name)
	return r.keepRefused(s, s.Name, r.schema.CreateFunction(d))
}

func (r *resolver) createAggregate(s *syntax.CreateAggregate) *schema.Refusal {
	r.assume(s, s.Name)
	d := declareAggregate(s)
	d.Text = r.keptText(s, s.Name)
	return r.keepRefused(s, s.Name, r.schema.CreateAggregate(d))
}

func (r *resolver) createTrigger(s *syntax.CreateTrigger) *schema.Refusal {
	r.assume(s, s.Table)
	refusal := r.schema.CreateTrigger(schema.Trigger{Name: s.Name.Name, IfNotExists: s.IfNotExists, Table: convert.Name(s.Table),
		Class: s.Class, Text: r.keptText(s, s.Table), Note: convert.NoteOf(&s.Remarks)})
	return r.keepRefused(s, s.Table, refusal)
}

func (r *resolver) dropFunction(s *syntax.DropFunction) *schema.Refusal {
	return r.schema.DropFunction(schema.DropFunction{Aggregate: s.Aggregate, IfExists: s.IfExists, Name: convert.Name(s.Name),
		HasArguments: s.HasArguments, Arguments: declareTypes(s.Arguments)})
}

func (r *resolver) dropTrigger(s *syntax.DropTrigger) *schema.Refusal {
	return r.schema.DropTrigger(schema.DropTrigger{Name: s.Name.Name, IfExists: s.IfExists, Table: convert.Name(s.Table)})
}

// keepRefused keeps a statement as text although it is refused.
func (r *resolver) keepRefused(statement syntax.Statement, name syntax.QualifiedName, refusal *schema.Refusal) *schema.Refusal {
	full, incomplete := r.schema.Complete(convert.Name(name))
	if !r.lenient || refusal == nil || incomplete != nil || !r.schema.Has(full.Keyspace) || strings.HasSuffix(refusal.Message, "already exists") {
		return refusal
	}
	r.schema.Keep(full.Keyspace, r.keptText(statement, name), convert.NoteOf(&syntax.Place(statement).Remarks))
	return r.taken(statement, refusal)
}

func declareFunction(s *syntax.CreateFunction) schema.Function {
	d := schema.Function{Name: convert.Name(s.Name), OrReplace: s.OrReplace, IfNotExists: s.IfNotExists, CalledOnNull: s.CalledOnNull,
		Returns: convert.TypeName(s.Returns), Language: s.Language, Note: convert.NoteOf(&s.Remarks)}
	for _, argument := range s.Arguments {
		d.Arguments = append(d.Arguments, schema.Field{Name: argument.Name.Name, Type: convert.TypeName(argument.Type)})
	}
	return d
}

func declareAggregate(s *syntax.CreateAggregate) schema.Aggregate {
	d := schema.Aggregate{Name: convert.Name(s.Name), OrReplace: s.OrReplace, IfNotExists: s.IfNotExists,
		Arguments: declareTypes(s.Arguments), StateType: convert.TypeName(s.StateType), State: s.State.Name, Final: s.Final.Name, Note: convert.NoteOf(&s.Remarks)}
	if s.Initial != nil {
		d.Initial = s.Initial.String()
	}
	return d
}

func declareTypes(names []syntax.TypeName) []schema.Type {
	types := make([]schema.Type, len(names))
	for i, name := range names {
		types[i] = convert.TypeName(name)
	}
	return types
}

// checkTerm follows Terms.asBytes. It checks a value that belongs to no column.
func checkTerm(s *schema.Schema, keyspace, text string, t model.Type) *schema.Refusal {
	term, ok := parse.ParseTerm(text)
	if !ok {
		return invalid("Invalid CQL term: %s", text).
			Advise("Give INITCOND a constant of the type after STYPE.")
	}
	var converter convert.Rows
	converter.Begin(keyspace, s)
	value := converter.Value(&term)
	table := bareTable(s, keyspace)
	refusal := table.CheckValue("(dummy)", t, value)
	switch {
	case refusal != nil:
		return &schema.Refusal{Code: schema.Code(print.RefusalCode(refusal)), Message: print.RefusalText(refusal), Hint: hint.RefusalHint(refusal)}
	case converter.Marked:
		return invalid(markerInTerm)
	}
	return nil
}

// bareTable returns a table without columns, for a value that belongs to none.
func bareTable(s *schema.Schema, keyspace string) *access.Table {
	return &access.Table{Keyspace: keyspace, Types: s.Physical.Types, Functions: shapeSignatures(s.Signatures())}
}

// checkMask follows ColumnMask.Raw.prepare.
func checkMask(s *schema.Schema, place schema.Name, column string, t model.Type, text string) (string, *schema.Refusal) {
	mask, ok := parse.ParseMask(convert.MaskPrefix + text)
	if !ok {
		return "", &schema.Refusal{Code: schema.Syntax, Message: "not a mask: " + text}
	}
	var converter convert.Rows
	converter.Begin(place.Keyspace, s)
	call := access.Value{Kind: access.Function, Text: "mask_default"}
	if mask.Function != nil {
		call = converter.Value(mask.Function)
	}
	table := bareTable(s, place.Keyspace)
	table.Name = place.Name
	function, refusal := table.Mask(column, t, call)
	switch {
	case refusal != nil:
		return "", &schema.Refusal{Code: schema.Code(print.RefusalCode(refusal)), Message: print.RefusalText(refusal), Hint: hint.RefusalHint(refusal)}
	case converter.Marked:
		return "", invalid(markerInTerm)
	case function.Keyspace == place.Keyspace:
		return function.Name, nil
	}
	return "", nil
}

// markerInTerm is the server's error for a bind marker where it requires a
// value.
const markerInTerm = "java.lang.IndexOutOfBoundsException: Index: 0"
