package oracle

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/mapping/er"
	"widerow/model/proof"
)

// judgeQuery asks a query several times and compares its answers with the world.
func (s *site) judgeQuery(result *proof.Result, times int) outcome {
	asked := s.m.Workflow.Queries[result.Query]
	p, unclear := s.pathOf(result.Query)
	plan := s.derivation.Plan(result.Query)
	best, found := result.Best()
	if plan == nil || plan.Fatal() || !found {
		reason := "no table"
		if plan != nil && len(plan.Problems) > 0 {
			reason = plan.Problems[0].Code
		}
		return outcome{question, reason, problems(plan)}
	}
	isOpen := slices.ContainsFunc(plan.Problems, func(p er.Problem) bool { return p.Code == "ambiguous" || p.Code == "role" })
	if unclear != nil {
		if isOpen {
			return outcome{question, "open as it should be", unclear.Error()}
		}
		return outcome{notJudged, unclear.Error(), "answered without a question: " + plan.Path.Words}
	}
	if isOpen && asked.Path == nil {
		return outcome{question, "open, though the path is clear", problems(plan)}
	}
	if shown := slices.Sorted(slices.Values(plan.Path.Relationships)); asked.Path != nil && !slices.Equal(shown, walked(asked)) && !isWithOwner(s.m, shown, walked(asked)) {
		return outcome{wrong, "path", "VIA is not kept: " + plan.Path.Words}
	}
	for _, id := range append([]model.ID{best.Table}, lookupTables(best)...) {
		if err := s.unclear[id]; err != nil {
			if errors.As(err, new(unclearError)) {
				return outcome{notJudged, "unclear table", err.Error()}
			}
			return outcome{wrong, "table", err.Error()}
		}
	}
	if best.Faulty() || len(best.Lacking()) > 0 {
		return outcome{wrong, "not served", fmt.Sprintf("verdict %s, %d missing", best.Verdict, len(best.Lacking()))}
	}
	all := s.world.choices(p, optional{})
	if len(all) == 0 {
		return outcome{notJudged, "no data", ""}
	}
	done, documented := 0, ""
	for range 3 * times {
		bounds, ok := s.world.bounds(p, asked, all[s.world.random.IntN(len(all))])
		if !ok || done == times {
			continue
		}
		done++
		if wrongs := s.compare(best, p, asked, bounds, nil); wrongs != "" {
			if s.compare(best, p, asked, bounds, s.hasKey(best, p)) == "" {
				documented = wrongs
				continue
			}
			return outcome{wrong, "answer", wrongs}
		}
	}
	if done == 0 {
		return outcome{notJudged, "no data", ""}
	}
	if documented != "" {
		return outcome{right, "but for rows whose key lacks a value", documented}
	}
	return outcome{kind: right}
}

// walked are the relationship types of VIA, as often as the query names them.
func walked(query *model.Query) []model.ID {
	return slices.Sorted(slices.Values(append(query.Path.Sorted(), query.Twice.Sorted()...)))
}

// hasKey returns whether the table of a judgement stores a choice: it has all values of the key.
func (s *site) hasKey(best *proof.Judgement, p *path) func(choice) bool {
	return func(c choice) bool {
		for _, column := range s.table(best.Table).key() {
			if column.reference.of != "" && s.world.valueIn(p, c, column.reference).isNull() {
				return false
			}
		}
		return true
	}
}

func lookupTables(best *proof.Judgement) []model.ID {
	var ids []model.ID
	for i := range best.Lookups {
		ids = append(ids, best.Lookups[i].Table)
	}
	return ids
}

func problems(plan *mapping.Plan) string {
	if plan == nil {
		return "no plan"
	}
	var words []string
	for _, p := range plan.Problems {
		words = append(words, p.Code+": "+p.Message)
	}
	return strings.Join(words, "; ")
}

// compare asks once, and returns what is wrong with the answer.
// Only choices that are stored count, if that is not nil.
func (s *site) compare(best *proof.Judgement, p *path, query *model.Query, bounds []bound, stored func(choice) bool) string {
	r, err := s.answerOf(best, query, bounds)
	if err != nil {
		return err.Error()
	}
	finds := findsOf(s.m, query)
	got, err := s.valuesOf(r, finds)
	if err != nil {
		return err.Error()
	}
	want := s.world.answer(p, query, bounds, false, stored)
	wrongs := differ(want, got, query, finds)
	if wrongs != "" && want.aggregated {
		if other := differ(s.world.answer(p, query, bounds, true, stored), got, query, finds); other == "" {
			return ""
		}
	}
	if wrongs != "" {
		var given []string
		for _, b := range bounds {
			for _, v := range b.values {
				given = append(given, s.m.Title(b.given.Attribute)+"="+v.text)
			}
		}
		wrongs += " given " + strings.Join(given, ", ")
	}
	return wrongs
}
