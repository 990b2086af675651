package parse

import (
	"slices"

	"widerow/cql/syntax"
)

// commonColumns is the number of columns that most tables do not exceed.
const commonColumns = 12

// createTable = CREATE TABLE ifNotExists qualifiedName
// "(" element {"," [element]} ")" [WITH option {AND option}]
func (p schemaGrammar) createTable() syntax.Statement {
	p.advance()
	s := &syntax.CreateTable{IfNotExists: p.ifNotExists(), Name: p.qualifiedName("the name of the table")}
	if p.at("LIKE") {
		return p.likeTable(s)
	}
	p.expect("(", "the table's name")
	p.partial = s
	if s.Elements, p.elements = p.elements, nil; s.Elements == nil {
		s.Elements = make([]syntax.TableElement, 0, commonColumns)
	}
	for more := true; more; {
		s.Elements = append(s.Elements, syntax.TableElement{})
		element := &s.Elements[len(s.Elements)-1]
		p.tableElement(element)
		if more = p.comma(&element.Remarks); more {
			for p.accept(",") {
			}
			more = !p.at(")")
		} else if !p.at(")") {
			p.expected("`,` or `)` after " + describeElement(element))
		}
	}
	if len(s.Elements) <= commonColumns/2 { // a script may have many small tables
		p.elements, s.Elements = s.Elements[:0], slices.Clone(s.Elements)
	}
	s.Closing = p.takeBefore()
	p.advance()
	s.Options = p.options(true)
	return s
}

// describeElement describes the end of an element for a message.
func describeElement(element *syntax.TableElement) string {
	switch column := element.Column; {
	case column == nil, column.PrimaryKey:
		return "the primary key"
	case column.Check != nil:
		return "the column's constraints"
	case column.Mask != nil:
		return "the column's mask"
	case column.Static:
		return "`STATIC`"
	}
	return "the column's type"
}

// element = column | PRIMARY KEY "(" key ")"
func (p schemaGrammar) tableElement(element *syntax.TableElement) {
	element.Remarks = p.remarksBefore()
	if p.at("PRIMARY") {
		key := p.primaryKey()
		element.Key = &key
	} else {
		element.Column = p.column()
	}
}

// column = name type [STATIC] [NOT NULL] [mask] [check] [PRIMARY KEY]
func (p schemaGrammar) column() *syntax.ColumnDefinition {
	column := &p.definitions.one()[0]
	column.Name = p.name("the name of a column")
	p.typeName(&column.Type)
	column.Static = p.accept("STATIC")
	if p.at("NOT") {
		p.notNull(column)
	}
	if p.at("MASKED") {
		column.Mask = p.mask()
	}
	if p.atWord("CHECK") {
		column.Check = p.check(column.Check)
	}
	if p.accept("PRIMARY") {
		p.expect("KEY", "`PRIMARY`")
		column.PrimaryKey = true
	}
	return column
}

// mask = MASKED WITH (DEFAULT | function)
func (p schemaGrammar) mask() *syntax.Mask {
	mask := &syntax.Mask{Position: p.token.Start}
	p.advance()
	p.expect("WITH", "`MASKED`")
	if p.at("DEFAULT") && p.peek().Number.Text() != "(" {
		p.advance()
		return mask
	}
	function := p.functionCall()
	mask.Function = &function
	return mask
}

// primaryKey = PRIMARY KEY "(" (name | "(" name {"," name} ")") {"," name} ")"
func (p schemaGrammar) primaryKey() syntax.PrimaryKey {
	key := syntax.PrimaryKey{Position: p.token.Start}
	p.words("the columns", "PRIMARY", "KEY", "(")
	const column = "the name of a column of the key"
	if p.accept("(") {
		key.Partition = p.names(column)
		p.expect(")", "the partition key")
	} else {
		key.Partition = []syntax.Identifier{p.name(column)}
	}
	if p.accept(",") {
		key.Clustering = p.names(column)
	}
	if !p.at(")") {
		p.expected("`,` or `)` after a column of the primary key")
	}
	p.advance()
	return key
}

// names = name {"," name}
func (p *parser) names(what string) []syntax.Identifier {
	names := append(make([]syntax.Identifier, 0, 2), p.name(what))
	for p.accept(",") {
		names = append(names, p.name(what))
	}
	return names
}

// options = [WITH option {AND option}]
func (p schemaGrammar) options(ofTable bool) []syntax.Option {
	if !p.accept("WITH") {
		return nil
	}
	options := make([]syntax.Option, 0, 4)
	for {
		options = append(options, syntax.Option{})
		option := &options[len(options)-1]
		p.option(option, ofTable)
		option.Remarks = option.Behind(p.takeAfter(p.at("AND") || p.at(";")))
		if !p.accept("AND") {
			return options
		}
	}
}

// option = property | COMPACT STORAGE | CLUSTERING ORDER BY "(" order {"," order} ")"
//
// The last two are allowed for tables and views only.
func (p schemaGrammar) option(option *syntax.Option, ofTable bool) {
	option.Remarks = p.remarksBefore()
	switch {
	case ofTable && p.at("COMPACT") && p.peek().Number.Text() == "STORAGE":
		option.Kind, option.Name.Position = syntax.CompactStorage, p.token.Start
		p.advance()
		p.advance()
	case ofTable && p.at("CLUSTERING") && p.peek().Number.Text() == "ORDER":
		option.Kind, option.Name.Position = syntax.ClusteringOrder, p.token.Start
		p.advance()
		p.advance()
		p.words("`ORDER`", "BY", "(")
		option.Order = p.clusteringOrder()
		p.expect(")", "the clustering order")
	default:
		option.Name = p.name("the name of an option")
		p.expect("=", "the option's name")
		option.Value = p.propertyValue()
	}
}

// order = name (ASC | DESC)
func (p schemaGrammar) clusteringOrder() []syntax.OrderColumn {
	order := make([]syntax.OrderColumn, 0, 2)
	for {
		column := syntax.OrderColumn{Column: p.name("the name of a clustering column")}
		if column.Descending = p.accept("DESC"); !column.Descending && !p.accept("ASC") {
			p.expected("`ASC` or `DESC` after the clustering column")
		}
		order = append(order, column)
		if !p.accept(",") {
			return order
		}
	}
}

// propertyValue = constant | unreserved | map
func (p schemaGrammar) propertyValue() syntax.Term {
	if p.at("{") {
		return p.mapLiteral()
	}
	if p.token.Kind == syntax.Name && p.token.Number.Class() > syntax.Reserved {
		word := syntax.Term{Position: p.token.Start, Kind: syntax.WordTerm, Text: p.scanner.Text(p.token)}
		p.advance()
		return word
	}
	constant, found := p.constant()
	if !found && p.token.Kind == syntax.QuotedName {
		p.expected("a value (a string has to be in single quotes)")
	}
	if !found {
		p.expected("a value: a string in single quotes, a number, true, false or a map {…}")
	}
	return constant
}
