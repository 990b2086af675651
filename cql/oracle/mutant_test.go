package oracle

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/check"
	"widerow/model"
	"widerow/model/proof"
	"widerow/model/querytext"
	"widerow/model/write"
)

// judgeMutants damages tables, and looks whether check notices each damage that changes answers.
func (s *site) judgeMutants(t *testing.T, random *rand.Rand, count int, total counts) {
	before := findingsOf(s.m)
	for number := range count {
		relation := pick(random, model.Sorted(s.m.Physical.Relations))
		if s.unclear[relation.ID] != nil {
			continue
		}
		m := s.m.Clone()
		damaged := m.Physical.Relations[relation.ID]
		chosen := random.IntN(len(damages) + len(harmless))
		what := slices.Concat(damages, harmless)[chosen](m, random, damaged)
		if what == "" {
			continue
		}
		name := damaged.Name[:min(len(damaged.Name), 40)]
		damaged.Name = fmt.Sprintf("%s_m%d", name, number)
		if base := m.Physical.Relations[damaged.Base]; base != nil {
			base.Name = fmt.Sprintf("%s_b%d", name, number)
		}
		o := judgeWithoutPanic(func() outcome { return s.judgeMutant(m, relation.ID, before) })
		what, o = s.falseAlarm(m, what, o, chosen >= len(damages))
		total.add("mutant", o)
		if o.kind == wrong {
			mutant := *s.domain
			mutant.m = m
			mutant.save(t, fmt.Sprint("_mutant", number))
			t.Errorf("%s %s: not noticed: %s", relation.Value.Name, what, o.details)
		}
	}
}

// falseAlarm takes what check notices of a harmless change for wrong.
func (s *site) falseAlarm(m *model.Model, what string, o outcome, isHarmless bool) (string, outcome) {
	code, noticed := strings.CutPrefix(o.reason, "noticed by ")
	if !isHarmless || !noticed || strings.HasPrefix(code, "update/") {
		return what, o
	}
	for _, f := range check.Model("", m).Findings {
		if f.Code == code {
			o.details += f.Message + "; "
		}
	}
	return what + ", which is harmless", outcome{wrong, "a false alarm", o.details}
}

// judgeWithoutPanic takes a panic for a wrong answer: a damaged document must get its findings.
func judgeWithoutPanic(judge func() outcome) (o outcome) {
	defer func() {
		if cause := recover(); cause != nil {
			o = outcome{wrong, "panic", fmt.Sprintf("%v\n%s", cause, debug.Stack())}
		}
	}()
	return judge()
}

// disabled is the code of the warning about each materialized view.
const disabled = "cql/disabled"

// create makes a table with its indexes.
func (c *cluster) create(m *model.Model, t *table) error {
	text := creationsOf(m)[t.name]
	if err := c.session.Query(text).Exec(); err != nil {
		return fmt.Errorf("%w: %s", err, text)
	}
	for name, text := range creationsOf(m) {
		if strings.HasPrefix(name, "ON "+t.name+" ") {
			if err := c.session.Query(text).Exec(); err != nil {
				return fmt.Errorf("%w: %s", err, text)
			}
		}
	}
	return nil
}

// findingsOf counts the errors and warnings of check by their codes, and the notes about values that a table takes for unique.
func findingsOf(m *model.Model) map[string]int {
	found := map[string]int{}
	for _, f := range check.Model("", m).Findings {
		if f.Code != disabled && (f.Severity != cql.Info || f.Code == check.CodeTaken) {
			found[f.Code]++
		}
	}
	return found
}

func (s *site) judgeMutant(m *model.Model, relation model.ID, before map[string]int) outcome {
	for code, count := range findingsOf(m) {
		if count > before[code] {
			return outcome{right, "noticed by " + code, ""}
		}
	}
	mutant := *s
	made := *s.domain
	made.m = m
	mutant.domain, mutant.cluster, mutant.unclear = &made, &cluster{s.session, tablesOf(m)}, maps.Clone(s.unclear)
	if damaged := mutant.table(relation); damaged != nil {
		filled := damaged
		if damaged.base != "" {
			filled = mutant.table(damaged.base)
			filled.queries = damaged.queries
		}
		for _, one := range slices.Compact([]*table{filled, damaged}) {
			if err := s.create(m, one); err != nil {
				return outcome{wrong, "refused by Cassandra", err.Error()}
			}
		}
		mutant.checkKeys(rand.New(rand.NewPCG(1, 1)))
		content, err := mutant.contentOf(s.world, filled)
		if err == nil {
			err = mutant.repair(filled, content.rows)
		}
		if errors.As(err, new(twiceError)) {
			return outcome{notJudged, "stores one value twice", ""}
		}
		if err != nil {
			mutant.unclear[relation] = err
		}
	}
	if o := s.judgeDamage(&mutant, relation); o.kind != notJudged || o.reason != unanswered {
		return o
	}
	return s.judgeDamagedUpdates(&mutant, relation)
}

// unanswered is the reason of damages that no answer shows.
const unanswered = "changes no answer"

// judgeDamagedUpdates carries out the updates that write a damaged table.
func (s *site) judgeDamagedUpdates(mutant *site, relation model.ID) outcome {
	o := outcome{notJudged, unanswered, ""}
	if mutant.unclear[relation] != nil {
		return o
	}
	for _, plan := range write.All(mutant.m) {
		writes := func(t write.TableWrites) bool { return t.Table == relation }
		if len(plan.Lookups) > 0 || !slices.ContainsFunc(plan.Tables, writes) {
			continue
		}
		update := mutant.m.Workflow.Updates[plan.Update]
		switch after := mutant.judgeUpdates(&plan, update, 2); after.kind {
		case right:
			o.reason = "changes no answer and no update"
		case wrong:
			if was := write.Of(s.m, plan.Update); s.judgeUpdates(&was, update, 4).kind == right {
				return outcome{wrong, "update", update.Name + ": " + after.details}
			}
		}
	}
	return o
}

// judgeDamage asks the queries that a damage may touch.
func (s *site) judgeDamage(mutant *site, relation model.ID) outcome {
	for _, result := range proof.All(mutant.m) {
		was := proof.Of(s.m, result.Query)
		if was.Served() != result.Served() {
			return outcome{right, "a query is not served", ""}
		}
		best, found := result.Best()
		if s.wrong[result.Query] || !found || best.Table != relation && !slices.Contains(lookupTables(best), relation) {
			continue
		}
		if o := mutant.judgeQuery(&result, 4); o.kind == wrong {
			text := querytext.Format(s.m, querytext.Of(s.m.Workflow.Queries[result.Query]))
			return outcome{wrong, o.reason, s.m.Title(result.Query) + ": " + strings.ReplaceAll(text, "\n", " ") + ": " + o.details}
		} else if o.kind == notJudged {
			return o
		}
	}
	return outcome{notJudged, unanswered, ""}
}
