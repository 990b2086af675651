package rollouts_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"widerow/model"
	"widerow/model/rollouts"
)

var noon = time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)

func plan() *rollouts.Rollout {
	return &rollouts.Rollout{Connection: "c1", Cluster: "Shop", Revision: 3, Keyspaces: []string{"shop"},
		Before: "CREATE TABLE shop.a (k int PRIMARY KEY);", By: "ann", At: noon,
		Steps: []*rollouts.Step{
			{Kind: "create", Element: "shop.b", Statement: "CREATE TABLE shop.b (k int PRIMARY KEY);"},
			{Kind: "backfill", Element: "shop.b", Instruction: "Copy the rows."},
			{Kind: "drop", Element: "shop.a", Statement: "DROP TABLE shop.a;", Cleanup: true},
		}}
}

// TestPauses: a rollout stops before what somebody does by hand, and before the cleanup until it is permitted.
func TestPauses(t *testing.T) {
	r := plan()
	if r.Next() != 0 || r.Pause() != rollouts.NoPause {
		t.Errorf("at the start: step %d, %q", r.Next(), r.Pause())
	}
	r = r.Mark(0, rollouts.Done, "", noon)
	if r.Next() != 1 || r.Pause() != rollouts.ByHand {
		t.Errorf("after the first: step %d, %q", r.Next(), r.Pause())
	}
	r = r.Mark(1, rollouts.Skipped, "", noon)
	if r.Next() != 2 || r.Pause() != rollouts.BeforeDrops {
		t.Errorf("after the second: step %d, %q", r.Next(), r.Pause())
	}
	permitted := *r
	permitted.Cleanup = true
	if permitted.Pause() != rollouts.NoPause {
		t.Errorf("permitted: %q", permitted.Pause())
	}
	if last := permitted.Mark(2, rollouts.Done, "", noon); !last.HasEnded() || last.Pause() != rollouts.AfterTheLast {
		t.Error("the rollout has not ended")
	}
	if plan().Steps[0].State != rollouts.Waiting || r.Count(rollouts.Done) != 1 {
		t.Error("a mark changed another rollout")
	}
	if got := r.Reached(); !strings.HasPrefix(got, "CREATE TABLE shop.a") || !strings.Contains(got, "shop.b") || strings.Contains(got, "DROP") {
		t.Errorf("the schema reached is %q", got)
	}
}

// TestSavedForm: what is saved is read again, with fields that this version does not have.
func TestSavedForm(t *testing.T) {
	all, err := (&rollouts.Rollouts{}).With("r1", plan().Mark(0, rollouts.Failed, "Refused", noon))
	if err != nil {
		t.Fatal(err)
	}
	newer := strings.Replace(string(all.Encode()), `"cluster": "Shop"`, `"cluster": "Shop", "colour": "red"`, 1)
	again, err := rollouts.Decode([]byte(newer))
	if err != nil || !strings.Contains(string(again.Encode()), "colour") {
		t.Fatalf("read again: %v\n%s", err, newer)
	}
	got := again.Rollouts["r1"]
	if got.Steps[0].State != rollouts.Failed || got.Steps[0].Message != "Refused" || !got.Steps[0].At.Equal(noon) || got.Steps[2].Statement != "DROP TABLE shop.a;" {
		t.Errorf("read %+v", got.Steps[0])
	}
	if again.Open("c1") != "r1" || again.Open("c2") != "" {
		t.Error("the open rollout is not found")
	}
}

// TestKept: of many rollouts the oldest that have ended are forgotten, and none that goes on.
func TestKept(t *testing.T) {
	all := &rollouts.Rollouts{}
	for i := range 30 {
		r := plan()
		r.At, r.Closed = noon.Add(time.Duration(i)*time.Minute), i > 0
		var err error
		if all, err = all.With(model.ID(fmt.Sprintf("r%d", i)), r); err != nil {
			t.Fatal(err)
		}
	}
	if len(all.Rollouts) != 20 || all.Rollouts["r0"] == nil || all.Rollouts["r29"] == nil || all.Rollouts["r5"] != nil || all.Listed()[0] != "r29" {
		t.Errorf("kept %v", all.Listed())
	}
	r := plan()
	r.Steps = make([]*rollouts.Step, rollouts.MaxSteps+1)
	if _, err := all.With("x", r); err == nil {
		t.Error("a plan of too many steps is kept")
	}
}
