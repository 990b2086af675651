package journey

import (
	"path/filepath"
	"strings"
	"testing"

	"widerow/cli/walk/browser"
)

// TestWalkWithoutScripts creates a small model without JavaScript, below a base
// path.
func TestWalkWithoutScripts(t *testing.T) {
	v := browser.Walk(t, "--base-path=/x/y").WithoutScripts()

	v.Open("you")
	v.Fill("#name", "Ada")
	v.ExpectLoad(func() { v.EnterKey() })
	v.Open("")
	v.Fill("#new-name", "Clinic")
	v.ExpectLoad(func() { v.Click(".new-model button") })
	model := filepath.Dir(v.Path())
	makeClinic(v)
	checkClinic(v, v.Server, model)

	// A rejected value is shown in its field, with the reason beside it.
	v.Expect(422)
	v.Pick("visits_by_patient")
	v.Fill(v.Cell("doctor", "type"), "txt")
	v.ExpectLoad(func() { v.Click("#inspector-save") })
	if got := v.Problems(); !strings.Contains(got, "there is no type txt") {
		t.Errorf("the problems are %q", got)
	}
	if got := browser.Ask[string](v, "document.querySelector(¿).value", v.Cell("doctor", "type")); got != "txt" {
		t.Errorf("the field holds %q, want what was typed", got)
	}

	// Undo and history are forms and links.
	v.Open(model + "/physical")
	v.ExpectSave(func() { v.Click("#undo-button") })
	v.Tab("history")
	if got := v.Reads(".history .what"); !strings.HasPrefix(got, "undid r") {
		t.Errorf("the newest revision says %q", got)
	}
	for _, link := range browser.Ask[[]string](v, `[...document.querySelectorAll("a[href], form[action]")].map(e => new URL(e.getAttribute("href") ?? e.getAttribute("action"), location).pathname)`) {
		if !strings.HasPrefix(link, "/x/y/") {
			t.Errorf("a link leaves the base path: %s", link)
		}
	}
	answerQuestions(v)
}

// makeClinic adds a query and its table, with types and a size.
func makeClinic(v *browser.Walker) {
	v.T.Helper()
	v.Add("entity", "name", "Patient")
	v.Add("attribute", "name", "patient_id")
	v.Unselect()
	v.Add("entity", "name", "Visit")
	for _, attribute := range []string{"visit_time", "doctor"} {
		v.Add("attribute", "name", attribute)
	}
	v.SetIn("visit_time", "key", "key")
	relate(v, "has", "Patient", "1", "Visit", "n")
	v.Tab("queries")
	v.Add("query", "name", "List the visits of a patient")
	v.Add("find", "attribute", "Visit.doctor")
	v.Add("given", "attribute", "Patient.patient_id", "operator", "= (equals)")
	v.Add("sort", "attribute", "Visit.visit_time")
	v.SetIn("Visit.visit_time", "descending", "yes")
	v.ExpectSave(func() { v.Click(v.Button("Derive table")) })
	v.WantRows("patient_id visit_time doctor")
	v.Tab("physical")
	v.Pick("visits_by_patient")
	v.SetType("patient_id", "uuid")
	v.SetType("visit_time", "timestamp")
	v.Set("rows", "visits")
	v.ExpectUpdate(func() { v.Click(v.Button("All fields of doctor")) })
	v.Set("length", "20")
	v.Tab("sizes")
	v.Add("quantity", "name", "visits", "typical", "10", "worst", "100")
}

// checkClinic checks the sizes and the script. By hand: 10 rows of patient_id 16
// | visit_time 8 | doctor 20 have 10 cells and 2 + 16 + 12 + 10 · (1 + 1 + 8 + 2 + 6 +
// 2 + 20) + 1 = 431 bytes, of which 1 in 25 times lacks one; 100 rows 4,031 likewise.
func checkClinic(v *browser.Walker, server *browser.Program, model string) {
	v.T.Helper()
	if got, want := sizes(v), "visits_by_patient | 10 | 10 | 430.60 bytes | 100 | 4.0 kB\n"; got != want {
		v.T.Errorf("the sizes are %q, want %q", got, want)
	}
	_, script := server.Get(model + "/schema.cql")
	const want = `CREATE TABLE clinic.visits_by_patient (
    patient_id uuid,
    visit_time timestamp,
    doctor text,
    PRIMARY KEY (patient_id, visit_time)
) WITH CLUSTERING ORDER BY (visit_time DESC);`
	if !strings.Contains(script, want) {
		v.T.Errorf("the script is\n%s, want in it\n%s", script, want)
	}
	v.Tab("physical")
	v.Pick("visits_by_patient")
}
