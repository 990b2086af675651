package cql

import "strings"

// alter writes ALTER and DROP statements.
func (p *printer) alter(statement Statement) {
	switch s := statement.(type) {
	case *AlterKeyspace:
		p.verb("ALTER", "KEYSPACE", s.IfExists, QuoteName(s.Name.Name))
		p.options(s.Options)
	case *AlterTable:
		p.verb("ALTER", "TABLE", s.IfExists, s.Name.String())
		p.alterTable(s)
	case *AlterType:
		p.verb("ALTER", "TYPE", s.IfExists, typeNameText(s.Name))
		p.alterType(s)
	case *AlterView:
		p.verb("ALTER", "MATERIALIZED VIEW", s.IfExists, s.Name.String())
		p.options(s.Options)
	case *Drop:
		name := s.Name.String()
		if s.Kind == DropType {
			name = typeNameText(s.Name)
		}
		p.verb("DROP", string(s.Kind), s.IfExists, name)
	}
}

func (p *printer) verb(verb, what string, ifExists bool, name string) {
	p.write(verb, " ", what, " ", condition(ifExists, "IF EXISTS "), name)
}

func condition(given bool, text string) string {
	if given {
		return text
	}
	return ""
}

func (p *printer) alterTable(s *AlterTable) {
	exists := condition(s.IfPart, "IF EXISTS ")
	switch s.Action {
	case AlterOptions:
		p.options(s.Options)
	case AlterPartType:
		p.write(" ALTER ", QuoteName(s.Column.Name), " TYPE ", s.Type.String())
	case AlterMask:
		p.write(" ALTER ", exists, QuoteName(s.Column.Name), " ", s.Mask.String())
	case DropMask:
		p.write(" ALTER ", exists, QuoteName(s.Column.Name), " DROP MASKED")
	case AddParts:
		p.write(" ADD ", condition(s.IfPart, "IF NOT EXISTS "))
		p.added(s.Added)
	case DropParts:
		p.write(" DROP ", exists, listed(identifiers(s.Dropped), len(s.Dropped)))
		if s.Timestamp != "" {
			p.write(" USING TIMESTAMP ", s.Timestamp)
		}
	case RenameParts:
		p.write(" RENAME ", exists, renames(s.Renames))
	case DropCompactStorage:
		p.write(" DROP COMPACT STORAGE")
	}
}

// added writes new columns; of several, each has a line.
func (p *printer) added(columns []ColumnDefinition) {
	if len(columns) == 1 {
		p.column(&columns[0])
		return
	}
	p.write("(\n")
	for i := range columns {
		p.element(Remarks{}, i == len(columns)-1, func() { p.column(&columns[i]) })
	}
	p.write(")")
}

// listed puts several names in parentheses.
func listed(names string, count int) string {
	if count == 1 {
		return names
	}
	return "(" + names + ")"
}

func renames(renames []Rename) string {
	texts := make([]string, len(renames))
	for i, rename := range renames {
		texts[i] = QuoteName(rename.From.Name) + " TO " + QuoteName(rename.To.Name)
	}
	return strings.Join(texts, " AND ")
}

func (p *printer) alterType(s *AlterType) {
	switch s.Action {
	case AlterPartType:
		p.write(" ALTER ", QuoteName(s.Field.Name), " TYPE ", s.Type.String())
	case AddParts:
		p.write(" ADD ", condition(s.IfPart, "IF NOT EXISTS "), QuoteName(s.Field.Name), " ", s.Type.String())
	case RenameParts:
		p.write(" RENAME ", condition(s.IfPart, "IF EXISTS "), renames(s.Renames))
	}
}
