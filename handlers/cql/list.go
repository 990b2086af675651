package cql

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"widerow/cql/check"
	"widerow/handlers/canvas/submission"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/advice"
	"widerow/model/sizing"
	"widerow/web"
	webcql "widerow/web/cql"
)

// listContent fills the pane of lists.
func listContent(_ context.Context, b *feature.Context, page *web.WorkbenchPage) (web.Content, error) {
	l := &listing{Context: b, form: ListForm{Values: url.Values{}}}
	if sent := feature.FormOf[*ListForm](b.Answer); sent != nil {
		l.form = *sent
	}
	page.View.Select = ""
	view := &webcql.ListView{New: webcql.ListForm{Name: newListName(b.Model), Keyspace: submission.FirstKeyspace(b.Model), Keyspaces: keyspaces(b.Model)}}
	for _, item := range sortedLists(b.Model) {
		view.Lists = append(view.Lists, web.Link{Label: item.Value.Name, Href: l.at(item.ID)})
	}
	if l.choose(); l.list != nil {
		view.Chosen = l.at(l.id)
		view.List = l.show()
	}
	l.refused(view)
	return view, nil
}

// sortedLists returns the lists of a model by name.
func sortedLists(m *model.Model) []model.Item[*model.StatementList] {
	var all []model.Item[*model.StatementList]
	for id, list := range m.StatementLists {
		all = append(all, model.Item[*model.StatementList]{ID: id, Value: list})
	}
	slices.SortFunc(all, func(a, b model.Item[*model.StatementList]) int {
		return cmp.Or(strings.Compare(strings.ToLower(a.Value.Name), strings.ToLower(b.Value.Name)), cmp.Compare(a.ID, b.ID))
	})
	return all
}

// newListName returns a name that no list has.
func newListName(m *model.Model) string {
	taken := map[string]bool{}
	for _, list := range m.StatementLists {
		taken[list.Name] = true
	}
	for i := 1; ; i++ {
		if name := fmt.Sprintf("Statements %d", i); !taken[name] {
			return name
		}
	}
}

func keyspaces(m *model.Model) (names []string) {
	for _, keyspace := range model.Sorted(m.Physical.Keyspaces) {
		names = append(names, keyspace.Value.Name)
	}
	return names
}

// choose finds the list that the page shows: the one of the address, or else the first.
func (l *listing) choose() {
	l.id = l.View.List
	if l.list = l.Model.StatementLists[l.id]; l.list != nil {
		return
	}
	if all := sortedLists(l.Model); len(all) > 0 {
		l.id, l.list = all[0].ID, all[0].Value
	}
}

func (l *listing) show() *webcql.StatementList {
	l.judged = check.ListStatements(l.Model, advice.Known{Proofs: l.Proofs(), Plans: l.Plans()}, l.list.Text, l.list.Keyspace)
	l.tables = tableLinks(l.Context)
	verdict, sort := l.form.Values.Get("verdict"), l.form.Values.Get("sort")
	shown := &webcql.StatementList{ID: l.id, Name: l.list.Name, Kept: keptWords(l.list), Filter: l.at(l.id, "verdict", verdict),
		CSV:  l.address(".csv", l.id, "verdict", verdict, "sort", sort, "download", "1"),
		JSON: l.address(".json", l.id, "verdict", verdict, "sort", sort, "download", "1"),
		Edit: webcql.ListForm{List: l.id, Name: l.list.Name, Text: l.list.Text, Base: digestOf(l.list), Keyspace: l.list.Keyspace, Keyspaces: keyspaces(l.Model)},
	}
	shown.Counts = l.counts()
	shown.Heads = l.heads(verdict, sort)
	statements := Chosen(l.judged.Statements, verdict, sort)
	from, to := l.paged(shown, len(statements))
	messages := map[int][]check.Finding{}
	for _, finding := range l.judged.Findings {
		messages[finding.Line] = append(messages[finding.Line], finding)
	}
	for i := range statements[from:to] {
		shown.Rows = append(shown.Rows, l.row(&statements[from+i], messages))
	}
	if l.judged.Left > 0 {
		shown.Left = fmt.Sprintf("%s more in the text: only SELECT, INSERT, UPDATE, DELETE and BATCH are listed.", web.Count(l.judged.Left, "statement"))
	}
	return shown
}

// digestOf identifies the state of a list that a form changes.
func digestOf(list *model.StatementList) string {
	hash := sha256.Sum256([]byte(list.Name + "\x00" + list.Keyspace + "\x00" + list.Text))
	return hex.EncodeToString(hash[:8])
}

