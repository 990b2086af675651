package proof

import (
	"regexp"
	"strings"

	"widerow/model"
	"widerow/model/access"
)

var valueKinds = map[model.ConstantKind]access.ValueKind{model.StringConstant: access.String, model.IntegerConstant: access.Integer,
	model.FloatConstant: access.Float, model.BooleanConstant: access.Boolean, model.UUIDConstant: access.UUID,
	model.HexConstant: access.Hex, model.DurationConstant: access.Duration}

// constants returns the constants of a condition: one, or for IN a list such as
// ('a', 'b'). A call of a function without a parameter, or of one constant, is one, too.
// There are none if its value is no constant, or not one of CQL.
func constants(given *model.Given) []access.Value {
	var values []access.Value
	for _, c := range given.Constants() {
		values = append(values, valueOf(c))
	}
	if call, is := callOf(given.Constant); len(values) == 0 && is && given.Source == model.ConstantSource && given.Operator != model.In {
		return []access.Value{call}
	}
	return values
}

func valueOf(c model.Constant) access.Value {
	return access.Value{Kind: valueKinds[c.Kind], Text: c.Text}
}

var callForm = regexp.MustCompile(`^\s*([a-zA-Z_]\w*)\s*\((.*)\)\s*$`)

// callOf reads a call such as now() or toDate(now()).
func callOf(text string) (access.Value, bool) {
	parts := callForm.FindStringSubmatch(text)
	if parts == nil {
		return access.Value{}, false
	}
	call := access.Value{Kind: access.Function, Text: strings.ToLower(parts[1])}
	if strings.TrimSpace(parts[2]) == "" {
		return call, true
	}
	argument, is := callOf(parts[2])
	if c, isConstant := model.ParseConstant(parts[2]); isConstant {
		argument, is = valueOf(c), true
	}
	call.Values = []access.Value{argument}
	return call, is
}
