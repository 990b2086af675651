package write_test

import (
	"fmt"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/write"
)

// lines describes a plan in full: each statement in short CQL with where its values come
// from, and when it runs; then what is missing.
func lines(m *model.Model, plan *write.Plan) []string {
	var all []string
	for number, step := range plan.Steps {
		for i := range step.Statements {
			all = append(all, fmt.Sprintf("%d %s", number, line(m, &step.Statements[i])))
		}
	}
	for _, l := range plan.Lookups {
		all = append(all, fmt.Sprintf("missing %s of %s by %s", strings.Join(l.Names, ", "), m.Title(l.Table), strings.Join(l.Known, ", ")))
	}
	return all
}

func line(m *model.Model, s *write.Statement) string {
	values := s.Values
	next := func() string {
		if len(values) == 0 {
			return "?"
		}
		v := values[0]
		values = values[1:]
		return source(v)
	}
	where := func(conditions []access.Condition) string {
		var parts []string
		for _, c := range conditions {
			parts = append(parts, c.Columns[0]+" "+string(c.Operator)+" "+next())
		}
		return " where " + strings.Join(parts, ", ")
	}
	text := ""
	switch w := s.Write; {
	case s.Select != nil:
		var columns []string
		for _, c := range s.Select.Selectors {
			columns = append(columns, c.Text)
		}
		text = "select " + strings.Join(columns, ", ") + " from " + s.Access.Name + where(s.Select.Where)
	case w.Insert != nil:
		var columns []string
		for i, c := range w.Insert.Columns {
			if w.Insert.Values[i].Kind == access.Marker {
				c += " " + next()
			}
			columns = append(columns, c)
		}
		text = "insert " + s.Access.Name + ": " + strings.Join(columns, ", ")
		if w.Insert.IfNotExists {
			text += " if not exists"
		}
	case w.Update != nil:
		var set []string
		for _, a := range w.Update.Set {
			part := a.Column
			if a.Key != nil {
				part += "[" + next() + "]"
			}
			set = append(set, part+map[access.AssignmentKind]string{access.Add: " + ", access.Subtract: " - "}[a.Kind]+" "+next())
		}
		text = "update " + s.Access.Name + " set " + strings.Join(set, ", ") + where(w.Update.Where)
	default:
		var columns []string
		for _, c := range w.Delete.Columns {
			columns = append(columns, c.Column)
		}
		text = strings.TrimSpace("delete "+strings.Join(columns, ", ")) + " from " + s.Access.Name + where(w.Delete.Where)
	}
	return text + applied(s)
}

// applied describes the work of the application around a statement.
func applied(s *write.Statement) string {
	text := ""
	for _, k := range s.Keep {
		text += fmt.Sprintf("; keep %s %s %s", k.Column, k.Operator, source(k.Value))
	}
	if s.Stops {
		text += "; stop if there is one"
	}
	for _, step := range s.ForEach {
		text += fmt.Sprintf("; for each of %d", step)
	}
	for _, v := range s.OnlyIf {
		text += "; only if " + source(v)
	}
	for _, d := range s.Differs {
		text += fmt.Sprintf("; if %s differs from %s", source(d.Old), source(d.New))
	}
	if s.UnlessWritten {
		text += "; unless written"
	}
	if len(s.Missing) > 0 {
		text += "; missing " + strings.Join(s.Missing, ", ")
	}
	return text
}

func source(v write.Value) string {
	switch {
	case v.Step >= 0 && v.From == "":
		return fmt.Sprintf("%d", v.Step)
	case v.Step >= 0:
		return fmt.Sprintf("%d.%s", v.Step, v.From)
	case v.Step == write.Computed:
		return "computed"
	case v.Step == write.Unknown:
		return "unknown"
	case v.New:
		return "new"
	}
	return "?"
}

// updated plans an update of a model of concepts and queries.
func updated(t *testing.T, m *model.Model, kind model.UpdateKind, writes []string, given ...string) []string {
	t.Helper()
	var elements, conditions []model.ID
	for _, title := range writes {
		elements = append(elements, named(t, m, title))
	}
	for _, title := range given {
		conditions = append(conditions, named(t, m, title))
	}
	plan := write.Of(withUpdate(m, model.Update{Kind: kind}, elements, conditions), "u1")
	return lines(m, &plan)
}

