package webhooks

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"
)

// Allowed are the servers that webhooks may call: the operator lists them.
type Allowed struct {
	Hosts   []string // names, or names with a port
	Private bool     // also over http, and where addresses are in private networks
}

// ParseAllowed reads the operator's list.
func ParseAllowed(hosts []string, private bool) (Allowed, error) {
	allowed := Allowed{Private: private}
	for _, host := range hosts {
		host = strings.ToLower(strings.TrimSuffix(strings.TrimSpace(host), "."))
		address, err := url.Parse("https://" + host)
		if err != nil || host == "" || address.Host != host || address.Hostname() == "" || strings.ContainsAny(host, "*/") {
			return Allowed{}, fmt.Errorf("%q is no name of a server: write it like hooks.slack.com or "+
				"chat.example.org:8443", host)
		}
		allowed.Hosts = append(allowed.Hosts, host)
	}
	return allowed, nil
}

// Refuses returns the reason why a webhook may not call an address, as a sentence for its user, or
// "".
func (a Allowed) Refuses(text string) string {
	address, err := url.Parse(text)
	switch {
	case err != nil || address.Hostname() == "" || address.Opaque != "":
		return "This is no address of a server: copy it from the service that is told, such as " +
			"https://hooks.slack.com/services/…"
	case address.User != nil:
		return "An address with a name or a password in front of the server is not allowed."
	case address.Scheme == "http" && !a.Private, address.Scheme != "http" && address.Scheme != "https":
		return "The address must begin with https://."
	case !a.lists(address):
		return fmt.Sprintf("The operator of this server does not allow webhooks to %s. Allowed: %s.", address.Host,
			strings.Join(a.Hosts, ", "))
	}
	return ""
}

// lists reports whether the operator has listed the server of an address. A name without
// a port stands for the usual ones.
func (a Allowed) lists(address *url.URL) bool {
	name, port := strings.ToLower(strings.TrimSuffix(address.Hostname(), ".")), address.Port()
	usual := map[string]string{"https": "443", "http": "80"}[address.Scheme]
	if strings.Contains(name, ":") {
		name = "[" + name + "]"
	}
	if port == "" || port == usual {
		return slices.Contains(a.Hosts, name) || slices.Contains(a.Hosts, name+":"+usual)
	}
	return slices.Contains(a.Hosts, name+":"+port)
}

// timeout bounds the time of a call.
const timeout = 10 * time.Second

// transport makes connections to allowed addresses only. The address of a name is looked
// at when the connection is made, so that a name cannot lead elsewhere meanwhile. A proxy
// of the environment is not used: it would connect to any address.
func (a Allowed) transport() *http.Transport {
	dialer := &net.Dialer{Timeout: timeout, ControlContext: a.control}
	return &http.Transport{
		DialContext: dialer.DialContext, TLSHandshakeTimeout: timeout, ResponseHeaderTimeout: timeout,
		DisableKeepAlives: true, MaxResponseHeaderBytes: 64 << 10,
	}
}

// errPrivate is the error of a connection into a private network.
var errPrivate = errors.New("the address is in a private network, which the operator does not allow")

func (a Allowed) control(_ context.Context, _, address string, _ syscall.RawConn) error {
	if a.Private {
		return nil
	}
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	if !public(to.Addr()) {
		return errPrivate
	}
	return nil
}

// special are networks of special use that netip does not know (IANA's registries), and
// those whose addresses stand for one of IPv4.
var special = prefixes("0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15",
	"198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
	"::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "fec0::/10")

func prefixes(texts ...string) (made []netip.Prefix) {
	for _, text := range texts {
		made = append(made, netip.MustParsePrefix(text))
	}
	return made
}

// public reports whether an address is one of the Internet.
func public(address netip.Addr) bool {
	address = address.Unmap().WithZone("")
	return address.IsGlobalUnicast() && !address.IsPrivate() &&
		!slices.ContainsFunc(special, func(network netip.Prefix) bool { return network.Contains(address) })
}
