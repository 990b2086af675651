package handlers

import (
	"unicode"

	"widerow/cql"
	"widerow/web"
)

// cqlView is the script of the model, highlighted.
func (b *workbench) cqlView() *web.CQLView {
	script := cql.PrintModel(b.model, printOptions(b.document))
	view := &web.CQLView{Text: script}
	for _, line := range cql.Highlight(script) {
		var spans []web.Span
		for _, span := range line {
			spans = append(spans, web.Span{Class: string(span.Class), Text: span.Text})
		}
		view.Lines = append(view.Lines, spans)
	}
	return view
}

func isControl(r rune) bool { return unicode.IsControl(r) }
