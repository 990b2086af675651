package console

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/cql/syntax"
	"widerow/handlers/connections"
	"widerow/handlers/connections/reach"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/store/cluster"
	"widerow/web"
	webconsole "widerow/web/console"
)

// run answers the form: it runs the chosen statement, or asks before it does.
func (p *pages) run(c echo.Context) error {
	head, err := p.Site.Requested(c)
	if err != nil {
		return err
	}
	form := read(c)
	if c.FormValue("do") == "cancel" {
		p.running.cancel(p.runKey(c))
		return p.page(c, http.StatusOK, head, p.afterCancel(head.Model, form))
	}
	if c.FormValue("do") == "clear" {
		p.past.clear(p.Holder(c))
		return p.page(c, http.StatusOK, head, webconsole.Page{Form: form})
	}
	known := taken(c, head.Model, &form)
	page := webconsole.Page{Form: form}
	statement, problem := p.choose(c, head.Model, form)
	if problem != "" {
		page.Problem = problem
		return p.page(c, http.StatusUnprocessableEntity, head, page)
	}
	if statement == nil {
		page.Statements = listed(head.Model, form.Text)
		return p.page(c, http.StatusOK, head, page)
	}
	page.Chosen, page.Checked, page.Table = statement.text, statement.schema.says(), statement.table()
	if len(statement.markers) > 0 {
		with, status := p.withValues(c, head, &page, statement, known)
		if with == nil {
			return p.page(c, status, head, page)
		}
		statement = with
	}
	question, refused, err := p.question(c, form, statement)
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

// afterCancel is the page as it was sent, with its values.
func (p *pages) afterCancel(m *model.Model, form webconsole.Form) webconsole.Page {
	page := webconsole.Page{Form: form, Problem: cancelled}
	own := &schema{model: m}
	if one := own.judgedText(form.ValuesOf, form.Keyspace); one != nil && len(one.markers) == len(form.Values) {
		page.Markers = own.shownMarkers(one.markers)
		for i := range page.Markers {
			page.Markers[i].Typed = form.Values[i]
		}
	}
	return page
}

// taken puts what a button of a row or of the trail stands for into the form, and reports which parameters it gives; nil without one.
func taken(c echo.Context, m *model.Model, form *webconsole.Form) (known []bool) {
	if button := c.FormValue("take"); button != "" {
		return take(m, form, button)
	}
	if at, err := strconv.Atoi(c.FormValue("back")); err == nil && at >= 0 && at < len(form.Trail) {
		button := form.Trail[at]
		form.Trail = form.Trail[:at]
		return take(m, form, button)
	}
	return nil
}

// withValues returns the statement with the values of its parameters, or nil if the page asks for them.
func (p *pages) withValues(c echo.Context, head feature.Document, page *webconsole.Page, one *chosen, known []bool) (with *chosen, status int) {
	page.Markers = one.schema.shownMarkers(one.markers)
	memory := memoryKey{p.Holder(c), head.Revision.Model}
	if page.Form.ValuesOf != one.text || len(page.Form.Values) != len(one.markers) {
		page.Form.ValuesOf, page.AsksValues = one.text, true
		p.past.recall(memory, page.Markers)
		return nil, http.StatusOK
	}
	for i := range page.Markers {
		page.Markers[i].Typed = page.Form.Values[i]
	}
	if slices.Contains(known, false) {
		p.past.recallSome(memory, page.Markers, known)
		page.AsksValues = true
		return nil, http.StatusOK
	}
	p.past.remember(memory, page.Markers)
	if with = one.schema.filled(one, page.Form, page.Markers); with == nil {
		page.AsksValues = true
		return nil, http.StatusUnprocessableEntity
	}
	return with, 0
}

// choose returns the statement that the form means: the numbered one, the selection, the one at the cursor, the one that has
// values, or the only one. nil: there are several.
func (p *pages) choose(c echo.Context, m *model.Model, form webconsole.Form) (*chosen, string) {
	if form.Connection == "" {
		return nil, "Choose a connection."
	}
	if strings.TrimSpace(form.Selection) != "" && form.Statement == "" {
		form.Text = form.Selection
	}
	all := statementsOf(m, form.Text)
	one := meant(form, all)
	switch {
	case len(all) == 0:
		return nil, "Type a statement: there is nothing to run."
	case one == nil:
		return nil, ""
	}
	judged := p.schemaFor(c, m, form, one).judgedText(textOf(form.Text, one), form.Keyspace)
	if judged == nil {
		return nil, "Type a statement: there is nothing to run."
	}
	return judged, ""
}

// meant is the statement that the form means, nil if it leaves that open.
func meant(form webconsole.Form, all []syntax.Statement) syntax.Statement {
	if len(all) == 1 {
		return all[0]
	}
	if number, err := strconv.Atoi(form.Statement); err == nil && number > 0 && number <= len(all) {
		return all[number-1]
	}
	if at, err := strconv.Atoi(form.At); err == nil && len(all) > 0 {
		offset := byteOffset(form.Text, at)
		for _, one := range all {
			if offset <= int(syntax.Place(one).End.Offset)+1 {
				return one
			}
		}
		return all[len(all)-1]
	}
	for _, one := range all {
		if textOf(form.Text, one) == form.ValuesOf {
			return one
		}
	}
	return nil
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

// execute runs the statement, and shows its rows or sends them as a file.
func (p *pages) execute(c echo.Context, head feature.Document, page webconsole.Page, statement *chosen) error {
	form := page.Form
	sent := cluster.Statement{Text: statement.text, Values: statement.bound, Keyspace: form.Keyspace, Consistency: form.Consistency,
		PageSize: form.PageSize, Trace: form.Trace}
	if !form.Unlimited {
		sent.Text, page.Limited = limited(statement.statement, statement.text)
	}
	state, err := base64.RawURLEncoding.DecodeString(c.FormValue("page"))
	if err != nil {
		return feature.BadForm(err)
	}
	sent.PageState = state
	do := c.FormValue("do")
	answer, err := p.ask(c.Request().Context(), c, model.ID(form.Connection), reach.Job{Statement: &sent, JSON: do == "json"})
	if err != nil {
		p.explain(c, head.Model, &page, statement, sent.Text, err)
		return p.page(c, http.StatusUnprocessableEntity, head, page)
	}
	if _, onSchema := syntax.Effect(statement.statement); onSchema {
		p.schemas.forget(form.Connection)
	}
	p.past.add(p.Holder(c), statement.asked)
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
	p.lead(head.Model, &page, statement, answer.Result)
	return p.page(c, http.StatusOK, head, page)
}

// explain says why the cluster did not run a statement: the refusal of the server at its place, with what to do, or what is wrong
// with the connection.
func (p *pages) explain(c echo.Context, m *model.Model, page *webconsole.Page, one *chosen, sent string, err error) {
	refusal := (*cluster.Refusal)(nil)
	switch {
	case errors.As(err, &refusal):
	case errors.Is(err, cluster.ErrCancelled):
		page.Problem = cancelled
		return
	default:
		page.Problem, page.OfConnection = connections.Explain(err), true
		return
	}
	page.Problem = refusal.Error()
	if refusal.Line > 0 {
		page.Place = markedAt(sent, offsetOf(sent, refusal.Line, refusal.Column))
	}
	keyspace := keyspaceOf(one.statement, page.Form)
	if keyspace == "" || isOfServer(keyspace) || !refusal.IsInvalid() && !refusal.IsSyntax() {
		return
	}
	p.schemas.forget(page.Form.Connection) // it may have changed
	there := p.clusterSchema(c, m, page.Form.Connection, keyspace)
	if there == nil {
		return
	}
	judged := there.judgedText(sent, page.Form.Keyspace)
	if judged == nil {
		return
	}
	if rejected := rejection(judged); rejected != nil && sameMessage(rejected.Words, refusal.Message) {
		page.Hint, page.Place = rejected.Hint, rejected.Place
		if page.Checked = "It is accepted by the tables of the model: those of the cluster differ."; one.schema.ofCluster != "" || rejection(one) != nil {
			page.Checked = ""
		}
		page.Differs = page.Checked != ""
	}
}

// sameMessage compares the words of two refusals, without the place in those about syntax.
func sameMessage(ours, theirs string) bool {
	return strings.Trim(ours, ". ") == strings.Trim(theirs, ". ")
}

// lead adds to the rows of a query what they lead to in the workflow.
func (p *pages) lead(m *model.Model, page *webconsole.Page, statement *chosen, result *cluster.Result) {
	all := p.nexts(m, page.Form, statement, result, page.Markers)
	if len(all) == 0 {
		return
	}
	page.Self = selfOf(page.Form, page.Markers)
	for i := range page.Result.Rows {
		page.Result.Offers = append(page.Result.Offers, offers(all, result.Rows[i]))
	}
}
