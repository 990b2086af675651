package syntax

// CreateType = CREATE TYPE [IF NOT EXISTS] name ( field {, field} )
type CreateType struct {
	Base
	IfNotExists bool
	Name        QualifiedName
	Fields      []Field
	Closing     []Remark
}

func (*CreateType) keyword() string { return "CREATE TYPE" }

func (s *CreateType) subject() QualifiedName { return s.Name }

func (s *CreateType) walk(w walker) {
	Walk(&s.Name, w)
	walkAll(s.Fields, w)
}

// Field is a field of a user-defined type.
type Field struct {
	*Remarks
	Name Identifier
	Type TypeName
}

// TypeName is a type as written. Kind is the word before the `<`, NativeType,
// CustomType for a quoted Java class, or UserType for a user-defined type. The
// last three have a Name, others nil. The names of native types are shared and
// have no position.
type TypeName struct {
	Position
	Kind      TypeKind
	Name      *QualifiedName
	Arguments []TypeName
	// Dimension is the dimension of a vector, as written. One below 1 is
	// refused later.
	Dimension string
}

// TypeKind is the outermost constructor of a type.
type TypeKind uint8

// The constructors.
const (
	UserType TypeKind = iota
	NativeType
	CustomType
	ListType
	SetType
	MapType
	TupleType
	VectorType
	FrozenType
)

// String returns the constructor in lower case.
func (k TypeKind) String() string {
	return [...]string{"", "native", "custom", "list", "set", "map", "tuple", "vector", "frozen"}[k]
}

// TypeConstructor returns the constructor that a word before a `<` denotes, or
// UserType.
func TypeConstructor(word string) TypeKind {
	switch word {
	case "LIST":
		return ListType
	case "SET":
		return SetType
	case "MAP":
		return MapType
	case "TUPLE":
		return TupleType
	case "VECTOR":
		return VectorType
	case "FROZEN":
		return FrozenType
	}
	return UserType
}
