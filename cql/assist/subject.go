package assist

import (
	"strings"

	"widerow/cql/syntax"
	"widerow/model"
)

// Subject returns the element of the saved model that the statement at a place
// is about: the table, view or type that it creates, alters, reads or writes.
// It returns "" if there is none in the model (yet).
func (t *Text) Subject(at int) model.ID {
	place := t.units.byteAt(at)
	if line := strings.TrimRight(t.text[:place], " \t"); strings.HasSuffix(line, ";") {
		place = len(line) - 1 // it was just written
	}
	c := newCursor(t.text, place)
	if len(c.before)+len(c.after) == 0 && c.word.from == c.word.to {
		c = newCursor(t.text, t.following(place))
	}
	whole := c.whole()
	isType := strings.HasSuffix(whole.kind(), " TYPE")
	words := []string{"TABLE", "COLUMNFAMILY", "VIEW", "ON", "FROM", "INTO", "UPDATE", "TRUNCATE"}
	if isType {
		words = []string{"TYPE"}
	}
	keyspace, name := whole.subject(words...)
	if keyspace == "" && name != "" {
		keyspace = t.namesAt(place).current(place)
	}
	return t.element(found{table: &table{named: named{keyspace: keyspace, name: name}}, isType: isType})
}

// following returns the end of the first word at or after a byte of the text. A
// comment belongs to the statement below it.
func (t *Text) following(at int) int {
	scanner := syntax.NewScanner(t.text)
	for {
		scanned := scanner.Scan()
		if scanned.Kind == syntax.EndOfText || scanned.Kind != syntax.Comment && int(scanned.Start.Offset) >= at {
			return int(scanned.End)
		}
	}
}

// whole returns the cursor after the last word of its statement, or of its part
// of a batch.
func (c *cursor) whole() *cursor {
	from, to := c.word.from, c.word.to
	if len(c.after) > 0 {
		to = c.after[len(c.after)-1].span().to
	}
	if len(c.before) > 0 {
		from = c.before[0].span().from
	}
	cut := *c
	cut.before, cut.after = tokensOf(c.text, from, to), nil
	if cut.kind() == "BEGIN" {
		cut.before = cut.part()
	}
	return &cut
}

// part returns the statement of a batch around the cursor: the last that begins
// before it.
func (c *cursor) part() []token {
	part := c.before
	for i, t := range c.before {
		isPart := t.Word() == "INSERT" || t.Word() == "UPDATE" || t.Word() == "DELETE"
		if isPart && (t.span().from <= c.at || len(part) == len(c.before)) {
			part = c.before[i:]
		}
	}
	return part
}
