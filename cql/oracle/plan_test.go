package oracle

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"widerow/cql"
	"widerow/model"
	"widerow/model/access"
	"widerow/model/write"
)

// execution is an application that carries out a plan, statement by statement.
type execution struct {
	*site
	*event
	reads []*readRows
	log   []string
}

// readRows are what a read returned, with the rows of earlier reads that it was run for.
type readRows struct {
	table *table
	rows  []readRow
	names []string
}

type readRow struct {
	values  map[string]value
	parents map[int]int
}

// marker is a bind marker of a statement: the column that it is for, and where.
type marker struct {
	column  string
	isNew   bool // in SET or VALUES
	element bool // c + ? or c[?]
	key     bool // c[?]
	field   string
	in      bool
}

func markersOf(s *write.Statement) []marker {
	var found []marker
	where := func(conditions []access.Condition) {
		for _, c := range conditions {
			for i := range c.Values {
				if c.Values[i].Kind == access.Marker {
					found = append(found, marker{column: c.Columns[0], in: c.Operator == access.In})
				}
			}
		}
	}
	when := func(conditions []access.IfCondition) {
		for _, c := range conditions {
			for i := range c.Values {
				if c.Values[i].Kind == access.Marker {
					found = append(found, marker{column: c.Column})
				}
			}
		}
	}
	switch w := s.Write; {
	case s.Select != nil:
		where(s.Select.Where)
	case w.Insert != nil:
		for i, column := range w.Insert.Columns {
			if w.Insert.Values[i].Kind == access.Marker {
				found = append(found, marker{column: column, isNew: true})
			}
		}
	case w.Update != nil:
		for _, a := range w.Update.Set {
			if a.Key != nil && a.Key.Kind == access.Marker {
				found = append(found, marker{column: a.Column, isNew: true, element: true, key: true})
			}
			if a.Value.Kind == access.Marker {
				found = append(found, marker{column: a.Column, isNew: true, field: a.Field, element: a.Kind == access.Add || a.Kind == access.Subtract})
			}
		}
		where(w.Update.Where)
		when(w.Update.If)
	case w.Delete != nil:
		for _, d := range w.Delete.Columns {
			if d.Element != nil && d.Element.Kind == access.Marker {
				found = append(found, marker{column: d.Column, element: true, key: true})
			}
		}
		where(w.Delete.Where)
		when(w.Delete.If)
	}
	return found
}

// carryOut runs the steps of a plan.
func (x *execution) carryOut(plan *write.Plan) error {
	x.reads = make([]*readRows, len(plan.Steps))
	for i := range plan.Steps {
		step := &plan.Steps[i]
		var texts []string
		for k := range step.Statements {
			s := &step.Statements[k]
			if s.Refusal != nil {
				return fmt.Errorf("the plan has a statement that Cassandra rejects: %s", x.line(s))
			}
			runs, err := x.runs(s)
			if err != nil {
				return err
			}
			if step.Kind == write.Read {
				if err := x.readFor(i, s, runs); err != nil {
					return err
				}
				continue
			}
			for _, one := range runs {
				if text, err := x.text(s, one); err != nil {
					return err
				} else if !slices.Contains(texts, text) {
					texts = append(texts, text)
				}
			}
		}
		if err := x.send(step, texts); err != nil {
			return err
		}
	}
	return nil
}

func (x *execution) line(s *write.Statement) string {
	return strings.TrimSuffix(cql.StatementLine(cql.UpdateStatement(s)), ";")
}

func (x *execution) send(step *write.Step, texts []string) error {
	if len(texts) > 1 && step.IsBatch() {
		batch := "BEGIN BATCH "
		if step.Kind == write.UnloggedBatch {
			batch = "BEGIN UNLOGGED BATCH "
		}
		texts = []string{batch + strings.Join(texts, "; ") + "; APPLY BATCH"}
	}
	for _, text := range texts {
		x.log = append(x.log, text)
		if err := x.session.Query(text).Exec(); err != nil {
			return fmt.Errorf("%w: %s", err, text)
		}
	}
	return nil
}

