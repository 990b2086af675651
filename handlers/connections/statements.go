package connections

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/handlers/connections/reach"
	"widerow/handlers/derive"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/web"
	webconnections "widerow/web/connections"
)

// maxStatements bounds the script of an application's statements, in bytes.
const maxStatements = 2 << 20

// readStatements asks the nodes for the statements that clients execute, and shows the queries and updates
// that they would become. Nothing is saved before that page is applied.
func (f *Feature) readStatements(c echo.Context) error {
	id := model.ID(c.Param("connection"))
	connection, err := f.Named(c, id)
	if err != nil {
		return err
	}
	head, err := f.Head(c.Request().Context(), feature.ModelID(c))
	if err != nil {
		return err
	}
	answer, err := f.Ask(c.Request().Context(), c, id, reach.Job{Applications: true})
	switch {
	case err != nil:
		return f.showClusters(c, http.StatusBadGateway, webconnections.ClustersPage{Problem: Explain(err)})
	case answer.Statements == 0:
		return f.showClusters(c, http.StatusUnprocessableEntity, webconnections.ClustersPage{Problem: connection.Name +
			" knows no statement of an application: its nodes list what clients have prepared since they started."})
	}
	form := &derive.RecoverForm{Values: url.Values{}, Text: answer.Applications, Source: sourceOf(connection.Name, answer)}
	if len(form.Text) > maxStatements {
		form.Text = form.Text[:strings.LastIndexByte(form.Text[:maxStatements], '\n')+1]
		form.Source += fmt.Sprintf(" Only the first %d MB are read.", maxStatements>>20)
	}
	return f.ShowModel(c, http.StatusOK, head, web.View{Model: c.Param("model"), Tab: web.TabRecover}, &feature.Answer{Form: form})
}

// sourceOf describes from where the statements are.
func sourceOf(name string, answer *reach.Answer) string {
	words := fmt.Sprintf("%s of %s, from system.prepared_statements, system_views.queries and slow_queries.", web.Count(answer.Statements, "statement"), name)
	if len(answer.Missing) > 0 {
		words += " Did not answer: " + strings.Join(missingNodes(answer.Missing), "; ") + "."
	}
	return words
}
