package cql

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"widerow/cql/assist"
	"widerow/handlers/canvas/submission"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/sizing"
	"widerow/web"
)

// question is a request of the editor about its text.
type question struct {
	*assist.Text
	document feature.Document
	at       int
	element  model.ID
	href     func(model.ID) string // "" for none
}

// questions are the requests of an editor by their names.
var questions = []struct {
	name   string
	answer func(question) any
}{
	{"check", question.check}, {"complete", question.complete}, {"hover", question.hover},
	{"definition", question.definition}, {"format", question.format}, {"subject", question.subject},
}

// assistant answers a question of the editor about the text of a tab.
func (s *site) assistant(tab web.Tab, answer func(question) any) echo.HandlerFunc {
	return func(c echo.Context) error {
		if _, err := c.FormParams(); err != nil {
			return feature.BadForm(err)
		}
		head, done, err := s.HeadInTurn(c)
		if err != nil {
			return err
		}
		defer done()
		c.Response().Header().Set("Cache-Control", "no-store")
		return c.JSON(http.StatusOK, answer(s.question(c, head, tab)))
	}
}

func (s *site) question(c echo.Context, head feature.Document, tab web.Tab) question {
	at, _ := strconv.Atoi(c.FormValue("at")) // 0 if it is not a number
	link := func(id model.ID) string {
		element, found := head.Model.Element(id)
		if id == "" || !found {
			return ""
		}
		return string(s.URL().Tab(web.View{Model: c.Param("model"), Tab: feature.TabFor(element.Kind, web.TabPhysical), Select: id}))
	}
	asked := question{document: head, at: max(0, at), element: model.ID(c.FormValue("element")), href: link}
	switch text := submission.NormalLines(c.FormValue("text")); tab {
	case web.TabStatements:
		asked.Text = assist.Statements(text, head.Model, keyspaceOf(c, head.Model), sizeWords(head.Model))
	case web.TabConsole: // the cluster may have keyspaces that the model lacks
		asked.Text = assist.Statements(text, head.Model, keyspaceOf(c, head.Model), sizeWords(head.Model)).Lenient()
	default:
		asked.Text = assist.Schema(text, head.Model, sizeWords(head.Model))
	}
	return asked
}

// sizeWords describes the partition size of a table.
func sizeWords(m *model.Model) func(model.ID) string {
	return func(id model.ID) string {
		size, found := mapping.Sizes(m, sizing.Disk)[id]
		if !found {
			return ""
		}
		return "Partition: " + size.Text()
	}
}

// checked lists the findings; Revision is the model's newest.
type checked struct {
	Revision uint64           `json:"revision"`
	Findings []assist.Finding `json:"findings"`
}

func (q question) check() any { return checked{q.document.Revision.Number, q.Check()} }

func (q question) complete() any { return q.Complete(q.at) }

func (q question) format() any {
	return struct {
		Text string `json:"text"`
	}{q.Format()}
}

func (q question) hover() any {
	hover := q.Hover(q.at)
	return struct {
		assist.Hover
		Href string `json:"href,omitempty"`
	}{hover, q.href(hover.Element)}
}

func (q question) definition() any {
	definition := q.Definition(q.at)
	if q.element != "" {
		definition = q.DefinitionOf(q.element)
	}
	return struct {
		assist.Place
		Href string `json:"href,omitempty"`
	}{definition.Place, q.href(definition.Element)}
}

// subject returns the elements of the diagram that the statement at the cursor is
// about.
func (q question) subject() any {
	return struct {
		Element model.ID `json:"element,omitempty"`
	}{q.Subject(q.at)}
}
