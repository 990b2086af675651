package proxy

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestParseUserHeader(t *testing.T) {
	trusted, err := Parse([]string{"10.0.0.0/8"})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name    string
		proxies Proxies
		want    UserHeader
		problem string
	}{
		{"", nil, "", ""},
		{"x-forwarded-user", trusted, "X-Forwarded-User", ""},
		{"Remote-User", nil, "", "--trusted-proxies"},
		{"X User", trusted, "", "name of a header"},
		{"X-User:", trusted, "", "name of a header"},
	} {
		got, err := ParseUserHeader(test.name, test.proxies)
		if got != test.want || (err == nil) != (test.problem == "") || err != nil && !strings.Contains(err.Error(), test.problem) {
			t.Errorf("%q: %q, %v; want %q, %q", test.name, got, err, test.want, test.problem)
		}
	}
}

func TestUser(t *testing.T) {
	proxies, err := Parse([]string{"10.0.0.0/8"})
	if err != nil {
		t.Fatal(err)
	}
	const ours, other = "10.0.0.1:9", "192.0.2.1:9"
	for _, test := range []struct {
		name, peer string
		values     []string
		want       string
	}{
		{"a proxy's", ours, []string{" ann@example.org "}, "ann@example.org"},
		{"UTF-8", ours, []string{"Zoë"}, "Zoë"},
		{"none", ours, nil, ""},
		{"empty", ours, []string{""}, ""},
		{"a client's", other, []string{"ann@example.org"}, ""},
		{"a client's and the proxy's", ours, []string{"eve", "ann"}, ""},
		{"no UTF-8", ours, []string{"Zo\xeb"}, ""},
		{"the longest", ours, []string{strings.Repeat("a", maxUser)}, strings.Repeat("a", maxUser)},
		{"too long", ours, []string{strings.Repeat("a", maxUser+1)}, ""},
	} {
		request := httptest.NewRequest(http.MethodGet, "/", nil)
		request.RemoteAddr, request.Header["X-Forwarded-User"] = test.peer, test.values
		proxies.Handler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			if got := Of(r).User; got != test.want {
				t.Errorf("%s: %q, want %q", test.name, got, test.want)
			}
			if r.Header.Get("X-Forwarded-User") != "" {
				t.Errorf("%s: the header reaches the app", test.name)
			}
		}), "X-Forwarded-User").ServeHTTP(httptest.NewRecorder(), request)
	}
}