// run is what a statement runs with once: a row of each read that it rests on, -1 for none, by
// the step of the read, and an element of each value with several.
type run struct {
	rows     map[int]int
	elements map[write.Value]value
}

func (r run) with(step, row int) run {
	rows := maps.Clone(r.rows)
	rows[step] = row
	return run{rows, r.elements}
}

// readFor runs a read, and keeps the rows that the plan says.
func (x *execution) readFor(step int, s *write.Statement, runs []run) error {
	t := x.table(s.Table)
	result := &readRows{table: t}
	var types []string
	for _, selector := range s.Select.Selectors {
		result.names = append(result.names, selector.Text)
		typ := ""
		if c := t.column(selector.Text); c != nil {
			typ = c.elementType()
		}
		types = append(types, typ)
	}
	x.reads[step] = result
	for _, one := range runs {
		text, err := x.text(s, one)
		if errors.Is(err, errNull) {
			continue // there is nothing to read
		}
		if err != nil {
			return err
		}
		x.log = append(x.log, text)
		rows, err := x.read(text, types)
		if err != nil {
			return err
		}
		for _, row := range rows {
			values := map[string]value{}
			for i, name := range result.names {
				values[name] = row[i]
			}
			if keeps, err := x.keeps(s, values, one); err != nil {
				return err
			} else if keeps {
				result.rows = append(result.rows, readRow{values, one.rows})
			}
		}
	}
	return nil
}

func (x *execution) keeps(s *write.Statement, values map[string]value, one run) (bool, error) {
	for _, keep := range s.Keep {
		has, read := values[keep.Column]
		if !read {
			return false, fmt.Errorf("the plan keeps rows by %s, which the statement does not return: %s", keep.Column, x.line(s))
		}
		want, err := x.value(keep.Value, one)
		if err != nil {
			return false, err
		}
		order := compareValues(has, want)
		switch operator := string(keep.Operator); {
		case has.isNull(), operator == "=" && order != 0, operator[0] == '<' && order > 0, operator[0] == '>' && order < 0,
			(operator == "<" || operator == ">") && order == 0:
			return false, nil
		}
	}
	return true, nil
}

// runs are the choices of rows and elements for which a statement runs.
func (x *execution) runs(s *write.Statement) ([]run, error) {
	all := []run{{map[int]int{}, map[write.Value]value{}}}
	for _, step := range x.steps(s) {
		if step >= len(x.reads) || x.reads[step] == nil {
			return nil, fmt.Errorf("the plan takes values from step %d, which reads nothing: %s", step, x.line(s))
		}
		each := slices.Contains(s.ForEach, step)
		var next []run
		for _, one := range all {
			rows := x.rowsFor(step, one)
			switch {
			case each:
				for _, row := range rows {
					next = append(next, x.follow(one, step, row))
				}
			case len(rows) == 0:
				next = append(next, one.with(step, -1))
			default:
				for _, v := range s.Values {
					for _, row := range rows[1:] {
						if v.Step == step && x.reads[step].rows[row].values[v.From].text != x.reads[step].rows[rows[0]].values[v.From].text {
							return nil, fmt.Errorf("step %d finds several rows, and the plan takes one: %s", step, x.line(s))
						}
					}
				}
				next = append(next, x.follow(one, step, rows[0]))
			}
		}
		all = next
	}
	all, err := x.elements(s, all)
	return slices.DeleteFunc(all, func(one run) bool { return err == nil && !x.isToRun(s, one) }), err
}

// follow adds a row to a run with the rows that it was read for.
func (x *execution) follow(one run, step, row int) run {
	one = one.with(step, row)
	for parent, at := range x.reads[step].rows[row].parents {
		one = one.with(parent, at)
	}
	return one
}

