package canvas

import (
	"slices"

	"widerow/handlers/canvas/submission"
	"widerow/handlers/feature"
	"widerow/store"
	"widerow/web"
)

// madeNotice names the queries and updates that a text has added.
func madeNotice(b *feature.Context) []web.Notice {
	if b.Answer == nil || len(b.Answer.Made) == 0 || slices.Contains(b.Answer.Made, b.View.Select) {
		return nil
	}
	first := b.Answer.Made[0]
	notice := web.Notice{Level: "info", Text: "Added " + b.Model.Title(first) + ".", Href: web.SafeHref(b.Link(first)), Link: "Open"}
	if count := len(b.Answer.Made); count > 1 {
		notice.Text = submission.AddedWords(b.Model, b.Answer.Made) + ", from " + b.Model.Title(first) + " to " + b.Model.Title(b.Answer.Made[count-1]) + "."
	}
	return []web.Notice{notice}
}

// droppedNotice explains that an edit has turned a recovered query or update into one of its
// own.
func droppedNotice(b *feature.Context) []web.Notice {
	if b.Answer == nil || len(b.Answer.Dropped) == 0 {
		return nil
	}
	return []web.Notice{{Level: "info", Text: submission.DroppedWords(b.Model, b.Answer.Dropped)}}
}

// doneNotice names what was done on the page that the browser has left. The focus
// goes there.
func doneNotice(b *feature.Context) []web.Notice {
	if b.Answer != nil && b.Answer.Toast != "" {
		return []web.Notice{{Level: "info", Text: b.Answer.Toast, Toast: true}}
	}
	if b.Answer == nil || b.Answer.Done == "" {
		return nil
	}
	return []web.Notice{{Level: "info", Text: feature.Capital(b.Answer.Done) + ".", Landing: true}}
}

// repairNotice reports a repair of the model by the store, until somebody edits it.
func repairNotice(b *feature.Context) []web.Notice {
	if b.Document.Revision.Kind != store.KindRepair {
		return nil
	}
	return []web.Notice{{Level: "warn", Text: "This model was " + b.Document.Revision.Words + ".",
		Href: b.URL.Tab(web.View{Model: b.View.Model, Tab: web.TabHistory}), Link: "History"}}
}

// failureNotice explains on a tab without an inspector why nothing was saved. The
// CQL tab does so beside its text.
func failureNotice(b *feature.Context) []web.Notice {
	failure, columns := Failure(b), b.Tab().Columns
	if failure == nil || columns.Inspector || columns.Diagram {
		return nil
	}
	return []web.Notice{{Level: "bad", Text: failure.Title + ". " + failure.Advice}}
}

// commentNotice explains why the comments cannot be read.
func commentNotice(b *feature.Context) []web.Notice {
	if b.Talk.Failure == "" {
		return nil
	}
	return []web.Notice{{Level: "bad", Text: b.Talk.Failure}}
}
