package handlers

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"widerow/cql"
	"widerow/model"
	"widerow/store"
	"widerow/web"
)

func (s *Server) importForm(c echo.Context) error {
	return s.show(c, http.StatusOK, web.Import(web.ImportPage{Page: s.page(c, "Import")}))
}

// importPreview shows what a script or a document would become. Nothing is saved.
func (s *Server) importPreview(c echo.Context) error {
	text, file, err := importText(c)
	if err != nil {
		return err
	}
	page := web.ImportPage{Page: s.page(c, "Import"), Text: text, Name: c.FormValue("name")}
	if strings.TrimSpace(page.Name) == "" {
		page.Name = strings.TrimSuffix(file, filepath.Ext(file))
	}
	imported, problem := readImport(text, page.Name)
	if problem != "" {
		page.Problem = problem
		return s.show(c, http.StatusUnprocessableEntity, web.Import(page))
	}
	page.Name, page.Preview = imported.model.Name, imported.preview()
	return s.show(c, http.StatusOK, web.Import(page))
}

// importCreate makes the new model that the preview showed.
func (s *Server) importCreate(c echo.Context) error {
	text, _, err := importText(c)
	if err != nil {
		return err
	}
	imported, problem := readImport(text, c.FormValue("name"))
	if problem != "" {
		return s.show(c, http.StatusUnprocessableEntity, web.Import(web.ImportPage{
			Page: s.page(c, "Import"), Text: text, Name: c.FormValue("name"), Problem: problem,
		}))
	}
	revision, err := s.create(background(c), store.Save{
		Operation: operation(c), Author: s.visitor(c), Kind: store.KindImport, Words: "imported a " + imported.kind,
	}, imported.model)
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, string(s.url.Model(string(revision.Model))))
}

// importText is the uploaded file, or else what was pasted.
func importText(c echo.Context) (text, file string, err error) {
	if _, err := c.FormParams(); err != nil {
		return "", "", badForm(err)
	}
	header, err := c.FormFile("file")
	if err != nil || header.Size == 0 {
		if err != nil && !errors.Is(err, http.ErrMissingFile) && !errors.Is(err, http.ErrNotMultipart) {
			return "", "", badForm(err)
		}
		return normalLines(c.FormValue("text")), "", nil
	}
	content, err := header.Open()
	if err != nil {
		return "", "", fmt.Errorf("open upload: %w", err)
	}
	defer content.Close()
	uploaded, err := io.ReadAll(content)
	if err != nil {
		return "", "", fmt.Errorf("read upload: %w", err)
	}
	return string(uploaded), filepath.Base(header.Filename), nil
}

// imported is what a text was read as.
type imported struct {
	kind   string
	model  *model.Model
	report *cql.Report // of a script
}

// readImport reads a document or a script; problem says why it is neither.
func readImport(text, name string) (imported, string) {
	switch trimmed := strings.TrimSpace(strings.TrimPrefix(text, "\ufeff")); {
	case trimmed == "":
		return imported{}, "Choose a file or paste a script: there is nothing to import yet."
	case !utf8.ValidString(text):
		return imported{}, "The file is not text in UTF-8. Save it as UTF-8 and try again."
	case strings.HasPrefix(trimmed, "{"):
		return readDocument(trimmed, name)
	}
	name, problem := importName(name, "Imported schema")
	if problem != "" {
		return imported{}, problem
	}
	if count := definitions(cql.Parse(text)); count > maxDefinitions {
		return imported{}, tooMany(count)
	}
	schema, report := cql.Import(text, name)
	return imported{"CQL script", schema, &report}, ""
}

// maxDefinitions bounds the tables, views, types and indexes of one import,
// and so the time that a request takes: Cassandra itself advises against
// more than a few hundred tables in a cluster.
const maxDefinitions = 1000

func tooMany(count int) string {
	return fmt.Sprintf("This defines %d tables, views, types and indexes; the most in one model is %d. Import the keyspaces that belong together, a model each.", count, maxDefinitions)
}

func definitions(script *cql.Script) int {
	count := 0
	for _, statement := range script.Statements {
		switch statement.(type) {
		case *cql.CreateTable, *cql.CreateView, *cql.CreateType, *cql.CreateIndex:
			count++
		}
	}
	return count
}

func readDocument(text, name string) (imported, string) {
	document, err := model.Decode([]byte(text))
	if err != nil {
		return imported{}, "This is no Widerow document: " + err.Error() + "."
	}
	if problems := broken(document); len(problems) > 0 {
		return imported{}, fmt.Sprintf("The document does not fit together: %s (%s).", problems[0].Message, problems[0].Path)
	}
	name, problem := importName(name, document.Name)
	if problem != "" {
		return imported{}, problem
	}
	document = document.Clone()
	document.Name = name
	return imported{"Widerow document", document, nil}, ""
}

// broken are the problems of a document that no draft has: what points at
// nothing, what contains itself.
func broken(m *model.Model) []model.Problem {
	return slices.DeleteFunc(m.Validate(), model.Problem.Unfinished)
}

func importName(name, otherwise string) (string, string) {
	if strings.TrimSpace(name) == "" {
		name = otherwise
	}
	return cleanModelName(name)
}

// preview lists what was understood and what was kept aside.
func (i imported) preview() *web.ImportPreview {
	preview := &web.ImportPreview{Kind: i.kind, Understood: understood(i.model)}
	preview.Empty = len(preview.Understood) == 0
	if i.report == nil {
		return preview
	}
	for _, line := range i.report.Refused {
		preview.Errors = append(preview.Errors, web.ImportLine{Line: line.Line, Text: oneLine(line.Text), Message: line.Message})
	}
	for _, line := range i.report.Aside {
		preview.Aside = append(preview.Aside, web.ImportLine{Line: line.Line, Text: oneLine(line.Text), Message: line.Message})
	}
	return preview
}

// understood lists the elements by kind, as a person counts them.
func understood(m *model.Model) []web.ImportGroup {
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
	var groups []web.ImportGroup
	for _, title := range order {
		groups = append(groups, web.ImportGroup{Title: title, Names: names[title]})
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
		return strings.ToLower(kindTitles[element.Kind].many)
	}
	return ""
}

// importLine is a finding as a list shows it.
func importLine(finding cql.Finding) web.ImportLine {
	return web.ImportLine{Line: int(finding.Position.Line), Text: oneLine(finding.Text), Message: finding.Message}
}

// oneLine shortens a statement to what a list shows.
func oneLine(statement string) string {
	line := strings.Join(strings.Fields(statement), " ")
	if utf8.RuneCountInString(line) > 120 {
		return string([]rune(line)[:119]) + "…"
	}
	return line
}

// printable: no control characters, valid UTF-8.
func printable(text string) bool {
	return utf8.ValidString(text) && bytes.IndexFunc([]byte(text), isControl) < 0
}
