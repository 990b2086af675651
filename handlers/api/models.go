package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	wide "widerow/model"
	"widerow/model/sharing"
	"widerow/store"
)

// modelJSON is a model in an answer. Other programs rely on it: fields may be added, but
// never renamed.
type modelJSON struct {
	ID        string       `json:"id"`
	Name      string       `json:"name"`
	Role      sharing.Role `json:"role"`     // of whoever asks
	Revision  uint64       `json:"revision"` // the newest
	ChangedBy string       `json:"changed_by"`
	ChangedAt *time.Time   `json:"changed_at"`        // null if the model is damaged
	Damaged   bool         `json:"damaged,omitempty"` // its newest revision cannot be read
}

type modelList struct {
	Models []modelJSON `json:"models"`
	Next   *string     `json:"next"` // the cursor of the next page; null at the end
}

// models lists the models that the person may see, those changed last first.
func (a *api) models(c echo.Context) error {
	limit, err := limitOf(c)
	if err != nil {
		return err
	}
	ctx, list := c.Request().Context(), modelList{Models: []modelJSON{}}
	for cursor := c.QueryParam("cursor"); ; {
		page, err := a.Store().List(ctx, cursor, limit-len(list.Models))
		if errors.Is(err, store.ErrInvalid) {
			return wrongCursor()
		}
		if err != nil {
			return fmt.Errorf("list models: %w", err)
		}
		for _, summary := range page.Models {
			role, err := a.Role(ctx, a.Person(c), summary.Model)
			if err != nil && !summary.Damaged {
				return err
			}
			if role != sharing.None {
				list.Models = append(list.Models, listed(summary, role))
			}
		}
		if cursor = page.Next; cursor == "" {
			break
		}
		if len(list.Models) == limit {
			list.Next = &cursor
			break
		}
	}
	return answer(c, http.StatusOK, list)
}

func wrongCursor() error {
	return refuse(http.StatusBadRequest, "The cursor is not one of this list",
		"Send the value of \"next\" of the page before, or leave it out for the first page.",
		Problem{"The cursor does not belong to this list", "query parameter cursor", "Send the value of \"next\" of the page before."})
}

func listed(summary store.Summary, role sharing.Role) modelJSON {
	m := modelJSON{ID: string(summary.Model), Name: summary.Title, Role: role, Revision: summary.Revision,
		ChangedBy: summary.Author.Name, Damaged: summary.Damaged}
	if !summary.Damaged {
		m.ChangedAt = &summary.UpdatedAt
	}
	return m
}

// limitOf reads the number of entries on a page of a list.
func limitOf(c echo.Context) (int, error) {
	text := c.QueryParam("limit")
	if text == "" {
		return store.DefaultPage, nil
	}
	limit, err := strconv.Atoi(text)
	if err != nil || limit < 1 || limit > store.MaxPage {
		return 0, refuse(http.StatusBadRequest, "The limit is out of range", fmt.Sprintf("Ask for 1 to %d entries.", store.MaxPage),
			Problem{fmt.Sprintf("%q is no limit", text), "query parameter limit", fmt.Sprintf("Ask for 1 to %d entries.", store.MaxPage)})
	}
	return limit, nil
}

// newModel is the body of a request for a new model.
type newModel struct {
	Name     string          `json:"name"`
	Document json.RawMessage `json:"document"`
}

// createModel makes an empty model, or one of a document.
func (a *api) createModel(c echo.Context) error {
	if token := a.Person(c).Token; token != nil && len(token.Models) > 0 {
		return refuse(http.StatusForbidden, "The token is for some models only", "Use a token that is not bound to models.")
	}
	var asked newModel
	if err := read(c, MaxBody, &asked); err != nil {
		return err
	}
	document, words, err := asked.model()
	if err != nil {
		return err
	}
	if err := a.ChargeModel(c); err != nil {
		return err
	}
	revision, err := a.Create(feature.Background(c), store.Save{
		Operation: feature.Operation(c), Author: a.Visitor(c), Kind: store.KindCreate, Words: words,
	}, document)
	if err != nil {
		return err
	}
	made, err := a.modelOf(c, revision)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderLocation, a.address("/models/"+made.ID))
	setTag(c, revision)
	return answer(c, http.StatusCreated, made)
}

