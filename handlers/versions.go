package handlers

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	"widerow/model/versions"
	"widerow/store"
)

// RevisionNames loads the names of a model's revisions. A page is shown without them if
// they cannot be read.
func (s *revisions) RevisionNames(ctx context.Context, id store.ModelID) *versions.Versions {
	named, err := s.names.Load(ctx, id)
	if err != nil {
		s.log.Error("names of revisions are not shown", "model", id, "error", err)
		return &versions.Versions{}
	}
	return named.Content
}

// NumberOf reads a revision of a model in an address: its number, as 12 or r12, "head"
// or another word for the newest, its name, or nothing, which is 0. example is a right
// address.
func (s *revisions) NumberOf(ctx context.Context, id store.ModelID, text, example string) (uint64, error) {
	folded := strings.ToLower(text)
	switch folded {
	case "", "head", "newest", "latest":
		return 0, nil
	}
	if number, err := strconv.ParseUint(strings.TrimPrefix(folded, "r"), 10, 64); err == nil && number > 0 {
		return number, nil
	}
	named, err := s.names.Load(ctx, id)
	if err != nil {
		return 0, err
	}
	if version := named.Content.Find(text); version != nil {
		return uint64(version.Revision), nil
	}
	return 0, feature.NewError(http.StatusBadRequest,
		fmt.Sprintf("The revision in the address, %q, is not a number, and no version of the model has this name",
			text), "Write it like "+example+". "+namesAdvice(named.Content), nil)
}

// namesAdvice lists the names that an address can have instead, the newest first.
func namesAdvice(named *versions.Versions) string {
	const most = 5
	all := named.Listed()
	if len(all) == 0 {
		return "The History has the numbers; no revision of the model has a name."
	}
	var texts []string
	for _, version := range all[:min(len(all), most)] {
		texts = append(texts, fmt.Sprintf("%s (r%d)", version.Name, version.Revision))
	}
	if len(all) > most {
		texts = append(texts, fmt.Sprintf("%d more", len(all)-most))
	}
	return "The names are " + strings.Join(texts, ", ") + ". The History has all numbers and names."
}

// ExistingRevision reads the number of a revision that the model has.
func (s *revisions) ExistingRevision(ctx context.Context, id store.ModelID, text string) (uint64, error) {
	number, err := strconv.ParseUint(text, 10, 31)
	if err != nil || number == 0 {
		return 0, feature.BadForm(fmt.Errorf("revision %q", text))
	}
	newest, err := s.Newest(ctx, id)
	if err == nil && newest.Kind == store.KindDelete {
		err = fmt.Errorf("model %s: %w", id, store.ErrDeleted)
	}
	if err == nil && number > newest.Number {
		err = fmt.Errorf("revision %d of model %s: %w", number, id, store.ErrNotFound)
	}
	return number, err
}

// NameRevision saves a name in turn with other saves of names. The error is a
// *model.Rejected, or one of the store's.
func (s *revisions) NameRevision(c echo.Context, version versions.Version) error {
	owner := feature.ModelID(c)
	change := s.Identified(c, feature.Change{Kind: store.KindEdit, Model: owner.Companion(store.Versions)})
	id := s.IDsOf(change.Operation).New()
	version.By = change.Author.Name
	return s.InTurn(c, change, func(ctx context.Context) error {
		before, err := s.names.Load(ctx, owner)
		if err != nil {
			return err
		}
		if _, found, err := s.AlreadyDone(ctx, change); found || err != nil || before.Content.Of(uint64(version.Revision)) == version.Name {
			return err
		}
		after, err := before.Content.Name(id, version)
		if err != nil {
			return err
		}
		return s.names.Append(ctx, change, before, after.Encode(), nameWords(version))
	})
}

func nameWords(version versions.Version) string {
	if version.Name == "" {
		return fmt.Sprintf("removed the name of r%d", version.Revision)
	}
	return fmt.Sprintf("named r%d %s", version.Revision, version.Name)
}

// revisionKey is the key of the address's revision in the context of a request.
const revisionKey = "revision of the address"

// RevisionOf returns the revision in the query by its number or name: ?rev=12,
// ?rev=v1, or ?revision=12, or 0 for the newest.
func (s *revisions) RevisionOf(c echo.Context) (uint64, error) {
	if number, known := c.Get(revisionKey).(uint64); known {
		return number, nil
	}
	text := cmp.Or(c.QueryParam("rev"), c.QueryParam("revision"))
	number, err := s.NumberOf(c.Request().Context(), feature.ModelID(c), text, "?rev=12, or leave it out for the newest")
	if err == nil {
		c.Set(revisionKey, number)
	}
	return number, err
}

// Requested returns the model of the address, at the revision of the query.
func (s *revisions) Requested(c echo.Context) (feature.Document, error) {
	number, err := s.RevisionOf(c)
	if err != nil {
		return feature.Document{}, err
	}
	return s.At(c.Request().Context(), feature.ModelID(c), number)
}

// RevisionNamed returns the revision that the address or the form asks for, or 0.
func (s *revisions) RevisionNamed(c echo.Context) uint64 {
	if number, err := s.RevisionOf(c); err == nil && number != 0 {
		return number
	}
	number, _ := strconv.ParseUint(c.FormValue("revision"), 10, 64)
	return number
}
