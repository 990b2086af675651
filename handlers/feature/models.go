package feature

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"widerow/model"
	"widerow/model/example"
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

// PurgedOn returns the day on which a model that was deleted at that time is
// purged, or "".
func PurgedOn(s Server, deleted time.Time) string {
	if s.KeepDeleted() <= 0 {
		return ""
	}
	return deleted.Add(s.KeepDeleted()).Format("2 January 2006")
}

// LoadExample loads the example of the address.
func LoadExample(c echo.Context) (*model.Model, error) {
	m, err := example.Load(c.Param("slug"))
	if err != nil {
		return nil, NewError(http.StatusNotFound, "There is no such example", "Pick one from the list of models.", err)
	}
	return m, nil
}
