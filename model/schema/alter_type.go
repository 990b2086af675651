package schema

import (
	"slices"

	"widerow/model"
)

// AlterType is ALTER TYPE with one change: a field to add, fields to rename,
// or, with Retype, a new type of a field, which the server always refuses.
type AlterType struct {
	Name     Name
	IfExists bool
	// Unquoted is as in UserType.
	Unquoted bool
	Add      *Field
	Rename   []Rename
	// IfField is IF NOT EXISTS of ADD and IF EXISTS of RENAME.
	IfField bool
	// Retype is ALTER field TYPE type.
	Retype *Field
}

// AlterType changes a user-defined type.
func (s *Schema) AlterType(d AlterType) *Refusal {
	if refusal := reservedType(d.Name, d.Unquoted); refusal != nil {
		return refusal
	}
	for _, field := range []*Field{d.Add, d.Retype} {
		if field != nil {
			if refusal := field.Type.checkText(field.Name); refusal != nil {
				return refusal
			}
		}
	}
	keyspace, name, refusal := s.findType(d.Name, d.Unquoted, "ALTER")
	if refusal != nil {
		return refusal
	}
	id, found := keyspace.typeNamed(name.Name)
	switch {
	case !found && d.IfExists:
		return nil
	case !found:
		return refuse(Invalid, "", "Type %s doesn't exist", name.written()).
			Advise("{type}Create the type first, or correct its name.")
	case d.Retype != nil:
		return refuse(Invalid, d.Retype.Name, "Altering field types is no longer supported").
			Advise("Add a field of the new type; fields cannot be dropped.")
	case d.Add != nil:
		return typeChange{s, keyspace, id, s.Physical.Types[id]}.add(*d.Add, d.IfField)
	}
	return typeChange{s, keyspace, id, s.Physical.Types[id]}.rename(d.Rename, d.IfField)
}

// typeChange is a type that is being altered.
type typeChange struct {
	schema   *Schema
	keyspace *keyspace
	id       model.ID
	value    *model.UserType
}

// text returns the name of the type as messages write it.
func (c typeChange) text() string { return quoteName(c.keyspace.name) + "." + quoteName(c.value.Name) }

func (c typeChange) field(name string) (model.ID, bool) {
	for id, field := range c.value.Fields {
		if field.Name == name {
			return id, true
		}
	}
	return "", false
}

func (c typeChange) add(field Field, ifNotExists bool) *Refusal {
	switch {
	case field.Type.isCounter():
		return refuse(Invalid, field.Name, "A user type cannot contain counters").
			Advise("Put counters into a table of their own.")
	case field.Type.Kind == model.UserTypeRef:
		return refuse(Invalid, field.Name, "A user type cannot contain non-frozen UDTs").
			Advise("Write frozen<…> around the type of the field.")
	}
	if _, taken := c.field(field.Name); taken {
		if ifNotExists {
			return nil
		}
		return refuse(Invalid, field.Name, "Cannot add field %s to type %s: a field with name %s already exists", field.Name, c.text(), field.Name).
			Advise("ADD IF NOT EXISTS ignores it.")
	}
	resolved, refusal := typeResolver{c.keyspace, field.Name}.resolve(field.Type, false)
	if refusal != nil {
		return refusal
	}
	holders := c.schema.uses.holders(c.id)
	written := field.Type.in(c.keyspace.name)
	if holdsOneOf(resolved, holders) {
		return refuse(Invalid, field.Name, "Cannot add new field %s of type %s to user type %s as it would create a circular reference",
			field.Name, written, c.text()).
			Advise("A type cannot contain itself: store a reference as an id.")
	}
	if tables := c.schema.partitionedBy(c.id); len(tables) > 0 {
		return refuse(Invalid, field.Name, "Cannot add new field %s of type %s to user type %s as the type is being used in partition key "+
			"by the following tables: %s", field.Name, written, c.text(), quoted(tables)).
			Advise("Create a new type, and a new table with that type in its key.")
	}
	c.value.Fields[c.schema.ids.New()] = &model.TypeField{Order: model.Nth(len(c.value.Fields)), Name: field.Name, Type: resolved}
	c.schema.uses.addField(c.id, resolved)
	if c.schema.hasDuration(resolved) {
		c.schema.addDuration(c.id)
	}
	c.keyspace.reorder(holders)
	return nil
}

// partitionedBy returns the names of the tables and views whose partition key
// uses the type.
func (s *Schema) partitionedBy(id model.ID) []string {
	tables, views := s.uses.relationsWith(s.uses.holders(id))
	byName := map[string]*relation{}
	for _, view := range views {
		byName[view.value.Name] = view
	}
	for _, name := range javaSet(relationNames(views), stringHash) {
		tables = append(tables, byName[name])
	}
	var names []string
	for _, r := range tables {
		for _, column := range r.value.Columns {
			if column.Role == model.Partition && s.refers(column.Type, id, map[model.ID]bool{}) {
				names = append(names, s.qualified(r))
				break
			}
		}
	}
	return names
}

// refers follows AbstractType.referencesUserType, which ignores the elements of
// vectors. seen are the types that were visited.
func (s *Schema) refers(t model.Type, id model.ID, seen map[model.ID]bool) bool {
	switch {
	case t.Kind == model.VectorType:
		return false
	case t.Kind != model.UserTypeRef:
		return slices.ContainsFunc(t.Arguments, func(argument model.Type) bool { return s.refers(argument, id, seen) })
	case t.UserType == id || seen[t.UserType]:
		return t.UserType == id
	}
	seen[t.UserType] = true
	for _, field := range s.Physical.Types[t.UserType].Fields {
		if s.refers(field.Type, id, seen) {
			return true
		}
	}
	return false
}

func (c typeChange) rename(renames []Rename, ifExists bool) *Refusal {
	if aggregates := c.keyspace.initializedWith(c.schema.uses.holders(c.id)); len(aggregates) > 0 {
		return refuse(Invalid, "", "Cannot alter user type %s as it is still used in INITCOND by aggregates %s", c.text(), quoted(aggregates)).
			Advise("Drop the aggregates first and create them again afterwards.")
	}
	after := map[model.ID]string{}
	for _, rename := range inJavaOrder(renames) {
		id, found := c.field(rename.From)
		switch {
		case found:
			after[id] = rename.To
		case !ifExists:
			return refuse(Invalid, rename.From, "Unkown field %s in user type %s", rename.From, c.text()).
				Advise("The type has no field of that name; RENAME IF EXISTS ignores it.")
		}
	}
	count := map[string]int{}
	fields := model.Sorted(c.value.Fields)
	name := func(field model.Item[*model.TypeField]) string {
		if renamed, found := after[field.ID]; found {
			return renamed
		}
		return field.Value.Name
	}
	for _, field := range fields {
		count[name(field)]++
	}
	for _, field := range fields {
		if count[name(field)] > 1 {
			// The server gives the name of the keyspace instead of that of the
			// type.
			return refuse(Invalid, name(field), "Duplicate field name %s in type %s", name(field), c.keyspace.name).
				Advise("Choose a name that no other field has.")
		}
	}
	for id, name := range after {
		c.value.Fields[id].Name = name
	}
	c.keyspace.reorder(c.schema.uses.holders(c.id))
	return nil
}

// in adds the keyspace to the names of user-defined types.
func (t Type) in(keyspace string) Type {
	if t.Kind == model.UserTypeRef {
		t.Name.Keyspace = keyspace
	}
	arguments := make([]Type, len(t.Arguments))
	for i, argument := range t.Arguments {
		arguments[i] = argument.in(keyspace)
	}
	t.Arguments = arguments
	return t
}
