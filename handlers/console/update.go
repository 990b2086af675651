package console

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/cql/perform"
	"widerow/handlers/connections"
	"widerow/handlers/connections/reach"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/write"
	"widerow/store/cluster"
	webconsole "widerow/web/console"
)

// errNoUpdate is the answer about an update that the model lacks.
var errNoUpdate = feature.NewError(http.StatusNotFound, "There is no such update", "It was removed from the model.", nil)

func (p *pages) openUpdate(c echo.Context) (*updating, error) {
	head, err := p.Site.Requested(c)
	if err != nil {
		return nil, err
	}
	id := model.ID(c.Param("update"))
	if head.Model.Workflow.Updates[id] == nil {
		return nil, errNoUpdate
	}
	u := &updating{pages: p, c: c, head: head, id: id, plan: write.Of(head.Model, id), schema: &schema{model: head.Model}}
	u.page.Impossible = perform.Impossible(&u.plan)
	u.page.Connection, u.page.Consistency = c.FormValue("connection"), c.FormValue("consistency")
	if !slices.Contains(levels, u.page.Consistency) {
		u.page.Consistency = ""
	}
	u.doing = perform.New(head.Model, &u.plan, &perform.State{})
	return u, nil
}

// showUpdate asks for the values of an update.
func (p *pages) showUpdate(c echo.Context) error {
	u, err := p.openUpdate(c)
	if err != nil {
		return err
	}
	u.page.Markers = u.markers()
	p.past.recall(u.memory(), u.page.Markers)
	return u.show(http.StatusOK)
}

// runUpdate begins an update, or carries out its next request.
func (p *pages) runUpdate(c echo.Context) error {
	u, err := p.openUpdate(c)
	if err != nil {
		return err
	}
	if u.page.Impossible != "" {
		return u.show(http.StatusUnprocessableEntity)
	}
	if button := c.FormValue("take"); button != "" {
		return u.take(button)
	}
	connection, err := p.Named(c, model.ID(u.page.Connection))
	if err != nil {
		return err
	}
	if !connection.Writes {
		u.page.Problem, u.page.OfConnection = connection.Name+" only reads: its settings do not allow statements that "+
			"change data. Admins of this server change them.", true
		u.page.Markers = u.markers()
		u.typed(u.page.Markers)
		return u.show(http.StatusUnprocessableEntity)
	}
	if c.FormValue("do") == "start" {
		return u.start()
	}
	var kept saved
	if err := json.Unmarshal([]byte(c.FormValue("state")), &kept); err != nil || kept.State == nil || kept.State.Step < 0 || kept.State.Step > len(u.plan.Steps) {
		return feature.BadForm(fmt.Errorf("the state of the update: %w", err))
	}
	u.token, u.tries, u.doing = kept.Token, kept.Tries, perform.New(u.head.Model, &u.plan, kept.State)
	if c.FormValue("do") == "cancel" {
		p.running.cancel(p.runKey(c))
		u.tries++
		u.page.Problem = cancelled
		return u.step()
	}
	if c.FormValue("do") == "answer" {
		return u.answer()
	}
	return u.send()
}

// markers are the parameters as the page asks for them.
func (u *updating) markers() []webconsole.Marker {
	var shown []webconsole.Marker
	for _, one := range perform.Parameters(u.head.Model, &u.plan) {
		m := webconsole.Marker{Name: one.Name, Sign: signs[one.Operator], Type: u.schema.typeName(one.Type)}
		if m.Sign == "" {
			m.Sign = one.Operator
		}
		switch {
		case one.New:
			m.Name = "new " + m.Name
		case one.Several:
			m.Hint = "Several values, separated by commas, or none."
		case !one.Required:
			m.Hint = "Empty for no value."
		}
		shown = append(shown, m)
	}
	return shown
}

func (u *updating) typed(markers []webconsole.Marker) {
	values := u.c.Request().Form["value"]
	for i := range markers {
		if i < len(values) {
			markers[i].Typed = values[i]
		}
	}
}

// take asks for the values of the update, of which a row of a query gives some.
func (u *updating) take(button string) error {
	values, err := url.ParseQuery(button)
	if err != nil {
		return feature.BadForm(err)
	}
	u.page.Markers, u.page.AsksValues, u.page.Connection = u.markers(), true, ""
	u.past.recall(u.memory(), u.page.Markers)
	for i := range u.page.Markers {
		if key := "v" + strconv.Itoa(i); values.Has(key) {
			u.page.Markers[i].Typed = values.Get(key)
		}
	}
	return u.show(http.StatusOK)
}

