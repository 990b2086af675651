package proxy

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// Hosts are the names of the server, beside localhost and IP addresses.
//
// A page of another site can have its own name resolve to this machine ("DNS
// rebinding"). The browser then takes the server for that site, and the page may
// read and change everything. Such a request names the other site as host.
type Hosts []string

// ParseHosts reads host names without a port.
func ParseHosts(names []string) (Hosts, error) {
	var hosts Hosts
	for _, name := range names {
		host := normal(name)
		if host == "" || strings.ContainsAny(host, "*/:@?# ") {
			return nil, fmt.Errorf("%q: want the name of a host as in the address bar, without a port or a path, such as models.example.org", name)
		}
		hosts = append(hosts, host)
	}
	return hosts, nil
}

// Unknown returns a name in the request that is not one of the server's, or "".
// A request without a name, as HTTP 1.0 allows, is no browser's.
func (h Hosts) Unknown(r *http.Request) string {
	for _, host := range Of(r).Hosts {
		name := normal(withoutPort(host))
		if name != "" && name != "localhost" && !addressOf(host).IsValid() && !slices.Contains(h, name) {
			return name
		}
	}
	return ""
}

func normal(name string) string {
	return strings.TrimSuffix(strings.ToLower(strings.TrimSpace(name)), ".")
}

func withoutPort(host string) string {
	if i := strings.LastIndexByte(host, ':'); i >= 0 && strings.Trim(host[i+1:], "0123456789") == "" {
		return host[:i]
	}
	return host
}
