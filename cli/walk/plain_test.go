package walk

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestWalkWithoutScripts creates a small model without JavaScript, below a base
// path.
func TestWalkWithoutScripts(t *testing.T) {
	v := walk(t, "--base-path=/x/y").withoutScripts()

	v.open("you")
	v.fill("#name", "Ada")
	v.expectLoad(func() { v.enterKey() })
	v.open("")
	v.fill("#new-name", "Clinic")
	v.expectLoad(func() { v.click(".new-model button") })
	model := filepath.Dir(v.path())
	v.makeClinic()
	v.checkClinic(v.server, model)

	// A rejected value is shown in its field, with the reason beside it.
	v.expect(422)
	v.pick("visits_by_patient")
	v.fill(v.cell("doctor", "type"), "txt")
	v.expectLoad(func() { v.click("#inspector-save") })
	if got := v.problems(); !strings.Contains(got, "there is no type txt") {
		t.Errorf("the problems are %q", got)
	}
	if got := ask[string](v, "document.querySelector(¿).value", v.cell("doctor", "type")); got != "txt" {
		t.Errorf("the field holds %q, want what was typed", got)
	}

	// Undo and history are forms and links.
	v.open(model + "/physical")
	v.expectSave(func() { v.click("#undo-button") })
	v.tab("history")
	if got := v.reads(".history .what"); !strings.HasPrefix(got, "undid r") {
		t.Errorf("the newest revision says %q", got)
	}
	for _, link := range ask[[]string](v, `[...document.querySelectorAll("a[href], form[action]")].map(e => new URL(e.getAttribute("href") ?? e.getAttribute("action"), location).pathname)`) {
		if !strings.HasPrefix(link, "/x/y/") {
			t.Errorf("a link leaves the base path: %s", link)
		}
	}
}

// makeClinic adds a query and its table, with types and a size.
func (v *walker) makeClinic() {
	v.t.Helper()
	v.add("entity", "name", "Patient")
	v.add("attribute", "name", "patient_id")
	v.unselect()
	v.add("entity", "name", "Visit")
	for _, attribute := range []string{"visit_time", "doctor"} {
		v.add("attribute", "name", attribute)
	}
	v.setIn("visit_time", "key", "key")
	v.relate("has", "Patient", "1", "Visit", "n")
	v.tab("queries")
	v.add("query", "name", "List the visits of a patient")
	v.add("find", "attribute", "Visit.doctor")
	v.add("given", "attribute", "Patient.patient_id", "operator", "= (equals)")
	v.add("sort", "attribute", "Visit.visit_time")
	v.setIn("Visit.visit_time", "descending", "yes")
	v.expectSave(func() { v.click(v.button("Derive table")) })
	v.wantRows("patient_id visit_time doctor")
	v.tab("physical")
	v.pick("visits_by_patient")
	v.setType("patient_id", "uuid")
	v.setType("visit_time", "timestamp")
	v.set("rows", "visits")
	v.expectUpdate(func() { v.click(v.button("All fields of doctor")) })
	v.set("length", "20")
	v.tab("sizes")
	v.add("quantity", "name", "visits", "typical", "10", "worst", "100")
}

// checkClinic checks the sizes and the script. By hand: 10 rows of patient_id 16
// | visit_time 8 | doctor 20 have 10 cells and 2 + 16 + 12 + 10 · (1 + 1 + 8 + 2 + 6 +
// 2 + 20) + 1 = 431 bytes, of which 1 in 25 times lacks one; 100 rows 4,031 likewise.
func (v *walker) checkClinic(server *program, model string) {
	v.t.Helper()
	if got, want := v.sizes(), "visits_by_patient | 10 | 10 | 430.60 bytes | 100 | 4.0 kB\n"; got != want {
		v.t.Errorf("the sizes are %q, want %q", got, want)
	}
	_, script := server.get(model + "/schema.cql")
	const want = `CREATE TABLE clinic.visits_by_patient (
    patient_id uuid,
    visit_time timestamp,
    doctor text,
    PRIMARY KEY (patient_id, visit_time)
) WITH CLUSTERING ORDER BY (visit_time DESC);`
	if !strings.Contains(script, want) {
		v.t.Errorf("the script is\n%s, want in it\n%s", script, want)
	}
	v.tab("physical")
	v.pick("visits_by_patient")
}
