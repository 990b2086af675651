// Package cluster connects to a running cluster that speaks CQL: Apache Cassandra,
// ScyllaDB, Astra DB or Amazon Keyspaces. It is the only package of the program that
// imports the driver.
//
// Read Options, then Open and the methods of Session: Server, Schema, Run, Sizes and
// Applications. dial_list.go decides where to dial, guard.go which frames of the
// server reach the driver, type.go and value.go how a value reads.
package cluster

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Options describe a connection.
type Options struct {
	// Hosts are the first nodes to ask: a host name, or an address, with or without a port.
	Hosts []string

	// Datacenter is the datacenter whose nodes execute the statements. Without it the
	// nodes of Hosts do.
	Datacenter string

	// Keyspace is the keyspace of statements that name none, spelled as the server stores it.
	Keyspace string

	User, Password string

	// TLS is nil for a plain connection.
	TLS *TLS

	// Bundle is the secure connect bundle of Astra DB, a ZIP file. It names the hosts and
	// brings the certificates, so that Hosts and TLS must be empty.
	Bundle []byte

	// AWS signs in to Amazon Keyspaces, instead of User and Password.
	AWS *AWS

	// Dial limits the addresses that may be dialled. nil allows all.
	Dial *DialList

	// Timeout bounds the wait for the answer to a statement, ConnectTimeout the wait for a
	// connection. 0 means 10 s and 5 s, as in cqlsh.
	Timeout, ConnectTimeout time.Duration

	Limits Limits
}

// Limits bound a result. 0 means the default.
type Limits struct {
	Rows    int // of a page; 5,000
	Columns int // 2,000
	Cell    int // bytes of a value, before it is written as text; 1 MiB
	Bytes   int // of an answer of the server; 16 MiB
}

const (
	defaultPort           = 9042
	defaultTimeout        = 10 * time.Second
	defaultConnectTimeout = 5 * time.Second
	mebibyte              = 1 << 20
)

// withDefaults returns the limits without zeros.
func (l Limits) withDefaults() Limits {
	set := func(value *int, to int) {
		if *value <= 0 {
			*value = to
		}
	}
	set(&l.Rows, 5000)
	set(&l.Columns, 2000)
	set(&l.Cell, mebibyte)
	set(&l.Bytes, 16*mebibyte)
	return l
}

// Session is an open connection with a cluster. Its methods may be called from
// several goroutines.
type Session struct {
	options Options
	dialer  *dialer

	mutex    sync.Mutex
	opened   map[string]*link // by the keyspace in use; "" is without one
	closed   bool
	fallback []string // other nodes of the cluster, asked when no node of Hosts answers
}

// Open connects. The error says what failed where, and what to do; errors.Is finds
// its kind: ErrNotAllowed, ErrUnreachable, ErrAuthentication, ErrTLS or ErrOptions.
func Open(ctx context.Context, options Options) (*Session, error) {
	options, err := options.prepare()
	if err != nil {
		return nil, err
	}
	dialer, err := newDialer(options)
	if err != nil {
		return nil, err
	}
	s := &Session{options: options, dialer: dialer, opened: map[string]*link{}}
	if dialer.bundle != nil {
		if err := dialer.bundle.locate(ctx, dialer); err != nil {
			s.Close()
			return nil, s.explain(dialer.bundle.host, err)
		}
		s.options.Hosts = []string{dialer.bundle.proxy}
	}
	if _, err := s.link(ctx, ""); err != nil {
		s.Close()
		return nil, err
	}
	if err := s.settle(ctx); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// prepare checks the options and fills in defaults.
func (o Options) prepare() (Options, error) {
	wrong := func(format string, values ...any) (Options, error) {
		return o, fmt.Errorf("%w: %s", ErrOptions, fmt.Sprintf(format, values...))
	}
	switch {
	case o.Bundle != nil && (len(o.Hosts) > 0 || o.TLS != nil):
		return wrong("a secure connect bundle names the hosts and brings the certificates: leave hosts and TLS empty")
	case o.Bundle == nil && len(o.Hosts) == 0:
		return wrong("name a host to connect to")
	case o.AWS != nil && o.TLS == nil:
		return wrong("Amazon Keyspaces accepts connections by TLS only: enable TLS")
	}
	if o.Timeout <= 0 {
		o.Timeout = defaultTimeout
	}
	if o.ConnectTimeout <= 0 {
		o.ConnectTimeout = defaultConnectTimeout
	}
	o.Limits = o.Limits.withDefaults()
	hosts := make([]string, len(o.Hosts))
	for i, host := range o.Hosts {
		address, err := withPort(host)
		if err != nil {
			return wrong("%q is no host: %v; want a name or an address, such as 10.0.0.5 or 10.0.0.5:9042", host, err)
		}
		hosts[i] = address
	}
	o.Hosts = hosts
	return o, nil
}

// withPort adds the default port to a host that has none.
func withPort(host string) (string, error) {
	host = strings.TrimSpace(host)
	if net.ParseIP(strings.Trim(host, "[]")) != nil {
		return net.JoinHostPort(strings.Trim(host, "[]"), strconv.Itoa(defaultPort)), nil
	}
	if !strings.Contains(host, ":") {
		host = net.JoinHostPort(host, strconv.Itoa(defaultPort))
	}
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		return "", err
	}
	if number, err := strconv.ParseUint(port, 10, 16); err != nil || number == 0 {
		return "", fmt.Errorf("%q is no port", port)
	}
	if name == "" || strings.ContainsAny(name, " /@?#") {
		return "", errors.New("the name is missing or has a character that no host name has")
	}
	return host, nil
}
