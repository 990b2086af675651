package mapping_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/mapping"
	"widerow/model/proof"
)

// TestDerivedTablesAnswer derives the tables of random queries of random ER models,
// writes random data into all of them as Cassandra stores it, and runs the
// statements that the proof shows: they return exactly what the queries ask for.
func TestDerivedTablesAnswer(t *testing.T) {
	count := uint64(300)
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
		after, err := model.Apply(m, ids, d.Commands(ids, nil)...)
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
}

// row has a list of values for each column.
type row map[model.ID][]int

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
		s.ask(&result, plan)
	}
}

// write writes the rows that a query asks for into a table.
func (s *stored) write(table, query model.ID) {
	logical := s.m.Logical.Tables[table]
	if s.tables[table] == nil {
		s.tables[table] = map[string]row{}
	}
	columns := logical.SortedColumns()
	groups := map[string][]mapping.Row{}
	for _, instance := range s.d.Plan(query).Rows(s.world) {
		for _, key := range s.keys(columns, instance) {
			groups[keyText(columns, key)] = append(groups[keyText(columns, key)], instance)
			s.put(table, columns, instance, key)
		}
	}
	for place, rows := range groups {
		for _, c := range columns {
			if c.Value.Aggregate != "" {
				s.tables[table][place][c.ID] = aggregate(c.Value.Aggregate, c.Value.Attribute, c.Value.Participant, rows)
			}
		}
	}
}

// keys returns the primary key columns of an instance: several if a multi-valued
// attribute is in the key, none if a part of it has no value.
func (s *stored) keys(columns []model.Item[*model.LogicalColumn], instance mapping.Row) []row {
	keys := []row{{}}
	for _, c := range columns {
		if !c.Value.Role.InKey() {
			continue
		}
		values := []int{0} // a bucket
		if c.Value.Attribute != "" {
			values, _ = instance.Values(c.Value.Attribute, c.Value.Participant)
		}
		var next []row
		for _, key := range keys {
			for _, value := range values {
				extended := maps.Clone(key)
				extended[c.ID] = []int{value}
				next = append(next, extended)
			}
		}
		keys = next
	}
	return keys
}

func keyText(columns []model.Item[*model.LogicalColumn], key row) string {
	var words []string
	for _, c := range columns {
		if c.Value.Role.InKey() {
			words = append(words, fmt.Sprint(key[c.ID]))
		}
	}
	return strings.Join(words, " ")
}

func (s *stored) put(table model.ID, columns []model.Item[*model.LogicalColumn], instance mapping.Row, key row) {
	place := keyText(columns, key)
	existing := s.tables[table][place]
	if existing == nil {
		existing = key
		s.tables[table][place] = existing
	}
	for _, c := range columns {
		if c.Value.Role.InKey() || c.Value.Aggregate != "" || c.Value.Attribute == "" {
			continue
		}
		values, found := instance.Values(c.Value.Attribute, c.Value.Participant)
		if !found {
			continue
		}
		before, had := existing[c.ID]
		switch {
		case s.collects(c.Value):
			existing[c.ID] = slices.Compact(slices.Sorted(slices.Values(append(slices.Clone(before), values...))))
			continue
		case had && !slices.Equal(before, values):
			s.t.Errorf("%s: rows of %s overwrite each other at %s", s.name, s.words(table), place)
		}
		existing[c.ID] = values
	}
}

// collects reports whether a column has the values of several instances.
func (s *stored) collects(c *model.LogicalColumn) bool {
	element, found := s.m.Element(c.Attribute)
	return found && c.Attribute != "" && c.Collection != model.SingleValue && !element.Value.(*model.Attribute).MultiValued
}

func (s *stored) words(table model.ID) string {
	var words []string
	for _, c := range s.m.Logical.Tables[table].SortedColumns() {
		words = append(words, strings.TrimSpace(c.Value.Name+" "+map[model.Role]string{model.Partition: "K", model.Clustering: "C", model.Static: "S", model.RoleCounter: "++"}[c.Value.Role]))
	}
	return s.m.Title(table) + " (" + strings.Join(words, ", ") + ")"
}