// start takes the values of the parameters, and shows the first step.
func (u *updating) start() error {
	markers, wrong := u.markers(), false
	u.typed(markers)
	for i, one := range perform.Parameters(u.head.Model, &u.plan) {
		literal, problem := u.given(one, markers[i].Typed)
		markers[i].Problem, wrong = problem, wrong || problem != ""
		u.doing.State.Given[one.Key] = literal
	}
	u.past.remember(u.memory(), markers)
	if wrong {
		u.page.Markers, u.page.AsksValues = markers, true
		return u.show(http.StatusUnprocessableEntity)
	}
	u.token = rand.Text()
	return u.step()
}

// given returns the value that was typed for a parameter as CQL, or the problem with it.
func (u *updating) given(one perform.Parameter, typed string) (literal, problem string) {
	typeName := u.schema.typeName(one.Type)
	if strings.TrimSpace(typed) == "" {
		if one.Required {
			return "", "Type a value: there is no row without it."
		}
		return "", ""
	}
	if one.Several {
		var parts []string
		for _, part := range splitList(typed) {
			literal, problem := literalOf(one.Type, part, typeName)
			if problem != "" {
				return "", problem
			}
			parts = append(parts, literal)
		}
		return perform.Set(parts), ""
	}
	if literal, problem = literalOf(one.Type, typed, typeName); problem != "" || one.Table == "" {
		return literal, problem
	}
	return literal, u.schema.refusal(one.Table, one.Column, one.Type, literal, typed)
}

// answer takes what the application computes.
func (u *updating) answer() error {
	action, err := u.doing.Advance()
	if err != nil || action == nil {
		return u.failed(err)
	}
	values, wrong := u.c.Request().Form["answer"], false
	markers := u.questions(action)
	for i, question := range action.Questions {
		if i >= len(values) {
			break
		}
		markers[i].Typed = values[i]
		literal, problem := values[i], ""
		if !question.Choice {
			if literal, problem = literalOf(question.Type, values[i], u.schema.typeName(question.Type)); problem == "" {
				problem = u.schema.refusal(u.nameOf(question.Table), question.Name, question.Type, literal, values[i])
			}
		}
		markers[i].Problem, wrong = problem, wrong || problem != ""
		u.doing.State.Asked[question.Key] = literal
	}
	if wrong {
		for _, question := range action.Questions {
			delete(u.doing.State.Asked, question.Key)
		}
		u.page.Questions = markers
	}
	return u.step()
}

func (u *updating) questions(action *perform.Action) []webconsole.Marker {
	var shown []webconsole.Marker
	for _, question := range action.Questions {
		shown = append(shown, webconsole.Marker{Name: question.Name, Type: u.schema.typeName(question.Type),
			Hint: question.About + ". " + u.noteOf(question), Choice: question.Choice})
	}
	return shown
}

// noteOf returns the model's note about a column that the application computes.
func (u *updating) noteOf(question perform.Question) string {
	if relation := u.head.Model.Physical.Relations[question.Table]; relation != nil {
		for _, column := range relation.Columns {
			if column.Name == question.Name {
				return column.Note
			}
		}
	}
	return ""
}

// step shows what is done, what is next and what is left.
func (u *updating) step() error {
	action, err := u.doing.Advance()
	if err != nil {
		return u.failed(err)
	}
	u.page.Running = true
	u.lines(action)
	status := http.StatusOK
	if action != nil && u.page.Questions == nil {
		u.page.Questions = u.questions(action)
	}
	if action != nil && len(action.Questions) == 0 {
		request := action.Requests[u.doing.State.Sent]
		u.page.Request, u.page.Word = request.Text, wordOf(action, request)
		u.page.Count, u.page.Of = u.doing.State.Sent+1, len(action.Requests)
		if refused := u.refused(request); refused != "" {
			u.page.Warning = refused
		}
	}
	if wrong := func(m webconsole.Marker) bool { return m.Problem != "" }; u.page.Problem != "" || slices.ContainsFunc(u.page.Questions, wrong) {
		status = http.StatusUnprocessableEntity
	}
	state, err := json.Marshal(saved{u.token, u.tries, u.doing.State})
	if err != nil {
		return fmt.Errorf("keep the state of an update: %w", err)
	}
	u.page.State = string(state)
	u.page.Finished, u.page.Stopped = action == nil && u.doing.State.Stopped == "", u.doing.State.Stopped
	return u.show(status)
}

