package cql_test

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"widerow/cql/print"
	"widerow/model"
	"widerow/model/access"
	"widerow/model/mapping/er"
	"widerow/model/proof"
)

// ask runs the statement of a query with the values of some combinations, and compares.
// It returns how many rows were expected, or why the query is not asked.
func (a *answered) ask(result *proof.Result) (rows int, why string) {
	plan := a.plans.Plan(result.Query)
	name := a.m.Title(result.Query)
	best, found := result.Best()
	if plan.Fatal() || !found {
		return 0, fmt.Sprint("no table: ", plan.Problems)
	}
	if best.Faulty() || len(best.Missing) > 0 {
		a.t.Errorf("%s: the verdict is %s, missing %v", name, best.Verdict, best.Missing)
		return 0, "the table does not serve it"
	}
	j := newJoin(a.relations, er.NewConcepts(a.m).InRoles(a.m.Workflow.Queries[result.Query]), plan.Path.Relationships)
	all := j.combinations()
	switch {
	case j.unclear:
		return 0, "the concepts do not say which instance is meant"
	case len(all) == 0:
		return 0, "no data"
	case best.Spread != nil && best.Spread.Combines:
		return 0, "the application combines values"
	}
	for range 4 {
		bounds, ok := j.bounds(all[a.random.IntN(len(all))])
		if !ok {
			continue
		}
		matching := j.matching(all, bounds)
		want := j.want(matching)
		got, ok := a.got(j, best, bounds, name)
		if !ok {
			return rows, "a selector is not understood"
		}
		a.compare(j, best, name, want, got, bounds)
		rows += len(want)
	}
	return rows, ""
}

// want are the rows that the query returns of matching combinations.
func (j *join) want(matching []combination) [][]value {
	finds := j.finds()
	aggregates := slices.ContainsFunc(finds, func(f found) bool { return f.aggregate != "" })
	isGrouped := slices.ContainsFunc(finds, func(f found) bool { return f.grouped })
	groups, order := map[string][]combination{}, []string{}
	for i, c := range matching {
		place := fmt.Sprint(i)
		if aggregates {
			place = ""
			for _, f := range finds {
				if f.grouped || !isGrouped && f.aggregate == "" {
					v, _ := j.value(c, f.attribute, f.participant)
					place += v.text + " "
				}
			}
		}
		if groups[place] == nil {
			order = append(order, place)
		}
		groups[place] = append(groups[place], c)
	}
	if isOneRow := !slices.ContainsFunc(finds, func(f found) bool { return f.grouped || f.aggregate == "" }); aggregates && isOneRow && len(order) == 0 {
		order = []string{"none"} // Cassandra counts 0 rows
	}
	var rows [][]value
	for _, place := range order {
		var row []value
		for _, f := range finds {
			row = append(row, j.wanted(f, groups[place]))
		}
		rows = append(rows, row)
	}
	return rows
}

func (j *join) wanted(f found, group []combination) value {
	if f.aggregate == "" && len(group) > 0 {
		v, found := j.value(group[0], f.attribute, f.participant)
		if !found {
			return value{text: "null"}
		}
		return v
	}
	var values []value
	for _, c := range group {
		v, found := j.value(c, f.attribute, f.participant)
		if element, _ := j.m.Element(f.attribute); element.Kind != model.AttributeKind {
			v, found = value{text: "1"}, true
		}
		if found {
			values = append(values, v)
		}
	}
	return value{text: strings.Trim(computedValue(f.aggregate, values), "'")}
}

// got runs the printed statement, once for each value of an IN that the application
// spreads, and returns what it selects in the order of finds.
func (a *answered) got(j *join, best *proof.Judgement, bounds []bound, name string) ([][]value, bool) {
	var rows [][]value
	spread := []bound{{}}
	for _, b := range bounds {
		if best.Spread != nil && b.given.Operator == model.In && a.spreads(best, b.given) {
			spread = nil
			for _, v := range b.values {
				spread = append(spread, bound{b.given, []value{v}})
			}
		}
	}
	for _, one := range spread {
		statement := a.bind(best, bounds, one)
		iterator := a.session.Query(statement).Iter()
		data, err := iterator.RowData()
		if err != nil {
			a.t.Errorf("%s: %v: %s", name, err, statement)
			return nil, false
		}
		for iterator.Scan(data.Values...) {
			row, ok := a.selected(j, best, data.Values, bounds)
			if !ok {
				return nil, false
			}
			rows = append(rows, row)
		}
		if err := iterator.Close(); err != nil {
			a.t.Errorf("%s: %v: %s", name, err, statement)
		}
	}
	return rows, true
}

