package schema

import (
	"slices"

	"widerow/model"
)

// UserType is CREATE TYPE.
type UserType struct {
	Name        Name
	IfNotExists bool
	// Unquoted reports whether the name is written without quotes. Some names
	// are reserved then.
	Unquoted bool
	Fields   []Field
	// Note is the comments about it, which the model keeps.
	Note string
}

// Field is a field of a user-defined type.
type Field struct {
	Name string
	Type Type
	Note string
}

// reservedTypeNames are the names that Cassandra reserves for future types.
var reservedTypeNames = []string{"byte", "complex", "enum", "date", "interval", "macaddr", "bitstring"}

// CreateType adds a user-defined type.
func (s *Schema) CreateType(d UserType) *Refusal {
	if refusal := d.checkText(); refusal != nil {
		return refusal
	}
	name, refusal := s.in(d.Name)
	if refusal != nil {
		return refusal
	}
	keyspace, refusal := s.modifiable(name.Keyspace)
	if refusal != nil {
		return refusal
	}
	if _, taken := keyspace.types[name.Name]; taken {
		if d.IfNotExists {
			return nil
		}
		return refuse(Invalid, "", "A user type with name '%s' already exists", name.Name).
			Advise("Add IF NOT EXISTS to keep the existing one; use ALTER TYPE to add fields.")
	}
	if refusal := checkFields(d, name.Name); refusal != nil {
		return refusal
	}
	return s.addType(keyspace, name.Name, d)
}

func checkFields(d UserType, name string) *Refusal {
	seen := map[string]bool{}
	for _, field := range d.Fields {
		if seen[field.Name] {
			return refuse(Invalid, field.Name, "Duplicate field name '%s' in type '%s'", field.Name, name).
				Advise("Give one of the fields another name.")
		}
		seen[field.Name] = true
	}
	for _, field := range d.Fields {
		if field.Type.isCounter() {
			return refuse(Invalid, field.Name, "A user type cannot contain counters").
				Advise("Put counters into a table of their own.")
		}
		if field.Type.Kind == model.UserTypeRef {
			return refuse(Invalid, field.Name, "A user type cannot contain non-frozen UDTs").
				Advise("Write frozen<…> around the type of the field.")
		}
	}
	return nil
}

func (s *Schema) addType(keyspace *keyspace, name string, d UserType) *Refusal {
	id := s.ids.New()
	value := &model.UserType{Order: model.Nth(s.added.types), Keyspace: keyspace.id, Name: name, Note: d.Note,
		Fields: make(map[model.ID]*model.TypeField, len(d.Fields))}
	for i, field := range d.Fields {
		resolved, refusal := typeResolver{keyspace, field.Name}.resolve(field.Type, false)
		if refusal != nil {
			return refusal
		}
		value.Fields[s.ids.New()] = &model.TypeField{Order: model.Nth(i), Name: field.Name, Type: resolved, Note: field.Note}
	}
	for _, field := range value.Fields {
		s.uses.addField(id, field.Type)
		s.durations[id] = s.durations[id] || s.hasDuration(field.Type)
	}
	s.added.types++
	keyspace.types[name] = id
	s.Physical.Types[id] = value
	return nil
}

// ReservedTypeName reports whether a name cannot be given to a type without
// quotes, although the grammar accepts it.
func ReservedTypeName(name string) bool { return slices.Contains(reservedTypeNames, name) }

func reservedType(name Name, unquoted bool) *Refusal {
	if !unquoted || !ReservedTypeName(name.Name) {
		return nil
	}
	return refuse(Syntax, "", "Invalid (reserved) user type name %s", name.Name).
		Advise("The name is reserved for future types: put it in double quotes or choose another name.")
}

// checkText makes the checks that the server makes when it parses the
// statement.
func (d UserType) checkText() *Refusal {
	if refusal := reservedType(d.Name, d.Unquoted); refusal != nil {
		return refusal
	}
	for _, field := range d.Fields {
		if refusal := field.Type.checkText(field.Name); refusal != nil {
			return refusal
		}
	}
	return nil
}
