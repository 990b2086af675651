package access

import "widerow/model"

// factory is a function of the server whose signature depends on the arguments
// of the call. It follows FunctionFactory.
type factory struct {
	parameters []parameter
	// optional is the number of parameters, counted from the end, that a call
	// may omit.
	optional int
	// result describes the type of the result.
	result    string
	aggregate bool
	make      maker
}

// parameter is one parameter of a factory.
type parameter struct {
	// text is the server's name of the parameter. words describe the parameter where that differs.
	text, words string
	// inference is the source of an argument's type if the argument has none by itself, such as a
	// bind marker.
	inference inference
	fixed     model.Type
	// same is another argument that has the same type. If it is preferred, its
	// type is used before the argument's own.
	same *sameType
	// takes reports whether an argument may have the type. If not, code is the
	// reason.
	takes func(c *call, t model.Type) bool
	code  *Code
}

type inference uint8

const (
	fromArgument inference = iota
	fromReceiver
	fromFixed
	// fromVector makes a selected list a vector of floats.
	fromVector
)

type sameType struct {
	place     int
	preferred bool
}

// infer returns the type of an argument, or the zero Type if nothing determines
// it. known are the types of all arguments that have been inferred, nil at the
// first pass.
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

// function follows FunctionFactory.getOrCreateFunction.
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

// text lists the parameters as the server writes them.
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
