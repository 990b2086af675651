package cql

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/cql"
	"widerow/cql/assist"
	"widerow/cql/parse"
	"widerow/cql/print"
	"widerow/cql/syntax"
	"widerow/diagram"
	"widerow/handlers/canvas"
	"widerow/handlers/canvas/submission"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/access"
	"widerow/model/write"
	"widerow/web"
	webcql "widerow/web/cql"
)

// Statements is the form of the pane of statements.
type Statements struct{ Text, Keyspace string }

// statementsContent fills the statements pane, with the verdicts on its form.
func statementsContent(ctx context.Context, b *feature.Context, page *web.WorkbenchPage) (web.Content, error) {
	form := Statements{Keyspace: submission.FirstKeyspace(b.Model)}
	typed := feature.FormOf[*Statements](b.Answer)
	asked := typed != nil
	if asked {
		form = *typed
	} else if result := b.ProofOf(b.View.Select); result != nil { // a link from the query
		if best, found := result.Best(); found {
			form.Text, asked = print.ProofScript(best), true
		}
	} else if plan := b.PlanOf(b.View.Select); plan != nil && len(plan.Steps) > 0 {
		form.Text, asked = planScript(plan), true
	}
	view := StatementsView(b, form)
	view.Asked, view.Failure = asked, canvas.Failure(b)
	picture, err := canvas.Draw(ctx, b, page, diagram.KindPhysical)
	return &webcql.View{Statements: &view, Diagram: picture}, err
}

// MaxVerdicts bounds the verdicts that the page shows.
const MaxVerdicts = 500

// StatementsView judges the statements of a form.
func StatementsView(b *feature.Context, form Statements) webcql.StatementsView {
	view := webcql.StatementsView{Text: form.Text, Target: cql.TargetName(b.Model.Target), Keyspace: form.Keyspace, Example: exampleStatement(b.Model)}
	if !b.Readonly() {
		view.Recover, view.Keep = b.URL.Action(b.View.Model, "recover"), b.URL.Action(b.View.Model, "statement-lists")
	}
	for _, keyspace := range model.Sorted(b.Model.Physical.Keyspaces) {
		view.Keyspaces = append(view.Keyspaces, keyspace.Value.Name)
	}
	verdicts := cql.JudgeStatements(b.Model, parse.ParseFor(b.Model.Target, form.Text), form.Keyspace)
	units := assist.NewUnits(form.Text)
	for _, verdict := range verdicts[:min(len(verdicts), MaxVerdicts)] {
		view.Verdicts = append(view.Verdicts, shownVerdict(b, form.Text, units, verdict))
	}
	view.Left = len(verdicts) - len(view.Verdicts)
	return view
}

// exampleStatement returns a SELECT by the partition key of the first table.
func exampleStatement(m *model.Model) string {
	for _, item := range model.Sorted(m.Physical.Relations) {
		keyspace := m.Physical.Keyspaces[item.Value.Keyspace]
		var key []string
		for _, column := range item.Value.SortedColumns() {
			if column.Value.Role == model.Partition {
				key = append(key, syntax.QuoteName(column.Value.Name)+" = ?")
			}
		}
		if keyspace != nil && len(key) > 0 {
			return fmt.Sprintf("SELECT * FROM %s.%s WHERE %s;", syntax.QuoteName(keyspace.Name), syntax.QuoteName(item.Value.Name), strings.Join(key, " AND "))
		}
	}
	return "SELECT * FROM keyspace.table WHERE key = ?;"
}

func shownVerdict(b *feature.Context, text string, units *assist.Units, verdict cql.Verdict) webcql.StatementVerdict {
	place := syntax.Place(verdict.Statement)
	shown := webcql.StatementVerdict{
		Line: int(place.Start.Line), Offset: units.Of(int(place.Start.Offset)), Table: verdict.Table,
		Text: web.OneLine(text[place.Start.Offset:min(int(max(place.Start.Offset, place.End.Offset)), len(text))]), TableHref: tableLink(b, verdict.Table),
	}
	for _, finding := range verdict.Findings {
		shown.Findings = append(shown.Findings, webcql.ScriptFinding{Level: feature.Levels[finding.Severity], Message: finding.Message, Hint: finding.Hint})
	}
	shown.Level, shown.Badge, shown.Says = planWords(verdict)
	return shown
}

