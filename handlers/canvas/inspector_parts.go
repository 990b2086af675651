package canvas

import (
	"slices"

	"widerow/cql"
	"widerow/handlers/canvas/submission"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/edit"
	"widerow/web"
	webcanvas "widerow/web/canvas"
)

// rowFields are the fields of a part in its parent's form; the part's own
// form has all.
var rowFields = map[model.Kind][]string{
	model.AttributeKind:      {"name", "key", "type", "length", "multi_valued", "derived"},
	model.ParticipantKind:    {"entity", "cardinality", "count", "worst_count", "total", "role"},
	model.SubtypeKind:        {"entity"},
	model.FindKind:           {"attribute", "participant", "name", "aggregate", "grouped"},
	model.GivenKind:          {"attribute", "participant", "name", "operator", "bounds", "count", "source", "constant"},
	model.SortKind:           {"attribute", "participant", "name", "descending"},
	model.WriteKind:          {"element", "participant", "name"},
	model.ColumnKind:         {"name", "role", "descending", "collection"},
	model.TypeFieldKind:      {"name", "type"},
	model.RelationColumnKind: {"name", "type", "role", "descending"},
	model.IndexKind:          {"column", "target", "class"},
}

// parts returns a list for each kind of part, with a row for each part.
func parts(b *feature.Context, element model.Element) []webcanvas.Parts {
	var lists []webcanvas.Parts
	for _, kind := range model.ChildrenOf(element.Kind) {
		if !feature.IsPart(kind) || kind == model.MeasurementKind { // its page lists them
			continue
		}
		lists = append(lists, webcanvas.Parts{
			Kind: kind, Parent: element.ID, Title: web.KindTitles[kind].Many, One: web.KindTitles[kind].One,
			Rows: partRows(b, element, kind), New: NewFields(b, element, kind), Lines: partLines(b, kind, element.ID), Readonly: b.Readonly(),
		})
	}
	return lists
}

func partRows(b *feature.Context, element model.Element, kind model.Kind) []webcanvas.PartRow {
	parts := slices.DeleteFunc(b.Model.Children(element), func(part model.Element) bool { return part.Kind != kind })
	var rows []webcanvas.PartRow
	for i, part := range parts {
		rows = append(rows, webcanvas.PartRow{
			Element: part.ID, Title: b.Label(part), Href: b.Link(part.ID), Fields: Fields(b, part, namesOfRow(b, part)),
			Added: addedHere(b, part), Depth: b.Model.AttributeDepth(part), Selected: part.ID == b.View.Select, Problems: partProblems(b, part),
			First: i == 0 || moveGroup(parts[i-1]) != moveGroup(part),
			Last:  i == len(parts)-1 || moveGroup(parts[i+1]) != moveGroup(part),
		})
	}
	return rows
}

// partProblems returns the problems of a part beyond those of its own fields.
func partProblems(b *feature.Context, part model.Element) []string {
	var problems []string
	if field, found := edit.FieldOf(part.Kind, "name"); found {
		if odd := cql.OddName(part.Kind, field.Text(b.Model, part)); odd != "" {
			problems = append(problems, odd)
		}
	}
	if problem := nameProblem(b, part); problem != "" {
		problems = append(problems, problem)
	}
	for _, finding := range b.AdviceOn()[part.ID] {
		problems = append(problems, finding.Message+". "+finding.Hint)
	}
	if part.Kind != model.RelationColumnKind {
		return problems
	}
	for _, conflict := range b.TypeConflicts() {
		if conflict.Has(part.ID) {
			problems = append(problems, "Different types: "+conflict.Words(b.Model)+".")
		}
	}
	return problems
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

// namesOfRow returns the fields of a part's row, without the free name of a part that refers to an
// attribute.
func namesOfRow(b *feature.Context, part model.Element) []string {
	names := rowFields[part.Kind]
	switch value := part.Value.(type) {
	case *model.Find:
		if !groups(b, part.Parent) {
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
func groups(b *feature.Context, query model.ID) bool {
	for _, find := range b.Model.Workflow.Queries[query].Find {
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
func userTypes(b *feature.Context) []string {
	var names []string
	for _, element := range b.Elements(model.UserTypeKind) {
		name := "frozen<" + element.Value.(*model.UserType).Name + ">"
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// addedHere reports whether physical design added the column.
func addedHere(b *feature.Context, part model.Element) bool {
	column, is := part.Value.(*model.Column)
	return is && len(column.From) == 0 && len(b.Model.Logical.Tables) > 0
}

// partLines returns the text of several new parts, with the problems in it.
func partLines(b *feature.Context, kind model.Kind, parent model.ID) *webcanvas.Lines {
	if b.Readonly() || !submission.Lined(kind) {
		return nil
	}
	lines := &webcanvas.Lines{}
	if b.Answer == nil || b.Answer.Values.Get("do") != "add-lines:"+string(kind)+":"+string(parent) {
		return lines
	}
	lines.Value, _ = TypedNew(b, kind, submission.LinesField)
	lines.Problem = NewProblem(b, submission.LinesField)
	return lines
}
