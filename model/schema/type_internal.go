package schema

import (
	"encoding/hex"
	"maps"
	"slices"
	"strconv"
	"strings"

	"widerow/model"
)

// internalNames are the classes of the native types in
// org.apache.cassandra.db.marshal.
var internalNames = map[string]string{"ascii": "AsciiType", "bigint": "LongType", "blob": "BytesType", "boolean": "BooleanType",
	"counter": "CounterColumnType", "date": "SimpleDateType", "decimal": "DecimalType", "double": "DoubleType",
	"duration": "DurationType", "float": "FloatType", "inet": "InetAddressType", "int": "Int32Type", "smallint": "ShortType",
	"text": "UTF8Type", "time": "TimeType", "timestamp": "TimestampType", "timeuuid": "TimeUUIDType", "tinyint": "ByteType",
	"uuid": "UUIDType", "varint": "IntegerType"}

var internalKinds = map[model.TypeKind]string{model.ListType: "ListType", model.SetType: "SetType", model.MapType: "MapType",
	model.TupleType: "TupleType", model.FrozenType: "FrozenType", model.VectorType: "VectorType"}

// maxInternalText bounds the length of a message. The text of types that use
// each other doubles with each level.
const maxInternalText = 10_000

// otherClasses are the type classes of that package that have no CQL name.
var otherClasses = []string{"CompositeType", "DateType", "DynamicCompositeType", "EmptyType", "LegacyTimeUUIDType", "LexicalUUIDType",
	"PartitionerDefinedOrder", "ReversedType", "UserType"}

// isUnknownClass reports whether a class would be in the server's package of
// types but does not exist there. Parameters may follow the name.
func isUnknownClass(class string) bool {
	if class == "" {
		return false
	}
	name, _, _ := strings.Cut(class, "(")
	name, inPackage := strings.CutPrefix(qualifiedClass(name), marshalPackage)
	return inPackage && !slices.Contains(otherClasses, name) && !slices.Contains(slices.Collect(maps.Values(internalNames)), name) &&
		!slices.Contains(slices.Collect(maps.Values(internalKinds)), name)
}

// customType returns the type of a class, which may be a native or composed
// type.
func customType(class string) model.Type {
	if t, known := classType(class, 0); known {
		return t
	}
	return model.Type{Kind: model.CustomType, Name: class}
}

const marshalPackage = "org.apache.cassandra.db.marshal."

// internalText is JavaText for a type of the schema.
func (s *Schema) internalText(t model.Type) string {
	return JavaText(t, s.Physical.Types, func(userType *model.UserType) string { return s.Physical.Keyspaces[userType.Keyspace].Name })
}

// JavaText formats a type by its Java classes, as some messages do. keyspaceOf
// returns the keyspace of a user-defined type.
func JavaText(t model.Type, types map[model.ID]*model.UserType, keyspaceOf func(*model.UserType) string) string {
	return javaWriter{types, keyspaceOf}.text(t, false)
}

type javaWriter struct {
	types      map[model.ID]*model.UserType
	keyspaceOf func(*model.UserType) string
}

// text omits FrozenType inside a frozen type.
func (w javaWriter) text(t model.Type, frozen bool) string {
	switch t.Kind {
	case model.NativeType:
		return marshalPackage + internalNames[t.Name]
	case model.CustomType:
		return t.Name
	case model.UserTypeRef:
		return w.userType(t, frozen)
	case model.FrozenType:
		inner := w.text(t.Arguments[0], true)
		if kind := t.Arguments[0].Kind; frozen || kind == model.TupleType || kind == model.VectorType {
			return inner
		}
		return marshalPackage + "FrozenType(" + inner + ")"
	}
	arguments := make([]string, len(t.Arguments))
	for i, argument := range t.Arguments {
		arguments[i] = w.text(argument, frozen || t.Kind == model.TupleType)
	}
	if t.Kind == model.VectorType {
		arguments[0] += " , " + strconv.Itoa(t.Dimension)
	}
	return marshalPackage + internalKinds[t.Kind] + "(" + strings.Join(arguments, ",") + ")"
}

func (w javaWriter) userType(t model.Type, frozen bool) string {
	userType := w.types[t.UserType]
	if userType == nil {
		return marshalPackage + "UserType(" + string(t.UserType) + ")"
	}
	parts := []string{w.keyspaceOf(userType), hex.EncodeToString([]byte(userType.Name))}
	size := 0
	for _, field := range model.Sorted(userType.Fields) {
		if size += len(parts[len(parts)-1]); size > maxInternalText {
			parts = append(parts, "…")
			break
		}
		parts = append(parts, hex.EncodeToString([]byte(field.Value.Name))+":"+w.text(field.Value.Type, frozen))
	}
	return marshalPackage + "UserType(" + strings.Join(parts, ",") + ")"
}