// refused is Cassandra's verdict on a request, "" if it accepts it.
func (u *updating) refused(request perform.Request) string {
	one := u.schema.judgedText(request.Text, "")
	if one == nil {
		return ""
	}
	if rejected := rejection(one); rejected != nil {
		return rejected.Words
	}
	return ""
}

// wordOf returns the word that a person types to confirm a request that writes, "" for a read.
func wordOf(action *perform.Action, request perform.Request) string {
	if action.Step.Kind == write.Read {
		return ""
	}
	_, table, _ := strings.Cut(request.Tables[0], ".")
	return table
}

func (u *updating) failed(err error) error {
	if err != nil {
		u.page.Problem = "The plan cannot go on: " + err.Error() + "."
	}
	u.page.Running = true
	u.lines(nil)
	return u.show(http.StatusUnprocessableEntity)
}

// send carries out one request, once it is confirmed.
func (u *updating) send() error {
	action, err := u.doing.Advance()
	if err != nil || action == nil || len(action.Questions) > 0 {
		if err != nil {
			return u.failed(err)
		}
		return u.step()
	}
	request := action.Requests[u.doing.State.Sent]
	if word := wordOf(action, request); word != "" && u.c.FormValue("confirm") != word {
		u.page.Wrong = u.c.FormValue("confirm") != ""
		return u.step()
	}
	key := fmt.Sprintf("%s.%d.%d.%d", u.token, u.doing.State.Step, u.doing.State.Sent, u.tries)
	outcome := u.once.do(key, func() sentOnce {
		answer, err := u.ask(feature.Background(u.c), u.c, model.ID(u.page.Connection),
			reach.Job{Statement: &cluster.Statement{Text: request.Text, Consistency: u.page.Consistency, PageSize: maxCarriedRows}})
		return sentOnce{answer, err}
	})
	if outcome.err != nil {
		u.tries++
		u.page.Problem, u.page.Failure = connections.Explain(outcome.err), action.Step.Failure
		if errors.Is(outcome.err, cluster.ErrCancelled) {
			u.page.Problem = cancelled
		}
		return u.step()
	}
	if problem := u.took(action, &request, outcome.answer.Result); problem != "" {
		u.page.Problem = problem
	}
	return u.step()
}

// maxCarriedRows bounds the rows of a read that a page carries to the next step.
const maxCarriedRows = 200

// took notes the answer of a request.
func (u *updating) took(action *perform.Action, request *perform.Request, result *cluster.Result) (problem string) {
	took := "in " + milliseconds(result.Duration) + " by " + result.Coordinator
	switch {
	case action.Step.Kind == write.Read:
		if len(result.PageState) > 0 {
			return fmt.Sprintf("The read finds more than %d rows: such an update is for a program, not for a person. Nothing more was sent.", maxCarriedRows)
		}
		if err := u.doing.Read(request, rowsOf(result)); err != nil {
			return err.Error()
		}
		u.doing.Sent(action, plural(len(result.Rows), "row")+" "+took)
	case request.Conditional && !applied(result):
		u.doing.Refused(action, "[applied] = false: "+rowWords(result))
	default:
		u.doing.Sent(action, "done "+took)
	}
	return ""
}

// rowsOf are the rows of a result as CQL.
func rowsOf(result *cluster.Result) (rows []map[string]string) {
	for _, row := range result.Rows {
		values := map[string]string{}
		for i, cell := range row {
			values[result.Columns[i].Name] = cell.Text
		}
		rows = append(rows, values)
	}
	return rows
}

// applied reports whether a lightweight transaction was applied. It is true for any other statement.
func applied(result *cluster.Result) bool {
	if len(result.Rows) == 0 || len(result.Columns) == 0 || result.Columns[0].Name != "[applied]" {
		return true
	}
	return result.Rows[0][0].Text == "true"
}

// rowWords are the values that a lightweight transaction found.
func rowWords(result *cluster.Result) string {
	var parts []string
	for i, cell := range result.Rows[0][1:] {
		parts = append(parts, result.Columns[i+1].Name+" = "+cell.Text)
	}
	return strings.Join(parts, ", ")
}
