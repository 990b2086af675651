package cluster

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
)

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
	return s.connectWith(ctx, hosts, keyspace, func(*gocql.ClusterConfig) {})
}

// connectWith is connect with changed settings.
func (s *Session) connectWith(ctx context.Context, hosts []string, keyspace string, change func(*gocql.ClusterConfig)) (*link, error) {
	attempt := s.dialer.attempt()
	stop := context.AfterFunc(ctx, attempt.cancel)
	defer stop()
	addresses, err := attempt.resolve(ctx, hosts)
	var session *gocql.Session
	if err == nil {
		configuration := s.configuration(addresses, keyspace, attempt)
		change(configuration)
		session, err = configuration.CreateSession()
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
