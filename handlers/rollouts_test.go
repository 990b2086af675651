package handlers_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"widerow/cql"
	"widerow/handlers/connections/reach"
	"widerow/model"
	"widerow/store"
	"widerow/store/cluster"
)

// schemaCluster is a cluster that keeps the schema that statements make.
type schemaCluster struct {
	*fakeCluster
	schema string
	sent   []string
	// fail returns the error of a statement, and whether it is executed all the same.
	fail  func(statement string) (executed bool, err error)
	sizes *cluster.Sizes
}

func newSchemaCluster(schema string) *schemaCluster {
	s := &schemaCluster{fakeCluster: &fakeCluster{}, schema: schema, sizes: &cluster.Sizes{At: time.Now(), Nodes: []string{"10.0.0.5:9042"}}}
	s.answer = s.do
	return s
}

func (s *schemaCluster) do(job reach.Job) (*reach.Answer, error) {
	answer := &reach.Answer{Server: cluster.Server{Name: "cassandra", Target: "cassandra-5.0"}, Sizes: s.sizes}
	if job.Schema {
		answer.Schema = s.schema
	}
	if job.Statement == nil {
		return answer, nil
	}
	s.sent = append(s.sent, job.Statement.Text)
	executed, err := true, error(nil)
	if s.fail != nil {
		executed, err = s.fail(job.Statement.Text)
	}
	if executed {
		whole, _ := cql.ImportFindings(model.Cassandra50, s.schema+"\n"+job.Statement.Text+";", "Cluster")
		s.schema = cql.PrintModel(whole, cql.PrintOptions{Options: cql.AllOptions})
	}
	answer.Result = &cluster.Result{}
	return answer, err
}

// count is the number of statements that were sent.
func (s *schemaCluster) count() int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return len(s.sent)
}

// roller applies the hotel example to a cluster.
type roller struct {
	*site
	cluster              *schemaCluster
	models               store.Store
	apply, drift, secret string
}

// newRoller has a cluster with a table more than the model, two tables less, and a column too many.
func newRoller(t *testing.T, more ...string) *roller {
	t.Helper()
	r := &roller{models: newStore(), secret: filepath.Join(t.TempDir(), "secret"), cluster: newSchemaCluster("")}
	r.site = connectingSiteTo(t, r.models, r.secret, r.cluster)
	connection := r.connect(append([]string{"writes", "on"}, more...)...)
	hotel := r.open("hotel")
	schema := r.get(hotel + "/schema.cql").body
	schema = regexp.MustCompile(`(?s)CREATE TABLE hotel\.(hotels_by_poi|pois_by_hotel) \(.*?;`).ReplaceAllString(schema, "")
	r.cluster.schema = schema + "\nCREATE TABLE hotel.old (k int PRIMARY KEY, v text);\n"
	r.apply = hotel + "/clusters/" + strings.TrimPrefix(connection, "/connections/") + "/apply"
	r.drift = connection + "/drift/" + strings.TrimPrefix(hotel, "/m/") + "/model"
	return r
}

func connectingSiteTo(t *testing.T, models store.Store, secret string, there *schemaCluster) *site {
	return connectingSite(t, models, secret, there.fakeCluster)
}

var markField = regexp.MustCompile(`name="mark" value="([^"]*)"`)

// start confirms the plan that the page shows, and returns the path of the rollout.
func (r *roller) start() string {
	r.t.Helper()
	page := r.want(http.StatusOK, r.get(r.apply)).body
	mark := markField.FindStringSubmatch(page)
	if mark == nil {
		r.t.Fatalf("the page has no form:\n%s", page)
	}
	return r.want(http.StatusSeeOther, r.post(r.apply, form("mark", mark[1], "confirm", "Shop"))).Header.Get("Location")
}

var (
	statusOfPage = regexp.MustCompile(`data-status="([^"]*)"`)
	stepField    = regexp.MustCompile(`name="step" value="([^"]*)"`)
)

