package cql_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/cql/print"
	"widerow/model"
	"widerow/model/access"
	"widerow/model/example"
	"widerow/model/write"
)

// updateCase is an update of an example: what it writes and what is given.
type updateCase struct {
	example       string
	update        model.Update
	writes, given []model.ID
}

var updateCases = []updateCase{
	{"hotel", model.Update{Kind: model.Change}, []model.ID{"hotelphone"}, []model.ID{"hotelid"}},
	{"hotel", model.Update{Kind: model.Change}, []model.ID{"hotelcity"}, []model.ID{"hotelid"}},
	{"hotel", model.Update{Kind: model.Change}, []model.ID{"guestlast"}, []model.ID{"guestid"}},
	{"hotel", model.Update{Kind: model.Change}, []model.ID{"reservationstart"}, []model.ID{"reservationconfirm"}},
	{"hotel", model.Update{Kind: model.Change}, []model.ID{"guestemails"}, []model.ID{"guestid"}},
	{"hotel", model.Update{Kind: model.Insert}, []model.ID{"guestphones"}, []model.ID{"guestid"}},
	{"hotel", model.Update{Kind: model.Delete}, []model.ID{"guestemails"}, []model.ID{"guestid"}},
	{"hotel", model.Update{Kind: model.Insert}, []model.ID{"hotel"}, nil},
	{"hotel", model.Update{Kind: model.Insert}, []model.ID{"near"}, nil},
	{"hotel", model.Update{Kind: model.Insert}, []model.ID{"makes"}, nil},
	{"hotel", model.Update{Kind: model.Insert}, []model.ID{"poi"}, nil},
	{"hotel", model.Update{Kind: model.Delete}, []model.ID{"near"}, []model.ID{"hotelid", "poiname"}},
	{"hotel", model.Update{Kind: model.Delete}, []model.ID{"poi"}, []model.ID{"poiname"}},
	{"hotel", model.Update{Kind: model.Delete}, []model.ID{"hotel"}, []model.ID{"hotelid"}},
	{"hotel", model.Update{Kind: model.Delete, Conditional: true}, []model.ID{"reservation"}, []model.ID{"reservationconfirm"}},
	{"hotel", model.Update{Kind: model.Insert, Conditional: true}, []model.ID{"guest"}, nil},
	{"hotel", model.Update{Kind: model.Insert, Conditional: true}, []model.ID{"reservation"}, nil},
	{"hotel", model.Update{Kind: model.Delete}, []model.ID{"guest"}, []model.ID{"guestid"}},
	{"supermarket", model.Update{Kind: model.Change, Conditional: true}, []model.ID{"slotexpiry"}, nil},
	{"supermarket", model.Update{Kind: model.Change}, []model.ID{"orderstatus"}, []model.ID{"orderid"}},
	{"supermarket", model.Update{Kind: model.Change}, []model.ID{"orderstatus"}, []model.ID{"customerid", "orderid"}},
	{"supermarket", model.Update{Kind: model.Insert}, []model.ID{"holds"}, nil},
	{"supermarket", model.Update{Kind: model.Change}, []model.ID{"holdsquantity"}, []model.ID{"customerid", "productid"}},
	{"supermarket", model.Update{Kind: model.Delete}, []model.ID{"holds"}, []model.ID{"customerid", "productid"}},
	{"supermarket", model.Update{Kind: model.Insert}, []model.ID{"customer"}, nil},
	{"magazine", model.Update{Kind: model.Change}, []model.ID{"magazinename"}, []model.ID{"magazineid"}},
	{"magazine", model.Update{Kind: model.Change}, []model.ID{"magazinename"}, []model.ID{"magazineid", "publishername"}},
	{"magazine", model.Update{Kind: model.Insert}, []model.ID{"magazine"}, nil},
	{"magazine", model.Update{Kind: model.Delete}, []model.ID{"magazine"}, []model.ID{"magazineid"}},
	{"magazine", model.Update{Kind: model.Delete}, []model.ID{"publisher"}, []model.ID{"publishername"}},
	{"magazine", model.Update{Kind: model.Change}, []model.ID{"publishername"}, []model.ID{"publishername"}},
	{"sensors", model.Update{Kind: model.Change}, []model.ID{"networkregion"}, []model.ID{"networkname"}},
	{"sensors", model.Update{Kind: model.Change}, []model.ID{"sensorlatitude"}, []model.ID{"sensorid"}},
	{"sensors", model.Update{Kind: model.Change}, []model.ID{"sensorlatitude"}, []model.ID{"sensorid", "networkname"}},
	{"sensors", model.Update{Kind: model.Delete}, []model.ID{"sensor"}, []model.ID{"sensorid", "networkname"}},
}

