package schema

import (
	"slices"
	"strings"

	"widerow/model"
)

// Aggregate is CREATE AGGREGATE.
type Aggregate struct {
	Name                   Name
	OrReplace, IfNotExists bool
	Arguments              []Type
	StateType              Type
	// State and Final are the names of functions of the same keyspace. Final
	// may be empty.
	State, Final string
	// Initial is the initial state as CQL, or empty.
	Initial string
	// Text and Note are as in Function.
	Text, Note string
}

// CreateAggregate adds or replaces an aggregate.
func (s *Schema) CreateAggregate(d Aggregate) *Refusal {
	name, keyspace, refusal := s.functionPlace(d.Name, append(slices.Clone(d.Arguments), d.StateType))
	if refusal != nil {
		return refusal
	}
	if keyspace == nil {
		return refuse(Config, "", "Keyspace %s doesn't exist", name.Keyspace).
			Advise(hintKeyspace)
	}
	if _, refusal := keyspace.resolveAll(append([]Type{d.StateType}, d.Arguments...)); refusal != nil {
		return refusal
	}
	if refusal := executable(name.Keyspace); refusal != nil {
		return refusal
	}
	d = d.in(name)
	if refusal := d.check(); refusal != nil {
		return refusal
	}
	added, refusal := s.buildAggregate(keyspace, d)
	if refusal != nil {
		return refusal
	}
	existing := keyspace.function(name.Name, added.signature.Arguments)
	if existing != nil {
		if refusal := s.checkAggregateReplacement(d, existing, added.signature); refusal != nil || d.IfNotExists {
			return refusal
		}
	}
	s.putFunction(keyspace, existing, added, d.Text, d.Note)
	return nil
}

// in adds the keyspace to the names in a declaration.
func (d Aggregate) in(name Name) Aggregate {
	d.Name = name
	d.StateType = d.StateType.in(name.Keyspace)
	d.Arguments = slices.Clone(d.Arguments)
	for i, argument := range d.Arguments {
		d.Arguments[i] = argument.in(name.Keyspace)
	}
	return d
}

func (d Aggregate) check() *Refusal {
	if d.IfNotExists && d.OrReplace {
		return refuse(Invalid, "", "Cannot use both 'OR REPLACE' and 'IF NOT EXISTS' directives").
			Advise("Keep one of the two.")
	}
	if strings.ContainsAny(d.Name.Name, invalidInFunctionName) {
		return refuse(Invalid, "", "Aggregate name '%s' is invalid", d.Name.Name).
			Advise(hintLetters)
	}
	if refusal := checkUnfrozen("Argument", d.Arguments...); refusal != nil {
		return refusal
	}
	return checkUnfrozen("State type", d.StateType)
}

// buildAggregate resolves the functions of an aggregate and checks its initial
// state.
func (s *Schema) buildAggregate(keyspace *keyspace, d Aggregate) (*function, *Refusal) {
	arguments, refusal := keyspace.resolveAll(d.Arguments)
	if refusal != nil {
		return nil, refusal
	}
	stateType, refusal := (typeResolver{keyspace: keyspace}).resolve(d.StateType, false)
	if refusal != nil {
		return nil, refusal
	}
	added := &function{stateType: stateType}
	written := append([]Type{d.StateType}, d.Arguments...)
	if added.state, refusal = keyspace.part("State", d.State, append([]model.Type{stateType}, arguments...), written); refusal != nil {
		return nil, refusal
	}
	if !sameFrozen(added.state.signature.Returns, stateType) {
		return nil, refuse(Invalid, "", "State function %s return type must be the same as the first argument type - "+
			"check STYPE, argument and return types", keyspace.partText(d.State, written)).
			Advise("The first argument and the result of the state function must have the type after STYPE.")
	}
	returns := added.state.signature.Returns
	if d.Final != "" {
		if added.final, refusal = keyspace.part("Final", d.Final, []model.Type{stateType}, written[:1]); refusal != nil {
			return nil, refusal
		}
		returns = added.final.signature.Returns
	}
	if added.hasInitial, refusal = s.checkInitial(keyspace.name, d.Initial, stateType); refusal != nil {
		return nil, refusal
	}
	if !added.state.calledOnNull && !added.hasInitial {
		return nil, refuse(Invalid, "", "Cannot create aggregate '%s' without INITCOND because state function %s does not accept 'null' arguments",
			d.Name.Name, added.state.name()).
			Advise("Add INITCOND, or declare the state function CALLED ON NULL INPUT.")
	}
	added.signature = model.Signature{Keyspace: keyspace.name, Name: d.Name.Name, Arguments: arguments, Returns: returns, Aggregate: true}
	return added, nil
}

// part returns the state function or the final function of an aggregate.
func (k *keyspace) part(role, name string, arguments []model.Type, written []Type) (*function, *Refusal) {
	found := k.function(name, arguments)
	switch {
	case found == nil:
		return nil, refuse(Invalid, "", "%s function %s doesn't exist", role, k.partText(name, written)).
			Advise("Create the function first. Its first argument has the type after STYPE.")
	case found.signature.Aggregate:
		return nil, refuse(Invalid, "", "%s function %s isn't a scalar function", role, k.partText(name, written)).
			Advise("Name a function, not an aggregate.")
	}
	return found, nil
}

func (k *keyspace) partText(name string, arguments []Type) string {
	return k.name + "." + name + "(" + typesText(arguments) + ")"
}

func typesText(types []Type) string {
	texts := make([]string, len(types))
	for i, t := range types {
		texts[i] = t.String()
	}
	return quoted(texts)
}

const emptyString = "''"

// checkInitial checks INITCOND. It reports whether there is one that is not
// null.
func (s *Schema) checkInitial(keyspace, initial string, stateType model.Type) (bool, *Refusal) {
	if initial == "" || s.CheckTerm == nil {
		return initial != "", nil
	}
	if refusal := s.CheckTerm(keyspace, initial, stateType); refusal != nil {
		return false, refusal
	}
	if initial == emptyString && stateType.Kind == model.NativeType && stateType.Name != "text" && stateType.Name != "ascii" {
		return false, refuse(Invalid, "", "INITCOND must not be empty for all types except TEXT, ASCII, BLOB").
			Advise("Give INITCOND a value of the type after STYPE.")
	}
	return !strings.EqualFold(initial, "null"), nil
}

func (s *Schema) checkAggregateReplacement(d Aggregate, existing *function, signature model.Signature) *Refusal {
	switch name := d.Name.Name; {
	case !existing.signature.Aggregate:
		return refuse(Invalid, "", "Aggregate '%s' cannot replace a function", name).
			Advise("Drop the function first, or choose another name.")
	case d.IfNotExists:
	case !d.OrReplace:
		return refuse(Invalid, "", "Aggregate '%s' already exists", name).
			Advise("Add OR REPLACE to replace it, or IF NOT EXISTS to keep it.")
	default:
		is, was := signature.Returns.Effective(), existing.signature.Returns.Effective()
		if !s.replaceable(is, was) {
			return refuse(Invalid, "", "Cannot replace aggregate '%s', the new return type %s isn't compatible with the return type %s of existing function",
				name, s.cqlText(is), s.cqlText(was)).
				Advise("Keep the type {3}, or drop the aggregate first.")
		}
	}
	return nil
}
