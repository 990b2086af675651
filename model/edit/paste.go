package edit

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"

	"widerow/model"
)

// Paste adds copies of elements of a document, which may be another one: entity types with their
// attributes, relationship types, hierarchies, workflow steps, logical tables, relations and
// user-defined types, notes and areas. Relationship types and hierarchies between the entity types go with them, the
// transitions between the steps, and the types that a relation uses. A name that is in use gets a number. A relation goes into Keyspace or, if
// that is empty, into the keyspace with the name of its own. If there is none, all go into the
// first keyspace, unless they come from several keyspaces: these are copied.
//
// References to elements that are not copied are kept if the document has these elements, as a copy
// of the model does.
type Paste struct {
	From     *model.Model
	Elements []model.ID
	Keyspace model.ID
	First    model.ID // the ID of the copy of the first element
	// Diagram shows the copies, and At are the places there of those that the user puts somewhere,
	// by the ID of the original.
	Diagram string
	At      map[model.ID]model.Position
}

// Name returns "PasteElements".
func (Paste) Name(*model.Model) string { return "PasteElements" }

// pastedKinds lists the kinds of elements that can be copied.
var pastedKinds = []model.Kind{model.EntityKind, model.RelationshipKind, model.HierarchyKind, model.StepKind, model.TransitionKind,
	model.TableKind, model.UserTypeKind, model.RelationElement, model.NoteKind, model.AreaKind}

func (p Paste) apply(m *model.Model, ids model.IDs) error {
	if err := newDraft(m).newID(p.First, ids); err != nil {
		return err
	}
	kept, err := p.kept()
	if err != nil {
		return err
	}
	if p.Keyspace != "" && m.Physical.Keyspaces[p.Keyspace] == nil {
		return &GoneError{p.Keyspace}
	}
	a := paste{Paste: p, m: m, part: newDraft(p.From).only(kept, m), ids: ids, renamed: map[model.ID]model.ID{p.Elements[0]: p.First}}
	a.joins = len(m.Physical.Keyspaces) > 0 && len(p.keyspaces(kept)) < 2
	a.reuseTypes(kept)
	var copies []model.Element
	for element := range a.part.ElementsOf(pastedKinds...) {
		if !kept[element.ID] {
			continue
		}
		copies = append(copies, element)
		if a.renamed[element.ID] == "" {
			a.renamed[element.ID] = ids.New()
		}
		a.part.Walk(element, func(part model.Element) bool {
			a.renamed[part.ID] = ids.New()
			return true
		})
	}
	if len(copies) == 0 {
		return invalid("", "", "%s cannot be copied without its entity types: copy them with it", p.From.Title(p.Elements[0]))
	}
	for _, element := range copies {
		if err := a.add(element); err != nil {
			return err
		}
	}
	a.place(copies)
	if len(a.relations) > 0 {
		LogicalCopies(m, ids, a.relations...)
	}
	return nil
}

// kept returns the elements that are copied: the chosen ones, and what goes with
// them.
func (p Paste) kept() (model.IDSet, error) {
	if len(p.Elements) == 0 {
		return nil, invalid("", "", "Nothing was copied")
	}
	chosen := model.SetOfIDs(p.Elements...)
	for _, id := range p.Elements {
		element, found := p.From.Element(id)
		switch relation, _ := element.Value.(*model.Relation); {
		case !found:
			return nil, &GoneError{id}
		case !slices.Contains(pastedKinds, element.Kind):
			return nil, invalid("", "", "%s cannot be copied alone: copy what it is a part of", article(element.Kind.Words()))
		case relation != nil && relation.Kind == model.MaterializedView && !chosen[relation.Base]:
			return nil, invalid("", "", "%s is a view of %s: copy both", p.From.Title(id), p.From.Title(relation.Base))
		}
	}
	p.addBetween(chosen)
	p.addTypes(chosen)
	return chosen, nil
}

// addBetween adds the relationship types and hierarchies between chosen entity
// types, and the transitions between chosen steps.
func (p Paste) addBetween(chosen model.IDSet) {
	for id, relationship := range p.From.Concepts.Relationships {
		inside := len(relationship.Participants) > 0
		for _, end := range relationship.Participants {
			inside = inside && chosen[end.Entity]
		}
		if inside {
			chosen[id] = true
		}
	}
	for id, transition := range p.From.Workflow.Transitions {
		if chosen[transition.From] && chosen[transition.To] {
			chosen[id] = true
		}
	}
	for id, hierarchy := range p.From.Concepts.Hierarchies {
		for _, subtype := range hierarchy.Subtypes {
			if chosen[hierarchy.Supertype] && chosen[subtype.Entity] {
				chosen[id] = true
			}
		}
	}
}

