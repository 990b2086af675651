package home

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/cql"
	"widerow/cql/apply"
	scripts "widerow/handlers/cql"
	"widerow/handlers/feature"
	"widerow/handlers/limit"
	"widerow/handlers/upload"
	"widerow/model"
	"widerow/model/edit"
	"widerow/store"
	"widerow/web"
	webhome "widerow/web/home"
)

func (s *Feature) importForm(c echo.Context) error {
	form := importing{target: model.Cassandra50}
	if err := s.importInto(c, &form, c.QueryParam("into")); err != nil {
		return err
	}
	return s.showImport(c, http.StatusOK, &form, nil)
}

// importPreview shows what a script or a document would become. Nothing is saved.
func (s *Feature) importPreview(c echo.Context) error {
	return s.imports(c, func(form *importing, imported *imported, _ func()) error {
		return s.showImport(c, http.StatusOK, form, imported)
	})
}

// importCreate saves what the preview showed: a new model, or a revision of
// the model that the script is added to.
func (s *Feature) importCreate(c echo.Context) error {
	return s.imports(c, func(form *importing, imported *imported, done func()) error {
		if form.into != nil {
			return s.addImport(c, form, imported, done)
		}
		return s.createImport(c, form, imported)
	})
}

// imports waits for its turn of large work, reads the form, and passes on what it
// imports. done ends the turn early.
func (s *Feature) imports(c echo.Context, answer func(form *importing, imported *imported, done func()) error) error {
	if err := s.ChargeImport(c); err != nil {
		return s.importRefused(c, err)
	}
	done, err := s.Work(c, feature.ScriptWork(c.Request()))
	if err != nil {
		return s.importRefused(c, err)
	}
	defer done()
	form, err := s.parseImport(c)
	if err != nil {
		return err
	}
	imported := s.readImport(form)
	if form.problem != "" {
		return s.showImport(c, http.StatusUnprocessableEntity, form, nil)
	}
	return answer(form, imported, done)
}

// PreviewScript shows what a script that the server has read would become, as if it were uploaded: a
// new model, or a part of one.
func (s *Feature) PreviewScript(c echo.Context, file upload.File, name string, target model.Target, into string) error {
	form := &importing{Script: upload.Join([]upload.File{file}), name: name, target: target, mode: apply.Addition, ids: s.IDsOf(feature.Operation(c))}
	if err := s.importInto(c, form, into); err != nil {
		return err
	}
	if err := s.ChargeImport(c); err != nil {
		return err
	}
	done, err := s.WorkHere(c, feature.ScriptWeight*int64(len(file.Text)))
	if err != nil {
		return err
	}
	defer done()
	imported := s.readImport(form)
	if form.problem != "" {
		return s.showImport(c, http.StatusUnprocessableEntity, form, nil)
	}
	return s.showImport(c, http.StatusOK, form, imported)
}

// createImport saves a new model.
func (s *Feature) createImport(c echo.Context, form *importing, imported *imported) error {
	if err := s.ChargeModel(c); err != nil {
		return s.importRefused(c, err)
	}
	if imported.kind != documentKind { // a document keeps its own places
		imported.model, _ = s.AddPositions(feature.Background(c), model.New(""), imported.model, false)
	}
	revision, err := s.Create(feature.Background(c), store.Save{
		Operation: feature.Operation(c), Author: s.Visitor(c), Kind: store.KindImport, Words: "imported a " + imported.kind,
	}, imported.model)
	if err != nil {
		return s.notImported(c, form, imported, err)
	}
	return c.Redirect(http.StatusSeeOther, string(s.URL().Model(string(revision.Model))))
}

// addImport adds a script to a model. It fails if others have changed the
// same places since the preview.
//
// done ends the turn of large work: a save may wait for others on the model.
func (s *Feature) addImport(c echo.Context, form *importing, imported *imported, done func()) error {
	shown, err := s.At(c.Request().Context(), form.into.Revision.Model, form.revision)
	if err != nil {
		return err
	}
	added := s.apply(form, shown.Model)
	done()
	saved, err := s.Save(c, feature.Change{
		Model: form.into.Revision.Model, Kind: store.KindEdit,
		Make: func(head feature.Document, _ model.IDs) (*model.Model, string, error) {
			after, err := feature.Onto(head, shown, added.Model)
			if err != nil {
				return nil, "", err
			}
			words := apply.Words(apply.Compare(head.Model, after))
			return after, "imported CQL: " + cmp.Or(words, "new order"), nil
		},
	})
	if err != nil {
		return s.notImported(c, form, imported, feature.NotReverted(s, c, form.into.Revision.Model, store.Kind("import"), err))
	}
	return c.Redirect(http.StatusSeeOther, string(s.URL().Tab(web.View{Model: string(saved.Revision.Model), Tab: web.TabPhysical})))
}

// notImported shows the preview again with why nothing was saved.
func (s *Feature) notImported(c echo.Context, form *importing, imported *imported, cause error) error {
	failure := s.Explain(cause)
	if failure.Status >= 500 {
		s.Log().Error("not imported", "id", c.Get("request"), "error", cause)
	}
	form.problem = failure.Title + ". " + failure.Advice
	return s.showImport(c, failure.Status, form, imported)
}

