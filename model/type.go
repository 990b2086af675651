package model

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// TypeKind is the outermost constructor of a CQL type.
type TypeKind string

// The constructors.
const (
	NativeType     TypeKind = "native"
	ListType       TypeKind = "list"
	SetType        TypeKind = "set"
	MapType        TypeKind = "map"
	TupleType      TypeKind = "tuple"
	VectorType     TypeKind = "vector"
	FrozenType     TypeKind = "frozen"
	UserTypeRef    TypeKind = "udt"
	CustomType     TypeKind = "custom"
	UnresolvedType TypeKind = "unresolved"
)

// Type is a CQL type. The zero Type means that none has been entered yet.
//
// It is saved as CQL, except that a user-defined type is written as "@" and its
// ID, so that renaming the type changes no column.
type Type struct {
	Kind TypeKind
	// Name is the native type ("text", never "varchar"), the class of a
	// custom type, or the name of an unresolved user-defined type.
	Name string
	// Arguments holds the element types: one for list, set, frozen and vector,
	// two for map, and all those of a tuple.
	Arguments []Type
	// UserType is the user-defined type of UserTypeRef.
	UserType ID
	// Dimension is the length of a vector.
	Dimension int
}

// NativeTypes lists the native types of CQL; varchar is an alias of text.
var NativeTypes = []string{"ascii", "bigint", "blob", "boolean", "counter", "date", "decimal", "double",
	"duration", "float", "inet", "int", "smallint", "text", "time", "timestamp", "timeuuid", "tinyint",
	"uuid", "varint"}

// Native returns the native type with that name.
func Native(name string) Type { return Type{Kind: NativeType, Name: name} }

// Frozen returns the type wrapped in frozen<>.
func Frozen(t Type) Type { return Type{Kind: FrozenType, Arguments: []Type{t}} }

// IsZero reports whether no type has been entered yet.
func (t Type) IsZero() bool { return t.Kind == "" }

// Equal reports whether two types are the same, including frozen.
func (t Type) Equal(u Type) bool {
	return t.Kind == u.Kind && t.Name == u.Name && t.UserType == u.UserType && t.Dimension == u.Dimension &&
		slices.EqualFunc(t.Arguments, u.Arguments, Type.Equal)
}

// Unfrozen strips an outer frozen<>.
func (t Type) Unfrozen() Type {
	if t.Kind == FrozenType && len(t.Arguments) == 1 {
		return t.Arguments[0]
	}
	return t
}

// IsCounter reports whether the type is counter.
func (t Type) IsCounter() bool { return t.Kind == NativeType && t.Name == "counter" }

// UserTypes returns the user-defined types in t, including nested ones.
func (t Type) UserTypes() []ID {
	var ids []ID
	if t.Kind == UserTypeRef {
		ids = append(ids, t.UserType)
	}
	for _, argument := range t.Arguments {
		ids = append(ids, argument.UserTypes()...)
	}
	return ids
}

// Text returns the type as CQL. name returns the name of a user-defined type,
// which is quoted if necessary.
func (t Type) Text(name func(ID) string) string {
	switch t.Kind {
	case "":
		return ""
	case NativeType:
		return t.Name
	case UnresolvedType:
		return QuoteTypeName(t.Name)
	case CustomType:
		return "'" + strings.ReplaceAll(t.Name, "'", "''") + "'"
	case UserTypeRef:
		return name(t.UserType)
	}
	arguments := make([]string, len(t.Arguments), len(t.Arguments)+1)
	for i, argument := range t.Arguments {
		arguments[i] = argument.Text(name)
	}
	if t.Kind == VectorType {
		arguments = append(arguments, strconv.Itoa(t.Dimension))
	}
	return string(t.Kind) + "<" + strings.Join(arguments, ", ") + ">"
}

// QuoteTypeName quotes a name that would otherwise be parsed differently: one
// with special characters or capitals, or the name of a native type or
// constructor.
func QuoteTypeName(name string) string {
	if _, constructor := typeArity[TypeKind(name)]; constructor || name == "varchar" || slices.Contains(NativeTypes, name) {
		return `"` + name + `"`
	}
	for i, c := range []byte(name) {
		if !isWordByte(c) || 'A' <= c && c <= 'Z' || i == 0 && '0' <= c && c <= '9' {
			return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
		}
	}
	return name
}

// MarshalText returns the saved form.
func (t Type) MarshalText() ([]byte, error) {
	return []byte(t.Text(func(id ID) string { return "@" + string(id) })), nil
}

// UnmarshalText parses the saved form. A name that is not a native type becomes
// an UnresolvedType, which Validate reports.
func (t *Type) UnmarshalText(text []byte) error {
	parsed, err := ParseType(string(text), nil)
	if err != nil {
		return err
	}
	*t = parsed
	return nil
}

// maxTypeDepth limits nesting, so that hostile text cannot exhaust the stack.
const maxTypeDepth = 32

