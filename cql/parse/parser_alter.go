package parse

import "widerow/cql/syntax"

// ifExists = [IF EXISTS]
func (p *parser) ifExists() bool {
	if !p.accept("IF") {
		return false
	}
	p.expect("EXISTS", "`IF`")
	return true
}

func (p schemaGrammar) requiredOptions(after string) []syntax.Option {
	if !p.at("WITH") {
		p.expected("`WITH` after " + after)
	}
	return p.options(false)
}

// alterKeyspace = ALTER KEYSPACE ifExists name WITH property {AND property}
func (p schemaGrammar) alterKeyspace() syntax.Statement {
	p.keyspaceWord("ALTER")
	s := &syntax.AlterKeyspace{IfExists: p.ifExists(), Name: p.name("the name of the keyspace")}
	s.Options = p.requiredOptions("the keyspace's name")
	return s
}

// alterTable = ALTER TABLE ifExists qualifiedName (ALTER … | ADD … | DROP …
// | RENAME … | WITH property {AND property})
func (p schemaGrammar) alterTable() syntax.Statement {
	p.advance()
	s := &syntax.AlterTable{IfExists: p.ifExists(), Name: p.qualifiedName("the name of the table")}
	switch p.token.Number.Text() {
	case "ALTER":
		p.alterColumn(s)
	case "ADD":
		p.advance()
		s.Action, s.IfPart = syntax.AddParts, p.ifNotExists()
		s.Added = p.addedColumns()
	case "DROP":
		p.dropColumns(s)
	case "RENAME":
		p.advance()
		s.Action, s.IfPart = syntax.RenameParts, p.ifExists()
		s.Renames = p.renames("the name of a column")
	case "WITH":
		s.Options = p.options(false)
	default:
		p.expected("ALTER, ADD, DROP, RENAME or WITH after the table's name")
	}
	return s
}

// ALTER column TYPE type | ALTER ifExists column (mask | DROP MASKED | check | DROP CHECK)
func (p schemaGrammar) alterColumn(s *syntax.AlterTable) {
	p.advance()
	s.IfPart = p.ifExists()
	s.Column = p.columnName()
	switch {
	case p.at("TYPE") && !s.IfPart:
		p.advance()
		s.Action = syntax.AlterPartType
		p.typeName(&s.Type)
	case p.at("MASKED"):
		s.Action, s.Mask = syntax.AlterMask, p.mask()
	case p.atWord("CHECK"):
		s.Action, s.Check = syntax.AlterCheck, p.check(nil)
	case p.accept("DROP"):
		if p.atWord("CHECK") {
			p.since6("constraints of columns")
			p.advance()
			s.Action = syntax.DropCheck
			return
		}
		p.expect("MASKED", "`DROP`")
		s.Action = syntax.DropMask
	default:
		p.expected("TYPE, MASKED WITH, CHECK, DROP MASKED or DROP CHECK after the column")
	}
}

// ADD ifNotExists (addedColumn | "(" addedColumn {"," addedColumn} ")")
func (p schemaGrammar) addedColumns() []syntax.ColumnDefinition {
	if !p.accept("(") {
		return []syntax.ColumnDefinition{p.addedColumn()}
	}
	added := []syntax.ColumnDefinition{p.addedColumn()}
	for p.accept(",") {
		added = append(added, p.addedColumn())
	}
	if !p.accept(")") {
		p.expected("`,` or `)` after the column")
	}
	return added
}

// addedColumn = name type [STATIC] [mask] [check]
func (p schemaGrammar) addedColumn() syntax.ColumnDefinition {
	column := syntax.ColumnDefinition{Name: p.name("the name of a column")}
	p.typeName(&column.Type)
	column.Static = p.accept("STATIC")
	if p.at("MASKED") {
		column.Mask = p.mask()
	}
	if p.atWord("CHECK") {
		column.Check = p.check(nil)
	}
	return column
}

// DROP COMPACT STORAGE | DROP ifExists (name | "(" name {"," name} ")")
// [USING TIMESTAMP integer]
func (p schemaGrammar) dropColumns(s *syntax.AlterTable) {
	p.advance()
	if p.at("COMPACT") && p.peek().Number.Text() == "STORAGE" {
		p.advance()
		p.advance()
		s.Action = syntax.DropCompactStorage
		return
	}
	s.Action, s.IfPart = syntax.DropParts, p.ifExists()
	if p.accept("(") {
		s.Dropped = p.names("the name of a column")
		if !p.accept(")") {
			p.expected("`,` or `)` after the column")
		}
	} else {
		s.Dropped = []syntax.Identifier{p.name("the name of a column")}
	}
	if !p.accept("USING") {
		return
	}
	p.expect("TIMESTAMP", "`USING`")
	if p.token.Kind != syntax.Integer {
		p.expected("an integer after `TIMESTAMP`")
	}
	s.Timestamp = p.scanner.Text(p.token)
	p.advance()
}

// renames = name TO name {AND name TO name}
func (p schemaGrammar) renames(what string) []syntax.Rename {
	var renames []syntax.Rename
	for {
		rename := syntax.Rename{From: p.name(what)}
		p.expect("TO", "the old name")
		rename.To = p.name(what)
		renames = append(renames, rename)
		if !p.accept("AND") {
			return renames
		}
	}
}

// alterType = ALTER TYPE ifExists typeName (ALTER name TYPE type
// | ADD ifNotExists name type | RENAME ifExists renames)
func (p schemaGrammar) alterType() syntax.Statement {
	p.advance()
	s := &syntax.AlterType{IfExists: p.ifExists(), Name: p.userTypeName("the name of the type")}
	switch {
	case p.accept("ALTER"):
		s.Action, s.Field = syntax.AlterPartType, p.name("the name of a field")
		p.expect("TYPE", "the field")
		p.typeName(&s.Type)
	case p.accept("ADD"):
		s.Action, s.IfPart = syntax.AddParts, p.ifNotExists()
		s.Field = p.name("the name of a field")
		p.typeName(&s.Type)
	case p.accept("RENAME"):
		s.Action, s.IfPart = syntax.RenameParts, p.ifExists()
		s.Renames = p.renames("the name of a field")
	default:
		p.expected("ALTER, ADD or RENAME after the type's name")
	}
	return s
}

// alterView = ALTER MATERIALIZED VIEW ifExists qualifiedName
// WITH property {AND property}
func (p schemaGrammar) alterView() syntax.Statement {
	p.words("`ALTER`", "MATERIALIZED", "VIEW")
	s := &syntax.AlterView{IfExists: p.ifExists(), Name: p.qualifiedName("the name of the view")}
	s.Options = p.requiredOptions("the view's name")
	return s
}
