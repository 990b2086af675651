package console

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/cql"
	"widerow/cql/parse"
	"widerow/cql/print"
	"widerow/cql/syntax"
	"widerow/handlers/connections"
	"widerow/handlers/connections/reach"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/proof"
	"widerow/store/cluster"
	"widerow/web"
	webconsole "widerow/web/console"
)

// chosen is the statement to run.
type chosen struct {
	statement syntax.Statement
	text      string
	verdict   cql.Verdict
}

// run answers the form: it runs the chosen statement, or asks before it does.
func (p *pages) run(c echo.Context) error {
	head, err := p.Site.Requested(c)
	if err != nil {
		return err
	}
	form := read(c)
	page := webconsole.Page{Form: form}
	statement, problem := choose(head.Model, form)
	if problem != "" {
		page.Problem = problem
		return p.page(c, http.StatusUnprocessableEntity, head, page)
	}
	if statement == nil {
		page.Statements = listed(head.Model, form.Text)
		return p.page(c, http.StatusOK, head, page)
	}
	page.Chosen = statement.text
	if page.Markers = markersOf(statement.statement); len(page.Markers) > 0 && !typedMarkers(c, page.Markers) {
		page.AsksValues = true
		return p.page(c, http.StatusOK, head, page)
	}
	question, refused, err := p.question(c, head.Model, form, statement)
	if err != nil {
		return err
	}
	if refused != "" {
		page.Problem, page.OfConnection = refused, true
		return p.page(c, http.StatusUnprocessableEntity, head, page)
	}
	if question != nil {
		page.Question = question
		return p.page(c, http.StatusOK, head, page)
	}
	return p.execute(c, head, page, statement)
}

// choose returns the statement that the form means: the numbered one, the selection, the one at the cursor, or
// the only one. nil: there are several.
func choose(m *model.Model, form webconsole.Form) (*chosen, string) {
	if form.Connection == "" {
		return nil, "Choose a connection."
	}
	if strings.TrimSpace(form.Selection) != "" && form.Statement == "" {
		form.Text = form.Selection
	}
	all := statementsOf(m, form.Text)
	switch len(all) {
	case 0:
		return nil, "Type a statement: there is nothing to run."
	case 1:
		return judged(m, form, all[0]), ""
	}
	if number, err := strconv.Atoi(form.Statement); err == nil && number > 0 && number <= len(all) {
		return judged(m, form, all[number-1]), ""
	}
	if at, err := strconv.Atoi(form.At); err == nil {
		offset := byteOffset(form.Text, at)
		for _, one := range all {
			place := syntax.Place(one)
			if offset <= int(place.End.Offset)+1 {
				return judged(m, form, one), ""
			}
		}
		return judged(m, form, all[len(all)-1]), ""
	}
	return nil, ""
}

// byteOffset converts an offset in UTF-16 code units, as browsers count, into bytes.
func byteOffset(text string, units int) int {
	for at, r := range text {
		if units <= 0 {
			return at
		}
		if units--; r > 0xFFFF {
			units--
		}
	}
	return len(text)
}

// statementsOf parses a text, and leaves out what only cqlsh knows.
func statementsOf(m *model.Model, text string) []syntax.Statement {
	return parse.ParseFor(m.Target, text).Statements
}

func textOf(text string, statement syntax.Statement) string {
	place := syntax.Place(statement)
	from, to := int(place.Start.Offset), int(place.End.Offset)
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text[from:min(max(from, to), len(text))]), ";"))
}

func judged(m *model.Model, form webconsole.Form, statement syntax.Statement) *chosen {
	one := &chosen{statement: statement, text: textOf(form.Text, statement)}
	if verdicts := cql.JudgeStatements(m, parse.ParseFor(m.Target, one.text), form.Keyspace); len(verdicts) == 1 {
		one.verdict, one.statement = verdicts[0], verdicts[0].Statement
	}
	return one
}

// listed are the statements of a text, to choose from.
func listed(m *model.Model, text string) []webconsole.Statement {
	const shown = 200
	var all []webconsole.Statement
	for i, statement := range statementsOf(m, text) {
		if i < shown {
			all = append(all, webconsole.Statement{Number: i + 1, Text: web.OneLine(textOf(text, statement))})
		}
	}
	return all
}

// statementOf is the statement of a query on its best table, "" if it has none.
func statementOf(m *model.Model, query model.ID) string {
	for _, result := range proof.All(m) {
		if best, found := result.Best(); result.Query == query && found {
			return print.ProofScript(best)
		}
	}
	return ""
}

// bareLimit is the LIMIT of a SELECT that names none.
const bareLimit = 1000

// limited adds a LIMIT to a SELECT without one, which could return a whole table.
func limited(statement syntax.Statement, text string) (limitedText string, added bool) {
	selected, is := statement.(*syntax.Select)
	if !is || selected.Limit != nil || selected.JSON {
		return text, false
	}
	copied := *selected
	copied.Limit = &syntax.Term{Kind: syntax.IntegerTerm, Text: strconv.Itoa(bareLimit)}
	return strings.TrimSuffix(strings.TrimSpace(syntax.PrintStatement(&copied)), ";"), true
}

// execute runs the statement, and shows its rows or sends them as a file.
func (p *pages) execute(c echo.Context, head feature.Document, page webconsole.Page, statement *chosen) error {
	form := page.Form
	sent := cluster.Statement{Text: statement.text, Keyspace: form.Keyspace, Consistency: form.Consistency, PageSize: form.PageSize, Trace: form.Trace}
	if !form.Unlimited {
		sent.Text, page.Limited = limited(statement.statement, statement.text)
	}
	for i := range page.Markers {
		sent.Values = append(sent.Values, page.Markers[i].Typed)
	}
	state, err := base64.RawURLEncoding.DecodeString(c.FormValue("page"))
	if err != nil {
		return feature.BadForm(err)
	}
	sent.PageState = state
	do := c.FormValue("do")
	answer, err := p.Ask(c.Request().Context(), c, model.ID(form.Connection), reach.Job{Statement: &sent, JSON: do == "json"})
	if err != nil {
		page.Problem, page.OfConnection = connections.Explain(err), true
		if refusal := (*cluster.Refusal)(nil); errors.As(err, &refusal) {
			page.Problem, page.OfConnection, page.Line, page.Column = refusal.Error(), false, refusal.Line, refusal.Column
		}
		return p.page(c, http.StatusUnprocessableEntity, head, page)
	}
	p.past.add(p.Holder(c), statement.text)
	if send := files[do]; send.write != nil {
		return feature.Download(c, head.Model.Name+" rows", send.extension, send.content, send.write(answer, statement.statement))
	}
	page.Result = resultOf(answer.Result)
	if page.Result.Next != "" && c.FormValue("page") != "" {
		page.Result.Later = true
	}
	page.Ran = web.OneLine(sent.Text)
	if page.Limited {
		page.Note = fmt.Sprintf("LIMIT %d was added, since the statement has none.", bareLimit)
	}
	return p.page(c, http.StatusOK, head, page)
}
