// Package markdown draws what people write about a model, as HTML.
package markdown

import (
	"github.com/a-h/templ"
	"github.com/yuin/goldmark/ast"
	extended "github.com/yuin/goldmark/extension/ast"

	"widerow/model/richtext"
	"widerow/web"
)

// People are the names that a mention may consist of, beside a single word.
type People = richtext.People

// written is a part of a text, to be drawn. Templates escape each text.
type written struct{ richtext.Part }

// parts are the children of a part.
func (w written) parts() (parts []written) {
	for _, part := range w.Parts() {
		parts = append(parts, written{part})
	}
	return parts
}

// line is a text with the break after it, if there is one.
func (w written) line(node *ast.Text) templ.Component {
	words := web.Letters(w.Value(node))
	if node.SoftLineBreak() || node.HardLineBreak() {
		return templ.Join(words, lineBreak())
	}
	return words
}

// label returns the text to show for a bare address, and the address if a page may link to it.
func (w written) label(node *ast.AutoLink) (words, address string) {
	words, raw := w.Label(node)
	return words, richtext.SafeAddress(raw)
}

// align is the attribute of a cell: the policy of our pages allows no styles.
func align(cell *extended.TableCell) string {
	if cell.Alignment == extended.AlignNone {
		return ""
	}
	return cell.Alignment.String()
}
