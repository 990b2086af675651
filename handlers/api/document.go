package api

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	wide "widerow/model"
	"widerow/model/diff"
	"widerow/store"
)

// tagOf is the strong tag of a revision: its hash.
func tagOf(revision store.Revision) string { return `"` + revision.Hash.String() + `"` }

func setTag(c echo.Context, revision store.Revision) {
	c.Response().Header().Set("ETag", tagOf(revision))
}

// tags are those in a header. A proxy that compresses an answer makes its tag weak.
func tags(header string) (found []string) {
	for tag := range strings.SplitSeq(header, ",") {
		found = append(found, strings.TrimPrefix(strings.TrimSpace(tag), "W/"))
	}
	return found
}

// matches reports whether a header has the tag of a revision, or that of any.
func matches(header string, revision store.Revision) bool {
	for _, tag := range tags(header) {
		if tag == "*" || tag == tagOf(revision) {
			return true
		}
	}
	return false
}

// document answers with a document as it is stored.
func (a *api) document(c echo.Context) error {
	number, err := a.RevisionOf(c)
	if err != nil {
		return err
	}
	return a.sendDocument(c, number)
}

// sendDocument sends the document of a revision, 0 for the newest.
func (a *api) sendDocument(c echo.Context, number uint64) error {
	ctx, id := c.Request().Context(), feature.ModelID(c)
	read := func() ([]byte, store.Revision, error) { return a.Store().At(ctx, id, number) }
	if number == 0 {
		read = func() ([]byte, store.Revision, error) { return a.Store().Head(ctx, id) }
	}
	text, revision, err := read()
	if err != nil {
		return fmt.Errorf("open revision %d of model %s: %w", number, id, err)
	}
	setTag(c, revision)
	if asked := c.Request().Header.Get("If-None-Match"); asked != "" && matches(asked, revision) {
		return c.NoContent(http.StatusNotModified)
	}
	return c.Blob(http.StatusOK, "application/json; charset=utf-8", text)
}

// identify gives a request its operation. One that is sent again with the same
// Idempotency-Key takes effect once.
func identify(c echo.Context) {
	key, request := c.Request().Header.Get("Idempotency-Key"), c.Request()
	if key == "" {
		feature.SetOperation(c, feature.NewOperation())
		return
	}
	sum := sha256.Sum256(
		[]byte(
			strings.Join([]string{request.Header.Get("Authorization"), request.Header.Get("Cookie"), request.Method,
				request.URL.Path, key}, "\n")))
	feature.SetOperation(c, "api-"+hex.EncodeToString(sum[:16]))
}

// decoded reads a document that a request has in a field, "" for the whole body.
func decoded(text []byte, field string) (*wide.Model, error) {
	document, err := wide.Decode(text)
	if err == nil {
		return document, nil
	}
	problem := Problem{What: err.Error(), Where: field, Do: "Mend it there."}
	var wrong *wide.DecodeError
	if errors.As(err, &wrong) {
		problem.What, problem.Where = wrong.Message, strings.Trim(field+"."+wrong.Path, ".")
		if wrong.Line > 0 {
			problem.Where = strings.TrimPrefix(fmt.Sprintf("%s, line %d", problem.Where, wrong.Line), ", ")
		}
	}
	return nil, refuse(http.StatusUnprocessableEntity, "This is not a Widerow document", "It is not read: "+err.Error()+".", problem)
}

// inconsistent is the error of a document with references to nothing or circles.
func inconsistent(found []wide.Problem) error {
	problems := make([]Problem, len(found))
	for i, problem := range found {
		problems[i] = Problem{problem.Message, problem.Path, "Mend the document, then send it again."}
	}
	return refuse(http.StatusUnprocessableEntity, "The document is inconsistent", fmt.Sprintf("It has %d problems; nothing was saved.", len(found)), problems...)
}

// saved is the answer to a document that was saved.
type saved struct {
	modelJSON
	Merged bool `json:"merged"` // others had changed the model since the revision of If-Match
}

