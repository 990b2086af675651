package handlers

import (
	"cmp"
	"slices"
	"strings"

	"widerow/model"
	"widerow/web"
)

// rowFields are the fields of a part in its parent's form; the part's own
// form has all.
var rowFields = map[model.Kind][]string{
	model.AttributeKind:      {"name", "key", "type", "length", "multi_valued", "derived"},
	model.ParticipantKind:    {"entity", "cardinality", "total", "role"},
	model.SubtypeKind:        {"entity"},
	model.FindKind:           {"attribute", "participant", "name", "aggregate", "grouped"},
	model.GivenKind:          {"attribute", "participant", "name", "operator", "bounds", "count", "source", "constant"},
	model.SortKind:           {"attribute", "participant", "name", "descending"},
	model.WriteKind:          {"element", "name"},
	model.ColumnKind:         {"name", "role", "descending", "collection"},
	model.TypeFieldKind:      {"name", "type"},
	model.RelationColumnKind: {"name", "type", "role", "descending"},
	model.IndexKind:          {"column", "target", "class"},
}

// compactFields are shown side by side below the parts of their element.
var compactFields = map[model.Kind][]string{
	model.QueryKind: {"distinct", "limit", "page_size"},
}

// moreFields are needed less often than the other fields of their element.
var moreFields = map[model.Kind][]string{
	model.EntityKind:         {"note"},
	model.RelationshipKind:   {"note"},
	model.QueryKind:          {"rate", "worst_rate", "consistency", "actor", "path", "parent", "note"},
	model.UpdateElement:      {"conditional", "rate", "worst_rate", "consistency", "actor", "note"},
	model.TableKind:          {"tags", "note"},
	model.RelationElement:    {"keyspace", "kind", "base", "where", "realizes", "partitions", "comment", "options", "compact_storage", "tags", "note"},
	model.RelationColumnKind: {"buckets", "from", "mask", "note"},
	model.KeyspaceKind:       {"options", "note"},
	model.UserTypeKind:       {"keyspace", "note"},
	model.StatementKind:      {"table", "note"},
}

// newFields are the fields of the form that adds an element.
var newFields = map[model.Kind][]string{
	model.EntityKind: {"name"}, model.RelationshipKind: {"name"}, model.HierarchyKind: {"supertype"},
	model.QueryKind: {"name"}, model.UpdateElement: {"name"}, model.StepKind: {"name"},
	model.TransitionKind: {"from", "to", "access"}, model.ActorKind: {"name"},
	model.TableKind: {"name"}, model.ArrowKind: {"access", "from", "to"},
	model.KeyspaceKind: {"name"}, model.UserTypeKind: {"name"}, model.RelationElement: {"name"},
	model.QuantityKind:  {"name", "typical", "worst"},
	model.AttributeKind: {"name"}, model.ParticipantKind: {"entity", "cardinality"}, model.SubtypeKind: {"entity"},
	model.FindKind: {"attribute", "name"}, model.GivenKind: {"attribute", "name", "operator"}, model.SortKind: {"attribute", "name"},
	model.WriteKind: {"element", "name"}, model.ColumnKind: {"name", "role"}, model.TypeFieldKind: {"name", "type"},
	model.RelationColumnKind: {"name", "type", "role"}, model.IndexKind: {"column", "class"}, model.StatementKind: {"text"},
}

// inspector is the form of the selected element, or the ways to add one.
func (b *workbench) inspector() web.Inspector {
	inspector := web.Inspector{Readonly: b.readonly(), Failure: b.failure()}
	if b.answer != nil && b.answer.gone != nil {
		inspector.Gone = b.goneForm()
	}
	element, found := b.selected()
	if inspector.Pick = b.pickPanel(); inspector.Pick != nil {
		element, found = b.picking()
	}
	if !found {
		inspector.Adds = b.adds("", b.addedOnTab())
		inspector.Placement = b.placementPanel(b.model.Root())
		inspector.Fields = b.documentFields()
		inspector.Title = b.model.Name
		return inspector
	}
	inspector.Element, inspector.Parent, inspector.Kind = element.ID, b.formParent(element), element.Kind
	inspector.Title, inspector.KindTitle = b.label(element), kindTitles[element.Kind].one
	b.addFields(&inspector, element)
	inspector.Text, inspector.Columns = b.queryText(element), b.columnPicker(element)
	inspector.Parts = b.parts(element)
	b.askRemoval(&inspector)
	inspector.Adds = b.adds(element.ID, b.innerKinds(element.Kind))
	inspector.Types = b.userTypes()
	inspector.Movable = movable(element.Kind)
	inspector.Links = b.links(element)
	inspector.Problems = b.problems(element)
	inspector.Actions = b.actions(element)
	inspector.Assumed = b.assumed(element)
	inspector.Placing, inspector.Focus = b.placing(element), b.focusing(element)
	inspector.Proof = b.proofPanel(element)
	inspector.Placement = b.placementPanel(element)
	inspector.Plan = b.updatePanel(element)
	if element.Kind == model.RelationElement {
		inspector.Size = b.sizePanel(element.ID)
	}
	return inspector
}

