package people

import (
	"fmt"
	"time"

	"widerow/model/people"
	"widerow/web"
)

// AccountPage is a person's own account.
type AccountPage struct {
	web.Page
	SignIn, Shown, ShownProblem string
	Admin                       bool
	HasPassword                 bool
	OldProblem, NewProblem      string
	MinCharacters               int
	Sessions                    []Session
	Tokens                      []Token
	NewToken                    TokenForm
	Made                        string // the text of a token that was made just now
	Saved                       string // what was saved just now
	Now                         time.Time
}

// Session is a browser in which the person has signed in.
type Session struct {
	ID, Browser, Address string
	Begun                time.Time
	Current              bool
}

// Token is one of the person's tokens.
type Token struct {
	ID, Name  string
	Scope     people.Scope
	Models    string // "all models", or their titles
	Made      time.Time
	Ends      time.Time // zero: never
	Ended     bool
	LastUse   time.Time // zero: never
	LastPlace string
}

// TokenForm holds the values typed for a new token.
type TokenForm struct {
	Name, Models, Ends string
	Scope              people.Scope
	Problem            string
}

// scopeWords describe the rights of a token.
var scopeWords = map[people.Scope]string{
	people.Read:    "read: open models and files",
	people.Comment: "comment: read, comment and propose",
	people.Edit:    "edit: comment, and change models",
	people.Admin:   "admin: everything that the person may do",
}

// day is a time as a date.
func day(at time.Time) string { return at.UTC().Format("2006-01-02") }

// minute is a time to the minute.
func minute(at time.Time) string { return at.UTC().Format("2006-01-02 15:04") + " UTC" }

func lastUse(token Token) string {
	if token.LastUse.IsZero() {
		return "never used"
	}
	return fmt.Sprintf("%s from %s", minute(token.LastUse), token.LastPlace)
}

func ending(token Token) string {
	switch {
	case token.Ends.IsZero():
		return "never"
	case token.Ended:
		return "ended on " + day(token.Ends)
	}
	return day(token.Ends)
}
