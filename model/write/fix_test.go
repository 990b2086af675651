package write_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/example"
	"widerow/model/write"
)

// A fix gives the update what it lacks, in one revision.
func TestFixes(t *testing.T) {
	for _, test := range []struct {
		example       string
		kind          model.UpdateKind
		writes, given []model.ID
		want          []string
	}{
		{"magazine", model.Delete, []model.ID{"magazine"}, []model.ID{"magazineid"},
			[]string{"Derive a lookup table: Publisher.name by Magazine.id via publishes", "Take Publisher.name as given"}},
		{"sensors", model.Change, []model.ID{"sensorlatitude"}, []model.ID{"sensorid"}, []string{
			"Derive 2 lookup tables", "Derive a lookup table: Network.name, Temperature.date and Temperature.hour by Sensor.sensor_id via contains and measures", "Derive a lookup table: Network.name by Sensor.sensor_id via contains",
			"Take Network.name as given"}},
		{"supermarket", model.Change, []model.ID{"orderstatus"}, []model.ID{"orderid"}, []string{
			"Derive 2 lookup tables", "Derive a lookup table: Customer.customer_id and Order.submission_time by Order.order_id via places",
			"Derive a lookup table: Delivery slot.delivery_date, Delivery team.delivery_team_id and Delivery slot.start_time by Order.order_id via is delivered in and plans",
			"Take Customer.customer_id and Order.submission_time as given", "Take Delivery slot.delivery_date, Delivery team.delivery_team_id and Delivery slot.start_time as given"}},
		{"hotel", model.Change, []model.ID{"guestemails"}, nil, []string{"Take Guest.guest_id as given"}},
		{"hotel", model.Change, []model.ID{"guestemails"}, []model.ID{"guestid"}, nil},
	} {
		m, err := example.Load(test.example)
		if err != nil {
			t.Fatal(err)
		}
		m = withUpdate(m, model.Update{Kind: test.kind}, test.writes, test.given)
		maps.DeleteFunc(m.Logical.Arrows, func(_ model.ID, arrow *model.QueryArrow) bool { return arrow.Access == "u1" })
		fixes := write.Fixes(m, "u1", model.SeededIDs([]byte("fix")))
		var got []string
		for _, fix := range fixes {
			got = append(got, fix.Text)
			after, err := edit.Apply(m, model.SeededIDs([]byte("other")), fix.Commands...)
			if err != nil {
				t.Errorf("%s: %s: %v", test.example, fix.Text, err)
				continue
			}
			before, now := write.Of(m, "u1"), write.Of(after, "u1")
			if blocked(&now) >= blocked(&before) && len(now.Lookups) >= len(before.Lookups) && len(now.Findings) >= len(before.Findings) {
				t.Errorf("%s: %s repairs nothing:\n%s", test.example, fix.Text, summary(&now))
			}
		}
		if len(got) != len(test.want) {
			t.Errorf("%s: got %q\nwant %q", test.example, got, test.want)
			continue
		}
		for i := range got {
			if got[i] != test.want[i] {
				t.Errorf("%s: got %q\nwant %q", test.example, got[i], test.want[i])
			}
		}
	}
}

// blocked counts the statements that cannot run.
func blocked(plan *write.Plan) int {
	if last := len(plan.Steps) - 1; last >= 0 && plan.Steps[last].Kind == write.Blocked {
		return len(plan.Steps[last].Statements)
	}
	return 0
}

// Arrows of an update that name other tables than it writes are redrawn.
func TestArrowsFollowThePlan(t *testing.T) {
	m := small(t, "entity Video video_id title", "table videos K:Video.video_id:uuid R:Video.title:text",
		"table by_title K:Video.title:text C:Video.video_id:uuid", "table other K:Video.video_id:uuid")
	m = withUpdate(m, model.Update{Kind: model.Change}, []model.ID{"Video.title"}, []model.ID{"Video.video_id"})
	m.Logical.Arrows = map[model.ID]*model.QueryArrow{"a": {Access: "u1", To: "videos"}, "b": {Access: "u1", To: "other"}}
	fixes := write.Fixes(m, "u1", model.SeededIDs([]byte("arrows")))
	if len(fixes) != 1 || fixes[0].Text != "Draw the arrows of U1" {
		t.Fatalf("got %v", fixes)
	}
	after, err := edit.Apply(m, model.SeededIDs([]byte("other")), fixes[0].Commands...)
	if err != nil {
		t.Fatal(err)
	}
	plan := write.Of(after, "u1")
	if got := summary(&plan); strings.Contains(got, "arrows") || len(after.Logical.Arrows) != 2 {
		t.Errorf("%d arrows: %s", len(after.Logical.Arrows), got)
	}
}

