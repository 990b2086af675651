package advice

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"widerow/model"
	"widerow/model/proof"
	"widerow/model/sizing"
	"widerow/model/write"
)

// manyStatements is the number of statements one after another from which a step of the workflow is slow.
const manyStatements = 3

// checkManyStatements reports queries and updates that wait for one statement after another.
func checkManyStatements(p *Pass) {
	p.served(func(id model.ID, _ *model.Query, j *proof.Judgement) {
		count := 1 + len(j.Lookups)
		if count < manyStatements || slices.ContainsFunc(j.Lookups, func(l proof.Lookup) bool { return l.Each }) { // query/lookups
			return
		}
		p.report(Finding{Level: Warning, Element: id, Numbers: []Number{{"statements", float64(count), ""}},
			Message: fmt.Sprintf("%s needs %d statements one after another: their latencies add up", p.label(id), count)})
	})
	p.updates(func(update *model.Update, plan *write.Plan) {
		reads := 0
		for i := range plan.Steps {
			if plan.Steps[i].Kind == write.Read && slices.ContainsFunc(plan.Steps[i].Statements, func(s statement) bool { return s.Text == "" }) {
				reads++
			}
		}
		if reads >= manyStatements {
			p.report(Finding{Level: Warning, Element: plan.Update, Numbers: []Number{{"reads", float64(reads), ""}},
				Message: fmt.Sprintf("%s reads %d times one after another before it writes: their latencies add "+
					"up, and what it read may have changed", update.Label, reads)})
		}
	})
}

// checkServesMuch reports indexes that answer a large part of the reads of their table.
func checkServesMuch(p *Pass) {
	for _, r := range p.tables {
		if len(r.Indexes) == 0 {
			continue
		}
		all, byIndex := 0.0, 0.0
		var queries []string
		p.served(func(id model.ID, query *model.Query, j *proof.Judgement) {
			if rate := p.worst(query.Rate); j.Table == r.id {
				all += rate
				if j.Verdict == proof.Index {
					byIndex += rate
					queries = append(queries, p.label(id))
				}
			}
		})
		if byIndex < 1 || byIndex <= all/10 {
			continue
		}
		p.report(Finding{Level: Info, Element: r.id, Numbers: []Number{{"reads", byIndex, "per second"}, {"share", math.Round(100 * byIndex / all), "%"}},
			Message: fmt.Sprintf(
				"An index answers %.0f %% of the reads of %s, %s a second: each asks all nodes (%s)",
				100*byIndex/all, r.name, sizing.FormatMean(byIndex), listed(queries))})
	}
}

// checkFilteredBase reports updates that change a key column of a view.
func checkFilteredBase(p *Pass) {
	for _, v := range p.views {
		base, found := p.table(v.Base)
		if !found {
			continue
		}
		for _, column := range slices.Concat(v.partition, v.clustering) {
			name := column.Value.Name
			report := func(element model.ID, at int, label string) {
				p.report(Finding{Level: Warning, Element: element, At: at,
					Message: fmt.Sprintf("%s changes %s, a key column of the view %s: each time its row is read, deleted and written again",
						label, name, v.name)})
			}
			p.eachStatement(func(at int, s *Statement) {
				if s.Relation == base.id && slices.Contains(s.Sets, name) {
					report(base.id, at, s.Verb)
				}
			})
			p.updates(func(update *model.Update, plan *write.Plan) {
				if !p.Script && slices.ContainsFunc(plan.Steps, func(s writeStep) bool { return sets(s, base.id, name) }) {
					report(plan.Update, 0, update.Label)
				}
			})
		}
	}
}

// checkOrder reports updates that delete the row which leads to others before the others.
func checkOrder(p *Pass) {
	p.updates(func(update *model.Update, plan *write.Plan) {
		read := map[model.ID]bool{}
		deleted := model.ID("")
		for i := range plan.Steps {
			for j := range plan.Steps[i].Statements {
				s := &plan.Steps[i].Statements[j]
				isDelete := s.Write.Delete != nil && len(s.Write.Delete.Columns) == 0
				switch {
				case s.Select != nil:
					read[s.Table] = true
				case isDelete && deleted != "" && deleted != s.Table && !plan.Steps[i].IsBatch():
					p.report(Finding{Level: Info, Element: plan.Update,
						Message: fmt.Sprintf("%s deletes from %s, by which it found the rows of %s, before "+
							"these: if it stops between, nothing finds them again", update.Label,
							p.Model.Title(deleted), p.Model.Title(s.Table))})
					return
				case isDelete && read[s.Table] && !plan.Steps[i].IsBatch():
					deleted = s.Table
				}
			}
		}
	})
}

// checkUncommented reports tables without the queries in their comments, where others have them.
func checkUncommented(p *Pass) {
	var found []Finding
	commented := 0
	for _, r := range p.tables {
		questions := p.questions[r.id]
		if len(questions) == 0 {
			continue
		}
		named := strings.FieldsFunc(r.Comment, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '.' })
		if slices.ContainsFunc(questions, func(id model.ID) bool { return slices.Contains(named, p.label(id)) }) {
			commented++
			continue
		}
		found = append(
			found,
			Finding{Level: Info, Element: r.id,
				Message: fmt.Sprintf("The comment of %s does not name %s, for which it is there", r.name,
					p.label(questions[0]))})
	}
	if commented == 0 {
		return // comments are kept elsewhere
	}
	for _, finding := range found {
		p.report(finding)
	}
}

// checkUnwritten reports tables that no update writes, in a model whose updates write most of them.
func checkUnwritten(p *Pass) {
	if !p.hasUpdates || p.Script {
		return
	}
	var found []Finding
	for _, r := range p.tables {
		if len(p.changes[r.id]) == 0 {
			found = append(
				found,
				Finding{Level: Info, Element: r.id,
					Message: fmt.Sprintf(
						"No update writes %s: an update is missing, or the table is filled from elsewhere", r.name)})
		}
	}
	switch {
	case len(found) == 0:
	case len(found)*2 > len(p.tables):
		p.report(Finding{Level: Info, Element: model.ID(model.ModelKind), Numbers: []Number{{"tables", float64(len(found)), ""}},
			Message: fmt.Sprintf("No update writes %d of the %d tables (%s): what is said about writes is of the others", len(found), len(p.tables), p.names(found))})
	case len(found) > 1:
		p.report(Finding{Level: Info, Element: model.ID(model.ModelKind), Numbers: []Number{{"tables", float64(len(found)), ""}},
			Message: fmt.Sprintf("No update writes %s: updates are missing, or the tables are filled from elsewhere", p.names(found))})
	default:
		p.report(found[0])
	}
}

func listed(names []string) string {
	text := ""
	for i, name := range names {
		if i > 0 {
			text += ", "
		}
		text += name
	}
	return text
}
