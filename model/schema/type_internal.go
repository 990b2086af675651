package schema

import (
	"encoding/hex"
	"maps"
	"slices"
	"strings"

	"widerow/model"
)

// internalNames are the classes of native types in org.apache.cassandra.db.marshal.
var internalNames = map[string]string{"ascii": "AsciiType", "bigint": "LongType", "blob": "BytesType", "boolean": "BooleanType",
	"counter": "CounterColumnType", "date": "SimpleDateType", "decimal": "DecimalType", "double": "DoubleType",
	"duration": "DurationType", "float": "FloatType", "inet": "InetAddressType", "int": "Int32Type", "smallint": "ShortType",
	"text": "UTF8Type", "time": "TimeType", "timestamp": "TimestampType", "timeuuid": "TimeUUIDType", "tinyint": "ByteType",
	"uuid": "UUIDType", "varint": "IntegerType"}

var internalKinds = map[model.TypeKind]string{model.ListType: "ListType", model.SetType: "SetType", model.MapType: "MapType",
	model.TupleType: "TupleType", model.FrozenType: "FrozenType", model.VectorType: "VectorType"}

// maxInternalText bounds a message: the text of types that use each other
// doubles with each of them.
const maxInternalText = 10_000

// otherClasses are classes of types there that CQL has no name for.
var otherClasses = []string{"CompositeType", "DateType", "DynamicCompositeType", "EmptyType", "LegacyTimeUUIDType", "LexicalUUIDType",
	"PartitionerDefinedOrder", "ReversedType", "UserType"}

// isUnknownClass: the class would be in the server's package of types, which
// has none of that name. Parameters may follow the name.
func isUnknownClass(class string) bool {
	name, _, _ := strings.Cut(class, "(")
	name, inPackage := strings.CutPrefix(qualifiedClass(name), marshalPackage)
	return inPackage && !slices.Contains(otherClasses, name) && !slices.Contains(slices.Collect(maps.Values(internalNames)), name) &&
		!slices.Contains(slices.Collect(maps.Values(internalKinds)), name)
}

const marshalPackage = "org.apache.cassandra.db.marshal."

// internalText writes a type as the classes of Java that it is, as messages
// about views do.
func (s *Schema) internalText(t model.Type) string {
	switch t.Kind {
	case model.NativeType:
		return marshalPackage + internalNames[t.Name]
	case model.CustomType:
		return t.Name
	case model.UserTypeRef:
		userType := s.Physical.Types[t.UserType]
		parts := []string{s.Physical.Keyspaces[userType.Keyspace].Name, hex.EncodeToString([]byte(userType.Name))}
		size := 0
		for _, field := range model.Sorted(userType.Fields) {
			if size += len(parts[len(parts)-1]); size > maxInternalText {
				parts = append(parts, "…")
				break
			}
			parts = append(parts, hex.EncodeToString([]byte(field.Value.Name))+":"+s.internalText(field.Value.Type))
		}
		return marshalPackage + "UserType(" + strings.Join(parts, ",") + ")"
	}
	arguments := make([]string, len(t.Arguments))
	for i, argument := range t.Arguments {
		arguments[i] = s.internalText(argument)
	}
	return marshalPackage + internalKinds[t.Kind] + "(" + strings.Join(arguments, ",") + ")"
}