// addTypes adds the user-defined types that chosen relations and types use.
func (p Paste) addTypes(chosen model.IDSet) {
	var pending []model.Type
	fields := func(of *model.UserType) {
		for _, field := range of.Fields {
			pending = append(pending, field.Type)
		}
	}
	for _, id := range p.Elements {
		if relation := p.From.Physical.Relations[id]; relation != nil {
			for _, column := range relation.Columns {
				pending = append(pending, column.Type)
			}
		} else if userType := p.From.Physical.Types[id]; userType != nil {
			fields(userType)
		}
	}
	for len(pending) > 0 {
		last := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		for _, id := range last.UserTypes() {
			if userType := p.From.Physical.Types[id]; userType != nil && !chosen[id] {
				chosen[id] = true
				fields(userType)
			}
		}
	}
}

// keyspaces returns the keyspaces of the copied relations and types.
func (p Paste) keyspaces(kept model.IDSet) model.IDSet {
	found := model.IDSet{}
	for id := range kept {
		if relation := p.From.Physical.Relations[id]; relation != nil {
			found[relation.Keyspace] = true
		} else if userType := p.From.Physical.Types[id]; userType != nil {
			found[userType.Keyspace] = true
		}
	}
	return found
}

// only returns a copy of the document with nothing but these elements. It has no
// reference to others, except to those that m has too, and its expressions name
// quantities as a user types them.
func (m draft) only(kept model.IDSet, other *model.Model) *model.Model {
	part := m.Clone()
	for expression := range part.References().Expressions() {
		*expression = model.Expression(m.ExpressionText(*expression))
	}
	gone, inside := map[model.ID]string{}, model.IDSet{}
	for element := range part.Elements() {
		if kept[element.ID] || inside[element.Parent] {
			inside[element.ID] = true
			continue
		}
		own, found := other.Parts().Find(element.ID)
		if !found || own.Kind != element.Kind || model.NameOfValue(own.Value) != model.NameOfValue(element.Value) {
			gone[element.ID] = model.NameOfValue(element.Value)
		}
	}
	part.References().Remove(gone)
	return part
}

// paste is the work of one Paste.
type paste struct {
	Paste
	m, part   *model.Model
	ids       model.IDs
	renamed   map[model.ID]model.ID // the copy of each element
	relations []model.ID            // that were added
	joins     bool                  // they go into the first keyspace
}

// reuseTypes takes a type of the document for a copied one that is the same and
// that the user did not choose.
func (a *paste) reuseTypes(kept model.IDSet) {
	for _, id := range kept.Sorted() {
		userType := a.part.Physical.Types[id]
		if userType == nil || slices.Contains(a.Elements, id) {
			continue
		}
		keyspace := a.keyspaceOf(userType.Keyspace)
		for own, other := range a.m.Physical.Types {
			if other.Keyspace == keyspace && other.Name == userType.Name && a.sameFields(userType, other) {
				a.renamed[id] = own
				delete(a.part.Physical.Types, id)
			}
		}
	}
}

func (a *paste) sameFields(one, other *model.UserType) bool {
	ours, theirs := model.Sorted(one.Fields), model.Sorted(other.Fields)
	return slices.EqualFunc(ours, theirs, func(x, y model.Item[*model.TypeField]) bool {
		return x.Value.Name == y.Value.Name && a.part.TypeText(x.Value.Type) == a.m.TypeText(y.Value.Type)
	})
}

// keyspaceOf returns the keyspace of the document that takes what was in a
// keyspace of the other one.
func (a *paste) keyspaceOf(theirs model.ID) model.ID {
	if a.Keyspace != "" {
		return a.Keyspace
	}
	own := a.From.Physical.Keyspaces[theirs]
	for _, keyspace := range model.Sorted(a.m.Physical.Keyspaces) {
		if own != nil && keyspace.Value.Name == own.Name {
			return keyspace.ID
		}
	}
	if own == nil || a.joins {
		return newDraft(a.m).firstKeyspace(a.ids)
	}
	id := a.ids.New()
	added := own.Clone()
	a.m.Parts().Insert(model.Element{ID: id, Kind: model.KeyspaceKind, Parent: "", Value: added}, "")
	return id
}

