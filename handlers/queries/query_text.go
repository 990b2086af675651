package queries

import (
	"widerow/handlers/canvas"
	"widerow/handlers/canvas/submission"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/querytext"
	"widerow/web"
	webqueries "widerow/web/queries"
)

// queryText returns the text of the selected query or update, nil for other elements.
func queryText(b *feature.Context, element model.Element) web.Content {
	var saved string
	switch value := element.Value.(type) {
	case *model.Query:
		saved = querytext.FormatLines(b.Model, querytext.Of(value))
	case *model.Update:
		saved = querytext.FormatUpdateLines(b.Model, querytext.OfUpdate(value))
	default:
		return nil
	}
	text := textOf(b, web.Field{Element: element.ID, Value: saved, Was: saved}, element.Kind)
	text.Hint = "Enter saves, Shift+Enter begins a line."
	if element.Kind == model.UpdateElement && saved == "" {
		text.Placeholder = exampleUpdate(b)
	}
	if typed, found := b.Answer.Typed(element.ID, submission.TextField); found {
		text.Value = typed
	}
	canvas.AnswerField(b, &text.Field, saved)
	if text.Problem != "" && !text.Conflict {
		_, problems := querytext.Parse(b.Model, text.Value)
		if element.Kind == model.UpdateElement {
			_, problems = querytext.ParseUpdate(b.Model, text.Value)
		}
		text.Marks = canvas.TextMarks(text.Value, nil, problems, 0)
	}
	return &text
}

// newQueryText returns the form text that adds queries and updates. kind is the kind of the button
// that adds them.
func newQueryText(b *feature.Context, kind model.Kind) web.Content {
	text := textOf(b, web.Field{New: true, Kind: kind}, "")
	text.Placeholder, text.Hint = exampleQuery(b), newTextHints[kind]
	if kind == model.UpdateElement {
		text.Placeholder = exampleUpdate(b)
	}
	typed, found := canvas.TypedNew(b, kind, submission.TextField)
	if !found || b.Answer.Made != nil {
		return &text
	}
	text.Value = typed
	if b.Answer.Adding(kind, "") {
		if text.Problem = canvas.NewProblem(b, submission.TextField); text.Problem != "" {
			text.Marks = entryMarks(b, submission.NormalLines(typed))
		}
	}
	return &text
}

var newTextHints = map[model.Kind]string{
	model.QueryKind: "Several queries and updates: one a line or separated by `;`, each as `Description: " +
		"SELECT …` or `Description: INSERT …`. Enter adds, Shift+Enter begins a line.",
	model.UpdateElement: "INSERT, CHANGE, DELETE, ADD TO, REMOVE FROM or INCREMENT. Several: one a line or " +
		"separated by `;`, each as `Description: INSERT …`. Enter adds, Shift+Enter begins a line.",
}

// textOf completes a field with a text. kind is the kind of the text, "" if it may hold several
// queries and updates.
func textOf(b *feature.Context, field web.Field, kind model.Kind) webqueries.QueryText {
	field.Name, field.Label, field.Input, field.Readonly = submission.TextField, "Text", edit.LinesInput, b.Readonly()
	complete := string(b.URL.Action(b.View.Model, "queries/complete"))
	if kind != "" {
		complete += "?kind=" + string(kind)
	}
	return webqueries.QueryText{Field: field, Complete: complete}
}

// exampleQuery is a query on the first entity type, or on any table.
func exampleQuery(b *feature.Context) string {
	entity, attribute := exampleKey(b)
	if entity == "" {
		return "Videos by tag: SELECT title WHERE tag = ?"
	}
	named := querytext.Parts{
		Find:  []model.Find{{Attribute: entity}},
		Given: []model.Given{{Attribute: attribute, Operator: model.Equal}},
	}
	return querytext.Name(b.Model, named) + ": " + querytext.Format(b.Model, named)
}

// exampleUpdate is an update of the first entity type, or of any name.
func exampleUpdate(b *feature.Context) string {
	entity, attribute := exampleKey(b)
	if entity == "" {
		return "Rename a video: CHANGE title WHERE video_id = ?"
	}
	named := querytext.Update{
		Kind:   model.Delete,
		Writes: []model.Write{{Element: entity}},
		Given:  []model.Given{{Attribute: attribute, Operator: model.Equal}},
	}
	return querytext.UpdateName(b.Model, named) + ": " + querytext.FormatUpdate(b.Model, named)
}

// exampleKey returns the first entity type with an attribute, and that.
func exampleKey(b *feature.Context) (entity, attribute model.ID) {
	for _, item := range model.Sorted(b.Model.Concepts.Entities) {
		for _, attribute := range model.Sorted(item.Value.Attributes) {
			return item.ID, attribute.ID
		}
	}
	return "", ""
}

// entryMarks are the errors of a text of several queries and updates. They name their
// lines.
func entryMarks(b *feature.Context, text string) []webqueries.TextMark {
	var marks []webqueries.TextMark
	for _, entry := range querytext.Entries(text) {
		marks = canvas.TextMarks(text, marks, entry.Problems(b.Model), entry.Start)
	}
	return marks
}

type routes struct{ feature.Site }
