package write_test

import (
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/write"
)

// A person who is teacher and pupil of one course has the new name in both roles of its row, also where the row moves.
func TestOneInstanceInTwoRoles(t *testing.T) {
	concepts := "Person: person_id, name, city\nCourse: course_code, title\nPerson(teacher) 1 teaches n Course\nPerson(pupil) n enrolls m Course"
	queries := []string{"SELECT Person(teacher).name, Person(pupil).name WHERE Course.course_code = ? ORDER BY Person(pupil).name VIA teaches, enrolls",
		"SELECT Course.course_code, Person(teacher).person_id WHERE Person(pupil).person_id = ? VIA teaches, enrolls",
		"SELECT Course.course_code, Person(pupil).person_id WHERE Person(teacher).person_id = ? VIA teaches, enrolls", "SELECT Person WHERE Person.person_id = ?"}
	m := derived(t, concepts, queries...)
	plan := write.Of(withUpdate(m, model.Update{Kind: model.Change}, []model.ID{named(t, m, "Person.name")}, nil), "u1")
	var got []string
	for _, step := range plan.Steps {
		for _, s := range step.Statements {
			if s.Write.Insert != nil || s.Write.Update != nil && s.Access.Name == "people_by_course" {
				got = append(got, line(m, &s)+": "+strings.Join(s.Application(), "; "))
			}
		}
	}
	expect(t, "moves", got,
		"update people_by_course set teacher_name new where course_code = 0.course_code; for each of 0; only if 4.pupil_name: only if pupil_name of step 5 is not null",
		"insert people_by_course: course_code 2.course_code, pupil_name new, pupil_person_id ?, teacher_name 3.name; for each of 2; only if 1: "+
			"only if step 2 finds a row; teacher_name has the new value if teacher_person_id of step 3 is Person.person_id")
}
