package handlers

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"widerow/diagram"
	"widerow/model"
	"widerow/model/example"
	"widerow/store"
	"widerow/web"
)

const maxModelName = 200 // characters

// home lists the models and the examples.
func (s *Server) home(c echo.Context) error {
	page, err := s.newModelsPage(c)
	if err != nil {
		return err
	}
	return s.show(c, http.StatusOK, web.Models(page))
}

func (s *Server) newModelsPage(c echo.Context) (web.ModelsPage, error) {
	page := web.ModelsPage{Page: s.page(c, "Models")}
	list, err := s.store.List(c.Request().Context(), c.QueryParam("after"), 48)
	if err != nil {
		return page, fmt.Errorf("list models: %w", err)
	}
	for _, summary := range list.Models {
		page.Models = append(page.Models, s.modelCard(summary))
	}
	if list.Next != "" {
		page.Next = s.url.Path("/?after=" + list.Next)
	}
	for _, example := range example.All() {
		page.Examples = append(page.Examples, web.ExampleCard{Slug: example.Slug, Title: example.Title, Text: example.Text,
			Picture: s.url.Path("/examples/" + example.Slug + "/card.svg")})
	}
	return page, nil
}

func (s *Server) modelCard(summary store.Summary) web.ModelCard {
	id := string(summary.Model)
	card := web.ModelCard{ID: id, Title: summary.Title, Href: s.url.Model(id), Damaged: summary.Damaged}
	if summary.Damaged {
		card.Title = id
		return card
	}
	card.Picture = s.url.Export(id, "card.svg", 0)
	card.Detail = fmt.Sprintf("r%d · %s, %s", summary.Revision, summary.Author.Name, ago(s.now(), summary.UpdatedAt))
	return card
}

// cardPicture serves the picture of a model's card.
func (s *Server) cardPicture(c echo.Context) error {
	document, err := s.head(c.Request().Context(), modelID(c))
	if err != nil {
		return err
	}
	return s.sendCard(c, document)
}

// examplePicture serves the picture of an example's card.
func (s *Server) examplePicture(c echo.Context) error {
	m, err := loadExample(c)
	if err != nil {
		return err
	}
	return s.sendCard(c, document{model: m, revision: store.Revision{DocumentHash: store.HashOf(m.Encode())}})
}

// sendCard sends the physical diagram of a document, or else the first one that
// is not empty.
func (s *Server) sendCard(c echo.Context, document document) error {
	kind := diagram.KindPhysical
	for _, candidate := range []diagram.Kind{diagram.KindPhysical, diagram.KindLogical, diagram.KindER, diagram.KindWorkflow} {
		if !diagram.Build(document.model, candidate, diagram.Display{}).Empty() {
			kind = candidate
			break
		}
	}
	return s.sendPicture(c, document, pictureRequest{kind: kind, format: diagram.FormatSVG})
}

func (s *Server) createModel(c echo.Context) error {
	name, problem := cleanModelName(c.FormValue("name"))
	if problem != "" {
		page, err := s.newModelsPage(c)
		if err != nil {
			return err
		}
		page.Name, page.Problem = c.FormValue("name"), problem
		return s.show(c, http.StatusUnprocessableEntity, web.Models(page))
	}
	revision, err := s.create(background(c), store.Save{
		Operation: operation(c), Author: s.visitor(c), Kind: store.KindCreate, Words: "created " + name,
	}, model.New(name))
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, string(s.url.Tab(web.View{Model: string(revision.Model), Tab: web.TabConcepts})))
}

// cleanModelName trims a name; problem tells the user what is wrong with it.
func cleanModelName(name string) (cleaned, problem string) {
	name = strings.TrimSpace(name)
	switch {
	case name == "":
		return "", "Give the model a name."
	case utf8.RuneCountInString(name) > maxModelName:
		return "", fmt.Sprintf("The name has %d characters; the most is %d.", utf8.RuneCountInString(name), maxModelName)
	case !printable(name):
		return "", "The name contains characters that cannot be shown. Use letters, digits, spaces and punctuation."
	}
	return name, ""
}

// loadExample loads the example of the address.
func loadExample(c echo.Context) (*model.Model, error) {
	m, err := example.Load(c.Param("slug"))
	if err != nil {
		return nil, &pageError{http.StatusNotFound, "There is no such example", "Pick one from the list of models.", err}
	}
	return m, nil
}

// openExample creates a copy of an example; it never overwrites a model.
func (s *Server) openExample(c echo.Context) error {
	document, err := loadExample(c)
	if err != nil {
		return err
	}
	revision, err := s.create(background(c), store.Save{
		Operation: operation(c), Author: s.visitor(c), Kind: store.KindCreate, Words: "opened the example " + document.Name,
	}, document)
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, string(s.url.Model(string(revision.Model))))
}

// copyModel copies a model. Elements keep their IDs, so that the two can be
// compared.
func (s *Server) copyModel(c echo.Context) error {
	document, err := s.head(c.Request().Context(), modelID(c))
	if err != nil {
		return err
	}
	duplicate := document.model.Clone()
	duplicate.Name = "Copy of " + duplicate.Name
	revision, err := s.create(background(c), store.Save{
		Operation: operation(c), Author: s.visitor(c), Kind: store.KindCreate, Words: "copied " + document.model.Name,
	}, duplicate)
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, string(s.url.Model(string(revision.Model))))
}

func (s *Server) deleteForm(c echo.Context) error {
	document, err := s.head(c.Request().Context(), modelID(c))
	if err != nil {
		return err
	}
	return s.show(c, http.StatusOK, web.Delete(web.DeletePage{
		Page: s.page(c, "Delete "+document.model.Name), ID: c.Param("model"), Name: document.model.Name, Revision: document.revision.Number,
	}))
}

// deleteModel hides a model. The form must come from a page of its newest
// revision.
func (s *Server) deleteModel(c echo.Context) error {
	base, err := strconv.ParseUint(c.FormValue("base"), 10, 64)
	if err != nil {
		return badForm(err)
	}
	_, err = s.store.Delete(background(c), store.Deletion{
		Model: modelID(c), Base: base, Operation: operation(c), Author: s.visitor(c), At: s.now(), Words: "deleted the model",
	})
	if err != nil {
		return fmt.Errorf("delete model %s: %w", modelID(c), err)
	}
	return c.Redirect(http.StatusSeeOther, string(s.url.Home()))
}

// ago formats how long ago something happened.
func ago(now, then time.Time) string {
	passed := now.Sub(then)
	switch {
	case passed < time.Minute:
		return "just now"
	case passed < 2*time.Minute:
		return "a minute ago"
	case passed < time.Hour:
		return fmt.Sprintf("%d minutes ago", int(passed.Minutes()))
	case passed < 2*time.Hour:
		return "an hour ago"
	case passed < 24*time.Hour:
		return fmt.Sprintf("%d hours ago", int(passed.Hours()))
	case passed < 48*time.Hour:
		return "yesterday"
	}
	return then.Format("2 January 2006")
}

func (s *Server) help(c echo.Context) error {
	return s.show(c, http.StatusOK, web.Help(web.HelpPage{Page: s.page(c, "Help")}))
}
