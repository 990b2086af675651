package web

import "widerow/model"

// KindTitles are the words of the pages for the kinds of elements.
var KindTitles = map[model.Kind]struct{ One, Many string }{
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
	model.QuantityKind: {"quantity", "Quantities"}, model.MeasurementKind: {"measurement", "Measurements"}, model.StatementKind: {"statement", "Statements"},
}
