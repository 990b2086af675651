package model

import (
	"cmp"
	"fmt"
	"strings"
)

// Realize adds a physical table for a logical one, with all its columns, in a
// keyspace (empty for the first; if there is none, one is added).
type Realize struct {
	Table    ID
	Keyspace ID
}

// Name returns "RealizeTable".
func (r Realize) Name(*Model) string { return "RealizeTable" }

func (r Realize) apply(m *Model, ids IDs) error {
	table := m.Logical.Tables[r.Table]
	if table == nil {
		return &GoneError{r.Table}
	}
	keyspace := r.Keyspace
	if keyspace == "" {
		keyspace = m.draft().firstKeyspace(ids)
	}
	if m.Physical.Keyspaces[keyspace] == nil {
		return &GoneError{keyspace}
	}
	relation := &Relation{Keyspace: keyspace, Kind: Table, Realizes: SetOfIDs(r.Table),
		Name: m.draft().freeRelationName(keyspace, table.Name)}
	id := ids.New()
	m.places().insert(Element{id, RelationElement, keyspace, relation}, "")
	for _, column := range table.SortedColumns() {
		m.followers().addFollower(relation, column.ID, column.Value, ids)
	}
	return nil
}

func (r Realize) words(before, after *Model) string {
	for id, relation := range after.Physical.Relations {
		if before.Physical.Relations[id] == nil && relation.Realizes[r.Table] {
			return fmt.Sprintf("realised %s in keyspace %s", after.ShortTitle(r.Table), after.ShortTitle(relation.Keyspace))
		}
	}
	return ""
}

// firstKeyspace returns the keyspace for new tables. If there is none, it adds
// one that is named after the model.
func (m draft) firstKeyspace(ids IDs) ID {
	if keyspaces := Sorted(m.Physical.Keyspaces); len(keyspaces) > 0 {
		return keyspaces[0].ID
	}
	id := ids.New()
	keyspace := newElement(KeyspaceKind).(*Keyspace)
	keyspace.Name = shortIdentifier(m.Name, "app")
	m.places().insert(Element{id, KeyspaceKind, "", keyspace}, "")
	return id
}

// maxKeyspaceName is Cassandra's limit for keyspace and table names.
const maxKeyspaceName = 48

func shortIdentifier(text, otherwise string) string {
	name := Identifier(text)
	name = strings.Trim(name[:min(len(name), maxKeyspaceName)], "_")
	return cmp.Or(name, otherwise)
}

// freeRelationName returns the wanted name or, if it is in use, the first free
// one with a number appended.
func (m draft) freeRelationName(keyspace ID, wanted string) string {
	return freeName(wanted, func(name string) bool { return m.places().relationNamed(keyspace, name, "") })
}

func freeName(wanted string, taken func(string) bool) string {
	name := wanted
	for number := 2; taken(name); number++ {
		name = fmt.Sprintf("%s_%d", wanted, number)
	}
	return name
}

// KeepTypes confirms the assumed types of a column or of all columns of a
// relation.
type KeepTypes struct{ Element ID }

// Name returns "KeepTypes".
func (KeepTypes) Name(*Model) string { return "KeepTypes" }

func (k KeepTypes) apply(m *Model, _ IDs) error {
	element, found := m.Element(k.Element)
	if !found {
		return &GoneError{k.Element}
	}
	for _, column := range AssumedTypes(element) {
		column.Value.TypeAssumed = false
	}
	return nil
}

func (k KeepTypes) words(before, after *Model) string {
	element, found := before.Element(k.Element)
	kept := AssumedTypes(element)
	switch {
	case !found || len(kept) == 0:
		return ""
	case element.Kind == RelationColumnKind:
		return fmt.Sprintf("kept type %s of %s", before.TypeText(kept[0].Value.Type), after.ShortTitle(k.Element))
	}
	return fmt.Sprintf("kept the assumed types of %s", after.ShortTitle(k.Element))
}

// AssumedTypes returns the columns with assumed types: those of a relation, or
// the column itself.
func AssumedTypes(element Element) []Item[*Column] {
	var assumed []Item[*Column]
	switch value := element.Value.(type) {
	case *Column:
		if value.TypeAssumed {
			assumed = append(assumed, Item[*Column]{ID: element.ID, Value: value})
		}
	case *Relation:
		for _, column := range value.SortedColumns() {
			if column.Value.TypeAssumed {
				assumed = append(assumed, column)
			}
		}
	}
	return assumed
}
