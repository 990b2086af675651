package api

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"widerow/cql/diffreport"
	"widerow/handlers/feature"
	wide "widerow/model"
	"widerow/model/people"
	"widerow/model/sharing"
	"widerow/store"
)

// revisionJSON is a revision in an answer.
type revisionJSON struct {
	Number  uint64     `json:"number"`
	Hash    string     `json:"hash"` // the ETag of its document, without the quotes
	Kind    store.Kind `json:"kind"`
	Words   string     `json:"words"`
	Author  personJSON `json:"author"`
	At      time.Time  `json:"at"`
	Name    string     `json:"name,omitempty"` // of the version
	Reverts uint64     `json:"reverts,omitempty"`
}

// personJSON is somebody as known when they acted.
type personJSON struct {
	ID   string `json:"id,omitempty"`
	Name string `json:"name"`
}

func personOf(id, name string) personJSON { return personJSON{people.ShownID(id), name} }

type revisionList struct {
	Revisions []revisionJSON `json:"revisions"`
	Next      *string        `json:"next"`
}

func (a *api) revisionOf(c echo.Context, r store.Revision) revisionJSON {
	return revisionJSON{
		Number: r.Number, Hash: r.Hash.String(), Kind: r.Kind, Words: r.Words, Author: personOf(r.Author.ID, r.Author.Name), At: r.At,
		Name: a.RevisionNames(c.Request().Context(), r.Model).Of(r.Number), Reverts: r.Reverts,
	}
}

// revisions lists the history of a model, the newest revision first.
func (a *api) revisions(c echo.Context) error {
	limit, err := limitOf(c)
	if err != nil {
		return err
	}
	before := uint64(0)
	if cursor := c.QueryParam("cursor"); cursor != "" {
		if before, err = strconv.ParseUint(cursor, 10, 63); err != nil || before < 2 {
			return wrongCursor()
		}
	}
	page, err := a.Store().History(c.Request().Context(), feature.ModelID(c), before, limit)
	if err != nil {
		return fmt.Errorf("history of model %s: %w", feature.ModelID(c), err)
	}
	list := revisionList{Revisions: []revisionJSON{}}
	for _, revision := range page {
		list.Revisions = append(list.Revisions, a.revisionOf(c, revision))
	}
	if last := page[len(page)-1].Number; last > 1 && len(page) == limit {
		next := strconv.FormatUint(last, 10)
		list.Next = &next
	}
	return answer(c, http.StatusOK, list)
}

// numbered reads the revision in the path, by its number or its name.
func (a *api) numbered(c echo.Context) (uint64, error) {
	return a.NumberOf(c.Request().Context(), feature.ModelID(c), c.Param("revision"), "…/revisions/12")
}

// found reads a revision of the path without its document.
func (a *api) found(c echo.Context) (store.Revision, error) {
	number, err := a.numbered(c)
	if err != nil {
		return store.Revision{}, err
	}
	ctx, id := c.Request().Context(), feature.ModelID(c)
	if number == 0 {
		return a.newest(c)
	}
	page, err := a.Store().History(ctx, id, number+1, 1)
	if err == nil && (len(page) == 0 || page[0].Number != number) {
		err = store.ErrNotFound
	}
	if err != nil {
		return store.Revision{}, fmt.Errorf("revision %d of model %s: %w", number, id, err)
	}
	return page[0], nil
}

func (a *api) revision(c echo.Context) error {
	found, err := a.found(c)
	if err != nil {
		return err
	}
	return answer(c, http.StatusOK, a.revisionOf(c, found))
}

func (a *api) revisionDocument(c echo.Context) error {
	number, err := a.numbered(c)
	if err != nil {
		return err
	}
	return a.sendDocument(c, number)
}

// restore makes an old revision the newest, as a new one.
func (a *api) restore(c echo.Context) error {
	number, err := a.numbered(c)
	if err != nil {
		return err
	}
	old, err := a.At(feature.Background(c), feature.ModelID(c), number)
	if err != nil {
		return err
	}
	saved,
		err := a.Save(c, feature.Change{Kind: store.KindRestore, Reverts: old.Revision.Number,
		Make: func(feature.Document, wide.IDs) (*wide.Model, string, error) {
			return old.Model, fmt.Sprintf("restored r%d of %s", old.Revision.Number, old.Revision.At.Format("2006-01-02 15:04")), nil
		}})
	if err != nil {
		return err
	}
	setTag(c, saved.Revision)
	return a.answerModel(c, saved.Revision)
}

// compare compares two revisions of a model, or a revision with one of another model, like
// `widerow diff --format json`.
func (a *api) compare(c echo.Context) error {
	ctx, id, other := c.Request().Context(), feature.ModelID(c), feature.ModelID(c)
	if text := c.QueryParam("with"); text != "" {
		other = feature.ModelNamed(text)
		if role, err := a.Role(ctx, a.Person(c), other); err != nil || role == sharing.None {
			return fmt.Errorf("model %s: %w", other, store.ErrNotFound)
		}
	}
	to, err := a.NumberOf(ctx, other, c.QueryParam("to"), "?to=12, or leave it out for the newest")
	if err != nil {
		return err
	}
	from, err := a.NumberOf(ctx, id, c.QueryParam("from"), "?from=12")
	if err != nil {
		return err
	}
	size, err := a.DocumentSize(ctx, id)
	if err != nil {
		return err
	}
	done, err := a.Work(c, 2*feature.ModelWeight*size)
	if err != nil {
		return err
	}
	defer done()
	is, err := a.At(ctx, other, to)
	if err != nil {
		return err
	}
	if other == id && c.QueryParam("from") == "" { // the revision before
		from = max(1, is.Revision.Number-1)
	}
	was, err := a.At(ctx, id, from)
	if err != nil {
		return err
	}
	return answer(c, http.StatusOK, diffreport.Of(was.Model, is.Model, true))
}
