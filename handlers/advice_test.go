package handlers_test

import (
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// badScript has known mistakes: a queue without gc_grace_seconds, indexes, a view, one replica.
const badScript = `CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CREATE TABLE shop.jobs (queue text, at timestamp, payload blob, PRIMARY KEY (queue, at)) WITH gc_grace_seconds = 0;
CREATE TABLE shop.users (id uuid PRIMARY KEY, email text, gender text, balance double) WITH gc_grace_seconds = 60;
CREATE INDEX users_gender ON shop.users (gender);`

// imported makes a model of a script and returns its address.
func (s *site) imported(script string) string {
	s.t.Helper()
	created := s.want(http.StatusSeeOther,
		s.post("/import/create", form("text", script, "name", "shop", "target", "cassandra-5.0", "into", "", "revision", "0")))
	return strings.TrimSuffix(s.path(created), "/physical")
}

// The page shows each finding with its message, its place, what to do, and the way to its rule; the bar counts the
// warnings.
func TestAdviceBySeverityAndByTable(t *testing.T) {
	s := newSite(t)
	path := s.imported(badScript)
	page := s.want(http.StatusOK, s.get(path+"/advice")).body
	wantAll(t, "the page", page, "3 warnings", "gc_grace_seconds = 0", "gc_grace_seconds = 60, less than 2 hours",
		"ALTER TABLE shop.jobs WITH gc_grace_seconds = 864000;", "Why?", "2 times", "rule=option%2Fgc-grace", "SimpleStrategy",
		`<span class="count warn" title="0 errors and 3 warnings of advice">3</span>`)
	if errors := strings.Index(page, "Warnings"); errors < 0 || errors > strings.Index(page, "Worth knowing") {
		t.Error("warnings do not come before the rest")
	}
	wantAll(t, "the list by table", s.want(http.StatusOK, s.get(path+"/advice?by=table")).body,
		"advice-of-", "Tombstones go too early or too late", "An index on a column with few values")
	rule := s.want(http.StatusOK, s.get(path+"/advice?rule=option/gc-grace")).body
	wantAll(t, "the page of a rule", rule, "What to do", "learn of a deletion by repair", "2 warnings", "Rules of the same family")
	if strings.Contains(rule, "SimpleStrategy") {
		t.Error("the page of a rule has findings of another one")
	}
}

// What check finds beside the rules is on the page, each fact once, and can be accepted as the rest.
func TestAdviceHasWhatCheckFinds(t *testing.T) {
	s := newSite(t)
	path := s.open("suspensions")
	page := s.want(http.StatusOK, s.get(path+"/advice")).body
	wantAll(t, "the page", page, "A condition does not hold for all", "The condition of U1 holds for suspensions_by_user only", `title="0 errors and `)
	found := regexp.MustCompile(`<li id="update-condition-[^"]*" class="advice-finding[\s\S]*?</li>`).FindAllString(page, -1)
	if len(found) != 1 {
		t.Fatalf("the page has the finding %d times", len(found))
	}
	if strings.Contains(found[0], "Why?") {
		t.Errorf("the finding leads to a rule that there is not:\n%s", found[0])
	}
	wantAll(t, "the page of the code", s.want(http.StatusOK, s.get(path+"/advice?rule=update/condition")).body, "A condition does not hold for all", "The condition of U1")
	wantAll(t, "the list by table", s.want(http.StatusOK, s.get(path+"/advice?by=table")).body, "A condition does not hold for all")

	path = s.imported(`CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};
CREATE TABLE shop.users (id uuid PRIMARY KEY, email text);
CREATE MATERIALIZED VIEW shop.by_email AS SELECT * FROM shop.users WHERE email IS NOT NULL AND id IS NOT NULL PRIMARY KEY (email, id);`)
	page = s.want(http.StatusOK, s.get(path+"/advice")).body
	wantAll(t, "the page of a view", page, "A materialized view", `<span class="count warn" title="0 errors and 1 warning of advice">1</span>`)
	if strings.Contains(page, "cql-disabled") {
		t.Error("the page says twice that views are off")
	}
}

// The bar of each tab shows the count of the page: with the findings of check once they are known, without accepted ones.
func TestAdviceCountsWhatCheckFinds(t *testing.T) {
	s := newSite(t)
	path := s.open("suspensions")
	count := regexp.MustCompile(`<span class="count[^>]*title="0 errors and (\d+) warnings? of advice"[^>]*>`)
	onTab := func(tab string) (string, bool) {
		found := count.FindStringSubmatch(s.want(http.StatusOK, s.get(path+tab)).body)
		if found == nil {
			t.Fatalf("%s has no count of advice", tab)
		}
		return found[1], strings.Contains(found[0], `data-later="`+path+`/advice/count"`)
	}
	first, later := onTab("/physical")
	if !later {
		t.Error("a page has the count of check at once: an edit waits for it")
	}
	right, later := onTab("/advice/count")
	if later || right == first {
		t.Errorf("the count is %s after %s, and not final: %t", right, first, later)
	}
	for _, tab := range []string{"/physical", "/advice"} {
		if is, later := onTab(tab); is != right || later {
			t.Errorf("%s has the count %s, want %s; not final: %t", tab, is, right, later)
		}
	}
	page := s.get(path + "/advice").body
	wantAll(t, "the page", page, ">"+right+" warnings<")
	key := s.firstOf(regexp.MustCompile(`name="key" value="(update/condition@[^"]*)"`), page)
	s.want(http.StatusSeeOther, s.post(path+"/advice", form("do", "accept", "key", key, "reason", "support knows")))
	page = s.get(path + "/advice").body
	wantAll(t, "the page", page, "1 accepted", "support knows", "Advise again")
	if accepted, _ := onTab("/advice"); accepted != first {
		t.Errorf("the count is %s after one was accepted, want %s", accepted, first)
	}
	s.want(http.StatusSeeOther, s.post(path+"/advice", form("do", "unaccept", "key", key)))
	if again, _ := onTab("/advice"); again != right {
		t.Errorf("the count is %s after it is advised again, want %s", again, right)
	}
}

// A page without findings describes the scope of the check, and an unknown rule leads to the whole
// list.
func TestAdviceWithoutFindings(t *testing.T) {
	s := newSite(t)
	path := s.imported(`CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};
CREATE TABLE shop.users (id uuid PRIMARY KEY, name text);`)
	wantAll(t, "the page", s.want(http.StatusOK, s.get(path+"/advice?rule=no/such")).body, "Nothing to advise", "rules were checked for 1 table")
}

// Thousands of findings are no wall: a rule shows a few, and the page of the rule has all of them, in parts.
func TestManyFindingsArePaged(t *testing.T) {
	s := newSite(t)
	var script strings.Builder
	script.WriteString("CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};\n")
	for i := range 130 {
		fmt.Fprintf(&script, "CREATE TABLE shop.t%d (id uuid PRIMARY KEY, price double) WITH gc_grace_seconds = 0;\n", i)
	}
	path := s.imported(script.String())
	page := s.want(http.StatusOK, s.get(path+"/advice")).body
	if shown := strings.Count(page, `class="advice-finding`); shown > 20 {
		t.Errorf("the page shows %d findings", shown)
	}
	wantAll(t, "the page", page, "Show all 130")
	last := s.want(http.StatusOK, s.get(path+"/advice?rule=option/gc-grace&page=3")).body
	if shown := strings.Count(last, `class="advice-finding`); shown != 30 {
		t.Errorf("the last part shows %d findings, want 30", shown)
	}
	wantAll(t, "the last part", last, "101–130 of 130", "page=2")
	tables := s.want(http.StatusOK, s.get(path+"/advice?by=table&page=99")).body
	wantAll(t, "the last part by table", tables, "126–13")
}

var (
	fixLink = regexp.MustCompile(`id="fix-option-gc-grace[^"]*" href="([^"]*)"`)
	fixMark = regexp.MustCompile(`name="mark" value="([^"]*)"`)
	fixKey  = regexp.MustCompile(`name="key" value="(option/gc-grace[^"]*)"`)
)

// firstOf returns what a pattern finds first on a page.
func (s *site) firstOf(pattern *regexp.Regexp, page string) string {
	s.t.Helper()
	found := pattern.FindStringSubmatch(page)
	if found == nil {
		s.t.Fatalf("the page lacks %s", pattern)
	}
	return html.UnescapeString(found[1])
}

// A fix shows what it changes, is one revision, and can be undone. One that does something else by then is not applied.
func TestFollowAdvice(t *testing.T) {
	s := newSite(t)
	path := s.imported(badScript)
	address := s.firstOf(fixLink, s.want(http.StatusOK, s.get(path+"/advice")).body)
	preview := s.want(http.StatusOK, s.get(address)).body
	wantAll(t, "the preview", preview, "Set gc_grace_seconds = 864000", "gc_grace_seconds = 0", "Repair all 2 of this kind", "CQL of the change")
	key := s.firstOf(fixKey, preview)
	stale := s.want(http.StatusConflict, s.post(path+"/advice", form("do", "apply", "key", key, "mark", "other"))).body
	wantAll(t, "the page after a change", stale, "Nothing was applied")

	all := s.want(http.StatusOK, s.get(path+"/advice?all=1&fix="+url.QueryEscape(key))).body
	s.want(http.StatusSeeOther, s.post(path+"/advice", form("do", "apply", "key", key, "all", "1", "mark", s.firstOf(fixMark, all))))
	m, revision := s.model(path)
	for _, relation := range m.Physical.Relations {
		if got := relation.Options["gc_grace_seconds"]; got != "864000" {
			t.Errorf("%s has gc_grace_seconds = %q", relation.Name, got)
		}
	}
	if revision.Number != 2 || !strings.Contains(revision.Words, "followed advice option/gc-grace in 2 places") {
		t.Errorf("got r%d %q", revision.Number, revision.Words)
	}
	if page := s.get(path + "/advice").body; strings.Contains(page, "gc_grace_seconds = 60") {
		t.Error("the finding is still there")
	}
	s.want(http.StatusSeeOther, s.post(path+"/undo", form("tab", "advice")))
	wantAll(t, "the page after undo", s.get(path+"/advice").body, "gc_grace_seconds = 60")
}

// An accepted finding is struck through with who and why, and counts apart, until its numbers change by more than a half.
func TestAcceptAdvice(t *testing.T) {
	s := newSite(t)
	path := s.imported(badScript)
	page := s.get(path + "/advice").body
	var key string
	m, _ := s.model(path)
	for id, relation := range m.Physical.Relations {
		if relation.Name == "users" {
			key = "option/gc-grace@" + string(id)
		}
	}
	wantAll(t, "the page", page, `value="`+key+`"`)
	refused := s.want(http.StatusUnprocessableEntity, s.post(path+"/advice", form("do", "accept", "key", key, "reason", " "))).body
	wantAll(t, "the page without a reason", refused, "Type the reason")
	s.want(http.StatusSeeOther, s.post(path+"/advice", form("do", "accept", "key", key, "reason", "repaired <hourly>")))
	page = s.get(path + "/advice").body
	wantAll(t, "the page", page, "1 accepted", "repaired &lt;hourly&gt;", "Advise again", `title="0 errors and 2 warnings of advice">2<`)

	users := strings.TrimPrefix(key, "option/gc-grace@")
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("tab", "physical", "do", "save", "select", users,
		"was."+users+".options", "gc_grace_seconds = 60", "set."+users+".options", "gc_grace_seconds = 100")))
	page = s.get(path + "/advice").body
	wantAll(t, "the page after the change", page, "it is advised again", "3 warnings")
	if strings.Contains(page, "1 accepted") {
		t.Error("the finding still counts as accepted")
	}
	s.want(http.StatusSeeOther, s.post(path+"/advice", form("do", "unaccept", "key", key)))
	if m, _ := s.model(path); len(m.Accepted) > 0 {
		t.Errorf("accepted: %v", m.Accepted)
	}
}

