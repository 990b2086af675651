package proposals

import "testing"

// Each level of advice has a gate of its own. Rules that were saved with one gate for errors and warnings keep it for both.
func TestGatesOfAdvice(t *testing.T) {
	old, err := Decode([]byte(`{"format":"proposals/1","rules":{"approvals":2,"gates":{"advice":"block","sizes":"off"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	want := func(name string, rules Rules, gates map[Check]Gate) {
		t.Helper()
		for check, gate := range gates {
			if rules.Of(check) != gate {
				t.Errorf("%s: %s is %q, want %q", name, check, rules.Of(check), gate)
			}
		}
	}
	want("old rules", old.Rules, map[Check]Gate{AdviceErrors: Block, AdviceWarnings: Block, AdviceNotes: Off, Sizes: Off})
	want("no rules", Rules{}, map[Check]Gate{AdviceErrors: Warn, AdviceWarnings: Warn, AdviceNotes: Off, Owners: Block})
	saved, err := old.SetRules(Rules{Gates: map[Check]Gate{AdviceErrors: Block, AdviceWarnings: Off, AdviceNotes: Warn}})
	if err != nil {
		t.Fatal(err)
	}
	if saved, err = Decode(saved.Encode()); err != nil {
		t.Fatal(err)
	}
	want("saved rules", saved.Rules, map[Check]Gate{AdviceErrors: Block, AdviceWarnings: Off, AdviceNotes: Warn})
	if _, err := old.SetRules(Rules{Gates: map[Check]Gate{AdviceNotes: "shout"}}); err == nil {
		t.Error("a gate that there is not was saved")
	}
}
