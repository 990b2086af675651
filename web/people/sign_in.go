// Package people draws the pages about people and permissions: signing in, one's own account, the
// accounts of the server, the roles in a model, and the audit log.
package people

import "widerow/web"

// SignInPage asks who somebody is.
type SignInPage struct {
	web.Page
	Name      string     // as typed
	Next      string     // the page to go on with
	Problem   string     // why the last try failed
	Password  bool       // the server knows passwords
	Providers []Provider // at which people may sign in
	SignedOut bool
}

// Provider is a button that leads to a sign-in elsewhere.
type Provider struct{ Name, Label string }

// ChoosePage lets a person choose a password, by a link that works once.
type ChoosePage struct {
	web.Page
	Secret        string // of the link
	First         bool   // makes the first account, an admin
	Name          string // of the account; as typed if First
	NameProblem   string
	Problem       string // of the password
	MinCharacters int
}
