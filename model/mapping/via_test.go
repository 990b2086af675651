package mapping_test

import (
	"strings"
	"testing"

	"widerow/model/mapping"
)

// path is a query with the path and the best table that it must get. A table that starts
// with "open" is a question with that many paths, one that starts with "no" a fatal problem.
type path struct{ name, query, path, table string }

func checkPaths(t *testing.T, concepts string, paths []path) {
	t.Helper()
	for _, test := range paths {
		t.Run(test.name, func(t *testing.T) {
			plan := mapping.Explore(document(t, concepts, test.query), "q1")
			got := ""
			switch {
			case plan.Fatal():
				got = "no: " + plan.Problems[0].Message
			case plan.IsOpen():
				got = "open:"
				for _, one := range plan.Path.Alternatives() {
					got += " " + one.Words + ";"
				}
			default:
				got = plan.Alternatives[0].Signature()
			}
			if !plan.IsOpen() && plan.Path.Words != test.path || got != test.table {
				t.Errorf("path %q, %s\nwant %q, %s", plan.Path.Words, got, test.path, test.table)
			}
		})
	}
}

// TestVIAIsExact: the path of a query with VIA is exactly the named relationship types.
func TestVIAIsExact(t *testing.T) {
	checkPaths(t, `Technician: technician_id, name
Sensor: sensor_id, kind
Alert: alert_id, message
Part: part_id
Sensor 1 raises n Alert
Technician 1 handles n Alert: taken_at
Technician n maintains m Sensor
Alert n consumes m Part
Technician n owns m Part`, []path{
		{"no other type enters", "SELECT Technician.name, handles.taken_at WHERE Sensor.sensor_id = ? VIA handles, raises",
			"Sensor – raises – Alert – handles – Technician", "((sensor_id), alert_id)"},
		{"in another order", "SELECT Technician.technician_id WHERE Sensor.sensor_id = ? VIA raises, handles",
			"Sensor – raises – Alert – handles – Technician", "((sensor_id), alert_id)"},
		{"the shorter one, if it is named", "SELECT Technician.name WHERE Sensor.sensor_id = ? VIA maintains",
			"Sensor – maintains – Technician", "((sensor_id), technician_id)"},
		{"a cycle: who maintains the sensor handled its alert", "SELECT Technician.name WHERE Sensor.sensor_id = ? VIA handles, raises, maintains",
			"Sensor – maintains – Technician – handles – Alert – raises – Sensor", "((sensor_id), alert_id)"},
		{"a branch that only restricts", "SELECT Alert.message WHERE Sensor.sensor_id = ? VIA raises, handles",
			"Sensor – raises – Alert – handles", "((sensor_id), alert_id)"},
		{"a branch of many that only restricts", "SELECT Alert.message WHERE Sensor.sensor_id = ? VIA raises, consumes",
			"Sensor – raises – Alert – consumes", "((sensor_id), alert_id, part_id)"},
		{"two branches that share what is not named", "SELECT Technician.name, Alert.message WHERE Technician.technician_id = ? VIA handles, consumes, owns",
			"Technician – handles – Alert – consumes – Part – owns – Technician", "((technician_id), alert_id, part_id)"},
		{"too few", "SELECT Technician.name WHERE Sensor.sensor_id = ? VIA handles", "",
			"no: VIA handles does not connect Sensor with Technician: name maintains as well, or leave out what is not meant"},
		{"too many", "SELECT Alert.message WHERE Sensor.sensor_id = ? VIA raises, owns", "",
			"no: VIA owns, raises does not connect Alert and Sensor with owns: name handles as well, or leave out what is not meant"},
		{"a type whose attribute is asked for is named", "SELECT handles.taken_at WHERE Sensor.sensor_id = ? VIA raises",
			"Sensor – raises – Alert – handles", "((sensor_id), alert_id)"},
		{"a single type", "SELECT Alert.message WHERE Alert.alert_id = ? VIA handles", "Alert – handles", "((alert_id))"},
	})
}

