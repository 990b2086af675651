package edit

import (
	"fmt"

	"widerow/model"
	"widerow/model/carry"
)

// Realize adds a physical table for a logical one, with all its columns, in a
// keyspace (empty for the first; if there is none, one is added).
type Realize struct {
	Table    model.ID
	Keyspace model.ID
}

// Name returns "RealizeTable".
func (r Realize) Name(*model.Model) string { return "RealizeTable" }

func (r Realize) apply(m *model.Model, ids model.IDs) error {
	table := m.Logical.Tables[r.Table]
	if table == nil {
		return &GoneError{r.Table}
	}
	keyspace := r.Keyspace
	if keyspace == "" {
		keyspace = newDraft(m).firstKeyspace(ids)
	}
	if m.Physical.Keyspaces[keyspace] == nil {
		return &GoneError{keyspace}
	}
	relation := &model.Relation{Keyspace: keyspace, Kind: model.Table, Realizes: model.SetOfIDs(r.Table),
		Name: newDraft(m).freeRelationName(keyspace, table.Name)}
	id := ids.New()
	m.Parts().Insert(model.Element{ID: id, Kind: model.RelationElement, Parent: keyspace, Value: relation}, "")
	for _, column := range table.SortedColumns() {
		carry.Of(m).AddColumn(relation, column.ID, column.Value, ids)
	}
	return nil
}

func (r Realize) words(before, after *model.Model) string {
	for id, relation := range after.Physical.Relations {
		if before.Physical.Relations[id] == nil && relation.Realizes[r.Table] {
			return fmt.Sprintf("realised %s in keyspace %s", after.ShortTitle(r.Table), after.ShortTitle(relation.Keyspace))
		}
	}
	return ""
}

// firstKeyspace returns the keyspace for new tables. If there is none, it adds
// one that is named after the model.
func (m draft) firstKeyspace(ids model.IDs) model.ID {
	if keyspaces := model.Sorted(m.Physical.Keyspaces); len(keyspaces) > 0 {
		return keyspaces[0].ID
	}
	id := ids.New()
	keyspace := model.NewElement(model.KeyspaceKind).(*model.Keyspace)
	keyspace.Name = model.ShortIdentifier(m.Name, "app")
	m.Parts().Insert(model.Element{ID: id, Kind: model.KeyspaceKind, Parent: "", Value: keyspace}, "")
	return id
}

// freeRelationName returns the wanted name or, if it is in use, the first free
// one with a number appended.
func (m draft) freeRelationName(keyspace model.ID, wanted string) string {
	return model.FreeName(wanted, func(name string) bool { return m.Parts().RelationNamed(keyspace, name, "") })
}

// KeepTypes confirms the assumed types of a column or of all columns of a
// relation.
type KeepTypes struct{ Element model.ID }

// Name returns "KeepTypes".
func (KeepTypes) Name(*model.Model) string { return "KeepTypes" }

func (k KeepTypes) apply(m *model.Model, _ model.IDs) error {
	element, found := m.Element(k.Element)
	if !found {
		return &GoneError{k.Element}
	}
	for _, column := range model.AssumedTypes(element) {
		column.Value.TypeAssumed = false
	}
	return nil
}

func (k KeepTypes) words(before, after *model.Model) string {
	element, found := before.Element(k.Element)
	kept := model.AssumedTypes(element)
	switch {
	case !found || len(kept) == 0:
		return ""
	case element.Kind == model.RelationColumnKind:
		return fmt.Sprintf("kept type %s of %s", before.TypeText(kept[0].Value.Type), after.ShortTitle(k.Element))
	}
	return fmt.Sprintf("kept the assumed types of %s", after.ShortTitle(k.Element))
}
