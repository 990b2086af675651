package derive

import "strings"

// RecoverView lists the probable purposes of the tables of a model, to be added
// to it.
type RecoverView struct {
	Entities, Relationships, Queries []RecoverRow
	// Accesses are the queries and updates of the statements in Text. Left are the
	// statements that are none, with the reasons.
	Accesses []RecoverRow
	Text     string
	Keyspace string // of names without one, if it was chosen
	Problem  string // with the text
	Source   string // from where the statements are, if a cluster had them
	Left     []string
	// Tables is the number of tables of the model.
	Tables int
	// Mark identifies what is shown. Stale reports that something else was shown
	// when the user wanted to add it.
	Mark  string
	Stale bool
}

// RecoverRow is one proposal. Key is the value that its box sends.
type RecoverRow struct {
	Key, Name, Kind string
	Details, Reason string
	Attributes      []RecoverAttribute
	Checked         bool
	Known           bool // the model has it
	// Verdict is how the tables serve the query, or what the update writes. Notes
	// are sentences about that.
	Verdict, Level string
	Notes          []string
}

// RecoverAttribute is an attribute of an entity type.
type RecoverAttribute struct {
	Name                string
	Key, Partial, Multi bool
}

// recoverGroup is a list of proposals of one kind.
type recoverGroup struct {
	field, title, hint string
	rows               []RecoverRow
}

func (v *RecoverView) groups() []recoverGroup {
	return []recoverGroup{
		{"entity", "Entity types", "Underlined: key. Dotted: partial key. In braces: multi-valued.", v.Entities},
		{"relationship", "Relationship types", "Between the entity types that are added or present.", v.Relationships},
		{"query", "Queries", "Each with a step of the workflow, served by its table.", v.Queries},
	}
}

func (v *RecoverView) chosen() int {
	count := 0
	for _, group := range v.groups() {
		for _, row := range group.rows {
			if row.Checked {
				count++
			}
		}
	}
	for _, row := range v.Accesses {
		if row.Checked {
			count++
		}
	}
	return count
}

func (v *RecoverView) all() int {
	all := len(v.Entities) + len(v.Relationships) + len(v.Queries)
	for _, row := range v.Accesses {
		if !row.Known {
			all++
		}
	}
	return all
}

// identifier is the key as a part of an element's id.
func (r RecoverRow) identifier() string {
	return strings.Map(func(c rune) rune {
		if c == ' ' || c == '/' {
			return '-'
		}
		return c
	}, r.Key)
}
