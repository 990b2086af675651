package canvas

import (
	"slices"
	"strings"

	"widerow/handlers/canvas/submission"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/edit"
	"widerow/web"
	webcanvas "widerow/web/canvas"
)

// newFields are the fields of the form that adds an element.
var newFields = map[model.Kind][]string{
	model.EntityKind: {"name"}, model.RelationshipKind: {"name"}, model.HierarchyKind: {"supertype"},
	model.QueryKind: {"name"}, model.UpdateElement: {"name"}, model.StepKind: {"name"},
	model.TransitionKind: {"from", "to", "access"}, model.ActorKind: {"name"},
	model.TableKind: {"name"}, model.ArrowKind: {"access", "from", "to"},
	model.KeyspaceKind: {"name"}, model.UserTypeKind: {"name"}, model.RelationElement: {"name"},
	model.QuantityKind: {"name", "typical", "worst"},
	model.NoteKind:     {"text", "color"}, model.AreaKind: {"name", "color"},
	model.AttributeKind: {"name"}, model.ParticipantKind: {"entity", "cardinality"}, model.SubtypeKind: {"entity"},
	model.FindKind: {"attribute", "name"}, model.GivenKind: {"attribute", "name", "operator"}, model.SortKind: {"attribute", "name"},
	model.WriteKind: {"element", "name"}, model.ColumnKind: {"name", "role"}, model.TypeFieldKind: {"name", "type"},
	model.RelationColumnKind: {"name", "type", "role"}, model.IndexKind: {"column", "class"}, model.StatementKind: {"text"},
}

// innerKinds returns the kinds that can be added to an element and are not rows
// of its form: the tables and types of a keyspace.
func innerKinds(b *feature.Context, kind model.Kind) []model.Kind {
	return slices.DeleteFunc(slices.Clone(model.ChildrenOf(kind)), feature.IsPart)
}

// addedOnTab returns the kinds that the inspector of the tab adds. Quantities
// are added in their list.
func addedOnTab(b *feature.Context) []model.Kind {
	if b.View.Tab == web.TabSizes {
		return nil
	}
	return b.Tab().Listed
}

// NewFields are the empty inputs of a new part or element. A reference offers
// the choices that the new element would have there.
func NewFields(b *feature.Context, parent model.Element, kind model.Kind) []web.Field {
	var fields []web.Field
	draft := edit.Draft(kind, parent.ID)
	for _, name := range newFields[kind] {
		field, found := edit.FieldOf(kind, name)
		if !found || name == "name" && picksAttributes(b, kind) {
			continue
		}
		view := web.Field{
			New: true, Kind: kind, Name: name, Label: field.Label, Hint: field.Hint, Input: field.Input,
			Value: field.Text(b.Model, draft), Choices: field.Choices(b.Model, draft), Required: field.Required, Readonly: b.Readonly(),
		}
		if typed, found := TypedNew(b, kind, name); found {
			view.Value = typed
			if b.Answer.Adding(kind, parent.ID) {
				view.Problem = NewProblem(b, name)
			}
		}
		if picksAttributes(b, kind) && len(view.Choices) > 0 && view.Choices[0].Value == "" {
			view.Choices = append([]edit.Choice{{Label: "Choose …"}}, view.Choices[1:]...)
		}
		if kind == model.AttributeKind && name == "name" && lacksAttributes(b, parent.ID) {
			view.Placeholder = "Name, first of the key"
		}
		fields = append(fields, view)
	}
	return append(fields, newPartFields(b, kind)...)
}

// picksAttributes reports whether a new part of a query or an update is one of the
// concepts. Without concepts it is only a name.
func picksAttributes(b *feature.Context, kind model.Kind) bool {
	switch kind {
	case model.FindKind, model.GivenKind, model.SortKind, model.WriteKind:
		return len(b.Model.Concepts.Entities) > 0
	}
	return false
}

