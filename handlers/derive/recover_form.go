package derive

import (
	"context"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/handlers/canvas/submission"
	"widerow/handlers/feature"
	"widerow/handlers/upload"
	"widerow/model"
	"widerow/web"
)

// recoverConcepts answers the form of the page that recovers concepts from tables.
func (s routes) recoverConcepts(c echo.Context) error {
	values, err := c.FormParams()
	if err != nil {
		return feature.BadForm(err)
	}
	form := &RecoverForm{Values: values}
	if err := readStatements(c, form); err != nil {
		return err
	}
	return s.runTrial(c, trial{
		view: web.View{Tab: web.TabRecover}, answer: feature.Answer{Form: form}, fromElsewhere: true, refused: ifStale(&form.Stale),
		make: func(_ context.Context, head feature.Document, ids model.IDs) (*model.Model, string, error) {
			r, err := form.Recover(head.Model, ids)
			if err != nil {
				return nil, "", err
			}
			if RecoverView(form, head.Model, r).Mark != form.Values.Get("mark") {
				return nil, "", submission.ErrNotAsShown
			}
			return r.After, form.Words(head.Model, r.After), nil
		},
		saved: func(saved feature.Document) (web.View, *feature.Answer) {
			return web.View{Tab: web.TabQueries}, feature.Done(saved)
		},
	})
}

// readStatements reads the statements from the text, or else from the files.
func readStatements(c echo.Context, form *RecoverForm) error {
	files, problem, err := upload.Read(c.Request())
	if err != nil {
		return err
	}
	form.Text, form.Problem = strings.TrimSpace(upload.Join(files).Text), problem
	if form.Text != "" && problem == "" {
		form.Problem = upload.Unreadable(files)
	}
	if form.Problem != "" {
		form.Text = ""
	}
	return nil
}
