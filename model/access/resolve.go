package access

import (
	"slices"
	"strconv"
	"strings"

	"widerow/model"
)

// call is a function call whose function is looked up by its name and its
// arguments.
type call struct {
	*scope
	name FunctionName
	// value is the call as written, arguments are the arguments of the function.
	value     *Value
	arguments []Value
	// to is the receiver of the result. It has no type if nothing determines
	// it.
	to receiver
	// typeOnly reports whether only the type of the call's result is wanted.
	typeOnly bool
}

func (s *scope) newCall(v *Value, to receiver) call {
	return call{scope: s, name: v.FunctionName(), value: v, arguments: v.Values, to: to}
}

// FunctionName returns the name of the function that a call or an operator
// calls.
func (v *Value) FunctionName() FunctionName {
	switch v.Kind {
	case Operation:
		return FunctionName{systemKeyspace, operatorFunctions[v.Text]}
	case Negation:
		return FunctionName{systemKeyspace, negationFunction}
	case CastFunction:
		return FunctionName{systemKeyspace, "cast_as_" + v.Text}
	}
	return FunctionName{v.Keyspace, v.Text}
}

// find follows FunctionResolver.get. It returns neither a function nor a
// refusal if there is no function of the name.
func (c *call) find() (*Signature, *Refusal) {
	candidates, refusal := c.candidates()
	switch {
	case refusal != nil || len(candidates) == 0:
		return nil, refusal
	case len(candidates) == 1:
		return candidates[0], c.checkArguments(candidates[0])
	}
	return c.bestOf(candidates)
}

func (c *call) candidates() ([]*Signature, *Refusal) {
	var candidates []*Signature
	for _, function := range c.table.Functions {
		if c.table.mayBe(c.name, function) {
			candidates = append(candidates, function)
		}
	}
	if c.name.Keyspace != "" && c.name.Keyspace != systemKeyspace {
		return candidates, nil
	}
	if c.name.Name == "token" {
		return c.with(candidates, tokenOf)
	}
	factory, functions := nativeFactories[c.name.Name], nativeFunctions[c.name.Name]
	if c.table.Since6 && factory == nil && functions == nil {
		factory, functions = sixFactories[c.name.Name], sixFunctions[c.name.Name]
	}
	if factory != nil {
		return c.with(candidates, factory.function)
	}
	return append(candidates, functions...), nil
}

// with adds the function that is made for this call to the candidates.
func (c *call) with(candidates []*Signature, make func(*call) (*Signature, *Refusal)) ([]*Signature, *Refusal) {
	function, refusal := make(c)
	if refusal != nil {
		return nil, refusal
	}
	return append(candidates, function), nil
}

// mayBe reports whether the name can mean the user's function f. A name without
// a keyspace means one of the table's keyspace.
func (t *Table) mayBe(name FunctionName, f *Signature) bool {
	return f.Name == name.Name && (f.Keyspace == name.Keyspace || name.Keyspace == "" && f.Keyspace == t.Keyspace)
}

// FunctionOf returns the full name of the function that a selected call calls.
func (t *Table) FunctionOf(v *Value) FunctionName {
	name := v.FunctionName()
	for _, f := range t.Functions {
		if t.mayBe(name, f) {
			return FunctionName{f.Keyspace, f.Name}
		}
	}
	if v.isCount() && len(v.Values) == 1 && v.Values[0].isLiteral() {
		name.Name = countRows.Name
	}
	return FunctionName{systemKeyspace, name.Name}
}

// argument returns the receiver of argument i of the function.
func (f *Signature) argument(i int) receiver {
	return receiver{name: "arg" + strconv.Itoa(i) + "(" + strings.ToLower(f.Keyspace+"."+f.Name) + ")", typ: f.Arguments[i]}
}

// checkArguments follows FunctionResolver.validateTypes.
func (c *call) checkArguments(f *Signature) *Refusal {
	if len(c.arguments) != len(f.Arguments) {
		return c.refuse(FunctionArity, &Refusal{Function: f, Want: len(f.Arguments), Got: len(c.arguments)})
	}
	for i := range c.arguments {
		to := f.argument(i)
		suits, refusal := c.fit(&c.arguments[i], to)
		if refusal != nil {
			return refusal
		}
		if suits == misfit {
			return c.refuse(FunctionArgument, &Refusal{Function: f, Value: &c.arguments[i], Type: unwrap(to.typ), Got: i})
		}
	}
	return nil
}

// refuse sets the parts of a refusal that all refusals of a call have.
func (c *call) refuse(code *Code, refusal *Refusal) *Refusal {
	refusal.Code, refusal.Selecting, refusal.Name = code, c.selecting, c.name
	return c.orMapRefusal(refusal)
}

