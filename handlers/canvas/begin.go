package canvas

import (
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/web"
	webcanvas "widerow/web/canvas"
	webqueries "widerow/web/queries"
)

// beginning returns the form in the middle of a tab that has nothing yet: the first concepts, or the first
// queries once there is something to ask about. It is nil for other tabs, for those who only read, and while
// another form is asked for.
func beginning(b *feature.Context) *webcanvas.Add {
	if b.Readonly() || b.View.Add != "" {
		return nil
	}
	concepts, workflow := b.Model.Concepts, b.Model.Workflow
	switch b.View.Tab {
	case web.TabConcepts:
		if len(concepts.Entities) == 0 && len(b.Model.Physical.Relations) == 0 {
			return beginWith(b, model.EntityKind, "concepts", newConceptText(b))
		}
	case web.TabQueries:
		if len(concepts.Entities) > 0 && len(workflow.Queries)+len(workflow.Updates)+len(workflow.Steps) == 0 {
			return beginWith(b, model.QueryKind, "queries", b.Panels.NewText(b, model.QueryKind))
		}
	}
	return nil
}

// beginWith returns the form that adds several elements of a kind as text.
func beginWith(b *feature.Context, kind model.Kind, several string, content web.Content) *webcanvas.Add {
	if text, is := content.(*webqueries.QueryText); is {
		text.Label = web.Capital(several) + ", one a line"
	}
	return &webcanvas.Add{Kind: kind, One: several, Text: content}
}
