package proxy

import (
	"context"
	"net/http"
	"net/netip"
)

// Connection holds the facts that a proxy hides. Its Host and RemoteAddr
// belong to the client.
type Connection struct {
	Secure bool     // the client uses TLS
	Prefix string   // the path that the proxy removed, such as "/models", or ""
	Local  bool     // the client is on this machine, and no proxy is known or seen between
	Hosts  []string // every name under which the request came: the proxy's and the client's
	User   string   // whom the proxy has signed in, or ""
	Groups []string // of the user, nil if no header names them
}

type connectionKey struct{}

// Of returns the connection of a request that Proxies.Handler has seen.
func Of(r *http.Request) Connection {
	connection, _ := r.Context().Value(connectionKey{}).(Connection)
	return connection
}

// With returns the request with what is known about its connection.
func With(r *http.Request, connection Connection) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), connectionKey{}, connection))
}

// Proxies are the addresses of trusted proxies.
type Proxies []netip.Prefix