func (a *answered) spreads(best *proof.Judgement, given *model.Given) bool {
	return slices.ContainsFunc(best.Spread.Columns, func(name string) bool { return a.isOf(best, name, given.Attribute, given.Participant) })
}

func (a *answered) isOf(best *proof.Judgement, name string, attribute, participant model.ID) bool {
	c := a.columns[best.Table][name]
	return c != nil && c.Attribute == attribute && (c.Participant == participant || participant == "")
}

// bind puts values for the markers of a statement, in their order.
func (a *answered) bind(best *proof.Judgement, bounds []bound, one bound) string {
	text := strings.TrimSuffix(strings.TrimSpace(print.ProofStatement(best)), ";")
	for _, condition := range best.Select.Where {
		if len(condition.Values) != 1 || condition.Values[0].Kind != access.Marker {
			continue
		}
		literal := a.literal(best, &condition, bounds, one)
		text = strings.Replace(text, "?", literal, 1)
	}
	return text
}

func (a *answered) literal(best *proof.Judgement, condition *access.Condition, bounds []bound, one bound) string {
	column := condition.Columns[0]
	for _, b := range bounds {
		if !a.isOf(best, column, b.given.Attribute, b.given.Participant) || a.columns[best.Table][column].Aggregate != "" {
			continue
		}
		if one.given == b.given {
			b = one
		}
		switch {
		case condition.Operator == access.In:
			var literals []string
			for _, v := range b.values {
				literals = append(literals, v.literal)
			}
			return "(" + strings.Join(literals, ", ") + ")"
		case strings.HasPrefix(string(condition.Operator), "<"):
			return b.values[len(b.values)-1].literal
		}
		return b.values[0].literal
	}
	for _, item := range a.m.Physical.Relations[best.Table].Columns {
		if item.Name == column {
			return bucketValue(item.Type).literal
		}
	}
	return "?"
}

// selected returns the values of a row in the order of finds.
func (a *answered) selected(j *join, best *proof.Judgement, scanned []any, bounds []bound) ([]value, bool) {
	var row []value
	for _, f := range j.finds() {
		at := slices.IndexFunc(best.Select.Selectors, func(v access.Value) bool { return a.selects(best, &v, f) })
		if at < 0 {
			at = slices.IndexFunc(best.Select.Selectors, func(v access.Value) bool { return a.isEntry(j, best, &v, f) })
		}
		if at < 0 {
			return nil, false
		}
		row = append(row, value{text: textOf(scanned[at], a.typeOf(best, &best.Select.Selectors[at]))})
	}
	return row, true
}

// selects reports whether a selector returns what a query finds.
func (a *answered) selects(best *proof.Judgement, v *access.Value, f found) bool {
	isType := a.m.Concepts.Entities[f.attribute] != nil || a.m.Concepts.Relationships[f.attribute] != nil || f.attribute == ""
	switch {
	case v.Kind == access.Function && v.Text == "count_rows":
		return f.aggregate == model.Count && (isType || f.attribute != "")
	case v.Kind == access.Function && len(v.Values) == 1:
		argument := &v.Values[0]
		if argument.Kind == access.CastFunction {
			argument = &argument.Values[0]
		}
		c := a.columns[best.Table][argument.Text]
		return c != nil && c.Attribute == f.attribute && (c.Aggregate == f.aggregate || string(f.aggregate) == v.Text)
	}
	c := a.columns[best.Table][v.Text]
	return c != nil && c.Aggregate == f.aggregate && (c.Attribute == f.attribute || isType && c.Attribute == "") && (c.Participant == f.participant || f.participant == "")
}

// isEntry reports whether a selector is a map whose values answer the query.
func (a *answered) isEntry(j *join, best *proof.Judgement, v *access.Value, f found) bool {
	c := a.columns[best.Table][v.Text]
	if c == nil {
		return false
	}
	entry, has := a.entryIn(j, c)
	return has && entry == f.attribute
}

func (a *answered) typeOf(best *proof.Judgement, v *access.Value) string {
	for _, column := range a.m.Physical.Relations[best.Table].Columns {
		if column.Name == v.Text {
			return column.Type.Unfrozen().Name
		}
	}
	return ""
}

