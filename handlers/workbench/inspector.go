package workbench

import (
	"slices"

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
	model.EntityKind:         {"note"},
	model.RelationshipKind:   {"note"},
	model.QueryKind:          {"rate", "worst_rate", "consistency", "actor", "path", "twice", "parent", "statement", "note"},
	model.UpdateElement:      {"conditional", "rate", "worst_rate", "consistency", "actor", "statement", "note"},
	model.TableKind:          {"tags", "note"},
	model.RelationElement:    {"keyspace", "kind", "base", "where", "all_columns", "realizes", "partitions", "compression", "written", "expiring", "comment", "options", "compact_storage", "tags", "note"},
	model.RelationColumnKind: {"filled", "buckets", "from", "mask", "note"},
	model.KeyspaceKind:       {"options", "note"},
	model.UserTypeKind:       {"keyspace", "note"},
	model.StatementKind:      {"table", "note"},
}

// inspector is the form of the selected element, or the ways to add one.
func (b *Builder) inspector() *webcanvas.Inspector {
	inspector := &webcanvas.Inspector{Readonly: b.Readonly(), Failure: b.failure()}
	if b.Answer != nil && b.Answer.Gone != nil {
		inspector.Gone = b.goneForm()
	}
	element, found := b.Selected()
	if inspector.Pick = b.pickPanel(); inspector.Pick != nil {
		element, found = b.picking()
	}
	if !found && slices.Contains(b.addedOnTab(), b.View.Add) {
		inspector.Adds = b.adds("", []model.Kind{b.View.Add})
		inspector.Title = "New " + web.KindTitles[b.View.Add].One
		return inspector
	}
	if !found {
		inspector.Adds = b.adds("", b.addedOnTab())
		inspector.Placement = b.placementPanel(b.Model.Root())
		b.addComments(inspector, b.Model.Root())
		inspector.Fields = b.documentFields()
		inspector.Title = b.Model.Name
		return inspector
	}
	inspector.Element, inspector.Parent, inspector.Kind = element.ID, b.formParent(element), element.Kind
	inspector.Title, inspector.KindTitle = b.Label(element), web.KindTitles[element.Kind].One
	b.addFields(inspector, element)
	inspector.Text, inspector.Columns = b.Panels.Text.of(b, element), b.Panels.Columns.of(b, element)
	inspector.Parts = b.parts(element)
	b.askRemoval(inspector)
	inspector.Adds = b.adds(element.ID, b.innerKinds(element.Kind))
	inspector.Types = b.userTypes()
	inspector.Movable = movable(element.Kind)
	inspector.Links = b.links(element)
	inspector.Problems = b.problems(element)
	if b.suggesting && !b.Readonly() {
		inspector.Suggest = &webcanvas.SuggestForm{Cancel: b.URL.Tab(b.View), Why: b.typedWhy()}
		inspector.Assumed, inspector.Adds = nil, nil
		return inspector
	}
	inspector.Actions = b.actions(element)
	inspector.Assumed = b.assumed(element)
	inspector.Placing, inspector.Focus = b.placing(element), b.focusing(element)
	inspector.Proof = b.Panels.Proof.of(b, element)
	inspector.Placement = b.placementPanel(element)
	inspector.Plan = b.Panels.Plan.of(b, element)
	b.addComments(inspector, element)
	if element.Kind == model.RelationElement {
		inspector.Size = b.sizePanel(element.ID)
	}
	return inspector
}

// addComments adds what is said about an element.
func (b *Builder) addComments(inspector *webcanvas.Inspector, element model.Element) {
	if panel := b.commentsPanel(element); panel != nil {
		inspector.Comments, inspector.Threads = panel, len(panel.Open)
	}
}

// typedWhy is the reason in a rejected form that suggests a change.
func (b *Builder) typedWhy() string {
	if b.Answer == nil {
		return ""
	}
	return b.Answer.Values.Get("why")
}

// addFields fills the form. Fields that are needed less often are folded,
// unless they need attention or tell the kind of a relation.
func (b *Builder) addFields(inspector *webcanvas.Inspector, element model.Element) {
	for _, field := range b.Fields(element, nil) {
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
		inspector.MoreOpen = inspector.MoreOpen || field.Problem != ""
	}
}

// Selected returns the element that the address names, if the document has it.
func (b *Builder) Selected() (model.Element, bool) {
	if b.View.Select == "" {
		return model.Element{}, false
	}
	return b.Model.Element(b.View.Select)
}

// formParent returns the element that is selected after this one is removed.
func (b *Builder) formParent(element model.Element) model.ID {
	if IsPart(element.Kind) {
		return element.Parent
	}
	return ""
}

func movable(kind model.Kind) bool { return kind != model.ModelKind }

// problems returns the problems of the element itself, whoever caused them, and
// the columns of its attribute with other types.
func (b *Builder) problems(element model.Element) []string {
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

const noAttribute = "Stores no attribute of the concepts: nobody knows what it depends on, and no update writes it. Choose its attribute, or add one to its entity or relationship type."

func (b *Builder) failure() *web.Failure {
	if b.Answer == nil || b.Answer.Failure == nil {
		return nil
	}
	return b.Answer.Failure
}