// Advice is met where its subject is edited: at the table and the column in the details, and as a count in the diagram.
func TestAdviceBesideTheForm(t *testing.T) {
	s := newSite(t)
	path := s.imported(strings.Replace(badScript, "payload blob", "payload list<text>", 1))
	m, _ := s.model(path)
	var users string
	for id, relation := range m.Physical.Relations {
		if relation.Name == "users" {
			users = string(id)
		}
	}
	page := s.want(http.StatusOK, s.get(path+"/physical?advice=1&select="+users)).body
	wantAll(t, "the details", page, "less than 2 hours", `rule=option%2Fgc-grace">Why?`, "1 finding")
	s.want(http.StatusSeeOther, s.post(path+"/advice", form("do", "accept", "key", "option/gc-grace@"+users, "reason", "repaired hourly")))
	if page := s.get(path + "/physical?advice=1&select=" + users).body; strings.Contains(page, "less than 2 hours") {
		t.Error("the details still show what is accepted")
	}
}

// TestProposalsCheckAdvice lists the advice that a change adds, and blocks the merge if the model's rules do.
func TestProposalsCheckAdvice(t *testing.T) {
	s := newSite(t)
	path := s.imported(badScript)
	m, _ := s.model(path)
	var users string
	for id, relation := range m.Physical.Relations {
		if relation.Name == "users" {
			users = string(id)
		}
	}
	branch, review := s.propose(path, "Faster", "")
	s.want(http.StatusSeeOther, s.post(branch+"/edit", form("tab", "physical", "do", "save", "select", users, "was."+users+".options",
		"gc_grace_seconds = 60", "set."+users+".options", "bloom_filter_fp_chance = 0.5")))
	page := s.want(http.StatusOK, s.get(review)).body
	wantAll(t, "the proposal", page, "1 new warning of advice, 1 mended", "reads open SSTables")
	s.want(http.StatusSeeOther, s.post(branch+"/advice", form("do", "accept", "key", "option/bloom@"+users, "reason", "read once a day")))
	wantAll(t, "the proposal that accepts it", s.get(review).body, "no new warnings of advice, 1 mended")
}