func (n *newModel) model() (document *wide.Model, words string, err error) {
	if len(n.Document) == 0 || string(n.Document) == "null" {
		name, err := nameOf(n.Name)
		return wide.New(name), "created " + name, err
	}
	if document, err = decoded(n.Document, "document"); err != nil {
		return nil, "", err
	}
	if problems := brokenBeside(document, nil); len(problems) > 0 {
		return nil, "", inconsistent(problems)
	}
	if n.Name != "" {
		document = document.Clone()
		document.Name = n.Name
	}
	if document.Name, err = nameOf(document.Name); err != nil {
		return nil, "", err
	}
	return document, "imported a Widerow document", nil
}

// nameOf cleans the name of a model.
func nameOf(name string) (string, error) {
	cleaned, problem := feature.CleanModelName(name)
	if problem == "" {
		return cleaned, nil
	}
	return "", refuse(http.StatusUnprocessableEntity, "The model cannot have this name", problem, Problem{problem, "name", "Send another name."})
}

// address is the path of the app for a path of the API.
func (a *api) address(path string) string { return string(a.URL().Path(Prefix + path)) }

// modelOf is a model at its newest revision, for an answer.
func (a *api) modelOf(c echo.Context, newest store.Revision) (modelJSON, error) {
	role, err := a.Role(c.Request().Context(), a.Person(c), newest.Model)
	return modelJSON{ID: string(newest.Model), Name: newest.Title, Role: role, Revision: newest.Number, ChangedBy: newest.Author.Name, ChangedAt: &newest.At}, err
}

// newest returns the newest revision of the model of the address, if it is not deleted.
func (a *api) newest(c echo.Context) (store.Revision, error) {
	newest, err := a.Newest(c.Request().Context(), feature.ModelID(c))
	if err == nil && newest.Kind == store.KindDelete {
		err = fmt.Errorf("model %s: %w", newest.Model, store.ErrDeleted)
	}
	return newest, err
}

func (a *api) model(c echo.Context) error {
	newest, err := a.newest(c)
	if err != nil {
		return err
	}
	return a.answerModel(c, newest)
}

func (a *api) answerModel(c echo.Context, newest store.Revision) error {
	shown, err := a.modelOf(c, newest)
	if err != nil {
		return err
	}
	return answer(c, http.StatusOK, shown)
}

// changeModel gives a model another name.
func (a *api) changeModel(c echo.Context) error {
	var asked struct {
		Name *string `json:"name"`
	}
	if err := read(c, maxWords, &asked); err != nil {
		return err
	}
	if asked.Name == nil {
		return notJSON("There is nothing to change", "", "Send the field name.")
	}
	name, err := nameOf(*asked.Name)
	if err != nil {
		return err
	}
	saved, err := a.Save(c, feature.Change{Kind: store.KindEdit, Make: func(head feature.Document, _ wide.IDs) (*wide.Model, string, error) {
		after := head.Model.Clone()
		after.Name = name
		return after, "renamed " + head.Model.Name + " to " + name, nil
	}})
	if err != nil {
		return err
	}
	return a.answerModel(c, saved.Revision)
}

// deleteModel hides a model, as its page does: it can be restored for a while.
func (a *api) deleteModel(c echo.Context) error {
	newest, err := a.newest(c)
	if err != nil {
		return err
	}
	if wanted := c.Request().Header.Get("If-Match"); wanted != "" && !matches(wanted, newest) {
		return changedSince(newest)
	}
	change := a.Identified(c, feature.Change{Kind: store.KindDelete})
	done, err := a.TakeTurn(c, change)
	if err != nil {
		return err
	}
	defer done()
	_, err = a.Store().Delete(feature.Background(c), store.Deletion{
		Model: change.Model, Base: newest.Number, Operation: change.Operation, Author: change.Author, At: a.Now(), Words: "deleted the model",
	})
	a.Saved(change.Kind, err)
	if err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// brokenBeside are the problems of a document that the one before has not.
func brokenBeside(document, before *wide.Model) []wide.Problem {
	found := feature.Broken(document)
	if before == nil {
		return found
	}
	known := feature.Broken(before)
	return slices.DeleteFunc(found, func(p wide.Problem) bool { return slices.Contains(known, p) })
}