// addFields fills the form. Fields that are needed less often are folded,
// unless they need attention or tell the kind of a relation.
func (b *workbench) addFields(inspector *web.Inspector, element model.Element) {
	for _, field := range b.fields(element, nil) {
		if element.Kind == model.QuantityKind && slices.Contains(newFields[model.QuantityKind], field.Name) {
			continue // the list of quantities has these inputs
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

// selected returns the element that the address names, if the document has it.
func (b *workbench) selected() (model.Element, bool) {
	if b.view.Select == "" {
		return model.Element{}, false
	}
	return b.model.Element(b.view.Select)
}

// formParent returns the element that is selected after this one is removed.
func (b *workbench) formParent(element model.Element) model.ID {
	if isPart(element.Kind) {
		return element.Parent
	}
	return ""
}

func movable(kind model.Kind) bool { return kind != model.ModelKind }

// innerKinds returns the kinds that can be added to an element and are not rows
// of its form: the tables and types of a keyspace.
func (b *workbench) innerKinds(kind model.Kind) []model.Kind {
	return slices.DeleteFunc(slices.Clone(model.ChildrenOf(kind)), isPart)
}

// addedOnTab returns the kinds that the inspector of the tab adds. Quantities
// are added in their list.
func (b *workbench) addedOnTab() []model.Kind {
	if b.view.Tab == web.TabSizes {
		return nil
	}
	return b.tab().listed
}

// documentFields are the name and the note of the model.
func (b *workbench) documentFields() []web.Field { return b.fields(b.model.Root(), nil) }

// fields returns the fields of an element for its form, or only the named ones
// if names is not empty.
func (b *workbench) fields(element model.Element, names []string) []web.Field {
	var fields []web.Field
	for _, field := range model.FieldsOf(element.Kind) {
		wanted := len(names) == 0 || slices.Contains(names, field.Name)
		if wanted && (field.Applies(b.model, element) || b.answer.asksFor(element.ID, field.Name)) {
			fields = append(fields, b.field(element, field))
		}
	}
	return fields
}

func (b *workbench) field(element model.Element, field model.Field) web.Field {
	saved := field.Text(b.model, element)
	view := web.Field{
		Element: element.ID, Name: field.Name, Label: field.Label, Hint: field.Hint, Input: field.Input,
		Value: saved, Was: saved, Choices: field.Choices(b.model, element), Required: field.Required, Readonly: b.readonly(),
	}
	if view.Element == "" {
		view.Element = model.ID(model.ModelKind)
	}
	if typed, found := b.answer.typed(view.Element, field.Name); found {
		view.Value = typed
	}
	if column, is := element.Value.(*model.Column); is && field.Name == "type" && column.TypeAssumed {
		view.Assumed, view.Hint = true, "Assigned by default. "+field.Hint
	}
	if element.Kind == model.AttributeKind {
		view.Placeholder = b.placeholder(element.ID, field.Name)
	}
	b.answerField(&view, saved)
	return view
}

// placeholder is the text shown in the empty inputs of an attribute.
func (b *workbench) placeholder(attribute model.ID, field string) string {
	switch field {
	case "type":
		suggested, is := b.model.AttributeType(attribute)
		if is {
			return b.model.TypeText(suggested) + " (suggested)"
		}
		return "of its parts"
	case "length":
		return "bytes"
	}
	return ""
}

// maxAssumed bounds the columns that are listed by name.
const maxAssumed = 6

// assumed lists the columns whose types nobody has chosen, and offers to keep
// these types.
func (b *workbench) assumed(element model.Element) *web.Assumed {
	columns := model.AssumedTypes(element)
	if len(columns) == 0 || b.readonly() {
		return nil
	}
	assumed := &web.Assumed{Do: "keep-types:" + string(element.ID), One: len(columns) == 1}
	for _, column := range columns[:min(len(columns), maxAssumed)] {
		assumed.Names = append(assumed.Names, column.Value.Name)
	}
	assumed.Others = len(columns) - len(assumed.Names)
	return assumed
}

// answerField adds to a field what the server answered about it in a rejected
// form.
func (b *workbench) answerField(view *web.Field, saved string) {
	if b.answer == nil {
		return
	}
	for _, problem := range b.answer.problems {
		if problem.Field == view.Name && sameElement(problem.Element, view.Element) {
			view.Problem = b.answer.show(problem)
		}
	}
	for _, conflict := range b.answer.conflicts {
		if conflict.Field == view.Name && sameElement(conflict.Element, view.Element) {
			view.Problem = b.author(ofField(view.Element, view.Name)) + " changed this while you were typing."
			view.Theirs, view.Conflict = saved, true
		}
	}
}

func sameElement(a, b model.ID) bool {
	root := model.ID(model.ModelKind)
	return cmp.Or(a, root) == cmp.Or(b, root)
}

// parts returns a list for each kind of part, with a row for each part.
func (b *workbench) parts(element model.Element) []web.Parts {
	var lists []web.Parts
	for _, kind := range model.ChildrenOf(element.Kind) {
		if !isPart(kind) {
			continue
		}
		lists = append(lists, web.Parts{
			Kind: kind, Parent: element.ID, Title: kindTitles[kind].many, One: kindTitles[kind].one,
			Rows: b.partRows(element, kind), New: b.newFields(element, kind), Readonly: b.readonly(),
		})
	}
	return lists
}

func (b *workbench) partRows(element model.Element, kind model.Kind) []web.PartRow {
	parts := slices.DeleteFunc(b.model.Children(element), func(part model.Element) bool { return part.Kind != kind })
	var rows []web.PartRow
	for i, part := range parts {
		rows = append(rows, web.PartRow{
			Element: part.ID, Title: b.label(part), Href: b.link(part.ID), Fields: b.fields(part, b.rowFields(part)),
			Added: b.addedHere(part), Selected: part.ID == b.view.Select,
			First: i == 0 || moveGroup(parts[i-1]) != moveGroup(part),
			Last:  i == len(parts)-1 || moveGroup(parts[i+1]) != moveGroup(part),
		})
	}
	return rows
}

// moveGroup returns the group within which a column can move: the columns of
// its role; counters move among regular ones.
func moveGroup(part model.Element) model.Role {
	var role model.Role
	switch column := part.Value.(type) {
	case *model.LogicalColumn:
		role = column.Role
	case *model.Column:
		role = column.Role
	}
	if role == model.RoleCounter {
		return model.Regular
	}
	return role
}

// rowFields omits the free name of a part that refers to an attribute.
func (b *workbench) rowFields(part model.Element) []string {
	names := rowFields[part.Kind]
	switch value := part.Value.(type) {
	case *model.Find:
		if !b.groups(part.Parent) {
			names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "grouped" })
		}
		return withoutName(names, value.Attribute)
	case *model.Given:
		return withoutName(names, value.Attribute)
	case *model.SortBy:
		return withoutName(names, value.Attribute)
	case *model.Write:
		return withoutName(names, value.Element)
	}
	return names
}

// groups reports whether a query has an aggregate or groups its rows.
func (b *workbench) groups(query model.ID) bool {
	for _, find := range b.model.Workflow.Queries[query].Find {
		if find.Aggregate != "" || find.Grouped {
			return true
		}
	}
	return false
}

func withoutName(names []string, reference model.ID) []string {
	if reference == "" {
		return names
	}
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "name" })
}

