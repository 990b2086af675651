package cli_test

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// TestPeopleAfterARestore: nobody is signed in, and tokens and links do not work until an admin confirms them. Back in
// the mode none a private model stays hidden.
func TestPeopleAfterARestore(t *testing.T) {
	folder := t.TempDir()
	runIn(t, folder, "long enough\n", true, "user", "add", "--admin", "ada")
	token := strings.TrimSpace(runIn(t, folder, "", true, "token", "add", "--scope", "edit", "--name", "ci", "ada"))
	base, stop := startServer(t, folder, "--sign-in=password")
	browser := signedIn(t, base)
	made := browser.post("make a model", base+"models", url.Values{"name": {"Secret plan"}})
	model := regexp.MustCompile(`/m/[A-Za-z0-9_-]+`).FindString(made)
	if model == "" {
		t.Fatalf("no model was made: %.500s", made)
	}
	model = strings.TrimPrefix(model, "/")
	shared := browser.post("link", base+model+"/share/links", url.Values{"what": {"model"}})
	link := regexp.MustCompile(`http://[^<"]*/s/[^<"/]+/[A-Za-z0-9_-]{43}`).FindString(shared)
	if link == "" {
		t.Fatalf("no link was made: %.500s", shared)
	}
	works := func(when string, want map[string]int) {
		t.Helper()
		link := base + link[strings.Index(link, "/s/")+1:]
		for what, status := range want {
			var got *http.Response
			switch what {
			case "token":
				got, _ = status2(t, base+"api/v1/models", token)
			case "link":
				got, _ = status2(t, link, "")
			case "session":
				got = browser.get(base + model)
			case "anybody":
				got, _ = status2(t, base+model, "")
			}
			if got.StatusCode != status {
				t.Errorf("%s: %s answers %d, want %d", when, what, got.StatusCode, status)
			}
		}
	}
	works("before", map[string]int{"token": 200, "link": 200, "session": 302, "anybody": 303})
	runIn(t, folder, "", true, "backup", "there.db")
	stop()
	runIn(t, folder, "", true, "restore", "there.db")

	var log func() string
	base, log = startServer(t, folder, "--sign-in=password")
	works("restored", map[string]int{"token": 401, "link": 404, "session": 303, "anybody": 303})
	runIn(t, folder, "", true, "token", "list", "ada")
	browser = signedIn(t, base)
	works("signed in again", map[string]int{"token": 401, "link": 404, "session": 302})
	log()
	base, log = startServer(t, folder, "--sign-in=password")
	works("after another start", map[string]int{"token": 401, "link": 404})
	browser = signedIn(t, base)
	browser.post("confirm", base+"people/confirm", url.Values{})
	works("confirmed", map[string]int{"token": 200, "link": 200, "session": 302})
	log()

	base, log = startServer(t, folder, "--sign-in=none")
	defer log()
	works("nobody signs in", map[string]int{"anybody": 404})
	for _, path := range []string{"", "api/v1/models", "?q=Secret", "inbox"} {
		if page := get(t, base+path); strings.Contains(page, "Secret plan") {
			t.Errorf("%q shows the private model", path)
		}
	}
	for _, path := range []string{"/model.json", "/logical", "/logical.svg", "/share", "/schema.cql", "/history"} {
		if got, _ := status2(t, base+model+path, ""); got.StatusCode != 404 {
			t.Errorf("%s: %d", path, got.StatusCode)
		}
	}
}

func status2(t *testing.T, address, bearer string) (*http.Response, string) {
	t.Helper()
	return status(t, "GET", address, bearer, nil)
}

// person is a browser in which ada has signed in.
type person struct {
	t      *testing.T
	client *http.Client
}

func signedIn(t *testing.T, base string) person {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	p := person{t, &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
	p.post("sign in", base+"sign-in", url.Values{"name": {"ada"}, "password": {"long enough"}})
	return p
}

func (p person) get(address string) *http.Response {
	p.t.Helper()
	response, err := p.client.Get(address)
	if err != nil {
		p.t.Fatal(err)
	}
	response.Body.Close()
	return response
}

// post sends a form and returns where it leads and the page.
func (p person) post(what, address string, form url.Values) string {
	p.t.Helper()
	response, err := p.client.PostForm(address, form)
	if err != nil {
		p.t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode >= 400 {
		p.t.Fatalf("%s: %d", what, response.StatusCode)
	}
	var page strings.Builder
	if _, err := io.Copy(&page, response.Body); err != nil {
		p.t.Fatal(err)
	}
	return response.Header.Get("Location") + " " + page.String()
}
