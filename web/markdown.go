package web

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Comments are written in a small part of Markdown: paragraphs, lists, quotes,
// code, bold, italic and links. It is parsed to these values, and the template
// escapes each text, so HTML in a comment is shown as it was typed.

// block is a paragraph, a quote, a list or a piece of code.
type block struct {
	kind  blockKind
	lines [][]span // of a paragraph or quote; the items of a list
	code  string
}

type blockKind int

const (
	paragraph blockKind = iota
	quote
	bullets
	numbers
	code
)

// span is a piece of a line with one look.
type span struct {
	text               string
	code, bold, italic bool
	mention            bool
	href               string
}

// people are the names that a mention may consist of, beside a single word.
type people []string

// blocksOf parses a text.
func (p people) blocksOf(text string) []block {
	var blocks []block
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		line := strings.TrimSpace(lines[i])
		if line == "" {
			continue
		}
		if strings.HasPrefix(line, "```") {
			fenced := block{kind: code}
			start := i + 1
			for i++; i < len(lines) && !strings.HasPrefix(strings.TrimSpace(lines[i]), "```"); i++ {
			}
			fenced.code = strings.Join(lines[start:min(i, len(lines))], "\n")
			blocks = append(blocks, fenced)
			continue
		}
		kind, content := kindOfLine(line)
		started := i == 0 || strings.TrimSpace(lines[i-1]) == "" || len(blocks) == 0 || blocks[len(blocks)-1].kind != kind
		if started {
			blocks = append(blocks, block{kind: kind})
		}
		last := &blocks[len(blocks)-1]
		last.lines = append(last.lines, p.appendSpans(nil, content, span{}, 0))
	}
	return blocks
}

// kindOfLine returns what a line belongs to, and its text without the mark.
func kindOfLine(line string) (blockKind, string) {
	for _, mark := range []string{"- ", "* ", "+ "} {
		if rest, found := strings.CutPrefix(line, mark); found {
			return bullets, rest
		}
	}
	if rest, found := strings.CutPrefix(line, ">"); found {
		return quote, strings.TrimSpace(rest)
	}
	digits := len(line) - len(strings.TrimLeft(line, "0123456789"))
	if rest, found := strings.CutPrefix(line[digits:], ". "); found && digits > 0 && digits < 10 {
		return numbers, rest
	}
	return paragraph, line
}

// deepest bounds bold in italic in bold, and farthest how far a mark may be from
// the one that ends it, in bytes: both bound the time that a text takes.
const (
	deepest  = 3
	farthest = 2000
)

// appendSpans parses a line in which everything has a look.
func (p people) appendSpans(spans []span, line string, look span, depth int) []span {
	plain := 0
	flush := func(to int) {
		if plain < to {
			part := look
			part.text = line[plain:to]
			spans = append(spans, part)
		}
	}
	for i := 0; i < len(line); {
		marked, length := p.markedAt(line, i)
		if length == 0 || depth >= deepest && !marked.leaf() {
			_, size := utf8.DecodeRuneInString(line[i:])
			i += size
			continue
		}
		flush(i)
		marked.bold, marked.italic = marked.bold || look.bold, marked.italic || look.italic
		if marked.leaf() {
			spans = append(spans, marked)
		} else {
			spans = p.appendSpans(spans, marked.text, marked, depth+1)
		}
		i += length
		plain = i
	}
	flush(len(line))
	return spans
}

// leaf reports whether the text of a span is not parsed further.
func (s span) leaf() bool { return s.code || s.mention || s.href != "" }

// markedAt returns the span that begins at a place of a line, and its length
// with its marks; 0 if none begins there.
func (p people) markedAt(line string, at int) (span, int) {
	rest := line[at:]
	switch {
	case rest[0] == '`':
		inner, length := between(rest, "`", "`")
		return span{text: inner, code: true}, length
	case strings.HasPrefix(rest, "**"):
		inner, length := between(rest, "**", "**")
		return span{text: inner, bold: true}, length
	case (rest[0] == '*' || rest[0] == '_') && !afterWord(line, at):
		inner, length := between(rest, rest[:1], rest[:1])
		return span{text: inner, italic: true}, length
	case rest[0] == '[':
		return linkAt(rest)
	case rest[0] == '@' && !afterWord(line, at):
		end := p.mentioned(rest[1:])
		return span{text: rest[:end+1], mention: end > 0}, sign(end) * (end + 1)
	case strings.HasPrefix(rest, "http") && !afterWord(line, at):
		end := strings.IndexFunc(rest, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("<>\"'`", r) })
		if end < 0 {
			end = len(rest)
		}
		address := strings.TrimRight(rest[:end], ".,;:!?)")
		return span{text: address, href: safeAddress(address)}, sign(len(safeAddress(address))) * len(address)
	}
	return span{}, 0
}

// mentioned returns the length of the name at the beginning of a text: the
// longest one of people, or else a word.
func (p people) mentioned(text string) (length int) {
	for _, name := range p {
		if len(name) > length && len(name) <= len(text) && strings.EqualFold(text[:len(name)], name) && !wordAt(text, len(name)) {
			length = len(name)
		}
	}
	if length > 0 {
		return length
	}
	end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '-' })
	if end < 0 {
		return len(text)
	}
	return end
}

// wordAt reports whether a word goes on at a place of a text.
func wordAt(text string, at int) bool {
	next, _ := utf8.DecodeRuneInString(text[at:])
	return unicode.IsLetter(next) || unicode.IsDigit(next)
}

// sign returns 1 for a positive number and else 0.
func sign(number int) int { return min(max(number, 0), 1) }

// between returns what is between two marks at the beginning of a text, and the
// length of all.
func between(text, open, end string) (inner string, length int) {
	near := text[len(open):min(len(text), len(open)+farthest)]
	inner, _, found := strings.Cut(near, end)
	if !found || strings.TrimSpace(inner) == "" || inner != strings.TrimSpace(inner) && open != "`" {
		return "", 0
	}
	return inner, len(open) + len(inner) + len(end)
}

// linkAt parses [words](address).
func linkAt(text string) (span, int) {
	words, length := between(text, "[", "]")
	if length == 0 {
		return span{}, 0
	}
	address, more := between(text[length:], "(", ")")
	if !strings.HasPrefix(text[length:], "(") || more == 0 || safeAddress(address) == "" {
		return span{}, 0
	}
	return span{text: words, href: safeAddress(address)}, length + more
}

// safeAddress returns a web address, or "" for one of another kind.
func safeAddress(address string) string {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Scheme != "https" && parsed.Scheme != "http" || parsed.Host == "" {
		return ""
	}
	return parsed.String()
}

func afterWord(line string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(line[:at])
	return unicode.IsLetter(before) || unicode.IsDigit(before)
}
