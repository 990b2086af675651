package servers

import (
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"widerow/cql/cassandratest"
)

// browserOf is a browser that follows no redirects and keeps its cookies, which all servers of a machine get.
func browserOf(t *testing.T) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{Jar: jar, Timeout: time.Minute, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// visit returns the status of a page and where it leads.
func visit(t *testing.T, browser *http.Client, s *server, path string, form url.Values) (status int, leads string) {
	t.Helper()
	var response *http.Response
	var err error
	if form == nil {
		response, err = browser.Get(s.url(path))
	} else {
		response, err = browser.PostForm(s.url(path), form)
	}
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	return response.StatusCode, response.Header.Get("Location")
}

// commonLink waits for the link of the first admin, which both servers write after they have begun to answer.
func commonLink(t *testing.T, one, two *server) string {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		link := regexp.MustCompile(`sign-in/link/[^\s"]+`).FindString(one.log.String())
		if link != "" && strings.Contains(two.log.String(), link) {
			return link
		}
	}
	t.Fatalf("the servers have no common link for the first admin:\n%s\n%s", one.log, two.log)
	return ""
}

// TestSignInServers: who signs in at one server is known at the other one at once, and no more once signed out; wrong
// passwords and hourly limits count together; the link of the first admin works anywhere; webhooks report once.
func TestSignInServers(t *testing.T) {
	t.Parallel() // they mostly wait
	session := cassandratest.Session(t)
	keyspace, nodes := cassandratest.Keyspace(t, session), []string{cassandratest.Address(t)}
	host, calls := startReceiver(t)
	const limit = 4
	f := startFleet(t, initStore(t, nodes, keyspace, "1"), nodes, keyspace, 2, "--sign-in=password", "--webhooks="+host, "--webhooks-private",
		"--trusted-proxies=127.0.0.1", fmt.Sprintf("--models-per-hour=%d", limit))
	one, two := f.servers[0], f.servers[1]
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("logs:\n%.4000s\n%.4000s", one.log, two.log)
		}
	})
	link := commonLink(t, one, two)
	const password = "a long enough password"
	ada := browserOf(t)
	if status, leads := visit(t, ada, two, link, url.Values{"name": {"ada"}, "password": {password}, "again": {password}}); status != http.StatusSeeOther {
		t.Fatalf("become the first admin: %d %s", status, leads)
	}
	wants := func(browser *http.Client, s *server, signedIn bool) {
		t.Helper()
		if status, leads := visit(t, browser, s, "people", nil); (status == http.StatusOK) != signedIn {
			t.Errorf("people at %s: %d %s, want signed in: %v", s.listen, status, leads, signedIn)
		}
	}
	wants(ada, one, true)
	wants(ada, two, true)
	id := ""
	if status, leads := visit(t, ada, one, "models", url.Values{"name": {"Hotel"}}); status == http.StatusSeeOther {
		_, id, _ = strings.Cut(leads, "/m/")
		id, _, _ = strings.Cut(id, "/")
	}
	if status, _ := visit(t, ada, two, "m/"+id+"/share", nil); status != http.StatusOK {
		t.Errorf("the owner of a new model may not share it at the other server: %d", status)
	}
	wantLimit(t, ada, limit, one, two)
	other := browserOf(t)
	if status, _ := visit(t, other, two, "sign-in", url.Values{"name": {"ada"}, "password": {password}}); status != http.StatusSeeOther {
		t.Fatalf("sign in at another browser: %d", status)
	}
	wants(other, one, true)
	if status, _ := visit(t, ada, one, "you/password", url.Values{"old": {password}, "new": {password + "!"}}); status != http.StatusSeeOther {
		t.Fatalf("change the password: %d", status)
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		if status, _ := visit(t, other, two, "people", nil); status != http.StatusOK {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("a session from before the change of the password holds at the other server")
		}
	}
	wants(ada, two, true)
	third := browserOf(t)
	if status, _ := visit(t, third, one, "sign-in", url.Values{"name": {"ada"}, "password": {password + "!"}}); status != http.StatusSeeOther {
		t.Fatalf("sign in with the new password: %d", status)
	}
	if status, _ := visit(t, ada, two, "sign-out", url.Values{}); status != http.StatusSeeOther {
		t.Fatalf("sign out: %d", status)
	}
	wants(ada, one, false)
	wantCountedTogether(t, one, two)
	wantReports(t, third, id, one, two, host, calls)
}

// wantCountedTogether guesses passwords at a server until it refuses more, which the other one then does, too,
// before as many were tried there.
func wantCountedTogether(t *testing.T, one, two *server) {
	t.Helper()
	guesser := browserOf(t)
	isRefused := func(s *server) bool {
		status, _ := visit(t, guesser, s, "sign-in", url.Values{"name": {"ada"}, "password": {"wrong"}})
		if status != http.StatusTooManyRequests && status != http.StatusUnauthorized {
			t.Fatalf("a wrong password: %d", status)
		}
		return status == http.StatusTooManyRequests
	}
	free := 0
	for ; !isRefused(one); free++ {
		if free == 20 {
			t.Fatal("a server refuses no guess")
		}
	}
	// The servers tell each other within a second. The first guess may come after the wait that they told of.
	time.Sleep(1500 * time.Millisecond)
	for tried := 1; !isRefused(two); tried++ {
		if tried == free-1 {
			t.Fatalf("the other server takes %d guesses after the %d at the first one", tried, free)
		}
		if tried%2 == 0 {
			time.Sleep(20 * time.Second) // on a busy machine
		}
	}
}
