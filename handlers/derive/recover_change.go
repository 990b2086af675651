package derive

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"widerow/cql"
	"widerow/cql/workload"
	"widerow/handlers/canvas/submission"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/recovery"
	"widerow/web"
)

// RecoverForm is the form of the page that recovers concepts and queries from
// tables and statements. Its names:
//
//	sent          the form was sent, so that no box is a choice, too
//	entity        an entity type to add, by name
//	relationship  a relationship type to add, by its ends
//	query         a query to add, by its table
//	choose        "all" or "none" of these, whatever the boxes say
//	access        a query or an update of the statements to leave out, by its key
//	text, file    the application's statements
//	mark          what was shown, to add nothing else
type RecoverForm struct {
	Values  url.Values
	Text    string // the statements
	Problem string // with the files
	Source  string // of statements that were read from a cluster, in words
	// Stale reports that something else would be added than was shown.
	Stale bool
}

// Takes reports whether a box of a field is checked.
func (f *RecoverForm) Takes(field, key string) bool {
	if choose := f.Values.Get("choose"); choose != "" {
		return choose == "all"
	}
	return f.Values.Get("sent") == "" || slices.Contains(f.Values[field], key)
}

func (f *RecoverForm) accepted() recovery.Accepted {
	return recovery.Accepted{
		Entity:       func(e *recovery.Entity) bool { return f.Takes("entity", e.Name) },
		Relationship: func(r *recovery.Relationship) bool { return f.Takes("relationship", RelationshipKey(r)) },
		Query:        func(q *recovery.Query) bool { return f.Takes("query", string(q.Table)) },
	}
}

// RelationshipKey is the value of the box of a relationship type.
func RelationshipKey(r *recovery.Relationship) string {
	return r.Ends[0].Entity.Name + "/" + r.Ends[1].Entity.Name
}

// Recovered is the part that a form adds to a model.
type Recovered struct {
	*recovery.Recovery
	*workload.Workload
	After *model.Model
}

// maxRecovered is the largest number of columns that concepts are recovered from:
// 9,000 in 300 tables take 4 s, and twice as many four times as long.
const maxRecovered = 15_000

// maxRecoveredWidth is the largest number of columns of one of these tables: two
// of 4,000 take 19 s.
const maxRecoveredWidth = 2000

func checkRecoverable(m *model.Model) error {
	columns := 0
	for _, table := range m.Logical.Tables {
		if columns += len(table.Columns); len(table.Columns) > maxRecoveredWidth {
			return &submission.Refusal{Title: fmt.Sprintf("%s has %d columns, too many to recover concepts from", table.Name, len(table.Columns)),
				Advice: fmt.Sprintf("It works for tables of at most %d columns. Import the other tables as a model of their own, and start there.", maxRecoveredWidth)}
		}
	}
	if columns <= maxRecovered {
		return nil
	}
	return &submission.Refusal{Title: fmt.Sprintf("The tables have %d columns, too many to recover concepts from", columns),
		Advice: fmt.Sprintf("It works for at most %d columns. Import the most important tables as a model of their own, and start there.", maxRecovered)}
}

// Recover reads the tables, and then the statements, on the model with the accepted
// concepts of the tables, whose columns then have attributes. A table that
// statements read needs no guess at its query.
func (f *RecoverForm) Recover(m *model.Model, ids model.IDs) (*Recovered, error) {
	if err := checkRecoverable(m); err != nil {
		return nil, err
	}
	r := &Recovered{Recovery: recovery.Recover(m), Workload: &workload.Workload{}}
	if f.Text != "" {
		r.Workload = workload.Read(m, f.Text, f.keyspace(m))
		r.Queries = slices.DeleteFunc(r.Queries, func(q *recovery.Query) bool { return r.Reads(q.Table) })
	}
	after, err := edit.Apply(m, ids, r.Recovery.Commands(ids, f.accepted())...)
	if err == nil && f.Text != "" {
		r.Workload = workload.Read(after, f.Text, f.keyspace(m))
		after, err = edit.Apply(after, ids, r.Workload.Commands(ids, f.TakesAccess)...)
	}
	if err != nil {
		return nil, fmt.Errorf("apply what was recovered: %w", err)
	}
	cql.FollowRenames(m, after)
	r.After = after
	return r, nil
}

// keyspace returns the keyspace of unqualified names.
func (f *RecoverForm) keyspace(m *model.Model) string {
	return cmp.Or(f.Values.Get("keyspace"), submission.FirstKeyspace(m))
}

// TakesAccess reports whether a query or an update of the statements is added.
func (f *RecoverForm) TakesAccess(a *workload.Access) bool {
	return !slices.Contains(f.Values["access"], AccessKey(a))
}

// AccessKey returns a short key for the box of an access.
func AccessKey(a *workload.Access) string {
	sum := sha256.Sum256([]byte(a.Statement))
	return hex.EncodeToString(sum[:6])
}

// Words describes what was added, for the history.
func (f *RecoverForm) Words(before, after *model.Model) string {
	var parts []string
	for _, count := range []struct {
		added     int
		one, more string
	}{
		{len(after.Concepts.Entities) - len(before.Concepts.Entities), "entity type", "entity types"},
		{len(after.Concepts.Relationships) - len(before.Concepts.Relationships), "relationship type", "relationship types"},
		{len(after.Workflow.Queries) - len(before.Workflow.Queries), "query", "queries"},
		{len(after.Workflow.Updates) - len(before.Workflow.Updates), "update", "updates"},
	} {
		if count.added > 0 {
			parts = append(parts, web.Counted(count.added, count.one, count.more))
		}
	}
	from := " from tables"
	if f.Text != "" {
		from = " from tables and statements"
	}
	return "recovered " + cmp.Or(strings.Join(parts, ", "), "attributes") + from
}
