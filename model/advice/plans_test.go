package advice_test

import (
	"fmt"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/advice"
	"widerow/model/proof"
	"widerow/model/write"
)

// A step of the workflow that waits for three statements, one after another, is reported; two are not.
func TestManyStatements(t *testing.T) {
	m := model.New("lines")
	m.Workflow.Queries = map[model.ID]*model.Query{"q": {Label: "Q1"}}
	m.Workflow.Updates = map[model.ID]*model.Update{"u": {Label: "U1"}}
	for count, want := range map[int]bool{2: false, 3: true} {
		judgement := proof.Judgement{Verdict: proof.Partition, Lookups: make([]proof.Lookup, count-1)}
		plan := write.Plan{Update: "u"}
		for range count {
			plan.Steps = append(plan.Steps, write.Step{Kind: write.Read, Statements: []write.Statement{{Select: &access.Select{}}}})
		}
		found := advice.Run(advice.Input{Model: m, Proofs: []proof.Result{{Query: "q", Judgements: []proof.Judgement{judgement}}}, Plans: []write.Plan{plan}})
		var texts []string
		for i := range found {
			if f := &found[i]; f.Code == "query/many-statements" {
				texts = append(texts, fmt.Sprintf("%s %v", f.Message, f.Numbers[0].Value))
			}
		}
		if got := len(texts) == 2 && strings.HasPrefix(texts[0], "Q1 needs 3 statements") && strings.HasSuffix(texts[0], " 3") &&
			strings.HasPrefix(texts[1], "U1 reads 3 times"); got != want || !want && len(texts) > 0 {
			t.Errorf("%d statements: %q", count, texts)
		}
	}
}

// Of two deletions that no batch keeps together, that of the row which led to the others comes last.
func TestOrderOfDeletions(t *testing.T) {
	m := model.New("users")
	m.Physical.Relations = map[model.ID]*model.Relation{"lookup": {Name: "users_by_email", Kind: model.Table}, "data": {Name: "users", Kind: model.Table}}
	m.Workflow.Updates = map[model.ID]*model.Update{"u": {Label: "U1", Kind: model.Delete}}
	read := write.Step{Kind: write.Read, Statements: []write.Statement{{Table: "lookup", Select: &access.Select{}}}}
	remove := func(table model.ID) write.Statement {
		return write.Statement{Table: table, Write: access.BatchPart{Delete: &access.Delete{}}}
	}
	for _, test := range []struct {
		steps []write.Step
		want  string
	}{
		{[]write.Step{read, {Kind: write.Write, Statements: []write.Statement{remove("lookup")}}, {Kind: write.Write, Statements: []write.Statement{remove("data")}}},
			"U1 deletes from users_by_email, by which it found the rows of users, before these"},
		{[]write.Step{read, {Kind: write.Write, Statements: []write.Statement{remove("data")}}, {Kind: write.Write, Statements: []write.Statement{remove("lookup")}}}, ""},
		{[]write.Step{read, {Kind: write.LoggedBatch, Statements: []write.Statement{remove("lookup"), remove("data")}}}, ""},
	} {
		got := ""
		for _, f := range advice.Run(advice.Input{Model: m, Plans: []write.Plan{{Update: "u", Steps: test.steps}}}) {
			if f.Code == "write/order" {
				got += f.Message
			}
		}
		if !strings.HasPrefix(got, test.want) || test.want == "" && got != "" {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}
