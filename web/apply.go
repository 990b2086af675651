package web

// ScriptPreview is what applying a script would do to a model.
type ScriptPreview struct {
	// Mode is how the script is taken, Mark tells the preview from others.
	Mode, Mark string
	Modes      []ScriptMode
	// Base is the revision that the script began from, Head the newest.
	Base, Head uint64
	// Summary counts the changes; Same says that there are none.
	Summary string
	Same    bool
	Changes []ScriptChange
	Effects []ScriptEffect
	Aside   []ImportLine
	// Refused: others changed the same places since. Stale: the text was
	// changed since the preview that was to be applied.
	Refused, Stale bool
	Conflicts      []ScriptConflict
}

// ScriptMode is a way to take a script.
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

// ScriptDetail is a difference inside: From is empty for what is added, To
// for what is dropped.
type ScriptDetail struct{ Kind, What, From, To string }

// ScriptEffect is what the changes mean for a query or update.
type ScriptEffect struct {
	Label, Name, Href, Level string
	Says                     []string
}

// ScriptConflict is a value that others changed since the script was begun.
type ScriptConflict struct{ Place, Field, Saw, Now, Mine string }

// mark is the sign of a kind of change.
func mark(kind string) string {
	return map[string]string{"added": "+", "changed": "~", "dropped": "−"}[kind]
}

// unfolded reports whether a change shows its details at once: those of what
// is new or gone can be read in the script.
func (c ScriptChange) unfolded() bool { return c.Kind == "changed" }
