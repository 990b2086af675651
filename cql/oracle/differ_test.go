package oracle

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
)

// differ describes the differences between an answer and rows, "" if there are none.
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
	if query.Limit > 0 && len(may) > query.Limit { // one that may be missing can be among the first
		if len(returned) > query.Limit || len(returned) < min(query.Limit, len(must)) {
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

// outOfOrder compares the values by which rows are sorted. A row takes its sort values from the
// expected row with the same values.
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
