package access

import (
	"slices"
	"strings"

	"widerow/model"
)

func anything(*call, model.Type) bool { return true }

func likeSetOrList(t model.Type) bool { return isCollection(t) && t.Unfrozen().Kind != model.MapType }

// likeFloatVector accepts a vector of floats. Like the server it also accepts a
// list whose elements are not floats, on which the server fails later.
func likeFloatVector(c *call, t model.Type) bool {
	switch {
	case t.Kind == model.VectorType:
		return isNative(t.Arguments[0], "float")
	case t.Unfrozen().Kind == model.ListType:
		return c.table.typeFit(elementOf(t), model.Native("float")) == misfit
	}
	return false
}

// fixedType is a parameter that accepts the named types and what can be read as
// one of them.
func fixedType(text string, names ...string) parameter {
	return parameter{text: text, inference: fromFixed, fixed: model.Native(names[0]), code: OtherArgument,
		takes: func(c *call, t model.Type) bool {
			return slices.ContainsFunc(names, func(name string) bool { return c.table.typeFit(t, model.Native(name)) != misfit })
		}}
}

// meaning sets the words that describe a parameter.
func (p parameter) meaning(words string) parameter {
	p.words = words
	return p
}

var (
	anyType         = parameter{text: "any", takes: anything}
	anyReceiverType = parameter{text: "any", inference: fromReceiver, takes: anything}
	collection      = parameter{text: "collection", code: NotCollectionArgument,
		takes: func(_ *call, t model.Type) bool { return isCollection(t) }}
	setOrList = parameter{text: "numeric_set_or_list", words: "set | list", code: NotSetOrListArgument,
		takes: func(_ *call, t model.Type) bool { return likeSetOrList(t) }}
	numericSetOrList = parameter{text: "numeric_set_or_list", words: "set | list of numbers", code: NotNumericArgument,
		takes: func(_ *call, t model.Type) bool { return likeSetOrList(t) && isNumber(elementOf(t)) }}
	anyMap = parameter{text: "map", code: NotMapArgument,
		takes: func(_ *call, t model.Type) bool { return t.Unfrozen().Kind == model.MapType || isUserType(t) }}
	floatVector = parameter{text: "vector<float, n>", inference: fromVector, takes: likeFloatVector, code: NotVectorArgument}
	wholeNumber = fixedType("int", "int")
	plainText   = fixedType("text", "text")
	stringType  = fixedType("[text|varchar|ascii]", "text", "ascii").meaning("text | ascii")
)

func sameAs(place int, preferred bool, p parameter) parameter {
	p.same = &sameType{place, preferred}
	return p
}

// maker returns the function for arguments of the given types.
type maker func(c *call, types []model.Type) (*Signature, *Refusal)

// returning is a maker of functions that return one native type.
func returning(name string) maker {
	return func(*call, []model.Type) (*Signature, *Refusal) { return &Signature{Returns: model.Native(name)}, nil }
}

// returningOf is a maker of functions whose result type is derived from the
// type of the first argument.
func returningOf(of func(model.Type) model.Type) maker {
	return func(_ *call, types []model.Type) (*Signature, *Refusal) {
		return &Signature{Returns: of(types[0])}, nil
	}
}

// ofMap is a maker of functions on maps. The server fails on a user-defined
// type, which passes for a map at first.
func ofMap(of func(model.Type) model.Type) maker {
	return func(c *call, types []model.Type) (*Signature, *Refusal) {
		if isUserType(types[0]) {
			return nil, &Refusal{Code: ServerFails}
		}
		return &Signature{Returns: of(types[0])}, nil
	}
}

func itself(t model.Type) model.Type { return t }

func elementOf(t model.Type) model.Type { return t.Unfrozen().Arguments[0] }

func fromJSON(c *call, types []model.Type) (*Signature, *Refusal) {
	if c.to.typ.IsZero() {
		return nil, &Refusal{Code: FromJSONSelected}
	}
	return &Signature{Returns: c.to.typ, Arguments: []model.Type{model.Native("text")}}, nil
}