// userTypes lists the user-defined types of the model as types of a column.
func (b *workbench) userTypes() []string {
	var names []string
	for _, element := range b.elements(model.UserTypeKind) {
		name := "frozen<" + element.Value.(*model.UserType).Name + ">"
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// addedHere reports whether physical design added the column.
func (b *workbench) addedHere(part model.Element) bool {
	column, is := part.Value.(*model.Column)
	return is && len(column.From) == 0 && len(b.model.Logical.Tables) > 0
}

// newFields are the empty inputs of a new part or element. A reference offers
// the choices that the new element would have there.
func (b *workbench) newFields(parent model.Element, kind model.Kind) []web.Field {
	var fields []web.Field
	draft := model.Draft(kind, parent.ID)
	for _, name := range newFields[kind] {
		field, found := model.FieldOf(kind, name)
		if !found {
			continue
		}
		view := web.Field{
			New: true, Kind: kind, Name: name, Label: field.Label, Hint: field.Hint, Input: field.Input,
			Value: field.Text(b.model, draft), Choices: field.Choices(b.model, draft), Required: field.Required, Readonly: b.readonly(),
		}
		if typed, found := b.typedNew(kind, name); found {
			view.Value = typed
			if b.answer.adding(kind, parent.ID) {
				view.Problem = b.newProblem(name)
			}
		}
		fields = append(fields, view)
	}
	return fields
}

// typedNew returns the text of an empty input when the form was sent: it stays
// there until the element is added.
func (b *workbench) typedNew(kind model.Kind, field string) (string, bool) {
	if b.answer == nil {
		return "", false
	}
	values, found := b.answer.values["new."+string(kind)+"."+field]
	return strings.Join(values, " "), found
}

// newProblem returns the problem of a field of an element that was not added;
// no document has its ID.
func (b *workbench) newProblem(field string) string {
	for _, problem := range b.answer.problems {
		if _, exists := b.model.Element(problem.Element); problem.Field == field && (!exists || problem.Element == "") {
			return b.answer.show(problem)
		}
	}
	return ""
}

// adds returns the small forms that add an element of a kind.
func (b *workbench) adds(parent model.ID, kinds []model.Kind) []web.Add {
	if b.readonly() {
		return nil
	}
	owner, _ := b.model.Element(parent)
	var adds []web.Add
	for _, kind := range kinds {
		if owner.Kind != model.KeyspaceKind && slices.Contains(model.ChildrenOf(model.KeyspaceKind), kind) {
			continue
		}
		add := web.Add{Kind: kind, Parent: parent, One: kindTitles[kind].one, Fields: b.newFields(owner, kind), Missing: b.missingFor(kind)}
		if kind == model.QueryKind {
			add.Text = b.newQueryText()
			add.Fields[0].Required, add.Fields[0].Hint = false, "None: named after what the text finds."
		}
		if kind == model.EntityKind {
			add.Text = b.newConceptText()
			add.Fields[0].Required = false
		}
		adds = append(adds, add)
	}
	return adds
}

// missingFor returns what must exist before an element of the kind can be
// added, or "".
func (b *workbench) missingFor(kind model.Kind) string {
	switch {
	case kind == model.RelationshipKind && len(b.model.Concepts.Entities) == 0:
		return "Add an entity type first: a relationship joins two or more."
	case kind == model.HierarchyKind && len(b.model.Concepts.Entities) < 2:
		return "Add two entity types first: a supertype and a subtype."
	case kind == model.TransitionKind && len(b.model.Workflow.Steps) == 0:
		return "Add a step first: a transition leads to one."
	case kind == model.ArrowKind && (len(b.model.Logical.Tables) == 0 || len(b.model.Workflow.Queries)+len(b.model.Workflow.Updates) == 0):
		return "Add a query and a table first: the arrow says which table serves which query."
	}
	return ""
}

// problems returns the problems of the element itself, whoever caused them, and
// the columns of its attribute with other types.
func (b *workbench) problems(element model.Element) []string {
	var messages []string
	for _, problem := range b.model.Validate() {
		if problem.Element == element.ID {
			messages = append(messages, problem.Message)
		}
	}
	for _, conflict := range b.typeConflicts() {
		if conflict.Attribute == element.ID || conflict.Has(element.ID) {
			messages = append(messages, conflict.Words(b.model)+".")
		}
	}
	return messages
}

// goneForm keeps the text that was typed into the form of an element that
// someone else removed, to copy it from the page.
func (b *workbench) goneForm() *web.Gone {
	gone := &web.Gone{Who: b.author(ofRemoval(b.answer.gone.Element))}
	for name := range b.answer.values {
		rest, found := strings.CutPrefix(name, "was.")
		if !found {
			continue
		}
		element, field, _ := strings.Cut(rest, ".")
		if _, exists := b.model.Element(model.ID(element)); exists {
			continue
		}
		if value, _ := b.answer.typed(model.ID(element), field); value != "" {
			gone.Typed = append(gone.Typed, web.Typed{Name: field, Value: value})
		}
	}
	slices.SortFunc(gone.Typed, func(x, y web.Typed) int { return cmp.Or(cmp.Compare(x.Name, y.Name), cmp.Compare(x.Value, y.Value)) })
	return gone
}

func (b *workbench) failure() *web.Failure {
	if b.answer == nil || b.answer.failure == nil {
		return nil
	}
	return &web.Failure{Title: b.answer.failure.title, Advice: b.answer.failure.advice}
}
