package assist

import "widerow/model"

// Definition is the place in the text where something is defined, or the
// element of the model.
type Definition struct {
	Place
	Element model.ID `json:"-"`
}

// Definition finds the definition of the name at a place. It returns the zero
// Definition if there is no name.
func (t *Text) Definition(at int) Definition {
	found, ok := t.lookup(t.units.byteAt(at))
	if !ok {
		return Definition{}
	}
	definition := Definition{Element: t.element(found)}
	if place := found.place(); !place.isNone() {
		definition.Place = t.place(place)
	}
	return definition
}

func (f found) place() span {
	switch {
	case f.column != nil:
		return f.column.place
	case f.table != nil:
		return f.table.place
	case f.keyspace != nil:
		return f.keyspace.place
	case f.thing != nil:
		return f.thing.place
	}
	return span{}
}

// DefinitionOf finds the place in the text that defines an element of the
// model.
func (t *Text) DefinitionOf(element model.ID) Definition {
	definition := Definition{Element: element}
	if place := t.made(element); !place.isNone() {
		definition.Place = t.place(place)
	}
	return definition
}

func (t *Text) made(element model.ID) span {
	physical, names := t.model.Physical, t.names()
	keyspace := func(id model.ID) string {
		if found := physical.Keyspaces[id]; found != nil {
			return found.Name
		}
		return ""
	}
	if found := physical.Keyspaces[element]; found != nil {
		for _, one := range names.keyspaces {
			if one.name == found.Name {
				return one.place
			}
		}
	}
	for id, relation := range physical.Relations {
		column := relation.Columns[element]
		if id != element && column == nil && relation.Indexes[element] == nil {
			continue
		}
		name := ""
		if column != nil {
			name = column.Name
		}
		return names.table(keyspace(relation.Keyspace), relation.Name).part(name)
	}
	for id, userType := range physical.Types {
		if field := userType.Fields[element]; field != nil {
			return names.userType(keyspace(userType.Keyspace), userType.Name).part(field.Name)
		} else if id == element {
			return names.userType(keyspace(userType.Keyspace), userType.Name).part("")
		}
	}
	return span{}
}

// part returns where the column of that name is defined, or else the table.
func (t *table) part(name string) span {
	if t == nil {
		return span{}
	}
	if found := t.column(name); found != nil {
		return found.place
	}
	return t.place
}
