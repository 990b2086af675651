package submission

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"widerow/model"
	"widerow/model/edit"
	"widerow/web"
)

// Errors about forms that no page sends.
var (
	ErrManyFields = errors.New("the form has too many fields")
	ErrManyLines  = errors.New("the text has too many lines")
)

// ErrNotAsShown stops a save that would differ from what the page showed.
var ErrNotAsShown = errors.New("the result is not the one that was shown")

// Parse reads the form. ids gives the new elements theirs.
func (f *Form) Parse(ids model.IDs) error {
	f.decide()
	if place, clears := strings.CutPrefix(f.Values.Get("do"), "clear:"); clears {
		f.Values.Set("set."+place, "")
	}
	f.choosePath()
	if err := f.parseFields(); err != nil {
		return err
	}
	if err := f.parsePlace(); err != nil {
		return err
	}
	return f.parseAction(ids)
}

// choosePath sets the fields of a query to the path that was chosen for it, by its signature: the
// relationship types, who takes part in them, and the roles of parts of the query.
func (f *Form) choosePath() {
	chosen, is := strings.CutPrefix(f.Values.Get("do"), "path:")
	query, signature, _ := strings.Cut(chosen, ":")
	if !is {
		return
	}
	var path, ends []string
	for part := range strings.FieldsSeq(signature) {
		if part, role, isRole := strings.Cut(part, model.RoleMark); isRole {
			f.Values.Set("was."+part+".participant", "")
			f.Values.Set("set."+part+".participant", role)
			continue
		}
		if strings.Contains(part, "=") {
			ends = append(ends, part)
		} else {
			path = append(path, part)
		}
	}
	f.Values.Set("set."+query+".path", strings.Join(path, " "))
	f.Values.Set("set."+query+".ends", strings.Join(ends, " "))
}

// parseFields makes a command of each field whose value is not what was seen.
func (f *Form) parseFields() error {
	var names []string
	for name := range f.Values {
		if rest, found := strings.CutPrefix(name, "was."); found {
			names = append(names, rest)
		}
	}
	if len(names) > MaxCommands {
		return ErrManyFields
	}
	slices.SortFunc(names, f.compareFields)
	for _, name := range names {
		element, field, found := strings.Cut(name, ".")
		if !found {
			return badForm(fmt.Errorf("field %q", name))
		}
		was, value := f.Values.Get("was."+name), f.value(name)
		if value != NormalLines(was) && !slices.Contains(f.Disputed, name) {
			f.commands = append(f.commands, edit.Set{Element: model.ID(element), Field: field, Was: NormalLines(was), Value: value})
		}
	}
	return nil
}

// compareFields keeps the order of the form where it matters: the role of a
// column before what depends on it.
func (f *Form) compareFields(a, b string) int {
	return cmp.Or(cmp.Compare(fieldRank(a), fieldRank(b)), cmp.Compare(a, b))
}

func fieldRank(name string) int {
	_, field, _ := strings.Cut(name, ".")
	return max(0, slices.Index([]string{"", "kind", "keyspace", "name", "type", "role"}, field))
}

func (f *Form) value(name string) string { return Value(f.Values, name) }

// Value is the value of a field, ELEMENT.FIELD, in a form. It joins the values of
// several boxes of one name by spaces.
func Value(form url.Values, name string) string {
	values := slices.DeleteFunc(slices.Clone(form["set."+name]), func(v string) bool { return v == "" })
	slices.Sort(values)
	return NormalLines(strings.Join(values, " "))
}

