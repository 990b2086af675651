package sizing

import (
	"widerow/model"
	"widerow/model/sizing/disk"
)

// content describes a value on disk.
type content struct {
	// value is the value as one cell. A collection or a user-defined type that is
	// not frozen has a cell for each part instead.
	value pair
	fixed bool // the type has a fixed size: no length prefix
	kind  model.TypeKind
	// The elements of a collection that is not frozen, or the fields of a type.
	count       model.Value
	path, inner pair
	fields      []pair
}

// pair is an amount in the typical and in the worst case.
type pair struct{ typical, worst disk.Amount }

func exactly(bytes float64) pair { return pair{disk.Exactly(bytes), disk.Exactly(bytes)} }

func varied(v model.Value) pair { return pair{disk.Varied(v.Typical), disk.Varied(v.Worst)} }

// of returns the case that in selects.
func (p pair) of(in func(model.Value) float64) disk.Amount {
	if in(model.Value{Worst: 1}) == 1 {
		return p.worst
	}
	return p.typical
}

func (p pair) plus(q pair) pair {
	return pair{p.typical.Plus(q.typical), p.worst.Plus(q.worst)}
}

// times is the sum of that many, a number that varies if it is a fraction.
func (p pair) times(count model.Value) pair {
	n := varied(count)
	return pair{p.typical.Times(n.typical), p.worst.Times(n.worst)}
}

// withVint adds the length of each value as a vint.
func (p pair) withVint() pair { return pair{p.typical.Prefixed(), p.worst.Prefixed()} }

// fixedOnDisk holds the types of which Cassandra stores no length. The others have
// one, even if their values are of one size.
var fixedOnDisk = map[string]bool{
	"boolean": true, "int": true, "float": true, "bigint": true, "double": true, "timestamp": true, "uuid": true, "timeuuid": true,
}

// A counter has a header of 2 bytes, and for each shard 2 more, an id of 16, a clock
// and a count of 8.
const (
	counterBytes = 2
	shardBytes   = 34
)

func (in *inputs) nativeContent(name string, bytes float64) content {
	if name == "counter" {
		bytes = counterBytes + shardBytes*max(in.options.Shards, 1)
	}
	return content{value: exactly(bytes), fixed: fixedOnDisk[name]}
}

func variable(length model.Value) content { return content{value: varied(length)} }

// partLength is the length of an element or a field inside one cell.
const partLength = 4

// timeUUID is the path of an element of a list.
const timeUUID = 16

func collectionContent(kind model.TypeKind, count model.Value, parts []width) content {
	each := exactly(0)
	for _, part := range parts {
		each = each.plus(part.frozen().value).plus(exactly(partLength))
	}
	c := content{value: each.times(count).plus(exactly(partLength)), kind: kind, count: count}
	first, last := parts[0].frozen().value, parts[len(parts)-1].frozen().value
	switch kind {
	case model.ListType:
		c.path, c.inner = exactly(timeUUID), first
	default:
		c.path, c.inner = first, last
	}
	return c
}

// composite is a user-defined type or a tuple.
func composite(parts []width) content {
	c := content{value: exactly(0), kind: model.UserTypeRef}
	for _, part := range parts {
		value := part.frozen().value
		c.value = c.value.plus(value).plus(exactly(partLength))
		c.fields = append(c.fields, value)
	}
	return c
}

// vector has no prefixes inside or before it if the size of its elements is fixed.
func vector(dimension float64, element content) content {
	count := model.Value{Typical: dimension, Worst: dimension}
	if element.fixed {
		return content{value: element.value.times(count), fixed: true}
	}
	return content{value: element.frozen().value.withVint().times(count)}
}

// frozen is the content as one cell.
func (c content) frozen() content { return content{value: c.value, fixed: c.fixed} }

// isOneCell reports whether the content is stored as one cell.
func (c content) isOneCell() bool { return c.kind == "" }
