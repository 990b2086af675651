package feature

import (
	"context"

	"widerow/store"
)

// EveryModel reads the whole list.
func EveryModel(ctx context.Context, models store.Store) ([]store.Summary, error) {
	all := []store.Summary{}
	for cursor := ""; ; {
		list, err := models.List(ctx, cursor, store.MaxPage)
		if err != nil {
			return nil, err
		}
		all = append(all, list.Models...)
		if cursor = list.Next; cursor == "" {
			return all, nil
		}
	}
}