// textOf writes a value that the driver read as valueOf does.
func textOf(pointer any, typ string) string {
	read := reflect.Indirect(reflect.ValueOf(pointer)).Interface()
	switch v := read.(type) {
	case time.Time:
		if typ == "date" {
			return v.Format(time.DateOnly)
		}
		return v.UTC().Format("2006-01-02T15:04:05.000Z")
	case []byte:
		if v == nil {
			return "null"
		}
		return fmt.Sprintf("0x%x", v)
	case time.Duration:
		return time.Time{}.Add(v).Format("15:04:05")
	case map[string]any:
		var parts []string
		for name, part := range v {
			parts = append(parts, name+":"+textOf(&part, ""))
		}
		slices.Sort(parts)
		return "map[" + strings.Join(parts, " ") + "]"
	case nil:
		return "null"
	}
	if m := reflect.ValueOf(read); m.Kind() == reflect.Map {
		var parts []string
		for _, key := range m.MapKeys() {
			name, entry := key.Interface(), m.MapIndex(key).Interface()
			parts = append(parts, textOf(&name, "")+"="+textOf(&entry, ""))
		}
		if len(parts) == 0 {
			return "null"
		}
		slices.Sort(parts)
		return "[" + strings.Join(parts, " ") + "]"
	}
	if list := reflect.ValueOf(read); list.Kind() == reflect.Slice && typ != "inet" {
		var parts []string
		for i := range list.Len() {
			element := list.Index(i).Interface()
			parts = append(parts, textOf(&element, ""))
		}
		if len(parts) == 0 {
			return "null"
		}
		slices.Sort(parts)
		return "[" + strings.Join(parts, " ") + "]"
	}
	text := fmt.Sprint(read)
	if number, err := strconv.ParseFloat(text, 64); err == nil { // 8.0 is 8
		return strconv.FormatFloat(number, 'f', -1, 64)
	}
	return text
}

// compare compares the rows, then their order.
func (a *answered) compare(j *join, best *proof.Judgement, name string, want, got [][]value, bounds []bound) {
	a.t.Helper()
	limit := j.query.Limit
	collected := best.Repeats || j.query.Distinct
	for at, f := range j.finds() {
		if slices.ContainsFunc(best.Select.Selectors, func(v access.Value) bool {
			c := a.columns[best.Table][v.Text]
			return c != nil && c.Attribute == f.attribute && a.collects(c)
		}) {
			entry := slices.IndexFunc(j.finds(), func(other found) bool {
				return slices.ContainsFunc(best.Select.Selectors, func(v access.Value) bool { return a.isEntry(j, best, &v, other) })
			})
			got, collected = elementsOf(got, at, entry), true
		}
	}
	wanted, returned := rowTexts(want, collected), rowTexts(got, collected)
	switch {
	case limit > 0 && len(wanted) > limit:
		if len(returned) != limit || slices.ContainsFunc(returned, func(row string) bool { return !slices.Contains(wanted, row) }) {
			a.t.Errorf("%s: got %d rows %v, want %d of %v\n%s", name, len(returned), returned, limit, wanted, a.bind(best, bounds, bound{}))
		}
	case !slices.Equal(wanted, returned):
		a.t.Errorf("%s: got %d rows, want %d\n got %v\nwant %v\n%s", name, len(returned), len(wanted), returned, wanted, a.bind(best, bounds, bound{}))
	}
	if !best.Ordered || best.Sort != nil || best.Spread != nil {
		return
	}
	finds := j.finds()
	for i := 1; i < len(got); i++ {
		for _, item := range model.Sorted(j.query.SortBy) {
			at := slices.IndexFunc(finds, func(f found) bool {
				return f.attribute == item.Value.Attribute && f.participant == item.Value.Participant && f.aggregate == ""
			})
			if at < 0 {
				break // what is not selected cannot be compared
			}
			order := compareValues(got[i-1][at], got[i][at])
			if item.Value.Descending {
				order = -order
			}
			if order > 0 {
				a.t.Errorf("%s: %s comes before %s", name, got[i-1][at].text, got[i][at].text)
			}
			if order != 0 {
				break
			}
		}
	}
}

// elementsOf returns a row for each element of a collection, which may be a map whose
// values are at another place of the row, -1 for none.
func elementsOf(rows [][]value, at, entry int) [][]value {
	var all [][]value
	for _, row := range rows {
		for element := range strings.FieldsSeq(strings.Trim(row[at].text, "[]")) {
			one := slices.Clone(row)
			one[at].text = element
			if entry >= 0 {
				one[at].text, one[entry].text, _ = strings.Cut(element, "=")
			}
			all = append(all, one)
		}
	}
	return all
}

func rowTexts(rows [][]value, once bool) []string {
	var texts []string
	for _, row := range rows {
		var words []string
		for _, v := range row {
			words = append(words, v.text)
		}
		texts = append(texts, strings.Join(words, " | "))
	}
	slices.Sort(texts)
	if once {
		texts = slices.Compact(texts)
	}
	return texts
}
