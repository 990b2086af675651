package handlers

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/model"
	"widerow/web"
)

func (s *Server) parseEdit(c echo.Context) (*editForm, error) {
	values, err := c.FormParams()
	if err != nil {
		return nil, badForm(err)
	}
	form := &editForm{values: values, view: web.View{
		Model: c.Param("model"), Tab: tabOf(values.Get("tab")), Select: model.ID(values.Get("select")),
		Add: model.Kind(values.Get("add")), Pick: model.ID(values.Get("pick")), Formula: values.Get("formula"), Display: asDisplay(values.Get("display")),
	}}
	form.decide()
	if err := form.parseFields(); err != nil {
		return nil, err
	}
	if err := form.parsePlace(); err != nil {
		return nil, err
	}
	if err := form.parseAction(s.idsOf("form " + operation(c))); err != nil {
		return nil, err
	}
	return form, nil
}

func badForm(err error) error {
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		return err
	}
	return &pageError{http.StatusBadRequest, "The form cannot be read", "Reload the page and make the change again.", err}
}

// parseFields makes a command of each field whose value is not what was seen.
func (f *editForm) parseFields() error {
	var names []string
	for name := range f.values {
		if rest, found := strings.CutPrefix(name, "was."); found {
			names = append(names, rest)
		}
	}
	if len(names) > maxCommands {
		return &pageError{http.StatusBadRequest, "The form has too many fields", "Save in smaller parts.", nil}
	}
	slices.SortFunc(names, f.compareFields)
	for _, name := range names {
		element, field, found := strings.Cut(name, ".")
		if !found {
			return badForm(fmt.Errorf("field %q", name))
		}
		was, value := f.values.Get("was."+name), f.value(name)
		if value != normalLines(was) && !slices.Contains(f.disputed, name) {
			f.commands = append(f.commands, model.Set{Element: model.ID(element), Field: field, Was: normalLines(was), Value: value})
		}
	}
	return nil
}

// compareFields keeps the order of the form where it matters: the role of a
// column before what depends on it.
func (f *editForm) compareFields(a, b string) int {
	return cmp.Or(cmp.Compare(fieldRank(a), fieldRank(b)), cmp.Compare(a, b))
}

func fieldRank(name string) int {
	_, field, _ := strings.Cut(name, ".")
	return max(0, slices.Index([]string{"", "kind", "keyspace", "name", "type", "role"}, field))
}

// value joins the values of several boxes of one name by spaces.
func (f *editForm) value(name string) string {
	values := slices.DeleteFunc(slices.Clone(f.values["set."+name]), func(v string) bool { return v == "" })
	slices.Sort(values)
	return normalLines(strings.Join(values, " "))
}

