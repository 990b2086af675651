package syntax

// The functions of this file read a text that is to be one part of a statement
// and nothing else, not even a comment. They report whether it is.

// ParseOptions reads a WITH clause.
func ParseOptions(text string) ([]Option, bool) {
	return parseFragment(text, func(p *parser) []Option { return p.options(false) })
}

// ParseValue reads the value of a property.
func ParseValue(text string) (Term, bool) { return parseFragment(text, (*parser).propertyValue) }

// ParseTerm reads a value that names no columns.
func ParseTerm(text string) (Term, bool) { return parseFragment(text, (*parser).term) }

// ParseMask reads a mask from its MASKED on.
func ParseMask(text string) (*Mask, bool) { return parseFragment(text, (*parser).mask) }

// ParseConditions reads what follows WHERE.
func ParseConditions(text string) ([]Condition, bool) {
	return parseFragment(text, (*parser).conditions)
}

func parseFragment[T any](text string, parse func(*parser) T) (node T, ok bool) {
	p := &parser{scanner: NewScanner(text), script: &Script{}}
	defer func() {
		if caught := recover(); caught != nil {
			if _, ours := caught.(bailout); !ours {
				panic(caught)
			}
			ok = false
		}
	}()
	p.advance()
	node = parse(p)
	return node, p.token.Kind == EndOfText && len(p.remarks) == 0
}
