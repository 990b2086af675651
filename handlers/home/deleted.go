package home

import (
	"context"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/store"
	"widerow/web"
	webhome "widerow/web/home"
)

// deletedModels lists the deleted models, from which they can be restored.
func (s *Feature) deletedModels(c echo.Context) error {
	list, err := s.Store().ListDeleted(c.Request().Context(), c.QueryParam("after"), store.DefaultPage)
	if err != nil {
		return fmt.Errorf("list deleted models: %w", err)
	}
	page := webhome.DeletedPage{Page: s.Page(c, "Deleted models"), Kept: s.keptWords()}
	for _, summary := range list.Models {
		page.Models = append(page.Models, webhome.DeletedModel{
			ID: string(summary.Model), Title: summary.Title, Href: s.URL().Model(string(summary.Model)), Revision: summary.Revision,
			Who: summary.Author.Name, Account: s.Accounts().AccountOf(summary.Author.ID),
			When: web.Ago(s.Now(), summary.UpdatedAt), Exact: web.ExactTime(summary.UpdatedAt),
			Purged: feature.PurgedOn(s, summary.UpdatedAt),
		})
	}
	if list.Next != "" {
		page.Next = s.URL().Path("/deleted?after=" + list.Next)
	}
	return s.Show(c, http.StatusOK, webhome.DeletedModels(page))
}

// hasDeleted reports whether there are models that can be restored.
func (s *Feature) hasDeleted(ctx context.Context) (bool, error) {
	list, err := s.Store().ListDeleted(ctx, "", 1)
	if err != nil {
		return false, fmt.Errorf("list deleted models: %w", err)
	}
	return len(list.Models) > 0, nil
}

// keptWords returns the time for which a deleted model can be restored: "for 30 days", or ""
// if there is no limit.
func (s *Feature) keptWords() string {
	hours := int(s.KeepDeleted().Hours())
	switch {
	case s.KeepDeleted() <= 0:
		return ""
	case hours%24 == 0:
		return "for " + web.Counted(hours/24, "day", "days")
	}
	return "for " + s.KeepDeleted().String()
}
