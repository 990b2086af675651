package oracle

import (
	"errors"
	"slices"

	"widerow/model"
	"widerow/model/write"
)

// isRepeatable reports whether the plan promises that a repetition does no harm.
func isRepeatable(plan *write.Plan) bool {
	return !slices.ContainsFunc(plan.Steps, func(step write.Step) bool {
		return slices.ContainsFunc(step.Statements, func(s write.Statement) bool { return !s.Idempotent || s.Conditional() })
	})
}

// judgeFailures lets the application fail after each request of a plan that promises that a
// repetition does no harm, and then runs the plan again from its beginning.
func (s *site) judgeFailures(plan *write.Plan, update *model.Update) outcome {
	if !isRepeatable(plan) {
		return outcome{notJudged, "the plan says that a repetition does harm", ""}
	}
	const most = 4
	o := outcome{notJudged, "no instance to choose", ""}
	for limit := 1; limit <= most; limit++ {
		happened := s.event(update)
		if happened == nil {
			continue
		}
		first := s.execution(happened)
		first.limit = limit
		err := first.carryOut(plan)
		again := s.execution(happened)
		again.log, again.isRepeated = first.log, true
		if err != nil && !errors.Is(err, errFailed) || first.isStopped {
			o = s.compareAfter(first, err)
		} else {
			again.log = append(again.log, "-- again")
			o = s.compareAfter(again, again.carryOut(plan))
		}
		if o.kind != right {
			return o
		}
	}
	return o
}

// judgeViolations carries out an update with a value that another instance has: it is refused, and leaves nothing.
func (s *site) judgeViolations(plan *write.Plan, update *model.Update) outcome {
	isGuarded := slices.ContainsFunc(plan.Findings, func(f write.Finding) bool { return f.Code == write.CodeUnique && s.guards(f.Element) })
	o := outcome{}
	for range 4 {
		happened := s.violation(update)
		switch {
		case happened == nil:
			return o
		case !isGuarded:
			return outcome{notJudged, "no table has unique values", ""}
		}
		if o = s.judgeUpdate(plan, happened); o.kind != right {
			return o
		}
	}
	return o
}

// guards reports whether the key of a table is a unique value, perhaps within an owner: with a part of the instance's own
// key beside it, another instance has another row.
func (s *site) guards(id model.ID) bool {
	unique, own := model.IDSet{}, model.IDSet{}
	for _, c := range s.table(id).key() {
		element, _ := s.m.Element(c.reference.of)
		attribute, is := element.Value.(*model.Attribute)
		if is && attribute.Unique {
			unique[element.Parent] = true
		} else if is && attribute.Key != model.NoKey {
			own[element.Parent] = true
		}
	}
	for of := range unique {
		if own[of] {
			return false
		}
	}
	return len(unique) > 0
}
