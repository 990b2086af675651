package access

import "widerow/model"

// factory makes a function for the arguments of a call.
type factory struct {
	parameters []parameter
	// optional is how many of the last parameters may be missing.
	optional int
	// result is its type in words.
	result    string
	aggregate bool
	make      maker
}

// parameter is one of a factory.
type parameter struct {
	// text is how the server writes it, words what it means where that differs.
	text, words string
	// inference says what type an argument has that is of none by itself:
	// one that is fixed, that of what takes the result, or of another argument.
	inference inference
	fixed     model.Type
	// same is the place of the argument whose type this one shares, where
	// preferred before its own.
	same *sameType
	// takes says whether an argument of a type will do, else code says why not.
	takes func(c *call, t model.Type) bool
	code  *Code
}

type inference uint8

const (
	fromArgument inference = iota
	fromReceiver
	fromFixed
	// fromVector: a list that is selected is a vector of floats.
	fromVector
)

type sameType struct {
	place     int
	preferred bool
}

// infer gives the type of an argument, zero where it is open. known are the
// types of all arguments as far as they are known, nil the first time.
func (p *parameter) infer(c *call, argument *Value, known []model.Type) model.Type {
	other := model.Type{}
	if p.same != nil && known != nil {
		other = known[p.same.place]
	}
	if p.same != nil && p.same.preferred && !other.IsZero() {
		return other
	}
	if t := p.ownType(c, argument); !t.IsZero() {
		return t
	}
	return other
}

func (p *parameter) ownType(c *call, argument *Value) model.Type {
	if p.inference == fromVector && argument.Kind == List && c.selecting {
		return vectorOf(model.Native("float"), len(argument.Values))
	}
	t := c.likelyType(argument)
	switch {
	case !t.IsZero():
	case p.inference == fromFixed:
		return p.fixed
	case p.inference != fromArgument:
		return c.to.typ
	}
	return t
}

// function is getOrCreateFunction.
func (f *factory) function(c *call) (*Signature, *Refusal) {
	if len(c.arguments) < len(f.parameters)-f.optional || len(c.arguments) > len(f.parameters) {
		return nil, c.refuse(FactoryArity, &Refusal{Text: f.text()})
	}
	types := make([]model.Type, len(c.arguments))
	for i := range c.arguments {
		types[i] = f.parameters[i].infer(c, &c.arguments[i], nil)
	}
	for i := range c.arguments {
		parameter := &f.parameters[i]
		t := parameter.infer(c, &c.arguments[i], types)
		if t.IsZero() {
			return nil, c.refuse(OpenArgument, &Refusal{Text: f.text(), Value: &c.arguments[i]})
		}
		if !parameter.takes(c, t) {
			return nil, c.refuse(parameter.code, &Refusal{Text: parameter.text, Value: &c.arguments[i], Type: unwrap(t)})
		}
		types[i] = unwrap(t)
	}
	function, refusal := f.make(c, types)
	if refusal != nil {
		return nil, c.refuse(refusal.Code, refusal)
	}
	function.Keyspace, function.Name, function.generic = systemKeyspace, c.name.Name, true
	function.Aggregate = f.aggregate
	function.Returns = unwrap(function.Returns)
	if function.Arguments == nil {
		function.Arguments = types
	}
	return function, nil
}

// text is how the server writes the parameters.
func (f *factory) text() string {
	text := ""
	for i, parameter := range f.parameters {
		if i > 0 {
			text += ", "
		}
		if i >= len(f.parameters)-f.optional {
			text += "[" + parameter.text + "]"
		} else {
			text += parameter.text
		}
	}
	return text
}
