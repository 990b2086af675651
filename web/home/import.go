package home

import (
	"widerow/model/edit"
	"widerow/web"
	"widerow/web/cql"
)

// ImportPage is the import form and its preview.
type ImportPage struct {
	web.Page
	Name string
	// Target is the target database of a new model, one of Targets.
	Target  string
	Targets []edit.Choice
	Sources []ImportSource
	Problem string
	Preview *ImportPreview
	// Into is the model that a script is added to, empty for a new one.
	Into, IntoName string
}

// pasted returns the text that was pasted, or "".
func (p ImportPage) pasted() string {
	if len(p.Sources) == 1 && p.Sources[0].Name == "" {
		return p.Sources[0].Text
	}
	return ""
}

// files returns the names of the uploaded files.
func (p ImportPage) files() []string {
	var names []string
	for _, source := range p.Sources {
		if source.Name != "" {
			names = append(names, source.Name)
		}
	}
	return names
}

// ImportPreview lists what an import would create.
type ImportPreview struct {
	Kind       string        // "CQL script", "Widerow document", "KDM project"
	Understood []ImportGroup // of a document
	Notes      []string      // about a KDM project: what the model lacks, or has otherwise
	Summary    string
	Changes    []cql.ScriptChange
	Effects    []cql.ScriptEffect
	Modes      []cql.ScriptMode
	Revision   uint64           // of the model that is added to
	Errors     []cql.ImportLine // statements that were rejected
	Aside      []cql.ImportLine // notes: statements outside the schema, or accepted despite an error
	Empty      bool
	SVG        []byte // the physical diagram of a new model; nil if it is too large for a preview
}

// ImportSource is a file, or pasted text, which has no name.
type ImportSource struct{ Name, Text string }

// ImportGroup counts and names the elements of a kind.
type ImportGroup struct {
	Title string
	Names []string
}
