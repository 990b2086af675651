package syntax

import "strings"

// Check = CHECK constraint {AND constraint}, since Cassandra 6.0. NOT NULL without
// CHECK is the constraint NOT NULL after the others.
type Check struct {
	Position
	// NotNull means that NOT NULL was written without CHECK.
	NotNull     bool
	Constraints []Constraint
}

// Constraint = NOT NULL | column operator term | function [arguments] [operator term]
type Constraint struct {
	Position
	NotNull bool
	// Column is the compared column, Function the name of a function in capitals.
	Column   Identifier
	Function string
	// Arguments are the arguments of the function, nil without parentheses.
	Arguments []Term
	// Operator and Value are empty without a comparison.
	Operator string
	Value    *Term
}

// String writes the constraints as CQL, as Cassandra describes them.
func (c *Check) String() string {
	texts := make([]string, len(c.Constraints))
	for i := range c.Constraints {
		texts[i] = c.Constraints[i].String()
	}
	return "CHECK " + strings.Join(texts, " AND ")
}

// written returns the constraints written after CHECK, nil for none. NOT NULL without CHECK is the
// last constraint.
func (c *Check) written() *Check {
	if len(c.Constraints) == 1 {
		return nil
	}
	return &Check{Constraints: c.Constraints[:len(c.Constraints)-1]}
}

// String writes the constraint as CQL.
func (c *Constraint) String() string {
	text := "NOT NULL"
	switch {
	case c.NotNull:
		return text
	case c.Function == "":
		text = QuoteName(c.Column.Name)
	default:
		text = c.Function
		if c.Value != nil || len(c.Arguments) > 0 {
			text += "(" + joinTerms(c.Arguments) + ")"
		}
	}
	if c.Value != nil {
		text += " " + c.Operator + " " + c.Value.String()
	}
	return text
}

func joinTerms(terms []Term) string {
	texts := make([]string, len(terms))
	for i := range terms {
		texts[i] = terms[i].String()
	}
	return strings.Join(texts, ", ")
}
