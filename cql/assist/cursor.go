package assist

import (
	"slices"
	"strings"

	"widerow/cql/syntax"
)

// cursor is a place in a statement: the word at it, and the statement's tokens
// before and after that word.
type cursor struct {
	text string
	at   int
	// word is the whole word at the cursor, prefix its part before the cursor.
	// quote is ' or " inside a quoted text.
	word   span
	prefix string
	quote  byte
	// mute is set in a comment or a function body.
	mute          bool
	before, after []token
}

// beginners start a statement even if the `;` before them is missing.
var beginners = []string{"CREATE", "INSERT", "TRUNCATE", "USE", "SELECT"}

// maxTokens limits the tokens examined. A longer statement gets no completion.
const maxTokens = 20_000

// newCursor finds the statement around a byte of a text.
func newCursor(text string, at int) *cursor {
	c := &cursor{text: text, at: at, word: span{at, at}}
	scanner := syntax.NewScanner(text)
	batch, depth := false, 0
	line := int32(0)
	for {
		scanned := scanner.Scan()
		behind := int(scanned.Start.Offset) >= at
		if scanned.Kind == syntax.EndOfText {
			return c
		}
		one := token{scanned}
		if !behind && c.take(one, scanner.Unclosed(scanned)) {
			continue
		}
		switch {
		case scanned.Kind == syntax.Comment:
			continue
		case scanned.Word() == "(":
			depth++
		case scanned.Word() == ")":
			depth--
		case scanned.Word() == "BATCH" && len(c.before) > 0 && c.before[0].Word() == "BEGIN":
			batch = true
		case scanned.Word() == "APPLY":
			batch = false
		}
		ends := scanned.Word() == ";" && !batch
		begins := !batch && depth <= 0 && scanned.Start.Line > line && slices.Contains(beginners, scanned.Word()) && c.last(1) != "AS"
		line = scanned.Start.Line
		switch {
		case behind && (ends || begins || len(c.after) == maxTokens):
			return c
		case !behind && len(c.before) == maxTokens:
			c.mute = true
			return c
		case behind:
			c.after = append(c.after, one)
		case ends:
			c.before, depth = c.before[:0], 0
		case begins:
			c.before, depth = append(c.before[:0], one), 0
		default:
			c.before = append(c.before, one)
		}
	}
}

// take records a token that contains the cursor. It is not among the tokens
// before the cursor.
func (c *cursor) take(t token, unclosed bool) bool {
	from, to := t.span().from, t.span().to
	written := c.text[from:to]
	quote := written[0]
	quoted := quote == '\'' || quote == '"'
	switch {
	case t.Kind == syntax.Comment:
		c.mute = c.mute || c.at < to || c.at == to && !strings.HasSuffix(written, "*/")
		return true
	case t.Kind == syntax.Illegal && unclosed && !quoted:
		c.mute = true
		return true
	case t.Kind == syntax.Illegal && unclosed:
		to = c.at
	case quoted && c.at >= to, !quoted && c.at > to:
		return false
	case t.Kind == syntax.String && !quoted:
		c.mute = true
		return true
	case t.Kind == syntax.Punctuation, t.Kind == syntax.Illegal:
		return false
	}
	c.word, c.prefix = span{from, to}, c.text[from:c.at]
	if quoted {
		c.quote = quote
	}
	return true
}

// last returns a token before the cursor as a word, counting back from 1.
func (c *cursor) last(back int) string {
	if back > len(c.before) {
		return ""
	}
	return c.before[len(c.before)-back].Word()
}

// has reports whether the word occurs before the cursor outside of brackets.
func (c *cursor) has(word string) bool {
	depth := 0
	for _, t := range c.before {
		switch {
		case t.Word() == word && depth == 0:
			return true
		case t.Word() != "" && strings.Contains("({[", t.Word()):
			depth++
		case t.Word() != "" && strings.Contains(")}]", t.Word()):
			depth--
		}
	}
	return false
}

// makers are words between CREATE, ALTER or DROP and the kind of object.
var makers = []string{"OR", "REPLACE", "CUSTOM", "MATERIALIZED", "COLUMNFAMILY"}

// kind returns the kind of statement: "CREATE TABLE", "SELECT", "ALTER VIEW", …
func (c *cursor) kind() string {
	if len(c.before) == 0 {
		return ""
	}
	first := c.before[0].Word()
	if first != "CREATE" && first != "ALTER" && first != "DROP" {
		return first
	}
	for _, t := range c.before[1:] {
		if t.Word() == "COLUMNFAMILY" {
			return first + " TABLE"
		}
		if !slices.Contains(makers, t.Word()) {
			return first + " " + t.Word()
		}
	}
	return first
}

// enclosing returns the index of the innermost open bracket, or -1. Angle
// brackets count after a type.
func (c *cursor) enclosing() int {
	var open []int
	for i, t := range c.before {
		switch t.Word() {
		case "(", "{", "[":
			open = append(open, i)
		case "<":
			if i > 0 && typeInfo[strings.ToLower(c.before[i-1].Word())] != "" {
				open = append(open, i)
			}
		case ")", "}", "]", ">":
			matches := len(open) > 0 && (t.Word() != ">" || c.before[open[len(open)-1]].Word() == "<")
			if matches {
				open = open[:len(open)-1]
			}
		}
	}
	if len(open) == 0 {
		return -1
	}
	return open[len(open)-1]
}

// item returns the tokens of the list item that contains the cursor. open is
// the bracket's index, -1 for none.
func (c *cursor) item(open int) []token {
	start, depth := open+1, 0
	for i := open + 1; i < len(c.before); i++ {
		word := c.before[i].Word()
		switch {
		case word != "" && strings.Contains(opening, word):
			depth++
		case word != "" && strings.Contains(closing, word):
			depth--
		case word == "," && depth == 0:
			start = i + 1
		}
	}
	return c.before[start:]
}

// qualifier returns the name before a dot at the cursor, and the cursor before
// both.
func (c *cursor) qualifier() (name string, rest *cursor) {
	if c.last(1) != "." || len(c.before) < 2 {
		return "", c
	}
	cut := *c
	cut.before = c.before[:len(c.before)-2]
	return c.before[len(c.before)-2].name(c.text), &cut
}

// withoutIf skips IF EXISTS or IF NOT EXISTS right before the cursor.
func (c *cursor) withoutIf() *cursor {
	cut := *c
	for _, word := range []string{"EXISTS", "NOT", "IF"} {
		if cut.last(1) == word {
			cut.before = cut.before[:len(cut.before)-1]
		}
	}
	return &cut
}

// subject returns the table that the statement is about: the name after one of
// the words.
func (c *cursor) subject(words ...string) (keyspace, name string) {
	all := slices.Concat(c.before, c.after)
	for i := 0; i < len(all); i++ {
		if !slices.Contains(words, all[i].Word()) {
			continue
		}
		i++
		for i < len(all) && (all[i].Word() == "IF" || all[i].Word() == "NOT" || all[i].Word() == "EXISTS") {
			i++
		}
		if i >= len(all) || !all[i].isName() {
			continue
		}
		name = all[i].name(c.text)
		if i+2 < len(all) && all[i+1].Word() == "." && all[i+2].isName() {
			return name, all[i+2].name(c.text)
		}
		return "", name
	}
	return "", ""
}
