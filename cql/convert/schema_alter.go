package convert

import (
	"strings"

	"widerow/cql/syntax"
	"widerow/model/schema"
)

// AlterTable converts ALTER TABLE.
func AlterTable(s *syntax.AlterTable) schema.AlterTable {
	return schema.AlterTable{Name: Name(s.Name), IfExists: s.IfExists, Change: declareChange(s)}
}

func declareChange(s *syntax.AlterTable) schema.TableChange {
	switch s.Action {
	case syntax.AlterPartType:
		return schema.RetypeColumn{Column: s.Column.Name, Type: TypeName(s.Type)}
	case syntax.AlterMask, syntax.DropMask:
		return schema.MaskColumn{Column: s.Column.Name, Mask: declareMask(s.Mask), IfExists: s.IfPart}
	case syntax.AlterCheck, syntax.DropCheck:
		check, constraints := declareCheck(s.Check)
		return schema.ConstrainColumn{Column: s.Column.Name, Check: check, Constraints: constraints, IfExists: s.IfPart}
	case syntax.AddParts:
		return schema.AddColumns{Columns: declareColumns(s.Added), IfNotExists: s.IfPart}
	case syntax.DropParts:
		return schema.DropColumns{Columns: names(s.Dropped), IfExists: s.IfPart}
	case syntax.RenameParts:
		return schema.RenameColumns{Columns: declareRenames(s.Renames), IfExists: s.IfPart}
	case syntax.DropCompactStorage:
		return schema.DropCompactStorage{}
	}
	return schema.SetOptions{Options: Options(s.Options)}
}

func declareColumns(definitions []syntax.ColumnDefinition) []schema.Column {
	columns := make([]schema.Column, len(definitions))
	for i, definition := range definitions {
		columns[i] = schema.Column{Name: definition.Name.Name, Type: TypeName(definition.Type), Static: definition.Static,
			Mask: declareMask(definition.Mask)}
		columns[i].Check, columns[i].Constraints = declareCheck(definition.Check)
	}
	return columns
}

// declareMask is empty for no mask.
func declareMask(mask *syntax.Mask) string {
	if mask == nil {
		return ""
	}
	return strings.TrimPrefix(mask.String(), MaskPrefix)
}

func declareRenames(renames []syntax.Rename) []schema.Rename {
	declared := make([]schema.Rename, len(renames))
	for i, rename := range renames {
		declared[i] = schema.Rename{From: rename.From.Name, To: rename.To.Name}
	}
	return declared
}

// AlterType converts ALTER TYPE.
func AlterType(s *syntax.AlterType) schema.AlterType {
	d := schema.AlterType{Name: Name(s.Name), IfExists: s.IfExists, Unquoted: !s.Name.Name.Quoted, IfField: s.IfPart}
	switch field := (schema.Field{Name: s.Field.Name, Type: TypeName(s.Type)}); s.Action {
	case syntax.AddParts:
		d.Add = &field
	case syntax.AlterPartType:
		d.Retype = &field
	default:
		d.Rename = declareRenames(s.Renames)
	}
	return d
}

// AlterView converts ALTER MATERIALIZED VIEW.
func AlterView(s *syntax.AlterView) schema.AlterView {
	return schema.AlterView{Name: Name(s.Name), IfExists: s.IfExists, Options: Options(s.Options)}
}

// Drop converts DROP of a keyspace, type, table, view or index.
func Drop(s *syntax.Drop) schema.Drop {
	return schema.Drop{Name: Name(s.Name), IfExists: s.IfExists, Unquoted: !s.Name.Name.Quoted}
}