// await waits until the rollout does not run any more, and returns its page.
func (r *roller) await(path, status string) string {
	r.t.Helper()
	for {
		page := r.want(http.StatusOK, r.get(path)).body
		switch found := statusOfPage.FindStringSubmatch(page); {
		case found == nil:
			r.t.Fatalf("the page has no status:\n%s", page)
		case found[1] == status:
			return page
		case found[1] != "running":
			r.t.Fatalf("the rollout is %s, want %s:\n%s", found[1], status, page)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// press sends the form of a rollout's page.
func (r *roller) press(path, page, do string, more ...string) answer {
	r.t.Helper()
	return r.post(path, formWith(more, "do", do, "step", stepField.FindStringSubmatch(page)[1]))
}

func (r *roller) wantSame() {
	r.t.Helper()
	if page := r.want(http.StatusOK, r.get(r.drift+"?tab=plan")).body; !strings.Contains(page, "nothing to migrate") {
		r.t.Errorf("after all steps the cluster differs:\n%s", r.cluster.schema)
	}
}

// TestApply: a plan is confirmed by the name of the connection, its statements are sent in their order, and the
// drops only after a second confirmation that tells what they remove.
func TestApply(t *testing.T) {
	r := newRoller(t)
	r.cluster.sizes.Tables = []cluster.TableSize{{Keyspace: "hotel", Table: "old", Partitions: 1200, DiskBytes: 3 << 20}}
	page := r.want(http.StatusOK, r.get(r.apply)).body
	mark := markField.FindStringSubmatch(page)[1]
	if !strings.Contains(page, "2 statements, then the cleanup: 1 step") {
		t.Errorf("the page does not count the steps:\n%s", page)
	}
	wrong := r.want(http.StatusUnprocessableEntity, r.post(r.apply, form("mark", mark, "confirm", "shop")))
	stale := r.want(http.StatusConflict, r.post(r.apply, form("mark", "another", "confirm", "Shop")))
	if !strings.Contains(wrong.body, "This is not Shop.") || !strings.Contains(stale.body, "has changed since this page was shown") || r.cluster.count() != 0 {
		t.Errorf("%d statements were sent without a confirmation", r.cluster.count())
	}
	path := r.start()
	held := r.await(path, "cleanup")
	if !strings.Contains(held, "about 1,200 partitions, 3.1 MB on disk") || !strings.Contains(held,
		"<code>DROP TABLE hotel.old</code>") || r.cluster.count() != 2 {
		t.Errorf("after %d statements the page shows\n%s", r.cluster.count(), held)
	}
	if again := r.want(http.StatusSeeOther, r.get(r.apply)); again.Header.Get("Location") != path {
		t.Error("a second plan can begin while the first goes on")
	}
	r.want(http.StatusUnprocessableEntity, r.press(path, held, "cleanup", "confirm", "yes"))
	if r.cluster.count() != 2 {
		t.Fatal("a table was dropped without a confirmation")
	}
	r.want(http.StatusSeeOther, r.press(path, held, "cleanup", "confirm", "Shop"))
	done := r.await(path, "finished")
	if got := strings.Join(r.cluster.sent, "\n"); !strings.HasSuffix(got, "DROP TABLE hotel.old") || !strings.Contains(done, "3 of 3 steps done") {
		t.Errorf("sent\n%s", got)
	}
	r.wantSame()
}

// TestApplyFails: the first failure stops a rollout with the message of the server; after a restart of the
// server it goes on with the step that failed.
func TestApplyFails(t *testing.T) {
	r := newRoller(t)
	refused := true
	r.cluster.fail = func(statement string) (bool, error) {
		if refused && strings.Contains(statement, "pois_by_hotel") {
			return false, &cluster.Refusal{Code: 0x2200, Message: "Cannot create <it> now"}
		}
		return true, nil
	}
	path := r.start()
	page := r.await(path, "failed")
	if !strings.Contains(page, "Step 2 failed: Cannot create &lt;it&gt; now") || !strings.Contains(page, "1 of 3 steps done, 2 left") {
		t.Errorf("the page shows\n%s", page)
	}
	r.site = connectingSiteTo(t, r.models, r.secret, r.cluster) // the server starts again
	if after := r.await(path, "failed"); !strings.Contains(after, "Step 2 failed: Cannot create &lt;it&gt; now") {
		t.Errorf("after the restart the page shows\n%s", after)
	}
	r.want(http.StatusSeeOther, r.press(path, page, "resume"))
	r.await(path, "failed")
	refused = false
	r.want(http.StatusSeeOther, r.press(path, page, "resume"))
	held := r.await(path, "cleanup")
	r.want(http.StatusSeeOther, r.press(path, page, "skip")) // an old form: nothing happens
	r.want(http.StatusSeeOther, r.press(path, held, "close"))
	r.await(path, "closed")
	if got := r.cluster.count(); got != 4 {
		t.Errorf("%d statements were sent, want the first, and the second three times:\n%s", got, strings.Join(r.cluster.sent, "\n"))
	}
}

// TestApplyLosesAnswers: a statement without an answer is looked for in the cluster, and sent again only if
// it is not there.
func TestApplyLosesAnswers(t *testing.T) {
	for _, executed := range []bool{true, false} {
		t.Run(fmt.Sprint("executed ", executed), func(t *testing.T) {
			r := newRoller(t)
			lost := true
			r.cluster.fail = func(string) (bool, error) {
				if lost {
					lost = false
					return executed, fmt.Errorf("%w: 10.0.0.5:9042 has not answered", cluster.ErrTimeout)
				}
				return true, nil
			}
			path := r.start()
			page := r.await(path, "unknown")
			r.want(http.StatusSeeOther, r.press(path, page, "resume"))
			held := r.await(path, "cleanup")
			want := map[bool]int{true: 2, false: 3}[executed]
			if got := r.cluster.count(); got != want || strings.Contains(held, "the cluster has it") != executed {
				t.Errorf("%d statements were sent, want %d:\n%s", got, want, held)
			}
		})
	}
}

// TestApplyFindsOtherChanges: if somebody else has changed the cluster meanwhile, the page asks before it goes on.
func TestApplyFindsOtherChanges(t *testing.T) {
	r := newRoller(t)
	r.cluster.fail = func(string) (bool, error) { return false, &cluster.Refusal{Code: 0x1001, Message: "Overloaded"} }
	path := r.start()
	page := r.await(path, "failed")
	r.cluster.mutex.Lock()
	r.cluster.fail, r.cluster.schema = nil, r.cluster.schema+"\nCREATE TABLE hotel.more (k int PRIMARY KEY);\n"
	r.cluster.mutex.Unlock()
	asked := r.want(http.StatusConflict, r.press(path, page, "resume")).body
	if !strings.Contains(asked, "Somebody else has changed the schema") || r.cluster.count() != 1 {
		t.Errorf("%d statements were sent, and the page shows\n%s", r.cluster.count(), asked)
	}
	r.want(http.StatusSeeOther, r.press(path, asked, "again"))
	r.await(path, "cleanup")
}

// TestApplyByHand: a step that is no statement is told, and the rollout waits until somebody has done it.
func TestApplyByHand(t *testing.T) {
	r := newRoller(t)
	r.cluster.schema = strings.Replace(r.cluster.schema, "PRIMARY KEY ((hotel_id, room_number), amenity_name)",
		"PRIMARY KEY (hotel_id, room_number, amenity_name)", 1)
	page := r.want(http.StatusOK, r.get(r.apply)).body
	if !strings.Contains(page, "steps by hand") || !strings.Contains(page, "amenities_by_room_v2") {
		t.Fatalf("the plan has no new table:\n%s", page)
	}
	path := r.start()
	for i := 0; ; i++ {
		held := r.await(path, "by hand")
		if !strings.Contains(held, "is yours: ") || i > 10 {
			t.Fatalf("the page shows\n%s", held)
		}
		r.want(http.StatusSeeOther, r.press(path, held, "done"))
		if next := r.get(path).body; strings.Contains(next, `data-status="cleanup"`) {
			break
		}
	}
	if sent := strings.Join(r.cluster.sent, "\n"); !strings.Contains(sent, "amenities_by_room_v2") || strings.Contains(sent, "DROP") {
		t.Errorf("sent\n%s", sent)
	}
}

// TestApplyNeedsLeave: a connection that only reads sends nothing, and neither does one that reads only since
// the rollout began.
func TestApplyNeedsLeave(t *testing.T) {
	r := newRoller(t, "writes", "")
	page := r.want(http.StatusOK, r.get(r.apply)).body
	if !strings.Contains(page, "Shop only reads") || markField.MatchString(page) {
		t.Errorf("a connection that only reads has a form:\n%s", page)
	}
	r.want(http.StatusUnprocessableEntity, r.post(r.apply, form("mark", "x", "confirm", "Shop")))
	if r.cluster.count() != 0 {
		t.Errorf("%d statements were sent", r.cluster.count())
	}
}
