package mapping_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/mapping/er"
	"widerow/model/proof"
)

// TestDerivedTablesAnswer derives the tables of random queries of random ER models,
// writes random data into all of them as Cassandra stores it, and runs the
// statements that the proof shows: they return exactly what the queries ask for.
func TestDerivedTablesAnswer(t *testing.T) {
	count := uint64(200)
	if testing.Short() {
		count = 40
	}
	seen := map[string]int{}
	for seed := range count {
		random := rand.New(rand.NewPCG(seed, 14))
		m := mapping.WideModel(t, random, 3)
		choices := map[model.ID]mapping.Choice{}
		for _, query := range model.Sorted(m.Workflow.Queries) {
			if found := mapping.Explore(m, query.ID).Alternatives; len(found) > 0 && random.IntN(2) == 0 {
				choices[query.ID] = mapping.Choice{Key: found[random.IntN(len(found))].Signature()}
			}
		}
		d := mapping.Derive(m, nil, choices)
		ids := model.SeededIDs([]byte("answers"))
		after, err := edit.Apply(m, ids, d.Commands(ids, nil)...)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		after.Physical.Relations = nil
		s := &stored{t: t, name: fmt.Sprint("seed ", seed), m: after, d: d, world: mapping.NewWorld(m, random), random: random, seen: seen}
		s.check()
	}
	t.Log(seen)
	for _, what := range []string{"asked", "sorted", "partition", "partitions", "filtering"} {
		if seen[what] < int(count)/5 {
			t.Errorf("only %d of %d models: %s", seen[what], count, what)
		}
	}
}

// stored is the data of a world in the derived tables.
type stored struct {
	t      *testing.T
	name   string
	m      *model.Model
	d      *mapping.Derivation
	world  *mapping.World
	random *rand.Rand
	tables map[model.ID]map[string]row
	seen   map[string]int
	// faults counts faults instead of reporting them, if tables are damaged on purpose.
	faults *int
}

func (s *stored) fault(format string, words ...any) {
	if s.faults != nil {
		*s.faults++
		return
	}
	s.t.Errorf(format, words...)
}

func (s *stored) check() {
	s.tables = map[model.ID]map[string]row{}
	for _, query := range model.Sorted(s.m.Workflow.Queries) {
		for _, table := range s.m.TablesOf(query.ID) {
			s.write(table, query.ID)
		}
	}
	for _, problem := range mapping.Overwrites(s.m) {
		s.t.Errorf("%s: %s", s.name, problem.Message)
	}
	for _, result := range proof.All(s.m) {
		plan := s.d.Plan(result.Query)
		if plan.Fatal() {
			s.seen["no table: "+plan.Problems[0].Code]++
			continue
		}
		if plan.IsOpen() {
			s.seen["open"]++
			continue
		}
		s.ask(&result, plan)
	}
}

func (s *stored) words(table model.ID) string {
	var words []string
	for _, c := range s.m.Logical.Tables[table].SortedColumns() {
		words = append(words, strings.TrimSpace(c.Value.Name+" "+map[model.Role]string{model.Partition: "K", model.Clustering: "C", model.Static: "S", model.RoleCounter: "++"}[c.Value.Role]))
	}
	return s.m.Title(table) + " (" + strings.Join(words, ", ") + ")"
}

// ask runs the statements of a query with the values of one of its instances.
func (s *stored) ask(result *proof.Result, plan *mapping.Plan) {
	best, _ := result.Best()
	query := s.m.Workflow.Queries[result.Query]
	s.seen[string(best.Verdict)]++
	name := fmt.Sprintf("%s, %s [%s]", s.name, s.text(query), plan.Path.Words)
	twice := slices.ContainsFunc(plan.Problems, func(p er.Problem) bool { return p.Code == "twice" })
	if twice != (best.Verdict == proof.None) || best.Verdict == proof.Scan {
		reason := best.Mismatch
		if best.Refusal != nil {
			reason = best.Refusal.Code.Text
		}
		s.t.Errorf("%s: the verdict on %s is %s: %s", name, s.words(best.Table), best.Verdict, reason)
		return
	}
	if twice {
		return
	}
	counts := slices.ContainsFunc(s.m.Logical.Tables[best.Table].SortedColumns(), func(c model.Item[*model.LogicalColumn]) bool { return c.Value.Role == model.RoleCounter })
	if len(best.Lacking()) > 0 && !counts {
		s.t.Errorf("%s: %s lacks %v", name, s.words(best.Table), best.Missing)
		return
	}
	if len(best.Missing) > 0 {
		s.seen["several tables"]++
		return
	}
	instances := plan.Rows(s.world)
	if len(instances) == 0 {
		s.seen["no data"]++
		return
	}
	for range 3 {
		one := instances[s.random.IntN(len(instances))]
		given, ok := s.given(query, one, instances)
		if !ok {
			continue
		}
		want, ok := s.want(query, plan, instances, given)
		if !ok {
			s.seen["skipped"]++
			return
		}
		if query.Distinct && slices.ContainsFunc(s.finds(query), func(f found) bool { return f.multi }) {
			s.seen["skipped"]++ // one row for each value, or for each set
			return
		}
		got, ok := s.got(query, best, given, name)
		if !ok {
			s.seen["skipped"]++
			return
		}
		collects := slices.ContainsFunc(s.m.Logical.Tables[best.Table].SortedColumns(), func(c model.Item[*model.LogicalColumn]) bool { return s.collects(c.Value) })
		if collects {
			slices.Sort(got)
			got = slices.Compact(got)
		}
		if query.Distinct || collects {
			slices.Sort(want)
			want = slices.Compact(want)
		}
		s.seen["asked"]++
		if !sameSet(want, got) {
			s.t.Errorf("%s on %s given %v: got %v, want %v by %s %+v", name, s.words(best.Table), given, got, want, selectText(best.Select), best.Spread)
			return
		}
	}
}

func selectText(s access.Select) string {
	var words []string
	for _, v := range s.Selectors {
		words = append(words, v.Text)
		for _, argument := range v.Values {
			words = append(words, "("+argument.Text+")")
		}
	}
	for _, c := range s.Where {
		words = append(words, fmt.Sprint("|", c.Columns, c.Operator))
	}
	for _, v := range s.GroupBy {
		words = append(words, "/"+v.Text)
	}
	for _, o := range s.OrderBy {
		words = append(words, ">"+o.Column)
	}
	return strings.Join(words, " ")
}

func sameSet(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

func (s *stored) text(query *model.Query) string {
	words := "SELECT"
	if query.Distinct {
		words += " DISTINCT"
	}
	for _, f := range model.Sorted(query.Find) {
		words += fmt.Sprint(" ", f.Value.Aggregate, map[bool]string{true: "grouped "}[f.Value.Grouped], s.m.Title(f.Value.Attribute), f.Value.Participant)
	}
	for _, g := range model.Sorted(query.Given) {
		words += fmt.Sprint(" | ", s.m.Title(g.Value.Attribute), g.Value.Participant, " ", g.Value.Operator)
	}
	for _, o := range model.Sorted(query.SortBy) {
		words += fmt.Sprint(" > ", s.m.Title(o.Value.Attribute), o.Value.Participant, map[bool]string{true: " desc"}[o.Value.Descending])
	}
	return words
}
