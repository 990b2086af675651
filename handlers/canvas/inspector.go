package canvas

import (
	"slices"

	"widerow/handlers/feature"
	"widerow/handlers/review"
	"widerow/model"
	"widerow/model/validation"
	"widerow/web"
	webcanvas "widerow/web/canvas"
)

// compactFields are shown side by side below the parts of their element.
var compactFields = map[model.Kind][]string{
	model.QueryKind:  {"distinct", "limit", "page_size"},
	model.EntityKind: {"instances", "worst_instances"},
}

// moreFields are needed less often than the other fields of their element.
var moreFields = map[model.Kind][]string{
	model.EntityKind:       {"note"},
	model.RelationshipKind: {"note"},
	model.QueryKind:        {"rate", "worst_rate", "consistency", "actor", "path", "twice", "ends", "parent", "statement", "note"},
	model.UpdateElement:    {"conditional", "rate", "worst_rate", "consistency", "actor", "statement", "note"},
	model.TableKind:        {"tags", "note"},
	model.RelationElement: {"keyspace", "kind", "base", "where", "all_columns", "realizes", "partitions",
		"scale", "compression", "written", "expiring", "comment", "options", "compact_storage", "tags", "note"},
	model.RelationColumnKind: {"filled", "buckets", "from", "mask", "note"},
	model.KeyspaceKind:       {"options", "note"},
	model.UserTypeKind:       {"keyspace", "note"},
	model.StatementKind:      {"table", "note"},
	model.NoteKind:           {"diagram", "width", "x", "y"},
	model.AreaKind:           {"diagram", "width", "height", "x", "y"},
}

// inspector is the form of the selected element, or the ways to add one.
func inspector(b *feature.Context) *webcanvas.Inspector {
	inspector := &webcanvas.Inspector{Readonly: b.Readonly(), Failure: Failure(b)}
	if b.Answer != nil && b.Answer.Gone != nil {
		inspector.Gone = goneForm(b)
	}
	element, found := b.Selected()
	if inspector.Pick = pickPanel(b); inspector.Pick != nil {
		element, found = picking(b)
	}
	if !found && slices.Contains(addedOnTab(b), b.View.Add) {
		inspector.Adds = adds(b, "", []model.Kind{b.View.Add})
		inspector.Title = "New " + web.KindTitles[b.View.Add].One
		return inspector
	}
	if !found {
		inspector.Adds = adds(b, "", addedOnTab(b))
		inspector.Placement = placementPanel(b, b.Model.Root())
		addComments(b, inspector, b.Model.Root())
		inspector.Fields = documentFields(b)
		inspector.Title = b.Model.Name
		return inspector
	}
	inspector.Element, inspector.Parent, inspector.Kind = element.ID, formParent(b, element), element.Kind
	inspector.Title, inspector.KindTitle = b.Label(element), web.KindTitles[element.Kind].One
	addFields(b, inspector, element)
	inspector.Text, inspector.Columns = b.Panels.Text.Of(b, element), b.Panels.Columns.Of(b, element)
	inspector.Parts = parts(b, element)
	askRemoval(b, inspector)
	inspector.Adds = adds(b, element.ID, innerKinds(b, element.Kind))
	inspector.Types = userTypes(b)
	inspector.Movable = movable(element.Kind)
	inspector.Links = links(b, element)
	inspector.Problems = problems(b, element)
	inspector.Advice = adviceOn(b, inspector, element)
	if b.Suggesting && !b.Readonly() {
		inspector.Suggest = &webcanvas.SuggestForm{Cancel: b.URL.Tab(b.View), Why: typedWhy(b)}
		inspector.Assumed, inspector.Adds = nil, nil
		return inspector
	}
	inspector.Actions = actions(b, element)
	inspector.Assumed = assumed(b, element)
	inspector.Placing, inspector.Focus = placing(b, element), focusing(b, element)
	inspector.Proof = b.Panels.Proof.Of(b, element)
	inspector.Placement = placementPanel(b, element)
	inspector.Plan = b.Panels.Plan.Of(b, element)
	addComments(b, inspector, element)
	inspector.Size = b.Panels.Size.Of(b, element)
	return inspector
}

// addComments adds what is said about an element.
func addComments(b *feature.Context, inspector *webcanvas.Inspector, element model.Element) {
	if panel := review.CommentsPanel(b, element); panel != nil {
		inspector.Comments, inspector.Threads = panel, len(panel.Open)
	}
}

// typedWhy is the reason in a rejected form that suggests a change.
func typedWhy(b *feature.Context) string {
	if b.Answer == nil {
		return ""
	}
	return b.Answer.Values.Get("why")
}

// addFields fills the form. Fields that are needed less often are folded,
// unless they need attention or tell the kind of a relation.
func addFields(b *feature.Context, inspector *webcanvas.Inspector, element model.Element) {
	for _, field := range Fields(b, element, nil) {
		if element.Kind == model.QuantityKind && slices.Contains(newFields[model.QuantityKind], field.Name) {
			continue // the list of quantities has these inputs
		}
		if b.View.Tab == web.TabSizes && element.Kind == model.RelationElement && field.Name == "rows" {
			continue // the table of sizes has this input
		}
		if slices.Contains(compactFields[element.Kind], field.Name) {
			inspector.Compact = append(inspector.Compact, field)
			continue
		}
		if !slices.Contains(moreFields[element.Kind], field.Name) {
			inspector.Fields = append(inspector.Fields, field)
			continue
		}
		inspector.More = append(inspector.More, field)
		inspector.MoreOpen = inspector.MoreOpen || field.Problem != "" || len(field.Advice) > 0
	}
}

// formParent returns the element that is selected after this one is removed.
func formParent(b *feature.Context, element model.Element) model.ID {
	if feature.IsPart(element.Kind) {
		return element.Parent
	}
	return ""
}

func movable(kind model.Kind) bool { return kind != model.ModelKind }

// problems returns the problems of the element itself, whoever caused them, and
// the columns of its attribute with other types.
func problems(b *feature.Context, element model.Element) []string {
	var messages []string
	for _, problem := range slices.Concat(b.Mistakes(), validation.Unidentified(b.Model), validation.Ownerless(b.Model)) {
		if problem.Element == element.ID {
			messages = append(messages, problem.Message)
		}
	}
	for _, conflict := range b.TypeConflicts() {
		if conflict.Attribute == element.ID || conflict.Has(element.ID) {
			messages = append(messages, conflict.Words(b.Model)+".")
		}
	}
	if slices.Contains(b.Model.ColumnsWithoutAttribute(), element.ID) {
		messages = append(messages, noAttribute)
	}
	return messages
}

const noAttribute = "Stores no attribute of the concepts: its dependencies are unknown, and no update writes " +
	"it. Choose its attribute, or add one to its entity or relationship type."

func Failure(b *feature.Context) *web.Failure {
	if b.Answer == nil || b.Answer.Failure == nil {
		return nil
	}
	return b.Answer.Failure
}