// NormalLines undoes what browsers do to the line ends of a text area.
func NormalLines(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

// parseAction reads the button that was pressed. A form that is sent by
// Enter presses its first button, which saves the fields only.
func (f *Form) parseAction(ids model.IDs) error {
	verb, rest, _ := strings.Cut(f.Values.Get("do"), ":")
	arguments := strings.Split(rest, ":")
	switch {
	case verb == "", verb == "mine", verb == "theirs", verb == "clear", verb == "path":
	case verb == "save":
		f.addTyped(ids)
	case verb == "add" && isTyped(model.Kind(arguments[0])) && strings.TrimSpace(f.Values.Get("new."+arguments[0]+".text")) != "":
		f.queriesKind = model.Kind(arguments[0])
		f.queries = NormalLines(f.Values.Get("new." + arguments[0] + ".text"))
	case verb == "add" && arguments[0] == string(model.EntityKind) && strings.TrimSpace(f.Values.Get("new.entity.text")) != "":
		f.concepts = NormalLines(f.Values.Get("new.entity.text"))
	case verb == "connect" && len(arguments) == 2:
		f.View.Select = ids.New()
		f.connection = &connection{model.ID(arguments[0]), model.ID(arguments[1]), NormalLines(f.Values.Get("new.relationship.name")),
			model.ID(f.Values.Get("new.arrow.access"))}
	case verb == "add-lines" && len(arguments) == 2:
		return f.addLines(ids, model.Kind(arguments[0]), model.ID(arguments[1]))
	case verb == "add" && len(arguments) == 2:
		f.add(ids, model.Kind(arguments[0]), model.ID(arguments[1]))
	case verb == "remove" || verb == "remove-anyway":
		f.remove(asIDs(arguments), verb == "remove")
	case verb == "paste" && rest != "":
		return f.parsePaste(ids, asIDs(arguments))
	case verb == "tag":
		f.commands = append(f.commands, edit.AddTags{Elements: asIDs(arguments), Tags: f.Values.Get("new.tags")})
	case verb == "move" && len(arguments) == 2:
		by, err := strconv.Atoi(arguments[1])
		if err != nil {
			return badForm(err)
		}
		f.commands = append(f.commands, edit.Move{Element: model.ID(arguments[0]), By: by})
	case verb == "fix" && len(arguments) == 2:
		f.fix = &fix{model.ID(arguments[0]), arguments[1]}
	case verb == "workflow" && (rest == "" || len(arguments) == 2):
		f.placement = f.placementOf(arguments)
	case verb == "pick" && len(arguments) == 2:
		f.pick = &pick{model.ID(arguments[0]), model.ID(arguments[1]), f.Values.Get(PickClause)}
	case verb == "query" && len(arguments) == 1:
		f.query = &newQuery{ids.New(), model.ID(arguments[0])}
		f.View.Tab, f.View.Pick, f.View.Select, f.View.Add = web.TabConcepts, f.query.id, "", ""
	case verb == "within" && len(arguments) == 2:
		f.commands = append(f.commands, edit.Set{Element: model.ID(arguments[0]), Field: "within", Value: arguments[1]})
	case verb == "keep-types" && len(arguments) == 1:
		f.commands = append(f.commands, edit.KeepTypes{Element: model.ID(arguments[0])})
	case verb == "realize" && len(arguments) >= 1:
		f.commands = append(f.commands, edit.Realize{Table: model.ID(arguments[0]), Keyspace: model.ID(f.Values.Get("keyspace"))})
	case verb == "table" && len(arguments) == 1:
		f.derive = model.ID(arguments[0])
		f.View.Tab = web.TabLogical
	default:
		return badForm(fmt.Errorf("do=%q", f.Values.Get("do")))
	}
	return nil
}

// isTyped reports whether elements of a kind are added as text.
func isTyped(kind model.Kind) bool { return kind == model.QueryKind || kind == model.UpdateElement }

// remove makes the command that removes elements. If asks is set, the visitor does
// not know yet what else that changes.
func (f *Form) remove(elements []model.ID, asks bool) {
	if asks {
		f.removes = elements
	}
	if len(elements) == 1 {
		f.commands = append(f.commands, edit.Remove{Element: elements[0]})
	} else {
		f.commands = append(f.commands, edit.RemoveAll{Elements: elements})
	}
	if slices.Contains(elements, f.View.Select) {
		f.View.Select = model.ID(f.Values.Get("parent"))
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
func (f *Form) addTyped(ids model.IDs) {
	for name, values := range f.Values {
		kind, found := strings.CutPrefix(name, "parent.")
		if found && strings.TrimSpace(f.Values.Get("new."+kind+".name")) != "" {
			f.add(ids, model.Kind(kind), model.ID(values[0]))
		}
	}
}

// add makes the command for a new element. What is added to the document
// itself is selected; a part (a column) leaves its parent selected.
func (f *Form) add(ids model.IDs, kind model.Kind, parent model.ID) {
	f.added = ids.New()
	values := map[string]string{}
	for name, value := range f.Values {
		if field, found := strings.CutPrefix(name, "new."+string(kind)+"."); found && field != LinesField &&
			!isNewPart(kind, field) && !(field == TextField && (isTyped(kind) || kind == model.EntityKind)) {
			values[field] = NormalLines(strings.Join(value, " "))
		}
	}
	if (kind == model.NoteKind || kind == model.AreaKind) && values["diagram"] == "" {
		values["diagram"] = string(f.Diagram)
	}
	f.commands = append(f.commands, edit.Add{Kind: kind, Parent: parent, ID: f.added, Values: values})
	f.addParts(ids, kind)
	if !f.IsPart(kind) {
		f.View.Select = f.added
	}
}
