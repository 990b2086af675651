// Package submission turns a form of a model's page into the next document: the fields
// that were changed, and what the pressed button does. It knows the names of a
// form's inputs, and nothing of HTTP.
//
// Read form.go first (the names, and the order in which a form is carried out), then
// parse.go; the other files are one button or one kind of text each.
package submission

import (
	"fmt"
	"net/url"
	"strings"

	"widerow/diagram"
	"widerow/handlers/upload"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/proof"
	"widerow/model/write"
	"widerow/web"
)

// Form edits fields and does at most one thing more. Its names:
//
//	set.ELEMENT.FIELD   the value typed (a checkbox that is off sends none);
//	                    set.QUERY.text and set.UPDATE.text are those of queries.go
//	was.ELEMENT.FIELD   the value that the visitor saw
//	new.KIND.FIELD      a value for the element that `do=add:KIND:PARENT` adds
//	new.entity.text     the text of the concepts that `do=add:entity:` adds, if not blank
//	new.query.text      the text of the queries and updates that `do=add:query:` adds, if
//	                    not blank; new.update.text is the same for `do=add:update:`
//	new.KIND.lines      several parts, one a line, that `do=add-lines:KIND:PARENT` adds
//	new.KIND.INPUT      a part that is added with it, see parts.go
//	paste.…             what `do=paste:ELEMENT:ELEMENT…` adds, see paste.go
//	new.tags            the tags that `do=tag:ELEMENT:ELEMENT…` adds
//	do                  VERB:ARGUMENTS of the button that was pressed
//	conflict.…          see conflict.go
//	parent.KIND         where a part whose name was typed is added by `do=save`
//	tab, select         what the page shows
//	operation           makes a repeated request harmless
type Form struct {
	Values url.Values
	// View is the page after the form.
	View web.View
	// Diagram is the one that the tab of the page shows, "" for none.
	Diagram diagram.Kind
	// IsPart reports whether elements of a kind are edited in the form of their
	// parent.
	IsPart func(model.Kind) bool
	// Disputed are the fields that somebody else changed, as ELEMENT.FIELD.
	Disputed []string
	// Made are the queries and updates that were made of a text.
	Made []model.ID
	// Dropped are the queries and updates that are no longer statements of the
	// application, because the form changes their parts.
	Dropped []model.ID
	// Pasted are copies of elements, of this model or another; nil for none.
	Pasted *Pasted

	commands []edit.Command
	// added is the ID of the element that the form adds, to select it.
	added model.ID
	// fix improves the verdict on a query; nil for none.
	fix *fix
	// derive is the query whose table is derived.
	derive model.ID
	// pick is a click on the ER diagram; nil for none.
	pick *pick
	// at is the position of the added box on the diagram; nil for anywhere.
	at *model.Position
	// connection joins two boxes; nil for none.
	connection *connection
	// placement adds queries to the workflow; nil for none.
	placement *placement
	// concepts is the text of new entity and relationship types.
	concepts string
	// queries is the text of new queries and updates, typed in the form of queriesKind.
	queries     string
	queriesKind model.Kind
	// parts are added with the element that the form adds.
	parts []edit.Add
	// query is made and picked for; nil for none.
	query *newQuery
	// lines are the lines of the elements that a text of several adds.
	lines map[model.ID]int
	// removes are the elements that are removed once the visitor has seen what else
	// that changes; empty if the visitor has.
	removes []model.ID
}

// MaxCommands bounds one form: a table of 300 columns with 5 fields each.
const MaxCommands = 4000

// AddsQueries reports whether the form adds a text of queries, and AddsConcepts
// whether it adds one of concepts.
func (f *Form) AddsQueries() bool  { return f.queries != "" }
func (f *Form) AddsConcepts() bool { return f.concepts != "" }

// Kept is the input in the row for a new part while another field of the form
// was saved, nil if the part was added.
func (f *Form) Kept() url.Values {
	if f.added != "" {
		return nil
	}
	kept := url.Values{}
	for name, values := range f.Values {
		if strings.HasPrefix(name, "new.") || name == PickClause && f.pick != nil {
			kept[name] = values
		}
	}
	return kept
}

// AllLookupTables is the key of the fix that derives the lookup tables of all updates.
const AllLookupTables = "all-lookup-tables"

// fix is a fix of a query or an update that a form asks for.
type fix struct {
	query model.ID
	key   string
}

// commands finds the fix in the newest document.
func (f *fix) commands(m *model.Model, ids model.IDs) ([]edit.Command, error) {
	if f.key == AllLookupTables {
		if all := write.AllLookupTables(m, ids); len(all.Commands) > 0 {
			return all.Commands, nil
		}
	}
	for _, fix := range write.Fixes(m, f.query, ids) {
		if fix.Key() == f.key {
			return fix.Commands, nil
		}
	}
	for _, fix := range proof.Fixes(m, f.query, ids) {
		if fix.Key() == f.key {
			return fix.Commands, nil
		}
	}
	return nil, &edit.InvalidError{Problems: []model.Problem{{Code: "model/invalid", Element: f.query,
		Message: "The tables have changed meanwhile: this fix no longer applies"}}}
}

func badForm(err error) error { return fmt.Errorf("%w: %w", upload.ErrForm, err) }
