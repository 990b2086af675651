package console

import (
	"crypto/rand"
	"slices"
	"strconv"
	"strings"

	"widerow/cql"
	"widerow/cql/perform"
	"widerow/cql/print"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/write"
	webconsole "widerow/web/console"
)

// show completes the page.
func (u *updating) show(status int) error {
	ids, directory, err := u.Usable(u.c)
	if err != nil {
		return err
	}
	u.page.Page = u.Site.Page(u.c, u.head.Model.Name+" · "+labelOf(u.head.Model, u.id))
	u.page.Model, u.page.Name, u.page.Levels = string(u.head.Revision.Model), u.head.Model.Name, levels
	u.page.Run = rand.Text()
	u.page.Update, u.page.Title = string(u.id), titleOf(u.head.Model, u.id)
	for _, id := range ids {
		connection := directory.Connections[id]
		u.page.Connections = append(u.page.Connections, webconsole.Connection{ID: string(id), Name: connection.Name, Writes: connection.Writes})
		if u.page.Connection == "" && connection.Writes {
			u.page.Connection = string(id)
		}
	}
	if u.page.Steps == nil {
		u.lines(nil)
	}
	return u.Show(u.c, status, webconsole.Update(u.page))
}

var stepNames = map[write.StepKind]string{write.Read: "Read", write.Write: "Write", write.LoggedBatch: "Logged batch",
	write.UnloggedBatch: "Unlogged batch", write.Blocked: "Cannot run"}

// maxShownRows bounds the rows of a read that the page shows.
const maxShownRows = 20

// lines are the steps of the plan: what is done, next and left.
func (u *updating) lines(action *perform.Action) {
	state := u.doing.State
	u.page.Steps = nil
	for i := range u.plan.Steps {
		step := &u.plan.Steps[i]
		line := webconsole.UpdateLine{Number: i + 1, Title: stepNames[step.Kind], Statement: print.UpdateStep(step), Failure: step.Failure}
		for k := range step.Statements {
			if words := wordsOf(&step.Statements[k]); words != "" {
				line.Words = append(line.Words, words)
			}
		}
		for _, entry := range state.Log {
			if entry.Step == i {
				line.Log = append(line.Log, webconsole.UpdateEntry{Text: entry.Text, Outcome: entry.Outcome})
			}
		}
		switch {
		case i < state.Step:
			line.State = "done"
		case state.Stopped != "" && i == state.Step:
			line.State = "stopped"
		case u.page.Running && i == state.Step && action != nil:
			line.State = "next"
		case u.page.Running:
			line.State = "left"
		}
		if read := state.Reads[i]; read != nil {
			line.Columns, line.Rows = gridOf(read)
		}
		u.page.Steps = append(u.page.Steps, line)
	}
}

// wordsOf says for what a statement runs, and when.
func wordsOf(s *write.Statement) string {
	words := s.Application()
	if len(s.Each) > 0 {
		words = slices.Insert(words, 0, "once for each "+strings.Join(s.Each, ", "))
	}
	if len(words) == 0 {
		return ""
	}
	return s.Access.Name + ": " + strings.Join(words, "; ") + "."
}

// gridOf shows the rows of a read that the plan keeps.
func gridOf(read *perform.Rows) (columns []string, rows [][]string) {
	for _, row := range read.Rows {
		for name := range row.Values {
			if !slices.Contains(columns, name) {
				columns = append(columns, name)
			}
		}
	}
	slices.Sort(columns)
	for _, row := range read.Rows[:min(len(read.Rows), maxShownRows)] {
		var values []string
		for _, name := range columns {
			values = append(values, row.Values[name])
		}
		rows = append(rows, values)
	}
	return columns, rows
}

func plural(count int, noun string) string {
	if count == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(count) + " " + noun + "s"
}

// refusal says why a literal is no value of a column, "" if it is one.
func (s *schema) refusal(table, column string, typ model.Type, literal, typed string) string {
	if relation := s.relationOf(table); relation == nil || typ.Kind != model.NativeType || typ.IsCounter() {
		return ""
	}
	before := "SELECT * FROM " + table + " WHERE " + syntax.QuoteName(column) + " = "
	one := s.judgedText(before+literal+" ALLOW FILTERING", "")
	if one == nil {
		return noValue(typed, typ, s.typeName(typ))
	}
	for _, finding := range one.verdict.Findings {
		if (finding.Severity == cql.Error || one.verdict.Fails) && finding.To.Offset > 0 && int(finding.From.Offset) >= len(before) {
			return noValue(typed, typ, s.typeName(typ))
		}
	}
	return ""
}
