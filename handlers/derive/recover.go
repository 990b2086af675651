package derive

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"strings"

	"widerow/cql/workload"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/recovery"
	"widerow/web"
	webderive "widerow/web/derive"
)

// recoveryMark identifies what a page offers to add.
func recoveryMark(view *webderive.RecoverView) string {
	hash := sha256.New()
	for _, rows := range [][]webderive.RecoverRow{view.Entities, view.Relationships, view.Queries, view.Accesses} {
		for _, row := range rows {
			fmt.Fprintln(hash, row.Key, row.Name, row.Details)
		}
	}
	return hex.EncodeToString(hash.Sum(nil)[:8])
}

// recoverContent fills the page that recovers concepts and queries.
func recoverContent(_ context.Context, b *feature.Context, _ *web.WorkbenchPage) (web.Content, error) {
	form := cmp.Or(feature.FormOf[*RecoverForm](b.Answer), &RecoverForm{Values: url.Values{}})
	r, err := form.Recover(b.Model, model.PreviewIDs(b.Model))
	if err != nil {
		return nil, err
	}
	view := RecoverView(form, b.Model, r)
	return view, judgeAccesses(view, r, form)
}

// RecoverView is the page of the elements that a form recovers. Its mark identifies the offered
// elements.
func RecoverView(f *RecoverForm, m *model.Model, r *Recovered) *webderive.RecoverView {
	view := &webderive.RecoverView{Stale: f.Stale, Tables: len(m.Logical.Tables), Text: f.Text,
		Keyspace: f.Values.Get("keyspace"), Problem: f.Problem, Source: f.Source, Left: recoverLeft(r)}
	for _, e := range r.Entities {
		row := webderive.RecoverRow{Key: e.Name, Name: e.Name, Reason: e.Reason, Checked: f.Takes("entity", e.Name)}
		if e.Weak {
			row.Kind = "weak"
		}
		if e.ID != "" {
			row.Kind, row.Reason = "more attributes", ""
		}
		for _, a := range e.Attributes {
			if e.ID == "" || a.ID == "" {
				row.Attributes = append(row.Attributes, recoveredAttribute(a))
			}
		}
		view.Entities = append(view.Entities, row)
	}
	for _, relationship := range r.Relationships {
		a, b := relationship.Ends[0], relationship.Ends[1]
		row := webderive.RecoverRow{Key: RelationshipKey(relationship), Name: a.Entity.Name + " " +
			relationship.Name + " " + b.Entity.Name, Reason: relationship.Reason,
			Details: a.Cardinality + " : " + b.Cardinality, Checked: f.Takes("relationship", RelationshipKey(relationship))}
		if relationship.Identifying {
			row.Kind = "identifying"
		}
		view.Relationships = append(view.Relationships, row)
	}
	for _, q := range r.Queries {
		row := webderive.RecoverRow{Key: string(q.Table), Name: q.Name, Reason: q.Reason, Details: recoveredQuery(q),
			Checked: f.Takes("query", string(q.Table)), Kind: "entry point"}
		if q.Before != nil {
			row.Kind = "after “" + q.Before.Name + "”"
		}
		view.Queries = append(view.Queries, row)
	}
	for _, a := range r.Accesses {
		view.Accesses = append(view.Accesses, recoverAccessRow(f, r.After, a))
	}
	view.Mark = recoveryMark(view)
	return view
}

func recoverAccessRow(f *RecoverForm, m *model.Model, a *workload.Access) webderive.RecoverRow {
	row := webderive.RecoverRow{Key: AccessKey(a), Name: a.Name, Kind: "query", Details: a.Statement, Checked: a.Known == "" && f.TakesAccess(a)}
	if a.IsUpdate() {
		row.Kind = "update"
	}
	if a.Count > 1 {
		row.Reason = fmt.Sprintf("%d statements that differ only in constants", a.Count)
	}
	if a.Known != "" {
		row.Known, row.Reason = true, m.Title(a.Known)+" asks this already"
	}
	return row
}

// maxLeft bounds the statements that are listed as left out.
const maxLeft = 20

func recoverLeft(r *Recovered) []string {
	var lines []string
	for i, left := range r.Left {
		if i == maxLeft {
			return append(lines, web.Counted(len(r.Left)-maxLeft, "more", "more"))
		}
		lines = append(lines, fmt.Sprintf("Line %d: %s", left.Line, left.Reason))
	}
	return lines
}

func recoveredAttribute(a *recovery.Attribute) webderive.RecoverAttribute {
	return webderive.RecoverAttribute{Name: a.Name, Key: a.Key == model.Key, Partial: a.Key == model.PartialKey, Multi: a.MultiValued}
}

// recoveredQuery writes a query as text.
func recoveredQuery(q *recovery.Query) string {
	names := func(parts []recovery.Part, suffix string) []string {
		var list []string
		for _, p := range parts {
			name := p.Name + suffix
			if p.Descending && suffix == "" {
				name += " DESC"
			}
			list = append(list, name)
		}
		return list
	}
	found := names(q.Find, "")
	for i := range found {
		found[i] = strings.TrimSuffix(found[i], " DESC")
	}
	text := "SELECT " + strings.Join(found, ", ") + " WHERE " + strings.Join(names(q.Given, " = ?"), " AND ")
	if len(q.SortBy) > 0 {
		text += " ORDER BY " + strings.Join(names(q.SortBy, ""), ", ")
	}
	return text
}
