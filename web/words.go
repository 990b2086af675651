package web

import (
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/a-h/templ"

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

// Count writes "1 error", "2 errors".
func Count(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}

// Shown returns a value for display, even if it is empty.
func Shown(value string) string {
	if value == "" {
		return "(empty)"
	}
	return value
}

// Article puts "a" or "an" before a word.
func Article(word string) string {
	switch word[0] {
	case 'a', 'e', 'i', 'o', 'I':
		return "an " + word
	case 'u':
		if !strings.HasPrefix(word, "user") {
			return "an " + word
		}
	}
	return "a " + word
}

// NextQuery is the query that returns to a path.
func NextQuery(path string) string {
	if path == "" {
		return ""
	}
	return url.Values{"next": {path}}.Encode()
}

func Lower(text string) string { return strings.ToLower(text) }

// Capital begins a word with a capital letter.
func Capital(word string) string {
	if word == "" {
		return ""
	}
	return strings.ToUpper(word[:1]) + word[1:]
}

// explanation describes a kind of element whose name is not self-explanatory.
// The help page has the terms in full.
func explanation(kind model.Kind) string {
	switch kind {
	case model.HierarchyKind:
		return "Subtypes inherit the attributes and the key of their supertype."
	case model.ParticipantKind:
		return "An entity type in a relationship, with its cardinality."
	case model.StepKind:
		return "A task or screen of the application."
	case model.TransitionKind:
		return "Leads from one step to the next, with the query or update that the next step runs."
	case model.ArrowKind:
		return "Shows which table answers a query, and which table supplies the query's values."
	case model.NoteKind:
		return "A sheet with a text on the diagram."
	case model.AreaKind:
		return "A titled rectangle behind the boxes. What lies in it moves with it."
	case model.QuantityKind:
		return "A named number, typical and worst case, for estimating partition sizes."
	}
	return ""
}

// Explained is the title of a heading that names a kind of element.
func Explained(kind model.Kind) templ.Attributes {
	if text := explanation(kind); text != "" {
		return templ.Attributes{"title": text}
	}
	return nil
}

// KindTitles are the words of the pages for the kinds of elements.
var KindTitles = map[model.Kind]struct{ One, Many string }{
	model.ModelKind:  {"model", "Model"},
	model.EntityKind: {"entity type", "Entity types"}, model.AttributeKind: {"attribute", "Attributes"},
	model.RelationshipKind: {"relationship type", "Relationship types"}, model.ParticipantKind: {"participant", "Participants"},
	model.HierarchyKind: {"IsA hierarchy", "IsA hierarchies"}, model.SubtypeKind: {"subtype", "Subtypes"},
	model.ActorKind: {"actor", "Actors"}, model.StepKind: {"step", "Steps"}, model.TransitionKind: {"transition", "Transitions"},
	model.QueryKind: {"query", "Queries"}, model.FindKind: {"column", "SELECT"}, model.GivenKind: {"condition", "WHERE"},
	model.SortKind: {"sort column", "ORDER BY"}, model.UpdateElement: {"update", "Updates"}, model.WriteKind: {"value", "Values"},
	model.TableKind: {"table", "Tables"}, model.ColumnKind: {"column", "Columns"}, model.ArrowKind: {"query arrow", "Query arrows"},
	model.KeyspaceKind: {"keyspace", "Keyspaces"}, model.UserTypeKind: {"user-defined type", "User-defined types"},
	model.TypeFieldKind: {"field", "Fields"}, model.RelationElement: {"table", "Tables"},
	model.RelationColumnKind: {"column", "Columns"}, model.IndexKind: {"index", "Indexes"},
	model.QuantityKind: {"quantity", "Quantities"}, model.MeasurementKind: {"measurement", "Measurements"}, model.StatementKind: {"statement", "Statements"},
	model.NoteKind: {"note", "Notes"}, model.AreaKind: {"area", "Areas"},
}

// RoleMark is the mark of a column's role in the notation.
func RoleMark(role model.Role, descending bool) string {
	switch role {
	case model.Partition:
		return "K"
	case model.Clustering:
		if descending {
			return "C↓"
		}
		return "C↑"
	case model.Static:
		return "S"
	case model.RoleCounter:
		return "++"
	}
	return ""
}
