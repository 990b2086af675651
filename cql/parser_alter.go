package cql

// alter parses a statement that begins with ALTER.
func (p *parser) alter() Statement {
	switch p.peek().Word {
	case "KEYSPACE":
		p.words("a statement", "ALTER", "KEYSPACE")
		s := &AlterKeyspace{IfExists: p.ifExists(), Name: p.name("the name of the keyspace")}
		s.Options = p.newOptions("the keyspace's name")
		return s
	case "TABLE", "COLUMNFAMILY":
		return p.alterTable()
	case "TYPE":
		return p.alterType()
	case "MATERIALIZED":
		p.words("a statement", "ALTER", "MATERIALIZED", "VIEW")
		s := &AlterView{IfExists: p.ifExists(), Name: p.qualifiedName("the name of the view")}
		s.Options = p.newOptions("the view's name")
		return s
	}
	return p.other()
}

// drop parses a statement that begins with DROP.
func (p *parser) drop() Statement {
	kinds := map[string]DropKind{"KEYSPACE": DropKeyspace, "TABLE": DropTable, "COLUMNFAMILY": DropTable, "TYPE": DropType,
		"INDEX": DropIndex, "MATERIALIZED": DropView}
	kind, known := kinds[p.peek().Word]
	if !known {
		return p.other()
	}
	p.advance()
	p.advance()
	if kind == DropView {
		p.expect("VIEW", "`MATERIALIZED`")
	}
	s := &Drop{Kind: kind, IfExists: p.ifExists()}
	switch kind {
	case DropKeyspace:
		s.Name.Name = p.name("the name of the keyspace")
	case DropType:
		s.Name = p.userTypeName("the name of the type")
	default:
		s.Name = p.qualifiedName("the name of what to drop")
	}
	return s
}

// ifExists = [IF EXISTS]
func (p *parser) ifExists() bool {
	if !p.accept("IF") {
		return false
	}
	p.expect("EXISTS", "`IF`")
	return true
}

// newOptions = WITH property {AND property}
func (p *parser) newOptions(after string) []Option {
	if !p.at("WITH") {
		p.expected("`WITH` and the options after " + after)
	}
	return p.options(false)
}

// alterTable = ALTER TABLE ifExists qualifiedName action
func (p *parser) alterTable() Statement {
	p.advance()
	p.advance()
	s := &AlterTable{IfExists: p.ifExists(), Name: p.qualifiedName("the name of the table")}
	switch {
	case p.accept("ALTER"):
		p.alterColumn(s)
	case p.accept("ADD"):
		s.Action, s.IfPart = AddParts, p.ifNotExists()
		p.addColumns(s)
	case p.at("DROP") && p.ahead()[0].Word == "COMPACT" && p.ahead()[1].Word == "STORAGE":
		s.Action = DropCompactStorage
		p.words("the table's name", "DROP", "COMPACT", "STORAGE")
	case p.accept("DROP"):
		s.Action, s.IfPart = DropParts, p.ifExists()
		p.dropColumns(s)
	case p.accept("RENAME"):
		s.Action, s.IfPart = RenameParts, p.ifExists()
		s.Renames = p.renames("the name of a column")
	case p.at("WITH"):
		s.Options = p.options(false)
	default:
		p.expected("ADD, DROP, RENAME, ALTER or WITH after the table's name")
	}
	return s
}

// alterColumn = ifExists column (TYPE type | mask | DROP MASKED)
func (p *parser) alterColumn(s *AlterTable) {
	s.IfPart = p.ifExists()
	s.Column = p.columnName()
	switch {
	case p.at("TYPE") && !s.IfPart:
		p.advance()
		s.Action, s.Type = AlterPartType, p.typeName()
	case p.at("MASKED"):
		s.Action, s.Mask = AlterMask, p.mask()
	case p.at("DROP"):
		p.words("the column", "DROP", "MASKED")
		s.Action = DropMask
	default:
		p.expected("TYPE, MASKED WITH or DROP MASKED after the column")
	}
}

// addColumns = column | "(" column {"," column} ")"
func (p *parser) addColumns(s *AlterTable) {
	several := p.accept("(")
	for {
		column := ColumnDefinition{Name: p.name("the name of a column")}
		column.Type = p.typeName()
		column.Static = p.accept("STATIC")
		if p.at("MASKED") {
			column.Mask = p.mask()
		}
		s.Added = append(s.Added, column)
		if !several || !p.accept(",") {
			break
		}
	}
	if several {
		p.expect(")", "the columns")
	}
}

// dropColumns = (name | "(" name {"," name} ")") [USING TIMESTAMP integer]
func (p *parser) dropColumns(s *AlterTable) {
	const what = "the name of a column"
	if p.accept("(") {
		s.Dropped = p.names(what)
		p.expect(")", "the columns")
	} else {
		s.Dropped = []Identifier{p.name(what)}
	}
	if p.accept("USING") {
		p.expect("TIMESTAMP", "`USING`")
		if p.token.Kind != Integer {
			p.expected("an integer after `TIMESTAMP`")
		}
		s.Timestamp = p.scanner.Text(p.token)
		p.advance()
	}
}

// renames = name TO name {AND name TO name}
func (p *parser) renames(what string) []Rename {
	var renames []Rename
	for {
		rename := Rename{From: p.name(what)}
		p.expect("TO", "the old name")
		rename.To = p.name("the new name")
		renames = append(renames, rename)
		if !p.accept("AND") {
			return renames
		}
	}
}

// alterType = ALTER TYPE ifExists typeName (ALTER field TYPE type
// | ADD ifNotExists field type | RENAME ifExists renames)
func (p *parser) alterType() Statement {
	p.advance()
	p.advance()
	s := &AlterType{IfExists: p.ifExists(), Name: p.userTypeName("the name of the type")}
	const what = "the name of a field"
	switch {
	case p.accept("ALTER"):
		s.Action, s.Field = AlterPartType, p.name(what)
		p.expect("TYPE", "the field")
		s.Type = p.typeName()
	case p.accept("ADD"):
		s.Action, s.IfPart = AddParts, p.ifNotExists()
		s.Field = p.name(what)
		s.Type = p.typeName()
	case p.accept("RENAME"):
		s.Action, s.IfPart = RenameParts, p.ifExists()
		s.Renames = p.renames(what)
	default:
		p.expected("ADD, RENAME or ALTER after the type's name")
	}
	return s
}