// add inserts the copy of an element.
func (a *paste) add(element model.Element) error {
	renameIDs(reflect.ValueOf(element.Value), a.renamed)
	switch value := element.Value.(type) {
	case *model.LogicalTable:
		value.DerivedName, value.Derived = "", nil
	case *model.UserType:
		value.Keyspace = a.keyspaceOf(value.Keyspace)
		element.Parent = value.Keyspace
	case *model.Relation:
		a.detach(value)
		element.Parent = value.Keyspace
	case *model.Note:
		value.Diagram, value.Frame.Placed = cmp.Or(a.Diagram, value.Diagram), false
	case *model.Area:
		value.Diagram, value.Frame.Placed = cmp.Or(a.Diagram, value.Diagram), false
	}
	element.ID = a.renamed[element.ID]
	if element.HasName() && element.Kind != model.RelationshipKind {
		element.Rename(model.FreeName(model.NameOfValue(element.Value), func(name string) bool { return newForm(a.m).siblingNamed(element, name) }))
	}
	a.m.Parts().Insert(element, "")
	for _, expression := range expressionsWithin(a.m, element) {
		*expression = a.m.BindExpression(string(*expression))
	}
	switch element.Kind {
	case model.RelationElement:
		a.relations = append(a.relations, element.ID)
	case model.TableKind:
		return Realize{Table: element.ID, Keyspace: a.Keyspace}.apply(a.m, a.ids)
	}
	return nil
}

// expressionsWithin returns the expressions of an element and its parts.
func expressionsWithin(m *model.Model, element model.Element) []*model.Expression {
	found := model.ExpressionsOf(element.Value)
	m.Walk(element, func(part model.Element) bool {
		found = append(found, model.ExpressionsOf(part.Value)...)
		return true
	})
	return found
}

// detach separates a copied relation from its logical table: it gets one of its
// own. Indexes whose name is in use lose it, so that the server chooses one.
func (a *paste) detach(relation *model.Relation) {
	relation.Keyspace = a.keyspaceOf(relation.Keyspace)
	relation.Realizes = nil
	for _, column := range relation.Columns {
		column.From = nil
	}
	for _, index := range relation.Indexes {
		for _, other := range a.m.Physical.Relations {
			for _, used := range other.Indexes {
				if other.Keyspace == relation.Keyspace && used.Name == index.Name {
					index.Name = ""
				}
			}
		}
	}
}

// renameIDs replaces IDs in a value and all that it contains. What is not in
// renamed stays.
func renameIDs(value reflect.Value, renamed map[model.ID]model.ID) {
	switch value.Kind() {
	case reflect.Pointer:
		if !value.IsNil() {
			renameIDs(value.Elem(), renamed)
		}
	case reflect.Struct:
		for i := range value.NumField() {
			renameIDs(value.Field(i), renamed)
		}
	case reflect.Slice:
		for i := range value.Len() {
			renameIDs(value.Index(i), renamed)
		}
	case reflect.Map:
		renameKeys(value, renamed)
	case reflect.String:
		if to := renamed[model.ID(value.String())]; to != "" && value.Type() == reflect.TypeFor[model.ID]() {
			value.SetString(string(to))
		}
	}
}

func renameKeys(entries reflect.Value, renamed map[model.ID]model.ID) {
	if entries.IsNil() || entries.Type().Key() != reflect.TypeFor[model.ID]() {
		return
	}
	for _, key := range entries.MapKeys() {
		value := entries.MapIndex(key)
		if value.Kind() == reflect.Pointer {
			renameIDs(value, renamed)
		}
		if to := renamed[model.ID(key.String())]; to != "" {
			entries.SetMapIndex(key, reflect.Value{})
			entries.SetMapIndex(reflect.ValueOf(to), value)
		}
	}
}

func (p Paste) words(before, after *model.Model) string {
	kinds := map[model.Kind]bool{}
	for _, id := range p.Elements {
		element, _ := p.From.Element(id)
		kinds[element.Kind] = true
	}
	var added []model.Element
	for element := range after.ElementsOf(pastedKinds...) {
		if _, was := before.Element(element.ID); !was && kinds[element.Kind] {
			added = append(added, element)
		}
	}
	if len(added) == 0 {
		return ""
	}
	text := fmt.Sprintf("pasted %s %s", added[0].Kind.Words(), after.ShortTitle(added[0].ID))
	if more := len(added) - 1; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	if p.From.Name != after.Name {
		text += " from " + model.Shorten(p.From.Name, 50)
	}
	return text
}
