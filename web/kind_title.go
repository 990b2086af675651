package handlers

import (
	"cmp"
	"strings"

	"widerow/model"
)

// kindTitles are the words of the pages for the kinds of elements.
var kindTitles = map[model.Kind]struct{ one, many string }{
	model.ModelKind:  {"model", "Model"},
	model.EntityKind: {"entity type", "Entity types"}, model.AttributeKind: {"attribute", "Attributes"},
	model.RelationshipKind: {"relationship type", "Relationship types"}, model.ParticipantKind: {"participant", "Participants"},
	model.HierarchyKind: {"IsA hierarchy", "IsA hierarchies"}, model.SubtypeKind: {"subtype", "Subtypes"},
	model.ActorKind: {"actor", "Actors"}, model.StepKind: {"step", "Steps"}, model.TransitionKind: {"transition", "Transitions"},
	model.QueryKind: {"query", "Queries"}, model.FindKind: {"column", "SELECT"}, model.GivenKind: {"condition", "WHERE"},
	model.SortKind: {"sort column", "ORDER BY"}, model.UpdateElement: {"update", "Updates"}, model.WriteKind: {"value", "Values"},
	model.TableKind: {"table", "Tables"}, model.ColumnKind: {"column", "Columns"}, model.ArrowKind: {"query arrow", "Query arrows"},
	model.KeyspaceKind: {"keyspace", "Keyspaces"}, model.UserTypeKind: {"user-defined type", "User-defined types"},
	model.TypeFieldKind: {"field", "Fields"}, model.RelationElement: {"table", "Tables"},
	model.RelationColumnKind: {"column", "Columns"}, model.IndexKind: {"index", "Indexes"},
	model.QuantityKind: {"quantity", "Quantities"}, model.StatementKind: {"statement", "Statements"},
}

func kindPlural(kind model.Kind) string { return kindTitles[kind].many }

// label returns the name of an element among its siblings: a column without its
// table, a query with its description.
func (b *workbench) label(element model.Element) string {
	switch value := element.Value.(type) {
	case *model.Query:
		return strings.TrimSpace(value.Label + " " + value.Name)
	case *model.Update:
		return strings.TrimSpace(value.Label + " " + value.Name)
	case *model.Attribute:
		return value.Name
	case *model.LogicalColumn:
		return value.Name
	case *model.Column:
		return value.Name
	case *model.TypeField:
		return value.Name
	case *model.UserType:
		return "*" + value.Name + "*"
	case *model.Find:
		return b.attributeLabel(value.Attribute, value.Name)
	case *model.Given:
		return b.attributeLabel(value.Attribute, value.Name)
	case *model.SortBy:
		return b.attributeLabel(value.Attribute, value.Name)
	case *model.Write:
		return b.attributeLabel(value.Element, value.Name)
	case *model.Participant:
		return cmp.Or(value.Role, b.model.Title(value.Entity), "?")
	case *model.Subtype:
		return cmp.Or(b.model.Title(value.Entity), "?")
	}
	return b.model.TitleOf(element)
}

func (b *workbench) attributeLabel(attribute model.ID, name string) string {
	if attribute == "" {
		return cmp.Or(name, "?")
	}
	return cmp.Or(b.model.Title(attribute), name, "?")
}
