package operate

import (
	"fmt"
	"net"
	"strings"
)

// address holds the flags for the server's address. healthcheck has the same
// flags as serve, so that both read the same settings.
type address struct {
	Listen   string `help:"Address and port to serve on, by default ${default}." default:"127.0.0.1:8080" env:"WIDEROW_LISTEN" placeholder:"HOST:PORT"`
	BasePath string `help:"Path under which a proxy serves the app, such as /models." default:"/" env:"WIDEROW_BASE_PATH" placeholder:"PATH"`
}

// url returns the URL of a path of the app, as seen from this machine.
func (a address) url(path string) (string, error) {
	host, port, err := net.SplitHostPort(a.Listen)
	if err != nil {
		return "", fmt.Errorf("--listen %s: want an address and a port, such as 127.0.0.1:8080", a.Listen)
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port) + "/" + strings.Trim(a.BasePath, "/") + separator(a.BasePath) + path, nil
}

// separator returns the slash between a base path and what follows, or "" if
// the base path is empty.
func separator(base string) string {
	if strings.Trim(base, "/") == "" {
		return ""
	}
	return "/"
}

// isLocal reports whether only this machine can reach the listener's address.
func isLocal(listener net.Listener) bool {
	tcp, ok := listener.Addr().(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}
