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

// judgeViolations carries out an update with a value that another instance has: it is refused, and leaves nothing. Only a
// table whose key is that value can refuse it.
func (s *site) judgeViolations(plan *write.Plan, update *model.Update) outcome {
	o := outcome{}
	for range 4 {
		happened := s.violation(update)
		switch {
		case happened == nil:
			return o
		case !s.isGuarded(plan, happened.taken):
			return outcome{notJudged, "no table has the unique value as its key", ""}
		}
		if o = s.judgeUpdate(plan, happened); o.kind != right {
			return o
		}
	}
	return o
}

// isGuarded reports whether a plan reserves the values of an attribute.
func (s *site) isGuarded(plan *write.Plan, attribute model.ID) bool {
	return slices.ContainsFunc(plan.Findings, func(f write.Finding) bool {
		return f.Code == write.CodeUnique && s.guards(f.Element, attribute)
	})
}

// guards reports whether the key of a table is a unique attribute, perhaps within an owner: with another attribute of the
// instance beside it, a rival has another row.
func (s *site) guards(id, attribute model.ID) bool {
	of, has := rootOf(s.m, ownerOf(s.m, attribute)), false
	for _, c := range s.table(id).key() {
		element, _ := s.m.Element(c.reference.of)
		switch _, is := element.Value.(*model.Attribute); {
		case !is:
		case element.ID == attribute:
			has = true
		case rootOf(s.m, element.Parent) == of:
			return false
		}
	}
	return has
}
