package home

import "widerow/web"

// VisitorPage asks for the user's name.
type VisitorPage struct {
	web.Page
	Name, Problem string
	FromProxy     bool   // the name is that of the sign-in and cannot be chosen
	Next          string // where to go afterwards
}
