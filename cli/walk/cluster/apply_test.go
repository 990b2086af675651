package cluster

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"widerow/cli/walk/browser"
	"widerow/cql/cassandratest"
)

// TestApply brings a cluster to a model: a statement that Cassandra refuses stops it, it goes on once the cause is mended, and the
// drop asks again. Then the cluster and the model are the same.
func TestApply(t *testing.T) {
	session := cassandratest.Session(t)
	v := &engineer{browser.Walk(t), cassandratest.Keyspace(t, session)}
	v.Prefer("light")
	v.change("CREATE TABLE %s.rooms (hotel text, number int, name text, note int, PRIMARY KEY (hotel, number))")
	v.change("CREATE TABLE %s.guests (id uuid PRIMARY KEY, name text)")
	connection := v.connect()
	v.Reveal("#connection-form [name=writes]")
	v.Fill("#connection-form [name=writes]", "yes")
	v.ExpectLoad(func() { v.Click("#save-connection") })
	v.Open(connection)
	model := v.readSchema()
	// Behind the back of the model: a table less, one more, and a column that was of another type.
	v.change("DROP TABLE %s.guests")
	v.change("CREATE TABLE %s.old (k int PRIMARY KEY)")
	v.emptyRooms("text")
	v.change("ALTER TABLE %s.rooms DROP note")
	id := strings.TrimPrefix(connection, "connections/")
	v.Open(model + "/cql")
	v.ExpectLoad(func() { v.Click("#pane-clusters") })
	v.ExpectLoad(func() { v.Click("#apply-" + id) })
	if got := v.Reads("#apply-sum"); !strings.HasPrefix(got, "2 statements, then the cleanup: 1 step.") {
		v.Fail("the plan is %q", got)
	}
	v.Picture("cluster-apply")
	v.Fill("#apply-confirm", "Hostels")
	v.Expect(422)
	v.ExpectLoad(func() { v.Click("#apply-start") })
	if got := v.Reads("#apply-wrong"); got != "This is not Hotels." {
		v.Fail("another word is answered with %q", got)
	}
	v.Fill("#apply-confirm", "Hotels")
	v.ExpectLoad(v.EnterKey)
	v.Wait(`document.querySelector("#rollout-failed")`)
	if got := v.Reads("#rollout-failed"); !strings.Contains(got, "Cannot add a column 'note' of type int, incompatible with previously dropped column") {
		v.Fail("the failure is %q", got)
	}
	v.Picture("cluster-apply-failed")
	v.emptyRooms("") // without a memory of the column
	v.ExpectLoad(func() { v.Click("#rollout-resume") })
	v.Wait(`document.querySelector("#rollout-cleanup")`)
	if got := v.Reads("#apply-drops"); !strings.Contains(got, "DROP TABLE "+v.keyspace+".old") {
		v.Fail("the cleanup drops %q", got)
	}
	v.Fill("#apply-confirm", "Hotels")
	v.ExpectLoad(func() { v.Click("#rollout-clean") })
	v.Wait(`document.querySelector("#rollout-finished")`)
	v.onPhoneApply(model)
	v.Open(connection + "/drift/" + strings.TrimPrefix(model, "m/") + "/model")
	v.Wait(`document.querySelector("main").innerText.includes("No differences")`)
}

// emptyRooms makes the table of rooms anew, with a note of a type, or none.
func (v *engineer) emptyRooms(note string) {
	v.T.Helper()
	if note != "" {
		note = "note " + note + ", "
	}
	v.change("DROP TABLE %s.rooms")
	v.change("CREATE TABLE %s.rooms (hotel text, number int, name text, " + note + "PRIMARY KEY (hotel, number))")
}

// onPhoneApply looks at the pages in a narrow window.
func (v *engineer) onPhoneApply(model string) {
	v.T.Helper()
	axe := browser.AxeCore(v.T)
	v.Do(chromedp.EmulateViewport(390, 844))
	v.Prefer("dark")
	v.Inspect(axe, "rollout")
	v.Open(model + "/clusters")
	v.Inspect(axe, "clusters")
}

// TestSecured connects to a Cassandra with users and TLS: a wrong password and an unknown authority are told on the page.
func TestSecured(t *testing.T) {
	server := cassandratest.Secured(t)
	v := browser.Walk(t)
	v.Open("connections")
	v.Fill("#name", "Secured")
	v.Fill("#hosts", server.Address)
	v.Fill("#user", server.User)
	v.Fill("#connection-form [name=tls]", "yes")
	for _, test := range []struct{ password, ca, at, words string }{
		{server.Password, "", "#test-problem", "is not trusted"},
		{"wrong", string(server.CA), "#test-problem", "does not accept the user or the password"},
		{server.Password, string(server.CA), "#test-ok", "Apache Cassandra"},
	} {
		v.Reveal("#ca")
		v.Fill("#password", test.password)
		v.Fill("#ca", test.ca)
		v.ExpectLoad(func() { v.Click("#test-connection") })
		for test.at == "#test-ok" && browser.Ask[bool](v, `document.querySelector("#test-problem") !== null`) { // its first user is made a while after it answers
			v.Fill("#password", test.password)
			v.ExpectLoad(func() { v.Click("#test-connection") })
		}
		if got := v.Reads(test.at); !strings.Contains(got, test.words) || strings.Contains(got, test.password) {
			v.Fail("the test says %q, want %q", got, test.words)
		}
	}
	v.Fill("#password", server.Password)
	v.ExpectLoad(func() { v.Click("#save-connection") })
	v.ExpectLoad(func() { v.Click("#ask-cluster") })
	if got := v.Reads("#test-ok"); !strings.Contains(got, "Apache Cassandra") {
		v.Fail("the saved connection says %q", got)
	}
}
