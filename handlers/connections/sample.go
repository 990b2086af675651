package connections

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/cql/sample"
	"widerow/handlers/connections/load"
	"widerow/handlers/connections/reach"
	"widerow/model"
	"widerow/store"
	webconnections "widerow/web/connections"
)

// The number of rows that the page offers, and the largest: a load takes about a second for 5,000 rows.
const (
	usualRows = 10_000
	mostRows  = 200_000
)

// stoppedEarly explains a load that was cancelled, or whose page was closed.
const stoppedEarly = "Stopped before the end. The rows that were written by then are still there: Load goes on after the last whole table " +
	"if the number of rows and the seed are the same."

// chooseSample leads to the page of sample data of the model that the form names.
func (f *Feature) chooseSample(c echo.Context) error {
	id := c.FormValue("into")
	if id == "" {
		return f.showConnection(c, http.StatusUnprocessableEntity, webconnections.Page{SampleProblem: "Choose the model whose tables get the rows."})
	}
	return c.Redirect(http.StatusSeeOther, f.sampleAddress(model.ID(c.Param("connection")), store.ModelID(id)))
}

// showSample is the page on which sample data is loaded, with what the last load of the person has done.
func (f *Feature) showSample(c echo.Context) error {
	form := webconnections.SampleForm{Rows: strconv.Itoa(usualRows)}
	key := f.sampleKey(c)
	page := webconnections.SamplePage{}
	if last, found := f.samples.get(key); found {
		form, page.Done, page.Problem, page.Replaces = last.form, last.done, last.problem, last.replaces
	}
	page.Form = form
	return f.samplePage(c, http.StatusOK, page)
}

func (f *Feature) samplePage(c echo.Context, status int, page webconnections.SamplePage) error {
	id := model.ID(c.Param("connection"))
	connection, err := f.Named(c, id)
	if err != nil {
		return err
	}
	head, err := f.Head(c.Request().Context(), store.ModelID(c.Param("model")))
	if err != nil {
		return err
	}
	page.Page, page.Row = f.Page(c, "Sample data of "+head.Model.Name), f.row(id, connection)
	page.Model, page.ModelName, page.Most = string(head.Revision.Model), head.Model.Name, mostRows
	for _, keyspace := range model.Sorted(head.Model.Physical.Keyspaces) {
		page.Keyspaces = append(page.Keyspaces, keyspace.Value.Name)
	}
	return f.Show(c, status, webconnections.Sample(page))
}

// sampleKey tells what a person has loaded for a model from other loads.
func (f *Feature) sampleKey(c echo.Context) string {
	return f.Holder(c) + " " + c.Param("connection") + " " + c.Param("model")
}

// loadSample loads sample data, as a job.
func (f *Feature) loadSample(c echo.Context) error {
	id := model.ID(c.Param("connection"))
	connection, err := f.Named(c, id)
	if err != nil {
		return err
	}
	form := webconnections.SampleForm{Rows: c.FormValue("rows"), Seed: c.FormValue("seed"), Names: c.FormValue("names"),
		Keyspace: strings.TrimSpace(c.FormValue("keyspace"))}
	if form.Names != "own" && form.Names != "named" {
		form.Names = ""
	}
	refuse := func(problem string) error {
		return f.samplePage(c, http.StatusUnprocessableEntity, webconnections.SamplePage{Form: form, Problem: problem})
	}
	if !connection.Writes {
		return refuse(onlyReads(connection.Name))
	}
	fill, problem := fillOf(form)
	if problem != "" {
		return refuse(problem)
	}
	fill.Again = c.FormValue("do") == "again"
	head, err := f.Head(c.Request().Context(), store.ModelID(c.Param("model")))
	if err != nil {
		return err
	}
	fill.Document, fill.Revision = head.Model.Encode(), strconv.FormatUint(head.Revision.Number, 10)
	secrets, err := f.secretsOf(c, id, connection)
	if err != nil {
		return refuse(Explain(err))
	}
	return f.fill(c, reach.Job{Target: f.target(connection, secrets), Fill: fill}, form, f.sampleAddress(id, head.Revision.Model))
}

// fillOf reads the form.
func fillOf(form webconnections.SampleForm) (*reach.Fill, string) {
	rows, err := strconv.Atoi(strings.TrimSpace(form.Rows))
	if err != nil || rows < 1 || rows > mostRows {
		return nil, fmt.Sprintf("The number of rows must be from 1 to %d. The command line loads more: widerow load.", mostRows)
	}
	seed, err := load.ParseSeed(form.Seed)
	if err != nil {
		return nil, sentence(err)
	}
	naming := sample.Naming{Own: form.Names == "own"}
	if form.Names == "named" {
		if naming.Keyspace = form.Keyspace; naming.Keyspace == "" {
			return nil, "Type the name of the keyspace."
		}
	}
	return &reach.Fill{Rows: rows, Seed: seed, Naming: naming}, ""
}

// fill runs the job, and keeps what it did for the page that follows.
func (f *Feature) fill(c echo.Context, job reach.Job, form webconnections.SampleForm, next string) error {
	key, runner, kept := f.sampleKey(c), f.Runner, f.samples
	parts := fmt.Sprintf("sample %s %+v %v", key, form, job.Fill.Again)
	return f.Long(c, parts, func(ctx context.Context) (string, error) {
		answer, err := runner.Do(ctx, job)
		switch {
		case err != nil && ctx.Err() != nil:
			kept.put(key, lastSample{form: form, problem: stoppedEarly})
		case err != nil:
			kept.put(key, lastSample{form: form, problem: Explain(err)})
		default:
			kept.put(key, sampleOf(form, answer.Filled))
		}
		return next + "#sample-done", nil
	})
}

// sampleOf describes what was loaded.
func sampleOf(form webconnections.SampleForm, filled *reach.Filled) lastSample {
	last := lastSample{form: form}
	if filled.Problem != "" {
		last.problem = sentence(fmt.Errorf("%s", filled.Problem))
	}
	if filled.Refused != nil {
		last.replaces = filled.Refused.Again
		return last
	}
	result := filled.Result
	done := &webconnections.SampleDone{Keyspaces: result.Keyspaces, Seed: strconv.FormatUint(result.Seed, 10), Rows: result.Rows(), Seconds: result.Took.Seconds(),
		Resumed: result.Resumed, Left: result.Left, Notes: result.Notes}
	for _, t := range result.Tables {
		done.Tables = append(done.Tables, webconnections.SampleTable{Keyspace: t.Keyspace, Name: t.Name, Rows: t.Rows,
			Seconds: t.Took.Seconds(), Before: t.Before, Guessed: t.Guessed})
	}
	if len(done.Tables)+len(done.Left) > 0 {
		last.done = done
	}
	return last
}
