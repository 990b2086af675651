package schema

import (
	"encoding/hex"
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

// internalText writes a type as the classes of Java that it is, as messages
// about views do.
func (s *Schema) internalText(t model.Type) string {
	const marshal = "org.apache.cassandra.db.marshal."
	switch t.Kind {
	case model.NativeType:
		return marshal + internalNames[t.Name]
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
		return marshal + "UserType(" + strings.Join(parts, ",") + ")"
	}
	arguments := make([]string, len(t.Arguments))
	for i, argument := range t.Arguments {
		arguments[i] = s.internalText(argument)
	}
	return marshal + internalKinds[t.Kind] + "(" + strings.Join(arguments, ",") + ")"
}
