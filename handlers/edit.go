package handlers

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/cql"
	"widerow/model"
	"widerow/model/mapping"
	"widerow/store"
	"widerow/web"
)

// A form edits fields and does at most one thing more. Its names:
//
//	set.ELEMENT.FIELD   the value typed (a checkbox that is off sends none);
//	                    set.QUERY.text is that of query_text.go
//	was.ELEMENT.FIELD   the value that the visitor saw
//	new.KIND.FIELD      a value for the element that `do=add:KIND:PARENT` adds
//	new.entity.text     the text of the concepts that `do=add:entity:` adds, if not blank
//	new.query.text      the text of the queries that `do=add:query:` adds, if not blank
//	do                  VERB:ARGUMENTS of the button that was pressed
//	conflict.…          see edit_conflict.go
//	parent.KIND         where a part whose name was typed is added by `do=save`
//	tab, select         what the page shows
//	operation           makes a repeated request harmless
type editForm struct {
	values   url.Values
	view     web.View
	commands []model.Command
	// disputed are the fields that somebody else changed, as ELEMENT.FIELD.
	disputed []string
	// added is the ID of the element that the form adds, to select it.
	added model.ID
	// fix improves the verdict on a query; nil for none.
	fix *proofFix
	// derive is the query whose table is derived.
	derive model.ID
	// pick is a click on the ER diagram; nil for none.
	pick *pick
	// placement adds queries to the workflow; nil for none.
	placement *placement
	// concepts is the text of new entity and relationship types.
	concepts string
	// queries is the text of new queries, and made are those that were made of it.
	queries string
	made    []model.ID
	// removes is the element that is removed once the visitor has seen what else
	// that changes; empty if the visitor has.
	removes model.ID
}

// maxCommands bounds one form: a table of 300 columns with 5 fields each.
const maxCommands = 4000

// edit carries out a form of the workbench.
func (s *Server) edit(c echo.Context) error {
	form, err := s.parseEdit(c)
	if err != nil {
		return err
	}
	author := s.visitor(c)
	saved, err := s.save(background(c), change{
		model: modelID(c), operation: operation(c), author: author, kind: store.KindEdit,
		make: func(head document) (*model.Model, string, error) {
			if err := form.asksBefore(head.model); err != nil {
				return nil, "", err
			}
			after, words, err := form.carryOut(head.model, s.ids)
			if err != nil {
				return nil, "", err
			}
			cql.FollowTypes(head.model, after)
			return after, words, nil
		},
	})
	if err != nil {
		return s.refused(c, form, saved, err)
	}
	if len(form.disputed) > 0 {
		return s.undecided(c, form, saved)
	}
	return s.edited(c, form.view, saved, form.saved())
}

// carryOut applies the form to the newest document: its fields and its button,
// then the texts of queries, then fixes and derived tables, which are made from
// the result.
func (f *editForm) carryOut(head *model.Model, ids model.IDs) (after *model.Model, words string, err error) {
	commands, texts := queryTexts(head, f.commands)
	after, err = model.Apply(head, ids, commands...)
	if err != nil {
		return nil, "", err
	}
	after, written, err := f.writeQueries(after, ids, texts)
	if err != nil {
		return nil, "", err
	}
	placed := ""
	if f.placement != nil {
		if after, err = f.placement.apply(after, ids); err != nil {
			return nil, "", err
		}
		placed = f.placement.words(after)
	}
	more, err := f.following(after, ids)
	if err != nil {
		return nil, "", err
	}
	if len(more) > 0 {
		if after, err = model.Apply(after, ids, more...); err != nil {
			return nil, "", err
		}
	}
	return after, joinWords(model.Words(head, after, slices.Concat(commands, more)...), queryWords(head, after, written), placed), nil
}

// following returns the commands that are made from the edited document.
func (f *editForm) following(edited *model.Model, ids model.IDs) ([]model.Command, error) {
	switch {
	case f.concepts != "":
		return conceptCommands(edited, ids, f.concepts)
	case f.fix != nil:
		return f.fix.commands(edited, ids)
	case f.derive != "":
		return f.derivation(edited, ids)
	}
	return nil, nil
}

