package console

import "net/url"

// Script is a text that is kept with the model.
type Script struct {
	ID, Name, By string
	// Ago is the time since the script was saved, At the time when it was saved.
	Ago, At string
	// Mark identifies its name and text on this page.
	Mark string
	// Shown reports that the form has the text of this script.
	Shown bool
}

// Saving is the form that saves a script, as it was typed, and what became of it.
type Saving struct {
	Name string
	// Done describes the change that was saved. Problem explains why nothing was saved; At is the
	// script whose form has the problem, "" for the open script.
	Done, Problem string
	At            string
}

// opening is the query of an address that opens a script.
func opening(form Form, script Script) string {
	return url.Values{"connection": {form.Connection}, "keyspace": {form.Keyspace}, "script": {script.ID}}.Encode()
}

// nameToSave is the name in the field: what was typed, or that of the open script.
func (p Page) nameToSave() string {
	if p.Saving.Name == "" && p.Script != nil {
		return p.Script.Name
	}
	return p.Saving.Name
}

// showsScripts reports whether the list is open.
func (p Page) showsScripts() bool { return p.Saving.Problem != "" || p.Saving.Done != "" }

// canSaveOver reports whether the text can replace that of the open script.
func (p Page) canSaveOver() bool { return p.Script != nil }
