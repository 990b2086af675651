package canvas

import (
	"context"
	"errors"

	"widerow/handlers/canvas/submission"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/edit"
	"widerow/store"
	"widerow/web"
)

// openPasted opens the revision from which elements were copied. If that fails,
// or the model is deleted, the form is refused for it.
func (s *Feature) openPasted(ctx context.Context, form *submission.Form) {
	pasted := form.Pasted
	_, err := s.Head(ctx, store.ModelID(pasted.Model))
	var from feature.Document
	if err == nil {
		from, err = s.At(ctx, store.ModelID(pasted.Model), pasted.Revision)
	}
	switch {
	case errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrDeleted):
		pasted.Fail(&edit.InvalidError{Problems: []model.Problem{{Code: "model/invalid",
			Message: "Nothing was pasted: the model that it was copied from is not here any more"}}})
	case err != nil:
		pasted.Fail(err)
	default:
		pasted.Open(from.Model, func(kind model.Kind) web.Tab { return feature.TabFor(kind, form.View.Tab) })
	}
}
