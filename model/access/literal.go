package access

import (
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"widerow/model"
)

// checkText checks the text of a literal. A type that accepts literals of this
// kind may still not be able to parse the text.
func checkText(v *Value, to receiver) *Refusal {
	switch {
	case v.Kind == Hex && len(v.Text)%2 != 0:
		blob := receiver{name: to.name, typ: model.Native("blob")}
		return blob.refuseLiteral(&Value{Kind: Hex, Text: v.Text[2:]})
	case v.Kind == Hex:
		return nil
	case to.kind() == model.TupleType:
		return checkTupleText(v, to)
	case to.typ.Kind != model.NativeType:
		return nil
	}
	return readText(v, to)
}

// readText follows AbstractType.fromString.
func readText(v *Value, to receiver) *Refusal {
	name := to.typ.Name
	if reads := readers[name]; reads != nil {
		if (v.Text != "" || name == "time") && !reads(v.Text) {
			return to.refuseLiteral(v)
		}
		return nil
	}
	switch {
	case v.Text == "" && name != "date":
		return nil
	case name == "timeuuid":
		return readTimeUUID(v, to)
	case name == "duration":
		return readDuration(v, to)
	case name == "date":
		return readDate(v, to)
	}
	return nil
}

// checkTupleText checks a plain literal for a tuple: its parts are separated by
// colons, and @ is null.
func checkTupleText(v *Value, to receiver) *Refusal {
	types := to.typ.Unfrozen().Arguments
	parts := splitTuple(v.Text)
	if len(parts) > len(types) {
		refusal := to.refuse(TupleTextSize, v)
		refusal.Want, refusal.Got = len(types), len(parts)
		return refusal
	}
	for i, part := range parts {
		if part == "@" {
			continue
		}
		text := &Value{Kind: String, Text: tupleEscapes.Replace(part)}
		if refusal := readPart(text, receiver{name: to.name, typ: types[i]}); refusal != nil {
			return refusal
		}
	}
	return nil
}

// readPart checks the text of one part of a tuple. A collection or vector is
// written as its bytes.
func readPart(text *Value, to receiver) *Refusal {
	switch kind := to.kind(); {
	case kind == model.TupleType:
		return checkTupleText(text, to)
	case kind == model.VectorType || isCollection(to.typ):
		return readText(text, receiver{name: to.name, typ: model.Native("blob")})
	case kind == model.NativeType:
		return readText(text, to)
	}
	return nil
}

var tupleEscapes = strings.NewReplacer(`\:`, ":", `\@`, "@")

// splitTuple splits a text at the colons that no backslash escapes.
func splitTuple(text string) []string {
	var parts []string
	start := 0
	for i := range len(text) {
		if text[i] == ':' && (i == 0 || text[i-1] != '\\') {
			parts = append(parts, text[start:i])
			start = i + 1
		}
	}
	return append(parts, text[start:])
}

func integerOf(bits int) func(string) bool {
	return func(text string) bool { _, err := strconv.ParseInt(text, 10, bits); return err == nil }
}

// readers report whether a native type can parse a literal. A type is missing
// if it accepts every literal that the grammar accepts.
var readers = map[string]func(string) bool{
	"int": integerOf(32), "bigint": integerOf(64), "counter": integerOf(64), "smallint": integerOf(16), "tinyint": integerOf(8),
	"varint": func(text string) bool {
		_, read := new(big.Int).SetString(text, 10)
		return read && !strings.Contains(text, "_")
	},
	"decimal": decimalForm.MatchString,
	"float":   isFloat, "double": isFloat,
	"boolean":   func(text string) bool { return strings.EqualFold(text, "true") || strings.EqualFold(text, "false") },
	"blob":      func(text string) bool { return len(text)%2 == 0 && hexForm.MatchString(text) },
	"uuid":      uuidForm.MatchString,
	"inet":      isAddress,
	"ascii":     isASCII,
	"timestamp": isTimestamp,
	"time":      isTime,
}

var (
	decimalForm = regexp.MustCompile(`^[+-]?(\d+([.]\d*)?|[.]\d+)([eE][+-]?\d{1,10})?$`)
	floatForm   = regexp.MustCompile(`^\s*[+-]?(NaN|Infinity|(\d+([.]\d*)?|[.]\d+)([eE][+-]?\d+)?[fFdD]?)\s*$`)
	hexForm     = regexp.MustCompile(`^[0-9a-fA-F]*$`)
	uuidForm    = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)
)

func isFloat(text string) bool { return floatForm.MatchString(text) }

func isASCII(text string) bool {
	return strings.IndexFunc(text, func(c rune) bool { return c > 0x7f }) < 0
}

func readTimeUUID(v *Value, to receiver) *Refusal {
	switch {
	case !uuidForm.MatchString(v.Text):
		return to.refuseLiteral(v)
	case !isTimeUUID(v.Text):
		return to.refuse(NotTimeUUID, v)
	}
	return nil
}

func isTimeUUID(text string) bool { return len(text) == 36 && text[14] == '1' }

// literalTypes are the native types that accept a kind of literal.
var literalTypes = map[ValueKind][]string{
	String: model.ConstantTypes[model.StringConstant], Integer: model.ConstantTypes[model.IntegerConstant],
	UUID: model.ConstantTypes[model.UUIDConstant], Float: model.ConstantTypes[model.FloatConstant],
	Boolean: model.ConstantTypes[model.BooleanConstant], Hex: model.ConstantTypes[model.HexConstant],
	Duration: model.ConstantTypes[model.DurationConstant],
}

// literalFit reports how well a literal fits a type. A tuple and a custom type
// accept any literal; the text is checked later.
func literalFit(v *Value, to model.Type) fit {
	switch bare := unwrap(to).Unfrozen(); bare.Kind {
	case model.NativeType:
		switch {
		case v.Kind == Hex && bare.Name == "tinyint":
			return exact
		case !slices.Contains(literalTypes[v.Kind], bare.Name):
			return misfit
		case preferredType(v).Name == bare.Name:
			return exact
		}
		return weak
	case model.TupleType, model.CustomType:
		return weak
	}
	return misfit
}
