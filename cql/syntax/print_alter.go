package syntax

// ifExistsText returns IF EXISTS and a blank, or "".
func ifExistsText(exists bool) string {
	if exists {
		return "IF EXISTS "
	}
	return ""
}

func ifNotExistsText(notExists bool) string {
	if notExists {
		return "IF NOT EXISTS "
	}
	return ""
}

func (s *AlterKeyspace) print(p *printer) {
	p.write("ALTER KEYSPACE ", ifExistsText(s.IfExists), QuoteName(s.Name.Name))
	p.options(s.Options)
}

func (s *AlterView) print(p *printer) {
	p.write("ALTER MATERIALIZED VIEW ", ifExistsText(s.IfExists), s.Name.String())
	p.options(s.Options)
}

func (s *Drop) print(p *printer) {
	name := s.Name.String()
	if s.Kind == DropType {
		name = typeNameText(s.Name)
	}
	p.write("DROP ", string(s.Kind), " ", ifExistsText(s.IfExists), name)
}

func (s *AlterTable) print(p *printer) {
	p.write("ALTER TABLE ", ifExistsText(s.IfExists), s.Name.String())
	switch s.Action {
	case AlterOptions:
		p.options(s.Options)
	case AlterPartType:
		p.write(" ALTER ", QuoteName(s.Column.Name), " TYPE ", s.Type.String())
	case AlterMask:
		p.write(" ALTER ", ifExistsText(s.IfPart), QuoteName(s.Column.Name), " ", s.Mask.String())
	case DropMask:
		p.write(" ALTER ", ifExistsText(s.IfPart), QuoteName(s.Column.Name), " DROP MASKED")
	case AlterCheck:
		p.write(" ALTER ", ifExistsText(s.IfPart), QuoteName(s.Column.Name), " ", s.Check.String())
	case DropCheck:
		p.write(" ALTER ", ifExistsText(s.IfPart), QuoteName(s.Column.Name), " DROP CHECK")
	case AddParts:
		p.write(" ADD ", ifNotExistsText(s.IfPart))
		p.added(s.Added)
	case DropParts:
		p.write(" DROP ", ifExistsText(s.IfPart))
		p.inParentheses(len(s.Dropped) > 1, identifiers(s.Dropped))
		if s.Timestamp != "" {
			p.write(" USING TIMESTAMP ", s.Timestamp)
		}
	case RenameParts:
		p.renames(s.IfPart, s.Renames)
	case DropCompactStorage:
		p.write(" DROP COMPACT STORAGE")
	}
}

func (p *printer) added(columns []ColumnDefinition) {
	if len(columns) == 1 {
		p.column(&columns[0])
		return
	}
	p.write("(")
	for i := range columns {
		if i > 0 {
			p.write(", ")
		}
		p.column(&columns[i])
	}
	p.write(")")
}

func (p *printer) inParentheses(parentheses bool, text string) {
	if parentheses {
		text = "(" + text + ")"
	}
	p.write(text)
}

func (p *printer) renames(ifExists bool, renames []Rename) {
	word := " RENAME " + ifExistsText(ifExists)
	for _, rename := range renames {
		p.write(word, QuoteName(rename.From.Name), " TO ", QuoteName(rename.To.Name))
		word = " AND "
	}
}

func (s *AlterType) print(p *printer) {
	p.write("ALTER TYPE ", ifExistsText(s.IfExists), typeNameText(s.Name))
	switch s.Action {
	case AddParts:
		p.write(" ADD ", ifNotExistsText(s.IfPart), QuoteName(s.Field.Name), " ", s.Type.String())
	case RenameParts:
		p.renames(s.IfPart, s.Renames)
	default:
		p.write(" ALTER ", QuoteName(s.Field.Name), " TYPE ", s.Type.String())
	}
}
