package connections

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/a-h/templ"

	"widerow/web"
)

// SamplePage loads sample data for the tables of a model.
type SamplePage struct {
	web.Page
	Row
	Model, ModelName string
	Keyspaces        []string // of the model
	Most             int      // rows
	Form             SampleForm
	Problem          string
	// Replaces reports that sample data is there, which only the next press may drop.
	Replaces bool
	Done     *SampleDone // what the last load did
}

// SampleForm holds what was typed.
type SampleForm struct {
	Rows, Seed string
	// Names is empty for the model's names and _sample, "own" for the model's, "named" for Keyspace.
	Names, Keyspace string
}

// SampleDone is the result of a load.
type SampleDone struct {
	Keyspaces []string
	Seed      string
	Rows      int64
	Seconds   float64
	Resumed   bool
	Tables    []SampleTable
	Left      []string // tables without rows, since the load has failed
	Notes     []string
}

// SampleTable is a table that was filled.
type SampleTable struct {
	Keyspace, Name  string
	Rows            int64
	Seconds         float64
	Before, Guessed bool
}

// console is the address of the console in a keyspace of the sample data.
func (p SamplePage) console(keyspace, text string) templ.SafeURL {
	return p.URL.Path("/m/" + p.Model + "/console?" + url.Values{"connection": {p.ID}, "keyspace": {keyspace}, "text": {text}}.Encode())
}

// first returns the statement that shows the first rows of a table.
func (t SampleTable) first() string {
	return fmt.Sprintf("SELECT * FROM %s.%s LIMIT 20", quoteName(t.Keyspace), quoteName(t.Name))
}

// quoteName quotes a name that is not in lower case.
func quoteName(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') && (r < '0' || r > '9') }) {
		return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
	}
	return name
}

// names are the keyspaces that the load makes if nothing is typed.
func (p SamplePage) names() string {
	var names []string
	for _, name := range p.Keyspaces {
		names = append(names, name+"_sample")
	}
	return strings.Join(names, ", ")
}

func (t SampleTable) took() string {
	if t.Before {
		return "before"
	}
	return fmt.Sprintf("%.1f s", t.Seconds)
}

// thousands writes a number with a comma between each three digits.
func thousands(number int64) string {
	text := fmt.Sprint(number)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}
