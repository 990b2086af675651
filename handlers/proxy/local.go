package proxy

import "net/http"

// forwarding are the headers that a proxy adds and that the app must not see.
var forwarding = []string{
	"X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Prefix", "X-Forwarded-Proto", "X-Real-Ip", "Forwarded", "Via",
}

// direct reports whether nothing in a request shows a proxy in between: no header that
// only proxies send, and the name of this machine as host. A proxy on this machine
// that shows neither looks like a person at it.
func direct(r *http.Request) bool {
	for _, header := range forwarding {
		if len(r.Header.Values(header)) > 0 {
			return false
		}
	}
	name := normal(withoutPort(r.Host))
	return name == "" || name == "localhost" || addressOf(r.Host).IsLoopback()
}
