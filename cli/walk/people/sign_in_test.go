package people

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"

	"widerow/cli/clitest"
	"widerow/cli/walk/browser"
)

// team starts a server where ada is an admin and bob has no role, with a mode of sign-in.
func team(t *testing.T, arguments ...string) *browser.Program {
	t.Helper()
	browser.OpenBrowser(t) // skips the test without a browser
	t.Parallel()
	folder, err := os.MkdirTemp("", "widerow-people-")
	if err != nil {
		t.Fatal(err)
	}
	// Children of the program may still write its cache when it has ended.
	t.Cleanup(func() { browser.Soon(func() bool { return os.RemoveAll(folder) == nil }) })
	data := "--data=" + filepath.Join(folder, "w.db")
	for _, user := range [][]string{{"--admin", "ada"}, {"bob"}} {
		add := clitest.Process(t, 10*time.Minute, append([]string{"user", "add", "--password-stdin", data}, user...)...)
		add.Stdin = strings.NewReader("long enough\n")
		if output, err := add.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, output)
		}
	}
	return browser.StartProgram(t, append([]string{data}, arguments...)...)
}

// newcomer is a browser of its own in which nobody has signed in.
func newcomer(t *testing.T, server *browser.Program) *browser.Walker {
	t.Helper()
	v := browser.NewWalker(t, server)
	v.Expect(http.StatusUnauthorized)
	v.Expect(http.StatusNotFound)
	return v
}

// signIn fills in the form of the page.
func signIn(v *browser.Walker, name, password string) {
	v.T.Helper()
	v.Fill("#name", name)
	v.Fill("#password", password)
	v.ExpectLoad(func() { v.Click(`main button[type="submit"]`) })
}

// heading is the heading of the page.
const heading = `document.querySelector("h1").textContent.trim()`

// toSignIn fails the test unless a path leads to the sign-in page.
func toSignIn(v *browser.Walker, path string) {
	v.T.Helper()
	v.Open(path)
	browser.Want(v, heading, "Sign in")
}

// shared makes a link to a model on its page Share and returns the path of it.
func shared(v *browser.Walker, model string) string {
	v.T.Helper()
	v.Open(model + "/share")
	v.ExpectLoad(func() { v.Click(`form[action$="/share/links"] button[type="submit"]:not([name])`) })
	v.Wait(`document.querySelector("#secret")`)
	return strings.TrimPrefix(browser.Ask[string](v, `document.querySelector("#secret").textContent`), v.Site)
}

// shows waits until a page shows the diagram of the hotel.
func shows(v *browser.Walker, path string) {
	v.T.Helper()
	v.Open(path)
	v.Wait(`document.querySelector("svg text, svg tspan") && document.title.includes("Hotel")`)
}

// signOut signs out on the page of the account.
func signOut(v *browser.Walker) {
	v.T.Helper()
	v.Open("you/account")
	v.ExpectLoad(func() { v.Click(`form[action$="/sign-out"] button`) })
}

// TestSignInByPassword: who types a wrong password stays out; a private model is its owner's;
// a link shows it to whoever has it; after signing out nothing is left.
func TestSignInByPassword(t *testing.T) {
	server := team(t, "--sign-in=password")
	ada, bob := newcomer(t, server), newcomer(t, server)
	toSignIn(ada, "inbox")
	signIn(ada, "ada", "wrong")
	browser.Want(ada, `document.querySelector(".error").textContent.trim()`, "The name or the password is wrong.")
	signIn(ada, "ada", "long enough")
	browser.Want(ada, `location.pathname`, "/inbox")
	model := ada.ClickHotel()
	link := shared(ada, model)

	toSignIn(bob, model)
	shows(bob, link)
	bob.Open(model)
	signIn(bob, "bob", "long enough")
	bob.Open(model)
	bob.Wait(`document.querySelector("h1") && !document.body.textContent.includes("Hotel")`)
	signOut(ada)
	browser.Want(ada, heading, "Sign in")
	toSignIn(ada, model)
}

// TestSignInByHeader: whom the proxy names is signed in; whom it does not is refused.
func TestSignInByHeader(t *testing.T) {
	server := team(t, "--sign-in=header", "--trusted-header=X-Forwarded-User", "--trusted-proxies=127.0.0.1")
	ada, bob, nobody := newcomer(t, server), newcomer(t, server), newcomer(t, server)
	for v, name := range map[*browser.Walker]string{ada: "ada", bob: "bob"} {
		browser.Command(v, network.SetExtraHTTPHeaders, network.SetExtraHTTPHeadersParams{Headers: network.Headers{"X-Forwarded-User": name}})
	}
	nobody.Open("")
	browser.Want(nobody, heading, "You are not signed in")
	model := ada.ClickHotel()
	link := shared(ada, model)
	bob.Open(model)
	bob.Wait(`document.querySelector("h1") && !document.body.textContent.includes("Hotel")`)
	shows(nobody, link)
	nobody.Open(model)
	browser.Want(nobody, heading, "You are not signed in")
}

// TestNobodySignsIn: without sign-in there is nothing to sign in to, and everyone opens models.
func TestNobodySignsIn(t *testing.T) {
	v := browser.Walk(t)
	v.Expect(http.StatusNotFound)
	model := v.MakeHotel()
	other := browser.NewWalker(t, v.Server)
	shows(other, model+"/logical")
	v.Open("sign-in")
	v.Wait(`document.querySelector("h1") && !document.querySelector("#password")`)
}

// TestSignInAtAProvider: a whole round through a provider of OpenID Connect. Whoever declines
// there is not signed in; an admin by a group is one.
func TestSignInAtAProvider(t *testing.T) {
	there := newProvider(t)
	settings, err := json.Marshal([]map[string]string{{"name": "corp", "label": "Corp", "issuer": there.url, "client_id": "widerow", "client_secret": "secret"}})
	if err != nil {
		t.Fatal(err)
	}
	server := team(t, "--sign-in=oidc", "--oidc="+string(settings), `--group-roles={"leads":"admin"}`)
	v, other := newcomer(t, server), newcomer(t, server)
	there.answers(nil)
	toSignIn(v, "people")
	v.ExpectLoad(func() { v.Click(`form[action$="/sign-in/corp"] button`) })
	v.Wait(`document.querySelector(".error")`)
	there.answers(map[string]any{"sub": "1", "preferred_username": "cleo", "groups": []string{"leads"}})
	toSignIn(v, "people")
	v.ExpectLoad(func() { v.Click(`form[action$="/sign-in/corp"] button`) })
	browser.Want(v, `location.pathname`, "/people")
	browser.Want(v, heading, "People")
	model := v.ClickHotel()
	link := shared(v, model)

	there.answers(map[string]any{"sub": "2", "preferred_username": "cleo", "email": "cleo@example.org"})
	toSignIn(other, model)
	other.ExpectLoad(func() { other.Click(`form[action$="/sign-in/corp"] button`) })
	other.Wait(`document.querySelector("h1") && !document.body.textContent.includes("Hotel")`)
	shows(other, link)
	signOut(v)
	browser.Want(v, `location.pathname`, "/sign-in")
	if ended := there.signedOut(); len(ended) != 1 || ended[0].Get("client_id") != "widerow" {
		t.Errorf("the provider has ended %v, want the session of cleo", ended)
	}
	toSignIn(v, model)
	if there.wrong != "" {
		t.Error(there.wrong)
	}
}