// A proposal may change no element, but the policy, an acceptance or the lists of statements: it says so, and is merged.
func TestProposalBesideElements(t *testing.T) {
	s := newSite(t)
	path := s.imported(badScript)
	branch, review := s.propose(path, "Policy", "")
	s.want(http.StatusSeeOther, s.post(branch+"/statement-lists", form("do", "keep", "name", "Reads", "text", "SELECT * FROM shop.users;")))
	s.want(http.StatusSeeOther, s.post(branch+"/advice", form("do", "policy", "policy", "axonops", "guardrails", "")))
	page := s.want(http.StatusOK, s.get(review)).body
	wantAll(t, "the proposal", page, "2 changes, none breaks a running application", "statement list Reads added",
		"policy of advice changed from what is recommended to axonops")
	s.want(http.StatusSeeOther, s.act(review, "ready"))
	s.want(http.StatusSeeOther, s.act(review, "merge"))
	if m, _ := s.model(path); m.Policy.Name != "axonops" || len(m.StatementLists) != 1 {
		t.Errorf("after the merge: %v, %d lists", m.Policy, len(m.StatementLists))
	}
}

// A model follows a preset or pasted guardrails; those that no rule knows are listed, and other settings are not kept.
func TestFollowPolicy(t *testing.T) {
	s := newSite(t)
	path := s.imported(badScript)
	wantAll(t, "the page", s.get(path+"/advice").body, "Policy: Recommended for the target")
	s.want(http.StatusSeeOther, s.post(path+"/advice", form("do", "policy", "policy", "axonops", "guardrails", "")))
	wantAll(t, "the page", s.get(path+"/advice").body, "Policy: AxonOps recommended")
	refused := s.want(http.StatusUnprocessableEntity, s.post(path+"/advice", form("do", "policy", "guardrails", "a: [b"))).body
	wantAll(t, "the page", refused, "The guardrails cannot be read", "a: [b")
	s.want(http.StatusSeeOther, s.post(path+"/advice", form("do", "policy", "guardrails",
		"listen_address: 10.0.0.1\ncolumns_per_table_fail_threshold: 3\n")))
	wantAll(t, "the page", s.get(path+"/advice").body, "Policy: cassandra.yaml", "1 error")
	if m, _ := s.model(path); len(m.Policy.Guardrails) != 1 {
		t.Errorf("the document keeps %v", m.Policy.Guardrails)
	}
}