// aggregate is the value of a function of the rows of one group.
func aggregate(function model.Aggregate, attribute, participant model.ID, rows []mapping.Row) []int {
	var values []int
	for _, r := range rows {
		if attribute == "" {
			values = append(values, 1)
			continue
		}
		if found, is := r.Values(attribute, participant); is {
			values = append(values, found...)
		}
	}
	return computed(function, values)
}

// computed is the value of a function; that of an average is 60 times it, so that
// it is whole.
func computed(function model.Aggregate, values []int) []int {
	sum := 0
	for _, value := range values {
		sum += value
	}
	switch {
	case function == model.Count:
		return []int{len(values)}
	case len(values) == 0 && function != model.Sum:
		return nil
	case function == model.Sum:
		return []int{sum}
	case function == model.Avg:
		return []int{sum * 1000 / len(values)}
	case function == model.Min:
		return []int{slices.Min(values)}
	}
	return []int{slices.Max(values)}
}

// ask runs the statements of a query with the values of one of its instances.
func (s *stored) ask(result *proof.Result, plan *mapping.Plan) {
	best, _ := result.Best()
	query := s.m.Workflow.Queries[result.Query]
	s.seen[string(best.Verdict)]++
	name := fmt.Sprintf("%s, %s [%s]", s.name, s.text(query), plan.Path.Words)
	twice := slices.ContainsFunc(plan.Problems, func(p mapping.Problem) bool { return p.Code == "twice" })
	if twice != (best.Verdict == proof.None) || best.Verdict == proof.Scan {
		s.t.Errorf("%s: the verdict on %s is %s: %v", name, s.words(best.Table), best.Verdict, best.Refusal.Code.Text)
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

// condition is the set of values that a condition lets pass.
type conditionSet map[*model.Given][]int

func (s *stored) given(query *model.Query, one mapping.Row, all []mapping.Row) (conditionSet, bool) {
	given := conditionSet{}
	for _, g := range query.Given {
		values, found := one.Values(g.Attribute, g.Participant)
		if !found || len(values) == 0 {
			return nil, false
		}
		value := values[s.random.IntN(len(values))]
		given[g] = []int{value}
		if g.Operator != model.Equal {
			given[g] = []int{value, value + 1}
		}
	}
	return given, true
}

// want evaluates the query on the instances along its path.
func (s *stored) want(query *model.Query, plan *mapping.Plan, instances []mapping.Row, given conditionSet) ([]string, bool) {
	var matching []mapping.Row
	for _, instance := range instances {
		passes := true
		for g, values := range given {
			found, _ := instance.Values(g.Attribute, g.Participant)
			passes = passes && slices.ContainsFunc(found, func(v int) bool { return slices.Contains(values, v) })
		}
		if passes {
			matching = append(matching, instance)
		}
	}
	finds := s.finds(query)
	if slices.ContainsFunc(finds, func(f found) bool { return f.aggregate != "" }) {
		return s.wantGroups(finds, plan, matching)
	}
	var want []string
	for _, instance := range matching {
		var values []string
		for _, f := range finds {
			v, _ := instance.Values(f.attribute, f.participant)
			// A multi-valued attribute that is given has one row for each value.
			for g, set := range given {
				if g.Attribute == f.attribute && g.Participant == f.participant && f.multi {
					v = slices.DeleteFunc(slices.Clone(v), func(one int) bool { return !slices.Contains(set, one) })
				}
			}
			values = append(values, fmt.Sprint(v))
		}
		want = append(want, strings.Join(values, " "))
	}
	return want, true
}

type found struct {
	attribute, participant model.ID
	aggregate              model.Aggregate
	grouped, multi, isType bool
}

// finds lists what a query selects, types as their attributes.
func (s *stored) finds(query *model.Query) []found {
	var finds []found
	add := func(f found) {
		if !slices.Contains(finds, f) {
			finds = append(finds, f)
		}
	}
	for _, f := range model.Sorted(query.Find) {
		element, _ := s.m.Element(f.Value.Attribute)
		if attribute, is := element.Value.(*model.Attribute); is {
			add(found{f.Value.Attribute, f.Value.Participant, f.Value.Aggregate, f.Value.Grouped, attribute.MultiValued, false})
			continue
		}
		if f.Value.Aggregate != "" {
			add(found{f.Value.Attribute, f.Value.Participant, f.Value.Aggregate, false, false, true})
			continue
		}
		for _, of := range append([]model.ID{f.Value.Attribute}, s.m.Supertypes(f.Value.Attribute)...) {
			for _, attribute := range model.Sorted(s.m.Concepts.Entities[of].Attributes) {
				add(found{attribute.ID, f.Value.Participant, "", false, attribute.Value.MultiValued, false})
			}
		}
	}
	return finds
}

func (s *stored) wantGroups(finds []found, plan *mapping.Plan, matching []mapping.Row) ([]string, bool) {
	groups := map[string][]mapping.Row{}
	isGrouped := slices.ContainsFunc(finds, func(f found) bool { return f.grouped })
	for _, instance := range matching {
		place := ""
		for _, f := range finds {
			if f.grouped {
				v, _ := instance.Values(f.attribute, f.participant)
				place += fmt.Sprint(v)
			}
		}
		for _, group := range plan.Implied() {
			v, _ := instance.Values(group.Attribute, group.Participant)
			place += fmt.Sprint(v)
		}
		groups[place] = append(groups[place], instance)
	}
	var want []string
	for _, rows := range groups {
		var values []string
		for _, f := range finds {
			switch {
			case f.multi:
				return nil, false // one row for each value, or for each set
			case f.aggregate == model.Count:
				values = append(values, fmt.Sprint([]int{len(rows)}))
			case f.aggregate != "":
				values = append(values, fmt.Sprint(aggregate(f.aggregate, f.attribute, f.participant, rows)))
			default:
				v, _ := rows[0].Values(f.attribute, f.participant)
				for _, r := range rows {
					if other, _ := r.Values(f.attribute, f.participant); !slices.Equal(v, other) && (isGrouped || len(plan.Implied()) > 0) {
						return nil, false // a single value of the group's first row
					}
				}
				values = append(values, fmt.Sprint(v))
			}
		}
		want = append(want, strings.Join(values, " "))
	}
	return want, true
}

// got runs the statement of a judgement on the stored rows.
func (s *stored) got(query *model.Query, j *proof.Judgement, given conditionSet, name string) ([]string, bool) {
	columns := map[string]model.Item[*model.LogicalColumn]{}
	for _, c := range s.m.Logical.Tables[j.Table].SortedColumns() {
		columns[c.Value.Name] = c
	}
	var rows []row
	for _, r := range s.tables[j.Table] {
		passes := s.isOfQuery(query, r, columns)
		for _, condition := range j.Select.Where {
			c := columns[condition.Columns[0]]
			passes = passes && (c.Value.Attribute == "" || s.passes(c.Value, r[c.ID], given))
		}
		if passes {
			rows = append(rows, r)
		}
	}
	s.checkOrder(query, j, columns, rows, name)
	groups := [][]row{}
	aggregates := slices.ContainsFunc(s.finds(query), func(f found) bool { return f.aggregate != "" })
	switch {
	case len(j.Select.GroupBy) > 0 || aggregates && j.Spread != nil && j.Spread.Combines:
		by := map[string][]row{}
		for _, r := range rows {
			place := ""
			for _, v := range j.Select.GroupBy {
				place += fmt.Sprint(r[columns[v.Text].ID])
			}
			for _, v := range j.Select.Selectors { // of several statements, equal groups are combined
				if c := columns[v.Text]; len(j.Select.GroupBy) == 0 && v.Kind == access.Reference && c.Value.Aggregate == "" {
					place += fmt.Sprint(r[c.ID])
				}
			}
			for _, c := range s.m.Logical.Tables[j.Table].SortedColumns() { // partition by partition
				if c.Value.Role == model.Partition && (j.Spread == nil || !j.Spread.Combines) {
					place += fmt.Sprint(c.Value.Name, r[c.ID])
				}
			}
			by[place] = append(by[place], r)
		}
		for _, group := range by {
			groups = append(groups, group)
		}
	case slices.ContainsFunc(j.Select.Selectors, func(v access.Value) bool { return v.Kind == access.Function }):
		if len(rows) > 0 {
			groups = append(groups, rows)
		}
	default:
		for _, r := range rows {
			groups = append(groups, []row{r})
		}
	}
	var got []string
	for _, group := range groups {
		values, ok := s.selected(query, j, columns, group)
		if !ok {
			return nil, false
		}
		got = append(got, values...)
	}
	if j.Select.Distinct || j.Repeats || query.Distinct && j.Spread != nil && j.Spread.Combines {
		slices.Sort(got)
		got = slices.Compact(got)
	}
	return got, true
}

// isOfQuery reports whether a row has a value for all that a query finds. In a table that
// it shares with others, an order without a courier has none of the courier.
func (s *stored) isOfQuery(query *model.Query, r row, columns map[string]model.Item[*model.LogicalColumn]) bool {
	for _, f := range s.finds(query) {
		if element, _ := s.m.Element(f.attribute); len(s.m.Supertypes(element.Parent)) > 0 {
			continue // an instance of another subtype
		}
		for _, c := range columns {
			if _, has := r[c.ID]; !has && c.Value.Attribute == f.attribute && c.Value.Participant == f.participant {
				return false
			}
		}
	}
	return true
}

func (s *stored) passes(c *model.LogicalColumn, values []int, given conditionSet) bool {
	for g, set := range given {
		if g.Attribute == c.Attribute && g.Participant == c.Participant && !slices.ContainsFunc(values, func(v int) bool { return slices.Contains(set, v) }) {
			return false
		}
	}
	return true
}

// checkOrder checks that rows of one partition come in the order of the query: as they are
// stored, or backwards if the statement says so.
func (s *stored) checkOrder(query *model.Query, j *proof.Judgement, columns map[string]model.Item[*model.LogicalColumn], rows []row, name string) {
	aggregates := slices.ContainsFunc(s.finds(query), func(f found) bool { return f.aggregate != "" })
	if !j.Ordered || j.Spread != nil || len(query.SortBy) == 0 || query.Distinct || aggregates {
		return
	}
	clustering := slices.DeleteFunc(s.m.Logical.Tables[j.Table].SortedColumns(), func(c model.Item[*model.LogicalColumn]) bool { return c.Value.Role != model.Clustering })
	backwards := len(j.Select.OrderBy) > 0 && columns[j.Select.OrderBy[0].Column].Value.Descending != j.Select.OrderBy[0].Descending
	slices.SortFunc(rows, func(a, b row) int {
		for _, c := range clustering {
			if order := slices.Compare(a[c.ID], b[c.ID]); order != 0 {
				if c.Value.Descending != backwards {
					return -order
				}
				return order
			}
		}
		return 0
	})
	for i := 1; i < len(rows); i++ {
		for _, item := range model.Sorted(query.SortBy) {
			at := slices.IndexFunc(clustering, func(c model.Item[*model.LogicalColumn]) bool {
				return c.Value.Attribute == item.Value.Attribute && c.Value.Participant == item.Value.Participant
			})
			if at < 0 {
				continue // one value
			}
			order := slices.Compare(rows[i-1][clustering[at].ID], rows[i][clustering[at].ID])
			if item.Value.Descending {
				order = -order
			}
			if order > 0 {
				s.t.Errorf("%s: rows of %s are not sorted by %s", name, s.words(j.Table), clustering[at].Value.Name)
			}
			if order != 0 {
				break
			}
		}
		s.seen["sorted"]++
	}
}

// selected returns what the statement selects of a group of rows, in the order of the
// query.
func (s *stored) selected(query *model.Query, j *proof.Judgement, columns map[string]model.Item[*model.LogicalColumn], group []row) ([]string, bool) {
	results := [][]string{nil}
	isGrouped := len(j.Select.GroupBy) > 0
	for _, f := range s.finds(query) {
		var value []int
		var each bool
		switch {
		case f.aggregate != "":
			found, ok := s.aggregated(f, j, columns, group)
			if !ok {
				return nil, false
			}
			value = found
		default:
			c, known := s.column(f, j, columns)
			if !known {
				return nil, false
			}
			value = group[0][c.ID]
			element, _ := s.m.Element(f.attribute)
			each = s.collects(c.Value)
			if f.multi && (isGrouped || c.Value.Role.InKey() && s.m.Concepts.Entities[element.Parent] != nil && element.Value.(*model.Attribute).StoredAs == model.AsRows) {
				return nil, false
			}
		}
		var next [][]string
		for _, result := range results {
			if each {
				for _, one := range value {
					next = append(next, append(slices.Clone(result), fmt.Sprint([]int{one})))
				}
				continue
			}
			next = append(next, append(slices.Clone(result), fmt.Sprint(value)))
		}
		results = next
	}
	var texts []string
	for _, result := range results {
		texts = append(texts, strings.Join(result, " "))
	}
	return texts, true
}

// column is the selected column that stores an attribute.
func (s *stored) column(f found, j *proof.Judgement, columns map[string]model.Item[*model.LogicalColumn]) (model.Item[*model.LogicalColumn], bool) {
	for _, v := range j.Select.Selectors {
		c, known := columns[v.Text]
		if v.Kind == access.Reference && known && c.Value.Attribute == f.attribute && c.Value.Participant == f.participant && c.Value.Aggregate == "" {
			return c, true
		}
	}
	return model.Item[*model.LogicalColumn]{}, false
}

func (s *stored) aggregated(f found, j *proof.Judgement, columns map[string]model.Item[*model.LogicalColumn], group []row) ([]int, bool) {
	if f.aggregate == model.Avg && j.Spread != nil { // of several statements
		f.aggregate = model.Sum
		sum, ok := s.aggregated(f, j, columns, group)
		f.aggregate = model.Count
		count, also := s.aggregated(f, j, columns, group)
		if !ok || !also || count[0] == 0 {
			return nil, false
		}
		return []int{sum[0] * 1000 / count[0]}, true
	}
	for _, v := range j.Select.Selectors {
		switch {
		case v.Kind == access.Function && v.Text == "count_rows" && f.aggregate == model.Count:
			return []int{len(group)}, true
		case v.Kind == access.Function && len(v.Values) == 1:
			c := columns[v.Values[0].Text]
			if c.Value == nil || c.Value.Attribute != f.attribute || c.Value.Participant != f.participant {
				continue
			}
			if c.Value.Aggregate == f.aggregate || c.Value.Aggregate == "" && v.Text == string(f.aggregate) {
				var values []int
				for _, r := range group {
					values = append(values, r[c.ID]...)
				}
				return computed(model.Aggregate(v.Text), values), true
			}
		case v.Kind == access.Reference:
			c := columns[v.Text]
			if c.Value != nil && c.Value.Aggregate == f.aggregate && (c.Value.Attribute == f.attribute && c.Value.Participant == f.participant || f.isType && c.Value.Attribute == "") {
				if len(group) == 1 {
					return group[0][c.ID], true
				}
				var values []int
				for _, r := range group {
					values = append(values, r[c.ID]...)
				}
				combining := f.aggregate
				if combining == model.Count {
					combining = model.Sum
				}
				return computed(combining, values), f.aggregate != model.Avg
			}
		}
	}
	return nil, false
}
