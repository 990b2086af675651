package tree

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// MaxDepth limits nesting, so that hostile text cannot exhaust the stack.
const MaxDepth = 64

// SyntaxError reports a text that Parse does not accept. Line and Column count
// from 1, Column in bytes.
type SyntaxError struct {
	Line, Column int
	Message      string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Message)
}

// Position converts an offset to a line and a column, both counting from 1.
func Position(text []byte, offset int) (line, column int) {
	before := string(text[:min(offset, len(text))])
	return strings.Count(before, "\n") + 1, len(before) - strings.LastIndexByte(before, '\n')
}

// Parse parses one JSON value. The error is a *SyntaxError.
func Parse(text []byte) (*Node, error) {
	p := parser{text: string(text), isUTF8: utf8.Valid(text), chunk: min(len(text)/averageValue+1, maxChunk)}
	p.space()
	node := p.value(0)
	p.space()
	if p.problem == "" && p.at < len(p.text) {
		p.fail("wanted the end of the text, got %s", p.got())
	}
	if p.problem != "" {
		line, column := Position(text, p.problemAt)
		return nil, &SyntaxError{line, column, p.problem}
	}
	return node, nil
}

// parser stops at the first error: fail records it and moves to the end of the
// text, so that every loop ends.
type parser struct {
	text      string
	isUTF8    bool // the whole text; otherwise each string is checked
	at        int
	problem   string
	problemAt int
	// A document has thousands of values. Nodes are allocated in chunks, and
	// the members of objects and lists are collected on stacks.
	chunk   int
	unused  []Node
	members []Member
	items   []*Node
}

// averageValue is the average size of a value with its key, in bytes.
const (
	averageValue = 16
	maxChunk     = 128
)

func (p *parser) newNode() *Node {
	if len(p.unused) == 0 {
		p.unused = make([]Node, p.chunk)
	}
	node := &p.unused[0]
	node.Offset = p.at
	p.unused = p.unused[1:]
	return node
}

func (p *parser) fail(format string, arguments ...any) {
	p.failAt(p.at, format, arguments...)
}

func (p *parser) failAt(offset int, format string, arguments ...any) {
	if p.problem == "" {
		p.problem, p.problemAt = fmt.Sprintf(format, arguments...), offset
	}
	p.at = len(p.text)
}

func (p *parser) got() string {
	if p.at >= len(p.text) {
		return "the end of the text"
	}
	r, _ := utf8.DecodeRuneInString(p.text[p.at:])
	return strconv.QuoteRune(r)
}

func (p *parser) space() {
	for p.at < len(p.text) {
		switch p.text[p.at] {
		case ' ', '\t', '\r', '\n':
			p.at++
		default:
			return
		}
	}
}

