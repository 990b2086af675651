package proof

import (
	"widerow/model"
	"widerow/model/access"
)

var valueKinds = map[model.ConstantKind]access.ValueKind{model.StringConstant: access.String, model.IntegerConstant: access.Integer,
	model.FloatConstant: access.Float, model.BooleanConstant: access.Boolean, model.UUIDConstant: access.UUID,
	model.HexConstant: access.Hex, model.DurationConstant: access.Duration}

// constants returns the constants of a condition: one, or for IN a list such as
// ('a', 'b'). There are none if its value is no constant, or not one of CQL.
func constants(given *model.Given) []access.Value {
	var values []access.Value
	for _, c := range given.Constants() {
		values = append(values, access.Value{Kind: valueKinds[c.Kind], Text: c.Text})
	}
	return values
}
