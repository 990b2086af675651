// Package kdm reads projects of KDM, the Kashlev Data Modeler, which many courses on Cassandra use:
// the ER diagram becomes concepts, the access patterns queries, and the chosen tables become
// logical tables and, with their types, physical ones.
//
// Read Read first, then node.go (XML within limits), concepts.go, queries.go and tables.go.
package kdm

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/displayname"
)

// Is reports whether a text is XML, which neither CQL nor a Widerow document begins as.
func Is(text string) bool {
	text = strings.TrimLeft(strings.TrimPrefix(text, "\ufeff"), " \t\r\n")
	return strings.HasPrefix(text, "<?xml") || strings.HasPrefix(text, "<!") || len(text) > 1 && text[0] == '<' && isLetter(text[1])
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// Project is a project as a model. Notes list what the project has and the model has not, or has otherwise.
type Project struct {
	Model *model.Model
	Notes []string
}

// Read reads the XML of a project. The same text always yields the same model.
func Read(text, name string) (Project, error) {
	root, err := parse(text)
	if err != nil {
		return Project{}, err
	}
	if !strings.EqualFold(root.name, "KDMPROJECT") {
		return Project{}, fmt.Errorf("the XML is no KDM project: it begins with <%s> instead of <KDMPROJECT>", model.OneLine(root.name, maxShown))
	}
	r := &reader{model: model.New(name), ids: model.SeededIDs([]byte(text)), owners: map[model.ID]*owner{}, attributes: map[string]attribute{}}
	r.readConcepts(root.child("ERMODEL"))
	queries := r.readQueries(root.child("ACCESS_PATTERNS"))
	r.readTables(root, queries)
	if len(r.model.Concepts.Entities)+len(r.model.Workflow.Queries)+len(r.model.Logical.Tables) == 0 {
		return Project{}, errors.New("the KDM project is empty: it has no entity type, no access pattern and no table")
	}
	return Project{r.model, r.notes}, nil
}

// maxShown is the length at which a message cuts a text of the file.
const maxShown = 60

// reader turns the parts of one project into a model.
type reader struct {
	model *model.Model
	ids   model.IDs
	notes []string
	// owners are the entity and relationship types, attributes their attributes by "owner.name" as
	// the access patterns write it, in small letters.
	owners     map[model.ID]*owner
	attributes map[string]attribute
}

// owner is an entity or relationship type that has attributes.
type owner struct {
	name       string
	attributes map[model.ID]*model.Attribute
}

type attribute struct{ owner, id model.ID }

// maxNotes bounds the notes: a broken file has one problem many times.
const maxNotes = 100

func (r *reader) note(format string, arguments ...any) {
	note := fmt.Sprintf(format, arguments...)
	if len(r.notes) < maxNotes && !slices.Contains(r.notes, note) {
		r.notes = append(r.notes, note)
	}
}

// nameOf makes a name of a text of the file, which may have tags of HTML.
func nameOf(text, otherwise string) string {
	name := model.OneLine(plain(text), model.MaxNameLength)
	if name == "" {
		return otherwise
	}
	if displayname.Check(name) == nil {
		return name
	}
	if name = model.Identifier(name); name != "" {
		return name
	}
	return otherwise
}

// free returns the name, with a number behind it if it is taken.
func free(name string, taken func(string) bool) string {
	for i := 2; ; i++ {
		if !taken(strings.ToLower(name)) {
			return name
		}
		name = fmt.Sprintf("%s %d", strings.TrimSuffix(name, fmt.Sprintf(" %d", i-1)), i)
	}
}
