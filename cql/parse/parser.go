package parse

import (
	"fmt"

	"widerow/cql/syntax"
)

// parser parses one statement after another. A rule looks at the current token,
// and seldom at later ones.
type parser struct {
	scanner syntax.Scanner
	// token is the current token. It is a comment only where there are too
	// many.
	token syntax.Token
	// scanned are the tokens read ahead, including comments. The first taken of
	// them are consumed.
	scanned []syntax.Token
	taken   int
	// lastEnd and lastLine are the end of the previous token.
	lastEnd, lastLine int32
	// remarks are the comments that are not yet assigned to a node.
	remarks []remark
	depth   int
	// definitions is the allocator of column definitions.
	definitions slab[syntax.ColumnDefinition]
	// singleNames and singleTerms allocate slices of length one, which
	// conditions have.
	singleNames slab[syntax.Identifier]
	singleTerms slab[syntax.Term]
	// elements is a buffer for the elements of a table.
	elements []syntax.TableElement
	// conditionsRead collects consecutive conditions.
	conditionsRead []syntax.Condition
	// columns means that a term may name columns, as in a selector.
	columns bool
	// inBatch means that a batch has begun and not ended.
	inBatch bool
	// casts means that the statement contains a cast.
	casts bool
	// oversized is the Oversized of the statement.
	oversized string
	// partial is the part of the statement that was parsed, for a statement with a syntax error.
	partial syntax.Statement
	// first is the first token of the statement.
	first  syntax.Token
	number int
	// left is the number of tokens that the statement may still have; negative
	// for no limit.
	left   int
	script *syntax.Script
	// foreignOpenings are the first words of the target's own statements.
	foreignOpenings []string
	// gaveUp means that the rest is not parsed.
	gaveUp bool
	// unlisted counts the errors beyond the limit. firstUnlisted is the first.
	unlisted      int
	firstUnlisted *syntax.Error
	// spare is used for the next text that cannot be parsed, if not nil.
	spare *syntax.Bad
	// added are the target's own clauses at the end of the statement.
	added string
}

// slab allocates values in chunks of growing size.
type slab[T any] struct {
	free []T
	made int
}

// one returns a slice of one value.
func (s *slab[T]) one() []T {
	if len(s.free) == 0 {
		s.free = make([]T, min(max(5, s.made), 64))
		s.made += len(s.free)
	}
	value := s.free[:1:1]
	s.free = s.free[1:]
	return value
}

// enter counts a level of nesting. The caller defers leave.
func (p *parser) enter() {
	if p.depth++; p.depth > syntax.MaxDepth {
		p.fail(fmt.Sprintf("nested more than %d deep", syntax.MaxDepth))
	}
}

func (p *parser) leave() { p.depth-- }

// closeStatement takes the `;`, which may be missing, the comments inside the
// statement that belong to no part of it, and those after it.
func (p *parser) closeStatement(base syntax.Base) syntax.Base {
	base.Before = append(base.Before, p.takeInside()...)
	if p.at(";") {
		base.Before = append(base.Before, p.takeBefore()...)
		p.advance()
	}
	base.After = p.takeAfter(false)
	base.Casts, p.casts = p.casts, false
	base.Oversized, p.oversized = p.oversized, ""
	return base
}

// The parts of the grammar. Each reads the tokens of one parser, and uses the parts that it
// embeds.
type (
	// reader reads a script, one statement after another.
	reader struct{ *parser }
	// termGrammar has values, selectors, conditions and assignments.
	termGrammar struct{ *parser }
	// rowGrammar has the statements on rows.
	rowGrammar struct{ termGrammar }
	// schemaGrammar has the statements that change the schema.
	schemaGrammar struct{ rowGrammar }
	// roleGrammar has the statements about roles and permissions.
	roleGrammar struct{ termGrammar }
	// commandGrammar has the commands of cqlsh.
	commandGrammar struct{ termGrammar }
)
