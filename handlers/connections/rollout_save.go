package connections

import (
	"context"
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/model/rollouts"
	"widerow/store"
)

// changeRollouts saves what change makes of the newest rollouts of a model.
func (f *Feature) changeRollouts(c echo.Context, of store.ModelID, words string, change func(*rollouts.Rollouts) (*rollouts.Rollouts, error)) error {
	return f.saveRollouts(feature.Background(c), f.Visitor(c), of, words, change)
}

// rolloutTries bounds the saves of a step against other saves of the same model's rollouts.
const rolloutTries = 20

func (f *Feature) saveRollouts(ctx context.Context, by store.Author, of store.ModelID, words string,
	change func(*rollouts.Rollouts) (*rollouts.Rollouts, error)) error {
	var err error
	for range rolloutTries {
		var before feature.Loaded[*rollouts.Rollouts]
		if before, err = f.rollouts.Load(ctx, of); err != nil {
			return err
		}
		after, changed := change(before.Content)
		if changed != nil {
			return changed
		}
		saving := feature.Change{Kind: store.KindEdit, Model: of.Companion(store.Rollouts), Operation: feature.NewOperation(), Author: by}
		err = f.rollouts.Append(ctx, saving, before, after.Encode(), words)
		if err == nil || !errors.Is(err, store.ErrConflict) && !errors.Is(err, store.ErrExists) {
			return err
		}
	}
	return err
}

// errNoRollout is the answer about a rollout that a model does not have.
var errNoRollout = feature.NewError(http.StatusNotFound, "There is no such rollout",
	"A model keeps its last 20. The connection shows where model and cluster differ now.", nil)
