package canvas

import (
	"cmp"
	"slices"
	"strings"

	"widerow/cql"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/edit"
	"widerow/web"
	webcanvas "widerow/web/canvas"
)

// documentFields are the name and the note of the model.
func documentFields(b *feature.Context) []web.Field { return Fields(b, b.Model.Root(), nil) }

// Fields returns the fields of an element for its form, or only the named ones
// if names is not empty.
func Fields(b *feature.Context, element model.Element, names []string) []web.Field {
	var fields []web.Field
	for _, field := range edit.FieldsOf(element.Kind) {
		wanted := len(names) == 0 || slices.Contains(names, field.Name)
		if wanted && (field.Applies(b.Model, element) || b.Answer.AsksFor(element.ID, field.Name)) {
			fields = append(fields, Field(b, element, field))
		}
	}
	return fields
}

func Field(b *feature.Context, element model.Element, field edit.Field) web.Field {
	saved := field.Text(b.Model, element)
	view := web.Field{
		Element: element.ID, Name: field.Name, Label: field.Label, Hint: field.Hint, Input: field.Input,
		Value: saved, Was: saved, Choices: field.Choices(b.Model, element), Required: field.Required, Readonly: b.Readonly(),
	}
	if view.Element == "" {
		view.Element = model.ID(model.ModelKind)
	}
	if typed, found := b.Answer.Typed(view.Element, field.Name); found {
		view.Value = typed
	}
	if column, is := element.Value.(*model.Column); is && field.Name == "type" && column.TypeAssumed {
		view.Assumed, view.Hint = true, "Assigned by default. "+field.Hint
	}
	if quoted := cql.QuotedName(element.Kind, saved); quoted != "" && field.Name == "name" {
		view.Hint = strings.TrimSpace(quoted + " " + view.Hint)
	}
	if field.Name == "name" {
		view.Follows = followers(b, element)
	}
	switch element.Kind {
	case model.AttributeKind:
		view.Placeholder = placeholder(b, element.ID, field.Name)
		if strings.HasSuffix(view.Placeholder, "?") && saved == "" {
			view.Hint = strings.TrimSpace("Suggested by the name. " + view.Hint)
		}
	case model.ParticipantKind:
		view.Placeholder = countPlaceholder(b, element, field.Name)
		if field.Name == "role" {
			view.Placeholder = "role"
		}
	}
	if len(b.AdviceOn()[element.ID]) > 0 {
		view.Advice = adviceAt(b, element, field.Name)
	}
	AnswerField(b, &view, saved)
	return view
}

// followers names the columns that are renamed with a part of the ER model.
func followers(b *feature.Context, element model.Element) string {
	owner := element.ID
	switch element.Kind {
	case model.AttributeKind:
		owner = element.Parent
	case model.EntityKind, model.RelationshipKind:
	default:
		return ""
	}
	if b.Readonly() || len(b.Model.Logical.Tables) == 0 {
		return ""
	}
	return b.Renaming(owner).Words(b.Model, element.ID)
}

// placeholder is the text shown in the empty inputs of an attribute.
func placeholder(b *feature.Context, attribute model.ID, field string) string {
	switch field {
	case "type":
		suggested, is := b.Model.AttributeType(attribute)
		if is {
			return b.Model.TypeText(suggested) + "?"
		}
		return "parts"
	case "length":
		return "bytes"
	}
	return ""
}

// countPlaceholder names in the empty input of a number the instance of the
// other end for which it counts.
func countPlaceholder(b *feature.Context, participant model.Element, field string) string {
	switch field {
	case "count":
		if other := b.Model.OtherEnds(participant.ID); len(other) == 1 {
			return "per " + strings.ToLower(b.Model.Title(other[0]))
		}
		return "how many"
	case "worst_count":
		return "at worst"
	}
	return ""
}

// maxAssumed bounds the columns that are listed by name.
const maxAssumed = 6

// assumed lists the columns whose types nobody has chosen, and offers to keep
// these types.
func assumed(b *feature.Context, element model.Element) *webcanvas.Assumed {
	columns := model.AssumedTypes(element)
	if len(columns) == 0 || b.Readonly() {
		return nil
	}
	assumed := &webcanvas.Assumed{Do: "keep-types:" + string(element.ID), One: len(columns) == 1}
	for _, column := range columns[:min(len(columns), maxAssumed)] {
		assumed.Names = append(assumed.Names, column.Value.Name)
	}
	assumed.Others = len(columns) - len(assumed.Names)
	return assumed
}

// AnswerField adds to a field what the server answered about it in a rejected
// form.
func AnswerField(b *feature.Context, view *web.Field, saved string) {
	if namesAuthor(b, string(view.Element)+"."+view.Name, saved) {
		view.By = b.Author(ofInput(view.Element, view.Name))
	}
	if b.Answer == nil {
		return
	}
	for _, problem := range b.Answer.Problems {
		if problem.Field == view.Name && sameElement(problem.Element, view.Element) {
			view.Problem = b.Answer.Show(problem)
		}
	}
	for _, conflict := range b.Answer.Conflicts {
		if conflict.Field == view.Name && sameElement(conflict.Element, view.Element) {
			view.Problem = b.Author(ofInput(view.Element, view.Name)) + " changed this while you were typing."
			view.Theirs, view.Conflict = saved, true
		}
	}
}

// namesAuthor reports whether the page needs to know who changed a field last: the
// browser asks, or the value changed after the posted form was rendered.
func namesAuthor(b *feature.Context, field, saved string) bool {
	if b.Typing != nil && b.Typing(field) {
		return true
	}
	if b.Posted == nil {
		return false
	}
	seen, kept := b.Posted(field)
	return kept && seen != saved
}

func sameElement(a, b model.ID) bool {
	root := model.ID(model.ModelKind)
	return cmp.Or(a, root) == cmp.Or(b, root)
}