// normalLines undoes what browsers do to the line ends of a text area.
func normalLines(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

// parseAction reads the button that was pressed. A form that is sent by
// Enter presses its first button, which saves the fields only.
func (f *editForm) parseAction(ids model.IDs) error {
	verb, rest, _ := strings.Cut(f.values.Get("do"), ":")
	arguments := strings.Split(rest, ":")
	switch {
	case verb == "", verb == "mine", verb == "theirs":
	case verb == "save":
		f.addTyped(ids)
	case verb == "add" && arguments[0] == string(model.QueryKind) && strings.TrimSpace(f.values.Get("new.query.text")) != "":
		f.queries = normalLines(f.values.Get("new.query.text"))
	case verb == "add" && arguments[0] == string(model.EntityKind) && strings.TrimSpace(f.values.Get("new.entity.text")) != "":
		f.concepts = normalLines(f.values.Get("new.entity.text"))
	case verb == "connect" && len(arguments) == 2:
		f.view.Select = ids.New()
		f.connection = &connection{model.ID(arguments[0]), model.ID(arguments[1]), normalLines(f.values.Get("new.relationship.name"))}
	case verb == "add-lines" && len(arguments) == 2:
		return f.addLines(ids, model.Kind(arguments[0]), model.ID(arguments[1]))
	case verb == "add" && len(arguments) == 2:
		f.add(ids, model.Kind(arguments[0]), model.ID(arguments[1]))
	case verb == "remove" || verb == "remove-anyway":
		f.remove(asIDs(arguments), verb == "remove")
	case verb == "tag":
		f.commands = append(f.commands, model.AddTags{Elements: asIDs(arguments), Tags: f.values.Get("new.tags")})
	case verb == "move" && len(arguments) == 2:
		by, err := strconv.Atoi(arguments[1])
		if err != nil {
			return badForm(err)
		}
		f.commands = append(f.commands, model.Move{Element: model.ID(arguments[0]), By: by})
	case verb == "fix" && len(arguments) == 2:
		f.fix = &proofFix{model.ID(arguments[0]), arguments[1]}
	case verb == "workflow" && (rest == "" || len(arguments) == 2):
		f.placement = f.placementOf(arguments)
	case verb == "pick" && len(arguments) == 2:
		f.pick = &pick{model.ID(arguments[0]), model.ID(arguments[1]), f.values.Get(pickClause)}
	case verb == "query" && len(arguments) == 1:
		f.query = &newQuery{ids.New(), model.ID(arguments[0])}
		f.view.Tab, f.view.Pick, f.view.Select, f.view.Add = web.TabConcepts, f.query.id, "", ""
	case verb == "keep-types" && len(arguments) == 1:
		f.commands = append(f.commands, model.KeepTypes{Element: model.ID(arguments[0])})
	case verb == "realize" && len(arguments) >= 1:
		f.commands = append(f.commands, model.Realize{Table: model.ID(arguments[0]), Keyspace: model.ID(f.values.Get("keyspace"))})
	case verb == "table" && len(arguments) == 1:
		f.derive = model.ID(arguments[0])
		f.view.Tab = web.TabLogical
	default:
		return badForm(fmt.Errorf("do=%q", f.values.Get("do")))
	}
	return nil
}

// remove makes the command that removes elements. If asks is set, the visitor does
// not know yet what else that changes.
func (f *editForm) remove(elements []model.ID, asks bool) {
	if asks {
		f.removes = elements
	}
	if len(elements) == 1 {
		f.commands = append(f.commands, model.Remove{Element: elements[0]})
	} else {
		f.commands = append(f.commands, model.RemoveAll{Elements: elements})
	}
	if slices.Contains(elements, f.view.Select) {
		f.view.Select = model.ID(f.values.Get("parent"))
	}
}

func asIDs(texts []string) []model.ID {
	ids := make([]model.ID, len(texts))
	for i, text := range texts {
		ids[i] = model.ID(text)
	}
	return ids
}

// addTyped adds what was typed into the row for a new part when Enter or
// Save was pressed instead of the row's own button.
func (f *editForm) addTyped(ids model.IDs) {
	for name, values := range f.values {
		kind, found := strings.CutPrefix(name, "parent.")
		if found && strings.TrimSpace(f.values.Get("new."+kind+".name")) != "" {
			f.add(ids, model.Kind(kind), model.ID(values[0]))
		}
	}
}

// add makes the command for a new element. What is added to the document
// itself is selected; a part (a column) leaves its parent selected.
func (f *editForm) add(ids model.IDs, kind model.Kind, parent model.ID) {
	f.added = ids.New()
	values := map[string]string{}
	for name, value := range f.values {
		if field, found := strings.CutPrefix(name, "new."+string(kind)+"."); found && field != linesField && !isNewPart(kind, field) && !(field == textField && (kind == model.QueryKind || kind == model.EntityKind)) {
			values[field] = normalLines(strings.Join(value, " "))
		}
	}
	f.commands = append(f.commands, model.Add{Kind: kind, Parent: parent, ID: f.added, Values: values})
	f.addParts(ids, kind)
	if !isPart(kind) {
		f.view.Select = f.added
	}
}
