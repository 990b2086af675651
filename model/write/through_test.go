package write_test

import (
	"slices"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/write"
)

// A value that is found only by another one, which may be missing, is not there where that is missing: the plan says so.
func TestValuesThroughWhatMayBeMissing(t *testing.T) {
	concepts := "Agent: agent_id, login unique, agent_name\nSkill: skill_name\nAgent n knows m Skill"
	queries := []string{"SELECT Agent.agent_id, Agent.agent_name WHERE Agent.login = ?", "SELECT Agent.login WHERE Agent.agent_id = ?",
		"SELECT Agent.agent_id, Agent.agent_name WHERE Skill.skill_name = ? VIA knows"}
	m := derived(t, concepts, queries...)
	m = withUpdate(m, model.Update{Kind: model.Insert}, []model.ID{named(t, m, "knows")}, nil)
	plan := write.Of(m, "u1")
	expect(t, "copy", lines(m, &plan),
		"0 select login from agents where agent_id = ?",
		"1 select agent_name from agents_by_login where login = 0.login; only if 0.login",
		"2 insert agents_by_skill: skill_name ?, agent_id ?, agent_name 1.agent_name",
		"missing agent_name of agents_by_skill by Agent.agent_id")
	insert := &plan.Steps[2].Statements[0]
	if words := insert.Application(); !slices.Equal(words, []string{"agent_name stays empty if login of step 1 is null"}) {
		t.Errorf("the application is told %q", words)
	}
	if v := insert.Values[2]; v.IfNull != "login" || v.IfNullIn != 0 {
		t.Errorf("the value of agent_name is %+v", v)
	}
	if !slices.ContainsFunc(plan.Findings, func(f write.Finding) bool {
		return f.Code == write.CodeCopy && strings.Contains(f.Message, "leaves agent_name of agents_by_skill empty where there is no Agent.login")
	}) {
		t.Errorf("no finding says so: %v", plan.Findings)
	}
	// A table by the key finds it always.
	plan = write.Of(withFix(t, m, "Derive a lookup table: Agent.agent_name by Agent.agent_id"), "u1")
	expect(t, "lookup", lines(m, &plan),
		"0 select agent_name from agents where agent_id = ?",
		"1 insert agents_by_skill: skill_name ?, agent_id ?, agent_name 0.agent_name")
	// Rows that need the value themselves are all found.
	expect(t, "change", updated(t, derived(t, concepts, queries[:2]...), model.Change, []string{"Agent.agent_name"}),
		"0 select login from agents where agent_id = ?",
		"1 update agents_by_login set agent_name new where login = 0.login; only if 0.login; only if 0")
}
