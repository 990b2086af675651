package parse

import (
	"slices"
	"strings"

	"widerow/cql/syntax"
	"widerow/model"
)

// The functions of this file parse what Cassandra 6.0 adds. Its words are no
// keywords of 5.0, and names everywhere.

// atWord reports whether the token is a word that only 6.0 knows, in capitals.
func (p *parser) atWord(word string) bool {
	return p.token.Kind == syntax.Name && strings.EqualFold(p.scanner.Text(p.token), word)
}

// acceptWord takes such a word.
func (p *parser) acceptWord(word string) bool {
	if !p.atWord(word) {
		return false
	}
	p.advance()
	return true
}

// since6 reports at the token that an earlier version stops here, and goes on.
func (p *parser) since6(what string) {
	if !p.on(model.Cassandra60) && p.script.Target != "" {
		p.report("only Cassandra 6.0 has "+what, true)
	}
}

// notNull = NOT NULL
func (p schemaGrammar) notNull(column *syntax.ColumnDefinition) {
	p.since6("NOT NULL of a column")
	position := p.token.Start
	p.words("the column's type", "NOT", "NULL")
	column.Check = &syntax.Check{Position: position, NotNull: true, Constraints: []syntax.Constraint{{Position: position, NotNull: true}}}
}

// check = CHECK constraint {AND constraint}
func (p schemaGrammar) check(check *syntax.Check) *syntax.Check {
	p.since6("constraints of columns")
	if check == nil {
		check = &syntax.Check{Position: p.token.Start}
	}
	p.advance()
	var constraints []syntax.Constraint
	for {
		constraints = append(constraints, p.constraint())
		if !p.accept("AND") {
			check.Constraints = append(constraints, check.Constraints...) // the server adds NOT NULL at the end
			return check
		}
	}
}

func (p schemaGrammar) constraint() syntax.Constraint {
	c := syntax.Constraint{Position: p.token.Start}
	if p.accept("NOT") {
		p.expect("NULL", "`NOT`")
		c.NotNull = true
		return c
	}
	name := p.name("a column or the name of a function")
	called := p.accept("(")
	if called {
		c.Arguments = []syntax.Term{}
		for !p.at(")") {
			c.Arguments = append(c.Arguments, p.term())
			if !p.accept(",") {
				break
			}
		}
		p.expect(")", "the arguments")
	}
	if operator := p.token.Number.Text(); slices.Contains(comparisons, operator) {
		p.advance()
		value := p.term()
		c.Operator, c.Value = operator, &value
	}
	if called || c.Value == nil {
		c.Function = strings.ToUpper(name.Name)
		if c.Function == "NOT_NULL" && c.Value == nil {
			c.NotNull = true
		}
	} else {
		c.Column = name
	}
	return c
}

var comparisons = []string{"=", "<", "<=", ">", ">=", "!="}

// ParseCheck parses constraints, starting with CHECK.
func ParseCheck(text string) (*syntax.Check, bool) {
	return parseFragment(text, func(p schemaGrammar) *syntax.Check {
		if !p.atWord("CHECK") {
			p.expected("CHECK")
		}
		return p.check(nil)
	})
}
