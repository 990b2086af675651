// Package richtext reads what people write about a model in Markdown.
package richtext

import (
	"bufio"
	"bytes"
	"html"
	"net/url"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	writer "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// What people write is Markdown. goldmark reads it, without the parts that read HTML: a
// tag is text like any other. Whoever draws the tree escapes each text, and only addresses on
// the web become links.

// People are the names that a mention may consist of, beside a single word.
type People []string

// Part is a part of a text that was read. Below Deepest, a part is shown as it was
// typed.
type Part struct {
	Node   ast.Node
	source []byte
	Depth  int
}

// Deepest bounds the nesting of quotes and lists.
const Deepest = 30

var namesKey = parser.NewContextKey()

// reader reads Markdown with tables, struck text and bare addresses, which are GitHub's
// additions, and mentions.
var reader = parser.NewParser(
	parser.WithBlockParsers(
		util.Prioritized(parser.NewSetextHeadingParser(), 100), util.Prioritized(parser.NewThematicBreakParser(), 200),
		util.Prioritized(parser.NewListParser(), 300), util.Prioritized(parser.NewListItemParser(), 400), util.Prioritized(parser.NewCodeBlockParser(), 500),
		util.Prioritized(parser.NewATXHeadingParser(), 600), util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
		util.Prioritized(parser.NewBlockquoteParser(), 800), util.Prioritized(parser.NewParagraphParser(), 1000),
	),
	parser.WithInlineParsers(
		util.Prioritized(marksParser{}, 0),
		util.Prioritized(parser.NewCodeSpanParser(), 100), util.Prioritized(parser.NewLinkParser(), 200), util.Prioritized(parser.NewAutoLinkParser(), 300),
		util.Prioritized(mentionParser{}, 400), util.Prioritized(parser.NewEmphasisParser(), 500), util.Prioritized(extension.NewStrikethroughParser(), 500),
		util.Prioritized(extension.NewLinkifyParser(extension.WithLinkifyAllowedProtocols([]string{"http://",
			"https://"}), extension.WithLinkifyEmailRegexp(never), extension.WithLinkifyWWWRegexp(never)), 999),
	),
	parser.WithParagraphTransformers(util.Prioritized(parser.LinkReferenceParagraphTransformer, 100),
		util.Prioritized(tableTransformer{extension.NewTableParagraphTransformer()}, 200)),
)

var never = regexp.MustCompile(`^[^\s\S]`)

// Read reads a text.
func (p People) Read(typed string) Part {
	source := []byte(typed)
	if deepLine.Match(source) {
		return Part{Node: asTyped(source), source: source}
	}
	names := parser.NewContext()
	names.Set(namesKey, p)
	return Part{Node: reader.Parse(text.NewReader(source), parser.WithContext(names)), source: source}
}

// A short text can ask for much work: goldmark compares each mark with those before it.
// Behind maxMarks of them a line is letters only, and a text with a line in hundreds of quotes and
// lists is shown as it was typed.
const maxMarks = 1_000

var deepLine = regexp.MustCompile(`(?m)^[ \t>*+0-9.)-]{300}`)

// asTyped is a text without marks.
func asTyped(source []byte) ast.Node {
	document, paragraph := ast.NewDocument(), ast.NewParagraph()
	document.AppendChild(document, paragraph)
	at := 0
	for line := range bytes.Lines(source) {
		words := ast.NewTextSegment(text.NewSegment(at, at+len(bytes.TrimRight(line, "\n"))))
		words.SetRaw(true)
		words.SetSoftLineBreak(true)
		paragraph.AppendChild(paragraph, words)
		at += len(line)
	}
	return document
}

var marksKey = parser.NewContextKey()

// marksParser counts marks.
type marksParser struct{}

func (marksParser) Trigger() []byte { return []byte("*_`[]!~@<") }

func (marksParser) Parse(parent ast.Node, block text.Reader, context parser.Context) ast.Node {
	marks, _ := context.Get(marksKey).(int)
	context.Set(marksKey, marks+1)
	if marks < maxMarks {
		return nil
	}
	line, segment := block.PeekLine()
	length := len(bytes.TrimRight(line, "\r\n"))
	block.Advance(length)
	return ast.NewTextSegment(segment.WithStop(segment.Start + length))
}

// maxCells bounds the cells of a table. Rows may leave out cells, so a short text
// can ask for millions.
const maxCells = 5_000

type tableTransformer struct{ parser.ParagraphTransformer }

func (t tableTransformer) Transform(node *ast.Paragraph, from text.Reader, context parser.Context) {
	columns := 0
	for i := range node.Lines().Len() {
		line := node.Lines().At(i)
		columns = max(columns, bytes.Count(line.Value(from.Source()), []byte("|"))+1)
	}
	if columns*node.Lines().Len() <= maxCells {
		t.ParagraphTransformer.Transform(node, from, context)
	}
}

// Mention is @ and a name.
type Mention struct {
	ast.BaseInline
	Name string // with the @
}

var mentionKind = ast.NewNodeKind("Mention")

func (*Mention) Kind() ast.NodeKind { return mentionKind }

func (m *Mention) Dump(source []byte, level int) { ast.DumpHelper(m, source, level, nil, nil) }

type mentionParser struct{}

// maxMention is more than the bytes of a name.
const maxMention = 300

func (mentionParser) Trigger() []byte { return []byte{'@'} }

func (mentionParser) Parse(_ ast.Node, block text.Reader, context parser.Context) ast.Node {
	if before := block.PrecendingCharacter(); unicode.IsLetter(before) || unicode.IsDigit(before) {
		return nil
	}
	line, _ := block.PeekLine()
	names, _ := context.Get(namesKey).(People)
	length := names.mentioned(string(line[1:min(len(line), maxMention)]))
	if length == 0 {
		return nil
	}
	block.Advance(length + 1)
	return &Mention{Name: string(line[:length+1])}
}

// mentioned returns the length of the name at the beginning of a text: the
// longest one of people, or else a word.
func (p People) mentioned(text string) (length int) {
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

// Parts returns the children of a part.
func (w Part) Parts() (parts []Part) {
	for child := w.Node.FirstChild(); child != nil; child = child.NextSibling() {
		parts = append(parts, Part{child, w.source, w.Depth + 1})
	}
	return parts
}

// Value returns the characters of a text, with entities and escaped marks resolved.
func (w Part) Value(node *ast.Text) string { return w.Words(node.Value(w.source), node.IsRaw()) }

// Label returns the text to show for a bare address, and the address.
func (w Part) Label(node *ast.AutoLink) (words string, address []byte) {
	return string(node.Label(w.source)), node.URL(w.source)
}

// Words returns the characters of a text, with entities and escaped marks resolved.
func (w Part) Words(raw []byte, verbatim bool) string {
	if verbatim {
		return string(raw)
	}
	var escaped bytes.Buffer
	buffer := bufio.NewWriter(&escaped)
	writer.DefaultWriter.Write(buffer, raw)
	buffer.Flush()
	return html.UnescapeString(escaped.String())
}

// Typed returns a part as it was typed.
func (w Part) Typed() string {
	var all strings.Builder
	_ = ast.Walk(w.Node, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		switch node := node.(type) {
		case *Mention:
			if entering {
				all.WriteString(node.Name)
			}
		case *ast.Text:
			if entering {
				all.Write(node.Value(w.source))
			} else if node.SoftLineBreak() || node.HardLineBreak() {
				all.WriteByte('\n')
			}
		case *ast.AutoLink:
			if entering {
				all.Write(node.Label(w.source))
			}
		default:
			if !entering && node.Type() == ast.TypeBlock {
				all.WriteByte('\n')
			}
		}
		return ast.WalkContinue, nil
	})
	return strings.TrimSpace(all.String())
}

// Code returns the lines of a block of code.
func (w Part) Code() string {
	var all strings.Builder
	lines := w.Node.Lines()
	for i := range lines.Len() {
		line := lines.At(i)
		all.Write(line.Value(w.source))
	}
	return strings.TrimSuffix(all.String(), "\n")
}

// SafeAddress returns a web address, or "" for one of another kind.
func SafeAddress(address []byte) string {
	parsed, err := url.Parse(string(address))
	if err != nil || parsed.Scheme != "https" && parsed.Scheme != "http" || parsed.Host == "" {
		return ""
	}
	return parsed.String()
}
