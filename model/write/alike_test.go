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

// Each new value of a multi-valued attribute has a row, and the rows of the old ones go.
func TestChangesEachValue(t *testing.T) {
	m := derived(t, "Species: species_id, latin, {colours}", "SELECT Species.latin WHERE Species.colours CONTAINS ?", "SELECT Species WHERE Species.species_id = ?")
	plan := write.Of(withUpdate(m, model.Update{Kind: model.Change}, []model.ID{named(t, m, "Species.colours")}, nil), "u1")
	expect(t, "change", lines(m, &plan),
		"0 select latin, colours from species where species_id = ?",
		"1 insert species_by_colour: colour new, species_id ?, latin 0.latin; only if 0",
		"1 delete from species_by_colour where colour = 0.colours, species_id = ?; for each of 0; unless written",
		"1 update species set colours new where species_id = ?")
	if insert := plan.Steps[1].Statements[0]; !insert.Values[0].Element || strings.Join(insert.Each, "") != "colour" {
		t.Errorf("%+v", insert)
	}
}

// A row that a cycle leads to goes only if it is of the instance: an issue is listed if its reporter watches it, whoever
// else watches it.
func TestDeletesRowsOfACycle(t *testing.T) {
	m := derived(t, "Team: team_id, plan\nAccount: account_id, login\nIssue: issue_id, title\nTeam 1 knows n Account\nAccount 1 reports n Issue\nAccount n watches m Issue",
		"SELECT Issue.issue_id, Issue.title WHERE Team.plan = ? VIA knows, reports, watches", "SELECT Team WHERE Team.team_id = ?",
		"SELECT Team.team_id WHERE Account.account_id = ?", "SELECT Account.account_id WHERE Issue.issue_id = ? VIA reports")
	expect(t, "delete", updated(t, m, model.Delete, []string{"watches"}),
		"0 select team_id from teams_by_account where account_id = ?",
		"1 select plan from teams where team_id = 0.team_id; only if 0.team_id",
		"2 select account_id from accounts_by_issue where issue_id = ?; keep account_id = ?",
		"3 delete from issues_by_plan where team_plan = 1.plan, issue_id = ?; only if 1.plan; only if 0; only if 2; only if 1")
}

// An instance that a row must have may be revealed only by a value that it may lack: the statement runs where it has it.
func TestInstancesRevealedByAValue(t *testing.T) {
	m := derived(t, "User: user_id, nick\nPost: post_id, text\nTag: tag_name\nUser 1 publishes n Post\nPost n tagged m Tag",
		"SELECT Post.post_id, Post.text, User.nick WHERE Tag.tag_name = ? VIA tagged, publishes", "SELECT Post, User.nick WHERE Post.post_id = ? VIA publishes")
	plan := write.Of(withUpdate(m, model.Update{Kind: model.Insert}, []model.ID{named(t, m, "tagged")}, nil), "u1")
	expect(t, "insert", lines(m, &plan),
		"0 select text, user_nick from posts where post_id = ?",
		"1 insert posts_by_tag: tag_name ?, post_id ?, text 0.text, user_nick 0.user_nick; only if 0.user_nick",
		"missing User, publishes of posts_by_tag by Post.post_id")
	if len(plan.Lookups) != 1 || plan.Lookups[0].Without != "User.nick" {
		t.Errorf("%+v", plan.Lookups)
	}
}
