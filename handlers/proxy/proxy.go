// Package proxy determines how a client reached the server: by which name, from which address, over
// TLS or not, under which path, and signed in as whom. Headers of a proxy count only if the
// operator trusts the proxy.
//
// Proxies.Handler puts the answers into the request; Hosts (host.go) knows the
// names of the server, UserHeader (user.go) the user, and Prefixes (prefix.go)
// serves an app under several paths.
package proxy

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// Parse reads addresses and networks, such as "10.0.0.5" and "10.0.0.0/8". It
// refuses a list that trusts everyone, since any client could then pretend to
// be another.
func Parse(texts []string) (Proxies, error) {
	var proxies Proxies
	for _, text := range texts {
		network, err := netip.ParsePrefix(text)
		if address, failed := netip.ParseAddr(text); failed == nil {
			network, err = netip.PrefixFrom(address, address.BitLen()), nil
		}
		if err != nil && text != "*" {
			return nil, fmt.Errorf("%q: want an address or a network, such as 127.0.0.1 or 10.0.0.0/8", text)
		}
		proxies = append(proxies, unmapped(network.Masked()))
		if text == "*" || proxies.trustEveryone() {
			return nil, fmt.Errorf("%q trusts every client: name the addresses of the proxies, such as 127.0.0.1 or 10.0.0.0/8",
				strings.Join(texts, ","))
		}
	}
	return proxies, nil
}

// Handler passes on requests with what the trusted proxies say about the
// client, and about the user in the header of that name. Of other clients it
// removes these headers.
func (p Proxies) Handler(next http.Handler, user UserHeader) http.Handler {
	return p.HandlerOf(next, user, "")
}

// HandlerOf is Handler with a header in which the proxies name the groups of the user.
func (p Proxies) HandlerOf(next http.Handler, user, groups UserHeader) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		peer := addressOf(r.RemoteAddr)
		connection := Connection{Secure: r.TLS != nil, Local: peer.IsLoopback() && direct(r), Hosts: []string{r.Host}}
		r = r.Clone(r.Context())
		if p.trust(peer) {
			p.believe(r, &connection)
			connection.User, connection.Groups = user.user(r), groups.groups(r)
		}
		r.Header.Del(string(groups))
		r.Header.Del(string(user))
		for _, header := range forwarding {
			r.Header.Del(header)
		}
		next.ServeHTTP(w, With(r, connection))
	})
}

func (p Proxies) trust(address netip.Addr) bool {
	for _, network := range p {
		if network.Contains(address) {
			return true
		}
	}
	return false
}

// believe takes the headers of a trusted proxy over. Of a list it takes the last
// value, which that proxy itself has added: a client may have sent the others.
func (p Proxies) believe(r *http.Request, connection *Connection) {
	client := p.client(r.Header.Values("X-Forwarded-For"))
	if client.IsValid() {
		r.RemoteAddr = netip.AddrPortFrom(client, 0).String()
	}
	connection.Local = client.IsLoopback()
	if host := last(r.Header.Values("X-Forwarded-Host")); host != "" {
		r.Host = host
		connection.Hosts = append(connection.Hosts, host)
	}
	if scheme := last(r.Header.Values("X-Forwarded-Proto")); scheme != "" {
		connection.Secure = strings.EqualFold(scheme, "https")
	}
	connection.Prefix = strings.TrimRight(last(r.Header.Values("X-Forwarded-Prefix")), "/")
}

// client returns the address that the first trusted proxy saw: the last one of
// the list that is no proxy's.
func (p Proxies) client(headers []string) netip.Addr {
	list := strings.Split(strings.Join(headers, ","), ",")
	for i := len(list) - 1; i >= 0; i-- {
		address := addressOf(strings.TrimSpace(list[i]))
		if !address.IsValid() || !p.trust(address) || i == 0 {
			return address
		}
	}
	return netip.Addr{}
}

func last(headers []string) string {
	list := strings.Split(strings.Join(headers, ","), ",")
	return strings.TrimSpace(list[len(list)-1])
}

// addressOf reads an address with or without a port.
func addressOf(text string) netip.Addr {
	if host, _, err := net.SplitHostPort(text); err == nil {
		text = host
	}
	address, err := netip.ParseAddr(strings.Trim(text, "[]"))
	if err != nil {
		return netip.Addr{}
	}
	return address.Unmap().WithZone("")
}