func (s *Feature) parseImport(c echo.Context) (*importing, error) {
	files, problem, err := upload.Read(c.Request())
	if err != nil {
		return nil, err
	}
	form := &importing{Script: upload.Join(files), name: c.FormValue("name"), problem: problem,
		ids: s.IDsOf(feature.Operation(c)), mode: apply.Mode(cmp.Or(c.FormValue("take"), c.FormValue("taken")))}
	form.revision, _ = strconv.ParseUint(c.FormValue("revision"), 10, 64) // 0, the newest, if it is not a number
	if form.mode != "" && !slices.Contains(scripts.Modes, form.mode) {
		return nil, feature.BadForm(fmt.Errorf("take=%q", form.mode))
	}
	form.mode = cmp.Or(form.mode, apply.Addition)
	form.target = cmp.Or(model.Target(c.FormValue("target")), model.Cassandra50)
	if !slices.Contains(cql.Targets(), form.target) {
		return nil, feature.BadForm(fmt.Errorf("target=%q", form.target))
	}
	if strings.TrimSpace(form.name) == "" && len(files) == 1 {
		form.name = strings.TrimSuffix(files[0].Name, filepath.Ext(files[0].Name))
	}
	return form, s.importInto(c, form, c.FormValue("into"))
}

// importInto loads the model that a script is added to.
func (s *Feature) importInto(c echo.Context, form *importing, id string) error {
	if id == "" {
		return nil
	}
	head, err := s.Head(c.Request().Context(), store.ModelID(id))
	if err != nil {
		return err
	}
	form.into = &head
	return nil
}

// showImport renders the page. imported is nil if there is nothing to
// preview.
func (s *Feature) showImport(c echo.Context, status int, form *importing, imported *imported) error {
	title := "Import"
	page := webhome.ImportPage{Name: form.name, Target: string(form.target), Targets: targetChoices(), Problem: form.problem}
	if form.into != nil {
		page.Into, page.IntoName = string(form.into.Revision.Model), form.into.Model.Name
		title += " into " + page.IntoName
	}
	page.Page = s.Page(c, title)
	for _, one := range form.Files {
		page.Sources = append(page.Sources, webhome.ImportSource{Name: one.Name, Text: one.Text})
	}
	if imported != nil {
		page.Preview = s.importView(form, imported)
		if form.into == nil {
			page.Preview.Summary = importCounts(imported.model)
			s.drawImport(c.Request().Context(), &page, imported.model)
		}
	}
	return s.Show(c, status, webhome.Import(page))
}

// targetChoices are the databases that a model can have as target.
func targetChoices() []edit.Choice {
	field, _ := edit.FieldOf(model.ModelKind, "target")
	return field.Choices(nil, model.Element{})
}

// importView lists what an import creates and what it leaves out.
func (s *Feature) importView(form *importing, imported *imported) *webhome.ImportPreview {
	view := &webhome.ImportPreview{Kind: imported.kind, Summary: apply.Words(imported.changes)}
	if imported.kind != scriptKind {
		view.Understood = understood(imported.model)
		view.Empty = len(view.Understood) == 0
		view.Notes = imported.notes
		return view
	}
	link := func(model.ID) string { return "" }
	if form.into != nil {
		view.Revision, view.Modes = form.into.Revision.Number, scripts.ModesView(form.mode)
		link = func(id model.ID) string {
			return string(s.URL().Tab(web.View{Model: string(form.into.Revision.Model), Tab: web.TabQueries, Select: id}))
		}
	}
	view.Changes, view.Effects = scripts.ChangesView(imported.changes), scripts.EffectsView(imported.effects, link)
	view.Empty = len(imported.changes) == 0
	for _, finding := range imported.findings {
		line := scripts.ImportLine(finding)
		line.File, line.Line = form.Place(line.Line)
		if finding.Severity == cql.Error {
			view.Errors = append(view.Errors, line)
		} else {
			view.Aside = append(view.Aside, line)
		}
	}
	return view
}

// understood lists the names of the elements by kind.
func understood(m *model.Model) []webhome.ImportGroup {
	names := map[string][]string{}
	var order []string
	for element := range m.Elements() {
		title := groupTitle(element)
		if title == "" {
			continue
		}
		if names[title] == nil {
			order = append(order, title)
		}
		names[title] = append(names[title], m.TitleOf(element))
	}
	var groups []webhome.ImportGroup
	for _, title := range order {
		groups = append(groups, webhome.ImportGroup{Title: title, Names: names[title]})
	}
	return groups
}

func groupTitle(element model.Element) string {
	switch value := element.Value.(type) {
	case *model.Relation:
		if value.Kind == model.MaterializedView {
			return "materialized views"
		}
		return "tables"
	case *model.LogicalTable:
		return "logical tables"
	case *model.Index, *model.Keyspace, *model.UserType, *model.Entity, *model.Relationship, *model.Query, *model.Quantity:
		return strings.ToLower(web.KindTitles[element.Kind].Many)
	}
	return ""
}

// importRefused shows the import form again with what was typed, if an import
// must wait.
func (s *Feature) importRefused(c echo.Context, refusal error) error {
	answer := s.Explain(refusal)
	if !errors.Is(refusal, limit.ErrBusy) && answer.Status != http.StatusTooManyRequests {
		return refusal
	}
	done, err := s.Work(c, 0) // as small work: few of these forms at a time
	if err != nil {
		return err
	}
	defer done()
	form, err := s.parseImport(c)
	if err != nil {
		return err
	}
	form.problem = answer.Title + ". " + answer.Advice
	return s.showImport(c, answer.Status, form, nil)
}
