package syntax

import "strings"

// clause is a part of a statement: its keywords, and items separated by commas or
// AND.
type clause struct {
	words string
	items []item
	and   bool
}

// item is a part of a clause, with its comments.
type item struct {
	*Remarks
	text string
}

// maxLine is the maximum length in bytes of a statement on one line.
const maxLine = 100

// clauses writes a statement on one line. A long statement, or one with comments
// inside, gets a line for each clause, and a long clause a line for each item.
func (p *printer) clauses(clauses []clause) {
	lines := make([]string, len(clauses))
	length, split := len(p.margin), false
	for i, c := range clauses {
		lines[i] = c.line()
		length += len(lines[i]) + 1
		split = split || c.commented()
	}
	if !split && length <= maxLine {
		p.write(p.margin, strings.Join(lines, " "))
		return
	}
	for i, c := range clauses {
		if i > 0 {
			p.write("\n")
		}
		if c.commented() || len(c.items) > 1 && len(p.margin)+len(indent)+len(lines[i]) > maxLine {
			p.items(p.margin, c, i == 0)
			continue
		}
		p.write(p.margin)
		if i > 0 {
			p.write(indent)
		}
		p.write(lines[i])
	}
}

func (c clause) commented() bool {
	for _, item := range c.items {
		if item.Remarks != nil {
			return true
		}
	}
	return false
}

// line returns the clause on one line.
func (c clause) line() string {
	if len(c.items) == 0 {
		return c.words
	}
	texts := make([]string, len(c.items))
	for i, item := range c.items {
		texts[i] = item.text
	}
	joint := ", "
	if c.and {
		joint = " AND "
	}
	return c.words + " " + strings.Join(texts, joint)
}

// items writes a clause with a line for each item.
func (p *printer) items(margin string, c clause, first bool) {
	inner := margin + indent
	if c.and {
		word := c.words
		for i, item := range c.items {
			if i > 0 {
				p.write("\n")
				word = "AND"
			}
			p.remarks(item.before(), inner, false)
			p.write(inner, word, " ", item.text)
			p.behind(item.CommentsAfter())
		}
		return
	}
	p.write(margin)
	if !first {
		p.write(indent)
	}
	p.write(c.words)
	inner += indent
	for i, item := range c.items {
		p.write("\n")
		p.remarks(item.before(), inner, false)
		p.write(inner, item.text)
		if i < len(c.items)-1 {
			p.write(",")
		}
		p.behind(item.CommentsAfter())
	}
}

// plain returns items without comments.
func plain[T any](values []T, text func(T) string) []item {
	items := make([]item, len(values))
	for i, value := range values {
		items[i].text = text(value)
	}
	return items
}