// bestOf follows FunctionResolver.pickBestMatch: it returns the exact match, or
// the only match.
func (c *call) bestOf(candidates []*Signature) (*Signature, *Refusal) {
	var compatible []*Signature
	for _, function := range candidates {
		if !c.to.typ.IsZero() && c.table.typeFit(function.Returns, c.to.typ) == misfit {
			continue
		}
		match, refusal := c.match(function)
		switch {
		case refusal != nil:
			return nil, refusal
		case match == exact:
			return function, nil
		case match == weak:
			compatible = append(compatible, function)
		}
	}
	switch len(compatible) {
	case 0:
		return nil, c.noMatch(candidates)
	case 1:
		return compatible[0], nil
	}
	return c.ambiguous(compatible)
}

// match returns how well all arguments fit the function: as well as the worst
// of them.
func (c *call) match(f *Signature) (fit, *Refusal) {
	if len(c.arguments) != len(f.Arguments) {
		return misfit, nil
	}
	worst := exact
	for i := range c.arguments {
		suits, refusal := c.argumentFit(f, i)
		if suits == misfit || refusal != nil {
			return misfit, refusal
		}
		worst = min(worst, suits)
	}
	return worst, nil
}

// argumentFit returns how well argument i fits. It builds the name of the
// receiver only if a message may need it, because that is slow.
func (c *call) argumentFit(f *Signature, i int) (fit, *Refusal) {
	if v := &c.arguments[i]; v.isLiteral() || v.Kind == Reference {
		return c.fit(v, receiver{typ: f.Arguments[i]})
	}
	return c.fit(&c.arguments[i], f.argument(i))
}

func (c *call) noMatch(candidates []*Signature) *Refusal {
	if c.value.Kind == Operation {
		return c.refuse(NoOperation, &Refusal{Text: c.value.Text, Value: &c.arguments[0], Second: &c.arguments[1]})
	}
	return c.refuse(NoFunctionMatches, &Refusal{Functions: candidates})
}

// ambiguous chooses between functions that all match. An operation without bind
// markers has the type of its receiver; everything else is refused.
func (c *call) ambiguous(compatible []*Signature) (*Signature, *Refusal) {
	if c.value.Kind == Negation {
		return nil, c.refuse(AmbiguousNegation, &Refusal{})
	}
	if c.value.Kind != Operation {
		return nil, c.refuse(AmbiguousCall, &Refusal{Functions: compatible})
	}
	isMarker := func(v Value) bool { return v.Kind == Marker }
	if !c.to.typ.IsZero() && !c.to.descending && !slices.ContainsFunc(c.arguments, isMarker) {
		for _, function := range compatible {
			if function.Arguments[0].Equal(c.to.typ) && function.Arguments[1].Equal(c.to.typ) {
				return function, nil
			}
		}
	}
	return nil, c.refuse(AmbiguousOperation, &Refusal{Text: c.value.Text, Value: &c.arguments[0], Second: &c.arguments[1]})
}

// checkCall follows FunctionCall.Raw.prepare.
func (s *scope) checkCall(v *Value, to receiver) *Refusal {
	c := s.newCall(v, to)
	f, refusal := c.find()
	switch {
	case refusal != nil:
		return refusal
	case f == nil:
		return c.refuse(UnknownFunctionCalled, &Refusal{})
	case f.Aggregate:
		return c.refuse(AggregateInWhere, &Refusal{})
	case s.returnFit(f, to) == misfit:
		return c.misplaced(f)
	}
	for i := range v.Values {
		if refusal := s.check(&v.Values[i], f.argument(i)); refusal != nil {
			return refusal
		}
	}
	v.computed = s.compute(v, f, to)
	return nil
}

// returnFit returns how well the result of a function fits the receiver. It
// follows FunctionCall.testAssignment.
func (s *scope) returnFit(f *Signature, to receiver) fit {
	returns := f.Returns
	if isFrozen(to.typ) {
		returns = freeze(returns)
	}
	if to.typ.Equal(returns) {
		return exact
	}
	return weakIf(s.table.reads(to.typ, returns))
}

func (c *call) misplaced(f *Signature) *Refusal {
	refusal := &Refusal{Function: f, Column: c.to.name, Type: c.to.typ}
	if c.value.Kind == Operation {
		refusal.Text = c.value.Text
		return c.refuse(OperationResult, refusal)
	}
	return c.refuse(FunctionResult, refusal)
}

// callFit follows FunctionCall.Raw.testAssignment. A call that the server
// refuses only later passes here.
func (s *scope) callFit(v *Value, to receiver) fit {
	c := s.newCall(v, to)
	f, refusal := c.find()
	switch {
	case refusal != nil || f == nil || f.generic:
		return weak
	case to.typ.Equal(f.Returns):
		return exact
	}
	return weakIf(s.table.reads(to.typ, f.Returns))
}

// callType returns the type of the result of a call, or the zero Type if it is
// not known.
func (s *scope) callType(v *Value) model.Type {
	if s.selecting && v.Kind == CastFunction {
		return v.Type
	}
	f := s.functions[v]
	if !s.selecting {
		c := s.newCall(v, receiver{})
		c.typeOnly = true
		found, refusal := c.find()
		if refusal != nil {
			return model.Type{}
		}
		f = found
	}
	if f == nil {
		return model.Type{}
	}
	return f.Returns
}
