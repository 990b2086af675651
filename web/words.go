package web

import (
	"fmt"
	"time"

	"widerow/model"
)

// Counted writes a number with its noun.
func Counted(number int, one, more string) string {
	if number == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", number, more)
}

// ExactTime is a time as programs read it.
func ExactTime(at time.Time) string { return at.Format(time.RFC3339) }

// Minute is an ExactTime as people read it on paper: "2026-11-25 07:23 UTC".
func Minute(exact string) string {
	at, err := time.Parse(time.RFC3339, exact)
	if err != nil {
		return exact
	}
	return at.UTC().Format("2006-01-02 15:04 UTC")
}

// Ago formats how long ago something happened.
func Ago(now, then time.Time) string {
	passed := now.Sub(then)
	switch {
	case passed < -time.Minute: // the clock has gone back since
		return then.Format("2 January 2006, 15:04")
	case passed < time.Minute:
		return "just now"
	case passed < 2*time.Minute:
		return "a minute ago"
	case passed < time.Hour:
		return fmt.Sprintf("%d minutes ago", int(passed.Minutes()))
	case passed < 2*time.Hour:
		return "an hour ago"
	case passed < 24*time.Hour:
		return fmt.Sprintf("%d hours ago", int(passed.Hours()))
	case passed < 48*time.Hour:
		return "yesterday"
	}
	return then.Format("2 January 2006")
}

// OneLine shortens a statement to what a list shows.
func OneLine(statement string) string { return model.OneLine(statement, 120) }
