package handlers

import (
	"net/url"
	"slices"
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
//	new.KIND.lines      several parts, one a line, that `do=add-lines:KIND:PARENT` adds
//	new.KIND.INPUT      a part that is added with it, see new_parts.go
//	new.tags            the tags that `do=tag:ELEMENT:ELEMENT…` adds
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
	// at is where the added box goes on the diagram; nil for anywhere.
	at *model.Position
	// connection joins two boxes; nil for none.
	connection *connection
	// placement adds queries to the workflow; nil for none.
	placement *placement
	// concepts is the text of new entity and relationship types.
	concepts string
	// queries is the text of new queries, and made are those that were made of it.
	queries string
	made    []model.ID
	// parts are added with the element that the form adds.
	parts []model.Add
	// query is made and picked for; nil for none.
	query *newQuery
	// lines are the lines of the elements that a text of several adds.
	lines map[model.ID]int
	// removes are the elements that are removed once the visitor has seen what else
	// that changes; empty if the visitor has.
	removes []model.ID
}

// maxCommands bounds one form: a table of 300 columns with 5 fields each.
const maxCommands = 4000

// edit carries out a form of the workbench.
func (s *Server) edit(c echo.Context) error {
	form, err := s.parseEdit(c)
	if err != nil {
		return err
	}
	saved, err := s.save(c, change{
		kind: store.KindEdit,
		make: func(head document, ids model.IDs) (*model.Model, string, error) {
			if err := form.asksBefore(head.model); err != nil {
				return nil, "", err
			}
			after, words, err := form.carryOut(head.model, ids)
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
	commands, texts := queryTexts(head, suggestKeys(head, f.commands))
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
	case f.connection != nil:
		return f.connection.commands(edited, f.view.Select, ids)
	}
	return append(f.partCommands(edited), f.pinning(edited)...), nil
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

// unadded is the answer that keeps what was typed in the row for a new part
// while another field of the form was saved.
func (f *editForm) unadded() *formAnswer {
	if f.added != "" {
		return nil
	}
	kept := url.Values{}
	for name, values := range f.values {
		if strings.HasPrefix(name, "new.") || name == pickClause && f.pick != nil {
			kept[name] = values
		}
	}
	return &formAnswer{values: kept}
}
