package feature

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"widerow/model"
	"widerow/model/displayname"
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

const maxModelName = 200 // characters

// CleanModelName trims a name; problem describes what is wrong with it.
func CleanModelName(name string) (cleaned, problem string) {
	name = strings.TrimSpace(name)
	switch {
	case name == "":
		return "", "Give the model a name."
	case utf8.RuneCountInString(name) > maxModelName:
		return "", fmt.Sprintf("The name has %d characters; the limit is %d.", utf8.RuneCountInString(name), maxModelName)
	}
	if err := displayname.Check(name); err != nil {
		return "", "The name " + err.Error() + "."
	}
	return name, ""
}
