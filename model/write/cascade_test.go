package write_test

import (
	"slices"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/example"
	"widerow/model/write"
)

// TestCascadeIsSaidAndChosen: a finding names the dependents of a deleted instance, as a warning
// until the update chooses a cascade. A reservation with one guest raises no question.
func TestCascadeIsSaidAndChosen(t *testing.T) {
	m, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		writes []model.ID
		says   string
	}{
		{[]model.ID{"hotel"}, "U1 also deletes what exists only with the Hotel: Room, Room night, is near, offers and is reserved in"},
		{[]model.ID{"hotel", "near", "offers"}, "U1 also deletes what exists only with the Hotel: Room, Room night and is reserved in"},
		{[]model.ID{"guest"}, "U1 also deletes what exists only with the Guest: makes"},
		{[]model.ID{"guestemails"}, ""},
	} {
		for _, id := range test.writes {
			if _, found := m.Element(id); !found {
				t.Fatalf("no element %s", id)
			}
		}
		asked := withUpdate(m, model.Update{Kind: model.Delete}, test.writes, nil)
		finding := cascadeFinding(write.Of(asked, "u1"))
		if finding.Message != test.says || test.says != "" && finding.Level != write.Warning {
			t.Errorf("%v: %+v, want %s", test.writes, finding, test.says)
		}
		answers := map[string]model.Cascade{"Delete them, too": model.Cascades, "Only if there are none": model.Restricts}
		for _, fix := range write.Fixes(asked, "u1", model.SeededIDs([]byte("fix"))) {
			cascade, is := answers[fix.Text]
			if !is {
				continue
			}
			delete(answers, fix.Text)
			after, err := edit.Apply(asked, model.SeededIDs([]byte("fix")), fix.Commands...)
			if err != nil {
				t.Fatal(err)
			}
			said := cascadeFinding(write.Of(after, "u1"))
			if after.Workflow.Updates["u1"].Cascade != cascade || said.Level != write.Info || strings.Contains(said.Message, "only if") != (cascade == model.Restricts) {
				t.Errorf("%s: %+v", fix.Text, said)
			}
		}
		if (len(answers) == 0) != (test.says != "") {
			t.Errorf("%v: the answers %v are not offered", test.writes, answers)
		}
	}
}

func cascadeFinding(plan write.Plan) write.Finding {
	at := slices.IndexFunc(plan.Findings, func(f write.Finding) bool { return f.Code == write.CodeCascade })
	if at < 0 {
		return write.Finding{}
	}
	return plan.Findings[at]
}

// What stays when a subtype is deleted is said, and the whole instance can be deleted instead.
func TestDeletingASubtypeSaysWhatStays(t *testing.T) {
	m := derived(t, "Person: person_id, name\nDriver: licence\nDriver isa Person", "SELECT Person.name, Driver.licence WHERE Person.person_id = ?")
	m = withUpdate(m, model.Update{Kind: model.Delete}, []model.ID{named(t, m, "Driver")}, []model.ID{named(t, m, "Person.person_id")})
	says := func(m *model.Model) bool {
		plan := write.Of(m, "u1")
		return slices.ContainsFunc(plan.Findings, func(f write.Finding) bool {
			return f.Code == write.CodeSubtype && f.Message == "U1 deletes only the Driver: the Person stays, without what belongs to the Driver"
		})
	}
	if whole := withFix(t, m, "Delete the Person, too"); !says(m) || says(whole) {
		t.Errorf("said: %v, then %v", says(m), says(whole))
	}
}