// TestTernaryCycles: an entity type that several relationship types of a path lead to is one
// instance, also in a ternary one.
func TestTernaryCycles(t *testing.T) {
	checkPaths(t, `Subject: subject_id, sex
weak Visit: *visit_no, visited_on
Drug: drug_id, drug_name
Site: site_id, city
Nurse: nurse_id
Subject 1 makes n Visit
Subject n receives m Drug n Visit: dose
Visit n takes_place m Site
Site n stores m Drug: stock
Nurse n gives m Drug n Visit
Nurse n works n Site`, []path{
		{"one visit", "SELECT Drug.drug_name, receives.dose, Visit.visited_on WHERE Subject.subject_id = ? VIA makes, receives",
			"Subject – makes – Visit – receives – Subject, receives – Drug", "((subject_id), visit_no, drug_id)"},
		{"from the drug", "SELECT Subject.subject_id, Visit.visit_no, receives.dose WHERE Drug.drug_id = ? VIA makes, receives",
			"Drug – receives – Subject – makes – Visit – receives", "((drug_id), subject_id, visit_no)"},
		{"the visit is not named", "SELECT Drug.drug_name WHERE Subject.subject_id = ? VIA makes, receives",
			"Subject – makes – Visit – receives – Subject, receives – Drug", "((subject_id), visit_no, drug_id)"},
		{"the visits of a subject, not those for each drug", "SELECT Visit.visited_on WHERE Subject.subject_id = ?",
			"Subject – makes – Visit", "((subject_id), visit_no)"},
		{"three in a ring", "SELECT Drug.drug_name, stores.stock WHERE Subject.subject_id = ? VIA makes, receives, takes_place, stores",
			"Subject – makes – Visit – receives – Subject, receives – Drug – stores – Site – takes_place – Visit", "((subject_id), visit_no, drug_id, site_id)"},
		{"two ternaries that share two ends", "SELECT Nurse.nurse_id, receives.dose WHERE Subject.subject_id = ? AND Visit.visit_no = ? VIA makes, receives, gives",
			"Subject – makes – Visit – gives – Nurse, gives – Drug – receives – Subject, receives – Visit", "((subject_id, visit_no), drug_id, nurse_id)"},
		{"two ternaries without the identifying type", "SELECT Drug.drug_name WHERE Nurse.nurse_id = ? AND Subject.subject_id = ? VIA receives, gives",
			"Nurse – gives – Drug – receives – Subject, receives – Visit – gives", "((nurse_id, subject_id), visit_subject_id, visit_no, drug_id)"},
		{"the end of a ternary only restricts", "SELECT Subject.sex WHERE Drug.drug_id = ? VIA receives",
			"Drug – receives – Subject", "((drug_id), visit_subject_id, visit_no, subject_id)"},
		{"a ring of four types", "SELECT Visit.visited_on WHERE Nurse.nurse_id = ? VIA gives, takes_place, works",
			"Nurse – gives – Visit – takes_place – Site – works – Nurse", "((nurse_id), drug_id, subject_id, visit_no, site_id)"},
		{"an owner that is there already", "SELECT Site.city, Visit.visit_no WHERE Subject.subject_id = ? VIA makes, takes_place, receives",
			"Subject – makes – Visit – receives – Subject, Visit – takes_place – Site", "((subject_id), drug_id, visit_no, site_id)"},
	})
}