// ParseType parses a type as typed (`map<text, frozen<address>>`) or as saved (`map<text,
// frozen<@k2…>>`). lookup finds a user-defined type by name. A name that it does not find, or any
// name if lookup is nil, becomes an UnresolvedType. Errors name the expected token and its
// position.
func ParseType(text string, lookup func(name string) (ID, bool)) (Type, error) {
	parser := typeParser{text: text, lookup: lookup}
	parser.space()
	if parser.at == len(text) {
		return Type{}, nil
	}
	t, err := parser.parse(0)
	if err != nil {
		return Type{}, err
	}
	if parser.at < len(text) {
		return Type{}, parser.expected("the end of the type")
	}
	return t, nil
}

type typeParser struct {
	text   string
	at     int
	lookup func(string) (ID, bool)
}

func (p *typeParser) expected(what string) error {
	got := "the end"
	if rest := []rune(p.text[p.at:]); len(rest) > 0 {
		got = strconv.Quote(string(rest[:min(len(rest), 12)]))
	}
	return fmt.Errorf("expected %s at character %d, got %s", what, utf8.RuneCountInString(p.text[:p.at])+1, got)
}

func (p *typeParser) space() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
}

func (p *typeParser) accept(c byte) bool {
	if p.at < len(p.text) && p.text[p.at] == c {
		p.at++
		p.space()
		return true
	}
	return false
}

// type = "@" id | 'class' | "quoted" | name [ "<" arguments ">" ]
func (p *typeParser) parse(depth int) (Type, error) {
	if depth > maxTypeDepth {
		return Type{}, fmt.Errorf("types nest more than %d deep", maxTypeDepth)
	}
	if p.at < len(p.text) && p.text[p.at] == '\'' {
		class, err := p.quoted('\'')
		return Type{Kind: CustomType, Name: class}, err
	}
	if p.at < len(p.text) && p.text[p.at] == '"' {
		name, err := p.quoted('"')
		if name == "" && err == nil {
			err = p.expected("a name between the quotes before this")
		}
		return p.user(name), err
	}
	if p.accept('@') {
		id := ID(p.word())
		if !id.Valid() {
			return Type{}, p.expected("the id of a type")
		}
		return Type{Kind: UserTypeRef, UserType: id}, nil
	}
	name := strings.ToLower(p.word())
	if name == "" {
		return Type{}, p.expected("a type")
	}
	return p.named(name, depth)
}

func (p *typeParser) named(name string, depth int) (Type, error) {
	if arity, parametric := typeArity[TypeKind(name)]; parametric && p.accept('<') {
		return p.arguments(TypeKind(name), arity, depth)
	} else if parametric {
		return Type{}, p.expected("`<` after " + name)
	}
	if name == "varchar" {
		name = "text"
	}
	if slices.Contains(NativeTypes, name) {
		return Native(name), nil
	}
	return p.user(name), nil
}

// typeArity is the number of element types of each constructor; 0 means one or
// more.
var typeArity = map[TypeKind]int{ListType: 1, SetType: 1, MapType: 2, TupleType: 0, VectorType: 1, FrozenType: 1}

func (p *typeParser) arguments(kind TypeKind, arity, depth int) (Type, error) {
	t := Type{Kind: kind}
	for {
		argument, err := p.parse(depth + 1)
		if err != nil {
			return Type{}, err
		}
		t.Arguments = append(t.Arguments, argument)
		if len(t.Arguments) == arity || !p.accept(',') {
			break
		}
	}
	if arity > len(t.Arguments) {
		return Type{}, p.expected("`,` and another type")
	}
	if kind == VectorType {
		if err := p.dimension(&t); err != nil {
			return Type{}, err
		}
	}
	if !p.accept('>') {
		return Type{}, p.expected("`>`")
	}
	return t, nil
}

func (p *typeParser) dimension(t *Type) error {
	if !p.accept(',') {
		return p.expected("`,` and the vector's dimension")
	}
	digits := p.word()
	dimension, err := strconv.Atoi(digits)
	if err != nil {
		return p.expected("the vector's dimension")
	}
	t.Dimension = dimension
	return nil
}

func (p *typeParser) user(name string) Type {
	if p.lookup != nil {
		if id, found := p.lookup(name); found {
			return Type{Kind: UserTypeRef, UserType: id}
		}
	}
	return Type{Kind: UnresolvedType, Name: name}
}

func (p *typeParser) word() string {
	start := p.at
	for p.at < len(p.text) && isWordByte(p.text[p.at]) {
		p.at++
	}
	word := p.text[start:p.at]
	p.space()
	return word
}

func isWordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// quoted parses a quoted name or class. A doubled quote means one quote.
func (p *typeParser) quoted(quote byte) (string, error) {
	var name strings.Builder
	for p.at++; p.at < len(p.text); p.at++ {
		if p.text[p.at] != quote {
			name.WriteByte(p.text[p.at])
			continue
		}
		if p.at+1 == len(p.text) || p.text[p.at+1] != quote {
			p.at++
			p.space()
			return name.String(), nil
		}
		p.at++
		name.WriteByte(quote)
	}
	return "", p.expected("a closing quote")
}

// Unresolved returns a name in the type that could not be resolved.
func (t Type) Unresolved() (string, bool) {
	if t.Kind == UnresolvedType {
		return t.Name, true
	}
	for _, argument := range t.Arguments {
		if name, found := argument.Unresolved(); found {
			return name, true
		}
	}
	return "", false
}
