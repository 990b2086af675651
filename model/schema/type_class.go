package schema

import (
	"strconv"
	"strings"

	"widerow/model"
)

// maxClassDepth is the deepest nesting of the parameters of a class.
const maxClassDepth = 32

// classType follows TypeParser.parse for the classes that have a CQL name.
func classType(class string, depth int) (t model.Type, known bool) {
	name, parameters, hasParameters := strings.Cut(strings.TrimSpace(class), "(")
	name = strings.TrimPrefix(qualifiedClass(strings.TrimSpace(name)), marshalPackage)
	parameters, closed := strings.CutSuffix(parameters, ")")
	if !hasParameters || !closed || depth > maxClassDepth {
		return nativeClass(name), !hasParameters && !nativeClass(name).IsZero()
	}
	for kind, internal := range internalKinds {
		if internal == name {
			t.Kind = kind
		}
	}
	parts := splitParameters(parameters)
	if t.Kind == model.VectorType {
		dimension, err := strconv.Atoi(strings.TrimSpace(parts[len(parts)-1]))
		if t.Dimension, parts = dimension, parts[:len(parts)-1]; err != nil || dimension < 1 {
			return t, false
		}
	}
	for _, part := range parts {
		argument, known := classType(part, depth+1)
		if !known {
			return t, false
		}
		if isMultiCell(argument) && (isCollection(t) || t.Kind == model.VectorType) {
			argument = model.Frozen(argument)
		}
		t.Arguments = append(t.Arguments, argument)
	}
	return unfrozenScalar(t), t.Kind == model.TupleType || len(t.Arguments) == parameterCounts[t.Kind]
}

var parameterCounts = map[model.TypeKind]int{model.ListType: 1, model.SetType: 1, model.MapType: 2, model.FrozenType: 1, model.VectorType: 1}

// nativeClass returns the native type of a class, or the zero Type. The empty
// name is BytesType.
func nativeClass(class string) model.Type {
	for name, internal := range internalNames {
		if internal == class || class == "" && name == "blob" {
			return model.Native(name)
		}
	}
	return model.Type{}
}

// unfrozenScalar removes FrozenType from a type without parts, and from one
// that is always frozen.
func unfrozenScalar(t model.Type) model.Type {
	if t.Kind == model.FrozenType && len(t.Arguments) == 1 && !isMultiCell(t.Arguments[0]) {
		return t.Arguments[0]
	}
	return t
}

// splitParameters splits a text at the commas outside parentheses.
func splitParameters(text string) []string {
	var parts []string
	depth, start := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth == 0 {
				parts = append(parts, text[start:i])
				start = i + 1
			}
		}
	}
	return append(parts, text[start:])
}

// classText returns a class as the server repeats it.
func classText(class string) string {
	if t, known := classType(class, 0); known {
		return JavaText(t, nil, nil)
	}
	return qualifiedClass(class)
}