// peek returns the next byte, 0 at the end.
func (p *parser) peek() byte {
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

func (p *parser) accept(c byte) bool {
	if p.peek() != c {
		return false
	}
	p.at++
	p.space()
	return true
}

func (p *parser) value(depth int) *Node {
	if depth > MaxDepth {
		p.fail("values nest more than %d deep", MaxDepth)
	}
	node := p.newNode()
	switch c := p.peek(); {
	case c == '{':
		p.object(node, depth)
	case c == '[':
		p.array(node, depth)
	case c == '"':
		node.Kind, node.Text = String, p.quoted()
	case c == '-' || '0' <= c && c <= '9':
		node.Kind, node.Text = Number, p.number()
	default:
		p.word(node)
	}
	return node
}

func (p *parser) word(node *Node) {
	for _, word := range []string{"true", "false", "null"} {
		if strings.HasPrefix(p.text[p.at:], word) {
			node.Text = word
			if word != "null" {
				node.Kind = Bool
			}
			p.at += len(word)
			return
		}
	}
	p.fail("wanted a value, got %s", p.got())
}

func (p *parser) object(node *Node, depth int) {
	node.Kind = Object
	p.at++
	start := len(p.members)
	for p.space(); !p.accept('}'); {
		if len(p.members) > start && !p.accept(',') {
			p.fail("wanted `,` or `}`, got %s", p.got())
			return
		}
		if p.peek() != '"' {
			p.fail("wanted a key in double quotes, got %s", p.got())
			return
		}
		key := p.quoted()
		p.space()
		if !p.accept(':') {
			p.fail("wanted `:`, got %s", p.got())
			return
		}
		value := p.value(depth + 1)
		p.members = append(p.members, Member{key, value})
		p.space()
	}
	node.Members = slices.Clone(p.members[start:])
	p.members = p.members[:start]
	p.sortMembers(node)
}

func (p *parser) sortMembers(node *Node) {
	byKey := func(a, b Member) int { return cmp.Compare(a.Key, b.Key) }
	if !slices.IsSortedFunc(node.Members, byKey) {
		slices.SortStableFunc(node.Members, byKey)
	}
	for i := 1; i < len(node.Members); i++ {
		if node.Members[i].Key == node.Members[i-1].Key {
			p.failAt(node.Members[i].Value.Offset, "the key %q is repeated", node.Members[i].Key)
			return
		}
	}
}

func (p *parser) array(node *Node, depth int) {
	node.Kind = Array
	p.at++
	start := len(p.items)
	for p.space(); !p.accept(']'); {
		if len(p.items) > start && !p.accept(',') {
			p.fail("wanted `,` or `]`, got %s", p.got())
			return
		}
		item := p.value(depth + 1)
		p.items = append(p.items, item)
		p.space()
		if p.problem != "" {
			return
		}
	}
	node.Items = slices.Clone(p.items[start:])
	p.items = p.items[:start]
}

func (p *parser) digits() bool {
	start := p.at
	for c := p.peek(); '0' <= c && c <= '9'; c = p.peek() {
		p.at++
	}
	return p.at > start
}

// number = [ "-" ] ( "0" | digit1-9 digits ) [ "." digits ] [ e [ sign ] digits ]
func (p *parser) number() string {
	start := p.at
	if p.peek() == '-' {
		p.at++
	}
	if p.peek() == '0' {
		p.at++
	} else if !p.digits() {
		p.fail("wanted a digit, got %s", p.got())
	}
	if p.peek() == '.' {
		p.at++
		if !p.digits() {
			p.fail("wanted a digit after the point, got %s", p.got())
		}
	}
	if c := p.peek(); c == 'e' || c == 'E' {
		p.at++
		if c := p.peek(); c == '+' || c == '-' {
			p.at++
		}
		if !p.digits() {
			p.fail("wanted a digit in the exponent, got %s", p.got())
		}
	}
	return p.text[start:p.at]
}

func (p *parser) quoted() string {
	p.at++
	start := p.at
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == '"':
			p.at++
			return p.utf8(p.text[start:p.at-1], start)
		case c == '\\':
			return p.escaped(start)
		case c < ' ':
			p.fail("wanted a text without line breaks and control characters, got %s", p.got())
		default:
			p.at++
		}
	}
	p.fail("wanted a closing quote, got the end of the text")
	return ""
}

func (p *parser) utf8(text string, offset int) string {
	if !p.isUTF8 && !utf8.ValidString(text) {
		p.failAt(offset, "the text is not UTF-8")
	}
	return text
}

// escaped parses the rest of a string that has an escape. The content so far
// starts at start.
func (p *parser) escaped(start int) string {
	var text strings.Builder
	for plain := start; p.at < len(p.text); {
		switch c := p.text[p.at]; {
		case c == '"':
			text.WriteString(p.text[plain:p.at])
			p.at++
			return p.utf8(text.String(), start)
		case c < ' ':
			p.fail("wanted a text without line breaks and control characters, got %s", p.got())
		case c == '\\':
			text.WriteString(p.text[plain:p.at])
			text.WriteRune(p.escape())
			plain = p.at
		default:
			p.at++
		}
	}
	p.fail("wanted a closing quote, got the end of the text")
	return ""
}

const (
	escapes = `"\/bfnrt`
	escaped = "\"\\/\b\f\n\r\t"
)

// escape = "\" ( one of "\/bfnrt | "u" 4 hexadecimal digits ); two \u escapes
// form a character beyond U+FFFF.
func (p *parser) escape() rune {
	start := p.at
	p.at++
	c := p.peek()
	if i := strings.IndexByte(escapes, c); i >= 0 && c != 0 {
		p.at++
		return rune(escaped[i])
	}
	first, fine := p.hexadecimal()
	if !fine {
		p.failAt(start, `wanted an escape such as \n or \u00e9`)
		return utf8.RuneError
	}
	if !utf16.IsSurrogate(first) {
		return first
	}
	if p.peek() == '\\' {
		p.at++
		if second, fine := p.hexadecimal(); fine {
			if r := utf16.DecodeRune(first, second); r != utf8.RuneError {
				return r
			}
		}
	}
	p.failAt(start, "half of a surrogate pair")
	return utf8.RuneError
}

func (p *parser) hexadecimal() (rune, bool) {
	if p.peek() != 'u' || p.at+5 > len(p.text) {
		return 0, false
	}
	code, err := strconv.ParseUint(p.text[p.at+1:p.at+5], 16, 16)
	if err != nil {
		return 0, false
	}
	p.at += 5
	return rune(code), true
}