// derivation returns the commands that derive the table of a query. The table is
// selected then. If the query has its table already, the page compares it with
// other tables.
func (f *editForm) derivation(edited *model.Model, ids model.IDs) ([]model.Command, error) {
	if edited.Workflow.Queries[f.derive] == nil {
		return nil, &model.GoneError{Element: f.derive}
	}
	derivation := mapping.Derive(edited, []model.ID{f.derive}, nil)
	for _, plan := range derivation.Failed {
		problem := plan.Problems[len(plan.Problems)-1]
		return nil, &model.InvalidError{Problems: []model.Problem{{Code: "mapping/" + problem.Code, Element: f.derive, Message: problem.Message}}}
	}
	derived := derivation.Commands(ids, nil)
	for _, proposal := range derivation.Proposals {
		if proposal.Kind == mapping.Kept && slices.Contains(edited.TablesOf(f.derive), proposal.Table) {
			f.view.Tab, f.view.Select = web.TabDerive, f.derive
			return nil, nil
		}
	}
	for _, command := range derived {
		if serve, is := command.(model.ServeQuery); is {
			f.view.Select = serve.Table
		}
	}
	return derived, nil
}

// saved is the answer to a form that was saved: what was not added is kept, and
// queries that were are named.
func (f *editForm) saved() *formAnswer {
	if f.queries != "" {
		return &formAnswer{made: f.made}
	}
	if f.concepts != "" {
		return nil
	}
	return f.unadded()
}

// unadded is the answer that keeps what stands in the row for a new part
// while another field of the form was saved.
func (f *editForm) unadded() *formAnswer {
	if f.added != "" {
		return nil
	}
	kept := url.Values{}
	for name, values := range f.values {
		if strings.HasPrefix(name, "new.") {
			kept[name] = values
		}
	}
	return &formAnswer{values: kept}
}

func (s *Server) parseEdit(c echo.Context) (*editForm, error) {
	values, err := c.FormParams()
	if err != nil {
		return nil, badForm(err)
	}
	form := &editForm{values: values, view: web.View{
		Model: c.Param("model"), Tab: tabOf(values.Get("tab")), Select: model.ID(values.Get("select")),
		Pick: model.ID(values.Get("pick")), Formula: values.Get("formula"), Display: asDisplay(values.Get("display")),
	}}
	form.decide()
	if err := form.parseFields(); err != nil {
		return nil, err
	}
	if err := form.parseAction(s.ids); err != nil {
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
	case verb == "add" && len(arguments) == 2:
		f.add(ids, model.Kind(arguments[0]), model.ID(arguments[1]))
	case (verb == "remove" || verb == "remove-anyway") && len(arguments) == 1:
		if verb == "remove" {
			f.removes = model.ID(arguments[0])
		}
		f.commands = append(f.commands, model.Remove{Element: model.ID(arguments[0])})
		if string(f.view.Select) == arguments[0] {
			f.view.Select = model.ID(f.values.Get("parent"))
		}
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
		f.pick = &pick{model.ID(arguments[0]), model.ID(arguments[1])}
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
		if field, found := strings.CutPrefix(name, "new."+string(kind)+"."); found && !(field == textField && (kind == model.QueryKind || kind == model.EntityKind)) {
			values[field] = normalLines(strings.Join(value, " "))
		}
	}
	f.commands = append(f.commands, model.Add{Kind: kind, Parent: parent, ID: f.added, Values: values})
	if !isPart(kind) {
		f.view.Select = f.added
	}
}

// edited answers a form that was saved: htmx gets the changed fragments, a
// browser without it the page.
func (s *Server) edited(c echo.Context, view web.View, saved document, answer *formAnswer) error {
	if _, found := saved.model.Element(view.Select); !found {
		view.Select = ""
	}
	address := s.url.Tab(view)
	if !enhanced(c) {
		return c.Redirect(http.StatusSeeOther, string(address))
	}
	page, err := s.newWorkbench(c, saved, view, answer)
	if err != nil {
		return err
	}
	if !showsAlready(c, string(address)) {
		c.Response().Header().Set("HX-Push-Url", string(address))
	}
	return s.show(c, http.StatusOK, web.WorkbenchFragments(page))
}

// showsAlready: a save that stays on its page adds nothing to the browser's
// history, or Back would lead through every field that was changed.
func showsAlready(c echo.Context, address string) bool {
	current, err := url.Parse(c.Request().Header.Get("HX-Current-URL"))
	return err == nil && current.RequestURI() == address
}