// rowsFor are the rows of a read that fit those that a run has chosen.
func (x *execution) rowsFor(step int, one run) []int {
	if row, chosen := one.rows[step]; chosen {
		if row < 0 {
			return nil
		}
		return []int{row}
	}
	var rows []int
	for i, row := range x.reads[step].rows {
		fits := true
		for parent, at := range row.parents {
			if other, chosen := one.rows[parent]; chosen && other != at {
				fits = false
			}
		}
		if fits {
			rows = append(rows, i)
		}
	}
	return rows
}

// steps are the reads that a statement rests on, the last ones first: their rows say for which
// rows of others they were read.
func (x *execution) steps(s *write.Statement) []int {
	found := slices.Clone(s.ForEach)
	add := func(v write.Value) {
		if v.Step >= 0 && !slices.Contains(found, v.Step) {
			found = append(found, v.Step)
		}
	}
	for _, v := range slices.Concat(s.Values, s.OnlyIf) {
		add(v)
	}
	for _, keep := range s.Keep {
		add(keep.Value)
	}
	for _, d := range s.Differs {
		add(d.Old)
		add(d.New)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// elements repeats runs for each element of values with several.
func (x *execution) elements(s *write.Statement, all []run) ([]run, error) {
	for _, v := range s.Values {
		if !v.Element {
			continue
		}
		var next []run
		for _, one := range all {
			whole, err := x.value(v, one)
			if err != nil {
				return nil, err
			}
			parts := whole.parts
			if len(parts) == 0 && !whole.isNull() {
				parts = []value{whole} // the one that the update adds or removes
			}
			if _, chosen := one.elements[elementOf(v)]; chosen {
				next = append(next, one)
				continue
			}
			for _, part := range parts {
				elements := maps.Clone(one.elements)
				elements[elementOf(v)] = part
				next = append(next, run{one.rows, elements})
			}
		}
		all = next
	}
	return all, nil
}

// elementOf identifies a value with several in all statements and columns.
func elementOf(v write.Value) write.Value {
	v.Column, v.New = "", false
	return v
}

// isToRun reports whether a statement runs: it has the values without which it does not, the old
// and the new row differ, and the row is stored at all.
func (x *execution) isToRun(s *write.Statement, one run) bool {
	for _, v := range s.OnlyIf {
		if v.Step >= 0 && one.rows[v.Step] < 0 {
			return false
		}
		if v.From == "" && v.Step >= 0 {
			continue
		}
		if has, err := x.value(v, one); err == nil && has.isNull() {
			return false
		}
	}
	differs := len(s.Differs) == 0
	for _, d := range s.Differs {
		old, err := x.value(d.Old, one)
		new, err2 := x.value(d.New, one)
		differs = differs || err != nil || err2 != nil || old.text != new.text
	}
	if !differs {
		return false
	}
	t := x.table(s.Table)
	for i, m := range markersOf(s) {
		if c := t.column(m.column); i < len(s.Values) && c != nil && c.inKey() && !x.identifies(c) && s.Values[i].Step >= write.Given {
			if v, err := x.value(s.Values[i], one); err == nil && v.isNull() {
				return false // a row whose key lacks a value is not stored
			}
		}
	}
	return true
}

// value is the value that the plan says.
func (x *execution) value(v write.Value, one run) (value, error) {
	if v.Element {
		if element, chosen := one.elements[elementOf(v)]; chosen {
			return element, nil
		}
	}
	switch {
	case v.Step >= 0:
		row, chosen := one.rows[v.Step]
		if !chosen || row < 0 {
			return null, nil
		}
		has, read := x.reads[v.Step].rows[row].values[v.From]
		if !read {
			return null, fmt.Errorf("step %d does not read %s", v.Step, v.From)
		}
		return has, nil
	case v.Step == write.Given:
		r := reference{v.Attribute, v.Participant}
		if p := x.parameterOf(r, v.New || x.update.Kind == model.Insert); p != nil {
			return p.value, nil
		}
		return null, fmt.Errorf("the update does not give %s %s", v.Name, x.m.Title(v.Participant))
	}
	return null, fmt.Errorf("the plan does not say where %s comes from", v.Column)
}

// parameterOf finds what the application knows of an attribute: a value that it writes if isNew,
// else one that is given.
func (x *execution) parameterOf(r reference, isNew bool) *parameter {
	for _, exact := range []bool{true, false} {
		for _, want := range []bool{isNew, !isNew} {
			var found []*parameter
			for i := range x.parameters {
				p := &x.parameters[i]
				if p.of == r.of && p.isNew == want && (p.reference == r || !exact) {
					found = append(found, p)
				}
			}
			if len(found) == 1 || len(found) > 1 && !slices.ContainsFunc(found, func(p *parameter) bool { return p.value.text != found[0].value.text }) {
				return found[0]
			}
		}
	}
	return nil
}

func (x *execution) text(s *write.Statement, one run) (string, error) {
	text := x.line(s)
	markers := markersOf(s)
	if len(markers) != len(s.Values) {
		return "", fmt.Errorf("%d markers, %d values: %s", len(markers), len(s.Values), text)
	}
	var out strings.Builder
	for i, m := range markers {
		literal, err := x.literalOf(s, m, s.Values[i], one)
		if err != nil {
			return "", err
		}
		before, after, _ := strings.Cut(text, "?")
		out.WriteString(before + literal)
		text = after
	}
	return out.String() + text, nil
}

// identifies reports whether a column has a part of the identity of an instance.
func (x *execution) identifies(c *tableColumn) bool {
	element, _ := x.m.Element(c.reference.of)
	attribute, is := element.Value.(*model.Attribute)
	return is && attribute.Key != model.NoKey
}

// errNull is what Cassandra says of a null in a key.
var errNull = errors.New("invalid null value in condition")

// literalOf is the literal for a marker.
func (x *execution) literalOf(s *write.Statement, m marker, from write.Value, one run) (string, error) {
	c := x.table(s.Table).column(m.column)
	if c == nil {
		return "", fmt.Errorf("there is no column %s", m.column)
	}
	if from.Column != m.column {
		return "", fmt.Errorf("a value of %s for the marker of %s: %s", from.Column, m.column, x.line(s))
	}
	var v value
	var err error
	whole, isWhole := x.whole[c.reference.of]
	switch {
	case from.Step == write.Computed && c.isUnknown():
		return bucketValue(c.typ).literal, nil
	case from.Step == write.Computed && isWhole:
		v = whole
	case from.Step == write.Computed && c.typ.IsCounter():
		return "1", nil
	default:
		if v, err = x.value(from, one); err != nil {
			return "", fmt.Errorf("%w: %s", err, x.line(s))
		}
		if isWhole && m.isNew && !m.element && !c.inKey() && from.Step >= 0 && x.isComputed(c) {
			v = whole // from the old one that was read
		}
	}
	literal := v.literal
	kind := c.typ.Unfrozen().Kind
	switch {
	case v.isNull() && (!m.isNew || c.inKey()):
		return "", fmt.Errorf("%w for column %s: %s", errNull, m.column, x.line(s))
	case v.isNull():
		return "null", nil
	case m.field != "":
		return literal, nil
	case m.in:
		return "(" + literal + ")", nil
	case m.element && !m.key && kind == model.ListType && literal[0] != '[':
		return "[" + literal + "]", nil
	case m.element && !m.key && kind == model.SetType && len(v.parts) == 0:
		return "{" + literal + "}", nil
	case kind == model.ListType && literal[0] == '{':
		return "[" + literal[1:len(literal)-1] + "]", nil
	case c.collects() && !m.element && kind == model.SetType && len(v.parts) == 0:
		return "{" + literal + "}", nil
	}
	return literal, nil
}

// isComputed reports whether the application computes the whole value of a column from what it has
// read: with a new part, or with an element more or less.
func (x *execution) isComputed(c *tableColumn) bool {
	for _, write := range x.update.Writes {
		if write.Element == c.reference.of {
			return c.multi && x.update.Kind != model.Change
		}
	}
	return true
}

// judgeUpdates carries out an update several times, each time on the same tables.
func (s *site) judgeUpdates(plan *write.Plan, update *model.Update, times int) outcome {
	o := outcome{notJudged, "no instance to choose", ""}
	for range 3 * times {
		happened := s.event(update)
		if happened == nil {
			continue
		}
		if times--; times < 0 {
			break
		}
		o = s.judgeUpdate(plan, update, happened)
		if o.kind == missing {
			if by := s.unneeded(plan, update); by != "" {
				return outcome{missing, "a table gives it", by}
			}
		}
		if o.kind != right {
			return o
		}
	}
	return o
}

// judgeUpdate carries out an update on the tables and compares them with the world after it. Then
// the tables are as before.
func (s *site) judgeUpdate(plan *write.Plan, update *model.Update, happened *event) outcome {
	if lacking := plan.Lookups; len(lacking) > 0 {
		var words []string
		for _, l := range lacking {
			words = append(words, fmt.Sprintf("%s needs %v, knows %v", s.m.Title(l.Table), l.Names, l.Known))
		}
		return outcome{missing, "", strings.Join(words, "; ")}
	}
	x := &execution{site: s, event: happened}
	err := x.carryOut(plan)
	wrongs := ""
	if err != nil {
		wrongs = err.Error()
	}
	judged := 0
	for _, t := range s.tables {
		if s.unclear[t.id] != nil || slices.ContainsFunc(t.columns, func(c *tableColumn) bool { return c.aggregate != "" }) {
			continue
		}
		judged++
		before, errBefore := s.contentOf(s.world, t)
		after, errAfter := s.contentOf(happened.after, t)
		has, err := s.dump(t)
		if errBefore != nil || errAfter != nil || err != nil {
			return outcome{notJudged, "table", fmt.Sprint(errBefore, errAfter, err)}
		}
		if wrongs == "" {
			wrongs = s.changes(t, after, has)
		}
		if err := s.repair(t, before.rows); err != nil {
			return outcome{notJudged, "repair", err.Error()}
		}
	}
	switch {
	case wrongs != "":
		return outcome{wrong, reasonOf(wrongs), wrongs + "\n        ran " + strings.Join(x.log, "\n            ")}
	case judged == 0:
		return outcome{notJudged, "no table is judged", ""}
	}
	return outcome{kind: right}
}

// reasonOf puts what is wrong into one of a few kinds.
func reasonOf(wrongs string) string {
	for _, reason := range []string{"the plan does not say", "invalid null value", "Invalid null value", "Invalid", "lacks", "has too much", "instead of", "static columns without a row"} {
		if strings.Contains(wrongs, reason) {
			return reason
		}
	}
	return "refused"
}

// isOnlyStatic reports whether a row is that of a partition with static columns only.
func (t *table) isOnlyStatic(row storedRow) bool {
	isOnly := false
	for _, c := range t.key() {
		if c.role == model.Clustering && !row[c.name].isNull() {
			return false
		}
		isOnly = isOnly || c.role == model.Clustering
	}
	return isOnly
}

// changes says how the rows of a table differ from what they should be.
func (s *site) changes(t *table, want content, has map[string]storedRow) string {
	var words []string
	for place, row := range want.rows {
		switch got := has[place]; {
		case got == nil && !want.free[place]:
			words = append(words, "lacks "+row.text(t))
		case got != nil && got.text(t) != row.text(t):
			words = append(words, "has "+got.text(t)+" instead of "+row.text(t))
		}
	}
	for place, row := range has {
		switch {
		case want.rows[place] != nil:
		case t.isOnlyStatic(row):
			words = append(words, "keeps static columns without a row "+row.text(t))
		default:
			words = append(words, "has too much "+row.text(t))
		}
	}
	if len(words) == 0 {
		return ""
	}
	slices.Sort(words)
	if len(words) > 3 {
		words = append(words[:3], fmt.Sprintf("and %d more", len(words)-3))
	}
	return t.name + " " + strings.Join(words, "; ")
}
