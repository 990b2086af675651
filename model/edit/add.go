package edit

import (
	"fmt"
	"slices"

	"widerow/model"
)

// Add adds a new element inside Parent ("" for the document). Values holds the
// fields as a form sends them; missing ones get their default. If ID is empty,
// the element gets a new one. Before is the sibling to insert it before, empty
// for the end.
type Add struct {
	Kind   model.Kind
	Parent model.ID
	ID     model.ID
	Values map[string]string
	Before model.ID
}

// Name returns a name such as "AddEntity".
func (a Add) Name(*model.Model) string { return "Add" + identifier(a.Kind) }

func (a Add) apply(m *model.Model, ids model.IDs) error {
	parent, found := m.Element(a.Parent)
	if !found {
		return &GoneError{a.Parent}
	}
	if !slices.Contains(model.ChildrenOf(parent.Kind), a.Kind) {
		return invalid(a.Parent, "", "%s cannot contain %q", article(parent.Kind.Words()), model.Shorten(string(a.Kind), 40))
	}
	if a.ID == "" {
		a.ID = ids.New()
	}
	if err := newDraft(m).newID(a.ID, ids); err != nil {
		return err
	}
	element := Draft(a.Kind, parent.ID)
	element.ID = a.ID
	if problems := a.fill(m, element, ids); len(problems) > 0 {
		return &InvalidError{problems}
	}
	m.Parts().Insert(element, a.Before)
	if all, is := ids.(*knowingIDs); is {
		all.known[element.ID] = element.Kind
	}
	return newDraft(m).afterInsert(element, ids)
}

// draft is a document that commands change.
type draft struct{ *model.Model }

func newDraft(m *model.Model) draft { return draft{m} }

// newID returns an error if an ID is malformed or in use.
func (m draft) newID(id model.ID, ids model.IDs) error {
	if !id.Valid() {
		return invalid(id, "id", "%q is not an id: 1 to 40 characters of a–z and 0–9, the first a letter", model.Shorten(string(id), 40))
	}
	if m.isTaken(id, ids) {
		return invalid(id, "id", "The id %s is already in use", id)
	}
	return nil
}

func (m draft) isTaken(id model.ID, ids model.IDs) bool {
	if all, is := ids.(*knowingIDs); is {
		return all.known[id] != ""
	}
	_, taken := m.Element(id)
	return taken
}

// knowingIDs generates IDs for a run of commands that only adds concepts, or parts of the
// workflow. It knows the elements of the document: a new ID is not searched for in each
// entity type.
type knowingIDs struct {
	model.IDs
	known map[model.ID]model.Kind
}

// manyAdded is the number of commands from which it is worth to know all elements.
const manyAdded = 16

// knowing returns the IDs for a run of commands.
func (m draft) knowing(ids model.IDs, run []Command) model.IDs {
	if len(run) < manyAdded || slices.ContainsFunc(run, func(c Command) bool { return !addsParts(c) }) {
		return ids
	}
	return &knowingIDs{ids, m.Kinds()}
}

// addsParts reports whether a command adds to the concepts or to the workflow.
func addsParts(c Command) bool {
	add, is := c.(Add)
	return is && (slices.Contains(workflowKinds, add.Kind) || slices.Contains(conceptKinds, add.Kind))
}

// Draft returns an element with default values that is not in the document.
// Forms for new elements are rendered from it.
func Draft(kind model.Kind, parent model.ID) model.Element {
	element := model.Element{Kind: kind, Parent: parent, Value: model.NewElement(kind)}
	switch value := element.Value.(type) {
	case *model.UserType:
		value.Keyspace = parent
	case *model.Relation:
		value.Keyspace = parent
	case *model.Statement:
		value.Keyspace = parent
	}
	return element
}

// fill sets the fields in the order of the form and returns the problems. The composite
// attribute of a part comes first, since the name is unique among its parts.
func (a Add) fill(m *model.Model, element model.Element, ids model.IDs) []model.Problem {
	var problems []model.Problem
	report := func(field string, err error) {
		problems = append(problems, model.Problem{Code: "model/invalid", Element: a.ID, Field: field, Message: sentence(err)})
	}
	fields := FieldsOf(a.Kind)
	if a.Kind == model.AttributeKind {
		at := slices.IndexFunc(fields, func(f Field) bool { return f.Name == "parent" })
		fields = slices.Concat(fields[at:at+1], fields[:at], fields[at+1:])
	}
	for _, field := range fields {
		text, given := a.Values[field.Name]
		if field.Name == "label" && sameText(text) == "" {
			text, given = NextLabel(m, a.Kind), true
		}
		if !given && !(field.Required && field.Text(m, element) == "") {
			continue
		}
		addNamed(m, field, text, ids)
		if err := field.assign(m, element, text); err != nil {
			report(field.Name, err)
		}
	}
	for _, name := range model.SortedKeys(a.Values) {
		if !slices.ContainsFunc(fields, func(f Field) bool { return f.Name == name }) {
			report(name, fmt.Errorf("%s has no field %q", article(a.Kind.Words()), model.Shorten(name, 40)))
		}
	}
	return problems
}

// afterInsert makes the changes that follow from a new element: expressions that
// contain the name of a new quantity refer to it, and a new logical table is
// realized.
func (m draft) afterInsert(element model.Element, ids model.IDs) error {
	switch element.Kind {
	case model.QuantityKind:
		return newDraft(m.Model).rebind(element.ID)
	case model.TableKind:
		return Realize{Table: element.ID}.apply(m.Model, ids)
	}
	return nil
}

func (a Add) words(before, after *model.Model) string {
	id := a.ID
	if id == "" {
		id = added(before, after, a.Kind, sameText(a.Values["name"]))
	}
	element, found := after.Part(a.Parent, id)
	if !found || id == "" {
		return ""
	}
	return fmt.Sprintf("added %s %s", a.Kind.Words(), model.Shorten(after.TitleOf(element), 50))
}

// added returns an element of a kind (and name, if not empty) that is only in
// the second document.
func added(before, after *model.Model, kind model.Kind, name string) model.ID {
	for element := range after.Elements() {
		_, wasThere := before.Element(element.ID)
		own := model.NameOfValue(element.Value)
		if !wasThere && element.Kind == kind && (name == "" || own == "" || own == name || kind == model.QueryKind || kind == model.UpdateElement) {
			return element.ID
		}
	}
	return ""
}

// rebind makes expressions that contain the name of a new or renamed quantity
// refer to it. If the quantity then depends on itself, the error is about its
// name.
func (m draft) rebind(id model.ID) error {
	for expression := range m.References().Expressions() {
		*expression = m.BindExpression(m.ExpressionText(*expression))
	}
	quantity := m.Quantities[id]
	for _, expression := range []model.Expression{quantity.Typical, quantity.Worst} {
		if expression.IsEmpty() {
			continue
		}
		if _, _, _, err := m.EvaluateUnit(expression); err != nil {
			return invalid(id, "name", "With the name %s: %v", quantity.Name, err)
		}
	}
	return nil
}
