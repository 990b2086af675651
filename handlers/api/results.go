package api

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"widerow/handlers/feature"

	"github.com/labstack/echo/v4"

	"widerow/cql"
	"widerow/cql/check"
	"widerow/cql/derivation"
	"widerow/cql/sizereport"
	wide "widerow/model"
	"widerow/model/mapping"
	"widerow/model/sizing"
	"widerow/web"
)

// requested answers with what is computed from the document that the request names, at
// the revision and for the target of the query.
func (a *api) requested(c echo.Context, tab web.Tab, asked []string, show func(document feature.Document, m *wide.Model) error) error {
	target, err := targetOf(c)
	if err != nil {
		return err
	}
	document, done, err := a.RequestedInTurn(c, tab)
	if err != nil {
		return err
	}
	defer done()
	if feature.Unchanged(a, c, document, append([]string{c.Path(), string(target)}, asked...)...) {
		return c.NoContent(http.StatusNotModified)
	}
	m := document.Model
	if target != "" && target != m.Target {
		m = m.Clone()
		m.Target = target
	}
	return show(document, m)
}

// targetOf reads the target in the query, "" for the model's own.
func targetOf(c echo.Context) (wide.Target, error) {
	target := wide.Target(c.QueryParam("target"))
	if target == "" || slices.Contains(cql.Targets(), target) {
		return target, nil
	}
	var names []string
	for _, known := range cql.Targets() {
		names = append(names, string(known))
	}
	return "", wrongParameter("target", string(target), "Ask for one of "+strings.Join(names, ", ")+".")
}

// wrongParameter is the error of a parameter in the query.
func wrongParameter(name, value, do string) error {
	return refuse(http.StatusBadRequest, "The address has an invalid parameter", fmt.Sprintf("%s=%q: %s", name, value, do),
		Problem{fmt.Sprintf("%q is not known", value), "query parameter " + name, do})
}

// formatOf reads the format in the query; the first one is the default.
func formatOf(c echo.Context, formats ...string) (string, error) {
	format := c.QueryParam("format")
	if format == "" {
		return formats[0], nil
	}
	if !slices.Contains(formats, format) {
		return "", wrongParameter("format", format, "Ask for one of "+strings.Join(formats, ", ")+".")
	}
	return format, nil
}

// scriptJSON is the schema as CQL, and what the target lacks.
type scriptJSON struct {
	Target wide.Target   `json:"target"`
	CQL    string        `json:"cql"`
	Left   []leftOutJSON `json:"left_out"`
}

type leftOutJSON struct {
	Element string `json:"element"`
	Message string `json:"message"`
}

// script answers with the schema as CQL.
func (a *api) script(c echo.Context) error {
	format, err := formatOf(c, "cql", "json")
	if err != nil {
		return err
	}
	return a.requested(c, "", []string{format}, func(document feature.Document, m *wide.Model) error {
		text, left := cql.PrintAccepted(m, feature.PrintOptions(document))
		if format == "cql" {
			return c.Blob(http.StatusOK, "text/plain; charset=utf-8", []byte(text))
		}
		shown := scriptJSON{m.Target, text, []leftOutJSON{}}
		for _, finding := range left {
			shown.Left = append(shown.Left, leftOutJSON{finding.Name, finding.Message})
		}
		return answer(c, http.StatusOK, shown)
	})
}

// check answers like `widerow check --format json`.
func (a *api) check(c echo.Context) error {
	return a.requested(c, "", nil, func(document feature.Document, m *wide.Model) error {
		return answer(c, http.StatusOK, check.Document(string(document.Revision.Model), m, mapping.Sizes(m, sizing.Disk)))
	})
}

// derive answers like `widerow derive`: with the tables that the queries need, which are
// not saved.
func (a *api) derive(c echo.Context) error {
	format, err := formatOf(c, "json", "cql", "document")
	if err != nil {
		return err
	}
	lookups := c.QueryParam("lookups")
	if lookups != "" && lookups != "true" && lookups != "false" {
		return wrongParameter("lookups", lookups, "Ask for true or false.")
	}
	derive := derivation.Of
	if lookups == "true" {
		derive = derivation.WithLookups
	}
	choices, asked, err := choicesOf(c)
	if err != nil {
		return err
	}
	return a.requested(c, "", []string{format, lookups, asked}, func(document feature.Document, m *wide.Model) error {
		derived, err := derive(m, choices)
		if err != nil && asked != "" {
			words := strings.ReplaceAll(err.Error(), "--", "") // the message names flags of the command line
			return refuse(http.StatusUnprocessableEntity, "The tables cannot be derived like this", words,
				Problem{words, "query parameters", "Choose among what the document has, or leave the choice out."})
		}
		if err != nil {
			return refuse(http.StatusUnprocessableEntity, "The tables cannot be derived", err.Error(), Problem{err.Error(), "", "Check the model first."})
		}
		switch format {
		case "cql":
			return c.Blob(http.StatusOK, "text/plain; charset=utf-8", []byte(derived.CQL()))
		case "document":
			return c.Blob(http.StatusOK, "application/json", derived.After.Encode())
		}
		derived.Judge(string(document.Revision.Model), false)
		return answer(c, http.StatusOK, derived.JSON())
	})
}

// choicesOf reads the choices of a derivation, the same as on the command line: lists of names with commas, and pairs such
// as choose=Q3=2, each as often as wanted. asked is empty without any.
func choicesOf(c echo.Context) (choices derivation.Choices, asked string, err error) {
	values := c.QueryParams()
	for name, list := range map[string]*[]string{"only": &choices.Only, "without": &choices.Without, "tables": &choices.Tables, "own": &choices.Own} {
		for _, value := range values[name] {
			*list = append(*list, strings.Split(value, ",")...)
		}
	}
	for name, pairs := range map[string]*map[string]string{"choose": &choices.Choose, "subtypes": &choices.Subtypes,
		"path": &choices.Path, "store": &choices.Store, "split": &choices.Split} {
		for _, value := range values[name] {
			key, chosen, found := strings.Cut(value, "=")
			if !found || key == "" || chosen == "" {
				return choices, "", wrongParameter(name, value, "Give a name and what is chosen for it, such as "+name+"=Q3=2.")
			}
			if *pairs == nil {
				*pairs = map[string]string{}
			}
			(*pairs)[key] = chosen
		}
	}
	for _, name := range derivation.ChoiceNames {
		if len(values[name]) > 0 {
			asked += url.Values{name: values[name]}.Encode() + "&"
		}
	}
	return choices, asked, nil
}

// sizes answers with the sizes of all tables, as its page exports them.
func (a *api) sizes(c echo.Context) error {
	format, err := formatOf(c, "json", "csv", "markdown")
	if err != nil {
		return err
	}
	return a.requested(c, "", []string{format}, func(_ feature.Document, m *wide.Model) error {
		report := sizereport.OfDocument(m)
		switch format {
		case "csv":
			return c.Blob(http.StatusOK, "text/csv; charset=utf-8", report.CSV())
		case "markdown":
			return c.Blob(http.StatusOK, "text/markdown; charset=utf-8", report.Markdown())
		}
		return answer(c, http.StatusOK, report)
	})
}