// A lookup table leaves the columns of other queries alone, and its rows are those that are asked for: all agents, not
// only trainees.
func TestLookupTablesKeepOthers(t *testing.T) {
	m := derived(t, "Agent: agent_id, login unique, agent_name\nTrainee: until\nTrainee isa Agent\nSkill: skill_name\nAgent n knows m Skill",
		"SELECT Agent.agent_id WHERE Agent.login = ?", "SELECT Agent.agent_id, Agent.agent_name, Trainee.until WHERE Agent.agent_id = ?",
		"SELECT Agent.agent_id, Agent.agent_name WHERE Skill.skill_name = ? VIA knows")
	for _, writes := range []string{"knows", "Agent.login"} {
		kind := map[string]model.UpdateKind{"knows": model.Insert, "Agent.login": model.Change}[writes]
		m = withFix(t, withUpdate(m, model.Update{Kind: kind}, []model.ID{named(t, m, writes)}, nil), "Derive a lookup table: ")
	}
	expect(t, "tables", shapesOf(m), "agents: K agent_id,  agent_name,  login", "agents_by_login: K login,  agent_id",
		"agents_by_skill: K skill_name, C agent_id,  agent_name", "trainees: K agent_id,  agent_name,  until")
}

// A lookup table relates what it finds to what is known as the update does.
func TestLookupTablesGoTheSameWay(t *testing.T) {
	m := derived(t, "Site: site_id\nSubject: subject_id, name, status\nSite 1 treats n Subject\nSite 1 refers n Subject",
		"SELECT Subject.subject_id, Subject.status WHERE Site.site_id = ? VIA refers")
	m = withFix(t, withUpdate(m, model.Update{Kind: model.Change}, []model.ID{named(t, m, "Subject.status")}, nil),
		"Derive a lookup table: Site.site_id by Subject.subject_id via refers")
	plan := write.Of(m, "u1")
	expect(t, "change", lines(m, &plan),
		"0 select site_id from sites_by_subject where subject_id = ?",
		"1 update subjects_by_site set status new where site_id = 0.site_id, subject_id = ?; only if 0.site_id; only if 0")
	m = derived(t, "Cook: cook_id, nick\nCook(fan) n follows m Cook(chef): since",
		"SELECT Cook(fan).cook_id, Cook(fan).nick WHERE Cook(chef).cook_id = ? VIA follows")
	m = withFix(t, withUpdate(m, model.Update{Kind: model.Change}, []model.ID{named(t, m, "Cook.nick")}, nil),
		"Derive a lookup table: Cook(chef).cook_id by Cook(fan).cook_id via follows")
	plan = write.Of(m, "u1")
	expect(t, "nick", lines(m, &plan),
		"0 select chef_cook_id from cooks_by_fan where fan_cook_id = ?",
		"1 update cooks_by_chef set fan_nick new where chef_cook_id = 0.chef_cook_id, fan_cook_id = ?; for each of 0")
}

// A lookup table names the ends where two instances of a type are on its path, also as subtypes and
// by two relationship types.
func TestLookupTablesNameTheEnds(t *testing.T) {
	for _, test := range []struct{ concepts, query, fix string }{
		{"Depot: depot_id\nTour: tour_id\nDepot(origin) 1 begins n Tour\nDepot(target) 1 ends n Tour",
			"SELECT Tour.tour_id WHERE Depot(origin).depot_id = ? AND Depot(target).depot_id = ? VIA begins, ends",
			"Derive a lookup table: Depot(origin).depot_id and Depot(target).depot_id by Tour.tour_id via begins and ends"},
		{"Person: person_id, name\nSurgeon: grade\nSurgeon isa Person\nSurgeon(tutor) 1 teaches n Surgeon(pupil)",
			"SELECT Person(pupil).name WHERE Person(tutor).person_id = ? VIA teaches",
			"Derive a lookup table: Person(tutor).person_id by Person(pupil).person_id via teaches"},
	} {
		m := derived(t, test.concepts, test.query)
		writes := model.Update{Kind: model.Delete, Cascade: model.Cascades}
		of := "Tour"
		if strings.Contains(test.concepts, "Surgeon") {
			writes, of = model.Update{Kind: model.Change}, "Person.name"
		}
		m = withFix(t, withUpdate(m, writes, []model.ID{named(t, m, of)}, nil), test.fix)
		if plan := write.Of(m, "u1"); len(plan.Lookups) > 0 {
			t.Errorf("%s: %v", test.fix, lines(m, &plan))
		}
	}
}

// withFix applies the first fix of an update whose text begins with some words.
func withFix(t *testing.T, m *model.Model, words string) *model.Model {
	t.Helper()
	ids := model.RandomIDs()
	fixes := write.Fixes(m, "u1", ids)
	for _, fix := range fixes {
		if !strings.HasPrefix(fix.Text, words) {
			continue
		}
		after, err := edit.Apply(m, ids, fix.Commands...)
		if err != nil {
			t.Fatal(err)
		}
		return after
	}
	t.Fatalf("no fix begins with %q: %v", words, fixes)
	return nil
}

// shapesOf lists the logical tables with their columns.
func shapesOf(m *model.Model) []string {
	var tables []string
	for _, table := range m.Logical.Tables {
		var columns []string
		for _, column := range table.SortedColumns() {
			role := map[model.Role]string{model.Partition: "K", model.Clustering: "C", model.Static: "S"}[column.Value.Role]
			columns = append(columns, role+" "+column.Value.Name)
		}
		tables = append(tables, table.Name+": "+strings.Join(columns, ", "))
	}
	slices.Sort(tables)
	return tables
}
