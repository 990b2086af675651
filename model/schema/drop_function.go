package schema

import (
	"slices"
	"strings"

	"widerow/model"
)

// DropFunction is DROP FUNCTION or DROP AGGREGATE.
type DropFunction struct {
	Aggregate, IfExists bool
	Name                Name
	// HasArguments is true for `f()`, a function without arguments, and false
	// for `f`, which leaves them open.
	HasArguments bool
	Arguments    []Type
}

// DropFunction removes a function or an aggregate.
func (s *Schema) DropFunction(d DropFunction) *Refusal {
	name, keyspace, refusal := s.functionPlace(d.Name, d.Arguments)
	if refusal != nil {
		return refusal
	}
	d.Name = name
	if keyspace != nil && d.HasArguments && len(keyspace.byName[name.Name]) > 0 {
		if _, refusal := keyspace.resolveAll(d.Arguments); refusal != nil {
			return refusal
		}
		d.Arguments = slices.Clone(d.Arguments)
		for i, argument := range d.Arguments {
			d.Arguments[i] = argument.in(name.Keyspace)
		}
	}
	if refusal := executable(name.Keyspace); refusal != nil {
		return refusal
	}
	found, refusal := d.find(keyspace)
	switch {
	case refusal != nil:
		return refusal
	case found == nil && d.IfExists:
		return nil
	case found == nil:
		return refuse(Invalid, "", "%s '%s' doesn't exist", d.kind(), d.text()).
			Advise("Add IF EXISTS to ignore this. If several have the name, give the types of the arguments.")
	}
	if aggregates := keyspace.aggregatesWith(found); len(aggregates) > 0 {
		return refuse(Invalid, "", "Function '%s' is still referenced by aggregates %s", d.text(), quoted(aggregates)).
			Advise("Drop these aggregates first.")
	}
	if tables := keyspace.maskedWith(name.Name); len(tables) > 0 && !d.Aggregate {
		return refuse(Invalid, "", "Function '%s' is still referenced by column masks in tables %s", d.text(), quoted(relationNames(tables))).
			Advise("Drop these masks first: ALTER TABLE … ALTER column DROP MASKED.")
	}
	keyspace.removeFunction(found)
	delete(s.Physical.Statements, found.id)
	return nil
}

func (d DropFunction) kind() string {
	if d.Aggregate {
		return "Aggregate"
	}
	return "Function"
}

// text returns the function as messages write it.
func (d DropFunction) text() string {
	if d.HasArguments {
		return d.Name.written() + "(" + typesText(d.Arguments) + ")"
	}
	return d.Name.written()
}

// find returns the function, or nil if there is none.
func (d DropFunction) find(keyspace *keyspace) (*function, *Refusal) {
	if keyspace == nil {
		return nil, nil
	}
	overloads := keyspace.byName[d.Name.Name]
	if len(overloads) > 1 && !d.HasArguments {
		kind, name := strings.ToUpper(d.kind()), d.Name.Name
		return nil, refuse(Invalid, "", "'DROP %s %s' matches multiple function definitions; specify the argument types by issuing a statement "+
			"like 'DROP %s %s (type, type, ...)'. You can use cqlsh 'DESCRIBE %s %s' command to find all overloads", kind, name, kind, name, kind, name)
	}
	if refusal := checkUnfrozen("Argument", d.Arguments...); refusal != nil {
		return nil, refusal
	}
	arguments, refusal := keyspace.resolveAll(d.Arguments)
	if refusal != nil {
		return nil, refusal
	}
	found := keyspace.function(d.Name.Name, arguments)
	if !d.HasArguments && len(overloads) == 1 {
		found = overloads[0]
	}
	if found == nil || found.signature.Aggregate != d.Aggregate {
		return nil, nil
	}
	return found, nil
}

// aggregatesWith returns the names of the aggregates that call a function.
func (k *keyspace) aggregatesWith(called *function) []string {
	var names []string
	for _, f := range k.functions {
		if f.state == called || f.final == called {
			names = append(names, f.name())
		}
	}
	return names
}

// functionsWith returns the functions and aggregates of a keyspace that use one
// of the types, grouped by name.
func (k *keyspace) functionsWith(types map[model.ID]bool) []string {
	var names []string
	seen := map[string]bool{}
	for _, first := range k.functions {
		if seen[first.signature.Name] {
			continue
		}
		seen[first.signature.Name] = true
		for _, f := range k.byName[first.signature.Name] {
			if f.uses(types) {
				names = append(names, f.name())
			}
		}
	}
	return names
}

func (f *function) uses(types map[model.ID]bool) bool {
	if f == nil {
		return false
	}
	for _, t := range append([]model.Type{f.signature.Returns, f.stateType}, f.signature.Arguments...) {
		if holdsOneOf(t, types) {
			return true
		}
	}
	return f.state.uses(types) || f.final.uses(types)
}

// initializedWith returns the names of the aggregates whose INITCOND has one of
// the types.
func (k *keyspace) initializedWith(types map[model.ID]bool) []string {
	var names []string
	for _, f := range k.functions {
		if f.hasInitial && holdsOneOf(f.stateType, types) {
			names = append(names, f.name())
		}
	}
	return names
}

// reorder updates the order of functions after a change of types. If a function
// uses one of the types, the server creates all functions anew, and the
// aggregates after them.
func (k *keyspace) reorder(types map[model.ID]bool) {
	if len(k.functionsWith(types)) == 0 {
		return
	}
	slices.SortStableFunc(k.functions, func(a, b *function) int {
		switch {
		case a.signature.Aggregate == b.signature.Aggregate:
			return 0
		case a.signature.Aggregate:
			return 1
		}
		return -1
	})
}