// refused answers a form that could not be saved: the same page with what
// was typed, and beside each field what is wrong with it or who changed it.
func (s *Server) refused(c echo.Context, form *editForm, head document, cause error) error {
	answer := formAnswer{values: form.values}
	status := http.StatusUnprocessableEntity
	var gone *model.GoneError
	var ask *removalQuestion
	conflicts := model.Conflicts(cause)
	answer.conflicts = append(form.conflicts(), conflicts...)
	switch {
	case len(conflicts) > 0:
		status = http.StatusConflict
	case errors.As(cause, &ask):
		status, answer.removal = http.StatusOK, ask
		form.view.Select = ask.place(head.model, model.ID(form.values.Get("select")))
	case errors.As(cause, &gone):
		status, answer.gone = http.StatusConflict, gone
	default:
		problems, found := problemsOf(cause)
		if !found {
			return s.failed(c, form.view, form.values, cause)
		}
		answer.problems = problems
	}
	page, err := s.newWorkbench(c, head, form.view, &answer)
	if err != nil {
		return err
	}
	if enhanced(c) {
		return s.show(c, status, web.WorkbenchFragments(page))
	}
	return s.show(c, status, web.Workbench(page))
}

// failed shows the newest page with why nothing was saved, and with what was
// typed. A store that cannot be read either gives the error page.
func (s *Server) failed(c echo.Context, view web.View, values url.Values, cause error) error {
	head, err := s.head(c.Request().Context(), modelID(c))
	if err != nil {
		return cause
	}
	failure := asPageError(cause)
	if failure.status >= 500 {
		s.log.Error("not saved", "id", c.Get("request"), "error", cause)
	}
	page, err := s.newWorkbench(c, head, view, &formAnswer{values: values, failure: failure})
	if err != nil {
		return cause
	}
	if enhanced(c) {
		return s.show(c, failure.status, web.WorkbenchFragments(page))
	}
	return s.show(c, failure.status, web.Workbench(page))
}

// formAnswer is what a refused form is shown again with.
type formAnswer struct {
	values    url.Values
	problems  []model.Problem
	conflicts []*model.Conflict
	gone      *model.GoneError
	failure   *pageError
	script    *scriptForm     // of the CQL tab
	questions *statementsForm // of its other pane
	derive    *deriveForm     // of the page that derives tables
	design    *designForm     // of the page of design moves
	removal   *removalQuestion
	made      []model.ID      // queries that were made of a text
	recover   *recoverForm    // of the page that recovers concepts
	shown     map[string]bool // messages that stand beside a field
}

// show gives the message that a field shows, and notes that it does.
func (a *formAnswer) show(problem model.Problem) string {
	if a.shown == nil {
		a.shown = map[string]bool{}
	}
	a.shown[problem.Message] = true
	return problem.Message
}

// unshown are the messages that no field of the page shows.
func (a *formAnswer) unshown() []string {
	var messages []string
	if a == nil {
		return messages
	}
	for _, problem := range a.problems {
		if !a.shown[problem.Message] {
			messages = append(messages, problem.Message)
		}
	}
	return messages
}

// typed is the value that the refused form held for a field.
func (a *formAnswer) typed(element model.ID, field string) (string, bool) {
	if a == nil {
		return "", false
	}
	name := string(element) + "." + field
	if !a.values.Has("was." + name) {
		return "", false
	}
	return (&editForm{values: a.values}).value(name), true
}

// asksFor reports whether the form was refused because of a field: it is
// shown then even if it meant nothing before, such as the base of a table
// that is to become a view.
func (a *formAnswer) asksFor(element model.ID, field string) bool {
	return a != nil && slices.ContainsFunc(a.problems, func(p model.Problem) bool { return p.Element == element && p.Field == field })
}

// refused reports whether nothing was saved.
func (a *formAnswer) refused() bool {
	return a != nil && (len(a.problems) > 0 || len(a.conflicts) > 0 || a.gone != nil || a.failure != nil)
}

// adding reports whether the refused form was to add such an element.
func (a *formAnswer) adding(kind model.Kind, parent model.ID) bool {
	do := a.values.Get("do")
	return do == "save" || do == "add:"+string(kind)+":"+string(parent)
}
