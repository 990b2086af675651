package model

import "slices"

// fixedLengths holds the lengths, in bytes, of native types of fixed length.
// Cassandra treats smallint, tinyint, date and time as types of variable length,
// although all their values have the same length.
var fixedLengths = map[string]int{"bigint": 8, "boolean": 1, "double": 8, "float": 4, "int": 4, "timestamp": 8, "timeuuid": 16, "uuid": 16}

// FixedLength returns the length in bytes of every value of the type, or 0 if
// the server treats it as variable (AbstractType.valueLengthIfFixed). Package
// sizing computes the bytes that values take on disk.
func (t Type) FixedLength() int {
	switch t.Kind {
	case NativeType:
		return fixedLengths[t.Name]
	case VectorType:
		return t.Dimension * t.Arguments[0].FixedLength()
	}
	return 0
}

// readable holds the native types whose stored bytes can be read as another
// native type, by that type. All can be read as blob.
var readable = map[string][]string{
	"bigint": {"timestamp"}, "date": {"int"}, "text": {"ascii"}, "time": {"bigint"}, "timestamp": {"bigint"}, "uuid": {"timeuuid"},
	"varint": {"int", "bigint", "timestamp"},
}

// Reads reports whether stored bytes of a native type can be read as the native
// type t (AbstractType.isValueCompatibleWith).
func (t Type) Reads(stored Type) bool {
	return t.Kind == NativeType && stored.Kind == NativeType &&
		(t.Name == "blob" || t.Name == stored.Name || slices.Contains(readable[t.Name], stored.Name))
}
