package oracle

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/write"
)

// judgeUpdates carries out an update several times, each time on the same tables, and then what happens seldom: a
// value that is taken, and a failure with a repetition.
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
		o = s.judgeUpdate(plan, happened)
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
func (s *site) judgeUpdate(plan *write.Plan, happened *event) outcome {
	if lacking := plan.Lookups; len(lacking) > 0 {
		var words []string
		for _, l := range lacking {
			words = append(words, fmt.Sprintf("%s needs %v, knows %v", s.m.Title(l.Table), l.Names, l.Known))
		}
		return outcome{missing, "", strings.Join(words, "; ")}
	}
	for _, step := range plan.Steps {
		for _, statement := range step.Statements {
			if err := s.unclear[statement.Table]; err != nil {
				return outcome{notJudged, "a table of the plan is unclear", s.table(statement.Table).name + ": " + err.Error()}
			}
		}
	}
	if happened.after.alone() > s.world.alone() {
		return outcome{notJudged, "leaves an instance without a partner that it must have", ""}
	}
	x := s.execution(happened)
	err := x.carryOut(plan)
	return s.compareAfter(x, err)
}

// compareAfter compares the tables with the world after an update that was carried out, and makes them what they
// were before.
func (s *site) compareAfter(x *execution, err error) outcome {
	wrongs := ""
	switch {
	case err != nil:
		wrongs = err.Error()
	case x.isRefused && !x.isStopped:
		wrongs = "is not refused"
	case x.isStopped && !x.isRefused:
		wrongs = "is refused without cause"
	}
	judged := 0
	for _, t := range s.tables {
		if s.unclear[t.id] != nil {
			continue
		}
		judged++
		before, errBefore := s.contentOf(s.world, t)
		after, errAfter := s.contentOf(x.after, t)
		has, err := s.dump(t)
		if errBefore != nil || errAfter != nil || err != nil {
			return outcome{notJudged, "table", fmt.Sprint(errBefore, errAfter, err)}
		}
		switch {
		case wrongs != "", t.counts() && (x.isRepeated || s.hasAlready(x)): // the plan warns that a repetition counts twice
		case t.counts():
			wrongs = s.changes(t, after, t.withoutZeros(after.rows, has), false)
		default:
			wrongs = s.changes(t, after, has, x.isRepeated)
		}
		if err := s.repairFrom(t, before.rows, has); err != nil {
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
	for _, reason := range []string{"the plan does not say", "invalid null value", "Invalid null value", "Invalid", "lacks", "has too much", "instead of", "static columns without a row", "is not refused", "is refused without cause"} {
		if strings.Contains(wrongs, reason) {
			return reason
		}
	}
	return "rejected by Cassandra"
}

// isOnlyStatic reports whether a row stands for a partition that has only static columns.
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

// hasAlready reports whether an update inserts relationships that are there.
func (s *site) hasAlready(x *execution) bool {
	if x.update.Kind != model.Insert {
		return false
	}
	for of, all := range x.after.instances {
		if len(all) > len(s.world.instances[of]) {
			return false
		}
	}
	for of, facts := range x.after.facts {
		for _, f := range facts {
			if !slices.ContainsFunc(s.world.facts[of], func(other *fact) bool { return sameEnds(f, other) }) {
				return false
			}
		}
	}
	return true
}

// sameEnds reports whether facts of two worlds have participants with the same values.
func sameEnds(a, b *fact) bool {
	for end, one := range a.ends {
		other := b.ends[end]
		if !maps.EqualFunc(one.values, other.values, func(v, w value) bool { return v.text == w.text }) {
			return false
		}
	}
	return true
}

// counts reports whether a table has counters.
func (t *table) counts() bool {
	return slices.ContainsFunc(t.columns, func(c *tableColumn) bool { return c.typ.IsCounter() })
}

// withoutZeros leaves out the rows of groups that are not there, if their counters are at zero: a counter stays.
func (t *table) withoutZeros(want, has map[string]storedRow) map[string]storedRow {
	left := maps.Clone(has)
	maps.DeleteFunc(left, func(place string, row storedRow) bool {
		return want[place] == nil && !slices.ContainsFunc(t.columns, func(c *tableColumn) bool { return c.typ.IsCounter() && row[c.name].text != "0" })
	})
	return left
}

// changes describes how the rows of a table differ from what they should be. Where an update failed between the deletion of
// rows and the look at what is left, static values without a row may stay: queries drop them.
func (s *site) changes(t *table, want content, has map[string]storedRow, afterFailure bool) string {
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
		case want.rows[place] != nil, afterFailure && t.isOnlyStatic(row):
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
