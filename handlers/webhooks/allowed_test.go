package webhooks

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"widerow/model/people"
)

// TestAllowed: a webhook calls servers of the operator's list, by their usual port unless
// another one is listed.
func TestAllowed(t *testing.T) {
	allowed, err := ParseAllowed([]string{"Hooks.Slack.com", "chat.example.org:8443", " [2001:db8::1] "}, false)
	if err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]bool{
		"https://hooks.slack.com/services/x":       true,
		"https://HOOKS.slack.com:443/x":            true,
		"https://hooks.slack.com./x":               true,
		"https://chat.example.org:8443/x":          true,
		"https://[2001:db8::1]/x":                  true,
		"https://chat.example.org/x":               false,
		"https://hooks.slack.com:22/x":             false,
		"https://evil.hooks.slack.com/x":           false,
		"https://hooks.slack.com.evil.org/x":       false,
		"https://hooks.slack.com@evil.org/x":       false,
		"https://evil.org@hooks.slack.com/x":       false,
		"https://evil.org#hooks.slack.com":         false,
		"https://evil.org\\@hooks.slack.com/":      false,
		"http://hooks.slack.com/x":                 false,
		"ftp://hooks.slack.com/x":                  false,
		"//hooks.slack.com/x":                      false,
		"https:hooks.slack.com":                    false,
		"https://":                                 false,
		"":                                         false,
		"javascript:alert(1)//hooks.slack.com":     false,
		"https://hooks.slack.com\r\nX: y@evil.com": false,
	} {
		if got := allowed.Refuses(address); (got == "") != want {
			t.Errorf("%q: %q, allowed should be %v", address, got, want)
		}
	}
	for _, bad := range []string{"", "*", "*.slack.com", "https://hooks.slack.com", "a/b", "a b", "u@host", "host?x"} {
		if _, err := ParseAllowed([]string{bad}, false); err == nil {
			t.Errorf("the list takes %q", bad)
		}
	}
}

// TestPublic: addresses that lead into a network are told from those of the Internet.
func TestPublic(t *testing.T) {
	for text, want := range map[string]bool{
		"8.8.8.8": true, "2606:4700::1111": true, "::ffff:8.8.8.8": true,
		"127.0.0.1": false, "127.9.9.9": false, "::1": false, "10.1.2.3": false, "172.16.0.1": false, "192.168.1.1": false, "169.254.169.254": false,
		"100.64.0.1": false, "0.0.0.0": false, "::": false, "224.0.0.1": false, "255.255.255.255": false, "240.0.0.1": false, "198.18.0.1": false,
		"192.0.0.192": false, "fe80::1": false, "fe80::1%eth0": false, "fd00:ec2::254": false, "ff02::1": false, "::ffff:127.0.0.1": false, "::ffff:10.0.0.1": false,
		"64:ff9b::a00:1": false, "2002:7f00:1::": false, "::127.0.0.1": false, "fec0::1": false, "2001::1": false,
	} {
		if got := public(netip.MustParseAddr(text)); got != want {
			t.Errorf("%s: public is %v", text, got)
		}
	}
}

// TestConnections: a listed name that leads into a private network is not called, and neither is
// the target of another server's redirect.
func TestConnections(t *testing.T) {
	reached := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reached++
		http.Redirect(w, r, "http://"+r.Host+"/elsewhere", http.StatusTemporaryRedirect)
	}))
	defer server.Close()
	here, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	here.Host = "localhost:" + here.Port()
	send := func(private bool) (int, string, error) {
		allowed := Allowed{Hosts: []string{here.Host}, Private: private}
		directory, err := new(people.Directory).Add("ada", people.Account{Name: "ada"}, t0)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Open(Config{Allowed: allowed, Directory: func() *people.Directory { return directory }, Outbox: nothing{}})
		if err != nil {
			t.Fatal(err)
		}
		status, problem := s.call(t.Context(), Delivery{ID: "d"}, people.Hook{URL: here.String(), Form: people.JSONForm, Secret: "s", By: "ada"})
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, here.String(), strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		response, err := s.client.Do(request)
		if err == nil {
			response.Body.Close()
		}
		return status, problem, err
	}
	t.Setenv("HTTP_PROXY", server.URL)
	if status, problem, err := send(false); status != 0 || problem == "" || !errors.Is(err, errPrivate) || reached != 0 {
		t.Errorf("a private address: %d %q %v, reached %d times", status, problem, err, reached)
	}
	if status, problem, err := send(true); status != http.StatusTemporaryRedirect || problem == "" || err != nil || reached != 2 {
		t.Errorf("a redirect: %d %q %v, reached %d times, want twice", status, problem, err, reached)
	}
}

var t0 = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// nothing is an outbox that keeps nothing.
type nothing struct{}

func (nothing) PutMessages(map[string][]byte) error  { return nil }
func (nothing) Messages() (map[string][]byte, error) { return nil, nil }