// TestEqualPaths: of paths that are as short, one in which what is given and what is found
// are directly related is meant; one through a common owner is offered last; others are a
// question.
func TestEqualPaths(t *testing.T) {
	const trial = `Trial: trial_id, title
Site: site_id, site_name
Subject: subject_id, name
Doctor: doctor_id, doctor_name
Trial 1 recruits n Subject
Site 1 treats n Subject
Doctor n works m Trial n Site: role`
	checkPaths(t, trial, []path{
		{"what is given is related to what is found", "SELECT Subject.name WHERE Trial.trial_id = ? AND Site.site_id = ?",
			"Trial – recruits – Subject – treats – Site", "((trial_id, site_id), subject_id)"},
		{"the sites of a trial, not those of its subjects", "SELECT Site.site_name WHERE Trial.trial_id = ?", "Trial – works – Site", "((trial_id), doctor_id, site_id)"},
	})
	checkPaths(t, `Tenant: tenant_id, plan
Customer: customer_id, name
Agent: agent_id, nick
Ticket: ticket_id, subject
Article: article_id, title
Tenant 1 bills n Customer
Tenant 1 employs n Agent
Tenant 1 has n Ticket
Tenant 1 publishes n Article
Customer 1 opens n Ticket
Agent 1 handles n Ticket`, []path{
		{"around the tenant", "SELECT Customer.name WHERE Agent.agent_id = ?",
			"Agent – handles – Ticket – opens – Customer", "((agent_id), ticket_id)"},
		{"only the tenant connects them", "SELECT Article.title WHERE Agent.agent_id = ?", "",
			"open: Agent – employs – Tenant – publishes – Article;"},
		{"the tenant is given, too", "SELECT Ticket.subject WHERE Tenant.tenant_id = ? AND Customer.customer_id = ?",
			"Tenant – has – Ticket – opens – Customer", "((tenant_id, customer_id), ticket_id)"},
		{"of an agent, in a tenant", "SELECT Ticket.subject, Ticket.ticket_id WHERE Tenant.tenant_id = ? AND Agent.agent_id = ?",
			"Tenant – has – Ticket – handles – Agent", "((tenant_id, agent_id), ticket_id)"},
		{"the tenant is found", "SELECT Tenant.plan WHERE Ticket.ticket_id = ?", "Ticket – has – Tenant", "((ticket_id))"},
		{"the tenant's customers", "SELECT Customer.name WHERE Tenant.tenant_id = ?", "Tenant – bills – Customer", "((tenant_id), customer_id)"},
		{"each customer with each article of a tenant", "SELECT Customer.name, Article.title WHERE Tenant.tenant_id = ?", "",
			"open: Tenant – bills – Customer, Tenant – publishes – Article;"},
		{"each with each, if it is said", "SELECT Customer.name, Article.title WHERE Tenant.tenant_id = ? VIA bills, publishes",
			"Tenant – bills – Customer, Tenant – publishes – Article", "((tenant_id), customer_id, article_id)"},
		{"of all tenants", "SELECT Customer.name, Article.title WHERE Tenant.plan = ?", "",
			"open: Tenant – bills – Customer, Tenant – publishes – Article;"},
		{"tickets with who opened them", "SELECT Ticket.subject, Customer.name WHERE Tenant.tenant_id = ?",
			"Tenant – has – Ticket – opens – Customer", "((tenant_id), ticket_id)"},
		{"through the tenant, if it is said", "SELECT Article.title WHERE Agent.agent_id = ? VIA employs, publishes",
			"Agent – employs – Tenant – publishes – Article", "((agent_id), article_id)"},
	})
	checkPaths(t, `Order: order_id, total
Customer: customer_id, name
Address: address_id, city
Customer 1 places n Order
Customer 1 receives n Order
Customer n has m Address
Order n goes_to 1 Address`, []path{
		{"two types between the same ends", "SELECT Order.total WHERE Customer.customer_id = ?", "",
			"open: Customer – places – Order; Customer – receives – Order;"},
		{"one of them", "SELECT Order.total WHERE Customer.customer_id = ? VIA receives", "Customer – receives – Order", "((customer_id), order_id)"},
		{"both: who places it receives it", "SELECT Order.total WHERE Customer.customer_id = ? VIA receives, places",
			"Customer – places – Order – receives – Customer", "((customer_id), order_id)"},
		{"no path is better", "SELECT Order.total WHERE Customer.customer_id = ? AND Address.address_id = ?", "",
			"open: Customer – places – Order – goes_to – Address; Customer – receives – Order – goes_to – Address;"},
	})
}

// TestRoledEnds: an end without a role is the instance that connects the query.
func TestRoledEnds(t *testing.T) {
	const cooks = `Cook: cook_id, nick
Recipe: recipe_id, title, published_on
Cook 1 publishes n Recipe
Cook(fan) n follows m Cook(chef): since
Cook n saves m Recipe`
	checkPaths(t, cooks, []path{
		{"the chef publishes", "SELECT Recipe.title, Cook(chef).nick WHERE Cook(fan).cook_id = ? ORDER BY Recipe.published_on DESC VIA follows, publishes",
			"Cook (fan) – follows – Cook (chef) – publishes – Recipe", "((fan_cook_id), published_on desc, recipe_id)"},
		{"without VIA", "SELECT Recipe.title, Recipe.recipe_id, Cook(chef).nick WHERE Cook(fan).cook_id = ? VIA publishes",
			"Cook (fan) – follows – Cook (chef) – publishes – Recipe", "((fan_cook_id), recipe_id)"},
		{"the chef is not named", "SELECT Recipe.title WHERE Cook(fan).cook_id = ? VIA follows, publishes",
			"Cook (fan) – follows – Cook – publishes – Recipe", "((fan_cook_id), recipe_id)"},
		{"of the fans of a chef", "SELECT Cook(fan).nick WHERE Recipe.recipe_id = ? VIA follows, publishes",
			"Recipe – publishes – Cook – follows – Cook (fan)", "((recipe_id), fan_cook_id)"},
		{"the chefs of several fans publish", "SELECT Recipe.title, Cook(chef).nick WHERE Cook(fan).nick IN ? VIA follows, publishes",
			"Cook (fan) – follows – Cook (chef) – publishes – Recipe", "((fan_nick), fan_cook_id, recipe_id)"},
		{"saved by the fan, published by the chef, or the other way round",
			"SELECT Recipe.title, Cook(chef).nick WHERE Cook(fan).cook_id = ? VIA follows, publishes, saves", "",
			"open: Cook (fan) – follows – Cook (chef) – saves – Recipe – publishes – Cook (fan); Cook (fan) – follows – Cook (chef) – publishes – Recipe – saves – Cook (fan);"},
	})
	checkPaths(t, `Department: dept_code, dept_name
Course: course_code, title
Department 1 offers n Course
Course(course) n requires m Course(prerequisite)`, []path{
		{"a role named like its type", "SELECT Course WHERE Department.dept_code = ? ORDER BY Course.title",
			"Department – offers – Course", "((department_dept_code), title, course_code)"},
		{"its prerequisites", "SELECT Course(prerequisite) WHERE Course(course).course_code = ?",
			"Course (course) – requires – Course (prerequisite)", "((course_course_code), prerequisite_course_code)"},
		{"the department of the given course", "SELECT Department.dept_name, Course(prerequisite).title WHERE Course(course).course_code = ? VIA requires, offers",
			"Course (course) – offers – Department, Course (course) – requires – Course (prerequisite)", "((course_course_code), prerequisite_course_code)"},
	})
}

