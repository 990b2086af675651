package oracle

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"widerow/model"
	"widerow/model/write"
)

// planDamage damages a plan, and returns the damage in words; "" if the plan has nothing to damage.
type planDamage func(x *site, plan *write.Plan, random *rand.Rand) string

var planDamages = []planDamage{dropStatement, dropCondition, swapRole}

// clonePlan copies the steps of a plan, so that they can be damaged.
func clonePlan(plan *write.Plan) *write.Plan {
	copied := *plan
	copied.Steps = slices.Clone(plan.Steps)
	for i := range copied.Steps {
		copied.Steps[i].Statements = slices.Clone(copied.Steps[i].Statements)
	}
	return &copied
}

func pickStatement(plan *write.Plan, random *rand.Rand, fits func(*write.Statement) bool) (step *write.Step, at int) {
	type spot struct {
		step *write.Step
		at   int
	}
	var spots []spot
	for i := range plan.Steps {
		for k := range plan.Steps[i].Statements {
			if fits(&plan.Steps[i].Statements[k]) {
				spots = append(spots, spot{&plan.Steps[i], k})
			}
		}
	}
	if len(spots) == 0 {
		return nil, 0
	}
	chosen := pick(random, spots)
	return chosen.step, chosen.at
}

func dropStatement(x *site, plan *write.Plan, random *rand.Rand) string {
	step, at := pickStatement(plan, random, func(s *write.Statement) bool { return s.Select == nil })
	if step == nil {
		return ""
	}
	what := "drops " + x.execution(nil).line(&step.Statements[at])
	step.Statements = slices.Delete(step.Statements, at, at+1)
	return what
}

// dropCondition lets rows be kept, or a statement run, that should not.
func dropCondition(x *site, plan *write.Plan, random *rand.Rand) string {
	step, at := pickStatement(plan, random, func(s *write.Statement) bool { return len(s.Keep)+len(s.Differs)+len(s.Unless) > 0 || s.UnlessWritten })
	if step == nil {
		return ""
	}
	s := &step.Statements[at]
	what := fmt.Sprintf("drops %d conditions of %s", len(s.Keep)+len(s.Differs)+len(s.Unless), x.execution(nil).line(s))
	s.Keep, s.Differs, s.Unless, s.UnlessWritten = nil, nil, nil, false
	return what
}

// swapRole takes a given value from another instance of the same type.
func swapRole(x *site, plan *write.Plan, random *rand.Rand) string {
	others := func(v write.Value) (found []model.ID) {
		for _, relationship := range model.Sorted(x.m.Concepts.Relationships) {
			own := relationship.Value.Participants[v.Participant]
			for _, end := range model.Sorted(relationship.Value.Participants) {
				if own != nil && end.ID != v.Participant && end.Value.Entity == own.Entity {
					found = append(found, end.ID)
				}
			}
		}
		return found
	}
	isRole := func(v write.Value) bool { return v.Step == write.Given && v.Participant != "" && len(others(v)) > 0 }
	step, at := pickStatement(plan, random, func(s *write.Statement) bool { return slices.ContainsFunc(s.Values, isRole) })
	if step == nil {
		return ""
	}
	s := &step.Statements[at]
	s.Values = slices.Clone(s.Values)
	k := slices.IndexFunc(s.Values, isRole)
	s.Values[k].Participant = pick(random, others(s.Values[k]))
	return fmt.Sprintf("takes %s from %s in %s", s.Values[k].Column, x.m.Title(s.Values[k].Participant), x.execution(nil).line(s))
}

// judgeDamaged damages a plan that is right, and looks whether carrying it out shows that: a check of the oracle itself.
func (s *site) judgeDamaged(plan *write.Plan, update *model.Update, random *rand.Rand) outcome {
	damaged := clonePlan(plan)
	what := pick(random, planDamages)(s, damaged, random)
	if what == "" {
		return outcome{}
	}
	const most = 12
	for range most {
		happened := s.event(update)
		if happened == nil {
			continue
		}
		if o := s.judgeUpdate(damaged, happened); o.kind != right {
			return outcome{right, "noticed", ""}
		}
	}
	return outcome{notJudged, "the rows are as they should be", what}
}