// A file is read like pasted text, wins over it, and is refused with the reason; what the form has stays in it.
func TestUploadPolicy(t *testing.T) {
	s := newSite(t)
	path := s.imported(badScript)
	send := func(file string) answer {
		return s.upload(path+"/advice", url.Values{"do": {"policy"}, "policy": {"axonops"}, "guardrails": {"tables_warn_threshold: 9"}}, "cassandra.yaml", file)
	}
	for file, want := range map[string]string{
		"":                               "The file cassandra.yaml is empty",
		" \n":                            "The file cassandra.yaml is empty",
		"\xff\xfea\x00":                  "The file cassandra.yaml is text in UTF-16",
		"PK\x03\x04":                     "The file cassandra.yaml is an archive",
		"cluster_name: [a\nb: c":         "The guardrails cannot be read: it is not YAML",
		"CREATE TABLE t (a int)":         "The guardrails cannot be read: it is not YAML",
		"# tables_warn_threshold: 5\n":   "The guardrails cannot be read: it has no setting",
		"cluster_name: Test\nrpc: a\n":   "There is no guardrail in this text",
		strings.Repeat("# x\n", 300_000): "cassandra.yaml has at most",
	} {
		page := s.want(http.StatusUnprocessableEntity, send(file)).body
		wantAll(t, fmt.Sprintf("the page after %.20q", file), html.UnescapeString(page), want, "Policy: Recommended for the target")
	}
	s.want(http.StatusSeeOther, send("\ufefflisten_address: 10.0.0.1\r\ncolumns_per_table_warn_threshold: 3\r\ncolumns_per_table_fail_threshold: -1\r\n"+
		"no_such_fail_threshold: 7\r\ncollection_size_warn_threshold: 64KiB\r\ncolumn_value_size_warn_threshold_in_kb: 256\r\n"+
		"items_per_collection_warn_threshold: 0\r\ntables_fail_threshold: many\r\n"))
	page := s.get(path + "/advice").body
	wantAll(t, "the page", page, "Policy: cassandra.yaml", "shop.users has 4 columns; the limit is 3", "No rule knows: <code>", "no_such_fail_threshold",
		"tables_fail_threshold: many: want a number")
	m, _ := s.model(path)
	if _, has := m.Policy.Guardrails["listen_address"]; has || m.Policy.Guardrails["columns_per_table_warn_threshold"] != "3" {
		t.Errorf("the document keeps %v", m.Policy.Guardrails)
	}
}

// Judged statements are counted by verdict.
func TestStatementsAreCountedByVerdict(t *testing.T) {
	s := newSite(t)
	path := s.imported(badScript)
	page := s.want(http.StatusOK, s.post(path+"/statements", form("tab", "statements",
		"text", "SELECT * FROM users WHERE id = ?; SELECT email FROM users WHERE id = ?; SELECT * FROM users;"))).body
	wantAll(t, "the page", page, ">2 one partition<", ">1 scan<")
}
