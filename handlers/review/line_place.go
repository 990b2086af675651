package review

import (
	"widerow/cql/textlines"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/discussion"
	"widerow/web"
	webreview "widerow/web/review"
)

// lineOf returns where the line that a thread is about is now. A thread on an element
// without a line belongs to the line that declares it in the script.
func lineOf(b *feature.Context, about discussion.About) (text *feature.CodeText, number int, found bool) {
	if about.Line != nil {
		return b.FindLine(about.Element, about.Line.Part)
	}
	line, found := lineAbout(discussion.About{Element: about.Element, Kind: b.KindOf(about.Element), Spot: about.Spot})
	if !found {
		return nil, 0, false
	}
	return b.FindLine(line.Element, line.Part)
}

// LineAt returns the line that declares a part of an element, as a thread is anchored to
// it, or nil if there is none.
func LineAt(b *feature.Context, element model.ID, part string) *discussion.Line {
	text, number, found := b.FindLine(element, part)
	if !found && b.Before != nil {
		return LineAt(b.Before, element, part)
	}
	if !found {
		return nil
	}
	return discussion.LineOf(part, text.Text(number))
}

// LineView is the page that shows the line of a thread, if there still is one.
func LineView(b *feature.Context, about discussion.About) (view web.View, found bool) {
	if about.Line == nil {
		return view, false
	}
	text, _, found := lineOf(b, about)
	if found {
		view = lineView(b, text, textlines.Line{Element: about.Element, Part: about.Line.Part})
	}
	return view, found
}

func lineView(b *feature.Context, text *feature.CodeText, line textlines.Line) web.View {
	return web.View{Model: b.View.Model, Tab: text.Tab, Select: line.Element, Line: line.Part, Revision: b.View.Revision, Display: b.View.Display}
}

// threadLine is the line of a thread, then and now, or nil.
func threadLine(b *feature.Context, about discussion.About) *webreview.ThreadLine {
	if about.Line == nil {
		return nil
	}
	shown := &webreview.ThreadLine{Text: about.Line.Text}
	text, number, found := lineOf(b, about)
	if !found {
		shown.Note = missing(b, "line ")
		return shown
	}
	if now := discussion.LineOf(about.Line.Part, text.Text(number)).Text; now != about.Line.Text {
		shown.Text, shown.Was = now, about.Line.Text
	}
	view := lineView(b, text, textlines.Line{Element: about.Element, Part: about.Line.Part})
	shown.Href = b.URL.Tab(view)
	return shown
}

// missing describes an element, or a line, that is no longer in the model.
func missing(b *feature.Context, what string) string {
	switch {
	case b.Before != nil:
		return what + "removed here"
	case b.Readonly():
		return what + "not in this revision"
	}
	return what + "removed since"
}

// lineAbout is the line that a thread belongs to, and whether it belongs to one. A thread
// on an element belongs to the line that declares it.
func lineAbout(about discussion.About) (line textlines.Line, found bool) {
	switch {
	case about.Line != nil:
		return textlines.Line{Element: about.Element, Part: about.Line.Part}, true
	case about.Spot != nil || about.Element == "":
		return line, false
	}
	return lineDeclaring(about.Element, about.Kind)
}

// lineDeclaring is the line of the script that declares an element of a kind, if one does.
func lineDeclaring(element model.ID, kind model.Kind) (line textlines.Line, found bool) {
	switch kind {
	case model.RelationColumnKind, model.TypeFieldKind:
		return textlines.Line{Element: element, Part: textlines.ColumnPart}, true
	case model.KeyspaceKind, model.UserTypeKind, model.RelationElement, model.IndexKind, model.StatementKind:
		return textlines.Line{Element: element, Part: textlines.CreatePart}, true
	}
	return line, false
}
