package handlers

import (
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"widerow/store"
	"widerow/web"
	webhome "widerow/web/home"
)

// deletedModels lists the deleted models, from which they can be restored.
func (s *Server) deletedModels(c echo.Context) error {
	list, err := s.Store().ListDeleted(c.Request().Context(), c.QueryParam("after"), store.DefaultPage)
	if err != nil {
		return fmt.Errorf("list deleted models: %w", err)
	}
	page := webhome.DeletedPage{Page: s.Page(c, "Deleted models"), Kept: s.keptWords()}
	for _, summary := range list.Models {
		page.Models = append(page.Models, webhome.DeletedModel{
			ID: string(summary.Model), Title: summary.Title, Href: s.URL().Model(string(summary.Model)), Revision: summary.Revision,
			Who: summary.Author.Name, When: web.Ago(s.Now(), summary.UpdatedAt), Exact: web.ExactTime(summary.UpdatedAt),
			Purged: s.purgedOn(summary.UpdatedAt),
		})
	}
	if list.Next != "" {
		page.Next = s.URL().Path("/deleted?after=" + list.Next)
	}
	return s.Show(c, http.StatusOK, webhome.DeletedModels(page))
}

// keptWords says how long a deleted model can be restored: "for 30 days", or ""
// if there is no limit.
func (s *Server) keptWords() string {
	hours := int(s.keepDeleted.Hours())
	switch {
	case s.keepDeleted <= 0:
		return ""
	case hours%24 == 0:
		return "for " + web.Counted(hours/24, "day", "days")
	}
	return "for " + s.keepDeleted.String()
}

// purgedOn returns the day on which a model that was deleted at that time is
// purged, or "".
func (s *Server) purgedOn(deleted time.Time) string {
	if s.keepDeleted <= 0 {
		return ""
	}
	return deleted.Add(s.keepDeleted).Format("2 January 2006")
}
