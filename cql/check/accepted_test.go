package check_test

import (
	"slices"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/check"
	"widerow/model"
	"widerow/model/advice"
	"widerow/model/example"
	"widerow/model/mapping"
	"widerow/model/sizing"
)

// beside returns what check finds in a document beside the rules.
func beside(m *model.Model) []advice.Finding {
	sizes := mapping.Sizes(m, sizing.Disk)
	known := check.Judge(m, sizes)
	return check.Beside(m, known, advice.OfDocument(m, advice.Known{Sizes: sizes, Proofs: known.Proofs, Plans: known.Plans}))
}

// reported returns the findings of a code in a document.
func reported(m *model.Model, code string, withAdvice bool) []check.Finding {
	sizes := mapping.Sizes(m, sizing.Disk)
	report := check.Document("", m, sizes)
	if withAdvice {
		check.AddDocumentAdvice(&report, "", m, sizes, nil)
	}
	return slices.DeleteFunc(report.Findings, func(f check.Finding) bool { return f.Code != code })
}

// What check finds by itself can be accepted as a finding of a rule: it is info then, with the reason, and fails nothing.
// One of several about an element stays alone.
func TestAcceptWhatCheckFinds(t *testing.T) {
	m, err := example.Load("suspensions")
	if err != nil {
		t.Fatal(err)
	}
	found := beside(m)
	at := slices.IndexFunc(found, func(f advice.Finding) bool { return f.Code == "update/condition" })
	if at < 0 {
		t.Fatalf("no condition among %v", found)
	}
	m.Accepted = map[string]*model.Accepted{found[at].Key(): {Reason: "support knows", By: "Ada", At: "2026-11-02"}}
	for _, withAdvice := range []bool{false, true} {
		all := reported(m, "update/condition", withAdvice)
		if len(all) != 1 || all[0].Severity != cql.Info || all[0].Hint != "Accepted: support knows" || !all[0].IsAdvice() {
			t.Errorf("with advice %t: %+v", withAdvice, all)
		}
	}
	if accepted, lifted := advice.Acceptance(m, &beside(m)[at]); accepted == nil || lifted {
		t.Errorf("the page does not show it as accepted: %v %t", accepted, lifted)
	}
}

// The key of what check finds does not depend on its numbers, and an acceptance ends when one changes by more than a half.
func TestAcceptanceOfWhatCheckFindsEnds(t *testing.T) {
	m, err := example.Load("supermarket")
	if err != nil {
		t.Fatal(err)
	}
	batch := func() advice.Finding {
		for _, f := range beside(m) {
			if f.Code == "update/batch-size" {
				return f
			}
		}
		t.Fatal("no batch is too large")
		return advice.Finding{}
	}
	before := batch()
	m.Accepted = map[string]*model.Accepted{before.Key(): {Reason: "once a day", At: "2026-11-02", Numbers: before.NumbersByName()}}
	if _, lifted := advice.Acceptance(m, &before); lifted {
		t.Error("the acceptance ends at once")
	}
	for _, relation := range m.Physical.Relations {
		for _, column := range relation.Columns {
			if relation.Name == "orders_by_customer" && column.Name == "products" {
				column.Type = model.Type{Kind: model.NativeType, Name: "inet"}
			}
		}
	}
	after := batch()
	if before.Key() != after.Key() || before.Message == after.Message {
		t.Errorf("%s %s\n%s %s", before.Key(), before.Message, after.Key(), after.Message)
	}
	m.Accepted[after.Key()].Numbers["bytes"] = after.NumbersByName()["bytes"] / 2
	if accepted, lifted := advice.Acceptance(m, &after); accepted == nil || !lifted {
		t.Errorf("accepted %v, lifted %t: %v", accepted, lifted, after.Numbers)
	}
	if found := reported(m, "update/batch-size", true); len(found) != 1 || !strings.Contains(found[0].Message, "It was accepted on 2026-11-02") {
		t.Errorf("check says %+v", found)
	}
}
