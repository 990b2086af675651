package parse

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"widerow/cql/syntax"
)

// advance moves to the next token and keeps the comments before it.
func (p *parser) advance() {
	p.lastEnd, p.lastLine = p.token.End, p.token.EndLine
	for {
		if p.left--; p.left == 0 {
			p.tooLong()
		}
		if len(p.scanned) == 0 {
			p.scanner.ScanInto(&p.token)
		} else {
			p.scanAgain()
		}
		if p.token.Kind != syntax.Comment || p.tooMany(len(p.remarks)) {
			return
		}
		p.keepRemark()
	}
}

func (p *parser) tooLong() {
	p.partial = nil
	p.fail(fmt.Sprintf("a statement of more than %d words", p.script.Limits.Words))
}

// tooMany reports whether there are too many comments.
func (p *parser) tooMany(comments int) bool {
	most := p.script.Limits.Words
	return most > 0 && comments >= most
}

// scanAgain consumes a token that was read ahead.
func (p *parser) scanAgain() {
	p.token = p.scanned[p.taken]
	if p.taken++; p.taken == len(p.scanned) {
		p.scanned, p.taken = p.scanned[:0], 0
	}
}

// at reports whether the current token is that keyword or mark.
func (p *parser) at(word string) bool { return p.token.Number.Text() == word }

func (p *parser) accept(word string) bool {
	if p.token.Number.Text() != word {
		return false
	}
	p.advance()
	return true
}

// expect consumes a keyword or mark. The message of its error places the word after the text in
// after.
func (p *parser) expect(word, after string) {
	if !p.accept(word) {
		p.expected("`" + word + "` after " + after)
	}
}

// words consumes consecutive keywords.
func (p *parser) words(after string, words ...string) {
	for i, word := range words {
		if i > 0 && !p.at(word) {
			after = "`" + words[i-1] + "`"
		}
		p.expect(word, after)
	}
}

// peek returns the token after the current one.
func (p *parser) peek() syntax.Token { return p.ahead(1) }

// ahead returns the token count tokens later, or a comment if too many precede
// it.
func (p *parser) ahead(count int) syntax.Token {
	for i := p.taken; ; i++ {
		if i == len(p.scanned) {
			p.scanned = append(p.scanned, syntax.Token{})
			p.scanner.ScanInto(&p.scanned[i])
		}
		if p.scanned[i].Kind == syntax.Comment && !p.tooMany(i) {
			continue
		}
		if count--; count == 0 {
			return p.scanned[i]
		}
	}
}

// bailout unwinds the stack from a syntax error to the end of the statement.
type bailout struct{}

// expected abandons the statement with an error: what was expected here.
func (p *parser) expected(what string) {
	if p.unlisted > 0 {
		p.fail("") // counted only
	}
	if p.token.Kind == syntax.Illegal {
		p.fail(p.scanner.Problem(p.token))
	}
	p.fail("expected " + what + ", got " + p.got())
}

func (p *parser) fail(text string) {
	p.report(text, false)
	panic(bailout{})
}

func (p *parser) report(text string, recovered bool) {
	if most := p.script.Limits.Errors; most > 0 && len(p.script.Errors) >= most {
		if p.unlisted++; p.unlisted > 1 {
			return
		}
		p.firstUnlisted = &syntax.Error{Position: p.here(), Text: text, Statement: p.number, Recovered: recovered}
		return
	}
	p.script.Errors = append(p.script.Errors,
		&syntax.Error{Position: p.here(), Text: text, Statement: p.number, Recovered: recovered})
}

// here returns where an error at the current token is reported. What is missing
// at the end of a text is missing after its last token: the end itself may be
// many lines below, or the beginning of the next file.
func (p *parser) here() syntax.Position {
	if p.token.Kind != syntax.EndOfText || p.lastEnd == 0 {
		return p.token.Start
	}
	text := p.scanner.Slice(0, p.lastEnd)
	line := text[strings.LastIndexByte(text, '\n')+1:]
	return syntax.Position{Offset: p.lastEnd, Line: p.lastLine, Column: int32(utf8.RuneCountInString(line)) + 1}
}

// maxShown is the number of bytes of the text that a message repeats.
const maxShown = 40

// got describes the token for a message.
func (p *parser) got() string {
	if p.token.Kind == syntax.EndOfText {
		return "the end of the text"
	}
	text := p.scanner.Text(p.token)
	if line, _, more := strings.Cut(text, "\n"); more || len(text) > maxShown {
		text = strings.ToValidUTF8(line[:min(len(line), maxShown)], "") + "…"
	}
	return "`" + text + "`"
}
