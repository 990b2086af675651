package mapping_test

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/proof"
)

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
				s.fault("%s: rows of %s are not sorted by %s", name, s.words(j.Table), clustering[at].Value.Name)
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
