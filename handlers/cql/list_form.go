package cql

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"widerow/cql/check"
	"widerow/handlers/canvas/submission"
	"widerow/handlers/feature"
	"widerow/handlers/upload"
	"widerow/model"
	"widerow/model/advice"
	"widerow/model/edit"
	"widerow/store"
	"widerow/web"
)

// changeList answers the forms of lists: it keeps a text of statements, changes it or deletes it.
func (s *site) changeList(c echo.Context) error {
	files, problem, err := upload.Read(c.Request())
	if err != nil {
		return feature.BadForm(err)
	}
	values, err := c.FormParams()
	if err != nil {
		return feature.BadForm(err)
	}
	form := &ListForm{Values: values, Text: submission.NormalLines(upload.Join(files).Text), Problem: problem, Field: "text"}
	view := web.View{Model: c.Param("model"), Tab: web.TabStatementLists, List: model.ID(values.Get("list"))}
	var command func(feature.Document) (edit.Command, error)
	switch values.Get("do") {
	case "keep":
		if form.Problem == "" {
			form.Problem = unreadable(files)
		}
		author, now := s.Visitor(c).Name, s.Now()
		command = func(head feature.Document) (edit.Command, error) { return form.keep(head.Model, author, now) }
	case "delete":
		form.Problem = ""
		command = func(feature.Document) (edit.Command, error) { return edit.DeleteStatements{List: view.List}, nil }
	default:
		return feature.NewError(http.StatusBadRequest, "There is no such button", "The form sends keep or delete.", nil)
	}
	if form.Problem != "" {
		return s.refuseList(c, http.StatusUnprocessableEntity, view, form)
	}
	saved, err := s.Save(c, feature.Change{Kind: store.KindEdit, Make: func(head feature.Document, ids model.IDs) (*model.Model, string, error) {
		command, err := command(head)
		if err != nil {
			return nil, "", err
		}
		after, err := edit.Apply(head.Model, ids, command)
		if err != nil {
			return nil, "", err
		}
		view.List = newList(head.Model, after, view.List)
		return after, edit.Words(head.Model, after, command), nil
	}})
	var invalid *edit.InvalidError
	switch {
	case err == nil:
		return s.Edited(c, view, saved, feature.Done(saved))
	case errors.Is(err, submission.ErrNotAsShown):
		form.Problem = "Nothing was saved: somebody has changed this list meanwhile. Save again to replace it by what is typed here."
		return s.refuseList(c, http.StatusConflict, view, form)
	case errors.As(err, &invalid):
		form.Problem, form.Field = feature.Capital(invalid.Problems[0].Message)+".", invalid.Problems[0].Field
		return s.refuseList(c, http.StatusUnprocessableEntity, view, form)
	}
	return s.Failed(c, view, feature.Answer{Form: form}, err)
}

// unreadable names the file that is not text, "" for none. An empty text is the command's to refuse.
func unreadable(files []upload.File) string {
	for _, file := range files {
		if file.Text == "" {
			continue
		}
		if problem := upload.Unreadable([]upload.File{file, {Text: "-"}}); problem != "" {
			return problem
		}
	}
	return ""
}

// keep returns the command that keeps what the form has, if the list is still as the form showed it.
func (f *ListForm) keep(m *model.Model, author string, now time.Time) (edit.Command, error) {
	id := model.ID(f.Values.Get("list"))
	if was := m.StatementLists[id]; was != nil && digestOf(was) != f.Values.Get("base") {
		return nil, submission.ErrNotAsShown
	}
	keyspace := f.Values.Get("keyspace")
	if keyspace == "" {
		keyspace = submission.FirstKeyspace(m)
	}
	name := f.Values.Get("name")
	if !f.Values.Has("name") { // from the pane of statements
		name = newListName(m)
	}
	return edit.KeepStatements{List: id, StatementList: model.StatementList{
		Name: name, Keyspace: keyspace, Text: f.Text, By: author, At: now.UTC().Format(time.DateOnly),
	}}, nil
}

// newList returns the list that a model has and the one before has not, or else the given one.
func newList(before, after *model.Model, id model.ID) model.ID {
	for list := range after.StatementLists {
		if before.StatementLists[list] == nil {
			return list
		}
	}
	if after.StatementLists[id] == nil {
		return ""
	}
	return id
}

func (s *site) refuseList(c echo.Context, status int, view web.View, form *ListForm) error {
	head, err := s.Head(c.Request().Context(), feature.ModelID(c))
	if err != nil {
		return err
	}
	return s.ShowModel(c, status, head, view, &feature.Answer{Form: form})
}

// exportList sends the statements of a list with their verdicts as a file, as the page filters and
// sorts them.
func (s *site) exportList(extension string) echo.HandlerFunc {
	return func(c echo.Context) error {
		document, done, err := s.RequestedInTurn(c, "")
		if err != nil {
			return err
		}
		defer done()
		m := document.Model
		list := m.StatementLists[model.ID(c.QueryParam("list"))]
		if list == nil {
			return feature.NewError(http.StatusNotFound, "There is no such list", "It may have been deleted: the History of the model can bring it back.", nil)
		}
		statements := Chosen(check.ListStatements(m, advice.Known{}, list.Text, list.Keyspace).Statements, c.QueryParam("verdict"), c.QueryParam("sort"))
		name := m.Name + " " + list.Name
		if extension == "csv" {
			text, err := check.StatementsCSV(statements)
			if err != nil {
				return err
			}
			return feature.Download(c, name, extension, "text/csv; charset=utf-8", text)
		}
		text, err := json.MarshalIndent(struct {
			Target     model.Target   `json:"target"`
			Name       string         `json:"name"`
			Statements []check.Listed `json:"statement_list"`
		}{m.Target, list.Name, statements}, "", "  ")
		if err != nil {
			return fmt.Errorf("write the list of statements: %w", err)
		}
		return feature.Download(c, name, extension, "application/json; charset=utf-8", append(text, '\n'))
	}
}
