package proxy

import (
	"encoding/binary"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"127.0.0.1": "127.0.0.1/32", "10.1.2.3/8": "10.0.0.0/8", "::1": "::1/128", "fd00::/8": "fd00::/8",
		"*": "", "0.0.0.0/0": "", "::/0": "", "proxy": "", "10.0.0.0/40": "", "": "",
	} {
		got, err := Parse([]string{text})
		if want == "" && err == nil {
			t.Errorf("%q was accepted as %v", text, got)
		}
		if want != "" && (err != nil || got[0].String() != want) {
			t.Errorf("%q: %v, %v; want %s", text, got, err, want)
		}
	}
}

// Several networks that together have every address are as bad as one.
func TestParseRefusesEveryone(t *testing.T) {
	var parts []string // 0.0.0.0/1, 128.0.0.0/2 … 255.255.255.255/32, and the last address
	for bits := range 32 {
		parts = append(parts, fmt.Sprintf("%s/%d", netip.AddrFrom4([4]byte(binary.BigEndian.AppendUint32(nil, ^uint32(0)<<(32-bits)))), bits+1))
	}
	for _, texts := range [][]string{
		{"0.0.0.0/1", "128.0.0.0/1"}, {"10.0.0.5", "128.0.0.0/1", "fd00::/8", "0.0.0.0/1"}, {"::/1", "8000::/1"},
		{"::ffff:0:0/96"}, {"2000::/3"}, {"2000::/4", "3000::/4"}, {"0.0.0.0/2", "64.0.0.0/2", "128.0.0.0/2", "192.0.0.0/2"},
		append(parts, "255.255.255.255"),
	} {
		if got, err := Parse(texts); err == nil || !strings.Contains(err.Error(), "trusts every client") {
			t.Errorf("%q was accepted as %v, %v", texts, got, err)
		}
	}
	for _, texts := range [][]string{
		{"0.0.0.0/1", "128.0.0.0/2"}, {"10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"}, parts, {"::ffff:10.0.0.0/104"},
	} {
		if _, err := Parse(texts); err != nil {
			t.Errorf("%q: %v", texts, err)
		}
	}
}

