package cluster

import (
	"fmt"
	"strings"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
)

// columnType is the type of a column, as the server describes it. It takes the place
// of the driver's own types, which cannot be told a NULL tuple from a tuple of NULLs
// and trust the lengths inside a value.
type columnType struct {
	code gocql.Type
	name string // of a native type, in CQL; of a user-defined type; the class of a custom type

	keyspace string        // of a user-defined type
	elements []*columnType // of a collection, a tuple, a vector or a user-defined type
	fields   []string      // names of the elements of a user-defined type
	size     int           // elements of a vector
}

// isVector reports whether the type is a vector, which the protocol knows as a custom type.
func (t *columnType) isVector() bool { return t.code == gocql.TypeCustom && len(t.elements) == 1 }

// String returns the type in CQL. The protocol does not tell frozen types from others.
func (t *columnType) String() string {
	switch t.code {
	case gocql.TypeList, gocql.TypeSet, gocql.TypeMap, gocql.TypeTuple:
		return t.name + "<" + joined(t.elements) + ">"
	case gocql.TypeUDT:
		return quoteName(t.name)
	case gocql.TypeCustom:
		if t.isVector() {
			return fmt.Sprintf("vector<%s, %d>", t.elements[0], t.size)
		}
		return "'" + strings.ReplaceAll(t.name, "'", "''") + "'"
	}
	return t.name
}

func joined(types []*columnType) string {
	names := make([]string, len(types))
	for i, t := range types {
		names[i] = t.String()
	}
	return strings.Join(names, ", ")
}

// native are the types without parameters: their names in CQL, and the classes by which
// custom types name them.
var native = []struct {
	code    gocql.Type
	name    string
	classes string
	fixed   int // bytes of a value in a vector; 0 if they vary
}{
	{gocql.TypeAscii, "ascii", "AsciiType", 0},
	{gocql.TypeBigInt, "bigint", "LongType", 8},
	{gocql.TypeBlob, "blob", "BytesType", 0},
	{gocql.TypeBoolean, "boolean", "BooleanType", 1},
	{gocql.TypeCounter, "counter", "CounterColumnType", 0},
	{gocql.TypeDecimal, "decimal", "DecimalType", 0},
	{gocql.TypeDouble, "double", "DoubleType", 8},
	{gocql.TypeFloat, "float", "FloatType", 4},
	{gocql.TypeInt, "int", "Int32Type", 4},
	{gocql.TypeText, "text", "", 0},
	{gocql.TypeTimestamp, "timestamp", "TimestampType DateType", 8},
	{gocql.TypeUUID, "uuid", "UUIDType LexicalUUIDType", 16},
	{gocql.TypeVarchar, "text", "UTF8Type", 0},
	{gocql.TypeVarint, "varint", "IntegerType", 0},
	{gocql.TypeTimeUUID, "timeuuid", "TimeUUIDType", 16},
	{gocql.TypeInet, "inet", "InetAddressType", 0},
	{gocql.TypeDate, "date", "SimpleDateType", 0},
	{gocql.TypeTime, "time", "TimeType", 0},
	{gocql.TypeSmallInt, "smallint", "ShortType", 0},
	{gocql.TypeTinyInt, "tinyint", "ByteType", 0},
	{gocql.TypeDuration, "duration", "DurationType", 0},
}

// custom are classes without a name in CQL, whose values read as blobs.
const custom = "EmptyType CompositeType DynamicCompositeType ReversedType PartitionerDefinedOrder FrozenType ColumnToCollectionType " +
	"PointType LineStringType PolygonType DateRangeType LegacyTimeUUIDType CounterColumnType"

const marshalPackage = "org.apache.cassandra.db.marshal."

// registeredTypes returns the types for the driver, which knows the native ones itself.
func registeredTypes() *gocql.RegisteredTypes {
	types := &gocql.RegisteredTypes{}
	for code, name := range map[gocql.Type]string{gocql.TypeList: "list", gocql.TypeSet: "set", gocql.TypeMap: "map",
		gocql.TypeTuple: "tuple", gocql.TypeUDT: "udt"} {
		mustRegister(types.RegisterType(code, name, structured{code, name}))
	}
	known := map[string]bool{}
	for _, class := range append(strings.Fields(custom), classNames()...) {
		if !known[class] {
			known[class] = true
			mustRegister(types.RegisterCustom(class, customClass(class)))
		}
	}
	return types
}

// mustRegister panics if two types have one name, which is a mistake in the tables above.
func mustRegister(err error) {
	if err != nil {
		panic(err)
	}
}

