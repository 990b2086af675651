package mapping_test

import (
	"strings"
	"testing"

	"widerow/model/mapping"
)

const practice = `Person: person_id, name
Patient: blood_group
Doctor: licence
Visit: visit_id, at
Patient, Doctor isa Person
Patient 1 makes n Visit
Doctor 1 holds n Visit
Patient 1 complains n Visit`

// TestPlainBesideItsRole: a type without a role beside its supertype in a role is the same
// instance, and not another one that a person in two subtypes connects, if it can be no other.
func TestPlainBesideItsRole(t *testing.T) {
	checkPaths(t, practice, []path{
		{"a subtype", "SELECT Person(makes).name, Patient.blood_group WHERE Visit.visit_id = ?", "Visit – makes – Patient – Person", "((visit_id))"},
		{"beside another subtype", "SELECT Person(makes).name, Patient.blood_group, Doctor.licence WHERE Visit.visit_id = ?",
			"Visit – makes – Patient – Person, Visit – holds – Doctor", "((visit_id))"},
		{"a condition", "SELECT Visit.at, Person(makes).name WHERE Patient.blood_group = ?", "Patient – makes – Visit, Patient – Person",
			"((patient_blood_group), visit_id)"},
		{"the role of another subtype", "SELECT Person(holds).name, Patient.blood_group WHERE Visit.visit_id = ? VIA makes, holds",
			"Visit – holds – Doctor – Person, Visit – makes – Patient", "((visit_id))"},
		{"two ends may be it", "SELECT Person(makes).name, Patient.blood_group WHERE Visit.visit_id = ? VIA makes, complains",
			"Visit – complains – Patient, Visit – makes – Patient – Person", "((visit_id))"},
	})
}

// TestEndsAreNamed: columns of several instances of one type are named by their roles, by what
// takes part, or by the relationship type, never by a number.
func TestEndsAreNamed(t *testing.T) {
	for _, test := range []struct{ name, concepts, query, columns string }{
		{"by what takes part", practice, "SELECT Person(makes).name, Person(holds).name WHERE Visit.visit_id = ?", "visit_id patient_name doctor_name"},
		{"by the relationship type, if the same takes part", practice, "SELECT Person(makes).name, Person(complains).name WHERE Visit.visit_id = ?",
			"visit_id makes_person_name complains_person_name"},
		{"beside roles", `Translator: translator_id, name
Document: document_id, title
Translator(translator) 1 translates n Document
Translator(reviser) 1 revises n Document
Translator 1 delivers n Document`, "SELECT Translator(translator).name, Translator(reviser).name, Translator(delivers).name WHERE Document.document_id = ?",
			"document_id translator_name reviser_name delivers_translator_name"},
		{"alone", practice, "SELECT Visit.at, Person(makes).name WHERE Visit.visit_id = ?", "visit_id at person_name"},
	} {
		var names []string
		for _, column := range mapping.Explore(document(t, test.concepts, test.query), "q1").Alternatives[0].Columns {
			names = append(names, column.Name)
		}
		if got := strings.Join(names, " "); got != test.columns {
			t.Errorf("%s: the columns are %s, want %s", test.name, got, test.columns)
		}
	}
}
