package derive

import (
	"context"

	"widerow/handlers/limit"
	"widerow/handlers/progress"
	"widerow/model"
	"widerow/model/mapping"
)

// DeriveWithin derives what a form asks for within the time of its request, and reports
// how far it is. The error is limit.ErrCostly if the time is used up.
func DeriveWithin(ctx context.Context, form *Form, m *model.Model, selected model.ID, ids model.IDs) (*Derived, error) {
	within, cancel := limit.Within(ctx)
	defer cancel()
	return form.Derive(mapping.Watched(within, func(done, all int) {
		progress.Say(ctx, progress.Step{What: "Deriving the tables of the queries", Done: done, Of: all})
	}), m, selected, ids)
}
