package write_test

import (
	"slices"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/write"
)

// words are the sentences of a plan: of each statement its table, and what the application does.
func words(t *testing.T, m *model.Model, update model.Update, writes ...string) (*write.Plan, []string) {
	t.Helper()
	var elements []model.ID
	for _, title := range writes {
		elements = append(elements, named(t, m, title))
	}
	plan := write.Of(withUpdate(m, update, elements, nil), "u1")
	var all []string
	for i := range plan.Steps {
		for j := range plan.Steps[i].Statements {
			s := &plan.Steps[i].Statements[j]
			all = append(all, strings.TrimSuffix(s.Access.Name+": "+strings.Join(s.Application(), "; "), ": "))
		}
	}
	return &plan, all
}

// What must be there is named by its type and its role, not by its key.
func TestWordsNameTheInstance(t *testing.T) {
	m := derived(t, "Cook: cook_id, nick\nRecipe: recipe_id, title\nCook(chef) 1 publishes n Recipe\nAccount: account_no\nTransfer: transfer_id, amount\nAccount(payer) 1 pays n Transfer\nAccount(payee) 1 gets n Transfer",
		"SELECT Recipe WHERE Cook(chef).cook_id = ?", "SELECT Transfer WHERE Account(payer).account_no = ? VIA pays")
	_, got := words(t, m, model.Update{}, "Recipe")
	expect(t, "recipe", got, "recipes_by_chef: only if the Recipe has a Cook (chef)")
	_, got = words(t, m, model.Update{}, "Transfer")
	expect(t, "transfer", got, "transfers_by_payer: only if the Transfer has an Account (payer)")
}

// Where a plan knows one attribute of two instances, it names both.
func TestWordsTellInstancesApart(t *testing.T) {
	m := derived(t, "Tenant: tenant_id\nweak Account: *account_no\nweak Issue: *issue_no, title\nTenant 1 knows n Account\nTenant 1 tracks n Issue\nAccount n watches m Issue",
		"SELECT Issue.issue_no WHERE Tenant.tenant_id = ? AND Account.account_no = ? VIA knows, watches")
	plan, got := words(t, m, model.Update{}, "watches")
	expect(t, "watches", got, "issues_by_tenant_account: tenant_id is that of the Account (watches)")
	values := plan.Steps[0].Statements[0].Values
	if values[0].Role != "Account (watches)" || values[0].Participant == values[2].Participant {
		t.Errorf("the values are %+v", values)
	}
}

// An instance that an update gives by two ends must be one where a path of a query says so:
// a subject that gets a drug at another one's visit is in no table of its visits.
func TestWordsOfOneInstanceGivenTwice(t *testing.T) {
	m := derived(t, "Subject: subject_id\nweak Visit: *visit_no, visited_on\nDrug: drug_id\nSubject 1 makes n Visit\nSubject n receives m Drug n Visit: dose",
		"SELECT Subject.subject_id, Visit.visit_no, receives.dose WHERE Drug.drug_id = ? VIA makes, receives")
	for range 20 { // the order of what is known must not matter
		plan, got := words(t, m, model.Update{}, "receives")
		expect(t, "receives", got, "visits_by_drug: only if the Subject (receives) is that of the Visit (receives)")
		if same := plan.Steps[0].Statements[0].Same; len(same) != 1 || same[0][0].Attribute != same[0][1].Attribute {
			t.Fatalf("the same are %+v", same)
		}
	}
}

// Supertypes are told apart by the roles of their subtypes, too.
func TestWordsTellSupertypesApart(t *testing.T) {
	m := derived(t, "Person: person_id, name\nEmployee: salary\nEmployee isa Person\nEmployee(boss) 1 leads n Employee(report): since",
		"SELECT Person(report).person_id WHERE Person(boss).person_id = ? VIA leads")
	plan, _ := words(t, m, model.Update{}, "leads")
	values := plan.Steps[0].Statements[0].Values
	if len(values) < 2 || values[0].Role != "Employee (boss)" || values[1].Role != "Employee (report)" {
		t.Errorf("the values are %+v", values)
	}
}

// A statement that cannot run is the last step, and not one that writes a table.
func TestCannotRun(t *testing.T) {
	m := derived(t, trials, "SELECT Subject.subject_id, Subject.status WHERE Trial.trial_id = ? AND Site.site_id = ? VIA recruits, treats",
		"SELECT Subject.status WHERE Subject.subject_id = ?")
	plan, got := words(t, m, model.Update{Kind: model.Change}, "Subject.status")
	expect(t, "status", got, "subjects", "subjects_by_trial_site: cannot run: nothing finds trial_id and site_id")
	if last := plan.Steps[len(plan.Steps)-1]; last.Kind != write.Blocked || plan.Steps[0].Kind != write.Write {
		t.Errorf("the steps are %+v", plan.Steps)
	}
	if got := plan.Words(); got != "writes 1 table, 1 statement cannot run" {
		t.Error(got)
	}
}

// Values of one read that must not be null are one condition.
func TestWordsOfOneRead(t *testing.T) {
	m := derived(t, "Site: site_id\nweak Leaf: *slug, title, state, changed_at\nSite 1 has n Leaf",
		"SELECT Leaf WHERE Site.site_id = ? AND Leaf.slug = ?", "SELECT Leaf.title WHERE Site.site_id = ? AND Leaf.state = ? ORDER BY Leaf.changed_at DESC")
	_, got := words(t, m, model.Update{Kind: model.Change}, "Leaf.title")
	want := "only if state and changed_at of step 1 are not null"
	if !slices.ContainsFunc(got, func(line string) bool { return strings.HasSuffix(line, ": "+want) }) {
		t.Errorf("the plan says\n%s\nand not %q", strings.Join(got, "\n"), want)
	}
}

// The plan warns that counters count an existing instance again.
func TestCountersCountAgain(t *testing.T) {
	m := small(t, "entity User user_id name", "entity Item item_id title", "relationship likes User n Item m",
		"table items_by_user K:User.user_id:uuid C:Item.item_id:uuid", "table likes_by_item K:Item.item_id:uuid R:User.user_id:counter")
	for conditional, want := range map[bool]string{false: "What is there already is counted again: make U1 conditional", true: "run it only if the lightweight transaction was applied"} {
		plan, _ := words(t, m, model.Update{Conditional: conditional}, "likes")
		if last := plan.Steps[len(plan.Steps)-1]; !strings.Contains(last.Failure, want) {
			t.Errorf("conditional %t: %s", conditional, last.Failure)
		}
	}
}
