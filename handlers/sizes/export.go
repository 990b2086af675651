package sizes

import (
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"widerow/cql/sizereport"
	"widerow/handlers/feature"
)

// exportSizes answers with the sizes of all tables.
func (site routes) exportSizes(extension string) echo.HandlerFunc {
	return func(c echo.Context) error {
		document, done, err := site.RequestedInTurn(c, "")
		if err != nil {
			return err
		}
		defer done()
		if feature.Unchanged(site, c, document, extension) {
			return c.NoContent(http.StatusNotModified)
		}
		report, name := sizereport.OfDocument(document.Model), document.Model.Name+" sizes"
		switch extension {
		case "csv":
			return feature.Download(c, name, extension, "text/csv; charset=utf-8", report.CSV())
		case "md":
			return feature.Download(c, name, extension, "text/markdown; charset=utf-8", report.Markdown())
		}
		text, err := json.MarshalIndent(report, "", "  ")
		if err != nil {
			return fmt.Errorf("write sizes: %w", err)
		}
		return feature.Download(c, name, extension, "application/json; charset=utf-8", append(text, '\n'))
	}
}