func lacksAttributes(b *feature.Context, entity model.ID) bool {
	e := b.Model.Concepts.Entities[entity]
	return e != nil && len(e.Attributes) == 0
}

// TypedNew returns the text of an empty input when the form was sent: it stays
// there until the element is added.
func TypedNew(b *feature.Context, kind model.Kind, field string) (string, bool) {
	if b.Answer == nil {
		return "", false
	}
	values, found := b.Answer.Values["new."+string(kind)+"."+field]
	return strings.Join(values, " "), found
}

// NewProblem returns the problem of a field of an element that was not added;
// no document has its ID.
func NewProblem(b *feature.Context, field string) string {
	for _, problem := range b.Answer.Problems {
		if _, exists := b.Model.Element(problem.Element); problem.Field == field && (!exists || problem.Element == "") {
			return b.Answer.Show(problem)
		}
	}
	return ""
}

// adds returns the small forms that add an element of a kind.
func adds(b *feature.Context, parent model.ID, kinds []model.Kind) []webcanvas.Add {
	if b.Readonly() {
		return nil
	}
	owner, _ := b.Model.Element(parent)
	var adds []webcanvas.Add
	for _, kind := range kinds {
		if owner.Kind != model.KeyspaceKind && slices.Contains(model.ChildrenOf(model.KeyspaceKind), kind) {
			continue
		}
		add := webcanvas.Add{Kind: kind, Parent: parent, One: web.KindTitles[kind].One, Fields: NewFields(b, owner, kind), Missing: missingFor(b, kind)}
		if kind == model.QueryKind || kind == model.UpdateElement {
			add.Text = b.Panels.NewText(b, kind)
			verb := map[model.Kind]string{model.QueryKind: "finds", model.UpdateElement: "writes"}[kind]
			add.Fields[0].Required, add.Fields[0].Hint = false, "None: named after what the text "+verb+"."
		}
		if kind == model.EntityKind {
			add.Text = newConceptText(b)
			add.Fields[0].Required = false
		}
		adds = append(adds, add)
	}
	return adds
}

// missingFor returns what must exist before an element of the kind can be
// added, or "".
func missingFor(b *feature.Context, kind model.Kind) string {
	switch {
	case kind == model.RelationshipKind && len(b.Model.Concepts.Entities) == 0:
		return "Add an entity type first: a relationship joins two or more."
	case kind == model.HierarchyKind && len(b.Model.Concepts.Entities) < 2:
		return "Add two entity types first: a supertype and a subtype."
	case kind == model.TransitionKind && len(b.Model.Workflow.Steps) == 0:
		return "Add a step first: a transition leads to one."
	case kind == model.ArrowKind && (len(b.Model.Logical.Tables) == 0 || len(b.Model.Workflow.Queries)+len(b.Model.Workflow.Updates) == 0):
		return "Add a query and a table first: the arrow says which table serves which query."
	case (kind == model.NoteKind || kind == model.AreaKind) && (b.Drawn().Drawing == nil || b.Drawn().Drawing.Empty()):
		return "Notes and areas are drawn beside the model: begin with it."
	}
	return ""
}

// newPartFields are the inputs for the parts of a new element.
func newPartFields(b *feature.Context, kind model.Kind) []web.Field {
	var fields []web.Field
	for _, part := range submission.NewParts[kind] {
		for _, input := range part.Fields {
			field, _ := edit.FieldOf(part.Kind, input.Field)
			view := web.Field{New: true, Kind: kind, Name: input.Input, Label: input.Label, Input: field.Input, Value: input.Value, Readonly: b.Readonly()}
			if input.Field == "entity" {
				view.Choices = slices.Concat([]edit.Choice{{Label: "Choose …"}}, choicesOf(b, model.EntityKind))
			} else {
				view.Choices = field.Choices(b.Model, edit.Draft(part.Kind, ""))
			}
			if typed, found := TypedNew(b, kind, input.Input); found {
				view.Value = typed
			}
			fields = append(fields, view)
		}
	}
	return fields
}
