package cql

import "slices"

// ScriptPreview is the result of applying a script to a model, before it is saved.
type ScriptPreview struct {
	// Mode is the reading of the script. Mark identifies the preview.
	Mode, Mark string
	Modes      []ScriptMode
	// Base is the revision that the script is based on, Head the newest.
	Base, Head uint64
	// Summary counts the changes. Same reports that there are none.
	Summary string
	Same    bool
	Changes []ScriptChange
	Effects []ScriptEffect
	Aside   []ImportLine
	// Refused reports that others have changed the same places since, Stale
	// that the text has changed since the preview that was to be applied.
	Refused, Stale bool
	Conflicts      []ScriptConflict
}

// ScriptMode is a way to read a script.
type ScriptMode struct {
	Value, Title, Hint string
	Current            bool
}

// ScriptChange is a keyspace, type, table or view that is added, changed or
// dropped.
type ScriptChange struct {
	Kind, Word, Name string
	Details          []ScriptDetail
}

// The number of changes that a preview shows with details, and of details of each.
// The other changes are listed by name only, since nobody reads more on a page.
const shownChanges, shownDetails = 100, 50

// firstChanges returns the changes that are shown in full, and the others. If
// there are others, what is dropped or changed comes before what is added.
func firstChanges(changes []ScriptChange) (shown, rest []ScriptChange) {
	at := min(len(changes), shownChanges)
	if len(changes) > at {
		isAdded := func(c ScriptChange) bool { return c.Kind == "added" }
		others := slices.DeleteFunc(slices.Clone(changes), isAdded)
		added := slices.DeleteFunc(slices.Clone(changes), func(c ScriptChange) bool { return !isAdded(c) })
		changes = slices.Concat(others, added)
	}
	return changes[:at], changes[at:]
}

// ScriptDetail is a difference inside a ScriptChange. From is empty for an
// addition, To for a removal.
type ScriptDetail struct{ Kind, What, From, To string }

// ScriptEffect is the effect of the changes on a query or update.
type ScriptEffect struct {
	Label, Name, Href, Level string
	Says                     []string
}

// ScriptConflict is a value that others have changed since the base of the
// script.
type ScriptConflict struct{ Place, Field, Saw, Now, Mine string }

// mark is the sign of a kind of change.
func mark(kind string) string {
	return map[string]string{"added": "+", "changed": "~", "dropped": "−"}[kind]
}

// unfolded reports whether a change shows its details at once. The details of
// new or dropped elements are in the script anyway.
func (c ScriptChange) unfolded() bool { return c.Kind == "changed" }

// ImportLine is a statement with its place in the script.
type ImportLine struct {
	File    string // empty for what was pasted
	Line    int
	Text    string
	Message string
}