// classNames returns the classes of all types of CQL.
func classNames() []string {
	names := strings.Fields("ListType SetType MapType TupleType UserType VectorType")
	for _, n := range native {
		names = append(names, strings.Fields(n.classes)...)
	}
	return names
}

// typeOf returns the type of a column.
func typeOf(info gocql.TypeInfo) (*columnType, error) {
	if t, ok := info.(*columnType); ok {
		return t, nil
	}
	for _, n := range native {
		if n.code == info.Type() {
			return &columnType{code: n.code, name: n.name}, nil
		}
	}
	return nil, fmt.Errorf("%w: a column of type %d", ErrProtocol, info.Type())
}

// structured is a type with parameters. It implements gocql.CQLType.
type structured struct {
	code gocql.Type
	name string
}

// Params returns what the driver has to read from a frame.
func (s structured) Params(int) []any {
	switch s.code {
	case gocql.TypeMap:
		return []any{(*gocql.TypeInfo)(nil), (*gocql.TypeInfo)(nil)}
	case gocql.TypeTuple:
		return []any{[]gocql.TypeInfo(nil)}
	case gocql.TypeUDT:
		return []any{"", "", []gocql.UDTField(nil)}
	}
	return []any{(*gocql.TypeInfo)(nil)}
}

// TypeInfoFromParams returns the type with what was read.
func (s structured) TypeInfoFromParams(_ int, parameters []any) (gocql.TypeInfo, error) {
	t := &columnType{code: s.code, name: s.name}
	var found []gocql.TypeInfo
	for i, parameter := range parameters {
		switch p := parameter.(type) {
		case string:
			if i == 0 {
				t.keyspace = p
			} else {
				t.name = p
			}
		case gocql.TypeInfo:
			found = append(found, p)
		case []gocql.TypeInfo:
			found = append(found, p...)
		case []gocql.UDTField:
			for _, field := range p {
				t.fields, found = append(t.fields, field.Name), append(found, field.Type)
			}
		}
	}
	for _, info := range found {
		element, err := typeOf(info)
		if err != nil {
			return nil, err
		}
		t.elements = append(t.elements, element)
	}
	return t, nil
}

// TypeInfoFromString is not used: custom types are read by class.
func (s structured) TypeInfoFromString(int, string) (gocql.TypeInfo, error) {
	return nil, fmt.Errorf("the type %s is not understood", s.name)
}

// Type implements gocql.TypeInfo. A tuple is a custom type for the driver, which would
// otherwise make a column of each of its elements.
func (t *columnType) Type() gocql.Type {
	if t.code == gocql.TypeTuple {
		return gocql.TypeCustom
	}
	return t.code
}

// inner returns the driver's own type for a native one.
func (t *columnType) inner() gocql.TypeInfo {
	if len(t.elements) > 0 || t.code == gocql.TypeCustom || t.code >= gocql.TypeList {
		return nil
	}
	return gocql.NewNativeType(protocolVersion, t.code, "")
}

// isTexts reports that the driver itself reads the type: the tokens of a node.
func (t *columnType) isTexts() bool {
	return (t.code == gocql.TypeSet || t.code == gocql.TypeList) && len(t.elements) == 1 &&
		(t.elements[0].code == gocql.TypeVarchar || t.elements[0].code == gocql.TypeText)
}

// Zero implements gocql.TypeInfo, for the rows that the driver reads for itself.
func (t *columnType) Zero() any {
	switch inner := t.inner(); {
	case inner != nil:
		return inner.Zero()
	case t.isTexts():
		return []string(nil)
	}
	return []byte(nil)
}

// Marshal implements gocql.TypeInfo.
func (t *columnType) Marshal(value any) ([]byte, error) {
	if inner := t.inner(); inner != nil {
		return inner.Marshal(value)
	}
	return nil, fmt.Errorf("a value of %s must be part of the statement", t)
}

// texts returns the elements of a set of texts, which the driver expects as such.
func (t *columnType) texts(data []byte) any {
	if !t.isTexts() {
		return data
	}
	texts := []string{}
	elements, _ := splitElements(data)
	for _, element := range elements {
		texts = append(texts, string(element))
	}
	return texts
}

// Unmarshal implements gocql.TypeInfo.
func (t *columnType) Unmarshal(data []byte, value any) error {
	if inner := t.inner(); inner != nil {
		return inner.Unmarshal(data, value)
	}
	if to, ok := value.(*any); ok { // of a row that the driver reads into a map
		*to = t.texts(data)
		return nil
	}
	return fmt.Errorf("a value of %s is not read into %T", t, value)
}
