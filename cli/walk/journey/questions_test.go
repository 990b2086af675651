package journey

import (
	"slices"
	"strings"

	"widerow/cli/walk/browser"
)

// A unit of blood relates to a clinic in two ways, so that two queries may mean two paths each.
const (
	bloodConcepts = `Donor: donor_id, name
Clinic: clinic_id, city
Unit: unit_id, expires_on
Patient: patient_id, name
Donor 1 gives n Unit
Clinic 1 collects n Unit
Clinic 1 stores n Unit
Unit n transfused m Patient: given_on`
	bloodQueries = `Q1 Patients of a donor: SELECT Patient.name, transfused.given_on WHERE Donor.donor_id = ?
Q2 Units of a clinic: SELECT Unit.unit_id WHERE Clinic.clinic_id = ? ORDER BY Unit.expires_on
Q3 Clinics of a donor: SELECT Clinic.city WHERE Donor.donor_id = ?`
)

// answerQuestions applies the tables of a model of which two queries are open, answers one of
// them by a click and the other one later. An answer is kept in the text of its query.
func answerQuestions(v *browser.Walker) {
	v.T.Helper()
	v.Open("")
	v.Fill("#new-name", "Blood bank")
	v.ExpectLoad(func() { v.Click(".new-model button") })
	model := v.Path()[:strings.LastIndex(v.Path(), "/")]
	v.Fill("#new-entity-text", bloodConcepts)
	v.ExpectSave(func() { v.Click("#begin-add") })
	v.Tab("queries")
	v.Fill("#new-query-text", bloodQueries)
	v.ExpectSave(func() { v.Click("#begin-add") })

	v.Open(model + "/derive")
	wantOpen(v, "2 open questions: Q2 Q3 Apply leaves them out until you choose their paths.", "patients_by_donor")
	if got, want := v.Reads("#derived-"+queryOf(v, "Q1")+" .derived-path"), "Path of Q1: Donor – gives – Unit – transfused – Patient"; got != want {
		v.T.Errorf("the page shows %q, want %q", got, want)
	}
	v.Picture("derive-questions")
	v.ExpectSave(func() { v.Click("#derive-apply") })
	if got := v.Reads("#notices"); v.Scripts && !strings.Contains(got, "Q2 and Q3 are left out until their paths are chosen") {
		v.T.Errorf("the notice is %q", got)
	}

	v.Open(model + "/derive")
	answer(v, "Q2", "Clinic – stores – Unit")
	wantOpen(v, "1 open question: Q3 Apply leaves it out until you choose its path.", "units_by_clinic patients_by_donor")
	v.Picture("derive-answer")
	v.ExpectSave(func() { v.Click("#derive-apply") })
	v.Open(model + "/derive")
	wantOpen(v, "1 open question: Q3 Apply leaves it out until you choose its path.", "patients_by_donor units_by_clinic")
	answer(v, "Q3", "Donor – gives – Unit – collects – Clinic")
	wantOpen(v, "", "patients_by_donor units_by_clinic units_by_donor")
	v.ExpectSave(func() { v.Click("#derive-apply") })
	v.Open(model + "/queries")
	for query, via := range map[string]string{"Q1 Patients of a donor": "", "Q2 Units of a clinic": "VIA stores", "Q3 Clinics of a donor": "VIA gives, collects"} {
		v.Pick(query)
		if _, got, _ := strings.Cut(v.QueryText(), "VIA"); strings.TrimSpace(strings.TrimPrefix(via, "VIA")) != strings.TrimSpace(got) {
			v.T.Errorf("the text of %s is %q, want %q in it", query, v.QueryText(), via)
		}
	}
}

// wantOpen checks what the page says of open questions, and the tables that it shows.
func wantOpen(v *browser.Walker, open, tables string) {
	v.T.Helper()
	if got := v.Reads("#derive-open"); got != open {
		v.T.Errorf("the page says %q, want %q", got, open)
	}
	got := strings.Fields(browser.Ask[string](v, `[...document.querySelectorAll(".derived-table caption")].map(c => c.textContent.replaceAll(/\s/g, "")).join(" ")`))
	slices.Sort(got)
	want := strings.Fields(tables)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		v.T.Errorf("the page shows the tables %q, want %q", got, want)
	}
}

// answer chooses a path by a click, and by the button of the form without scripts.
func answer(v *browser.Walker, label, words string) {
	v.T.Helper()
	id := browser.Ask[string](v, `[...document.querySelectorAll(¿)].find(l => l.textContent.trim() === ¿)?.querySelector("input").id ?? ""`,
		"#question-"+queryOf(v, label)+" label", words)
	if id == "" {
		v.Fail("%s has no path %q", label, words)
	}
	if v.Scripts {
		v.ExpectUpdate(func() { v.Click("#" + id) })
		if !browser.Ask[bool](v, `document.getElementById(¿)?.checked && document.activeElement.id === ¿`, id, id) {
			v.T.Errorf("the answer %s is not checked, or has lost the focus to %s", id, browser.Ask[string](v, `document.activeElement.outerHTML.slice(0, 99)`))
		}
		return
	}
	v.Click("#" + id)
	v.ExpectLoad(func() { v.Click("#derive-show") })
}

// queryOf returns the ID of a query in the list of the page.
func queryOf(v *browser.Walker, label string) string {
	v.T.Helper()
	return browser.Ask[string](v, `[...document.querySelectorAll("input[name=query]")].find(i => i.closest("label").querySelector("b").textContent === ¿)?.value ?? ""`, label)
}
