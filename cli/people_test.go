package cli_test

import (
	"bufio"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"widerow/cli/clitest"
)

// run runs a command in a folder and returns its output; it fails the test if the
// command does not end as wanted.
func runIn(t *testing.T, folder, input string, succeeds bool, arguments ...string) string {
	t.Helper()
	command := clitest.Process(t, 10*time.Minute, arguments...)
	command.Dir, command.Stdin = folder, strings.NewReader(input)
	output, err := command.CombinedOutput()
	if (err == nil) != succeeds {
		t.Fatalf("widerow %q: %v\n%s", arguments, err, output)
	}
	return string(output)
}

// status sends a request and follows no redirect.
func status(t *testing.T, method, address, bearer string, form url.Values) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	if form != nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if bearer != "" {
		request.Header.Set("Authorization", "Bearer "+bearer)
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(body)
}

// TestAccountsOnTheCommandLine makes and changes accounts and tokens, before a server
// runs and beside it.
func TestAccountsOnTheCommandLine(t *testing.T) {
	folder := t.TempDir()
	runIn(t, folder, "long enough\n", true, "user", "add", "--admin", "ada")
	if out := runIn(t, folder, "long enough\n", false, "user", "add", "Ada"); !strings.Contains(out, "is taken") {
		t.Errorf("the same name again: %s", out)
	}
	before := strings.TrimSpace(runIn(t, folder, "", true, "token", "add", "--scope", "read", "--name", "ci", "ada"))
	base, stop := startServer(t, folder, "--sign-in=password")
	defer stop()
	runIn(t, folder, "longer still\n", true, "user", "add", "--password-stdin", "--data", filepath.Join(folder, "widerow.db"), "bob")
	if out := runIn(t, folder, "", true, "user", "list"); out != "ada\tadmin\nbob\n" {
		t.Errorf("the list is %q", out)
	}
	beside := strings.TrimSpace(runIn(t, folder, "", true, "token", "add", "--scope", "edit", "--name", "ci", "bob"))
	for _, token := range []string{before, beside} {
		if !regexp.MustCompile(`^wdr_[A-Za-z0-9_-]+$`).MatchString(token) {
			t.Errorf("the token is %q", token)
		}
		if response, _ := status(t, "GET", base, token, nil); response.StatusCode != http.StatusOK {
			t.Errorf("with the token: %d", response.StatusCode)
		}
	}
	signIn := func(name, password string) int {
		response, _ := status(t, "POST", base+"sign-in", "", url.Values{"name": {name}, "password": {password}})
		return response.StatusCode
	}
	for _, test := range []struct {
		name, password string
		want           int
	}{{"ada", "long enough", 303}, {"bob", "longer still", 303}, {"bob", "long enough", 401}, {"eve", "long enough", 401}} {
		if got := signIn(test.name, test.password); got != test.want {
			t.Errorf("%s signs in: %d, want %d", test.name, got, test.want)
		}
	}
	runIn(t, folder, "", true, "user", "disable", "bob")
	if got := signIn("bob", "longer still"); got != 401 {
		t.Errorf("a disabled account signs in: %d", got)
	}
	if response, _ := status(t, "GET", base, beside, nil); response.StatusCode != http.StatusUnauthorized {
		t.Errorf("the token of a disabled account: %d", response.StatusCode)
	}
	runIn(t, folder, "", true, "user", "enable", "bob")
	runIn(t, folder, "", false, "user", "disable", "ada") // the only admin
	runIn(t, folder, "", false, "user", "role", "ada", "member")
	runIn(t, folder, "", true, "user", "role", "bob", "admin")
	runIn(t, folder, "", false, "user", "role", "nobody", "admin")
	link := strings.TrimSpace(runIn(t, folder, "", true, "user", "reset", "bob"))
	if !strings.HasPrefix(link, base+"sign-in/link/") {
		t.Errorf("the link is %s, and the server at %s", link, base)
	}
	_, secret, _ := strings.Cut(link, "sign-in/link/")
	chosen := url.Values{"password": {"another one"}, "again": {"another one"}}
	if response, _ := status(t, "POST", base+"sign-in/link/"+secret, "", chosen); response.StatusCode != http.StatusSeeOther {
		t.Errorf("choose a password by %s: %d", link, response.StatusCode)
	}
	if response, _ := status(t, "POST", base+"sign-in/link/"+secret, "", chosen); response.StatusCode != http.StatusNotFound {
		t.Errorf("the link works twice: %d", response.StatusCode)
	}
	if got := signIn("bob", "another one"); got != 303 {
		t.Errorf("with the new password: %d", got)
	}
}

// TestStartAsksForAChoice: where others may reach the server it does not start without
// --sign-in, and warns at each start if nobody signs in.
func TestStartAsksForAChoice(t *testing.T) {
	for _, flag := range []string{"--listen=0.0.0.0:0", "--host=models.example.org", "--trusted-proxies=127.0.0.1"} {
		arguments := []string{"serve", "--listen=127.0.0.1:0", flag}
		command := clitest.Process(t, 10*time.Minute, arguments...)
		command.Dir = t.TempDir()
		checkStartFails(t, command, []string{"--sign-in", "password", "none"})
		_, stop := startServer(t, t.TempDir(), flag, "--sign-in=none")
		if log := stop(); !strings.Contains(log, "everyone who reaches it may read and change everything") {
			t.Errorf("%s: the log does not warn:\n%s", flag, log)
		}
	}
}

// TestFirstAdmin makes the first admin by the address in the log, which works once.
func TestFirstAdmin(t *testing.T) {
	server := clitest.Process(t, 10*time.Minute, "--listen=127.0.0.1:0", "--sign-in=password")
	server.Dir = t.TempDir()
	log, err := server.StderrPipe()
	if err == nil {
		err = server.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer server.Process.Kill()
	address := ""
	for lines := bufio.NewScanner(log); address == "" && lines.Scan(); {
		address = regexp.MustCompile(`http://\S+sign-in/link/[A-Za-z0-9_-]+`).FindString(lines.Text())
	}
	if address == "" {
		t.Fatal("the log has no address for the first admin")
	}
	form := url.Values{"name": {"ada"}, "password": {"long enough"}, "again": {"long enough"}}
	if response, body := status(t, "GET", address, "", nil); response.StatusCode != 200 || !strings.Contains(body, "The first admin") {
		t.Errorf("the page: %d", response.StatusCode)
	}
	if response, _ := status(t, "POST", address, "", form); response.StatusCode != http.StatusSeeOther || len(response.Cookies()) != 1 {
		t.Errorf("the first admin: %d, %v", response.StatusCode, response.Cookies())
	}
	form.Set("name", "eve")
	if response, _ := status(t, "POST", address, "", form); response.StatusCode != http.StatusNotFound {
		t.Errorf("the address works twice: %d", response.StatusCode)
	}
}