// TestIdentifiedOnce: what an identifying relationship type leads to is in a key once.
func TestIdentifiedOnce(t *testing.T) {
	checkPaths(t, `Department: dept_code, budget
Course: course_code, title
weak Offering: *term, capacity
weak Section: *section_no, mode
Room: room_no
Department 1 offers n Course
Course 1 offered n Offering
Offering 1 split_in n Section
Section n held m Room`, []path{
		{"a relationship type that only restricts", "SELECT Department.budget, Offering.capacity WHERE Course.course_code = ? VIA offers, offered, split_in",
			"Course – offered – Offering – split_in, Course – offers – Department", "((course_code), term, section_no)"},
		{"one that leads further", "SELECT Offering.capacity WHERE Course.course_code = ? VIA offered, split_in, held",
			"Course – offered – Offering – split_in – Section – held", "((course_code), offering_term, section_no, room_no)"},
		{"the weak end is not named", "SELECT Room.room_no WHERE Course.course_code = ? VIA offered, split_in, held",
			"Course – offered – Offering – split_in – Section – held – Room", "((course_code), offering_term, section_no, room_no)"},
		{"the owner is not on the path", "SELECT Section.mode WHERE Room.room_no = ? VIA held",
			"Room – held – Section", "((room_no), course_code, offering_term, section_no)"},
		{"half of the owners", "SELECT Section.mode WHERE Room.room_no = ? VIA held, split_in",
			"Room – held – Section – split_in", "((room_no), offering_course_code, section_offering_term, section_no)"},
	})
}

// TestMissingPathsSayWhatToDo: the problem of a query without a path names what to change.
func TestMissingPathsSayWhatToDo(t *testing.T) {
	plan := mapping.Explore(document(t, "A: a_id\nB: b_id\nC: c_id\nA n r m B", "SELECT C.c_id WHERE A.a_id = ? VIA r"), "q1")
	if !plan.Fatal() || !strings.Contains(plan.Problems[0].Message, "no other relationship type does; add one to the concepts") {
		t.Errorf("problems %+v", plan.Problems)
	}
}

// TestEndsAsk: which of two cooks published a recipe is a question where both are found alike, and
// VIA answers it.
func TestEndsAsk(t *testing.T) {
	fan, chef := "Recipe – publishes – Cook (fan) – follows – Cook (chef)", "Recipe – publishes – Cook (chef) – follows – Cook (fan)"
	const text = "SELECT Cook(fan).nick, Cook(chef).nick WHERE Recipe.recipe_id = ?"
	checkPaths(t, "Cook: cook_id, nick\nRecipe: recipe_id, title\nCook 1 publishes n Recipe\nCook(fan) n follows m Cook(chef)", []path{
		{"by default", text, "", "open: " + fan + "; " + chef + ";"},
		{"VIA without a role", text + " VIA publishes, follows", "", "open: " + fan + "; " + chef + ";"},
		{"the chef", text + " VIA publishes(chef), follows", chef, "((recipe_id), fan_cook_id)"},
		{"the fan", text + " VIA publishes(fan), follows", fan, "((recipe_id), chef_cook_id)"},
	})
}
