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
	for i := range plan.Steps {
		step := &plan.Steps[i]
		var texts []string
		for k := range step.Statements {
			s := &step.Statements[k]
			if s.Refusal != nil {
				return fmt.Errorf("the plan has a statement that Cassandra rejects: %s", x.line(s))
			}
			if step.Kind == write.Read {
				if err := x.readFor(s); err != nil {
					return err
				}
				continue
			}
			bound, err := x.bind(s)
			if err != nil {
				return err
			}
			for _, text := range bound {
				if !slices.Contains(texts, text) {
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

// readFor runs a read, once for each row of earlier reads that it depends on.
func (x *execution) readFor(s *write.Statement) error {
	t := x.table(s.Table)
	result := &readRows{table: t}
	var types []string
	for _, selector := range s.Select.Selectors {
		result.names = append(result.names, selector.Text)
		typ := ""
		if c := t.column(selector.Text); c != nil {
			typ = c.typ.Unfrozen().Name
		}
		types = append(types, typ)
	}
	runs, err := x.runs(s)
	if err != nil {
		return err
	}
	for _, run := range runs {
		text, err := x.text(s, run)
		if errors.Is(err, errNotStored) {
			continue
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
			one := readRow{map[string]value{}, maps.Clone(run)}
			for i, name := range result.names {
				one.values[name] = row[i]
			}
			result.rows = append(result.rows, one)
		}
	}
	x.reads = append(x.reads, result)
	return nil
}

// run chooses a row of each read that a statement depends on, by the place of the read; −1
// for a read without rows whose values are null then.
type run = map[int]int

// runs are the choices of rows for which a statement runs.
func (x *execution) runs(s *write.Statement) ([]run, error) {
	all := []run{{}}
	for at, needed := range x.needs(s) {
		if needed == "" {
			continue
		}
		var next []run
		for _, one := range all {
			rows := x.reads[at].rows
			if len(rows) == 0 && needed == "value" {
				extended := maps.Clone(one)
				extended[at] = -1
				next = append(next, extended)
			}
			for i, row := range rows {
				extended := maps.Clone(one)
				extended[at] = i
				fits := true
				for parent, index := range row.parents {
					if other, has := extended[parent]; has && other != index {
						fits = false
					}
					extended[parent] = index
				}
				if fits {
					next = append(next, extended)
				}
			}
		}
		all = next
	}
	return all, nil
}

// needs tells for each read whether a statement needs its rows: "key" if it does not run without,
// "value" if it writes null then, "" if not.
func (x *execution) needs(s *write.Statement) []string {
	needs := make([]string, len(x.reads))
	t := x.table(s.Table)
	for _, m := range markersOf(s) {
		source := x.source(s, m)
		if source.read < 0 {
			continue
		}
		if c := t.column(m.column); m.isNew && (c == nil || !c.inKey()) && needs[source.read] == "" {
			needs[source.read] = "value"
		} else {
			needs[source.read] = "key"
		}
	}
	for at, r := range x.reads { // a read of the table itself tells whether there is a row
		if needs[at] == "" && r.table == t && s.Write.Update != nil {
			needs[at] = "key"
		}
	}
	return needs
}

// source is where the value of a marker comes from: a column of a read, or a parameter.
type source struct {
	read      int
	column    string
	parameter *parameter
}

func (x *execution) source(s *write.Statement, m marker) source {
	c := x.table(s.Table).column(m.column)
	if c == nil || c.isUnknown() {
		return source{read: -1}
	}
	fromRead := func() (source, bool) {
		for _, exact := range []bool{true, false} {
			for at := len(x.reads) - 1; at >= 0; at-- {
				for _, name := range x.reads[at].names {
					other := x.reads[at].table.column(name)
					if other != nil && other.reference.of == c.reference.of && other.aggregate == "" && (other.reference == c.reference || !exact) {
						return source{read: at, column: name}, true
					}
				}
			}
		}
		return source{}, false
	}
	isNew := m.isNew || x.update.Kind == model.Insert
	if found, is := fromRead(); is && m.isNew && !m.element && x.isComputed(c) {
		return found
	}
	if p := x.parameterOf(c.reference, isNew); p != nil && (!slices.Contains(s.Each, m.column) || p.isNew && m.isNew) {
		return source{-1, "", p}
	}
	if found, is := fromRead(); is {
		return found
	}
	if p := x.parameterOf(c.reference, !isNew); p != nil && !p.isNew {
		return source{-1, "", p}
	}
	return source{read: -1}
}

// isComputed reports whether the application computes the whole value of a column from what it has
// read: with a new part, or with an element more or less.
func (x *execution) isComputed(c *tableColumn) bool {
	_, has := x.whole[c.reference.of]
	if !has || c.inKey() {
		return false
	}
	for _, write := range x.update.Writes {
		if write.Element == c.reference.of {
			return c.multi && x.update.Kind != model.Change
		}
	}
	return true
}

// parameterOf finds what the application knows of an attribute: a value that it writes if isNew,
// else one that is given.
func (x *execution) parameterOf(r reference, isNew bool) *parameter {
	for _, exact := range []bool{true, false} {
		for _, want := range []bool{isNew, false} {
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

// bind returns the statement with literals, once for each run.
func (x *execution) bind(s *write.Statement) ([]string, error) {
	runs, err := x.runs(s)
	if err != nil {
		return nil, err
	}
	var texts []string
	for _, one := range runs {
		text, err := x.text(s, one)
		if errors.Is(err, errNotStored) {
			continue
		}
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// errNotStored reports that a row is not stored, because an instance lacks a value that the key
// needs: nothing is written or read there.
var errNotStored = errors.New("an instance lacks a value of the key")

// identifies reports whether a column has a part of the identity of an instance.
func (x *execution) identifies(c *tableColumn) bool {
	element, _ := x.m.Element(c.reference.of)
	attribute, is := element.Value.(*model.Attribute)
	return is && attribute.Key != model.NoKey
}

func (x *execution) text(s *write.Statement, one run) (string, error) {
	text := x.line(s)
	var out strings.Builder
	for _, m := range markersOf(s) {
		literal, err := x.literalOf(s, m, one)
		if err != nil {
			return "", err
		}
		before, after, _ := strings.Cut(text, "?")
		out.WriteString(before + literal)
		text = after
	}
	return out.String() + text, nil
}

func (x *execution) literalOf(s *write.Statement, m marker, one run) (string, error) {
	c := x.table(s.Table).column(m.column)
	v := null
	from := x.source(s, m)
	switch {
	case c != nil && c.isUnknown():
		return bucketValue(c.typ).literal, nil
	case c == nil:
		return "", fmt.Errorf("there is no column %s", m.column)
	case from.parameter != nil:
		v = from.parameter.value
	case from.read >= 0 && one[from.read] >= 0 && m.isNew && !m.element && x.isComputed(c):
		v = x.whole[c.reference.of]
	case from.read >= 0 && one[from.read] >= 0:
		v = x.reads[from.read].rows[one[from.read]].values[from.column]
	case from.read >= 0:
	default:
		return "", fmt.Errorf("the plan does not say where %s of %s comes from: %s", m.column, s.Access.Name, x.line(s))
	}
	literal := v.literal
	kind := c.typ.Unfrozen().Kind
	switch {
	case v.isNull() && (!m.isNew || c.inKey()) && !x.identifies(c):
		return "", errNotStored
	case v.isNull() && !m.isNew:
		return "", fmt.Errorf("Invalid null value for %s: %s", m.column, x.line(s))
	case v.isNull() && c.inKey():
		return "", fmt.Errorf("Invalid null value in condition for column %s: %s", m.column, x.line(s))
	case v.isNull():
		return "null", nil
	case m.field != "":
		return literal, nil
	case m.in:
		return "(" + literal + ")", nil
	case m.element && !m.key && kind == model.ListType && literal[0] != '[':
		return "[" + literal + "]", nil
	case m.element && !m.key && kind == model.SetType && literal[0] != '{':
		return "{" + literal + "}", nil
	case m.element && !m.key && c.typ.IsCounter():
		return "1", nil
	case kind == model.ListType && literal[0] == '{':
		return "[" + literal[1:len(literal)-1] + "]", nil
	case c.collects() && !m.element && kind == model.SetType && literal[0] != '{':
		return "{" + literal + "}", nil
	}
	return literal, nil
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
		if o = s.judgeUpdate(plan, update, happened); o.kind != right {
			return o
		}
	}
	return o
}

// judgeUpdate carries out an update on the tables and compares them with the world after it. Then
// the tables are as before.
func (s *site) judgeUpdate(plan *write.Plan, update *model.Update, happened *event) outcome {
	if len(plan.Lookups) > 0 {
		var words []string
		for _, l := range plan.Lookups {
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
	for _, reason := range []string{"the plan does not say", "Invalid null value", "Invalid", "lacks", "has too much", "instead of"} {
		if strings.Contains(wrongs, reason) {
			return reason
		}
	}
	return "refused"
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
		if want.rows[place] == nil {
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