func expect(t *testing.T, name string, got []string, want ...string) {
	t.Helper()
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s:\n\t%s\nwant\n\t%s", name, strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

const trials = `Trial: trial_id, title
Site: site_id, site_name
Subject: subject_id, name, status
Doctor: doctor_id, doctor_name
Trial 1 recruits n Subject
Site 1 treats n Subject
Doctor n works m Trial n Site: role`

// A value comes only from a table whose rows stand in the same relationship: the site of a
// subject is not one where doctors of its trial work.
func TestValuesAlongTheSamePath(t *testing.T) {
	m := derived(t, trials,
		"SELECT Subject.subject_id, Subject.status WHERE Trial.trial_id = ? AND Site.site_id = ? VIA recruits, treats",
		"SELECT Site.site_id, Site.site_name, works.role WHERE Trial.trial_id = ? VIA works",
		"SELECT Subject.subject_id, Subject.name WHERE Trial.trial_id = ? VIA recruits",
		"SELECT Subject.name, Trial.trial_id WHERE Subject.subject_id = ? VIA recruits")
	expect(t, "change", updated(t, m, model.Change, []string{"Subject.status"}),
		"0 select trial_id from subjects where subject_id = ?",
		"1 update subjects_by_trial_site set status new where trial_id = 0.trial_id, site_id = unknown, subject_id = ?; only if 0.trial_id; missing site_id",
		"missing site_id of subjects_by_trial_site by Subject.subject_id")
	expect(t, "delete", updated(t, m, model.Delete, []string{"Subject"}),
		"0 select trial_id from subjects where subject_id = ?",
		"1 delete from subjects_by_trial where trial_id = 0.trial_id, subject_id = ?; only if 0.trial_id; only if 0",
		"1 delete from subjects where subject_id = ?",
		"2 delete from subjects_by_trial_site where trial_id = 0.trial_id, site_id = unknown, subject_id = ?; only if 0.trial_id; only if 0; missing site_id",
		"missing site_id of subjects_by_trial_site by Subject.subject_id")
}

// The events of a trial are not those of one of its subjects.
func TestDeletesOnlyWhatIsMeant(t *testing.T) {
	m := derived(t, "Trial: trial_id, title\nweak Subject: *subject_no, sex\nEvent: event_id, reported_at, term, grade\nTrial 1 recruits n Subject\nSubject 1 suffers n Event",
		"SELECT Event.event_id, Event.term WHERE Trial.trial_id = ? AND Event.grade >= ? ORDER BY Event.grade DESC VIA recruits, suffers",
		"SELECT Subject.subject_no, Subject.sex WHERE Trial.trial_id = ? VIA recruits")
	expect(t, "delete", updated(t, m, model.Delete, []string{"Subject"}),
		"0 delete from subjects_by_trial where trial_id = ?, subject_no = ?",
		"1 delete from events_by_trial_grade where trial_id = ?, grade = unknown, event_id = unknown; missing grade, event_id",
		"missing grade, event_id of events_by_trial_grade by Subject.subject_no, Trial.trial_id")
}

// A person has the same name in each role.
func TestRolesInUpdates(t *testing.T) {
	m := derived(t, "Person: person_id, name\nCourse: course_code, title\nPerson(teacher) 1 teaches n Course\nPerson(pupil) n enrolls m Course: grade",
		"SELECT Course.title, Person(teacher).name WHERE Course.course_code = ? VIA teaches",
		"SELECT Course.course_code, Course.title, enrolls.grade WHERE Person(pupil).person_id = ? VIA enrolls")
	expect(t, "change", updated(t, m, model.Change, []string{"Person.name"}),
		"0 update courses set teacher_name new where course_code = unknown; missing course_code",
		"missing course_code of courses by Person.person_id")
}

// A course goes as one that requires and as one that is required.
func TestRecursiveDeletes(t *testing.T) {
	m := derived(t, "Course: course_code, title\nCourse(course) n requires m Course(prerequisite): kind",
		"SELECT Course(prerequisite).course_code, requires.kind WHERE Course(course).course_code = ?",
		"SELECT Course(course).course_code WHERE Course(prerequisite).course_code = ?")
	expect(t, "delete", updated(t, m, model.Delete, []string{"Course"}),
		"0 select course_course_code from courses_by_prerequisite where prerequisite_course_code = ?",
		"1 select prerequisite_course_code from courses_by_course where course_course_code = ?",
		"2 delete from courses_by_course where course_course_code = ?",
		"2 delete from courses_by_course where course_course_code = 0.course_course_code, prerequisite_course_code = ?; for each of 0",
		"2 delete from courses_by_prerequisite where prerequisite_course_code = 1.prerequisite_course_code, course_course_code = ?; for each of 1",
		"2 delete from courses_by_prerequisite where prerequisite_course_code = ?")
}

// A read before a write is held to the row that is meant.
func TestReadsOfOneRow(t *testing.T) {
	m := derived(t, "Repo: repo_id, name\nweak Issue: *issue_no, title, priority\nRepo 1 has n Issue",
		"SELECT Issue.issue_no, Issue.title WHERE Repo.repo_id = ? ORDER BY Issue.priority DESC")
	expect(t, "change", updated(t, m, model.Change, []string{"Issue.priority"}),
		"0 select priority, issue_no, title from issues_by_repo where repo_id = ?; keep issue_no = ?",
		"1 insert issues_by_repo: repo_id ?, priority new, issue_no ?, title 0.title; only if 0",
		"1 delete from issues_by_repo where repo_id = ?, priority = 0.priority, issue_no = ?; only if 0; if 0.priority differs from new")
	expect(t, "delete", updated(t, m, model.Delete, []string{"Issue"}),
		"0 select priority, issue_no from issues_by_repo where repo_id = ?; keep issue_no = ?",
		"1 delete from issues_by_repo where repo_id = ?, priority = 0.priority, issue_no = ?; only if 0")
	m = derived(t, "User: user_id, name\nTrack: track_id, title\nUser n rates m Track: rating, rated_at",
		"SELECT rates.rating, rates.rated_at, Track.title WHERE User.user_id = ? ORDER BY rates.rated_at DESC",
		"SELECT Track WHERE Track.track_id = ?")
	expect(t, "rate", updated(t, m, model.Change, []string{"rates.rating", "rates.rated_at"}, "User.user_id", "Track.track_id"),
		"0 select rated_at, track_id, rating, title from tracks_by_user where user_id = ?; keep track_id = ?",
		"1 insert tracks_by_user: user_id ?, rated_at new, track_id ?, rating new, title 0.title; only if 0",
		"1 delete from tracks_by_user where user_id = ?, rated_at = 0.rated_at, track_id = ?; only if 0; if 0.rated_at differs from new")
	expect(t, "rate again", updated(t, m, model.Insert, []string{"rates"}),
		"0 select title from tracks where track_id = ?",
		"1 select rated_at, track_id from tracks_by_user where user_id = ?; keep track_id = ?",
		"2 insert tracks_by_user: user_id ?, rated_at ?, track_id ?, rating ?, title 0.title",
		"2 delete from tracks_by_user where user_id = ?, rated_at = 1.rated_at, track_id = ?; only if 1; if 1.rated_at differs from ?")
}

const tickets = "Tenant: tenant_id\nweak Agent: agent_id, name\nTenant 1 employs n Agent\nweak Ticket: number, status\nTenant 1 owns n Ticket\nAgent 1 handles n Ticket"

// The agent of a ticket is the one who handles it, not each of the tenant.
func TestAgentOfATicket(t *testing.T) {
	queries := []string{"SELECT Ticket.number WHERE Tenant.tenant_id = ? AND Agent.agent_id = ? AND Ticket.status = ? VIA owns, handles",
		"SELECT Ticket WHERE Tenant.tenant_id = ? AND Ticket.number = ?", "SELECT Agent WHERE Tenant.tenant_id = ?"}
	m := derived(t, tickets, queries...)
	expect(t, "change", updated(t, m, model.Change, []string{"Ticket.status"}),
		"0 select status from tickets_by_tenant_number where tenant_id = ?, number = ?",
		"1 update tickets_by_tenant_number set status new where tenant_id = ?, number = ?",
		"2 insert tickets_by_tenant_agent_status: tenant_id ?, agent_id unknown, status new, number ?; only if 0; missing agent_id",
		"2 delete from tickets_by_tenant_agent_status where tenant_id = ?, agent_id = unknown, status = 0.status, number = ?; only if 0.status; only if 0; if 0.status differs from new; missing agent_id",
		"missing agent_id of tickets_by_tenant_agent_status by Ticket.number, Tenant.tenant_id")
	m = derived(t, tickets, append(queries, "SELECT Agent.agent_id WHERE Tenant.tenant_id = ? AND Ticket.number = ? VIA owns, handles")...)
	expect(t, "found", updated(t, m, model.Change, []string{"Ticket.status"}),
		"0 select status, agent_id from tickets_by_tenant_number where tenant_id = ?, number = ?",
		"1 insert tickets_by_tenant_agent_status: tenant_id ?, agent_id 0.agent_id, status new, number ?; only if 0.agent_id",
		"1 delete from tickets_by_tenant_agent_status where tenant_id = ?, agent_id = 0.agent_id, status = 0.status, number = ?; only if 0.agent_id; only if 0.status; if 0.status differs from new",
		"1 update tickets_by_tenant_number set status new where tenant_id = ?, number = ?")
}

// A ticket without an agent is on no list, and a new agent takes it from the one before.
func TestRelationshipsReplace(t *testing.T) {
	concepts := "Agent: agent_id, name\nTicket: ticket_id, subject, status\nAgent 1 handles n Ticket"
	m := derived(t, concepts, "SELECT Ticket.ticket_id, Ticket.subject WHERE Agent.agent_id = ? AND Ticket.status = ?")
	expect(t, "insert", updated(t, m, model.Insert, []string{"Ticket"}),
		"0 insert tickets_by_agent_status: agent_id ?, status ?, ticket_id ?, subject ?; only if ?")
	expect(t, "handles", updated(t, m, model.Insert, []string{"handles"}),
		"0 insert tickets_by_agent_status: agent_id ?, status unknown, ticket_id ?; missing status",
		"0 delete from tickets_by_agent_status where agent_id = unknown, status = unknown, ticket_id = ?; missing agent_id, status",
		"missing status of tickets_by_agent_status by Ticket.ticket_id",
		"missing agent_id, status of tickets_by_agent_status by Ticket.ticket_id")
	m = derived(t, concepts, "SELECT Ticket.ticket_id, Ticket.subject WHERE Agent.agent_id = ? AND Ticket.status = ?", "SELECT Ticket, Agent.agent_id, Agent.name WHERE Ticket.ticket_id = ?", "SELECT Agent WHERE Agent.agent_id = ?")
	expect(t, "found", updated(t, m, model.Insert, []string{"handles"}),
		"0 select subject, status, agent_id from tickets where ticket_id = ?",
		"1 select name from agents where agent_id = ?",
		"2 insert tickets_by_agent_status: agent_id ?, status 0.status, ticket_id ?, subject 0.subject; only if 0.status; only if 0",
		"2 delete from tickets_by_agent_status where agent_id = 0.agent_id, status = 0.status, ticket_id = ?; only if 0.agent_id; only if 0.status; only if 0; if 0.agent_id differs from ?",
		"2 update tickets set agent_id ?, agent_name 1.name where ticket_id = ?")
}

// A recipe is in the feeds of all fans of its cook.
func TestFeeds(t *testing.T) {
	m := derived(t, "Cook: cook_id, nick\nRecipe: recipe_id, title, published_on\nCook 1 publishes n Recipe\nCook(fan) n follows m Cook(chef): since",
		"SELECT Recipe.recipe_id, Recipe.title, Cook(chef).nick WHERE Cook(fan).cook_id = ? ORDER BY Recipe.published_on DESC LIMIT 5 VIA follows, publishes",
		"SELECT Cook(chef).cook_id, Cook(chef).nick WHERE Cook(fan).cook_id = ?",
		"SELECT Cook(fan).cook_id, Cook(fan).nick WHERE Cook(chef).cook_id = ?")
	expect(t, "recipe", updated(t, m, model.Insert, []string{"Recipe"}),
		"0 select fan_cook_id from cooks_by_chef where chef_cook_id = ?; only if ?",
		"1 select chef_nick from cooks_by_fan where fan_cook_id = 0.fan_cook_id, chef_cook_id = ?; for each of 0; only if ?",
		"2 insert recipes_by_fan: fan_cook_id 0.fan_cook_id, published_on ?, recipe_id ?, title ?, chef_nick 1.chef_nick; for each of 0")
	expect(t, "follows", updated(t, m, model.Insert, []string{"follows"}),
		"0 insert cooks_by_fan: fan_cook_id ?, chef_cook_id ?",
		"0 insert cooks_by_chef: chef_cook_id ?, fan_cook_id ?",
		"1 insert recipes_by_fan: fan_cook_id ?, published_on unknown, recipe_id unknown; missing published_on, recipe_id",
		"missing published_on, recipe_id of recipes_by_fan by Cook.cook_id",
		"missing chef_nick of cooks_by_fan by Cook.cook_id",
		"missing fan_nick of cooks_by_chef by Cook.cook_id")
}

// What a deletion takes with it is deleted, too; with restrict it is read first, and nothing of
// it is deleted.
func TestWhatADeletionTakesWithIt(t *testing.T) {
	m := derived(t, "Repo: repo_id, name\nweak Issue: *issue_no, title\nRepo 1 has n Issue", "SELECT Repo WHERE Repo.repo_id = ?", "SELECT Issue.issue_no, Issue.title WHERE Repo.repo_id = ?")
	for _, test := range []struct {
		cascade model.Cascade
		want    []string
	}{
		{model.CascadeUnsaid, []string{"0 delete from repos where repo_id = ?", "0 delete from issues_by_repo where repo_id = ?"}},
		{model.Cascades, []string{"0 delete from repos where repo_id = ?", "0 delete from issues_by_repo where repo_id = ?"}},
		{model.Restricts, []string{"0 select repo_id from issues_by_repo where repo_id = ?; stop if there is one", "1 delete from repos where repo_id = ?"}},
	} {
		plan := write.Of(withUpdate(m, model.Update{Kind: model.Delete, Cascade: test.cascade}, []model.ID{named(t, m, "Repo")}, nil), "u1")
		expect(t, string(test.cascade), lines(m, &plan), test.want...)
	}
}

// What a row gets with a new relationship is written, and no other part that it may lack.
func TestOnlyTheNewBranchIsWritten(t *testing.T) {
	m := derived(t, "Rider: rider_id, rider_name\nDriver: driver_id, driver_name\nTrip: trip_id, fare\nRider 1 requests n Trip\nDriver 1 serves n Trip",
		"SELECT Trip, Driver.driver_name, Rider.rider_name WHERE Trip.trip_id = ?", "SELECT Driver WHERE Driver.driver_id = ?")
	expect(t, "insert serves", updated(t, m, model.Insert, []string{"serves"}),
		"0 select driver_name from drivers where driver_id = ?",
		"1 update trips set driver_name 0.driver_name where trip_id = ?")
}

// A lookup of the same attribute in another role is named by its column.
func TestLookupInAnotherRole(t *testing.T) {
	m := derived(t, "User: user_id, nick\nCard: card_id, title\nUser(assignee) n works m Card\nUser(author) 1 creates n Card",
		"SELECT User(assignee).nick, Card.title WHERE User(author).user_id = ?", "SELECT Card.title WHERE User(assignee).user_id = ?")
	plan := write.Of(withUpdate(m, model.Update{Kind: model.Change}, []model.ID{named(t, m, "User.nick")}, nil), "u1")
	found := false
	for _, finding := range plan.Findings {
		found = found || strings.Contains(finding.Hint, "lookup table of author_user_id with the key User.user_id via creates and works,")
	}
	if !found {
		t.Errorf("%+v", plan.Findings)
	}
}

// What VIA names is in each row of a list: an instance without its partner gets none, though only a copied value is of that.
func TestInsertsNoRowWithoutWhatViaNames(t *testing.T) {
	for concepts, column := range map[string]string{
		"User: user_id, nick\nPost: post_id, text\nUser(author) 1 publishes n Post":                                      "author_nick",
		"User: user_id, nick\nAuthor: pen_name\nAuthor isa User\nPost: post_id, text\nAuthor(author) 1 publishes n Post": "author_user_nick",
	} {
		m := derived(t, concepts, "SELECT Post, User(author).nick WHERE Post.text = ? VIA publishes", "SELECT User WHERE User.user_id = ?")
		expect(t, concepts, updated(t, m, model.Insert, []string{"Post"}),
			"0 select nick from users where user_id = ?; only if ?",
			"1 insert posts_by_text: text ?, post_id ?, "+column+" 0.nick; only if ?")
	}
}

// A policy without a holder has no name of one, though both have the same tenant: the tenant does not lead to the holder.
func TestInsertsWithoutPartnerOfOneOwner(t *testing.T) {
	for _, holder := range []string{"Person", "Insured"} {
		m := derived(t, `Tenant: tenant_id
weak Policy: *policy_no, product
weak Person: *person_no, person_name
Insured: risk_class
Insured isa Person
Tenant 1 sells n Policy
Tenant 1 knows n Person
`+holder+`(holder) 1 holds n Policy within Tenant`,
			"SELECT Policy, Person(holder).person_name WHERE Tenant.tenant_id = ? AND Policy.policy_no = ? VIA sells, holds")
		plan := write.Of(withUpdates(t, m, "insert Policy", "insert holds"), "u1")
		expect(t, holder, lines(m, &plan), "0 insert policies_by_tenant_policy_no: tenant_id ?, policy_no ?, product ?")
	}
}
