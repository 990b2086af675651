package cluster

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"widerow/cli/walk/browser"
	"widerow/cql/cassandratest"
)

const ann, bea = "00000000-0000-4000-8000-00000000000a", "00000000-0000-4000-8000-00000000000b"

// TestUpdateOnCluster carries out the plan of an update step by step, and looks at the rows behind the back of the pages.
func TestUpdateOnCluster(t *testing.T) {
	v := &engineer{Walker: browser.Walk(t)}
	v.Prefer("light")
	axe := browser.AxeCore(t)
	model := v.Server.CopyExample("suspensions")
	v.makeTables(model, "moderation")
	cassandratest.Run(t, cassandratest.Session(t), "INSERT INTO moderation.users (user_id, name) VALUES ("+ann+", 'Ann')")
	v.connectTo("Moderation")
	v.Open(model + "/queries?select=u1")
	v.ExpectLoad(func() { v.Click("#run-plan") })
	v.Look(axe, "console-update")
	v.giveValues(ann, bea)
	v.Expect(422)
	v.ExpectLoad(func() { v.Click("#update-start") })
	if got := v.Reads("#update-problem"); !strings.HasPrefix(got, "Moderation only reads") {
		v.Fail("the refusal is %q", got)
	}
	v.ExpectLoad(func() { v.Click("#update-problem a") })
	v.Reveal("#connection-form [name=writes]")
	v.Fill("#connection-form [name=writes]", "yes")
	v.ExpectLoad(func() { v.Click("#save-connection") })
	for _, name := range []string{"Bea", "Eve"} { // the second time the condition does not hold
		v.Open(model + "/console/updates/u1")
		v.giveValues(ann, bea)
		v.Fill("#value-6", name)
		v.ExpectLoad(func() { v.Click("#update-start") })
		v.ExpectLoad(func() { v.Click("#update-send") }) // the read
		if name == "Bea" {
			v.Look(axe, "console-update-next")
			v.confirm("yes")
			if got := v.Reads("#console-wrong"); got != "This is not suspensions_by_user." {
				v.Fail("after another word: %q", got)
			}
		}
		v.confirm("suspensions_by_user")
		if name == "Eve" {
			break
		}
		v.Wait(`document.activeElement.id === "answer-0"`)
		v.Keys("2026-11")
		v.Expect(422)
		v.ExpectLoad(v.EnterKey)
		if got := v.Reads("#answer-0-about"); !strings.HasPrefix(got, "“2026-11” is no date.") {
			v.Fail("the field says %q", got)
		}
		v.Fill("#answer-0", "2026-11-01")
		v.ExpectLoad(v.EnterKey)
		v.confirm("users_by_status")
		if got := v.Reads("#update-finished"); got != "The update is done." {
			v.Fail("the end says %q", got)
		}
		v.Look(axe, "console-update-done")
	}
	if got := v.Reads("#update-stopped"); !strings.HasPrefix(got, "The condition of step 2 did not hold") {
		v.Fail("the second time the page says %q", got)
	}
	v.Look(axe, "console-update-stopped")
	v.wantSuspended()
	v.loadAndCancel(strings.TrimPrefix(model, "m/"))
}

// loadAndCancel cancels a load of sample data in the middle, and loads anew.
func (v *engineer) loadAndCancel(model string) {
	v.T.Helper()
	cassandratest.DropAfter(v.T, cassandratest.Session(v.T), "moderation_sample")
	v.Open("connections")
	v.ExpectLoad(func() { v.Click(`main a[href*="connections/"]:not([href$="/new"])`) })
	v.Open(v.Path() + "/sample/" + model)
	v.Fill("#sample-rows", "200000")
	v.Fill("#sample-seed", "7")
	v.ExpectJob(func() { v.Click("#load-sample") })
	v.Wait(`document.querySelector(".job-state progress")?.value > 0`)
	v.Picture("cluster-sample-working")
	v.ExpectLoad(func() { v.Click("#job-cancel") })
	v.Wait(`document.querySelector("#sample-problem")`)
	if got := v.Reads("#sample-problem"); !strings.HasPrefix(got, "Stopped before the end.") {
		v.Fail("after Cancel the page says %q", got)
	}
	v.Picture("cluster-sample-stopped")
	if marked := v.countRows("moderation_sample.widerow_sample"); marked == 0 {
		v.Fail("the keyspace has no mark")
	}
	v.Fill("#sample-rows", "40")
	v.ExpectLoad(func() { v.Click("#load-sample") })
	v.Wait(`document.querySelector("#load-again")`)
	v.ExpectLoad(func() { v.Click("#load-again") })
	v.Wait(`document.querySelector("#sample-result .sample-table")`)
	users := v.countRows("moderation_sample.users")
	if got := v.Reads("#sample-result .sample-table"); users == 0 || !strings.Contains(got, fmt.Sprintf("moderation_sample.users %d ", users)) {
		v.Fail("%d users are there, and the page says %q", users, got)
	}
}

// countRows counts the rows of a table behind the back of the pages.
func (v *engineer) countRows(table string) (rows int) {
	v.T.Helper()
	if err := cassandratest.Session(v.T).Query("SELECT count(*) FROM " + table).Scan(&rows); err != nil {
		v.T.Fatal(err)
	}
	return rows
}

// giveValues fills in the values of a suspension.
func (v *engineer) giveValues(user, moderator string) {
	v.T.Helper()
	for i, value := range []string{user, "active", "2026-11-28 10:00", "", moderator, "It's spam", "Bea"} {
		if value != "" {
			v.Fill("#value-"+string(rune('0'+i)), value)
		}
	}
}

// wantSuspended checks the rows of all tables.
func (v *engineer) wantSuspended() {
	v.T.Helper()
	session := cassandratest.Session(v.T)
	var name, reason, moderator string
	if err := session.Query("SELECT name, reason FROM moderation.users_by_status WHERE status = 'active' AND month = '2026-11-01'").Scan(&name, &reason); err != nil || name != "Ann" || reason != "It's spam" {
		v.T.Errorf("users_by_status has %q and %q: %v", name, reason, err)
	}
	if err := session.Query("SELECT moderator_name FROM moderation.suspensions_by_moderator").Scan(&moderator); err != nil || moderator != "Bea" {
		v.T.Errorf("suspensions_by_moderator has %q: %v", moderator, err)
	}
	// until_date has no value: it is left out.
	if got := cassandratest.Reads(v.T, session, "SELECT * FROM moderation.suspensions_by_user WHERE user_id = "+ann); got != "Read 1 live rows and 0 tombstone cells" {
		v.T.Errorf("suspensions_by_user: %s", got)
	}
}

// makeTables makes the tables of a model on the cluster, which are dropped after the test.
func (v *engineer) makeTables(model string, keyspaces ...string) {
	v.T.Helper()
	session := cassandratest.Session(v.T)
	for _, keyspace := range keyspaces {
		cassandratest.DropAfter(v.T, session, keyspace)
	}
	v.Open(model + "/queries")
	script := v.Evaluated(`fetch("schema.cql").then(answer => answer.text())`)
	for statement := range strings.SplitSeq(strings.ReplaceAll(script, "'replication_factor': 3", "'replication_factor': 1"), ";\n") {
		if at := strings.Index(statement, "CREATE "); at >= 0 {
			cassandratest.Run(v.T, session, statement[at:])
		}
	}
	v.Do(chromedp.EmulateViewport(1280, 900))
}