func similarity(c *call, types []model.Type) (*Signature, *Refusal) {
	switch {
	case types[0].Kind != model.VectorType || types[1].Kind != model.VectorType:
		return nil, &Refusal{Code: ServerFails}
	case types[0].Dimension != types[1].Dimension:
		return nil, &Refusal{Code: VectorDimensions}
	}
	return &Signature{Returns: model.Native("float"), Arguments: []model.Type{types[0], types[0]}}, nil
}

func partialMask(_ *call, types []model.Type) (*Signature, *Refusal) {
	arguments := []model.Type{types[0], model.Native("int"), model.Native("int"), model.Native("text")}
	return &Signature{Returns: types[0], Arguments: arguments[:len(types)]}, nil
}

func hashMask(_ *call, types []model.Type) (*Signature, *Refusal) {
	return &Signature{Returns: model.Native("blob"), Arguments: []model.Type{types[0], model.Native("text")}[:len(types)]}, nil
}

// tokenOf is the maker of token: its arguments are the partition key of the
// statement's table.
func tokenOf(c *call) (*Signature, *Refusal) {
	if c.typeOnly {
		return nil, &Refusal{Code: TokenNowhere}
	}
	function := &Signature{Keyspace: systemKeyspace, Name: c.name.Name, Returns: model.Native("bigint"), generic: true}
	for _, column := range c.table.Partition {
		function.Arguments = append(function.Arguments, column.Type)
	}
	return function, nil
}

// countable is a number of bytes or of a unit of time, unit the name of a unit.
var (
	countable = fixedType("[int|tinyint|smallint|bigint|varint|ascii|text]", "int", "tinyint", "smallint", "bigint", "varint", "ascii", "text").
			meaning("whole number | text")
	unit = fixedType("ascii", "ascii")
)

// sixFactories are those that Cassandra 6.0 adds.
var sixFactories = map[string]*factory{
	"format_bytes": {parameters: []parameter{countable, unit, unit}, optional: 2, result: "text", make: returning("text")},
	"format_time":  {parameters: []parameter{countable, unit, unit}, optional: 2, result: "text", make: returning("text")},
}

// nativeFactories are the server's functions whose arguments may have various
// types.
var nativeFactories = makeNativeFactories()

func makeNativeFactories() map[string]*factory {
	factories := map[string]*factory{}
	add := func(names, result string, make maker, parameters ...parameter) *factory {
		f := &factory{parameters: parameters, result: result, make: make}
		for _, name := range strings.Fields(names) {
			factories[name] = f
		}
		return f
	}
	vectors := []parameter{sameAs(1, false, floatVector), sameAs(0, false, floatVector)}
	add("max min", "any", returningOf(itself), anyReceiverType).aggregate = true
	add("to_json tojson", "text", returning("text"), anyType)
	add("from_json fromjson", "any", fromJSON, plainText)
	add("map_keys", "set", ofMap(func(t model.Type) model.Type { return frozenSet(elementOf(t)) }), anyMap)
	add("map_values", "list", ofMap(func(t model.Type) model.Type { return frozenList(valueOf(t)) }), anyMap)
	add("collection_count", "int", returning("int"), collection)
	add("collection_min collection_max", "element", returningOf(elementOf), setOrList)
	add("collection_sum collection_avg", "number", returningOf(elementOf), numericSetOrList)
	add("similarity_cosine similarity_euclidean similarity_dot_product", "float", similarity, vectors...)
	add("mask_default mask_null", "any", returningOf(itself), anyType)
	add("mask_replace", "any", returningOf(itself), anyReceiverType, sameAs(0, true, anyReceiverType))
	add("mask_hash", "blob", hashMask, anyType, plainText).optional = 1
	add("mask_inner mask_outer", "text | ascii", partialMask, stringType, wholeNumber, wholeNumber, plainText).optional = 1
	return factories
}