// The plans of updates of the examples: their statements in order, the number of
// executions of each, and the findings.
func TestUpdatePlans(t *testing.T) {
	const file = "testdata/updates.txt"
	var got strings.Builder
	for _, e := range example.All() {
		m := loadExample(t, e.Slug)
		for _, plan := range write.All(m) {
			fmt.Fprintf(&got, "# %s %s\n%s\n", e.Slug, m.Title(plan.Update), planText(m, &plan))
		}
	}
	for _, c := range updateCases {
		m := withUpdate(t, c)
		plan := write.Of(m, "u9")
		fmt.Fprintf(&got, "# %s %s %v%s given %v\n%s\n", c.example, c.update.Kind, c.writes, map[bool]string{true: " conditional"}[c.update.Conditional], c.given, planText(m, &plan))
	}
	if *update {
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// withUpdate adds the update of a case to its example, as "u9".
func withUpdate(t testing.TB, c updateCase) *model.Model {
	t.Helper()
	m := loadExample(t, c.example).Clone()
	update := c.update
	update.Label = "U9"
	update.Writes, update.Given = map[model.ID]*model.Write{}, map[model.ID]*model.Given{}
	for i, element := range c.writes {
		update.Writes[model.ID(fmt.Sprint("u9write", i))] = &model.Write{Order: model.Nth(i), Element: element}
	}
	for i, attribute := range c.given {
		update.Given[model.ID(fmt.Sprint("u9given", i))] = &model.Given{Order: model.Nth(i), Attribute: attribute, Operator: model.Equal}
	}
	m.Workflow.Updates = map[model.ID]*model.Update{"u9": &update}
	return m
}

// planText formats a plan in lines.
func planText(m *model.Model, plan *write.Plan) string {
	var out strings.Builder
	for _, step := range plan.Steps {
		fmt.Fprintf(&out, "%s", step.Kind)
		if text := step.SizeText(); text != "" && step.Kind != write.Read {
			fmt.Fprintf(&out, " (%s)", text)
		}
		out.WriteString("\n")
		for i := range step.Statements {
			s := &step.Statements[i]
			fmt.Fprintf(&out, "  %s", print.StatementLine(print.UpdateStatement(s)))
			if len(s.Each) > 0 {
				fmt.Fprintf(&out, " for each %s", strings.Join(s.Each, ", "))
			}
			if s.Times.Known && s.Times.Worst != 1 {
				fmt.Fprintf(&out, " (%v..%v)", s.Times.Typical, s.Times.Worst)
			}
			if s.Refusal != nil {
				fmt.Fprintf(&out, " rejected: %s", print.RefusalText(s.Refusal))
			}
			out.WriteString("\n")
		}
	}
	for _, finding := range plan.Findings {
		fmt.Fprintf(&out, "%s: %s\n", finding.Level, finding.Message)
	}
	for _, skipped := range plan.Skipped {
		fmt.Fprintf(&out, "not %s: %s\n", m.Title(skipped.Table), skipped.Reason)
	}
	return out.String()
}

// Each bind marker of a plan has its value, those of IF, too.
func TestEveryMarkerHasAValue(t *testing.T) {
	for _, e := range example.All() {
		m, err := example.Load(e.Slug)
		if err != nil {
			t.Fatal(err)
		}
		m = everyUpdate(m)
		for _, plan := range write.All(m) {
			for i := range plan.Steps {
				for j := range plan.Steps[i].Statements {
					s := &plan.Steps[i].Statements[j]
					if text := print.UpdateStatement(s); strings.Count(text, "?") != len(s.Values) {
						t.Errorf("%s: %d values for\n%s", m.Title(plan.Update), len(s.Values), text)
					}
				}
			}
		}
	}
}

// A value that a plan leaves empty is null, not a text.
func TestPrintsNull(t *testing.T) {
	part := access.BatchPart{Table: &access.Table{Name: "tickets"}, Update: &access.Update{Set: []access.Assignment{{Column: "agent", Value: access.Value{Kind: access.Null}}},
		Where: []access.Condition{{Columns: []string{"id"}, Operator: access.Equal, Values: []access.Value{{}}}}}}
	if text := print.StatementLine(print.WriteText(part)); text != "UPDATE tickets SET agent = null WHERE id = ?;" {
		t.Error(text)
	}
}
