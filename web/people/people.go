package people

import (
	"time"

	"widerow/model/sharing"
	"widerow/web"
)

// PeoplePage lists the accounts of the server, for admins.
type PeoplePage struct {
	web.Page
	Accounts  []PersonRow
	Passwords bool // accounts are made here; else at the proxy or the provider
	Name      string
	Shown     string
	Problem   string // of the new account
	Made      string // the address by which somebody chooses a password, made just now
	MadeFor   string
	Until     time.Time // when it stops to work
	Failed    string    // what could not be done
	Paused    bool      // tokens and links do not work until an admin confirms them
}

// PersonRow is one account.
type PersonRow struct {
	ID, Name, Shown       string
	Admin, ByGroup        bool // an admin, by a group
	Disabled, HasPassword bool
	Groups                []string
	Sessions, Tokens      int
	Own                   bool // of the admin who looks
}

// SharePage shows the roles in a model and its links.
type SharePage struct {
	web.Page
	ID, Model string
	Mine      sharing.Role // of who looks; only an owner changes something
	Everyone  sharing.Role
	Grants    []Grant
	Names     []string // that can be given a role
	Groups    []string // that are known
	Problem   string
	Links     []Link
	NewLink   LinkForm
	Made      string // the address of a link that was made just now
	Embed     string // its picture, for other sites
	Hooks     bool   // who looks may make webhooks
	Open      bool   // from before sign-in: it belongs to everyone
}

// Grant is the role of a person or a group.
type Grant struct {
	ID    string // of the account; empty: a group
	Group string
	Name  string
	// Account is the name with which the person signs in; empty for a group.
	Account string
	Role    sharing.Role
}

// Link is a share link.
type Link struct {
	ID, Name, What string // What it shows, in words
	Comments       bool
	By             string
	Account        string    // of By; empty: none
	Made, Ends     time.Time // Ends zero: never
	Ended          bool
	LastUse        time.Time // zero: never
}

// LinkForm holds the values typed for a new link.
type LinkForm struct {
	Name, What, Ends string
	Comments         bool
	Problem          string
	Choices          []Choice // of What
}

// Choice is an option of a select.
type Choice struct{ Value, Label string }

// AuditPage lists what was done.
type AuditPage struct {
	web.Page
	Events  []Event
	Actions []string
	Action  string // chosen
	Text    string // looked for
	Next    string // the cursor of the next page
	Problem string
}

// Event is one row of the audit page.
type Event struct {
	At                              time.Time
	Action, Who, Address            string
	Account                         string // of Who; empty: none
	Model, ModelID, Subject, Detail string
	Server                          string // that wrote it, where there are several
}

// roleWords describe the rights of a role.
var roleWords = map[sharing.Role]string{
	sharing.None:      "private: only the people below",
	sharing.Viewer:    "viewer: reads",
	sharing.Commenter: "commenter: comments and proposes",
	sharing.Editor:    "editor: changes and merges",
	sharing.Owner:     "owner: shares and deletes",
}

func linkEnding(link Link) string {
	switch {
	case link.Ends.IsZero():
		return "never"
	case link.Ended:
		return "ended on " + day(link.Ends)
	}
	return day(link.Ends)
}

func used(at time.Time) string {
	if at.IsZero() {
		return "never opened"
	}
	return minute(at)
}