// saveDocument makes a document the newest. What others have changed since the revision
// of If-Match is merged with it.
func (a *api) saveDocument(c echo.Context) error {
	wanted := c.Request().Header.Get("If-Match")
	if wanted == "" {
		return refuse(http.StatusPreconditionRequired, "If-Match is missing",
			"Send the ETag of the document that you have changed in If-Match, or * to replace whatever there is.",
			Problem{"The request does not say which revision it has changed", "header If-Match", "Send the ETag of the document that you have changed."})
	}
	text, err := body(c, wide.MaxSize)
	if err != nil {
		return err
	}
	document, err := decoded(text, "")
	if err != nil {
		return err
	}
	if document.Name, err = nameOf(document.Name); err != nil {
		return err
	}
	base, err := a.baseOf(feature.Background(c), feature.ModelID(c), wanted)
	if err != nil {
		return err
	}
	merged := false
	after, err := a.Save(c, feature.Change{Kind: store.KindEdit, Make: func(head feature.Document, _ wide.IDs) (*wide.Model, string, error) {
		from := base
		if from.Model == nil {
			from = head
		}
		merged = head.Revision.Number != from.Revision.Number
		after, words, err := onto(head, from, document)
		return after, words, err
	}})
	if err != nil {
		return a.conflictingAs(c, http.StatusPreconditionFailed, err)
	}
	shown, err := a.modelOf(c, after.Revision)
	if err != nil {
		return err
	}
	setTag(c, after.Revision)
	return answer(c, http.StatusOK, saved{shown, merged})
}

// onto merges the changes from base to a document into the newest revision.
func onto(head, base feature.Document, document *wide.Model) (*wide.Model, string, error) {
	if problems := brokenBeside(document, base.Model); len(problems) > 0 {
		return nil, "", inconsistent(problems)
	}
	after, err := feature.Onto(head, base, document)
	return after, "saved a document", err
}

// baseOf finds the revision with a tag. It is empty for any revision.
func (a *api) baseOf(ctx context.Context, id store.ModelID, header string) (feature.Document, error) {
	for _, tag := range tags(header) {
		if tag == "*" {
			return feature.Document{}, nil
		}
	}
	newest, err := a.Newest(ctx, id)
	if err != nil {
		return feature.Document{}, err
	}
	for before := newest.Number + 1; before > 1; {
		page, err := a.Store().History(ctx, id, before, store.MaxPage)
		if err != nil || len(page) == 0 {
			return feature.Document{}, err
		}
		for _, revision := range page {
			if before = revision.Number; matches(header, revision) {
				return a.At(ctx, id, revision.Number)
			}
		}
	}
	return feature.Document{}, changedSince(newest)
}

// changedSince is the error of a request that was made for another revision.
func changedSince(newest store.Revision) error {
	return refuse(http.StatusPreconditionFailed, "The model has no such revision, or has changed since",
		fmt.Sprintf("The newest is r%d with the ETag %s. Read the model again.", newest.Number, tagOf(newest)),
		Problem{"No revision has the tag", "header If-Match", "Read the document again, and send its ETag."})
}

// conflictingAs explains why a document was not merged.
func (a *api) conflictingAs(c echo.Context, status int, err error) error {
	var unmergeable *feature.Unmergeable
	if !errors.As(err, &unmergeable) {
		return err
	}
	refused := &refusal{page: feature.NewError(status, "Your change conflicts with changes of others",
		"Nothing was saved. Read the document again, make your change on it, and send it with its ETag.", err)}
	head, headErr := a.Head(c.Request().Context(), feature.ModelID(c))
	for _, conflict := range unmergeable.Conflicts {
		one := Conflict{Path: strings.Join(conflict.Path, "."), Base: orNull(conflict.Base), Theirs: orNull(conflict.Theirs), Mine: orNull(conflict.Mine)}
		if headErr == nil {
			one.Element = head.Model.Title(diff.ElementAt(conflict.Path))
		}
		refused.conflicts = append(refused.conflicts, one)
		refused.problems = append(refused.problems, Problem{"Others have changed this value since", one.Path,
			"Take their value, or make your change on the newest revision."})
	}
	if len(unmergeable.Conflicts) == 0 {
		refused.problems = []Problem{{"Your change conflicts with changes of others: an element refers to one that was removed", "", "Read the document again."}}
	}
	return refused
}

func orNull(value json.RawMessage) json.RawMessage {
	if value == nil {
		return json.RawMessage("null")
	}
	return value
}
