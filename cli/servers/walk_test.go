package servers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"widerow/cli/walk/browser"
	"widerow/cql/cassandratest"
)

// TestWalkServers has two people in Chromium at two servers of one store: who signs in at one is signed in at
// the other, each sees who is there, what is saved and what is said, and stays when the other's server dies.
func TestWalkServers(t *testing.T) {
	t.Parallel() // they mostly wait
	browser.OpenBrowser(t)
	session := cassandratest.Session(t)
	keyspace, nodes := cassandratest.Keyspace(t, session), []string{cassandratest.Address(t)}
	f := startFleet(t, initStore(t, nodes, keyspace, "1"), nodes, keyspace, 2, "--sign-in=password", "--new-models=editor")
	one, two := f.servers[0], f.servers[1]
	ada, ben := window(t, two), window(t, two)
	ada.Open(commonLink(t, one, two))
	becomes(ada, "ada")
	at(ada, one)
	ada.Open("inbox") // a page for those who are signed in
	browser.Want(ada, `document.querySelector("h1").textContent.trim()`, "Inbox")
	ben.Open(invited(ada, "ben"))
	becomes(ben, "ben")

	hotel := ada.ClickHotel()
	ada.Open(hotel + "/physical?select=photelsbyid")
	ben.Open(hotel + "/physical?select=photelsbyid")
	here(ben, "A")
	here(ada, "B")
	loaded := browser.Ask[float64](ben, "performance.timeOrigin")
	ada.Add("relation-column", "name", "stars")
	seen(ben, "a column", `document.querySelector("#canvas > svg").textContent.includes("stars") && document.getElementById("saved").title.includes("ada")`)
	ada.Fill("#comment-photelsbyid-text", "Is this right, @ben?")
	ada.ExpectUpdate(func() { ada.Click("#comment-photelsbyid-send") })
	seen(ben, "a comment", `document.querySelector(".layer > .pin:not([hidden])")?.dataset.pin === "photelsbyid"`)
	seen(ben, "the count of the inbox", `document.querySelector("#inbox .comment-count.new")?.textContent.startsWith("1")`)
	if now := browser.Ask[float64](ben, "performance.timeOrigin"); now != loaded {
		t.Error("the page was loaded again")
	}

	one.kill()
	at(ada, two)
	ada.Open(hotel + "/physical?select=photelsbyid")
	ada.Add("relation-column", "name", "rooms")
	seen(ben, "a column saved at its own server", `document.querySelector("#canvas > svg").textContent.includes("rooms")`)
	ada.Open("you/account")
	ada.ExpectLoad(func() { ada.Click(`form[action$="/sign-out"] button`) })
	here(ben)
	ada.TakeFaults() // the stream of the server that has died
}

// window opens a browser window at a server. All ports of a machine share their cookies.
func window(t *testing.T, s *server) *browser.Walker {
	t.Helper()
	v := browser.NewLiveWalker(t, &browser.Program{Url: s.url("")})
	v.Expect(http.StatusUnauthorized)
	return v
}

// at lets a window ask another server from now on, as a proxy may with any request.
func at(v *browser.Walker, s *server) { v.Site = s.url("") }

// becomes chooses a name and a password on the page that a link leads to.
func becomes(v *browser.Walker, name string) {
	v.T.Helper()
	v.Wait(`document.querySelector("#password")`)
	if browser.Ask[bool](v, `Boolean(document.querySelector("#name"))`) {
		v.Fill("#name", name)
	}
	v.Fill("#password", "long enough for "+name)
	v.Fill("#again", "long enough for "+name)
	v.ExpectLoad(func() { v.Click(`main button[type="submit"]`) })
	v.TakeFaults() // Chromium wants a field for the name that it can see
}

// invited adds an account on the page of people, and returns the path by which its owner chooses a password.
func invited(v *browser.Walker, name string) string {
	v.T.Helper()
	v.Open("people")
	v.Fill("#name", name)
	v.ExpectLoad(func() { v.Click(`[aria-labelledby=new-title] button`) })
	link, err := url.Parse(browser.Ask[string](v, `document.querySelector("#secret").textContent`))
	if err != nil {
		v.T.Fatal(err)
	}
	return strings.TrimPrefix(link.Path, "/")
}

// here waits until a page shows these initials, and nobody else.
func here(v *browser.Walker, initials ...string) {
	v.T.Helper()
	seen(v, "who is there", `[...document.querySelectorAll("#present .who")].map((who) => who.textContent).join(" ") === ¿`, strings.Join(initials, " "))
}

// seen waits until a page shows what happened at another server, and logs how long that took: on a busy machine
// pages take longer than the second that servers have.
func seen(v *browser.Walker, what, code string, arguments ...any) {
	v.T.Helper()
	begun := time.Now()
	v.Wait(code, arguments...)
	v.T.Logf("%s is shown after %v", what, time.Since(begun).Round(10*time.Millisecond))
}
