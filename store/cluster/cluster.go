// Package cluster connects to a running cluster that speaks CQL: Apache Cassandra,
// ScyllaDB, Astra DB or Amazon Keyspaces. It is the only package of the program that
// imports the driver.
//
// Read Options, then Open and the methods of Session: Server, Schema, Run, Sizes and
// PreparedStatements. dial.go decides where to dial, guard.go which frames of the
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

	gocql "github.com/apache/cassandra-gocql-driver/v2"
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

// link is a session of the driver.
type link struct {
	*gocql.Session
	attempt *attempt
}

func (l *link) close() {
	l.attempt.cancel()
	l.Session.Close()
}

// Close ends all connections.
func (s *Session) Close() {
	s.dialer.close() // also ends an attempt to connect, which holds the mutex
	s.mutex.Lock()
	opened := s.opened
	s.opened, s.closed = nil, true
	s.mutex.Unlock()
	for _, link := range opened {
		link.close()
	}
}

// link returns the driver's session with a keyspace in use, and opens it if there is
// none: the protocol has a keyspace for a connection, and not for a statement.
func (s *Session) link(ctx context.Context, keyspace string) (*link, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.closed {
		return nil, fmt.Errorf("%w: the connection is closed", ErrUnreachable)
	}
	if opened := s.opened[keyspace]; opened != nil {
		return opened, nil
	}
	opened, err := s.connect(ctx, s.options.Hosts, keyspace)
	if errors.Is(err, ErrUnreachable) && len(s.fallback) > 0 && ctx.Err() == nil {
		if other, failed := s.connect(ctx, s.fallback, keyspace); failed == nil {
			opened, err = other, nil
		}
	}
	if err != nil {
		return nil, err
	}
	s.opened[keyspace] = opened
	return opened, nil
}

// drop forgets a link that lost its nodes, so that the next statement connects again.
func (s *Session) drop(lost *link) {
	s.mutex.Lock()
	for keyspace, opened := range s.opened {
		if opened == lost {
			delete(s.opened, keyspace)
		}
	}
	s.mutex.Unlock()
	lost.close()
}

// connect opens a session of the driver. It ends with the context, of which the
// driver knows nothing.
func (s *Session) connect(ctx context.Context, hosts []string, keyspace string) (*link, error) {
	attempt := s.dialer.attempt()
	stop := context.AfterFunc(ctx, attempt.cancel)
	defer stop()
	addresses, err := attempt.resolve(ctx, hosts)
	var session *gocql.Session
	if err == nil {
		session, err = s.configuration(addresses, keyspace, attempt).CreateSession()
	}
	if err != nil {
		attempt.cancel()
		return nil, s.explainOpen(ctx, hosts, attempt, err)
	}
	attempt.done()
	return &link{session, attempt}, nil
}

// configuration returns the driver's settings. The driver contacts only the given
// hosts: what system.peers names may be unreachable from here, or forbidden.
func (s *Session) configuration(hosts []string, keyspace string, attempt *attempt) *gocql.ClusterConfig {
	c := gocql.NewCluster(hosts...)
	c.ProtoVersion = protocolVersion
	c.Port = defaultPort
	c.Keyspace = keyspace
	c.Timeout, c.ConnectTimeout = s.options.Timeout, s.options.ConnectTimeout
	c.NumConns = 1
	c.Consistency = gocql.LocalOne
	if s.options.AWS != nil || s.options.Bundle != nil { // they refuse to write with less
		c.Consistency = gocql.LocalQuorum
	}
	c.DisableInitialHostLookup = true
	c.Events.DisableNodeStatusEvents, c.Events.DisableTopologyEvents, c.Events.DisableSchemaEvents = true, true, true
	c.Metadata.CacheMode = gocql.Disabled
	c.DisableSkipMetadata = true // the columns of SELECT * may change between two runs
	c.DefaultTimestamp = false   // the clock here may be wrong
	c.MaxWaitSchemaAgreement = 1 // AwaitAgreement waits, and says what it waits for
	c.ReconnectionPolicy = &gocql.ConstantReconnectionPolicy{MaxRetries: 1, Interval: 100 * time.Millisecond}
	c.PoolConfig.HostSelectionPolicy = gocql.SingleHostReadyPolicy(gocql.RoundRobinHostPolicy())
	c.RegisteredTypes = registeredTypes()
	c.Logger = gocql.NewLogger(gocql.LogLevelNone)
	c.HostDialer = attempt
	c.ConnectObserver = attempt
	switch o := s.options; {
	case o.AWS != nil:
		c.Authenticator = sigV4{*o.AWS, time.Now}
	case o.User != "" || o.Password != "":
		c.Authenticator = authenticator{o.User, o.Password}
	}
	return c
}

// settle goes to the datacenter that the options name, and remembers the other nodes.
func (s *Session) settle(ctx context.Context) error {
	nodes, err := s.nodes(ctx)
	if err != nil {
		return err
	}
	wanted := s.options.Datacenter
	if s.options.Bundle != nil || len(nodes) == 0 { // the proxy chooses the nodes
		return nil
	}
	if wanted == "" {
		wanted = nodes[0].Datacenter
	}
	var there []string
	for _, node := range nodes {
		if node.Datacenter == wanted && node.Address != "" {
			there = append(there, node.Address)
		}
	}
	if nodes[0].Datacenter != wanted {
		if len(there) == 0 {
			return fmt.Errorf("%w: %s has no datacenter %q: it has %s", ErrOptions, strings.Join(s.options.Hosts, ", "), wanted,
				strings.Join(datacentersOf(nodes), ", "))
		}
		if base, err := s.link(ctx, ""); err == nil {
			s.drop(base)
		}
		s.options.Hosts = there
		_, err := s.link(ctx, "")
		return err
	}
	s.fallback = there
	return nil
}