func tableLink(b *feature.Context, name string) string {
	for id, relation := range b.Model.Physical.Relations {
		if keyspace := b.Model.Physical.Keyspaces[relation.Keyspace]; keyspace != nil && keyspace.Name+"."+relation.Name == name {
			view := web.View{Model: b.View.Model, Tab: web.TabPhysical, Select: id}
			return string(b.URL.Tab(view))
		}
	}
	return ""
}

// planWords describes the execution of a statement: its level, a badge of a word or two, and a
// sentence.
func planWords(verdict cql.Verdict) (level, badge, says string) {
	isError := func(finding cql.Finding) bool { return finding.Severity == cql.Error }
	switch {
	case slices.ContainsFunc(verdict.Findings, isError):
		return "bad", "rejected", ""
	case verdict.Fails:
		return "bad", "fails when run", ""
	case verdict.Plan == nil && len(verdict.Findings) > 0 && verdict.Findings[0].Severity == cql.Info:
		return "", "not checked", ""
	case verdict.Plan == nil:
		return "ok", "accepted", ""
	}
	if _, isSelect := verdict.Statement.(*syntax.Select); !isSelect {
		return writeWords(*verdict.Plan)
	}
	level, badge, says = readWords(*verdict.Plan)
	if verdict.Plan.Reversed {
		says += " Rows are returned in reverse clustering order."
	}
	return level, badge, says
}

func readWords(plan access.Plan) (level, badge, says string) {
	switch plan.Kind {
	case access.Partitions:
		return "info", partitions(plan), "Each partition is read separately."
	case access.Index:
		says = "Every node is asked for its part of the index " + strings.Join(plan.Indexes, ", ") + "."
		if plan.Filtering {
			return "warn", "index, filtering", says + " The rows found are read and then filtered."
		}
		return "info", "index", says
	case access.FilterInPartition:
		return "warn", "filtering in partition", "The partition is read and its rows are filtered."
	case access.Scan:
		return "warn", "scan", "The whole table is read: latency grows with its size."
	}
	if plan.Filtering {
		return "warn", "one partition, filtering", "One partition is read by its key and its rows are filtered."
	}
	return "ok", "one partition", "One partition is read by its key."
}

func writeWords(plan access.Plan) (level, badge, says string) {
	if plan.Kind == access.Partitions {
		return "info", partitions(plan), "Each partition is written separately."
	}
	return "ok", "one partition", "One partition is written."
}

func partitions(plan access.Plan) string {
	if plan.Partitions == 0 {
		return "n partitions"
	}
	return fmt.Sprintf("%d partitions", plan.Partitions)
}

// planScript returns the statements of a plan as a script.
func planScript(plan *write.Plan) string {
	var script strings.Builder
	for i := range plan.Steps {
		if i > 0 {
			script.WriteString("\n")
		}
		script.WriteString(strings.TrimSpace(print.UpdateStep(&plan.Steps[i])) + "\n")
	}
	return script.String()
}

// judgeStatements answers the form of the pane: with the verdicts alone if htmx
// asks, otherwise with the whole page.
func (s *site) judgeStatements(c echo.Context) error {
	if _, err := c.FormParams(); err != nil {
		return feature.BadForm(err)
	}
	head, done, err := s.HeadInTurn(c)
	if err != nil {
		return err
	}
	defer done()
	form := Statements{Text: submission.NormalLines(c.FormValue("text")), Keyspace: keyspaceOf(c, head.Model)}
	view := web.View{Model: c.Param("model"), Tab: web.TabStatements}
	if s.WantsParts(c) {
		b := feature.New(s.URL(), head, view, nil)
		return s.Show(c, http.StatusOK, webcql.Verdicts(StatementsView(b, form)))
	}
	return s.ShowModel(c, http.StatusOK, head, view, &feature.Answer{Form: &form})
}

// keyspaceOf returns the keyspace that the user chose for names without one.
func keyspaceOf(c echo.Context, m *model.Model) string {
	return cmp.Or(c.FormValue("keyspace"), submission.FirstKeyspace(m))
}