func TestParseHosts(t *testing.T) {
	got, err := ParseHosts([]string{"Models.Example.org.", "büro"})
	if diff := cmp.Diff(Hosts{"models.example.org", "büro"}, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
	for _, name := range []string{"", "*", "*.example.org", "example.org:8080", "http://example.org", "a/b", "a b"} {
		if hosts, err := ParseHosts([]string{name}); err == nil {
			t.Errorf("%q was accepted as %v", name, hosts)
		}
	}
}

// The whole matrix: who connects, what it says about its client, what counts,
// and which name is refused. Models.example.org is the server's name, 10.0.0.0/8
// and 127.0.0.2 the trusted proxies.
func TestAttackHostsAndProxies(t *testing.T) {
	type seen struct {
		Host, Address  string
		Secure, Local  bool
		Prefix, Refuse string
	}
	const evil = "evil.example"
	forwarded := func(pairs ...string) http.Header {
		header := http.Header{}
		for i := 0; i < len(pairs); i += 2 {
			header.Add("X-Forwarded-"+pairs[i], pairs[i+1])
		}
		return header
	}
	tests := []struct {
		name, peer, host string
		header           http.Header
		want             seen
	}{
		{"localhost", "127.0.0.1:9", "localhost:8080", nil, seen{"localhost:8080", "127.0.0.1:9", false, true, "", ""}},
		{"localhost with a dot", "127.0.0.1:9", "LOCALHOST.", nil, seen{"LOCALHOST.", "127.0.0.1:9", false, true, "", ""}},
		{"an address", "192.0.2.1:9", "192.0.2.7:8080", nil, seen{"192.0.2.7:8080", "192.0.2.1:9", false, false, "", ""}},
		{"an address of IPv6", "[::1]:9", "[::1]:8080", nil, seen{"[::1]:8080", "[::1]:9", false, true, "", ""}},
		{"an address without a port", "[::1]:9", "[fd00::7]", nil, seen{"[fd00::7]", "[::1]:9", false, false, "", ""}},
		{"our name", "192.0.2.1:9", "models.example.org", nil, seen{"models.example.org", "192.0.2.1:9", false, false, "", ""}},
		{"our name, in capitals", "192.0.2.1:9", "Models.Example.Org.:443", nil, seen{"Models.Example.Org.:443", "192.0.2.1:9", false, false, "", ""}},
		{"HTTP 1.0", "127.0.0.1:9", "", nil, seen{"", "127.0.0.1:9", false, true, "", ""}},

		{"rebinding", "127.0.0.1:9", evil + ":8080", nil, seen{evil + ":8080", "127.0.0.1:9", false, false, "", evil}},
		{"a name like ours", "127.0.0.1:9", "models.example.org.evil.example", nil,
			seen{"models.example.org.evil.example", "127.0.0.1:9", false, false, "",
				"models.example.org.evil.example"}},
		{"below our name", "127.0.0.1:9", "a.models.example.org", nil, seen{"a.models.example.org", "127.0.0.1:9", false, false, "", "a.models.example.org"}},
		{"below localhost", "127.0.0.1:9", "a.localhost", nil, seen{"a.localhost", "127.0.0.1:9", false, false, "", "a.localhost"}},
		{"almost an address", "127.0.0.1:9", "127.0.0.1.nip.io", nil, seen{"127.0.0.1.nip.io", "127.0.0.1:9", false, false, "", "127.0.0.1.nip.io"}},
		{"a name instead of a port", "127.0.0.1:9", "localhost:8080.evil.example", nil,
			seen{"localhost:8080.evil.example", "127.0.0.1:9", false, false, "", "localhost:8080.evil.example"}},
		{"a name in brackets", "127.0.0.1:9", "[evil.example]", nil, seen{"[evil.example]", "127.0.0.1:9", false, false, "", "[evil.example]"}},

		{"not trusted", "192.0.2.1:9", "192.0.2.7", forwarded("For", "127.0.0.1", "Host", "localhost", "Proto", "https", "Prefix", "/x"),
			seen{"192.0.2.7", "192.0.2.1:9", false, false, "", ""}},
		{"not trusted, on this machine", "127.0.0.1:9", evil, forwarded("Host", "localhost"), seen{evil, "127.0.0.1:9", false, false, "", evil}},
		{"trusted", "10.0.0.1:9", "widerow.local", forwarded("Host", "models.example.org"),
			seen{"models.example.org", "10.0.0.1:9", false, false, "", "widerow.local"}},
		{"trusted, by its address", "10.0.0.1:9", "10.0.0.2:8080",
			forwarded("For", "198.51.100.7", "Host", "models.example.org", "Proto", "https", "Prefix", "/models/"),
			seen{"models.example.org", "198.51.100.7:0", true, false, "/models", ""}},
		{"trusted, with our name", "10.0.0.1:9", "models.example.org", forwarded("Proto", "HTTPS"), seen{"models.example.org", "10.0.0.1:9", true, false, "", ""}},
		{"trusted, without TLS", "10.0.0.1:9", "models.example.org", forwarded("Proto", "http"), seen{"models.example.org", "10.0.0.1:9", false, false, "", ""}},
		{"trusted, as IPv6", "[::ffff:10.0.0.1]:9", "models.example.org", forwarded("For", "2001:db8::1"),
			seen{"models.example.org", "[2001:db8::1]:0", false, false, "", ""}},
		{"rebinding through a proxy", "10.0.0.1:9", evil, forwarded("Host", "models.example.org"), seen{"models.example.org", "10.0.0.1:9", false, false, "", evil}},
		{"a foreign name that the proxy reports", "10.0.0.1:9", "10.0.0.2", forwarded("Host", evil), seen{evil, "10.0.0.1:9", false, false, "", evil}},
		{"values before the proxy's own", "10.0.0.1:9", "10.0.0.2",
			forwarded("For", "127.0.0.1, 198.51.100.7", "Host", "localhost, "+evil, "Proto", "https, http", "Prefix",
				"/a, /b"),
			seen{evil, "198.51.100.7:0", false, false, "/b", evil}},
		{"the same in two headers", "10.0.0.1:9", "10.0.0.2", forwarded("For", "127.0.0.1", "For", "198.51.100.7", "Host", "localhost", "Host", evil),
			seen{evil, "198.51.100.7:0", false, false, "", evil}},
		{"two proxies", "10.0.0.1:9", "models.example.org", forwarded("For", "1.1.1.1, 198.51.100.7, 10.0.0.9"),
			seen{"models.example.org", "198.51.100.7:0", false, false, "", ""}},
		{"a proxy on this machine that only says for whom", "127.0.0.1:9", "localhost", forwarded("For", "198.51.100.7"),
			seen{"localhost", "127.0.0.1:9", false, false, "", ""}},
		{"a proxy on this machine that passes on our name", "127.0.0.1:9", "models.example.org", nil,
			seen{"models.example.org", "127.0.0.1:9", false, false, "", ""}},
		{"a proxy on this machine that says it is one", "127.0.0.1:9", "localhost", http.Header{"Via": {"1.1 proxy"}},
			seen{"localhost", "127.0.0.1:9", false, false, "", ""}},
		{"trusted, on this machine, does not say for whom", "127.0.0.2:9", "localhost", nil, seen{"localhost", "127.0.0.2:9", false, false, "", ""}},
		{"trusted, on this machine, for a person at it", "127.0.0.2:9", "localhost", forwarded("For", "127.0.0.1"),
			seen{"localhost", "127.0.0.1:0", false, true, "", ""}},
		{"no address", "10.0.0.1:9", "models.example.org", forwarded("For", "unknown"), seen{"models.example.org", "10.0.0.1:9", false, false, "", ""}},
	}
	proxies, err := Parse([]string{"10.0.0.0/8", "127.0.0.2"})
	if err != nil {
		t.Fatal(err)
	}
	hosts := Hosts{"models.example.org"}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			request := httptest.NewRequest(http.MethodGet, "/", nil)
			request.RemoteAddr, request.Host = test.peer, test.host
			for name, values := range test.header {
				request.Header[name] = values
			}
			var got seen
			proxies.Handler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				c := Of(r)
				got = seen{r.Host, r.RemoteAddr, c.Secure, c.Local, c.Prefix, hosts.Unknown(r)}
				for name := range r.Header {
					t.Errorf("header %s reaches the app", name)
				}
			}), "").ServeHTTP(httptest.NewRecorder(), request)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
