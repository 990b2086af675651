package cluster

import (
	"fmt"
	"strconv"
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

// customClass is the class of a custom type. It implements gocql.CQLType.
type customClass string

// Params returns nothing: a class has its parameters in its text.
func (customClass) Params(int) []any { return nil }

// TypeInfoFromParams is not used for a class.
func (c customClass) TypeInfoFromParams(int, []any) (gocql.TypeInfo, error) {
	return parseClass(string(c))
}

// TypeInfoFromString returns the type of a class with parameters.
func (c customClass) TypeInfoFromString(_ int, parameters string) (gocql.TypeInfo, error) {
	if parameters == "" {
		return parseClass(string(c))
	}
	return parseClass(string(c) + "(" + parameters + ")")
}

// parseClass reads the text of a custom type, such as
// org.apache.cassandra.db.marshal.VectorType(org.apache.cassandra.db.marshal.FloatType , 3).
// One that it does not know reads as a blob.
func parseClass(text string) (*columnType, error) {
	p := classParser{rest: text}
	return p.parse(), nil
}

type classParser struct {
	rest  string
	depth int
}

func (p *classParser) parse() *columnType {
	begin := p.rest
	name := p.word()
	var parts []string
	var elements []*columnType
	if p.depth++; p.depth <= maxTypeDepth && p.accept("(") {
		for !p.accept(")") && p.rest != "" {
			rest := p.rest
			element := p.parse()
			parts, elements = append(parts, strings.TrimSpace(rest[:len(rest)-len(p.rest)])), append(elements, element)
			if !p.accept(",") && !strings.HasPrefix(strings.TrimSpace(p.rest), ")") {
				p.rest = ""
			}
		}
	}
	p.depth--
	return classOf(strings.TrimSpace(begin[:len(begin)-len(p.rest)]), strings.TrimPrefix(name, marshalPackage), parts, elements)
}

// classOf returns the type of a class with its parameters.
func classOf(whole, class string, parts []string, elements []*columnType) *columnType {
	collections := map[string]struct {
		code  gocql.Type
		name  string
		count int
	}{"ListType": {gocql.TypeList, "list", 1}, "SetType": {gocql.TypeSet, "set", 1}, "MapType": {gocql.TypeMap, "map", 2}}
	if c, ok := collections[class]; ok && len(elements) == c.count {
		return &columnType{code: c.code, name: c.name, elements: elements}
	}
	switch {
	case (class == "FrozenType" || class == "ReversedType") && len(elements) == 1:
		return elements[0]
	case class == "TupleType" && len(elements) > 0:
		return &columnType{code: gocql.TypeTuple, name: "tuple", elements: elements}
	case class == "VectorType" && len(elements) == 2:
		if size, err := strconv.Atoi(parts[1]); err == nil {
			return &columnType{code: gocql.TypeCustom, elements: elements[:1], size: size}
		}
	case class == "UserType" && len(elements) > 2:
		return userType(parts, elements)
	}
	for _, n := range native {
		for _, known := range strings.Fields(n.classes) {
			if class == known && len(elements) == 0 {
				return &columnType{code: n.code, name: n.name}
			}
		}
	}
	return &columnType{code: gocql.TypeCustom, name: whole}
}

// userType reads UserType(keyspace,hex of the name,hex of a field:type,…).
func userType(parts []string, elements []*columnType) *columnType {
	t := &columnType{code: gocql.TypeUDT, keyspace: parts[0], name: unhex(parts[1])}
	for i, part := range parts[2:] {
		name, class, _ := strings.Cut(part, ":")
		field, _ := parseClass(class)
		t.fields, t.elements = append(t.fields, unhex(name)), append(t.elements, field)
		_ = elements[i]
	}
	return t
}

func unhex(digits string) string {
	var text strings.Builder
	for len(digits) >= 2 {
		value, err := strconv.ParseUint(digits[:2], 16, 8)
		if err != nil {
			break
		}
		text.WriteByte(byte(value))
		digits = digits[2:]
	}
	return text.String()
}

// word reads up to a bracket or a comma.
func (p *classParser) word() string {
	p.rest = strings.TrimSpace(p.rest)
	end := strings.IndexAny(p.rest, "(),")
	if end < 0 {
		end = len(p.rest)
	}
	word := strings.TrimSpace(p.rest[:end])
	p.rest = p.rest[end:]
	return word
}

func (p *classParser) accept(token string) bool {
	rest, found := strings.CutPrefix(strings.TrimSpace(p.rest), token)
	if found {
		p.rest = rest
	}
	return found
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