func keptWords(list *model.StatementList) string {
	words := "kept"
	if list.By != "" && list.By != feature.UnknownAuthor {
		words += " by " + list.By
	}
	if list.At != "" {
		words += " on " + list.At
	}
	return words
}

// counts count the statements by verdict, as links that filter.
func (l *listing) counts() []webcql.ListCount {
	sort := l.form.Values.Get("sort")
	counts := []webcql.ListCount{{ID: "all", Words: web.Count(len(l.judged.Statements), "statement"), Href: l.at(l.id, "sort", sort)}}
	by := map[string]int{}
	for i := range l.judged.Statements {
		by[l.judged.Statements[i].Verdict]++
	}
	for _, known := range verdictLevels {
		verdict := string(known.Verdict)
		if by[verdict] > 0 {
			counts = append(counts, webcql.ListCount{ID: strings.ReplaceAll(verdict, " ", "-"), Level: known.Level, Words: fmt.Sprintf("%d %s", by[verdict], verdict),
				Href: l.at(l.id, "verdict", verdict, "sort", sort)})
		}
	}
	return counts
}

// row shows a statement with its findings. messages are all by line.
func (l *listing) row(s *check.Listed, messages map[int][]check.Finding) webcql.ListRow {
	row := webcql.ListRow{Line: s.Line, Text: model.OneLine(s.Statement, 400), Verdict: s.Verdict,
		Level: levelOf(s.Verdict), Partitions: partitionWords(s), Idempotent: "–"}
	switch {
	case row.Level == "bad":
	case s.Idempotent:
		row.Idempotent, row.RepeatsTitle = "yes", "A retry does no harm"
	default:
		row.Idempotent, row.RepeatsTitle = "no", "A retry may do it twice"
	}
	for _, name := range s.Tables {
		row.Tables = append(row.Tables, web.Link{Label: name, Href: l.tables[name]})
	}
	if row.Rows = "–"; s.Rows != nil {
		row.Rows = rowsWords(*s.Rows, s.AtMost)
		row.RowsTitle = "at worst " + sizing.FormatNumber(*s.WorstRows)
	}
	for _, finding := range messages[s.Line] {
		if !s.Has(&finding) {
			continue
		}
		shown := webcql.ListFinding{Level: feature.Levels[finding.Severity], Code: finding.Code, Message: finding.Message}
		if advice.Find(finding.Code) != nil {
			shown.Why = string(l.URL.Tab(web.View{Model: l.View.Model, Tab: web.TabAdvice})) + "?rule=" + url.QueryEscape(finding.Code)
		}
		row.Findings = append(row.Findings, shown)
	}
	return row
}

// rowsWords writes a mean number of rows: ~ marks it, unless it is one row.
func rowsWords(rows float64, atMost bool) string {
	switch {
	case atMost:
		return "≤ " + sizing.FormatNumber(rows)
	case rows == 1:
		return "1"
	}
	return "~" + sizing.FormatNumber(rows)
}

func partitionWords(s *check.Listed) string {
	switch {
	case s.Partitions > 0:
		return strconv.Itoa(s.Partitions)
	case s.Verdict == string(advice.ByScan):
		return "all"
	case s.Verdict == string(advice.Several):
		return "n"
	}
	return "–"
}

// tableLinks are the addresses of tables by their qualified names.
func tableLinks(b *feature.Context) map[string]string {
	links := map[string]string{}
	for id, relation := range b.Model.Physical.Relations {
		if keyspace := b.Model.Physical.Keyspaces[relation.Keyspace]; keyspace != nil {
			links[keyspace.Name+"."+relation.Name] = string(b.URL.Tab(web.View{Model: b.View.Model, Tab: web.TabPhysical, Select: id, Revision: b.View.Revision}))
		}
	}
	return links
}

// refused shows a form that was rejected, with what was typed.
func (l *listing) refused(view *webcql.ListView) {
	if l.form.Problem == "" {
		return
	}
	form, sent := &view.New, l.form.Values
	if view.List != nil && model.ID(sent.Get("list")) == view.List.ID {
		form = &view.List.Edit
	}
	form.Name, form.Text, form.Problem, form.Field, form.Open = sent.Get("name"), l.form.Text, l.form.Problem, l.form.Field, true
	if keyspace := sent.Get("keyspace"); keyspace != "" {
		form.Keyspace = keyspace
	}
}
