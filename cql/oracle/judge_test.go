package oracle

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/proof"
)

// kind is what came out of judging a query or an update.
type kind string

const (
	right     kind = "right"
	wrong     kind = "wrong"
	question  kind = "question" // the derivation asks, or says that it cannot be done
	missing   kind = "missing lookup"
	notJudged kind = "not judged"
)

// outcome is a kind with its reason and details.
type outcome struct {
	kind            kind
	reason, details string
}

// newSite derives the tables of a domain and fills them from a random world.
func newSite(t *testing.T, d *domain, random *rand.Rand) *site {
	t.Helper()
	s := &site{domain: d, unclear: map[model.ID]error{}, wrong: map[model.ID]bool{}}
	s.derivation = mapping.Derive(d.m, nil, nil)
	after, err := model.Apply(d.m, model.RandomIDs(), s.derivation.Commands(model.SeededIDs([]byte("derived")), nil)...)
	if err != nil {
		t.Fatal(err)
	}
	d.m = after
	if *documentsFlag != "" {
		text, _, err := after.Canonical()
		if err == nil {
			err = os.WriteFile(filepath.Join(*documentsFlag, d.name+".json"), text, 0o644)
		}
		if err != nil {
			t.Error(err)
		}
	}
	s.cluster = newCluster(t, d.m)
	s.world = newWorld(d.m, random, true)
	return s
}

// contentOf is what a table has, from the first query that it serves and whose path has all its
// columns.
func (s *site) contentOf(w *world, t *table) (content, error) {
	var first error
	for _, id := range t.queries {
		p, err := s.pathOf(id)
		if err == nil {
			var made content
			if made, err = w.materialize(t, p, s.m.Workflow.Queries[id]); err == nil {
				return made, nil
			}
		}
		if first == nil || !errors.As(err, new(unclearError)) {
			first = err
		}
	}
	if first == nil {
		first = unclearError("it serves no query")
	}
	return content{}, first
}

// fill makes all tables have what the world says.
func (s *site) fill(w *world) {
	for _, table := range s.tables {
		made, err := s.contentOf(w, table)
		if err != nil {
			s.unclear[table.id] = err
			continue
		}
		if err := s.repair(table, made.rows); err != nil {
			s.unclear[table.id] = err
		}
	}
}

// checkKeys looks for tables whose keys do not identify their rows in other worlds.
func (s *site) checkKeys(random *rand.Rand) {
	const worlds = 20
	for range worlds {
		w := newWorld(s.m, random, false)
		for _, table := range s.tables {
			if _, err := s.contentOf(w, table); err != nil && s.unclear[table.id] == nil {
				s.unclear[table.id] = err
			}
		}
	}
}

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
	isOpen := slices.ContainsFunc(plan.Problems, func(p mapping.Problem) bool { return p.Code == "ambiguous" || p.Code == "role" })
	if unclear != nil {
		if isOpen {
			return outcome{question, "open as it should be", unclear.Error()}
		}
		return outcome{notJudged, unclear.Error(), "answered without a question: " + plan.Path.Words}
	}
	if isOpen && asked.Path == nil {
		return outcome{question, "open, though the path is clear", problems(plan)}
	}
	if shown := slices.Sorted(slices.Values(plan.Path.Relationships)); asked.Path != nil && !slices.Equal(shown, asked.Path.Sorted()) {
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

// differ says how an answer differs from rows.
func differ(want answer, got [][]value, query *model.Query, finds []find) string {
	var returned []string
	for _, row := range got {
		for i, f := range finds {
			if row[i].isNull() && (f.aggregate == model.Sum || f.aggregate == model.Avg) {
				row[i] = valueOf("int", 0)
			}
		}
		returned = append(returned, rowText(row))
	}
	must, may := []string{}, []string{}
	for _, row := range want.rows {
		for i, f := range finds { // Cassandra's sum and average of nothing are 0
			if row.values[i].isNull() && (f.aggregate == model.Sum || f.aggregate == model.Avg) {
				row.values[i] = valueOf("int", 0)
			}
		}
		if may = append(may, rowText(row.values)); !row.free {
			must = append(must, rowText(row.values))
		}
	}
	for _, list := range [][]string{returned, must, may} {
		slices.Sort(list)
	}
	told := fmt.Sprintf("got %d %v, want %d %v", len(returned), returned, len(must), must)
	if want.aggregated && len(must) == 0 && !slices.ContainsFunc(finds, func(f find) bool { return f.grouped }) {
		for _, row := range got {
			if slices.ContainsFunc(row, func(v value) bool { return !v.isNull() && v.text != "0" }) {
				return told
			}
		}
		return ""
	}
	if query.Limit > 0 && len(must) > query.Limit {
		if len(returned) != query.Limit {
			return told
		}
	} else if slices.ContainsFunc(must, func(text string) bool { return !slices.Contains(returned, text) }) {
		return told
	}
	if slices.ContainsFunc(returned, func(text string) bool { return !slices.Contains(may, text) }) {
		return told
	}
	return outOfOrder(want, got, query)
}

func rowText(row []value) string {
	var words []string
	for _, v := range row {
		if v.isNull() {
			v.text = "null"
		}
		words = append(words, normal(v.text))
	}
	return strings.Join(words, "|")
}

// outOfOrder compares the values by which rows are sorted. The sort values of a row are those
// of an expected row with the same values.
func outOfOrder(want answer, got [][]value, query *model.Query) string {
	sorts := model.Sorted(query.SortBy)
	if len(sorts) == 0 {
		return ""
	}
	compare := func(a, b []value) int {
		for i, item := range sorts {
			if order := compareValues(a[i], b[i]); order != 0 {
				if item.Value.Descending {
					return -order
				}
				return order
			}
		}
		return 0
	}
	var keys [][]value
	for _, row := range got {
		var matching [][]value
		for _, one := range want.rows {
			if rowText(one.values) == rowText(row) {
				matching = append(matching, one.sort)
			}
		}
		if slices.ContainsFunc(matching, func(other []value) bool { return compare(other, matching[0]) != 0 }) {
			return "" // rows that look alike
		}
		keys = append(keys, matching[0])
	}
	for i := 1; i < len(keys); i++ {
		if compare(keys[i-1], keys[i]) > 0 {
			return fmt.Sprintf("out of order: %s before %s", rowText(keys[i-1]), rowText(keys[i]))
		}
	}
	if query.Limit > 0 && len(keys) == query.Limit {
		for _, one := range want.rows {
			if !one.free && compare(one.sort, keys[len(keys)-1]) < 0 && !slices.ContainsFunc(got, func(row []value) bool { return rowText(row) == rowText(one.values) }) {
				return fmt.Sprintf("%s is not among the first %d", rowText(one.values), query.Limit)
			}
		}
	}
	return ""
}
